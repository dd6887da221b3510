"""The keys of sessions: docs/security.md, "Session keys"."""
import struct

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF, HKDFExpand

import pairs
import wire
from identity import mac, sha


class SessionKey:
    """One key for (session, round), bound to its members and to what was agreed."""

    def __init__(self, session, round, drawn, members, agreement):
        self.session, self.round = session, round
        self.drawn, self.members, self.agreement = drawn, tuple(sorted(members)), agreement
        salt = sha(b"hotcold agreement v2", bytes([len(self.members)]), *self.members, agreement)
        self.key = HKDF(SHA256(), 32, salt, b"hotcold session v2" + session + struct.pack(">HB", round, 0)
                        ).derive(drawn)
        marked = mac(self.key, b"hotcold mark v2")
        self.tag, self.mark = marked[:4], marked[4:12]
        self.senders = {}
        self.windows = {}
        self.floors = {}        # who is believed from which number on: (identity, start)
        self.givers = set()     # who gave it
        self.state, self.until = "offered", 0.0

    @property
    def subject(self):
        return self.session, self.round, self.members, self.agreement

    def numbers(self, generation):
        """(major, {member: minor}): what the beacons of the round say after so many changes."""
        def number(taken, *parts):
            for attempt in range(256):
                found = int.from_bytes(mac(self.key, *parts, bytes([attempt]))[:2], "big")
                if found and found not in taken:
                    return found
            raise ValueError("no number is left")

        changes = bytes([generation]) if generation else b""
        minors = {}
        for member in self.members:
            minors[member] = number(minors.values(), b"hotcold minor v2", member, changes)
        return number((), b"hotcold major v2", changes), minors

    def sender_key(self, sender, start):
        if (sender, start) not in self.senders:
            self.senders[sender, start] = HKDFExpand(
                SHA256(), 32, b"hotcold sender v2" + sender + struct.pack(">I", start)).derive(self.key)
        return self.senders[sender, start]

    def others(self, sender):
        """Whose mark stands where in what `sender` says."""
        return [member for member in self.members if member != sender]

    def seal(self, sender, start, counter, body, mark_keys, version=wire.VERSION):
        """A sealed packet; `mark_keys` maps a member to the mark key towards it, and has no more than is shared."""
        head = wire.sealed_head(sender, start, self.tag, counter, version)
        said = head + pairs.seal(self.sender_key(sender, start), counter, body, head)
        if version < 3:
            return said
        return said + b"".join(pairs.mark(mark_keys[each], said) if mark_keys.get(each) else bytes(wire.MARK)
                               for each in self.others(sender))

    def opened(self, data, own, mark_keys):
        """What a sealed packet says, if it is new, is sealed with this key and bears a right mark for `own`."""
        sender = data[4:12]
        start, _, counter = wire.sealed(data)
        others = self.others(sender)
        end = len(data) - wire.MARK * len(others)
        if sender not in self.members or sender == own or end < 44:
            raise ValueError("not a member")
        window = self.windows.get((sender, start)) or pairs.Window(self.floors.get((sender, start), 0))
        if not window.is_new(counter):
            raise ValueError("number heard before, or too far ahead")
        at = end + wire.MARK * others.index(own)
        if not any(pairs.mark(key, data[:end]) == data[at:at + wire.MARK] for key in mark_keys):
            raise ValueError("wrong mark")
        body = pairs.opened(self.sender_key(sender, start), counter, data[28:end], data[:28])
        if body is None:
            raise ValueError("does not open")
        # Starts of one member under one key: 4 (docs/security.md, "Bounds").
        if (sender, start) not in self.windows and sum(each[0] == sender for each in self.windows) >= 4:
            raise ValueError("too many starts")
        self.windows[sender, start] = window
        window.note(counter)
        return body
