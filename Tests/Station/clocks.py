"""One clock for all: docs/lobby.md. Stamps are in milliseconds and wrap; times here are seconds of this station."""
import collections

PIECE, PIECES = 5.0, 6


def signed(difference):
    return (difference + (1 << 31) & 0xFFFFFFFF) - (1 << 31)


class Smallest:
    """The smallest of 30 s, in six pieces of 5 s."""

    def __init__(self):
        self.pieces = collections.deque(maxlen=PIECES)

    def put(self, value, now):
        piece = int(now / PIECE)
        if self.pieces and self.pieces[-1][0] == piece:
            self.pieces[-1] = (piece, min(value, self.pieces[-1][1]))
        else:
            self.pieces.append((piece, value))

    def get(self, now):
        values = [value for piece, value in self.pieces if piece > int(now / PIECE) - PIECES]
        return min(values) if values else None


class Clocks:
    def __init__(self, own):
        self.own = own
        self.there, self.back, self.newest = {}, {}, {}

    @staticmethod
    def stamp(now):
        return int(now * 1000) & 0xFFFFFFFF

    def heard(self, id, clock, now):
        """A message of `id` with a clock stamp came now. Only what is newer than the newest counts for echoes."""
        stamp = self.stamp(now)
        if id not in self.newest or signed(clock.stamp - self.newest[id][0]) > 0:
            self.newest[id] = (clock.stamp, now)
        # Our clock less its clock, and the way here; and the other way round.
        self.there.setdefault(id, Smallest()).put(signed(stamp - clock.stamp), now)
        for whose, ours, here in clock.echoes:
            if whose == self.own and here < 65535:
                self.back.setdefault(id, Smallest()).put(signed(clock.stamp - here - ours), now)

    def offset(self, id, now):
        """Our clock less its clock, in ms; None while it is not measured."""
        there, back = self.there.get(id), self.back.get(id)
        there, back = there and there.get(now), back and back.get(now)
        return None if there is None or back is None else (there - back) / 2

    def echoes(self, ids, now):
        return tuple((id, self.newest[id][0], int((now - self.newest[id][1]) * 1000))
                     for id in ids if id in self.newest and now - self.newest[id][1] < 65)[:7]

    def moment(self, id, clock, ahead, now):
        """(when "in `ahead` ms" is, by our clock, whether that was measured)"""
        offset = self.offset(id, now)
        if offset is None:
            return now + ahead / 1000, False
        late = signed(self.stamp(now) - clock.stamp) - offset
        return now + (ahead - late) / 1000, True
