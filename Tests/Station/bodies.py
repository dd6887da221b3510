"""What is said inside datagrams: docs/lobby.md, "Bodies", with what version 3 changes (delta, 4 and 6)."""
import struct
from dataclasses import dataclass, field, replace
from typing import Optional

PRESSING, HOLDING, DEAF, CLAIMING, SESSION, PLAYING, PARTNER, CLOCK = (1 << bit for bit in range(8))
PROPOSED, LOCKED = 0, 1
NONE, FOUND, TIME_UP, TOO_FEW, CANCELLED = range(5)
OUTCOMES = ("none", "found", "time is up", "too few", "cancelled")
SEEK, HIDE = 0, 1
TOGETHER, BY_LOT, CHOSEN, CALLED = 0, 1, 2, 3
AHEAD, BEHIND = 10_000, 8_400_000


@dataclass(frozen=True)
class Member:
    id: bytes
    colour: int
    animal: int
    role: int
    points: int = 0

    def packed(self):
        return self.id + struct.pack(">BBBH", self.colour, self.animal, self.role, self.points)


@dataclass(frozen=True)
class Session:
    session: bytes
    round: int
    head_start: int
    limit: int
    members: tuple              # the leader first
    start: Optional[int] = 7000  # milliseconds from now; None of a locked one that says what cannot be
    generation: int = 0
    outcome: int = NONE
    finder: bytes = b""
    took: int = 0               # milliseconds of the hunt
    canceller: bytes = b""

    @property
    def agreement(self):
        """"The first five rows, up to and with the members": six rows, as the text says and the number does not."""
        return (self.session + struct.pack(">HHHB", self.round, self.head_start, self.limit, len(self.members))
                + b"".join(each.packed() for each in self.members))

    def packed(self):
        tail = {FOUND: self.finder + struct.pack(">I", self.took), CANCELLED: self.canceller}.get(self.outcome, b"")
        return self.agreement + struct.pack(">iBB", self.start, self.generation, self.outcome) + tail

    @property
    def ids(self):
        return [each.id for each in self.members]

    def member(self, id):
        return next((each for each in self.members if each.id == id), None)

    @property
    def hider(self):
        return next(each for each in self.members if each.role == HIDE)

    def check(self):
        roles, ids = [each.role for each in self.members], self.ids
        if (not 2 <= len(ids) <= 8 or len(set(ids)) != len(ids) or roles.count(HIDE) != 1
                or roles.count(SEEK) != len(ids) - 1 or self.round == 0 or self.head_start > 600 or self.limit > 7200
                or self.start is not None and not -BEHIND <= self.start <= AHEAD or self.outcome > CANCELLED):
            raise ValueError("malformed session")
        if self.outcome == FOUND and (not self.member(self.finder) or self.member(self.finder).role != SEEK):
            raise ValueError("found by nobody that seeks")
        return self


def session(data, at, stage):
    """(Session, where it ends)"""
    id, (round, head_start, limit, count) = data[at:at + 8], struct.unpack_from(">HHHB", data, at + 8)
    at += 15
    members = []
    for _ in range(count):
        members.append(Member(data[at:at + 8], *struct.unpack_from(">BBBH", data, at + 8)))
        at += 13
    start, generation, outcome = struct.unpack_from(">iBB", data, at)
    at += 6
    if stage == LOCKED and not -BEHIND <= start <= AHEAD:
        start = None
    generation = generation if generation <= 7 else 0
    finder, took, canceller = b"", 0, b""
    if outcome == FOUND:
        finder, (took,) = data[at:at + 8], struct.unpack_from(">I", data, at + 8)
        at += 12
    elif outcome == CANCELLED:
        canceller = data[at:at + 8]
        at += 8
    if at > len(data):
        raise ValueError("short session")
    return Session(id, round, head_start, limit, tuple(members), start, generation, outcome, finder, took,
                   canceller).check(), at


@dataclass(frozen=True)
class Clock:
    stamp: int
    echoes: tuple = ()          # (id, its newest stamp, milliseconds here)

    def packed(self):
        return (struct.pack(">IB", self.stamp & 0xFFFFFFFF, len(self.echoes))
                + b"".join(id + struct.pack(">IH", stamp, min(here, 65535)) for id, stamp, here in self.echoes))


@dataclass(frozen=True)
class Announcement:
    colour: int
    animal: int
    role: int
    flags: int = 0              # without those that say what follows
    presses: int = 0
    taunts: int = 0
    lot: bytes = bytes(8)
    capacity: int = 8
    pairing: int = TOGETHER
    partner: Optional[bytes] = None
    stage: int = 0
    session: Optional[Session] = None
    clock: Optional[Clock] = field(default=None)

    def packed(self):
        flags = (self.flags & ~(PARTNER | SESSION | CLOCK) | (PARTNER if self.partner else 0)
                 | (SESSION if self.session else 0) | (CLOCK if self.clock else 0))
        return (struct.pack(">BBBBHHH", 1, self.colour, self.animal, self.role, flags, self.presses, self.taunts)
                + self.lot + bytes([self.capacity, self.pairing]) + (self.partner or b"")
                + (bytes([self.stage]) + self.session.packed() if self.session else b"")
                + (self.clock.packed() if self.clock else b""))

    def has(self, flag):
        return bool(self.flags & flag)


