#!/usr/bin/env python3
"""Somebody on the same network who wants to spoil the game: records and replays, forges, reflects, truncates and
flips every byte of real traffic, floods. Python's own library only.

usage: attacker.py --interface IF [--port 41475] [--seed N] [--tape FILE] ACT[:SECONDS]...

Acts, one after the other, each bounded in time (10 s unless told otherwise) and in what it keeps:
  watch     listens, and keeps the last 4,096 datagrams of the lobby (as every act does meanwhile); counts the ways
            by which they came
  replay    sends what was heard again, under the sender's address and under its own
  forge     random bytes; packets of every kind and of other versions in the names of those who were heard
  reflect   sends what was heard back to where it came from, as if it came from another
  mangle    every beginning of a datagram, and every byte of it flipped: the newest of each kind and sender
  flood     as fast as it can, long ones, half of them with made-up senders

As root it hears what is for others and can send under any IPv4 address; without, only what is for everybody, and
under its own. It works on the loopback, too. With a tape it knows what it heard in earlier runs, and adds to it. Prints one JSON object for each act: what it did, how many it sent, and how many
datagrams it has mangled from the first byte to the last ("whole").
"""
import argparse
import collections
import ipaddress
import json
import random
import select
import socket
import struct
import sys
import time
from pathlib import Path

GROUP, GROUP_6 = "239.255.72.67", "ff12::a203:4843"
KEPT = 4096
Heard = collections.namedtuple("Heard", "payload source port target target_port")


class Wire:
    """What the attacker hears and says."""

    def __init__(self, interface, port):
        self.port, self.interface = port, interface
        self.index = socket.if_nametoindex(interface)
        self.heard = collections.deque(maxlen=KEPT)
        self.sent = self.refused = self.whole = 0
        try:
            self.ear = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(3))
            self.ear.bind((interface, 3))
            self.mouth = socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_RAW)
            self.mouth.setsockopt(socket.SOL_SOCKET, socket.SO_BINDTODEVICE, interface.encode())
            self.is_root = True
            self.be_promiscuous()
        except PermissionError:
            self.is_root = False
            self.ear = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            self.ear.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            self.ear.bind(("", port))
            request = struct.pack("=4s4si", socket.inet_aton(GROUP), b"\0" * 4, self.index)
            self.ear.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, request)
            self.mouth = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.mouth.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        self.mouth.setsockopt(
            socket.IPPROTO_IP, socket.IP_MULTICAST_IF, struct.pack("=4s4si", b"\0" * 4, b"\0" * 4, self.index))
        self.mouth_6 = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)
        for each in (self.ear, self.mouth, self.mouth_6):
            each.setblocking(False)
        # To tell what is heard from what was sent by this very program.
        self.own = set()

    def be_promiscuous(self):
        """linux/if_packet.h: SOL_PACKET 263, PACKET_ADD_MEMBERSHIP 1, PACKET_MR_PROMISC 1."""
        self.ear.setsockopt(263, 1, struct.pack("iHH8s", self.index, 1, 0, b""))

    def listen(self, seconds=0.0):
        """Keeps what is heard within so long, and what had been waiting."""
        end = time.monotonic() + seconds
        while select.select([self.ear], [], [], max(0.0, end - time.monotonic()))[0]:
            try:
                packet, origin = self.ear.recvfrom(2048)
            except BlockingIOError:
                continue
            # linux/if_packet.h: PACKET_OUTGOING is 4. What this computer sends is not heard, it is sent.
            if self.is_root and origin[2] == 4:
                continue
            heard = self.parse(packet, origin)
            if heard and hash(heard.payload) not in self.own:
                self.heard.append(heard)
            if time.monotonic() > end:
                break

    def parse(self, packet, origin):
        if not self.is_root:
            return Heard(packet, origin[0], origin[1], GROUP, self.port)
        if len(packet) > 28 and packet[0] == 0x45 and packet[9] == socket.IPPROTO_UDP:
            source, target, body = packet[12:16], packet[16:20], packet[20:]
        elif len(packet) > 48 and packet[0] >> 4 == 6 and packet[6] == socket.IPPROTO_UDP:
            source, target, body = packet[8:24], packet[24:40], packet[40:]
        else:
            return None
        port, target_port, length = struct.unpack("!HHH", body[:6])
        payload = body[8:length]
        if payload[:2] != b"HC":
            return None
        return Heard(payload, str(ipaddress.ip_address(source)), port, str(ipaddress.ip_address(target)), target_port)

    def ways(self):
        """How many of those kept came as a multicast, and so on."""
        def way(target):
            address = ipaddress.ip_address(target)
            cast = "multicast" if address.is_multicast else "unicast"
            is_broadcast = address.version == 4 and address.packed[3] == 255
            return ("broadcast" if is_broadcast else cast) + f" v{address.version}"

        return dict(sorted(collections.Counter(way(each.target) for each in self.heard).items()))

    def send(self, payload, target, port, source=None, source_port=None):
        """One datagram; under another's address if `source` is one of IPv4 and we may."""
        if len(self.own) > 200_000:
            self.own.clear()
        self.own.add(hash(payload))
        try:
            if ":" in target:
                self.mouth_6.sendto(payload, (target, port, 0, self.index))
            elif self.is_root:
                source = source if source and ":" not in source else "0.0.0.0"
                udp = struct.pack("!HHHH", source_port or self.port, port, 8 + len(payload), 0)
                head = struct.pack("!BBHHHBBH4s4s", 0x45, 0, 28 + len(payload), 0, 0, 1, 17, 0,
                                   socket.inet_aton(source), socket.inet_aton(target))
                self.mouth.sendto(head + udp + payload, (target, 0))
            else:
                self.mouth.sendto(payload, (target, port))
            self.sent += 1
        except OSError:
            self.refused += 1

    def again(self, heard, payload=None, disguised=True):
        """To where it went, as its sender or as oneself."""
        source, port = (heard.source, heard.port) if disguised else (None, None)
        self.send(heard.payload if payload is None else payload, heard.target, heard.target_port, source, port)


