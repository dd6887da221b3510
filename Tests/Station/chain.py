"""The chain of hashes behind an announcement's signature: docs/security.md, "Presence announcements"."""
from identity import sha
from wire import CHAIN


def before(element, sender, start, sequence):
    """Element k − 1 from element k."""
    return sha(b"hotcold chain v2", sender, start.to_bytes(4, "big"), sequence.to_bytes(4, "big"), element)[:16]


def chain(end, sender, start, sequence):
    """Elements 0, the anchor, to 64, the secret end."""
    elements = [end]
    for _ in range(CHAIN):
        elements.append(before(elements[-1], sender, start, sequence))
    return elements[::-1]


def leads_to(presence, index, element):
    """Whether the announcement's own element is (its index − `index`) hashes away from that one."""
    reached = presence.element
    for _ in range(presence.index - index):
        reached = before(reached, presence.sender, presence.start, presence.sequence)
    return presence.index >= index and reached == element
