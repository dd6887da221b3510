"""How somebody walks: tracks on a floor whose beacon stands at the origin, for each of the scenarios.

A track is where the walker's body is and where it faces, every 20 ms; the truth that estimates are held
against is the body's distance from the beacon. What carries the radio is in the walker's hands, a
forearm in front of the body: turning on the spot therefore moves the antenna through half a dozen
wavelengths although the distance stays.

Nothing in a scenario is a constant that a filter could be fitted to: speeds, pauses and places are drawn
for each seed. The same seed walks the same way at every rate of sightings.
"""
import numpy as np

STEP = 0.02
# A forearm and a hand.
REACH = 0.30
# What people do indoors without thinking of it: they gather speed in about half a second, and turn round
# in less than a second.
ACCELERATION = 2.0
TURNING = 4.5


class Track:
    """Where a walker was: arrays over time of the body's place, the antenna's place (both metres, n × 2)
    and the heading (radians)."""

    def __init__(self, body, heading, random, wall=None):
        self.time = STEP * np.arange(len(body))
        self.body, self.heading, self.wall = body, heading, wall
        facing = np.stack([np.cos(heading), np.sin(heading)], axis=1)
        self.antenna = body + REACH * facing + fidget(self.time, random)
        self.distance = np.hypot(*body.T)

    def at(self, time):
        """(body's distance, antenna's place, heading) at the given times."""
        place = np.stack([np.interp(time, self.time, column) for column in self.antenna.T], axis=1)
        return np.interp(time, self.time, self.distance), place, np.interp(time, self.time, self.heading)


def fidget(time, random):
    """What hands do on their own (metres, n × 2): they sway by a centimetre or two, slower than once a
    second, and now and then, every eight seconds or so, come to rest a few centimetres elsewhere."""
    sway = np.zeros((len(time), 2))
    for axis in (0, 1):
        for frequency in random.uniform(0.1, 0.7, 4):
            sway[:, axis] += 0.007 * np.sin(2 * np.pi * (frequency * time + random.random()))
        shifts = np.cumsum(random.exponential(8.0, int(time[-1] / 8) + 12))
        places = random.normal(0, 0.04, len(shifts) + 1)
        for shift, (old, new) in zip(shifts, zip(places, places[1:])):
            sway[:, axis] += (new - old) * smooth((time - shift) / 0.6)
    return sway


def smooth(x):
    """From 0 to 1 while x does, without a corner."""
    x = np.clip(x, 0, 1)
    return x * x * (3 - 2 * x)


class Walker:
    """Writes a track leg by leg. `speed` is that of a leg which names none."""

    def __init__(self, random, x, y, speed):
        self.random, self.speed = random, speed
        self.legs, self.headings = [np.array([[x, y]], float)], [np.array([np.arctan2(-y, -x)])]

    @property
    def place(self):
        return self.legs[-1][-1]

    @property
    def elapsed(self):
        return STEP * sum(map(len, self.headings))

    def stand(self, seconds):
        self.stay(np.full(max(1, round(seconds / STEP)), self.headings[-1][-1]))

    def turn(self, angle, seconds=None):
        """Turns on the spot, in as long as that takes or in so many seconds."""
        seconds = abs(angle) / TURNING if seconds is None else seconds
        steps = max(1, round(seconds / STEP))
        self.stay(self.headings[-1][-1] + angle * smooth(np.arange(1, steps + 1) / steps))

    def stay(self, headings):
        self.legs.append(np.repeat(self.place[None], len(headings), axis=0))
        self.headings.append(headings)

    def walk(self, x, y, speed=None):
        """Faces the place, then goes there in a straight line: gathers speed, keeps it, slows down."""
        speed, start = speed or self.speed, self.place
        way = np.array([x, y], float) - start
        length = np.hypot(*way)
        if length < 0.01:
            return
        bearing = np.arctan2(way[1], way[0])
        self.turn((bearing - self.headings[-1][-1] + np.pi) % (2 * np.pi) - np.pi)
        top = min(speed, np.sqrt(length * ACCELERATION))
        ramp = top / ACCELERATION
        total = length / top + ramp
        clock = np.minimum(STEP * np.arange(1, int(np.ceil(total / STEP)) + 1), total)
        rest = total - clock
        gone = np.where(
            clock < ramp,
            ACCELERATION * clock**2 / 2,
            np.where(rest < ramp, length - ACCELERATION * rest**2 / 2, top * (clock - ramp / 2)))
        self.legs.append(start + way * (gone / length)[:, None])
        self.headings.append(np.full(len(clock), bearing))

    def to(self, distance, speed=None):
        """Walks straight at the beacon, or straight away from it, until it is so far."""
        x, y = self.place * (distance / np.hypot(*self.place))
        self.walk(x, y, speed)

    def track(self, wall=None):
        return Track(np.concatenate(self.legs), np.concatenate(self.headings), self.random, wall)


