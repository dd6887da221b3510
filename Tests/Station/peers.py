"""Who is there: cards of others, and the proof that their senders are present. docs/security.md, "Presence announcements".

Rations here are few: this station is meant for a laboratory, and is the attacked one only in its own tests.
"""
import wire
from chain import before, leads_to
from identity import id_of, is_signed

RETRIES = (0.15, 0.3, 0.6)
KNOWN, CANDIDATES, FROM_ONE_ADDRESS = 64, 64, 16


class Peer:
    def __init__(self, card, address, now):
        self.id, self.card, self.address = card.sender, card, address
        self.heard = self.proven = now          # anything of it; its last proof
        self.address_heard = now
        self.told = None                        # the body that was told last
        self.former = []                        # starts that are over: 4


class Candidate:
    def __init__(self, card, address, number, now):
        self.card, self.address, self.number, self.began = card, address, number, now
        self.asked, self.next, self.answered, self.bytes = 0, now, None, 0


class Peers:
    """`told(peer, body, is_new)`, `met(peer)`, `restarted(peer)`, `vanished(peer)`: what the gate hears."""

    def __init__(self, gate):
        self.gate = gate
        self.known, self.candidates, self.bucket, self.bucket_at = {}, {}, 128.0, None

    def may_check(self, now):
        """Strange signatures: 100 a second in all, 128 at once."""
        if self.bucket_at is not None:
            self.bucket = min(128.0, self.bucket + 100 * (now - self.bucket_at))
        self.bucket_at = now
        if self.bucket < 1:
            return False
        self.bucket -= 1
        return True

    def is_genuine(self, card):
        return (id_of(card.key) == card.sender and card.anchor == anchor(card)
                and is_signed(card.key, card.signature, b"hotcold card v2" + card.signed()))

    def card(self, data, address, now):
        card = wire.card(data)
        if card.sender == self.gate.identity.id:
            if card.start != self.gate.start:
                self.gate.report("own identity, another start")
            return
        peer = self.known.get(card.sender)
        if peer and card.start == peer.card.start:
            self.follow(peer, card, address, now)
        elif not peer or card.start not in peer.former:
            self.strange(card, address, len(data), now)

    def follow(self, peer, card, address, now):
        last = peer.card
        if card.sequence == last.sequence:
            if card._replace(index=0, element=b"") != last._replace(index=0, element=b""):
                raise ValueError("other content under the same number")
            if card.index <= last.index or not leads_to(card, last.index, last.element):
                raise ValueError("no newer repetition")
            is_new = False
        else:
            if not wire.newer(card.sequence, last.sequence) or card.key != last.key:
                raise ValueError("an old card")
            if not self.may_check(now) or not self.is_genuine(card):
                raise ValueError("not genuine")
            is_new = True
        had = last.ephemeral
        peer.card = card
        self.hear(peer, address, now)
        if card.ephemeral != had:
            self.gate.renewed(peer)
        if (is_new and card.body != peer.told) or card.is_urgent:
            peer.told = card.body
            self.gate.told(peer, card.body)

    def hear(self, peer, address, now):
        """Another address counts once the old one has been silent for 3 s, or with a proof."""
        peer.heard = now
        if address == peer.address or now - peer.address_heard > 3:
            peer.address, peer.address_heard = address, now

    def strange(self, card, address, size, now):
        candidate = self.candidates.get(card.sender)
        if candidate and candidate.card.start == card.start:
            candidate.bytes += size
            if card.sequence == candidate.card.sequence or not wire.newer(card.sequence, candidate.card.sequence):
                return
        elif candidate and now - candidate.began < 3:
            return
        else:
            crowd = [each for each in self.candidates.values() if each.address[0] == address[0]]
            if len(self.candidates) >= CANDIDATES or len(crowd) >= FROM_ONE_ADDRESS:
                return
            candidate = None
        if not self.may_check(now) or not self.is_genuine(card):
            raise ValueError("not genuine")
        if candidate:
            candidate.card = card
        else:
            candidate = self.candidates[card.sender] = Candidate(card, address, self.gate.draw(8), now)
            candidate.bytes = size
        self.admit(candidate, now)

    def tick(self, now):
        for candidate in list(self.candidates.values()):
            if now - candidate.began > 15:
                del self.candidates[candidate.card.sender]
            elif now >= candidate.next and candidate.answered is None and (candidate.asked + 1) * 100 <= candidate.bytes:
                probe = wire.Probe(self.gate.identity.id, candidate.card.sender, candidate.card.start, candidate.number)
                self.gate.send(probe.packed(), None if candidate.asked % 2 else candidate.address)
                candidate.next = now + RETRIES[min(candidate.asked, 2)]
                candidate.asked += 1
        for peer in list(self.known.values()):
            if now - peer.heard > max(10.0, 5 * min(peer.card.pace / 10, 30.0)):
                self.forget(peer)

    def forget(self, peer):
        del self.known[peer.id]
        self.gate.vanished(peer)

    def answer(self, data, address, now):
        answer = wire.answer(data)
        candidate = self.candidates.get(answer.sender)
        if (answer.asker != self.gate.identity.id or not candidate or candidate.number != answer.number
                or candidate.card.start != answer.start):
            raise ValueError("an answer to nothing")
        if not is_signed(candidate.card.key, answer.signature, b"hotcold answer v2" + answer.signed()):
            raise ValueError("not genuine")
        candidate.answered, candidate.address = answer.sequence, address
        self.admit(candidate, now)

    def admit(self, candidate, now):
        """Told once its card is as new as the answer says."""
        card = candidate.card
        if candidate.answered is None or wire.newer(candidate.answered, card.sequence):
            return
        del self.candidates[card.sender]
        was = self.known.get(card.sender)
        if not was and len(self.known) >= KNOWN:
            return
        peer = Peer(card, candidate.address, now)
        if was:
            peer.former = (was.former + [was.card.start])[-4:]
        self.known[card.sender] = peer
        peer.told = card.body
        (self.gate.restarted if was else self.gate.met)(peer)
        self.gate.told(peer, card.body)


def anchor(card):
    """Element 0, from the element that the card shows."""
    reached = card.element
    for _ in range(card.index):
        reached = before(reached, card.sender, card.start, card.sequence)
    return reached
