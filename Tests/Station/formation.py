"""From holding to a session, and to its next round: docs/lobby.md, "Group formation".

The station mixes this in. What is guessed: a leader that does not propose is passed over like one that does not lock;
who is passed over again is so for twice as long; later rounds hold hands out but do not wait for them.
"""
from dataclasses import replace

import bodies
import lots
from bodies import Member, Session
from rounds import LEAD_IN, Round

AGREE, LOCK, PROPOSE, PASSED_OVER, BELIEVED = 2.0, 3.0, 1.5, 6.0, 1.5


class Formation:
    def begin_formation(self):
        self.proposal, self.proposal_key, self.proposed_at, self.proposed_for = None, None, 0.0, None
        self.agreed, self.agreed_before = None, []          # a Session; [(agreement, first, last)]
        self.stood, self.stood_since, self.first_since = frozenset(), 0.0, None
        self.passed, self.times_passed, self.waits, self.waiting = {}, {}, {}, set()
        self.last_authenticated = frozenset()

    def pass_over(self, id, now, why):
        times = self.times_passed[id] = self.times_passed.get(id, 0) + 1
        self.passed[id] = now + PASSED_OVER * 2 ** min(times - 1, 4)
        self.report("passed over", id=id.hex(), why=why)

    def let_go(self):
        """Nothing is proposed or agreed to any more."""
        self.proposal = self.proposal_key = self.proposed_for = self.agreed = None

    def fade_keys(self, now):
        """Of what is wanted no more: not the round's, not proposed, and not agreed to in the last 12 s."""
        agreed = [agreement for agreement, _, last in self.agreed_before if now - last < 12]
        for key in self.gate.keys:
            if (key.state == "wanted" and key is not self.proposal_key and key is not (self.round and self.round.key)
                    and key.agreement not in agreed):
                self.gate.fade(key)

    def may_be_locked(self, now):
        """Whether a leader with whom this station agreed in the last second plays now: it may have locked."""
        for agreement, _, last in self.agreed_before:
            # The leader is the first member of the agreement.
            said = self.said.get(agreement[15:23], (None, 0))[0]
            if not self.round and now - last < 1 + BELIEVED and said and said.has(bodies.PLAYING):
                return True
        return False

    # Whom one could play with.

    def said_by(self, id, now):
        """Its announcement as far as a hand is concerned: the newest, while it is believed."""
        said, at = (self.round.said if self.round else self.said).get(id, (None, 0))
        return said if said and now - at < BELIEVED else None

    def holders(self, now):
        """{id: Announcement} of those that hold and could play."""
        found = {}
        for id in (self.round.present(now) if self.round else list(self.said)):
            said = self.said_by(id, now)
            if (id == self.id or not said or not said.has(bodies.HOLDING)
                    or (not self.round and said.has(bodies.PLAYING)) or not self.is_committed(id, said)):
                continue
            if lots.suits((self.id, self.own_said), (id, said)):
                found[id] = said
        return found

    def is_committed(self, id, said):
        """Whether its lot is the one that it was bound to. Who was never heard to commit itself is taken as it is."""
        bound = self.commitments.get(id)
        peer = self.gate.peers.known.get(id)
        return not bound or not peer or lots.commitment(id, peer.presence.start, said.lot) in bound

    def note_commitment(self, id, said):
        if not said.has(bodies.HOLDING):
            self.commitments[id] = (self.commitments.get(id, []) + [said.lot])[-4:]

    # Step by step.

    def formation(self, now):
        self.fade_keys(now)
        if not self.holding or (self.round and not self.round.is_over):
            self.gate.hold_out(())
            if self.proposal or self.agreed:
                self.let_go()
            self.stood, self.first_since = frozenset(), None
            return
        holders = self.holders(now)
        self.gate.hold_out(holders)
        there = set(holders) if self.round else self.gate.authenticated() & set(holders)
        if frozenset(there) != self.last_authenticated:
            for id in there - self.last_authenticated:
                self.report("authenticated", id=id.hex())
            self.last_authenticated = frozenset(there)
        there = {id for id in there if self.passed.get(id, 0) <= now}
        if there != self.stood:
            self.stood, self.stood_since = frozenset(there), now
        self.first_since = None if not there else (now if self.first_since is None else self.first_since)
        said = {id: holders[id] for id in there} | {self.id: self.own_said}
        known_lots = {id: each.lot for id, each in said.items()}
        group = next(each for each in lots.groups(known_lots, said) if self.id in each)
        is_ready = len(group) > 1 and not self.may_be_locked(now) and self.is_ready(group, said, holders, now)
        leads = is_ready and lots.leader({id: known_lots[id] for id in group}) == self.id
        if leads:
            self.lead(group, said, known_lots, now)
        elif self.proposal and now - self.proposed_at > 0.2:
            self.let_go()
        if not leads or (self.proposal and now - self.proposed_at > 1):
            self.follow(holders, there, group if is_ready and not leads else None, known_lots, now)

    def is_ready(self, group, said, holders, now):
        if self.round:
            # All members that are still heard must hold.
            return set(group) >= self.round.present(now)
        if len(group) >= min(said[id].capacity for id in group):
            return True
        others = {id: each for id, (each, at) in self.said.items()
                  if id in self.gate.peers.known and not each.has(bodies.PLAYING)}
        if set(others) <= set(group):
            return True
        presses = any(each.has(bodies.PRESSING) and id not in holders for id, each in others.items())
        return now - self.stood_since >= (3 if presses else 1) or now - self.first_since >= 5

    def lead(self, group, said, known_lots, now):
        wanted = frozenset(group)
        if self.proposed_for != wanted:
            self.let_go()
            self.proposal = self.made_proposal(group, said, {id: known_lots[id] for id in group})
            self.proposed_for, self.proposed_at = wanted, now
            each = self.proposal
            self.proposal_key = self.gate.draw_key(each.session, each.round, each.ids, each.agreement)
            self.report("proposed", session=each.session.hex(), round=each.round, members=[id.hex() for id in each.ids])
        late = [id for id in self.proposal.ids[1:] if not self.agrees(id, self.proposal, now)]
        if not late:
            self.lock(now)
        elif now - self.proposed_at > AGREE:
            for id in late:
                self.pass_over(id, now, "does not agree")

    def agrees(self, id, proposal, now):
        theirs = self.said_by(id, now)
        return (theirs and theirs.has(bodies.HOLDING) and theirs.stage == bodies.PROPOSED and theirs.session
                and theirs.session.agreement == proposal.agreement)

    def made_proposal(self, group, said, known_lots):
        order = [lots.leader(known_lots)]
        order += sorted(set(group) - set(order))
        deaf = {id for id in group if said[id].has(bodies.DEAF)}
        if self.round:
            before = self.round
            hides, points = before.next_hider(group, deaf), before.points()
            session, number = before.session.session, max(self.highest_round, before.session.round) + 1
        else:
            hides, points = lots.hider(known_lots, {id: said[id].role for id in group}, deaf), {}
            session, number = self.gate.draw(8), 1
        self.highest_round = number
        return Session(session, number, self.options.head_start, self.options.limit, tuple(
            Member(id, said[id].colour, said[id].animal, int(id == hides), points.get(id, 0)) for id in order))

    def lock(self, now):
        self.enter(Round(self.id, self.proposal, self.proposal_key, now, now + LEAD_IN), "leads")

    def proposals(self, holders, now):
        for id, said in holders.items():
            each = said.session
            if (each and said.stage == bodies.PROPOSED and each.ids[0] == id and each.member(self.id)
                    and each.outcome == bodies.NONE):
                yield id, each

    def waited(self, what, now):
        """For how long that has been so without a break; asked at each tick."""
        self.waiting.add(what)
        return now - self.waits.setdefault(what, now)

    def follow(self, holders, there, expected, known_lots, now):
        """Agrees with whoever leads a proposal that holds with what the announcements say."""
        agreed, self.waiting = None, set()
        for id, each in self.proposals(holders, now):
            if not set(each.ids) <= there | {self.id} or self.passed.get(id, 0) > now:
                continue
            if lots.leader({member: known_lots[member] for member in each.ids}) != id:
                continue
            if self.round and (each.session != self.round.session.session
                               or each.round <= self.round.session.round):
                continue
            key = self.key_for(each)
            stood = self.waited((id, each.agreement), now)
            late = [member for member in each.ids[1:] if member != self.id and not self.agrees(member, each, now)]
            if stood > AGREE and late:
                # All who see the announcements come to the leader's opinion, at about the same time: ranks depend
                # on the set, so opinions that differ make leaders that differ.
                for member in late:
                    self.pass_over(member, now, "does not agree")
            elif (stood > LOCK and not late) or self.waited((id, "anything"), now) > 2 * LOCK:
                self.pass_over(id, now, "does not lock")
            elif key and (id in key.givers):
                agreed = each
                self.highest_round = max(self.highest_round, each.round)
                break
        if expected and not agreed:
            first = lots.leader({id: known_lots[id] for id in expected})
            if (not any(id == first for id, _ in self.proposals(holders, now))
                    and self.waited((first, "proposal"), now) > PROPOSE):
                self.pass_over(first, now, "does not propose")
        self.waits = {what: since for what, since in self.waits.items() if what in self.waiting}
        if agreed and (not self.agreed or agreed.agreement != self.agreed.agreement):
            if self.proposal:
                self.let_go()
            self.gate.want_key(self.key_for(agreed))
            self.agreed_before = [each for each in self.agreed_before if each[0] != agreed.agreement][-3:]
            self.agreed_before.append([agreed.agreement, now, now])
            self.report("agreed", session=agreed.session.hex(), round=agreed.round, leader=agreed.ids[0].hex())
        elif agreed:
            self.agreed_before[-1][2] = now
        self.agreed = agreed

    def key_for(self, session):
        return next((key for key in self.gate.keys if key.session == session.session and key.round == session.round
                     and key.agreement == session.agreement
                     and key.members == tuple(sorted(session.ids))), None)

    def hear_lock(self, key, sender, said, now):
        """A lock that this station may follow: one that it agreed to in the last 12 s, from its leader; or, within two
        minutes of its start, any of a round that it may have been in."""
        each = said.session
        if (not each or said.stage != bodies.LOCKED or not each.member(self.id) or each.session in self.left_sessions
                or (each.session, each.round) != (key.session, key.round) or key.agreement != each.agreement):
            return
        if self.round and (each.session != self.round.session.session or each.round <= self.round.session.round
                           or not self.round.is_over or not set(each.ids) <= set(self.round.session.ids)):
            return
        first = next((first for agreement, first, last in self.agreed_before
                      if agreement == each.agreement and now - last < 12), None)
        if first is None and not self.round and now - self.began > 120:
            return
        if first is not None and sender != each.ids[0]:
            return
        if first is None and each.outcome != bodies.NONE:
            return
        if first is None and each.start is None:
            return
        at = now + (LEAD_IN if each.start is None else each.start / 1000)
        if first is not None:
            at = max(first + LEAD_IN, min(at, now + LEAD_IN))
        self.gate.want_key(key)
        # Whatever else it says of the round is heard like everything in it.
        plain = replace(each, start=each.start or 0, outcome=bodies.NONE, finder=b"", took=0, canceller=b"")
        self.enter(Round(self.id, plain, key, now, at, first), "follows" if first is not None else "is back")
        self.round.hear(sender, said, now, False)
