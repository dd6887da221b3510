// What does not depend on the libgpiod version: finding chips, and never blocking in a read.
#include "cd_gpio_private.h"

#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

int cd_gpio_next_chip(int after)
{
    DIR *devices = opendir("/dev");
    struct dirent *entry;
    int next = -ENOENT;

    if (!devices)
        return -errno;
    while ((entry = readdir(devices))) {
        int number;
        char rest;

        // One conversion, not two: "gpiochip0" and nothing after it.
        if (sscanf(entry->d_name, "gpiochip%9d%c", &number, &rest) != 1)
            continue;
        if (number > after && (next < 0 || number < next))
            next = number;
    }
    closedir(devices);
    return next;
}

void cd_gpio_copy_text(char to[CD_GPIO_TEXT], const char *from)
{
    memset(to, 0, CD_GPIO_TEXT);
    if (from)
        memcpy(to, from, strnlen(from, CD_GPIO_TEXT - 1));
}

int cd_gpio_is_readable(int fd)
{
    struct pollfd waiting = { .fd = fd, .events = POLLIN };

    // POLLERR and POLLHUP count: the read that follows then says ENODEV instead of blocking.
    return fd >= 0 && poll(&waiting, 1, 0) == 1;
}
