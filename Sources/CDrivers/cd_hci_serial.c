// posix_openpt() and ptsname_r().
#define _GNU_SOURCE

#include "cd_hci.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

// struct termios2, which knows speeds that have no name; termios.h would declare half of it again.
#include <asm/termbits.h>
#include <linux/tty.h>

// Linux keeps these three in drivers/bluetooth/hci_uart.h, which it gives to nobody; btattach has them too.
#define SET_PROTOCOL _IOW('U', 200, int)
#define GET_DEVICE _IOR('U', 202, int)

// Bytes as they are, nothing echoed, at the speed that chips begin with. 0 or -errno.
static int make_raw(int line)
{
    struct termios2 settings;

    if (ioctl(line, TCGETS2, &settings) < 0)
        return -errno;
    settings.c_iflag = 0;
    settings.c_oflag = 0;
    settings.c_lflag = 0;
    settings.c_cflag = CS8 | CREAD | CLOCAL | CRTSCTS | B115200;
    settings.c_ispeed = 115200;
    settings.c_ospeed = 115200;
    settings.c_cc[VMIN] = 1;
    settings.c_cc[VTIME] = 0;
    return ioctl(line, TCSETS2, &settings) < 0 ? -errno : 0;
}

// What a host's driver does with its end. The number of the controller, or -errno.
static int attach(int host, enum cd_hci_driver driver)
{
    int discipline = N_HCI;
    int index;

    if (driver == CD_HCI_DRIVER_NONE)
        return -1;
    if (ioctl(host, TIOCSETD, &discipline) < 0 || ioctl(host, SET_PROTOCOL, (unsigned long)driver) < 0)
        return -errno;
    index = ioctl(host, GET_DEVICE, 0);
    return index < 0 ? -errno : index;
}

int cd_hci_serial_line(const char *path)
{
    int line = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
    int failure;

    if (line < 0)
        return -errno;
    failure = make_raw(line);
    if (failure == 0)
        return line;
    close(line);
    return failure;
}

int cd_hci_serial_speed(int host)
{
    struct termios2 settings;

    return ioctl(host, TCGETS2, &settings) < 0 ? -errno : (int)settings.c_ospeed;
}

int cd_hci_serial_open(struct cd_hci_serial *serial, enum cd_hci_driver driver)
{
    int failure;

    serial->controller = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
    if (serial->controller < 0)
        return -errno;
    failure = grantpt(serial->controller) < 0 || unlockpt(serial->controller) < 0 ? errno : 0;
    if (failure == 0)
        failure = ptsname_r(serial->controller, serial->path, sizeof(serial->path));
    serial->host = failure == 0 ? open(serial->path, O_RDWR | O_NOCTTY | O_CLOEXEC) : -1;
    if (serial->host < 0) {
        failure = failure != 0 ? -failure : -errno;
        close(serial->controller);
        return failure;
    }
    failure = make_raw(serial->host);
    serial->index = failure == 0 ? attach(serial->host, driver) : failure;
    if (serial->index < 0 && (failure != 0 || driver != CD_HCI_DRIVER_NONE)) {
        close(serial->host);
        close(serial->controller);
        return serial->index;
    }
    return 0;
}
