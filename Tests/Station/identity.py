"""Who a station is, and what it draws: docs/security.md, "Identity"."""
import hashlib
import hmac
import os

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

RAW = (Encoding.Raw, PublicFormat.Raw)

COLOURS = """red blue green yellow orange purple pink brown black white silver golden amber violet scarlet crimson
turquoise indigo emerald sapphire ruby coral ivory copper lavender chocolate lemon cherry olive magenta tangerine
rainbow""".split()
ANIMALS = """otter fox bear wolf owl eagle lion tiger panda koala rabbit badger dolphin whale shark penguin toucan
turtle lizard zebra camel donkey pony kitten puppy hamster squirrel raccoon giraffe elephant kangaroo hedgehog octopus
crocodile butterfly ladybird flamingo ostrich walrus buffalo rhino hippo leopard jaguar gecko chameleon scorpion
mammoth jellyfish seahorse antelope reindeer meerkat lemur armadillo alpaca swan moose manatee caterpillar bumblebee
grasshopper salamander dinosaur""".split()


def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def mac(key, *parts):
    return hmac.digest(key, b"".join(parts), "sha256")


def name_of(colour, animal):
    return f"{COLOURS[colour % 32]} {ANIMALS[animal % 64]}".title()


def named(words):
    """(colour, animal) of "red fox"."""
    colour, animal = words.lower().replace("-", " ").split()
    return COLOURS.index(colour), ANIMALS.index(animal)


class Draw:
    """Everything that is drawn. 32 bytes each time; of fewer the first are taken."""

    def __init__(self, seed=None):
        self.state = seed or os.urandom(32)

    def __call__(self, count=32):
        out = mac(self.state, b"hotcold draw v2")
        self.state = mac(self.state, b"hotcold next v2")
        return out[:count]

    def number(self, count=4):
        """One that is not 0."""
        return int.from_bytes(self(count), "big") or 1


class Identity:
    def __init__(self, seed=None):
        self.private = Ed25519PrivateKey.from_private_bytes(seed or os.urandom(32))
        self.key = self.private.public_key().public_bytes(*RAW)
        self.id = id_of(self.key)

    def sign(self, data):
        return self.private.sign(data)


def id_of(key):
    return sha(b"hotcold identity v2", key)[:8]


def is_signed(key, signature, data):
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, data)
        return True
    except (InvalidSignature, ValueError):
        return False
