"""A whole station, without a network: who is told the time and datagrams, and says what happens."""
from dataclasses import dataclass, replace

import bodies
import lots
from bodies import Announcement
from formation import Formation
from clocks import Clocks
from gate import Gate
from identity import Identity, name_of
from pairs import crew_key


@dataclass
class Options:
    colour: int = 0
    animal: int = 0
    role: int = bodies.SEEK
    holds: tuple = ()               # (from, to) in seconds since the start
    crew: str = ""
    capacity: int = 8
    head_start: int = 5
    limit: int = 300
    confirms: bool = False
    claim_at: float = -1            # seconds after the hunt began; negative: never
    cancel_at: float = -1           # seconds before zero
    identity: bytes = b""           # seed of the identity
    draws: bytes = b""
    start: int = 0
    deaf: bool = False
    joins: bool = False             # hold only once somebody else has been heard holding


class Station(Formation):
    def __init__(self, options, send, report, now=0.0):
        """`send(data, address or None for everybody)`; `report(dict)`."""
        self.options, self.began, self.now = options, now, now
        self.identity = Identity(options.identity or None)
        self.id = self.identity.id
        self.sink = report
        self.gate = Gate(self.identity, send, self, crew_key(options.crew), options.draws or None, options.start)
        self.gate.now = now
        self.said, self.commitments, self.left_sessions = {}, {}, []
        self.holding, self.lot = False, self.gate.draw(8)
        self.may_hold = not options.joins
        self.round, self.highest_round = None, 0
        self.sealed_at, self.sealed_body, self.quick_until = -1.0, b"", 0.0
        self.without = None             # (the key before, until when, who else hears it)
        self.told_already = set()
        self.begin_formation()
        self.own_said = self.announcement()
        self.report("started", id=self.id.hex(), name=name_of(options.colour, options.animal), start=self.gate.start)

    def report(self, event, **more):
        self.sink({"event": event, "t": round(self.now - self.began, 3), **more})

    def told_once(self, what, lie, of=None):
        """For lies.py: that a lie was told."""
        if what not in self.told_already:
            self.told_already.add(what)
            self.report("lie", lie=lie, of=of)

    # What is said.

    def flags(self):
        return bodies.DEAF if self.options.deaf else 0

    def announcement(self, flags=0):
        lot = self.lot if flags & bodies.HOLDING else lots.commitment(self.id, self.gate.start, self.lot)
        return Announcement(self.options.colour, self.options.animal, self.options.role, self.flags() | flags,
                            lot=lot, capacity=self.options.capacity)

    def hand(self):
        return bodies.HOLDING | bodies.PRESSING if self.holding else 0

    def proposed(self, said):
        each = self.proposal or self.agreed
        return replace(said, stage=bodies.PROPOSED, session=each) if each else said

    def presence(self):
        """(Announcement, urgent). Who plays says so, and no more."""
        if self.round:
            return self.announcement(bodies.PLAYING), False
        return self.proposed(self.announcement(self.hand())), self.holding

    def is_claiming(self, now):
        each = self.round
        return (each and not each.is_over and each.me.role == bodies.SEEK and self.options.claim_at >= 0
                and now >= each.hunt_at + self.options.claim_at)

    def sealed_said(self, now):
        """What is said to the session."""
        flags = bodies.PLAYING
        if self.is_claiming(now):
            flags |= bodies.CLAIMING | bodies.PRESSING
            self.round.claimed.add(self.id)
        elif self.round.is_over:
            flags |= self.hand()
        said = self.announcement(flags)
        if self.round.is_over and (self.proposal or self.agreed):
            return self.proposed(said)
        return replace(said, stage=bodies.LOCKED, session=self.round.state(now))

    def say_sealed(self, now):
        said = self.sealed_said(now)
        each = said.session
        # A change is everything but what runs on by itself.
        content = replace(said, session=each and replace(each, start=0)).packed()
        is_new = content != self.sealed_body
        if is_new:
            self.sealed_body, self.quick_until = content, now + 1.5
            every = 0.0
        else:
            is_quick = now < self.quick_until or now < self.round.start_at or said.has(bodies.PRESSING)
            every = 0.095 if is_quick else 0.495
        if now - self.sealed_at < every:
            return
        self.sealed_at = now
        clock = bodies.Clock(Clocks.stamp(now), self.round.clocks.echoes(self.round.session.ids, now))
        # What has happened is said in short first, and then whole.
        body = is_new and bodies.status(said, clock.stamp) or replace(said, clock=clock).packed()
        self.gate.seal(self.round.key, body)
        if self.without and now < self.without[1]:
            self.gate.seal(self.without[0], body, only=self.without[2])

    # What is heard.

    def met(self, peer):
        self.report("met", id=peer.id.hex())
        self.give_again(peer)

    def restarted(self, peer):
        self.commitments.pop(peer.id, None)
        self.report("restarted", id=peer.id.hex())
        self.give_again(peer)

    def give_again(self, peer):
        if self.round and self.round.key.state == "wanted" and self.round.session.member(peer.id):
            self.gate.give(self.round.key, peer.id, False)

    def vanished(self, peer):
        self.said.pop(peer.id, None)
        self.commitments.pop(peer.id, None)
        self.report("left", id=peer.id.hex())

    def other_version(self, id, version):
        self.report("another version", id=id.hex(), version=version)

    def told(self, peer, body):
        said = self.read(body, False)
        if said:
            self.note_commitment(peer.id, said)
            self.said[peer.id] = (said, self.gate.now)
            self.may_hold = self.may_hold or said.has(bodies.HOLDING)

    def read(self, body, is_sealed):
        try:
            return bodies.announcement(body, is_sealed)
        except ValueError as error:
            self.gate.report(str(error))
            return None

    def words(self, id, body):
        """Invitations are declined by silence; an audition is answered with nothing heard."""
        if body[:2] == b"\1\1":
            self.report("invited", id=id.hex())
        elif body[:2] == b"\2\1" and not self.round:
            self.gate.unicast(id, b"\2\2\0\0\0")

    def given(self, id, key):
        self.report("keyed", id=id.hex(), session=key.session.hex(), round=key.round)

    def sealed(self, key, id, body):
        now = self.gate.now
        is_in_round = self.round and key.session == self.round.key.session
        if body[:1] == bytes([bodies.STATUS]):
            last = is_in_round and self.round.said.get(id) or self.said.get(id)
            rounds = [bodies.agreed(key.agreement)] + ([self.round.session] if is_in_round else [])
            try:
                said = bodies.heard_status(body, last and last[0], [each for each in rounds if each])
            except ValueError as error:
                self.gate.report(str(error))
                return
        else:
            said = self.read(body, True)
        if not said:
            return
        if said.session and said.session.session != key.session:
            self.gate.report("another session than its key")
            return
        if self.round and key.session == self.round.key.session and key.round == self.round.key.round:
            self.note_commitment(id, said)
            for event in self.round.hear(id, said, now, self.options.confirms):
                self.happened(event)
        else:
            self.hear_lock(key, id, said, now)

    def happened(self, event):
        self.report(event.pop("event"), **event)
        each = self.round
        if "generation" in event:
            self.report_numbers()
        if event.get("outcome"):
            self.report("points", points={id.hex(): points for id, points in each.points().items()})

    # Rounds.

    def enter(self, round, how):
        before = self.round
        if before:
            self.gate.fade(before.key)
            out = [id for id in before.session.ids if not round.session.member(id)]
            self.without = (before.key, self.now + 6, out) if out else None
        else:
            self.without = None
        self.round, self.proposal, self.proposal_key, self.proposed_for, self.agreed = round, None, None, None, None
        self.waits.clear()
        self.sealed_body = b""
        self.report("locked", how=how, session=round.session.session.hex(), round=round.session.round,
                    members=[id.hex() for id in round.session.ids], hider=round.session.hider.id.hex(),
                    start=round.session.start)
        self.report_numbers()

    def report_numbers(self):
        generation = self.round.session.generation
        major, minors = self.round.key.numbers(generation)
        self.report("numbers", generation=generation, major=major, minor=minors[self.id],
                    minors={id.hex(): minor for id, minor in minors.items()})

    def leave(self, why):
        self.report("dissolved", why=why, session=self.round.session.session.hex())
        self.left_sessions = (self.left_sessions + [self.round.session.session])[-8:]
        self.gate.fade(self.round.key)
        self.let_go()
        self.round, self.without = None, None
        self.gate.renew_ephemeral()

    def tick(self, now):
        self.now = self.gate.now = now
        holds = any(begin <= now - self.began < end for begin, end in self.options.holds)
        holds = holds and self.may_hold
        if self.holding and not holds:
            self.lot = self.gate.draw(8)
        if self.holding != holds:
            self.report("holds" if holds else "lets go")
        self.holding = holds
        self.own_said = self.announcement(self.hand())
        self.formation(now)
        if self.round:
            for event in self.round.tick(now):
                self.happened(event)
            each = self.round
            if 0 <= self.options.cancel_at >= each.start_at - now > 0 and not each.is_over:
                self.happened(each.end(bodies.CANCELLED, now, canceller=self.id))
            why = each.is_left(now)
            if why:
                self.leave(why)
        said, is_urgent = self.presence()
        self.gate.say(said.packed(), is_urgent)
        if self.round:
            self.say_sealed(now)
        self.gate.tick(now)

    def receive(self, data, address, now):
        self.now = now
        self.gate.receive(data, address, now)