class Wall:
    """A straight wall from one place to another, and what it takes from a wave, in dB. The shadow's edge
    is as soft as the first Fresnel zone is wide: at 2.4 GHz, a few metres on either side, some 0.4 m."""

    def __init__(self, start, end, loss):
        self.start, self.end, self.loss = np.array(start, float), np.array(end, float), loss

    def shadow(self, places):
        """What it takes on the straight way from the beacon to the places (n × 2), in dB."""
        along = self.end - self.start
        # Where the way crosses the wall's line, from 0 at its start to 1 at its end, and how far along
        # the way.
        across = places[:, 0] * along[1] - places[:, 1] * along[0]
        across = np.where(np.abs(across) < 1e-9, 1e-9, across)
        share = (self.start[0] * along[1] - self.start[1] * along[0]) / across
        crossing = places * share[:, None]
        position = ((crossing - self.start) @ along) / (along @ along)
        inside = np.minimum(position, 1 - position) * np.hypot(*along)
        between = (share > 0) & (share < 1)
        return np.where(between, self.loss / (1 + np.exp(np.clip(-inside / 0.1, -50, 50))), 0.0)


def pace(random):
    """A speed that people walk at indoors, in m/s: a child's dawdling to a grown-up's stride."""
    return random.uniform(0.7, 1.4)


def around(random, distance):
    """A place at that distance, in any direction."""
    angle = random.uniform(0, 2 * np.pi)
    return distance * np.cos(angle), distance * np.sin(angle)


def straight(random):
    """From 12 m to 1 m and back, twice, with a breath at either end."""
    walker = Walker(random, *around(random, 12.0), pace(random))
    walker.stand(3)
    for distance in (1, 12, 1, 12):
        walker.to(distance)
        walker.stand(random.uniform(2, 4))
    return walker.track()


def stops(random):
    """Nearer and away again with stops of twenty seconds: walking must be told from standing at once."""
    walker = Walker(random, *around(random, random.uniform(9, 11)), pace(random))
    walker.stand(5)
    for distance in (6, 3, 1.2, 4, 8):
        walker.to(distance * random.uniform(0.85, 1.15))
        walker.stand(20)
    return walker.track()


def standing(random):
    """Two minutes in one place, 1, 3 or 8 m away, with nothing but fidgeting hands."""
    walker = Walker(random, *around(random, random.choice([1.0, 3.0, 8.0])), pace(random))
    walker.stand(120)
    return walker.track()


def turns(random):
    """To and fro between 2 and 10 m, turning sharply at places drawn at random."""
    distance = random.uniform(2, 10)
    walker = Walker(random, *around(random, distance), pace(random))
    while walker.elapsed < 90:
        target = random.uniform(2, 10)
        if abs(target - distance) < 1.5:
            continue
        walker.to(target, pace(random))
        distance = target
    return walker.track()


