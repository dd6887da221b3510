"""The gatekeeper: everything between datagrams and messages (docs/security.md). Time is told to it, and what it sends
goes through a function, so that a room can be played without a network (simulated.py)."""
import random

import pairs
import wire
from presence import OwnPresence
from identity import Draw
from keys import SessionKey
from peers import Peers
from unicast import Line


class Gate:
    """What becomes of the messages is the listener's: met, restarted, vanished (peer), told (peer, body), words
    (id, body), given (id, key), sealed (key, id, body)."""

    def __init__(self, identity, send, listener, crew=None, seed=None, start=None, pair_version=wire.VERSION):
        self.identity, self.send_out, self.listener, self.crew = identity, send, listener, crew
        self.draw = Draw(seed)
        self.start = start or self.draw.number()
        self.ephemeral = pairs.Ephemeral(self.draw())
        self.own, self.peers = OwnPresence(identity, self.start, self.draw), Peers(self)
        self.dice = random.Random(self.draw())
        self.counter, self.now = 0, 0.0
        self.lines, self.pairs = {}, {}         # id → Line; id → [(Pair, good until)], the newest first
        self.windows, self.keys, self.erased = {}, [], []
        self.hands = set()
        self.refused, self.others = {}, set()
        self.responses, self.answered = [], {}
        self.public_at = -1.0

    # What goes out.

    def send(self, data, address):
        self.send_out(data, address)

    def report(self, what):
        self.refused[what] = self.refused.get(what, 0) + 1

    def next_counter(self):
        self.counter += 1
        return self.counter

    def say(self, body, urgent):
        pace = max(10, min(300, 10 * (len(self.peers.known) + 1) // 64))
        self.own.say(body, urgent, self.ephemeral.public, pace, self.now)

    def hold_out(self, hands):
        """Hands towards these and nobody else."""
        self.hands = set(hands)
        for id in self.hands | set(self.lines):
            if id in self.lines or id in self.peers.known:
                self.line(id).want(id in self.hands, self.now)

    def authenticated(self):
        return {id for id, line in self.lines.items() if line.is_joined and id in self.peers.known}

    def unicast(self, id, body, kind=wire.WORDS):
        if id in self.peers.known:
            self.line(id).put(kind, body, self.now)

    def give(self, key, id, is_fresh):
        """The key to one member; it believes us from the next number on."""
        gift = wire.Gift(key.session, key.round, int(is_fresh), self.counter + 1, key.drawn, key.members,
                         key.agreement)
        self.unicast(id, gift.packed(), wire.KEY)

    def draw_key(self, session, round, members, agreement):
        key = SessionKey(session, round, self.draw(), members, agreement)
        self.keys.append(key)
        self.want_key(key)
        for id in key.members:
            if id != self.identity.id:
                self.give(key, id, True)
        return key

    def want_key(self, key):
        key.state, key.until = "wanted", float("inf")

    def fade(self, key, seconds=10.0):
        if key.state == "wanted":
            key.state, key.until = "fading", self.now + seconds

    def seal(self, key, body, only=None, counter=None, sender=None, start=None):
        """To each member whose address is known; to everybody if one is unknown or silent, at most every 300 ms."""
        marks = {id: self.current(id).mark_send for id in key.members if self.current(id)}
        sender, start = sender or self.identity.id, self.start if start is None else start
        data = key.seal(sender, start, self.next_counter() if counter is None else counter, body, marks)
        is_missed = False
        for id in key.members:
            if id == self.identity.id or (only and id not in only):
                continue
            peer = self.peers.known.get(id)
            if peer:
                self.send(data, peer.address)
            is_missed = is_missed or not peer or self.now - key.__dict__.setdefault("heard", {}).get(id, -9) > 1
        if is_missed and self.now - self.public_at >= 0.3:
            self.public_at = self.now
            self.send(data, None)

    # Pairs.

    def end(self, ephemeral=None):
        return pairs.End(self.identity.id, self.identity.key, (ephemeral or self.ephemeral).public, self.start)

    def agree(self, peer):
        """New pair keys; those before open and verify for 30 s more."""
        presence = peer.presence
        pair = pairs.pair(self.ephemeral.private, self.end(),
                          pairs.End(presence.sender, presence.key, presence.ephemeral, presence.start), self.crew)
        former = [(each, min(until, self.now + 30)) for each, until in self.pairs.get(peer.id, []) if until > self.now]
        self.pairs[peer.id] = ([(pair, float("inf"))] if pair else []) + former[:3]

    def current(self, id):
        if id not in self.pairs:
            if id not in self.peers.known:
                return None
            self.agree(self.peers.known[id])
        found = self.pairs[id]
        return found[0][0] if found and found[0][1] == float("inf") else None

    def renew_ephemeral(self):
        """When a session is left, and when a station is forgotten with which a key was shared."""
        self.ephemeral = pairs.Ephemeral(self.draw())
        for id in list(self.pairs):
            if id in self.peers.known:
                self.agree(self.peers.known[id])
        if self.own.body is not None:
            self.say(self.own.body, self.own.urgent)

    def line(self, id):
        if id not in self.lines:
            self.lines[id] = Line(self.draw)
        return self.lines[id]

    # What Peers tells.

    def met(self, peer):
        self.listener.met(peer)

    def told(self, peer, body):
        self.listener.told(peer, body)

    def renewed(self, peer):
        if peer.id in self.pairs:
            self.agree(peer)

    def restarted(self, peer):
        self.lines.pop(peer.id, None)
        self.pairs.pop(peer.id, None)
        self.windows.pop(peer.id, None)
        self.listener.restarted(peer)

    def vanished(self, peer):
        self.lines.pop(peer.id, None)
        self.windows.pop(peer.id, None)
        if self.pairs.pop(peer.id, None):
            self.renew_ephemeral()
        self.listener.vanished(peer)

    # What comes in.

    def receive(self, data, address, now):
        self.now = now
        try:
            version, kind, sender = wire.kind_of(data)
            if version != wire.VERSION:
                if sender not in self.others and len(self.others) < 16:
                    self.others.add(sender)
                    self.listener.other_version(sender, version)
                return
            if kind == wire.PRESENCE:
                self.peers.presence(data, address, now)
            elif kind == wire.CHALLENGE:
                self.challenged(wire.challenge(data), address)
            elif kind == wire.RESPONSE:
                self.peers.response(data, address, now)
            elif kind == wire.UNICAST and sender != self.identity.id:
                self.receive_unicast(sender, data, address)
            elif kind == wire.SEALED and sender != self.identity.id:
                self.was_sealed(sender, data, address)
        except ValueError as error:
            self.report(str(error))

    def challenged(self, challenge, address):
        if challenge.asked != self.identity.id or challenge.start != self.start or not self.own.presence:
            return
        self.responses = [each for each in self.responses if self.now - each[0] < 1]
        if len(self.responses) >= 32 or sum(each[1] == address[0] for each in self.responses) >= 4:
            raise ValueError("asked too often")
        self.responses.append((self.now, address[0]))
        response = wire.Response(self.identity.id, challenge.sender, self.start, self.own.presence.sequence,
                                 challenge.number)
        response = response._replace(signature=self.identity.sign(b"hotcold answer v2" + response.signed()))
        is_second = self.answered.get(challenge.sender) == challenge.number
        if len(self.answered) > 64:
            self.answered.clear()
        self.answered[challenge.sender] = challenge.number
        self.send(response.packed(), None if is_second else address)

    def receive_unicast(self, sender, data, address):
        to, start, tag, counter, head, sealed = wire.unicast(data)
        if to != self.identity.id:
            return
        peer = self.peers.known.get(sender)
        if not peer or peer.presence.start != start:
            raise ValueError("a unicast message from nobody known")
        self.current(sender)
        for pair, until in self.pairs[sender]:
            if pair.tag == tag and until > self.now:
                break
        else:
            raise ValueError("a unicast message with another tag")
        window = self.windows.setdefault(sender, pairs.Window())
        if not window.is_new(counter):
            raise ValueError("number heard before, or too far ahead")
        text = pairs.opened(pair.receive, counter, sealed, head)
        if text is None:
            raise ValueError("does not open")
        window.note(counter)
        self.peers.hear(peer, address, self.now)
        for kind, body in self.line(sender).take(wire.frame(text), counter):
            if kind == wire.WORDS:
                self.listener.words(sender, body)
            elif kind == wire.KEY:
                self.was_given(sender, wire.gift(body))
            elif kind == wire.TAKEN and len(body) >= 16:
                for key in self.keys:
                    if key.mark == body[:8]:
                        key.floors[sender, start] = int.from_bytes(body[8:16], "big")
        self.flush(sender)

    def was_given(self, sender, gift):
        own = self.identity.id
        if own not in gift.members or sender not in gift.members:
            raise ValueError("a key for others")
        made = SessionKey(gift.session, gift.round, gift.drawn, gift.members, gift.agreement)
        if made.mark in self.erased:
            return
        key = next((each for each in self.keys if each.subject == made.subject), None)
        if key and key.drawn != made.drawn:
            raise ValueError("another secret for the same subject")
        if not key:
            # Two offers of each station: the oldest goes.
            offers = [each for each in self.keys if each.state == "offered" and sender in each.givers]
            if len(offers) >= 2:
                self.erase(offers[0])
            key = made
            key.until = self.now + 10
            self.keys.append(key)
        key.givers.add(sender)
        if not gift.flags & 1:
            key.floors[sender, self.peers.known[sender].presence.start] = gift.counter
        self.unicast(sender, key.mark + (self.counter + 1).to_bytes(8, "big"), wire.TAKEN)
        self.listener.given(sender, key)

    def erase(self, key):
        self.keys.remove(key)
        self.erased = (self.erased + [key.mark])[-32:]

    def was_sealed(self, sender, data, address):
        start, tag, _ = wire.sealed(data)
        peer = self.peers.known.get(sender)
        if not peer or peer.presence.start != start:
            raise ValueError("sealed by nobody known")
        self.current(sender)
        marks = [pair.mark_receive for pair, until in self.pairs[sender] if until > self.now]
        for key in self.keys:
            if key.tag == tag:
                break
        else:
            raise ValueError("sealed with an unknown key")
        if key.state == "offered" and sender not in key.givers:
            raise ValueError("sealed with a key that its sender did not give")
        body = key.opened(data, self.identity.id, marks)
        key.__dict__.setdefault("heard", {})[sender] = self.now
        self.peers.hear(peer, address, self.now)
        self.listener.sealed(key, sender, body)

    def flush(self, id):
        line, pair, peer = self.lines.get(id), self.current(id), self.peers.known.get(id)
        if not line or not pair or not peer:
            return
        for frame, to_all in line.frames(self.now):
            counter = self.next_counter()
            head = wire.unicast_head(self.identity.id, id, self.start, pair.tag, counter)
            data = head + pairs.seal(pair.send, counter, frame.packed(), head)
            self.send(data, None if to_all else peer.address)

    def tick(self, now):
        self.now = now
        self.peers.tick(now)
        for key in [each for each in self.keys if now >= each.until]:
            self.erase(key)
        data = self.own.due(now, self.dice)
        if data:
            self.send(data, None)
        for id in list(self.lines):
            self.flush(id)
