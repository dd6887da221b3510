"""A locked round: countdown, hunt and outcome. docs/lobby.md, from "One clock for all" on, with delta, 6 to 8."""
from dataclasses import replace

import bodies
from clocks import Clocks

LEAD_IN, VANISHED, ABANDONED = 7.0, 5.0, 65.0
BETTER = {bodies.NONE: 0, bodies.CANCELLED: 1, bodies.TOO_FEW: 1, bodies.TIME_UP: 2, bodies.FOUND: 3}


class Round:
    def __init__(self, own, session, key, now, start_at, agreed_at=None):
        self.own, self.session, self.key, self.locked_at = own, session, key, now
        self.start_at, self.is_measured = start_at, session.ids[0] == own
        # From a lock: between 7 s after this station agreed and 7 s after it heard the lock. Without: whatever is said.
        self.bounds = (agreed_at + LEAD_IN, now + LEAD_IN) if agreed_at is not None else None
        self.clocks = Clocks(own)
        self.heard = {id: now for id in session.ids if id != own}
        self.said = {}              # id → (Announcement, when)
        self.claimed, self.found_says, self.without_me = set(), {}, set()
        self.ended_at, self.counted, self.raised_at = None, None, -100.0
        self.has_hunted = False

    @property
    def me(self):
        return self.session.member(self.own)

    @property
    def hunt_at(self):
        return self.start_at + self.session.head_start

    @property
    def end_at(self):
        return self.hunt_at + self.session.limit

    @property
    def is_over(self):
        return self.session.outcome != bodies.NONE

    def present(self, now):
        return {id for id, at in self.heard.items() if now - at < VANISHED} | {self.own}

    def state(self, now):
        """The session as it is said now."""
        ahead = round((self.start_at - now) * 1000)
        return replace(self.session, start=max(-bodies.BEHIND, min(bodies.AHEAD, ahead)))

    def end(self, outcome, now, **more):
        if BETTER[outcome] <= BETTER[self.session.outcome]:
            return None
        self.session = replace(self.session, outcome=outcome, **more)
        self.ended_at = now
        return {"event": "outcome", "outcome": bodies.OUTCOMES[outcome], "round": self.session.round,
                "finder": self.session.finder.hex() or None, "took": self.session.took}

    def found(self, finder, now):
        return self.end(bodies.FOUND, now, finder=finder, took=max(0, round((now - self.hunt_at) * 1000)))

    def hear(self, id, said, now, confirms):
        """What a member says in this round. The events that follow."""
        self.heard[id] = now
        self.said[id] = (said, now)
        if said.clock:
            self.clocks.heard(id, said.clock, now)
        member, they = self.session.member(id), said.session
        events = []
        if not they or they.session != self.session.session or not member:
            return events
        if they.round > self.session.round and said.stage == bodies.LOCKED and not they.member(self.own):
            self.without_me.add(id)
        if said.stage != bodies.LOCKED or they.agreement != self.session.agreement:
            return events
        if said.clock and they.start is not None:
            self.hear_start(id, they.start, said.clock, now)
        if they.generation > self.session.generation and now - self.raised_at >= 0.5:
            self.raised_at = now
            self.session = replace(self.session, generation=self.session.generation + 1)
            events.append({"event": "generation wanted", "generation": self.session.generation})
        if said.has(bodies.CLAIMING) and member.role == bodies.SEEK and self.hunt_at <= now and id not in self.claimed:
            self.claimed.add(id)
            events.append({"event": "claim", "by": id.hex()})
        if id in self.claimed and said.has(bodies.CLAIMING) and confirms and self.me.role == bodies.HIDE:
            events.append(self.found(id, now))
        events.append(self.hear_outcome(id, they, now))
        return [each for each in events if each]

    def hear_start(self, id, ahead, clock, now):
        """Before zero only the leader's word counts; who was not there at the lock takes it from whom it can measure."""
        at, is_measured = self.clocks.moment(id, clock, ahead, now)
        if self.bounds:
            if id != self.session.ids[0] or now >= self.start_at or self.own == self.session.ids[0]:
                return
            if not self.bounds[0] - 0.05 <= at <= self.bounds[1] + 0.05:
                return
        elif self.own == self.session.ids[0] or self.is_measured:
            return
        if is_measured or (not self.is_measured and at < self.start_at):
            self.start_at, self.is_measured = at, self.is_measured or is_measured

    def hear_outcome(self, id, they, now):
        """Outcomes are believed from whom they concern only, each heard from itself (delta, 8)."""
        if they.outcome == bodies.FOUND:
            self.found_says[id] = (they.finder, they.took)
        hider = self.session.hider.id
        if hider in self.found_says and now >= self.hunt_at:
            finder, took = self.found_says[hider]
            own_claim = finder == self.own and self.own in self.claimed
            if finder in self.claimed or own_claim or self.found_says.get(finder, (None,))[0] == finder:
                return self.end(bodies.FOUND, now, finder=finder, took=took)
        if they.outcome == bodies.TIME_UP and id == hider and now >= self.end_at - 1.5:
            return self.end(bodies.TIME_UP, now)
        if they.outcome == bodies.CANCELLED and they.canceller == id and now < self.start_at + 1:
            return self.end(bodies.CANCELLED, now, canceller=id)
        return None

    def tick(self, now):
        """What time alone brings."""
        events = []
        if not self.is_over:
            left = self.start_at - now
            count = 0 if left <= 0 else int(-(-left // 1))
            if count != self.counted and count <= 3:
                self.counted = count
                events.append({"event": "count", "count": count, "zero": round(self.start_at, 4),
                               "measured": self.is_measured})
            if now >= self.hunt_at and not self.has_hunted:
                self.has_hunted = True
                events.append({"event": "hunt", "role": "hide" if self.me.role == bodies.HIDE else "seek"})
            if now >= self.end_at + (0 if self.me.role == bodies.HIDE else 3):
                events.append(self.end(bodies.TIME_UP, now))
            there = {id for id, at in self.heard.items() if now - at < ABANDONED} | {self.own}
            if len({self.session.member(id).role for id in there if self.session.member(id)}) < 2:
                events.append(self.end(bodies.TOO_FEW, now))
        return [each for each in events if each]

    def is_left(self, now):
        """Why it is left now, or None."""
        others = self.present(now) - {self.own}
        if self.without_me and (len(self.without_me) >= 2 or self.without_me >= others):
            return "a later round without this station"
        if self.is_over:
            limit = 120 if self.session.outcome in (bodies.FOUND, bodies.TIME_UP) else 5
            if now - self.ended_at > limit:
                return "dissolved"
            if all(now - at > ABANDONED for at in self.heard.values()):
                return "nobody else is there"
        return None

    def points(self):
        """After this round: one more for the finder, or for a hider whom nobody found (README.md of the project)."""
        winner = {bodies.FOUND: self.session.finder, bodies.TIME_UP: self.session.hider.id}.get(self.session.outcome)
        return {each.id: each.points + (each.id == winner) for each in self.session.members}

    def next_hider(self, ids, deaf=()):
        """The finder, or the next identity in turn after the one that hid; whoever is deaf does not hide."""
        ids = [id for id in ids if id not in deaf]
        if self.session.outcome == bodies.FOUND and self.session.finder in ids:
            return self.session.finder
        return min([id for id in ids if id > self.session.hider.id] or ids)
