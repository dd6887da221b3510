"""What a ranging estimate is worth, in figures. docs/ranging.md defines them for people; so do the
comments here.

    tally = Tally()
    tally.add(link, Calls(closing=p), cues=[(12.4, "hot")])
    tally.figures()["forced"]

Calls are made at the link's own sightings (link.one_ear().t), each with nothing heard later. What is
true at an instant is a matter of the last three seconds: that is about what a person remembers of having
moved.
"""
from dataclasses import dataclass

import numpy as np

CLOSING, OPENING, STEADY, UNKNOWN = 1, -1, 0, 2
TRENDS = {"closing": CLOSING, "opening": OPENING, "steady": STEADY, "unknown": UNKNOWN}

MEMORY = 3.0  # s, over which a change counts
WALKED = 1.0  # m in that time: somebody walked
MOVED = 0.3  # m in that time: somebody did not stand
NEAR = 5.0  # m
SETTLED = 1.0  # s that a call has to stay right for the lag to end at its first moment
SINCE_TURN = ((0, 1), (1, 2), (2, 3), (3, 4), (4, 6), (6, 8))  # s
# Where the normal distribution reaches one tenth, two tenths and so on; the 80 % between the outermost
# is `inside`.
DECILES = np.array([-1.2816, -0.8416, -0.5244, -0.2533, 0, 0.2533, 0.5244, 0.8416, 1.2816])


class Calls:
    """What was said at each sighting: `closing` (probability that the distance shrinks; 0.5 or nan where
    nothing is said), `trend` (CLOSING, OPENING, STEADY, UNKNOWN; from `closing` if left out) and the 80
    % interval `low` to `high` with the `distance` in it (m, nan where nothing is said). A filter that
    ranks but knows no probability gives `score` instead of `closing`: positive is closer."""

    def __init__(self, closing=None, trend=None, low=None, high=None, distance=None, score=None):
        self.has_probability = closing is not None
        given = np.asarray(closing, float) - 0.5 if self.has_probability else np.asarray(score, float)
        self.score = np.nan_to_num(given)
        nothing = np.full(len(self.score), np.nan)
        self.trend = np.sign(self.score).astype(int) if trend is None else np.asarray(trend, int)
        self.low, self.high = (nothing if edge is None else np.asarray(edge, float) for edge in (low, high))
        self.distance = np.sqrt(self.low * self.high) if distance is None else np.asarray(distance, float)


@dataclass
class Reversal:
    """The distance stopped growing and shrank, or the other way round, by at least a metre each."""

    extreme: float  # s, when it was furthest or nearest
    departure: float  # s, when it was last within a hand's breadth of that: somebody may have paused there
    direction: int  # CLOSING or OPENING from here on
    end: float  # s, the next one's extreme, or the end of the walk


def reversals(t, d, least=WALKED, breadth=0.1):
    """Every reversal of at least `least` metres on both sides."""
    spans = np.maximum.accumulate(d) - np.minimum.accumulate(d)
    start = int(np.argmax(spans >= least))
    if spans[start] < least:
        return []
    heading = 1 if d[start] == d[: start + 1].max() else -1
    found, extreme = [], start
    for now in range(start + 1, len(d)):
        beyond = heading * (d[now] - d[extreme])
        if beyond > 0:
            extreme = now
        elif beyond <= -least:
            last = extreme + np.flatnonzero(np.abs(d[extreme:now] - d[extreme]) <= breadth)[-1]
            ratio = (breadth - abs(d[last] - d[extreme])) / max(abs(d[last + 1] - d[last]), 1e-9)
            departure = t[last] + min(ratio, 1.0) * (t[last + 1] - t[last])
            found.append(Reversal(t[extreme], departure, CLOSING if heading > 0 else OPENING, t[-1]))
            heading, extreme = -heading, now
    for this, following in zip(found, found[1:]):
        this.end = following.extreme
    return found


