"""A line: hands and items between two stations. docs/security.md, "Reliable unicast"."""
import wire

BACKOFF = (0.1, 0.2, 0.4, 0.8, 1.6)


class Item:
    def __init__(self, kind, body, now):
        self.kind, self.body, self.began, self.number = kind, body, now, 0
        self.tries, self.next = 0, now


class Line:
    """Belongs to one start of each of the two. Pure: it makes and takes frames, and knows no key."""

    def __init__(self, draw):
        self.draw = draw
        self.wants, self.serial = False, 0      # the vectors show 0 before the first hand
        self.they_want, self.their_serial, self.they_heard = False, 0, 0
        self.stream, self.their_stream = draw.number(), 0
        self.number, self.acknowledged = 0, 0   # of ours: given out; of theirs: all up to it were heard
        self.was_acknowledged = 0
        self.items, self.early = [], {}
        self.asks = 0                           # frames that ask: how many are left of six
        self.next_ask, self.owes = 0.0, False
        self.newest = 0

    @property
    def is_joined(self):
        return self.wants and self.they_want and self.they_heard == self.serial

    def want(self, wants, now):
        if wants != self.wants:
            self.wants, self.serial = wants, self.serial + 1 & 0xFFFFFFFF if self.serial else self.draw.number()
            self.asks, self.next_ask = 0, now

    def put(self, kind, body, now):
        if len(self.items) < 16:
            item = Item(kind, body, now)
            self.number += 1
            item.number = self.number
            self.items.append(item)

    def renew(self):
        """A new stream with what was not acknowledged."""
        self.stream, self.number, self.was_acknowledged = self.draw.number(), 0, 0
        for item in self.items:
            self.number += 1
            item.number, item.next = self.number, 0.0

    def frames(self, now):
        """[(frame, to everybody)] to send now."""
        sent = []
        for item in self.items:
            if item.kind != wire.NOTHING and now - item.began > 10:
                item.kind, item.body = wire.NOTHING, b""
            if now < item.next:
                continue
            quick = item.kind == wire.KEY and item.tries < 3
            item.next = now + (0.1 if quick else BACKOFF[min(item.tries, 4)])
            sent.append((self.frame(wire.ASK, item), item.tries % 2 == 0 and item.tries > 0))
            item.tries += 1
        if self.items and all(item.kind == wire.NOTHING for item in self.items):
            self.items = []
            self.renew()
        is_unsettled = (self.wants and not self.is_joined) or (not self.wants and self.they_heard != self.serial
                                                               and self.asks < 12)
        if is_unsettled and now >= self.next_ask:
            self.next_ask = now + (0.1 if self.asks < 6 else BACKOFF[min(self.asks - 6, 4)])
            sent.append((self.frame(wire.ASK), self.asks % 2 == 0 and self.asks > 0))
            self.asks += 1
        if self.owes and not sent:
            sent.append((self.frame(0), False))
        self.owes = False
        return sent

    def frame(self, flags, item=None):
        flags |= wire.WANT if self.wants else 0
        head = (self.serial, self.their_serial, self.stream, self.their_stream, self.acknowledged)
        if item:
            return wire.Frame(flags | wire.ITEM, *head, item.number, item.kind, item.body)
        return wire.Frame(flags, *head)

    def take(self, frame, counter):
        """[(kind, body)] that this frame delivers, in order."""
        self.owes = self.owes or bool(frame.flags & wire.ASK)
        if counter > self.newest:
            self.newest = counter
            # The newest frame says the newest state: its serial, random at first, is compared with nothing.
            self.they_want, self.their_serial = bool(frame.flags & wire.WANT), frame.serial
            self.they_heard = frame.their_serial
            if frame.stream != self.their_stream:
                # Taken whatever it says of ours: a counter is never used twice, so it is not an old one.
                self.their_stream, self.acknowledged, self.early = frame.stream, 0, {}
                self.owes = True
            if frame.their_stream == self.stream:
                self.was_acknowledged = max(self.was_acknowledged, frame.acknowledged)
                self.items = [item for item in self.items if item.number > frame.acknowledged]
            elif frame.their_stream == 0 and self.was_acknowledged:
                self.renew()
        if not frame.flags & wire.ITEM or frame.stream != self.their_stream:
            return []
        if frame.number > self.acknowledged and len(self.early) < 16:
            self.early[frame.number] = (frame.kind, frame.body)
        delivered = []
        while self.acknowledged + 1 in self.early:
            self.acknowledged += 1
            delivered.append(self.early.pop(self.acknowledged))
        return delivered
