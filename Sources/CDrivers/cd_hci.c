// recvmmsg() is Linux's own.
#define _GNU_SOURCE

#include "cd_hci.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <bluetooth/bluetooth.h>
#include <bluetooth/hci.h>

// The kernel copies what it is given of the address and takes zeros for the rest: with four bytes instead
// of six the channel would silently be RAW.
_Static_assert(sizeof(struct sockaddr_hci) == 6, "sockaddr_hci must carry its channel");
_Static_assert(sizeof(struct hci_dev_req) == 8, "hci_dev_req is an index and 32 bits of flags");
_Static_assert(sizeof(struct hci_dev_info) == 92, "hci_dev_info as of Linux 2.6 and ever since");
_Static_assert(sizeof(((struct cd_hci_adapter *)0)->address) == sizeof(bdaddr_t), "six bytes of address");
_Static_assert(1 + HCI_MAX_FRAME_SIZE <= CD_HCI_PACKET_SIZE, "a whole packet fits our buffer");

#define VHCI_PATH "/dev/vhci"
#define VHCI_CREATE 0xff
#define VHCI_PRIMARY 0x00

static int result_of(int value)
{
    return value < 0 ? -errno : value;
}

int cd_hci_socket(void)
{
    return result_of(socket(AF_BLUETOOTH, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, BTPROTO_HCI));
}

static int describe(int socket, uint16_t index, struct cd_hci_adapter *adapter)
{
    struct hci_dev_info info = {.dev_id = index};

    if (ioctl(socket, HCIGETDEVINFO, &info) < 0)
        return -errno;
    memset(adapter, 0, sizeof(*adapter));
    adapter->index = index;
    adapter->bus = info.type & 0x0f;
    adapter->flags = info.flags;
    memcpy(adapter->address, info.bdaddr.b, sizeof(adapter->address));
    memcpy(adapter->name, info.name, sizeof(info.name));
    return 0;
}

// The kernel lists controllers in the order they were registered in.
static void sort_by_index(struct cd_hci_adapter *adapters, int count)
{
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && adapters[j].index < adapters[j - 1].index; j--) {
            struct cd_hci_adapter lower = adapters[j];

            adapters[j] = adapters[j - 1];
            adapters[j - 1] = lower;
        }
}

int cd_hci_list(int socket, struct cd_hci_adapter *adapters, int capacity)
{
    union {
        struct hci_dev_list_req list;
        uint8_t bytes[sizeof(struct hci_dev_list_req) + CD_HCI_MAXIMUM_ADAPTERS * sizeof(struct hci_dev_req)];
    } request;
    const uint8_t *entries = request.bytes + offsetof(struct hci_dev_list_req, dev_req);
    int found = 0;

    memset(&request, 0, sizeof(request));
    request.list.dev_num = CD_HCI_MAXIMUM_ADAPTERS;
    if (ioctl(socket, HCIGETDEVLIST, &request) < 0)
        return -errno;
    for (int i = 0; i < request.list.dev_num && i < CD_HCI_MAXIMUM_ADAPTERS && found < capacity; i++) {
        struct hci_dev_req entry;

        memcpy(&entry, entries + i * sizeof(entry), sizeof(entry));
        // A controller unplugged since it was listed is simply not there.
        if (describe(socket, entry.dev_id, &adapters[found]) == 0)
            found++;
    }
    sort_by_index(adapters, found);
    return found;
}

int cd_hci_path(uint16_t index, char *path, size_t size)
{
    char link[64];
    ssize_t length;

    if (size == 0)
        return -EINVAL;
    snprintf(link, sizeof(link), "/sys/class/bluetooth/hci%u", index);
    length = readlink(link, path, size - 1);
    if (length < 0)
        return -errno;
    path[length] = '\0';
    return (int)length;
}

int cd_hci_bind_user(int socket, uint16_t index)
{
    struct sockaddr_hci address = {
        .hci_family = AF_BLUETOOTH,
        .hci_dev = index,
        .hci_channel = HCI_CHANNEL_USER,
    };

    return result_of(bind(socket, (struct sockaddr *)&address, sizeof(address)));
}

