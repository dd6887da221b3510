// posix_openpt() and ptsname_r().
#define _GNU_SOURCE

#include "cd_hci.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <linux/tty.h>

// Linux keeps these three in drivers/bluetooth/hci_uart.h, which it gives to nobody; btattach has them too.
#define SET_PROTOCOL _IOW('U', 200, int)
#define GET_DEVICE _IOR('U', 202, int)
#define PROTOCOL_H4 0

// What a host's driver does with its end. The number of the controller, or -errno.
static int attach(int host)
{
    int discipline = N_HCI;
    int index;

    if (ioctl(host, TIOCSETD, &discipline) < 0 || ioctl(host, SET_PROTOCOL, PROTOCOL_H4) < 0)
        return -errno;
    index = ioctl(host, GET_DEVICE, 0);
    return index < 0 ? -errno : index;
}

int cd_hci_serial_open(struct cd_hci_serial *serial)
{
    char path[64];
    int failure;

    serial->controller = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
    if (serial->controller < 0)
        return -errno;
    failure = grantpt(serial->controller) < 0 || unlockpt(serial->controller) < 0 ? errno : 0;
    if (failure == 0)
        failure = ptsname_r(serial->controller, path, sizeof(path));
    serial->host = failure == 0 ? open(path, O_RDWR | O_NOCTTY | O_CLOEXEC) : -1;
    if (serial->host < 0) {
        failure = failure != 0 ? -failure : -errno;
        close(serial->controller);
        return failure;
    }
    serial->index = attach(serial->host);
    if (serial->index < 0) {
        close(serial->host);
        close(serial->controller);
        return serial->index;
    }
    return 0;
}