class Truth:
    """How the distance of one link really went, seen from its sightings."""

    def __init__(self, link):
        own = link.one_ear()
        self.t, self.d = own.t, own.distance
        self.course_t, self.course_d = link.course if link.course is not None else (own.t, own.distance)
        self.change = self.moved(self.t)
        seen = self.t - MEMORY >= self.course_t[0]
        self.walked = seen & (np.abs(self.change) >= WALKED)
        self.moving = seen & (np.abs(self.change) >= MOVED)
        self.still = seen & (np.abs(self.change) < MOVED)
        self.reversals = reversals(self.course_t, self.course_d)
        self.standing = seen & (self.span(self.t) < MOVED)
        self.wobbles = [each.extreme for each in reversals(self.course_t, self.course_d, MOVED, 0.0)]
        # Time is shared out among sightings: each stands for what passed since the one before, 2 s at
        # the most.
        self.lasted = np.minimum(np.diff(self.t, prepend=self.t[0]), 2.0)

    def moved(self, at, during=MEMORY):
        """How much the distance grew in the seconds before; negative where it shrank."""
        at = np.asarray(at, float)
        return self.where(at) - self.where(at - during)

    def where(self, at):
        return np.interp(at, self.course_t, self.course_d)

    def span(self, at, during=MEMORY):
        """How far apart the nearest and the furthest moment of the seconds before were. It tells
        standing from turning round, where the distance is what it was three seconds ago as well."""
        moments = np.atleast_1d(at)[:, None] - np.linspace(0, during, 16)
        places = self.where(moments)
        return places.max(axis=1) - places.min(axis=1)

    def bears_out(self, at, direction):
        """Whether the walker did move that way: over three seconds or, having just set out, over the
        last one."""
        signed = -direction * np.array([self.moved(at), self.moved(at, 1.0)])
        return bool(signed[0] >= MOVED or signed[1] >= MOVED / 3)


