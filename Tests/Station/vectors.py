"""The test vectors of docs/security.md, from the seeds that it states, for version 2 (which is what it holds while this
is written) and for version 3. The order of draws is not in the documents; it was found by trying:

    0 the ephemeral key; 1 unknown; 2 the first announcement's chain (first 16 bytes); then, for the first station: 3 unknown,
    4 the line's stream (bytes 4 to 7), 5 the round's key; for the second: 3 the challenge's number (its first 8 bytes).
"""
import re
import struct

import pairs
import wire
from chain import chain
from identity import Draw, Identity, mac
from keys import SessionKey

LINKLESS = (0, bytes(16))


class Side:
    def __init__(self, seed, start, drawn, version):
        self.identity, self.start, self.version = Identity(bytes([seed]) * 32), start, version
        draw = Draw(bytes([drawn]) * 32)
        self.draws = [draw() for _ in range(6)]
        self.ephemeral = pairs.Ephemeral(self.draws[0])
        self.chain = chain(self.draws[2][:16], self.identity.id, start, 1)
        presence = wire.Presence(
            self.identity.id, self.identity.key, start, 1, self.chain[0], self.ephemeral.public, 1, 10, *LINKLESS, b"hi")
        signature = self.identity.sign(b"hotcold card v2" + presence.signed(version))
        self.presence = presence._replace(signature=signature, index=0, element=self.chain[0])
        self.end = pairs.End(self.identity.id, self.identity.key, self.ephemeral.public, start)


def made(version):
    """{name: bytes or text}, in the order of the document."""
    one, two = Side(1, 0x11111111, 0xA1, version), Side(2, 0x22222222, 0xB2, version)
    crew = pairs.crew_key("Blue Moon")
    challenge = wire.Challenge(two.identity.id, one.identity.id, one.start, two.draws[3][:8])
    response = wire.Response(one.identity.id, two.identity.id, one.start, 1, challenge.number)
    response = response._replace(signature=one.identity.sign(b"hotcold answer v2" + response.signed(version)))
    pair = pairs.pair(one.ephemeral.private, one.end, two.end, crew, version)
    stream = int.from_bytes(one.draws[4][4:8], "big")

    def unicast(counter, number, kind, body):
        head = wire.unicast_head(one.identity.id, two.identity.id, one.start, pair.tag, counter, version)
        frame = wire.Frame(wire.ASK | wire.ITEM, 0, 0, stream, 0, 0, number, kind, body)
        return head + pairs.seal(pair.send, counter, frame.packed(), head)

    session, members = bytes(range(1, 9)), sorted((one.identity.id, two.identity.id))
    key = SessionKey(session, 1, one.draws[5], members, b"agreed")
    (major, minors), (other, others) = key.numbers(0), key.numbers(1)
    said = b"HC" + bytes([version, 6]) + one.identity.id + struct.pack(">IIB", one.start, 2, 1 << 1 | 1) + b"hi"
    short = SessionKey(session, 1, one.draws[5][:16] + bytes(16), members, b"agreed")
    mask = mac(pair.mark_send, b"hotcold wrap v3", short.mark)
    wrapped = bytes(a ^ b for a, b in zip(short.drawn[:16], mask))
    told = (b"HC" + bytes([version, 6]) + one.identity.id
            + struct.pack(">IIB", one.start, 3, 1 << 4 | 1 << 1 | 1) + b"hi" + short.mark + wrapped)
    agreed = struct.pack(">IIB", one.start, 4, 1 << 1 | 1) + b"yes, agreed"
    head = b"HC" + bytes([version, 6]) + one.identity.id
    echoed = (head + struct.pack(">IIB", one.start, 4, 1 << 5 | 1 << 1 | 1) + b"yes" + bytes([2, 8])
              + pairs.mark(pair.mark_send, head + agreed))
    gift = wire.Gift(session, 1, 1, 2, one.draws[5], tuple(members), b"agreed")
    return {
        "first id": one.identity.id,
        "second id": two.identity.id,
        "crew key": crew,
        "first announcement": one.presence.packed(version),
        "second announcement": two.presence.packed(version),
        "challenge": challenge.packed(version),
        "response": response.packed(version),
        "tail of the repetition": bytes([1]) + one.chain[1],
        "unicast message": unicast(1, 1, wire.WORDS, bytes([1, 2, 3])),
        "drawn": one.draws[5],
        "major": str(major),
        **{f"minor of {each.hex()}": str(minors[each]) for each in members},
        "major after a change": str(other),
        **{f"minor of {each.hex()} after a change": str(others[each]) for each in members},
        "unicast message with the key": unicast(2, 2, wire.KEY, gift.packed()),
        "sealed": key.seal(one.identity.id, one.start, 3, b"found", {two.identity.id: pair.mark_send}, version),
        "tagged": said + pairs.mark(pair.mark_send, said),
        "tagged with the key": told + pairs.mark(pair.mark_send, told),
        "tagged echo": echoed,
    }


def printed(values):
    """As the document has them."""
    lines = []
    for name, value in values.items():
        if isinstance(value, str) or len(value) <= 17:
            lines.append(f"{name}: {value if isinstance(value, str) else value.hex()}")
        else:
            text = value.hex()
            lines += [f"{name}:"] + ["  " + text[at:at + 96] for at in range(0, len(text), 96)]
    return "\n".join(lines)


def stated(document):
    """What the document's section says, in the same form."""
    text = document[document.index("## Test vectors"):]
    values = {}
    for name, short, long in re.findall(r"^([a-z][a-z0-9 ]+):(?: (.+))?\n((?:  [0-9a-f]+\n)*)", text, re.M):
        value = short or "".join(long.split())
        values[name] = value if name.startswith(("major", "minor")) else bytes.fromhex(value)
    return values


if __name__ == "__main__":
    import sys
    print(printed(made(int(sys.argv[1]) if len(sys.argv) > 1 else wire.VERSION)))
