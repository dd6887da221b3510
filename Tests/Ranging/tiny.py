#!/usr/bin/env python3
"""The smallest whole use of the walks and the figures: a filter, its walks, its figures.

A smoothed level that has risen by more than a decibel in two seconds is called closer; nothing else is
called.
"""
import numpy as np

from figures import CLOSING, OPENING, UNKNOWN, Calls, Tally
from walks import corpus


def filtered(link):
    level, levels = link.rssi[0], []
    for gap, heard in zip(np.diff(link.t, prepend=link.t[0]), link.rssi):
        level += (1 - np.exp(-gap / 1.5)) * (heard - level)
        levels.append(level)
    change = np.array(levels) - np.interp(link.t - 2, link.t, levels)
    trend = np.where(change > 1, CLOSING, np.where(change < -1, OPENING, UNKNOWN))
    return Calls(closing=1 / (1 + np.exp(-change)), trend=trend)


if __name__ == "__main__":
    tally = Tally()
    for link in corpus(scenarios=["turns", "hunt"], rates=[10], seeds=5):
        tally.add(link, filtered(link))
    for name, figure in tally.figures().items():
        print(f"{name:15} {figure}")