def near_turns(random):
    """To and fro between 1 and 4 m, where words can be quick, turning sharply at either end."""
    walker = Walker(random, *around(random, random.uniform(3.2, 4)), pace(random))
    while walker.elapsed < 90:
        walker.to(random.uniform(1, 1.6), pace(random))
        walker.to(random.uniform(3.2, 4), pace(random))
    return walker.track()


def edge(random):
    """Not quite half a metre to and fro about 4 m, where a zone may end: no swing of it is a metre's walk."""
    walker = Walker(random, *around(random, 4.0), random.uniform(0.3, 0.8))
    walker.stand(2)
    while walker.elapsed < 90:
        walker.to(random.uniform(3.53, 3.63))
        walker.to(random.uniform(4.37, 4.47))
        if random.random() < 0.2:
            walker.stand(random.uniform(1, 5))
    return walker.track()


def wall(random):
    """Past the end of a wall of 8 dB, into its shadow and out again."""
    far, end = random.uniform(4, 7), random.uniform(-0.7, 0.7)
    walker = Walker(random, far, -random.uniform(4, 6), pace(random))
    walker.stand(3)
    for _ in range(2):
        walker.walk(far, random.uniform(4, 6))
        walker.walk(far + random.uniform(-1, 1), random.uniform(1, 2))
        walker.walk(far, -random.uniform(4, 6))
        walker.stand(random.uniform(1, 4))
    return walker.track(Wall((2.2, end), (2.2, 9.0), 8.0))


def turning(random):
    """On one spot, all the way round in eight seconds, one way and the other."""
    walker = Walker(random, *around(random, random.uniform(2, 6)), pace(random))
    for sign in (1, -1, 1, -1):
        walker.stand(random.uniform(4, 8))
        walker.turn(sign * 2 * np.pi, 8.0)
    walker.stand(5)
    return walker.track()


def stroll(random):
    """Slowly about a hall of 20 by 17 m with the beacon anywhere in it, as people walk who record such walks."""
    middle = random.uniform(-1, 1, 2) * [8.0, 6.5]

    def somewhere():
        return middle + random.uniform(-1, 1, 2) * [10.0, 8.5]

    walker = Walker(random, *somewhere(), 0.3)
    while walker.elapsed < 180:
        walker.walk(*somewhere(), random.uniform(0.2, 0.6))
    return walker.track()


def tangential(random):
    """Past the beacon, 2 m beside it, and back."""
    aside = 2.0 * random.choice([-1, 1])
    walker = Walker(random, aside, -random.uniform(7, 9), pace(random))
    walker.stand(3)
    for sign in (1, -1, 1):
        walker.walk(aside, sign * random.uniform(7, 9))
        walker.stand(random.uniform(0, 3))
    return walker.track()


def hunt(random):
    """As a child hunts: a few steps, a stop, a look around, a run, the wrong way and the right one, past
    one wall."""
    def somewhere():
        return random.uniform(-9, 9), random.uniform(-6, 6)

    walker = Walker(random, *around(random, random.uniform(7, 10)), pace(random))
    walker.stand(random.uniform(1, 3))
    while walker.elapsed < 160:
        walker.walk(*somewhere(), random.uniform(0.5, 1.6))
        mood = random.random()
        if mood < 0.3:
            walker.stand(random.uniform(2, 12))
        elif mood < 0.5:
            walker.turn(random.choice([-1, 1]) * random.uniform(np.pi / 2, 2 * np.pi), random.uniform(1.5, 6))
    walker.to(0.8)
    walker.stand(5)
    x, y = around(random, random.uniform(2, 4))
    angle = np.arctan2(y, x) + np.pi / 2
    half = random.uniform(1.5, 3) * np.array([np.cos(angle), np.sin(angle)])
    return walker.track(Wall((x, y) - half, (x, y) + half, random.uniform(3, 8)))


SCENARIOS = {scenario.__name__: scenario for scenario in (
    straight, stops, standing, turns, near_turns, edge, wall, turning, stroll, tangential, hunt)}
