// Bluetooth controllers as Linux shows them: raw HCI sockets, the user channel, /dev/vhci and serial lines.
//
// Descriptors are non-blocking and close-on-exec. One read or write is one whole HCI packet, whose first
// byte is its H4 type (01 command, 04 event); on a serial line it is any piece of their stream.
#ifndef CD_HCI_H
#define CD_HCI_H

#include <stddef.h>
#include <stdint.h>

/// Most controllers cd_hci_list() tells of. Linux itself numbers no more than a few.
#define CD_HCI_MAXIMUM_ADAPTERS 16
/// Holds the longest packet of any kind (events are 258 bytes) and its H4 type. A shorter buffer would lose
/// the rest of a packet without a word.
#define CD_HCI_PACKET_SIZE 1504
/// Most packets of one cd_hci_read_batch().
#define CD_HCI_BATCH_SIZE 64
/// Longest sysfs path we look at, its final zero included.
#define CD_HCI_PATH_SIZE 512

/// One controller, up or not.
struct cd_hci_adapter {
    uint16_t index;      // N of hciN
    uint8_t bus;         // 0 virtual, 1 USB, 3 UART, ...; as the kernel numbers them
    uint8_t address[6];  // least significant byte first; zeros when the kernel knows none
    uint32_t flags;      // bit 0 up, bit 1 being initialised, bit 2 running, bit 8 raw
    char name[9];        // "hci0", zero-terminated
};

/// What cd_hci_wait() saw; several may be set at once.
enum cd_hci_wake {
    CD_HCI_READABLE = 1,  // a packet can be read
    CD_HCI_WOKEN = 2,     // the wake descriptor can be read
    CD_HCI_HUNG_UP = 4,   // the controller is gone; the kernel says so only once on a socket
};

/// A raw HCI socket bound to nothing: good for the calls below, and for binding later. -EAFNOSUPPORT: a
/// kernel without Bluetooth, or a network namespace that is not the first.
int cd_hci_socket(void);

/// Fills `adapters` with at most `capacity` controllers in ascending order of index; returns how many.
int cd_hci_list(int socket, struct cd_hci_adapter *adapters, int capacity);

/// Where controller `index` hangs: what /sys/class/bluetooth/hciN points at, zero-terminated. Returns the
/// length.
int cd_hci_path(uint16_t index, char *path, size_t size);

/// Takes controller `index` for this socket alone (HCI_CHANNEL_USER). Blocks while a driver loads firmware.
int cd_hci_bind_user(int socket, uint16_t index);

/// Takes controller `index` out of the kernel's own hands (HCIDEVDOWN). `socket` must not be bound to a
/// user channel: the kernel grants no ioctl there.
int cd_hci_take_down(int socket, uint16_t index);

/// Asks for a receive buffer of `bytes`, past the system's limit when permitted. 0 also when it got less.
int cd_hci_set_receive_buffer(int socket, int bytes);

/// One packet, or -EAGAIN; 0 at the end of a stream that has ended.
int cd_hci_read(int descriptor, uint8_t *packet, size_t size);

/// Everything that has arrived, up to CD_HCI_BATCH_SIZE packets, with one system call where that is
/// possible: packet n is at `packets` + n * CD_HCI_PACKET_SIZE and `lengths`[n] long. Returns how many, or
/// -EAGAIN; a length of 0 is the end of a stream that has ended.
int cd_hci_read_batch(int descriptor, uint8_t *packets, uint16_t *lengths);

/// Sends one whole packet; never raises SIGPIPE on a socket.
int cd_hci_write(int descriptor, const uint8_t *packet, size_t size);

/// Waits until something of enum cd_hci_wake happens; 0 after `milliseconds` (negative: for ever). A
/// `descriptor` of -1 waits for the wake alone, which is one that becomes readable.
int cd_hci_wait(int descriptor, int wake, int milliseconds);

/// Creates a virtual controller, which the kernel sets up as any other. What the host sends is read from the
/// descriptor, what is written to it the host receives. Closing unplugs it.
int cd_hci_virtual_open(void);

/// A virtual controller on a serial line of two ends, such as those of a terminal in a window.
struct cd_hci_serial {
    int controller;  // what the host sends is read here as a stream of H4 packets, and answered
    int host;        // the end that the kernel's driver has; kept open: closing it unplugs the controller
    int index;       // N of hciN; -1 without a driver
    char path[64];   // of the host's end
};

/// Which of the kernel's drivers has the host's end (drivers/bluetooth/hci_uart.h).
enum cd_hci_driver {
    CD_HCI_DRIVER_NONE = -1,  // somebody else opens `path`
    CD_HCI_DRIVER_H4 = 0,
    CD_HCI_DRIVER_BCM = 7,
};

/// Creates one, for kernels without /dev/vhci. With a driver it needs CAP_NET_ADMIN; -EINVAL or
/// -EPROTONOSUPPORT: the kernel has no Bluetooth over serial lines (hci_uart), or not by this driver;
/// -EOPNOTSUPP: the driver does not take a line without flow control.
int cd_hci_serial_open(struct cd_hci_serial *serial, enum cd_hci_driver driver);

/// Opens a serial line that is there, as it is to be spoken on. A descriptor, or -errno.
int cd_hci_serial_line(const char *path);

/// How fast the host speaks, in bit/s, by its end of a line that cd_hci_serial_open created; or -errno.
int cd_hci_serial_speed(int host);

int cd_hci_close(int descriptor);

#endif