def announcement(data, is_sealed):
    """None for a body of another kind (hearsay, visitors); ValueError for one that is malformed."""
    try:
        if not data or data[0] != 1:
            return None
        _, colour, animal, role, flags, presses, taunts = struct.unpack_from(">BBBBHHH", data)
        lot, capacity, pairing, at = data[10:18], data[18], data[19], 20
        if colour >= 32 or animal >= 64 or role > HIDE or not 2 <= capacity <= 8 or pairing > CALLED:
            raise ValueError("malformed announcement")
        partner, stage, said, clock = None, 0, None, None
        if flags & PARTNER:
            partner, at = data[at:at + 8], at + 8
        if flags & SESSION:
            stage = data[at]
            said, at = session(data, at + 1, stage)
            if stage > LOCKED or (stage == LOCKED and not is_sealed):
                raise ValueError("a lock is said to members only")
        if flags & CLOCK:
            stamp, count = struct.unpack_from(">IB", data, at)
            at += 5
            if count > 7:
                raise ValueError("too many echoes")
            echoes = []
            for _ in range(count):
                echoes.append((data[at:at + 8], *struct.unpack_from(">IH", data, at + 8)))
                at += 14
            clock = Clock(stamp, tuple(echoes))
        if at > len(data):
            raise ValueError("short announcement")
    except (struct.error, IndexError):
        raise ValueError("short announcement") from None
    return Announcement(colour, animal, role, flags, presses, taunts, lot, capacity, pairing, partner, stage, said,
                        clock)


STATUS = 4
SHORT_PRESSING, SHORT_DEAF, SHORT_CLAIMING, SHORT_DECLINING, SHORT_TAUNTS, SHORT_LINE, SHORT_START = (
    1 << bit for bit in range(7))


def status(said, stamp):
    """The same in short, of a locked session; None while the sender holds for another round."""
    each = said.session
    if not each or said.stage != LOCKED or said.has(HOLDING) or each.generation > 7:
        return None
    if any(who and who not in each.ids for who in (each.finder, each.canceller)):
        return None
    flags = ((SHORT_PRESSING if said.has(PRESSING) else 0) | (SHORT_DEAF if said.has(DEAF) else 0)
             | (SHORT_CLAIMING if said.has(CLAIMING) else 0) | (SHORT_START if each.start > -1500 else 0))
    data = bytes([STATUS, each.round & 0xFF, flags, each.generation << 4 | each.outcome])
    data += struct.pack(">I", stamp & 0xFFFFFFFF)
    if each.outcome == FOUND:
        data += bytes([each.ids.index(each.finder)]) + min(each.took, 0xFFFFFF).to_bytes(3, "big")
    elif each.outcome == CANCELLED:
        data += bytes([each.ids.index(each.canceller)])
    return data + (struct.pack(">i", each.start) if flags & SHORT_START else b"")


def heard_status(data, last, rounds):
    """The announcement that a status stands for: what was said before, of one of these rounds. None where nothing is
    known of either; ValueError where it is malformed."""
    try:
        round, flags, state, stamp = struct.unpack_from(">BBBI", data, 1)
        at, outcome, place, took, start, taunts = 8, state & 15, 0, 0, None, None
        if outcome > CANCELLED:
            raise ValueError("no such outcome")
        if outcome in (FOUND, CANCELLED):
            place, at = data[at], at + 1
        if outcome == FOUND:
            took, at = int.from_bytes(data[at:at + 3], "big"), at + 3
        if flags & SHORT_START:
            (start,), at = struct.unpack_from(">i", data, at), at + 4
        if flags & SHORT_TAUNTS:
            (taunts,), at = struct.unpack_from(">H", data, at), at + 2
        if at + (1 if flags & SHORT_LINE else 0) > len(data):
            raise ValueError("short status")
    except (struct.error, IndexError):
        raise ValueError("short status") from None
    known = next((each for each in rounds if each.round & 0xFF == round), None)
    if not known or not last:
        return None
    if outcome in (FOUND, CANCELLED) and place >= len(known.members):
        raise ValueError("nobody of this round")
    who = known.ids[place] if outcome in (FOUND, CANCELLED) else b""
    if start is not None and not -BEHIND <= start <= AHEAD:
        start = None
    generation = state >> 4 if state >> 4 <= 7 else 0
    each = replace(known, start=start, generation=generation, outcome=outcome, took=took,
                   finder=who if outcome == FOUND else b"", canceller=who if outcome == CANCELLED else b"").check()
    both = last.flags & ~(PRESSING | DEAF | CLAIMING | HOLDING) | PLAYING
    both |= ((PRESSING if flags & SHORT_PRESSING else 0) | (DEAF if flags & SHORT_DEAF else 0)
             | (CLAIMING if flags & SHORT_CLAIMING else 0))
    return replace(last, flags=both, taunts=last.taunts if taunts is None else taunts, stage=LOCKED, session=each,
                   clock=Clock(stamp))


def agreed(data):
    """The session that a key is bound to, from the bytes of what was agreed; None where it is something else."""
    try:
        return session(data + struct.pack(">iBB", 0, 0, NONE), 0, LOCKED)[0]
    except (struct.error, IndexError, ValueError):
        return None
