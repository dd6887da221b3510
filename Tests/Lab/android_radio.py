"""Two controllers of RootCanal's (https://github.com/google/rootcanal), Android's emulator, on /dev/vhci. They hear each
other over the distances of a walk (lines `t_seconds,distance_m`): in free space, with packets that scatter by 3 dB.

    android_radio.py WALK.csv

RootCanal is told nothing of us, and refuses what the specification forbids: it stands for the controllers that we did
not write. Its radio knows no distance, so it says what it sends, and is told how strongly it hears. The second one says
that it is of Bluetooth 4.2, and so is given the commands of before 5.0.
"""
import ctypes
import math
import os
import random
import select
import sys
import time

from rootcanal import binaries

# Of the library, as its own Python binding has them (rootcanal/controller.py).
TO_HOST = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.POINTER(ctypes.c_ubyte), ctypes.c_size_t)
TO_AIR = ctypes.CFUNCTYPE(None, ctypes.POINTER(ctypes.c_ubyte), ctypes.c_size_t, ctypes.c_int, ctypes.c_int)
# Its clock is a call, and has to come often: it advertises then.
TICK_S = 0.002
# Of a beacon from one metre, in dBm; and how packets scatter, in dB.
AT_ONE_METRE = -59
SCATTER = 3


def before_5_0(packet):
    """A reply of a controller that does not know the extended commands (Core 5.3, Vol 4, Part E, 6.27 and 7.4; Vol 6, Part
    B, 4.6)."""
    if packet[:2] != b"\x04\x0e" or len(packet) < 7:
        return packet
    reply = bytearray(packet)
    match int.from_bytes(reply[4:6], "little"):
        case 0x1001:  # its version: 4.2
            reply[7] = reply[10] = 0x08
        case 0x1002:  # its commands: those of octets 36 to 38 are of 5.0
            reply[7 + 36:7 + 39] = bytes(3)
        case 0x2003:  # its features: extended advertising is bit 12
            reply[8] &= ~0x10
    return bytes(reply)


def library():
    loaded = ctypes.CDLL(str(binaries.get_package_binary_resource_path("librootcanal_ffi.so")))
    loaded.ffi_controller_new.restype = ctypes.c_void_p
    loaded.ffi_controller_new.argtypes = [ctypes.c_char_p, TO_HOST, TO_AIR]
    loaded.ffi_controller_tick.argtypes = [ctypes.c_void_p]
    packet = [ctypes.c_char_p, ctypes.c_size_t]
    loaded.ffi_controller_receive_hci.argtypes = [ctypes.c_void_p, ctypes.c_int, *packet]
    loaded.ffi_controller_receive_ll.argtypes = [ctypes.c_void_p, *packet, ctypes.c_int, ctypes.c_int]
    return loaded


class Walk:
    def __init__(self, path):
        self.began = time.monotonic()
        with open(path, encoding="utf-8") as lines:
            self.points = [tuple(map(float, line.split(","))) for line in lines if line.strip()]

    def metres(self):
        now = time.monotonic() - self.began
        before = self.points[0]
        for point in self.points[1:]:
            if point[0] > now:
                share = max(0, now - before[0]) / (point[0] - before[0])
                return before[1] + (point[1] - before[1]) * share
            before = point
        return before[1]


class Controller:
    """One on a /dev/vhci of its own: an H4 packet each time it is read or written."""

    def __init__(self, rootcanal, number):
        self.rootcanal = rootcanal
        self.reply = before_5_0 if number == 2 else bytes
        self.host = os.open("/dev/vhci", os.O_RDWR)
        # A primary controller, please (drivers/bluetooth/hci_vhci.c); the answer is its number.
        os.write(self.host, b"\xff\x00")
        os.read(self.host, 4)
        os.set_blocking(self.host, False)
        self.outbox, self.said = [], []
        # Kept, because the library calls them.
        self.callbacks = (
            TO_HOST(lambda kind, data, length: self.outbox.append(bytes([kind]) + bytes(data[:length]))),
            TO_AIR(lambda data, length, phy, power: self.said.append((bytes(data[:length]), phy))))
        self.instance = rootcanal.ffi_controller_new(bytes([number, 0, 0, 0x53, 0x16, 0]), *self.callbacks)

    def take(self):
        """What the host says."""
        packet = os.read(self.host, 4096)
        self.rootcanal.ffi_controller_receive_hci(self.instance, packet[0], packet[1:], len(packet) - 1)

    def tick(self):
        self.rootcanal.ffi_controller_tick(self.instance)

    def hear(self, packet, phy, level):
        self.rootcanal.ffi_controller_receive_ll(self.instance, packet, len(packet), phy, level)

    def tell(self):
        """The host what there is to tell it."""
        outbox, self.outbox = self.outbox, []
        for packet in outbox:
            os.write(self.host, self.reply(packet))


def main():
    walk, chance = Walk(sys.argv[1]), random.Random(1)
    rootcanal = library()
    controllers = [Controller(rootcanal, number) for number in (1, 2)]
    while True:
        ready, _, _ = select.select([one.host for one in controllers], [], [], TICK_S)
        for one, other in (controllers, controllers[::-1]):
            if one.host in ready:
                one.take()
            one.tick()
            said, one.said = one.said, []
            for packet, phy in said:
                level = AT_ONE_METRE - 20 * math.log10(max(walk.metres(), 0.1)) + chance.gauss(0, SCATTER)
                other.hear(packet, phy, max(-127, min(20, round(level))))
        for one in controllers:
            one.tell()


main()
