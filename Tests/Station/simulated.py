"""A room without sockets and without waiting: stations, a network that loses and delays, and a clock that is told."""
import heapq
import random

import station


class Room:
    def __init__(self, seed=1, loss=0.0, delay=(0.001, 0.01), step=0.02):
        self.dice, self.loss, self.delay, self.step = random.Random(seed), loss, delay, step
        self.now, self.queue, self.count = 1000.0, [], 0
        self.stations, self.skew, self.events = {}, {}, []
        self.traffic = []

    def add(self, name, options, made=station.Station, skew=0.0, **more):
        address = (f"10.11.0.{len(self.stations) + 1}", 50000 + len(self.stations))
        options.draws = options.draws or self.dice.randbytes(32)
        options.identity = options.identity or self.dice.randbytes(32)
        events = []
        each = made(options, lambda data, to, own=address: self.send(own, data, to), events.append,
                    self.now + skew, **more)
        each.events, each.address = events, address
        self.stations[name], self.skew[name] = each, skew
        return each

    def send(self, origin, data, to):
        self.traffic.append((self.now, origin, data))
        for name, each in self.stations.items():
            if each.address != origin and to in (None, each.address) and self.dice.random() >= self.loss:
                self.count += 1
                heapq.heappush(self.queue, (self.now + self.dice.uniform(*self.delay), self.count, name, origin, data))

    def run(self, seconds, until=None):
        """Until it is over, or `until()` is true: whether it was."""
        end = self.now + seconds
        while self.now < end:
            self.now += self.step
            while self.queue and self.queue[0][0] <= self.now:
                at, _, name, origin, data = heapq.heappop(self.queue)
                if name in self.stations:
                    self.stations[name].receive(data, origin, at + self.skew[name])
            for name, each in list(self.stations.items()):
                each.tick(self.now + self.skew[name])
            if until and until():
                return True
        return not until

    def remove(self, name):
        return self.stations.pop(name)


def heard(station, event, **what):
    """The events of that name with these values."""
    return [each for each in station.events if each["event"] == event
            and all(each.get(key) == value for key, value in what.items())]