class Tally:
    """Counts over any number of links. Two tallies of different links add up."""

    def __init__(self):
        self.columns = {}

    def put(self, name, values):
        self.columns.setdefault(name, []).append(np.atleast_1d(np.asarray(values, float)))

    def column(self, name):
        return np.concatenate(self.columns.get(name, [np.empty(0)]))

    def __add__(self, other):
        both = Tally()
        for name in self.columns.keys() | other.columns.keys():
            both.columns[name] = self.columns.get(name, []) + other.columns.get(name, [])
        return both

    def add(self, link, calls, cues=None):
        """Counts what was called on this link. Cues are (time in s, word), None for a filter that has
        none; words but hot and cold are passed over."""
        truth = Truth(link)
        self.put("minutes", (truth.t[-1] - truth.t[0]) / 60)
        self.put("moving minutes", truth.lasted[truth.moving].sum() / 60)
        self.put("still minutes", truth.lasted[truth.still].sum() / 60)
        self.put("standing minutes", truth.lasted[truth.standing].sum() / 60)
        self.add_directions(truth, calls)
        self.add_lags(truth, calls)
        self.add_changes(truth, calls)
        self.add_distances(truth, calls)
        if cues is not None:
            self.add_words(truth, sorted((at, word) for at, word in cues if word in ("hot", "cold")))

    def add_directions(self, truth, calls):
        shrinking = truth.change < 0
        hit = np.where(calls.score == 0, 0.5, (calls.score > 0) == shrinking)
        called = np.abs(calls.trend) == 1
        judged = truth.walked
        self.put("forced", hit[judged])
        self.put("near", hit[judged & (truth.d <= NEAR)])
        self.put("score", calls.score[judged])
        self.put("shrinking", shrinking[judged])
        self.put("called", called[judged])
        self.put("right", ((calls.trend == CLOSING) == shrinking)[judged & called])
        for reversal in truth.reversals:
            since = truth.t - reversal.extreme
            for low, high in SINCE_TURN:
                then = (since > low) & (since <= high) & (truth.t <= reversal.end)
                right = calls.score[then] * reversal.direction
                self.put(f"after {low}-{high}", (np.sign(right) + 1) / 2)
        if calls.has_probability:
            self.put("probability", calls.score[truth.moving] + 0.5)
            self.put("outcome", shrinking[truth.moving])

    def add_lags(self, truth, calls):
        for reversal in truth.reversals:
            self.put("lag", self.lag(truth.t, calls.score * reversal.direction > 0, reversal))

    @staticmethod
    def lag(t, right, reversal):
        """Seconds from the departure until the call is right and has stayed so for a second; inf if it
        never was."""
        first = np.searchsorted(t, reversal.departure, "right") - 1
        last = np.searchsorted(t, reversal.end, "right")
        for index in range(max(first, 0), last):
            begin = max(t[index], reversal.departure)
            until = np.searchsorted(t, begin + SETTLED, "right")
            if right[index : min(max(until, index + 1), last)].all():
                return begin - reversal.departure
        return np.inf

    def add_changes(self, truth, calls):
        spoken = np.flatnonzero(np.abs(calls.trend) == 1)
        turned = spoken[1:][np.diff(calls.trend[spoken]) != 0]
        self.put("flips", sum(not truth.bears_out(truth.t[at], calls.trend[at]) for at in turned))
        # While standing, every trend that is not a repetition counts; "steady" between two of them ends
        # the repetition.
        known = np.flatnonzero(calls.trend != UNKNOWN)
        before = np.concatenate([[STEADY], calls.trend[known][:-1]])
        fresh = known[(np.abs(calls.trend[known]) == 1) & (calls.trend[known] != before)]
        self.put("still changes", np.count_nonzero(truth.still[fresh[fresh > 0]]))

    def add_words(self, truth, cues):
        self.put("words", 0)
        self.put("standing words", 0)
        self.put("contradictions", 0)
        for at, word in cues:
            change = truth.moved(at)
            if abs(change) >= MOVED:
                self.put("words", 1)
                self.put("word right", (change < 0) == (word == "hot"))
            self.put("word borne out", truth.bears_out(at, CLOSING if word == "hot" else OPENING))
            if at - MEMORY >= truth.course_t[0] and truth.span(at)[0] < MOVED:
                self.put("standing words", 1)
        for reversal in truth.reversals:
            if reversal.direction == CLOSING:
                hots = [at for at, word in cues if word == "hot" and reversal.departure <= at <= reversal.end]
                self.put("hot lag", hots[0] - reversal.departure if hots else np.inf)
        for (earlier, one), (later, another) in zip(cues, cues[1:]):
            turned = any(earlier - MEMORY <= wobble <= later for wobble in truth.wobbles)
            if one != another and later - earlier <= MEMORY and not turned:
                self.put("contradictions", 1)

    def add_distances(self, truth, calls):
        told = np.isfinite(calls.low) & np.isfinite(calls.high) & (calls.low > 0)
        low, high, d = np.log2(calls.low[told]), np.log2(calls.high[told]), np.log2(truth.d[told])
        self.put("inside", (low <= d) & (d <= high))
        self.put("width", high - low)
        middle, sigma = (low + high) / 2, np.maximum((high - low) / 2 / DECILES[-1], 1e-9)
        self.put("decile", np.searchsorted(DECILES, (d - middle) / sigma))
        told = calls.distance > 0
        self.put("error", np.abs(np.log2(calls.distance[told] / truth.d[told])))

    def figures(self):
        """All of it as numbers; None where there was nothing to judge, infinity for a lag that did not
        end."""
        def mean(name):
            values = self.column(name)
            return float(values.mean()) if len(values) else None

        def quantile(name, share):
            values = np.sort(self.column(name))
            return float(values[min(int(share * len(values)), len(values) - 1)]) if len(values) else None

        def rate(name, during):
            time = self.column(during).sum()
            return float(self.column(name).sum() / time) if name in self.columns and time > 0.05 else None

        probability, outcome = self.column("probability"), self.column("outcome")
        sure = np.clip(np.where(outcome == 1, probability, 1 - probability), 1e-3, 1)
        return {
            "instants": len(self.column("forced")),
            "forced": mean("forced"),
            "auc": area(self.column("score"), self.column("shrinking") == 1),
            "near": mean("near"),
            "coverage": mean("called"),
            "right": mean("right"),
            "after": [mean(f"after {low}-{high}") for low, high in SINCE_TURN],
            "lag": [quantile("lag", 0.5), quantile("lag", 0.9)],
            "hot_lag": [quantile("hot lag", 0.5), quantile("hot lag", 0.9)],
            "flips": rate("flips", "minutes"),
            "still_changes": rate("still changes", "still minutes"),
            "standing_words": rate("standing words", "standing minutes"),
            "cues_right": mean("word right"),
            "cues_borne_out": mean("word borne out"),
            "cues": rate("words", "minutes"),
            "cues_moving": rate("words", "moving minutes"),
            "contradictions": rate("contradictions", "minutes"),
            "brier": float(np.mean((1 - sure) ** 2)) if len(sure) else None,
            "log_score": float(-np.mean(np.log2(sure))) if len(sure) else None,
            "inside": mean("inside"),
            "width": quantile("width", 0.5),
            "error": quantile("error", 0.5),
        }

    def reliability(self):
        """For each tenth of `closing`: (how many instants, mean of what was said, share that came true)."""
        said, outcome = self.column("probability"), self.column("outcome")
        tenth = np.minimum((said * 10).astype(int), 9)
        for index in range(10):
            there = tenth == index
            if there.any():
                yield int(there.sum()), float(said[there].mean()), float(outcome[there].mean())

    def deciles(self):
        """Shares of truths in each tenth of the interval's own distribution, taken to be normal in the
        logarithm of the distance: 0.1 each if it is right, much in the outer ones if it is too sure."""
        counts = np.bincount(self.column("decile").astype(int), minlength=10)
        return (counts / max(counts.sum(), 1)).tolist()


def area(score, positive):
    """Area under the ROC curve: how often a shrinking distance is scored above a growing one; ties count
    half."""
    ups, downs = np.sort(score[positive]), np.sort(score[~positive])
    if not len(ups) or not len(downs):
        return None
    below = np.searchsorted(downs, ups, "left") + np.searchsorted(downs, ups, "right")
    return float(below.sum() / (2 * len(ups) * len(downs)))
