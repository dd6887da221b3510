"""Stations that lie. Each is an honest one but for what it is named after; the numbers group them.

2: never-proposes, never-locks     3: crowd     4: found-by-decree, moves-start, speaks-as, generation-255,
cancels-for-another, ends-too-few, leaves-out     6: same-name, repeats-challenge
"""
from dataclasses import replace

import bodies
import pairs
import wire
from station import Station


class NeverProposes(Station):
    """2: clasps and holds, and neither proposes nor agrees."""

    def lead(self, *_):
        pass

    def follow(self, *_):
        pass

    def pass_over(self, *_):
        pass


class NeverLocks(NeverProposes):
    """2: proposes whenever it leads, and never locks."""

    def lead(self, *those):
        Station.lead(self, *those)

    def lock(self, now):
        self.told_once("would lock", "would lock")


class Crowd(NeverProposes):
    """3: one of many invented holders. It holds from the first announcement on: nobody heard it commit itself."""

    def __init__(self, *those, **more):
        super().__init__(*those, **more)
        self.options.holds = ((0, float("inf")),)


class Insider(Station):
    """4: an honest member until its lie."""

    def is_due(self, what, now):
        """Whether the lie of that name is due: said once for each phase."""
        each = self.round
        phase = "countdown" if now < each.start_at else "head start" if now < each.hunt_at else "hunt"
        self.told_once((what, phase, each.session.round), what, phase)
        return True

    def others(self):
        return [each for each in self.round.session.members if each.id != self.id]


class FoundByDecree(Insider):
    """Says that a seeker found the hider: itself if it seeks. In the countdown, in the head start and in the hunt."""

    def sealed_said(self, now):
        said = super().sealed_said(now)
        if said.stage == bodies.LOCKED and not self.round.is_over and self.is_due("found by decree", now):
            finder = next(each.id for each in self.round.session.members
                          if each.role == bodies.SEEK and (each.id == self.id or self.round.me.role == bodies.HIDE))
            return replace(said, session=replace(said.session, outcome=bodies.FOUND, finder=finder, took=1000))
        return said


class MovesStart(Insider):
    """Says another start: in an hour and 10 s (the most that is well-formed) before zero, and a day ago after it."""

    def sealed_said(self, now):
        said = super().sealed_said(now)
        if said.stage != bodies.LOCKED or now < self.round.locked_at + 0.5:
            return said
        self.is_due("moves start", now)
        turn = int(now * 10) % 3
        ahead = (9_900, 3_600_000, 200)[turn] if now < self.round.start_at else (-8_390_000, -86_400_000, 9_900)[turn]
        return replace(said, session=replace(said.session, start=ahead))


class SpeaksAs(Insider):
    """With the key that the group shares, in another member's name, with the counter 2^64 − 1: that this member
    claims, cancels, found. Its marks can only be made up. Also its own, without any mark."""

    def say_sealed(self, now):
        super().say_sealed(now)
        if now - getattr(self, "spoke_at", -1) < 0.2:
            return
        self.spoke_at = now
        self.is_due("speaks as another", now)
        state = self.round.state(now)
        for member in self.others():
            peer = self.gate.peers.known.get(member.id)
            if not peer:
                continue
            if now < self.round.start_at:
                state = replace(state, outcome=bodies.CANCELLED, canceller=member.id)
            elif member.role == bodies.HIDE:
                seeker = next(each.id for each in self.round.session.members if each.role == bodies.SEEK)
                state = replace(state, outcome=bodies.FOUND, finder=seeker, took=1)
            body = replace(self.announcement(bodies.PLAYING | bodies.CLAIMING), stage=bodies.LOCKED, session=state,
                           clock=bodies.Clock(0)).packed()
            key, start = self.round.key, peer.presence.start
            head = wire.sealed_head(member.id, start, key.tag, (1 << 64) - 1)
            said = head + pairs.seal(key.sender_key(member.id, start), (1 << 64) - 1, body, head)
            own = [pairs.mark(self.gate.current(each).mark_send, said) if self.gate.current(each) else bytes(8)
                   for each in key.others(member.id)]
            self.gate.send(said + b"".join(own), None)
            self.gate.send(said + bytes(8 * len(own)), None)
            self.gate.send(said, None)


