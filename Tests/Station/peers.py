"""Who is there: announcements, and the proof that their senders are present. docs/security.md, "Presence announcements".

Rations here are few: this station is meant for a laboratory, and is the attacked one only in its own tests.
"""
import wire
from chain import before, leads_to
from identity import id_of, is_signed

RETRIES = (0.15, 0.3, 0.6)
KNOWN, CANDIDATES, FROM_ONE_ADDRESS = 64, 64, 16


class Peer:
    def __init__(self, presence, address, now):
        self.id, self.presence, self.address = presence.sender, presence, address
        self.heard = self.proven = now          # anything of it; its last proof
        self.address_heard = now
        self.told = None                        # the body that was told last
        self.former = []                        # starts that are over: 4


class Candidate:
    def __init__(self, presence, address, number, now):
        self.presence, self.address, self.number, self.began = presence, address, number, now
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

    def is_genuine(self, presence):
        return (id_of(presence.key) == presence.sender and presence.anchor == anchor(presence)
                and is_signed(presence.key, presence.signature, b"hotcold card v2" + presence.signed()))

    def presence(self, data, address, now):
        presence = wire.presence(data)
        if presence.sender == self.gate.identity.id:
            if presence.start != self.gate.start:
                self.gate.report("own identity, another start")
            return
        peer = self.known.get(presence.sender)
        if peer and presence.start == peer.presence.start:
            self.follow(peer, presence, address, now)
        elif not peer or presence.start not in peer.former:
            self.strange(presence, address, len(data), now)

    def follow(self, peer, presence, address, now):
        last = peer.presence
        if presence.sequence == last.sequence:
            if presence._replace(index=0, element=b"") != last._replace(index=0, element=b""):
                raise ValueError("other content under the same number")
            if presence.index <= last.index or not leads_to(presence, last.index, last.element):
                raise ValueError("no newer repetition")
            is_new = False
        else:
            if not wire.newer(presence.sequence, last.sequence) or presence.key != last.key:
                raise ValueError("an old announcement")
            if not self.may_check(now) or not self.is_genuine(presence):
                raise ValueError("not genuine")
            is_new = True
        had = last.ephemeral
        peer.presence = presence
        self.hear(peer, address, now)
        if presence.ephemeral != had:
            self.gate.renewed(peer)
        if (is_new and presence.body != peer.told) or presence.is_urgent:
            peer.told = presence.body
            self.gate.told(peer, presence.body)

    def hear(self, peer, address, now):
        """Another address counts once the old one has been silent for 3 s, or with a proof."""
        peer.heard = now
        if address == peer.address or now - peer.address_heard > 3:
            peer.address, peer.address_heard = address, now

    def strange(self, presence, address, size, now):
        candidate = self.candidates.get(presence.sender)
        if candidate and candidate.presence.start == presence.start:
            candidate.bytes += size
            had = candidate.presence.sequence
            if presence.sequence == had or not wire.newer(presence.sequence, had):
                return
        elif candidate and now - candidate.began < 3:
            return
        else:
            crowd = [each for each in self.candidates.values() if each.address[0] == address[0]]
            if len(self.candidates) >= CANDIDATES or len(crowd) >= FROM_ONE_ADDRESS:
                return
            candidate = None
        if not self.may_check(now) or not self.is_genuine(presence):
            raise ValueError("not genuine")
        if candidate:
            candidate.presence = presence
        else:
            candidate = self.candidates[presence.sender] = Candidate(presence, address, self.gate.draw(8), now)
            candidate.bytes = size
        self.admit(candidate, now)

    def tick(self, now):
        for candidate in list(self.candidates.values()):
            if now - candidate.began > 15:
                del self.candidates[candidate.presence.sender]
            elif now >= candidate.next and candidate.answered is None and (candidate.asked + 1) * 100 <= candidate.bytes:
                challenge = wire.Challenge(
                    self.gate.identity.id, candidate.presence.sender, candidate.presence.start, candidate.number)
                self.gate.send(challenge.packed(), None if candidate.asked % 2 else candidate.address)
                candidate.next = now + RETRIES[min(candidate.asked, 2)]
                candidate.asked += 1
        for peer in list(self.known.values()):
            if now - peer.heard > max(10.0, 5 * min(peer.presence.pace / 10, 30.0)):
                self.forget(peer)

    def forget(self, peer):
        del self.known[peer.id]
        self.gate.vanished(peer)

    def response(self, data, address, now):
        response = wire.response(data)
        candidate = self.candidates.get(response.sender)
        if (response.asker != self.gate.identity.id or not candidate or candidate.number != response.number
                or candidate.presence.start != response.start):
            raise ValueError("a response to nothing")
        if not is_signed(candidate.presence.key, response.signature, b"hotcold answer v2" + response.signed()):
            raise ValueError("not genuine")
        candidate.answered, candidate.address = response.sequence, address
        self.admit(candidate, now)

    def admit(self, candidate, now):
        """Told once its announcement is as new as the response says."""
        presence = candidate.presence
        if candidate.answered is None or wire.newer(candidate.answered, presence.sequence):
            return
        del self.candidates[presence.sender]
        was = self.known.get(presence.sender)
        if not was and len(self.known) >= KNOWN:
            return
        peer = Peer(presence, candidate.address, now)
        if was:
            peer.former = (was.former + [was.presence.start])[-4:]
        self.known[presence.sender] = peer
        peer.told = presence.body
        (self.gate.restarted if was else self.gate.met)(peer)
        self.gate.told(peer, presence.body)


def anchor(presence):
    """Element 0, from the element that the announcement shows."""
    reached = presence.element
    for _ in range(presence.index):
        reached = before(reached, presence.sender, presence.start, presence.sequence)
    return reached