def everywhere(wire, payload):
    """To everybody, by both families."""
    wire.send(payload, GROUP, wire.port)
    wire.send(payload, GROUP_6, wire.port)


def pace(wire, seconds, attacks, a_second=3000):
    """Carries out as many of `attacks` (functions) as the time allows, evenly, listening meanwhile."""
    began = time.monotonic()
    for count, attack in enumerate(attacks):
        attack()
        if count % 16 == 0:
            wire.listen()
            ahead = count / a_second - (time.monotonic() - began)
            if ahead > 0:
                time.sleep(ahead)
        if time.monotonic() - began > seconds:
            return


def watch(wire, seconds, dice):
    wire.listen(seconds)


def replay(wire, seconds, dice):
    def attacks():
        while True:
            for each in list(wire.heard):
                yield lambda each=each: wire.again(each)
                yield lambda each=each: wire.again(each, disguised=False)
            yield lambda: None

    pace(wire, seconds, attacks())


def forge(wire, seconds, dice):
    def packet():
        names = [each.payload[4:12] for each in wire.heard] or [dice.randbytes(8)]
        kind, length = dice.randrange(0, 8), dice.choice([0, 1, 11, 12, 16, 40, 92, 180, 400, 1188])
        shape = dice.randrange(8)
        if shape < 3:
            return dice.randbytes(length)
        # One in eight speaks another version.
        version = 3 if shape < 7 else dice.choice([0, 1, 2, 255])
        return b"HC" + bytes([version, kind]) + dice.choice(names) + dice.randbytes(length)

    def attacks():
        while True:
            forged = packet()
            if wire.heard and dice.random() < 0.7:
                yield lambda: wire.again(dice.choice(wire.heard), forged)
            else:
                yield lambda: everywhere(wire, forged)

    pace(wire, seconds, attacks())


def reflect(wire, seconds, dice):
    def attacks():
        while True:
            senders = sorted({(each.source, each.port) for each in wire.heard})
            for each in list(wire.heard):
                yield lambda each=each: wire.send(each.payload, each.source, each.port, each.target, each.target_port)
                yield lambda each=each: wire.send(each.payload, each.source, each.port, *dice.choice(senders))
            yield lambda: None

    pace(wire, seconds, attacks())


def mangle(wire, seconds, dice):
    def newest():
        """The newest datagram of each kind, sender and length class."""
        return list({(each.payload[3:12], len(each.payload) // 64): each for each in wire.heard}.values())

    def attacks():
        while True:
            # Every beginning and every byte of all of them first; then other bits.
            for mask in (0xFF, 0x01, 0x80):
                for each in newest():
                    data = each.payload
                    ways = [data[:at] + bytes([data[at] ^ mask]) + data[at + 1:] for at in range(len(data))]
                    if mask == 0xFF:
                        ways += [data[:length] for length in range(len(data))] + [data + b"\0"]
                    for damaged in ways:
                        yield lambda each=each, damaged=damaged: wire.again(each, damaged)
                    wire.whole += 1
            yield lambda: None

    pace(wire, seconds, attacks(), a_second=6000)


def flood(wire, seconds, dice):
    names = [each.payload[4:12] for each in wire.heard] or [dice.randbytes(8)]
    junk = [b"HC\3" + bytes([dice.randrange(1, 6)]) + dice.choice(names + [dice.randbytes(8)] * 8)
            + dice.randbytes(1188) for _ in range(64)]
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        victims = [each for each in wire.heard if ":" not in each.target]
        for _ in range(64):
            source = f"10.11.{dice.randrange(256)}.{dice.randrange(1, 255)}" if dice.random() < 0.5 else None
            if victims and dice.random() < 0.5:
                victim = dice.choice(victims)
                wire.send(dice.choice(junk), victim.target, victim.target_port, source or victim.source, victim.port)
            else:
                wire.send(dice.choice(junk), GROUP, wire.port, source, dice.randrange(1024, 65536))


ACTS = {act.__name__: act for act in (watch, replay, forge, reflect, mangle, flood)}


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--interface", required=True)
    options.add_argument("--port", type=int, default=41475)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--tape", type=Path)
    options.add_argument("acts", nargs="+")
    options = options.parse_args()
    wire, dice = Wire(options.interface, options.port), random.Random(options.seed)
    if options.tape and options.tape.exists():
        for line in options.tape.read_text().splitlines():
            payload, *rest = json.loads(line)
            wire.heard.append(Heard(bytes.fromhex(payload), *rest))
    for word in options.acts:
        name, _, seconds = word.partition(":")
        if name not in ACTS:
            sys.exit(f"there is no act {name}: " + ", ".join(ACTS))
        wire.sent = wire.refused = wire.whole = 0
        began = time.monotonic()
        ACTS[name](wire, min(float(seconds or 10), 60.0), dice)
        took = time.monotonic() - began
        print(json.dumps({"act": name, "seconds": round(took, 1), "sent": wire.sent, "refused": wire.refused,
                          "whole": wire.whole, "a_second": round(wire.sent / max(took, 0.1)), "kept": len(wire.heard), "ways": wire.ways()}), flush=True)
    if options.tape:
        tape = (json.dumps([each.payload.hex(), *each[1:]]) for each in wire.heard)
        options.tape.write_text("\n".join(tape) + "\n")


if __name__ == "__main__":
    main()
