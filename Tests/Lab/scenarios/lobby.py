#!/usr/bin/env python3
"""Judges what scenarios/lobby.sh left behind, three stations and two rounds: how soon they were locked, and whether
they counted down in step.

usage: lobby.py OUTDIR      (the lab's ./run calls it; promises go to OUTDIR/promises)
"""
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from evidence import Evidence

STATIONS = ("one", "two", "three")


def locked_of(evidence, station):
    """When each of the station's rounds was locked, by the lab's clock."""
    return [time for time, text in evidence.lines(f"{station}.log") if re.search(r"round \d+ locked with", text)]


def judge(evidence, number, rounds):
    """Locked is what the shell wrote down, so the limit is wide; what the protocol reaches is measured by `make
    bench-lobby`."""
    holds = [time for time, text in evidence.events if text == "hold one"]
    if any(len(each) <= number for each in rounds) or len(holds) <= number:
        return evidence.promise(False, f"round {number + 1}: all are locked", "some are not")
    locked = [each[number] for each in rounds]
    # Two do not begin without the third, so time counts from the last hand. The first second of a press makes it a hold.
    first = min(locked)
    last_hand = max(time for time, text in evidence.events
                    if text.startswith("hold ") and holds[number] <= time <= first)
    soon = max(locked) - last_hand - 1
    evidence.promise(soon <= 5, f"round {number + 1}: all are locked within 5 s of all holding", f"{soon:.2f} s")
    zeros = [evidence.zero(station, number) for station in STATIONS]
    apart = None if None in zeros else max(zeros) - min(zeros)
    text = f"round {number + 1}: the three countdowns are at zero within half a second"
    evidence.promise(apart is not None and apart <= 0.5, text, "unknown" if apart is None else f"{apart * 1000:.0f} ms")


def main(directory):
    evidence = Evidence(directory)
    rounds = [locked_of(evidence, station) for station in STATIONS]
    for number in range(2):
        judge(evidence, number, rounds)


if __name__ == "__main__":
    main(sys.argv[1])
