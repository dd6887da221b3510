"""The five datagrams, byte for byte: docs/security.md, "Wire format", with what version 3 changes.

Nothing here knows a key: what is sealed is carried as it is. What is malformed raises ValueError.
"""
import struct
from typing import NamedTuple

VERSION = 3
PRESENCE, CHALLENGE, RESPONSE, UNICAST, SEALED = 1, 2, 3, 4, 5
MAXIMUM, BODY_MAXIMUM = 1200, 900
CHAIN = 64
MARK = 8


def header(kind, sender, version=VERSION):
    return b"HC" + bytes([version, kind]) + sender


def kind_of(data):
    """(version, kind, sender): the first twelve bytes, which keep their meaning in every version."""
    if not 12 <= len(data) <= MAXIMUM or data[:2] != b"HC":
        raise ValueError("not of this game")
    return data[2], data[3], data[4:12]


class Presence(NamedTuple):
    sender: bytes
    key: bytes          # Ed25519
    start: int
    sequence: int
    anchor: bytes
    ephemeral: bytes    # X25519
    flags: int
    pace: int           # tenths of a second
    link_index: int
    link: bytes
    body: bytes
    signature: bytes = b""
    index: int = 0
    element: bytes = b""

    def signed(self, version=VERSION):
        """Bytes 0 … 121 + n: what the signature covers."""
        return (header(PRESENCE, self.sender, version) + self.key + struct.pack(">II", self.start, self.sequence)
                + self.anchor + self.ephemeral + struct.pack(">BHB", self.flags, self.pace, self.link_index)
                + self.link + struct.pack(">H", len(self.body)) + self.body)

    def packed(self, version=VERSION):
        return self.signed(version) + self.signature + bytes([self.index]) + self.element

    @property
    def is_urgent(self):
        return bool(self.flags & 1)


def presence(data):
    if len(data) < 203:
        raise ValueError("short announcement")
    start, sequence = struct.unpack_from(">II", data, 44)
    flags, pace, link_index = struct.unpack_from(">BHB", data, 100)
    length, = struct.unpack_from(">H", data, 120)
    # It has exactly this length (security.md, Wire format).
    if length > BODY_MAXIMUM or len(data) != 203 + length or data[186 + length] >= CHAIN or link_index > CHAIN:
        raise ValueError("malformed announcement")
    return Presence(data[4:12], data[12:44], start, sequence, data[52:68], data[68:100], flags, pace, link_index,
                data[104:120], data[122:122 + length], data[122 + length:186 + length], data[186 + length],
                data[187 + length:])


class Challenge(NamedTuple):
    sender: bytes
    asked: bytes
    start: int
    number: bytes

    def packed(self, version=VERSION):
        return (header(CHALLENGE, self.sender, version) + self.asked + struct.pack(">I", self.start) + self.number
                + bytes(68))


def challenge(data):
    if len(data) != 100:
        raise ValueError("malformed challenge")
    return Challenge(data[4:12], data[12:20], struct.unpack_from(">I", data, 20)[0], data[24:32])


class Response(NamedTuple):
    sender: bytes
    asker: bytes
    start: int
    sequence: int
    number: bytes
    signature: bytes = b""

    def signed(self, version=VERSION):
        return (header(RESPONSE, self.sender, version) + self.asker + struct.pack(">II", self.start, self.sequence)
                + self.number)

    def packed(self, version=VERSION):
        return self.signed(version) + self.signature


def response(data):
    if len(data) != 100:
        raise ValueError("malformed response")
    return Response(data[4:12], data[12:20], *struct.unpack_from(">II", data, 20), data[28:36], data[36:])


def unicast_head(sender, to, start, tag, counter, version=VERSION):
    return header(UNICAST, sender, version) + to + struct.pack(">I", start) + tag + struct.pack(">Q", counter)


def unicast(data):
    """(to, start, tag, counter, head, sealed)"""
    if len(data) < 36 + 21 + 16:
        raise ValueError("short unicast message")
    return (data[12:20], struct.unpack_from(">I", data, 20)[0], data[24:28],
            struct.unpack_from(">Q", data, 28)[0], data[:36], data[36:])


def sealed_head(sender, start, tag, counter, version=VERSION):
    return header(SEALED, sender, version) + struct.pack(">I", start) + tag + struct.pack(">Q", counter)


def sealed(data):
    """(start, tag, counter); how many marks follow is known to who has the key."""
    if len(data) < 28 + 16:
        raise ValueError("short sealed packet")
    return struct.unpack_from(">I", data, 12)[0], data[16:20], struct.unpack_from(">Q", data, 20)[0]


WANT, ASK, ITEM = 1, 2, 4
NOTHING, WORDS, KEY, TAKEN = 0, 1, 2, 3


class Frame(NamedTuple):
    """What a unicast message carries, sealed."""
    flags: int
    serial: int
    their_serial: int
    stream: int
    their_stream: int
    acknowledged: int
    number: int = 0
    kind: int = 0
    body: bytes = b""

    def packed(self):
        head = struct.pack(">BIIIII", *self[:6])
        return head + (struct.pack(">IBH", self.number, self.kind, len(self.body)) + self.body
                       if self.flags & ITEM else b"")


def frame(data):
    if len(data) < 21:
        raise ValueError("short frame")
    head = struct.unpack_from(">BIIIII", data)
    if head[3] == 0:
        raise ValueError("a stream is never 0")
    if not head[0] & ITEM:
        return Frame(*head)
    if len(data) < 28:
        raise ValueError("short item")
    number, kind, length = struct.unpack_from(">IBH", data, 21)
    if len(data) < 28 + length or number == 0:
        raise ValueError("malformed item")
    return Frame(*head, number, kind, data[28:28 + length])


class Gift(NamedTuple):
    """The item that gives a key."""
    session: bytes
    round: int
    flags: int
    counter: int
    drawn: bytes
    members: tuple      # identities, ascending
    agreement: bytes

    def packed(self):
        return (self.session + struct.pack(">HxBQ", self.round, self.flags, self.counter)
                + self.drawn + bytes([len(self.members)]) + b"".join(self.members)
                + struct.pack(">H", len(self.agreement)) + self.agreement)


def gift(data):
    if len(data) < 53:
        raise ValueError("short key")
    round, flags, counter = struct.unpack_from(">HxBQ", data, 8)
    count = data[52]
    end = 53 + 8 * count
    if not 2 <= count <= 8 or len(data) < end + 2:
        raise ValueError("malformed key")
    members = tuple(data[at:at + 8] for at in range(53, end, 8))
    length, = struct.unpack_from(">H", data, end)
    if list(members) != sorted(set(members)) or length > 512 or len(data) < end + 2 + length:
        raise ValueError("malformed key")
    return Gift(data[:8], round, flags, counter, data[20:52], members, data[end + 2:end + 2 + length])


def newer(one, other):
    """RFC 1982: whether sequence number `one` is after `other`."""
    return 0 < (one - other) & 0xFFFFFFFF < 1 << 31
