"""Its own announcement, signed at a change and repeated by its chain: docs/security.md, "Presence announcements"."""
import wire
from chain import chain


class OwnPresence:
    def __init__(self, identity, start, draw):
        self.identity, self.start, self.draw = identity, start, draw
        self.body, self.urgent, self.ephemeral, self.pace = None, False, None, 10
        self.presence, self.chain, self.last = None, [], 0
        self.signed_at = self.sent_at = self.changed_at = -100.0
        self.is_due = False

    def say(self, body, urgent, ephemeral, pace, now):
        """What the announcement has to say from now on."""
        if (body, ephemeral, urgent) != (self.body, self.ephemeral, self.urgent):
            self.body, self.urgent, self.ephemeral, self.pace = body, urgent, ephemeral, pace
            self.changed_at, self.is_due = now, True

    def sign(self, now):
        """A new announcement with the next sequence number. The link: where the former chain goes on."""
        sequence, link_index, link = 1, 0, bytes(16)
        if self.presence:
            sequence, link_index = self.presence.sequence + 1 & 0xFFFFFFFF, self.last + 1
            link = self.chain[link_index]
        self.chain = chain(self.draw(16), self.identity.id, self.start, sequence)
        presence = wire.Presence(
            self.identity.id, self.identity.key, self.start, sequence, self.chain[0], self.ephemeral, int(self.urgent),
            self.pace, link_index, link, self.body)
        self.presence = presence._replace(signature=self.identity.sign(b"hotcold card v2" + presence.signed()))
        self.last, self.signed_at, self.is_due = -1, now, False

    def due(self, now, dice):
        """The datagram to send now, or None."""
        if self.body is None:
            return None
        if self.is_due and now - self.signed_at >= 0.05:
            self.sign(now)
        else:
            is_quick = self.urgent or now - self.changed_at < 1.5
            # Half the 100 ms of the loop's coarseness is forgiven.
            every = 0.095 if is_quick else self.pace / 10 * (0.9 + 0.2 * dice.random())
            if not self.presence or now - self.sent_at < every:
                return None
            if self.last + 1 >= wire.CHAIN:
                self.sign(now)
        self.last += 1
        self.sent_at = now
        return self.presence._replace(index=self.last, element=self.chain[self.last]).packed()