class Generation255(Insider):
    """Wants the highest generation that is well-formed, and now and then 255, which is not: what says so is dropped
    whole, and would take every other lie with it."""

    def sealed_said(self, now):
        said = super().sealed_said(now)
        if said.stage == bodies.LOCKED and self.is_due("generation 255", now):
            return replace(said, session=replace(said.session, generation=255 if int(now * 10) % 3 == 0 else 7))
        return said


class CancelsForAnother(Insider):
    """Says that another member cancelled."""

    def sealed_said(self, now):
        said = super().sealed_said(now)
        if said.stage == bodies.LOCKED and not self.round.is_over and self.is_due("cancels for another", now):
            return replace(said, session=replace(said.session, outcome=bodies.CANCELLED, canceller=self.others()[0].id))
        return said


class EndsTooFew(Insider):
    def sealed_said(self, now):
        said = super().sealed_said(now)
        if said.stage == bodies.LOCKED and not self.round.is_over and self.is_due("ends: too few", now):
            return replace(said, session=replace(said.session, outcome=bodies.TOO_FEW))
        return said


class LeavesOut(Insider):
    """Says that a later round is played, without the last of the others."""

    def sealed_said(self, now):
        said = super().sealed_said(now)
        state = said.session
        if said.stage != bodies.LOCKED or len(state.members) < 3:
            return said
        self.is_due("leaves out", now)
        # Every other message: else nobody would hear that it is still there.
        if int(now * 2) % 2:
            return said
        out = [each.id for each in self.others() if each.role == bodies.SEEK][-1]
        rest = tuple(each for each in state.members if each.id != out)
        return replace(said, session=replace(state, round=state.round + 1, members=rest))


class SameName(Station):
    """6: takes the name of the first that it hears, when it has gone by its own for so long that all know it."""
    GOES_BY_ITS_OWN = 4.0

    def tick(self, now):
        if self.said and now - self.began > self.GOES_BY_ITS_OWN and not getattr(self, "has_name", False):
            self.has_name = True
            id, (said, _) = next(iter(self.said.items()))
            self.options.colour, self.options.animal = said.colour, said.animal
            self.told_once("same name", "same name", id.hex())
        super().tick(now)


class RepeatsChallenge(Station):
    """6: asks everybody the same again and again: the second response goes to everybody, each time."""

    def tick(self, now):
        super().tick(now)
        if now - getattr(self, "asked_at", -1) < 0.05:
            return
        self.asked_at = now
        for peer in list(self.gate.peers.known.values()):
            self.told_once("repeats challenge", "repeats challenge")
            challenge = wire.Challenge(self.id, peer.id, peer.presence.start, b"the same")
            self.gate.send(challenge.packed(), peer.address)


LIES = {"never-proposes": NeverProposes, "never-locks": NeverLocks, "crowd": Crowd,
        "found-by-decree": FoundByDecree, "moves-start": MovesStart, "speaks-as": SpeaksAs,
        "generation-255": Generation255, "cancels-for-another": CancelsForAnother, "ends-too-few": EndsTooFew,
        "leaves-out": LeavesOut, "same-name": SameName, "repeats-challenge": RepeatsChallenge}


def liar(names):
    """A station that tells all of these lies."""
    if not names:
        return Station
    kinds = [LIES[name] for name in names]
    # None that another one is made from stands before it.
    kinds = [each for each in kinds if not any(other is not each and issubclass(other, each) for other in kinds)]
    return kinds[0] if len(kinds) == 1 else type("Liar", tuple(kinds), {})
