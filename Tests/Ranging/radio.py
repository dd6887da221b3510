"""What a radio hears of a beacon in a building, as the literature has it. docs/ranging.md says where
each number is from.

    level = measured power + error of it − 10 n log10(distance) − wall − body + shadow + fading + noise

None of this is the model that an estimate is made with: what the waves do here is made of waves.
"""
from dataclasses import dataclass, replace

import numpy as np

MEASURED_POWER = -59.0
# The three channels that advertisements are sent on: 37, 38 and 39.
WAVE_NUMBERS = 2 * np.pi * np.array([2.402e9, 2.426e9, 2.480e9]) / 299_792_458.0
SENSITIVITY = -95.0
NOISE = 1.0
ECHOES = 24
RIPPLES = 64


@dataclass
class Room:
    """A building, a pair of devices and a pair of hands, drawn at random: what stays the same during one
    walk."""

    exponent: float  # of the path loss; 2 is free space, corridors guide, furniture and people take
    errors: dict  # of the level at one metre, dB, for each ear
    shadow_spread: float  # dB
    shadow_waves: np.ndarray  # RIPPLES × 2, 1/m
    shadow_phases: np.ndarray
    directness: float  # the direct wave's power over that of all echoes at one metre, dB
    echo_directions: np.ndarray  # ECHOES × 2
    echo_delays: np.ndarray  # m: how much longer than the direct way
    echo_powers: np.ndarray  # of all 1
    echo_drifts: np.ndarray  # ECHOES × (how far each wobbles, rad; how often, 1/s; its phase)
    body: float  # dB that a body takes when it stands between
    losses: float  # share of advertisements that are not heard, whatever their level
    height: float = 0.0  # m between the floors that the two ends are on

    @classmethod
    def drawn(cls, random, body=None):
        """A room. `body` is what the body takes in dB; drawn too if there is none."""
        both = random.normal(0, 4.0)
        # Exponential correlation over two metres: a plane's exponential has the spectrum of a Cauchy
        # distribution.
        length = random.uniform(1.5, 2.5)
        waves = random.normal(size=(RIPPLES, 2)) / np.abs(random.normal(size=(RIPPLES, 1))) / length
        angles = random.uniform(0, 2 * np.pi, ECHOES)
        delays = random.exponential(10.0, ECHOES)
        powers = np.exp(-delays / 10.0) * random.exponential(1.0, ECHOES)
        drifts = np.stack([
            random.uniform(0.1, 1.0) * random.exponential(1.0, ECHOES),
            random.uniform(0.005, 0.03, ECHOES),
            random.uniform(0, 2 * np.pi, ECHOES)], axis=1)
        if body is None:
            body = 0.0 if random.random() < 0.25 else random.uniform(3, 10)
        return cls(
            exponent=random.uniform(1.7, 2.6),
            errors={ear: both + random.normal(0, 3.0) for ear in ("own", "other")},
            shadow_spread=random.uniform(3.0, 4.0),
            shadow_waves=waves,
            shadow_phases=random.uniform(0, 2 * np.pi, RIPPLES),
            directness=random.uniform(-3, 7),
            echo_directions=np.stack([np.cos(angles), np.sin(angles)], axis=1),
            echo_delays=delays,
            echo_powers=powers / powers.sum(),
            echo_drifts=drifts,
            body=body,
            losses=random.uniform(0.1, 0.4))

    def in_building(self, name, random):
        """The same in another kind of building, or carried in another way."""
        return replace(self, **BUILDINGS[name](random.uniform))

    def shadow(self, places):
        """What furniture and corners take or add at these places, dB: the same whichever end listens."""
        waves = np.cos(places @ self.shadow_waves.T + self.shadow_phases)
        return self.shadow_spread * np.sqrt(2 / RIPPLES) * waves.sum(axis=1)

    def body_loss(self, places, heading):
        """What the body takes, dB: nothing with the beacon ahead, all with it behind, and smoothly
        between."""
        ahead = -(places[:, 0] * np.cos(heading) + places[:, 1] * np.sin(heading)) / np.hypot(*places.T)
        return self.body * ((1 - ahead) / 2) ** 1.5

    def fading(self, time, places, channels, hidden):
        """What the direct wave and its echoes come to, dB: of mean power 1, a function of place and
        channel that only drifts slowly where nothing moves. `hidden` is what stands in the way of the
        direct wave alone, dB."""
        number = WAVE_NUMBERS[channels]
        direct_way = np.hypot(*places.T)
        directness = 10 ** ((self.directness - 6 * np.log10(np.maximum(direct_way, 1)) - hidden) / 10)
        far, often, phase = self.echo_drifts.T
        drift = far * np.sin(2 * np.pi * time[:, None] * often + phase)
        ways = self.echo_delays + places @ self.echo_directions.T
        echoes = np.sqrt(self.echo_powers) * np.exp(1j * (number[:, None] * ways + drift))
        field = np.sqrt(directness) * np.exp(1j * number * direct_way) + echoes.sum(axis=1)
        return 20 * np.log10(np.abs(field) / np.sqrt(directness + 1) + 1e-6)

    def level(self, ear, time, track, random):
        """(level in dBm, distance in m) of advertisements at these times, before the receiver rounds it."""
        distance, places, heading = track.at(time)
        way = np.maximum(np.hypot(np.hypot(*places.T), self.height), 0.2)
        body = self.body_loss(places, heading)
        wall = track.wall.shadow(places) if track.wall else 0.0
        channels = random.integers(0, 3, len(time))
        level = MEASURED_POWER + self.errors[ear] - 10 * self.exponent * np.log10(way) - body - wall
        level += self.shadow(places) + self.fading(time, places, channels, body + wall)
        return level + random.normal(0, NOISE, len(time)), np.hypot(distance, self.height)

    def heard(self, ear, rate, track, random):
        """(times, levels in whole dBm, distances) of what this ear hears when it hears `rate` a second
        in the mean.

        An advertiser sends at its interval and up to 10 ms later (Bluetooth Core 5.4, Vol 6, Part B,
        4.4.2.2.1); some are lost to others' packets, all of some moments to a busy radio, and those
        below the sensitivity."""
        interval = max((1 - self.losses) / rate - 0.005, 0.02)
        steps = interval + random.uniform(0, 0.01, int(track.time[-1] / interval) + 1)
        time = np.cumsum(steps) - steps[0] * random.random()
        time = time[(time < track.time[-1]) & (random.random(len(time)) >= self.losses)]
        moments = np.cumsum(random.exponential(25.0, int(track.time[-1] / 25) + 20))
        lengths = random.uniform(0.3, 2.0, len(moments))
        before = np.searchsorted(moments, time) - 1
        time = time[(before < 0) | (time > moments[before] + lengths[before])]
        level, distance = self.level(ear, time, track, random)
        loud = level >= SENSITIVITY
        return time[loud], np.round(level[loud]), distance[loud]


# What is drawn anew elsewhere, by `random.uniform`: whole radio models, for a fit to be tried where it has not been.
BUILDINGS = {
    # Walls guide the wave.
    "corridor": lambda draw: {"exponent": draw(1.4, 1.9), "shadow_spread": draw(1.5, 2.5), "directness": draw(0, 8)},
    # Furniture and walls everywhere, and hardly a direct wave.
    "cluttered flat": lambda draw: {
        "exponent": draw(2.2, 3.2), "shadow_spread": draw(4, 6), "directness": draw(-8, 0), "body": draw(3, 10)},
    # Little stands about, and the beacon is carried high.
    "open hall": lambda draw: {
        "exponent": draw(1.7, 2.2), "shadow_spread": draw(1, 2), "directness": draw(-2, 5), "body": draw(0, 4)},
    # One end is upstairs: what the floor takes is the same everywhere.
    "two floors": lambda draw: {"height": 3.0, "exponent": draw(2.2, 3.0), "directness": draw(-8, -2)},
    # Held before the chest.
    "body": lambda draw: {"body": draw(8, 14), "directness": draw(-6, 3)},
}
