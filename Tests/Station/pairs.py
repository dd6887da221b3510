"""What two stations share: docs/security.md, "Pairwise keys"."""
import hashlib
import struct
from typing import NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

import wire
from identity import RAW, mac, sha


def crew_key(word):
    """None for none. Lower case, with single blanks."""
    if not word:
        return None
    return hashlib.scrypt(" ".join(word.lower().split()).encode(), salt=b"hotcold crew v2", n=16384, r=8, p=1,
                          maxmem=64 << 20, dklen=32)


class Ephemeral:
    def __init__(self, drawn):
        self.private = X25519PrivateKey.from_private_bytes(drawn)
        self.public = self.private.public_key().public_bytes(*RAW)


class End(NamedTuple):
    """One of the two, as its announcement says."""
    id: bytes
    key: bytes
    ephemeral: bytes
    start: int


class Pair(NamedTuple):
    send: bytes
    receive: bytes
    mark_send: bytes
    mark_receive: bytes
    tag: bytes


def pair(private, own, other, crew, version=wire.VERSION):
    """The keys of a pair from `own`'s side, or None where X25519 gives nothing."""
    try:
        secret = private.exchange(X25519PublicKey.from_public_bytes(other.ephemeral))
    except ValueError:
        return None
    low, high = sorted((own, other))
    info = (f"hotcold pair v{version}".encode() + low.key + high.key + low.ephemeral + high.ephemeral
            + struct.pack(">II", low.start, high.start))
    length = 132 if version > 2 else 68
    out = HKDF(SHA256(), length, crew or bytes(32), info).derive(secret)
    keys = [out[at:at + 32] for at in range(0, length - 4, 32)] + ([b"", b""] if version < 3 else [])
    # Lower to higher first.
    if own is high or own == high:
        keys = [keys[1], keys[0], keys[3], keys[2]]
    return Pair(*keys, out[-4:])


def seal(key, counter, text, head):
    return ChaCha20Poly1305(key).encrypt(bytes(4) + struct.pack(">Q", counter), text, head)


def opened(key, counter, text, head):
    """None if it was sealed with another key, or changed."""
    try:
        return ChaCha20Poly1305(key).decrypt(bytes(4) + struct.pack(">Q", counter), text, head)
    except InvalidTag:
        return None


def mark(key, said):
    """What shows one member that a sealed packet is its sender's. `said`: the datagram before the marks."""
    return mac(key, b"hotcold said v3", sha(said))[:wire.MARK]


class Window:
    """Which numbers were heard: the last 64, and not further ahead than 1,048,576 (delta, 3)."""
    AHEAD = 65536 * 16

    def __init__(self, floor=0):
        # Nothing below `floor` is believed.
        self.newest, self.heard, self.floor = 0, 0, floor

    def is_new(self, counter):
        if counter < self.floor or counter == 0:
            return False
        # The first that is heard may be any (security.md, Session keys).
        if self.heard and counter > self.newest + self.AHEAD:
            return False
        back = self.newest - counter
        return back < 0 or (back < 64 and not self.heard >> back & 1)

    def note(self, counter):
        if counter > self.newest:
            self.heard = (self.heard << min(counter - self.newest, 64) & (1 << 64) - 1) | 1
            self.newest = counter
        else:
            self.heard |= 1 << self.newest - counter