int cd_hci_take_down(int socket, uint16_t index)
{
    // The index itself is the argument, not a pointer to it.
    return result_of(ioctl(socket, HCIDEVDOWN, (unsigned long)index));
}

int cd_hci_set_receive_buffer(int socket, int bytes)
{
    if (setsockopt(socket, SOL_SOCKET, SO_RCVBUFFORCE, &bytes, sizeof(bytes)) == 0)
        return 0;
    return result_of(setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof(bytes)));
}

int cd_hci_read(int descriptor, uint8_t *packet, size_t size)
{
    ssize_t count;

    do
        count = read(descriptor, packet, size);
    while (count < 0 && errno == EINTR);
    return result_of((int)count);
}

// For descriptors that are no sockets.
static int read_one_by_one(int descriptor, uint8_t *packets, uint16_t *lengths)
{
    int count = 0;

    while (count < CD_HCI_BATCH_SIZE) {
        int length = cd_hci_read(descriptor, packets + count * CD_HCI_PACKET_SIZE, CD_HCI_PACKET_SIZE);

        if (length < 0)
            return count > 0 ? count : length;
        lengths[count++] = (uint16_t)length;
        if (length == 0)
            break;
    }
    return count;
}

int cd_hci_read_batch(int descriptor, uint8_t *packets, uint16_t *lengths)
{
    struct mmsghdr messages[CD_HCI_BATCH_SIZE];
    struct iovec places[CD_HCI_BATCH_SIZE];
    int count;

    memset(messages, 0, sizeof(messages));
    for (int i = 0; i < CD_HCI_BATCH_SIZE; i++) {
        places[i].iov_base = packets + i * CD_HCI_PACKET_SIZE;
        places[i].iov_len = CD_HCI_PACKET_SIZE;
        messages[i].msg_hdr.msg_iov = &places[i];
        messages[i].msg_hdr.msg_iovlen = 1;
    }
    do
        count = recvmmsg(descriptor, messages, CD_HCI_BATCH_SIZE, 0, NULL);
    while (count < 0 && errno == EINTR);
    if (count < 0)
        return errno == ENOTSOCK ? read_one_by_one(descriptor, packets, lengths) : -errno;
    for (int i = 0; i < count; i++)
        lengths[i] = (uint16_t)messages[i].msg_len;
    return count;
}

int cd_hci_write(int descriptor, const uint8_t *packet, size_t size)
{
    ssize_t count;

    do {
        count = send(descriptor, packet, size, MSG_NOSIGNAL);
        if (count < 0 && errno == ENOTSOCK)  // /dev/vhci
            count = write(descriptor, packet, size);
    } while (count < 0 && errno == EINTR);
    return result_of((int)count);
}

int cd_hci_wait(int descriptor, int wake, int milliseconds)
{
    // poll() skips negative descriptors.
    struct pollfd watched[] = {{.fd = descriptor, .events = POLLIN}, {.fd = wake, .events = POLLIN}};
    int seen = 0;

    if (poll(watched, 2, milliseconds) < 0)
        return errno == EINTR ? 0 : -errno;
    if (watched[0].revents & POLLIN)
        seen |= CD_HCI_READABLE;
    if (watched[0].revents & (POLLERR | POLLHUP | POLLNVAL))
        seen |= CD_HCI_HUNG_UP;
    if (watched[1].revents)
        seen |= CD_HCI_WOKEN;
    return seen;
}

int cd_hci_virtual_open(void)
{
    const uint8_t create[] = {VHCI_CREATE, VHCI_PRIMARY};
    int descriptor = open(VHCI_PATH, O_RDWR | O_CLOEXEC | O_NONBLOCK);

    if (descriptor < 0)
        return -errno;
    if (write(descriptor, create, sizeof(create)) < 0) {
        int failure = -errno;

        close(descriptor);
        return failure;
    }
    return descriptor;
}

int cd_hci_close(int descriptor)
{
    return result_of(close(descriptor));
}
