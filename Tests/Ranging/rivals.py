"""The filters that the field uses, written from their descriptions, so that one table holds them beside ours.

Each takes a batch of links and gives the filtered level (dB) or the trend (dB/s) at every sighting. Time
runs along the columns and the recursive ones step through it for all links at once. None of them knows a
probability, so that all of them call a direction always: the sign of the trend, or of what the filtered
level did in the last three seconds.
"""
import numpy as np

from figures import MEMORY, Calls

LOUDEST, LEVELS = 20, 148  # the dBm a controller may report: 20 to -127


class Batch:
    """Links of different lengths as rows of one matrix; the last sighting fills what is left of its row."""

    def __init__(self, links):
        self.lengths = [len(link.t) for link in links]
        widest = max(self.lengths)
        self.t = np.stack([np.pad(link.t, (0, widest - len(link.t)), "edge") for link in links])
        self.level = np.stack([np.pad(link.rssi, (0, widest - len(link.t)), "edge") for link in links])
        self.gaps = np.diff(self.t, axis=1, prepend=self.t[:, :1])

    def first_since(self, seconds, inclusive):
        """For every sighting the column of the first one that came less than so many seconds before it."""
        side = "left" if inclusive else "right"
        return np.stack([np.searchsorted(row, row - seconds, side) for row in self.t])


def raw(batch):
    return batch.level


def blog_kalman(batch, process=0.01, measurement=3.0):
    """The Kalman filter of one state that tutorials for RSSI copy from one another: no time in it."""
    variance, estimate, out = measurement, batch.level[:, 0], np.empty_like(batch.level)
    for column, heard in enumerate(batch.level.T):
        variance += process
        gain = variance / (variance + measurement)
        estimate = estimate + gain * (heard - estimate)
        variance *= 1 - gain
        out[:, column] = estimate
    return out


def arma(batch, speed=0.1):
    """AltBeacon's second filter: a tenth of the way to each new level."""
    estimate, out = batch.level[:, 0], np.empty_like(batch.level)
    for column, heard in enumerate(batch.level.T):
        estimate = estimate + speed * (heard - estimate)
        out[:, column] = estimate
    return out


def counts_of(row, first):
    """How often each level was heard within each sighting's window (sightings × LEVELS), and the levels.

    Levels are whole decibels, so that a window is a histogram, and a histogram is a difference of two
    running ones."""
    kind = np.clip(LOUDEST - np.round(row).astype(int), 0, LEVELS - 1)
    used = np.unique(kind)
    ones = np.zeros((len(row) + 1, len(used)))
    ones[np.arange(1, len(row) + 1), np.searchsorted(used, kind)] = 1
    running = ones.cumsum(axis=0)
    return running[1:] - running[first], LOUDEST - used


def trimmed_mean(batch, seconds=20.0, share=0.1):
    """AltBeacon's default: the mean of twenty seconds without the strongest and the weakest tenth."""
    out = np.empty_like(batch.level)
    for index, first in enumerate(batch.first_since(seconds, inclusive=False)):
        counts, levels = counts_of(batch.level[index], first)
        total = counts.sum(axis=1, keepdims=True)
        cut = np.floor(total * share)
        kept = np.clip(counts.cumsum(axis=1), cut, total - cut)
        out[index] = np.diff(kept, axis=1, prepend=cut) @ levels / (total - 2 * cut)[:, 0]
    return out


def fenced_mean(batch, seconds=15.0):
    """As ESPresense does: the mean of fifteen seconds of what lies within Tukey's fences, one and a half
    spreads of the middle half beyond it."""
    out = np.empty_like(batch.level)
    for index, first in enumerate(batch.first_since(seconds, inclusive=True)):
        counts, levels = counts_of(batch.level[index], first)
        running = counts.cumsum(axis=1)
        total = running[:, -1:]
        upper, lower = (levels[np.argmax(running >= share * total, axis=1)] for share in (0.25, 0.75))
        reach = 1.5 * (upper - lower)
        kept = counts * ((levels >= (lower - reach)[:, None]) & (levels <= (upper + reach)[:, None]))
        out[index] = kept @ levels / kept.sum(axis=1)
    return out


def slope(batch, seconds=8.0):
    """The least-squares line through eight seconds: its slope, from running sums; from three sightings on."""
    t = batch.t - batch.t[:, :1]
    level = batch.level - batch.level[:, :1]
    first = batch.first_since(seconds, inclusive=True)

    def windowed(values):
        running = np.pad(values.cumsum(axis=1), ((0, 0), (1, 0)))
        return running[:, 1:] - np.take_along_axis(running, first, axis=1)

    count = np.arange(1, t.shape[1] + 1) - first
    covariance = windowed(t * level) - windowed(t) * windowed(level) / count
    variance = windowed(t * t) - windowed(t) ** 2 / count
    return np.where((count >= 3) & (variance > 1e-6), covariance / np.maximum(variance, 1e-6), 0.0)


def steady_course(acceleration, noise=36.0, speeds=2.25):
    """A Kalman filter of level and trend, with a trend that wanders by so many dB/s² (white noise)."""
    def trend(batch):
        out, level = np.empty_like(batch.level), batch.level[:, 0].copy()
        rate, spread = np.zeros(len(level)), np.full(len(level), noise)
        shared, drift = np.zeros(len(level)), np.full(len(level), speeds)
        wander = acceleration**2
        for column, (heard, gap) in enumerate(zip(batch.level.T, batch.gaps.T)):
            level += gap * rate
            spread += gap * (2 * shared + gap * drift) + wander * gap**3 / 3
            shared += gap * drift + wander * gap**2 / 2
            drift += wander * gap
            surprise, certainty = heard - level, spread + noise
            level += spread / certainty * surprise
            rate += shared / certainty * surprise
            drift -= shared**2 / certainty
            shared *= noise / certainty
            spread *= noise / certainty
            out[:, column] = rate
        return out
    return trend


LEVEL_FILTERS = {
    "raw difference over 3 s": raw,
    "trimmed mean 20 s (AltBeacon)": trimmed_mean,
    "ARMA 0.1 (AltBeacon)": arma,
    "fenced mean 15 s (ESPresense)": fenced_mean,
    "1-D Kalman (the blogs)": blog_kalman,
}
TREND_FILTERS = {
    "least-squares slope 8 s": slope,
    "2-state Kalman, 0.5 dB/s²": steady_course(0.5),
    "2-state Kalman, 1 dB/s²": steady_course(1.0),
}


def calls(links, measured_power=-59.0):
    """What each of the filters calls on each of the links, as their own ends hear them: {filter: [Calls,
    …]}. A level is a distance by free space's exponent of 2."""
    links = [link.one_ear() for link in links]
    batch = Batch(links)
    earlier = batch.first_since(MEMORY, inclusive=False) - 1
    made = {}
    for name, level_of in LEVEL_FILTERS.items():
        level = level_of(batch)
        change = level - np.take_along_axis(level, np.maximum(earlier, 0), axis=1)
        change[earlier < 0] = 0
        distance = 10 ** ((measured_power - level) / 20)
        made[name] = [
            Calls(score=change[index, :length], distance=distance[index, :length])
            for index, length in enumerate(batch.lengths)]
    for name, trend_of in TREND_FILTERS.items():
        trend = trend_of(batch)
        made[name] = [Calls(score=trend[index, :length]) for index, length in enumerate(batch.lengths)]
    return made
