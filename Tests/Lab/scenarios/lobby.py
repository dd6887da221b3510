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


def own_clock(evidence, station, number=0):
    """(time, text) of one of the station's runs by its own stamps, laid on the lab's clock by the quickest line.

    The shell that stamps the lines with the lab's clock is late by up to a third of a second when others want the one
    processor; the station stamped them itself before. A caption is stamped when it is decided, and may be written after
    a line that is a little younger; only a new run starts from nothing.
    """
    runs = [[]]
    for time, text in evidence.lines(f"{station}.log"):
        match = re.match(r"(\d+\.\d+) (.*)", text)
        if not match:
            continue
        if runs[-1] and float(match[1]) < runs[-1][-1][1] - 1:
            runs.append([])
        runs[-1].append((time, float(match[1]), match[2]))
    run = runs[number] if number < len(runs) else []
    if not run:
        return []
    offset = min(time - own for time, own, _ in run)
    return [(own + offset, text) for _, own, text in run]


def rounds_of(evidence, station, run=0):
    """For each round: when the station was locked, and the times at which it said 3, 2 and 1 first, after its role."""
    rounds = []
    for time, text in own_clock(evidence, station, run):
        caption = re.match(r'caption: "(.*)"', text)
        if re.search(r"round \d+ locked with", text):
            rounds.append({"locked": time})
        elif rounds and caption and caption[1] in ("3", "2", "1"):
            rounds[-1].setdefault(caption[1], time)
    return rounds


def zero(words):
    """When the countdown was at zero, as the word in the middle has it: one that was held up does not count, and one
    that came too late to be said is missing."""
    ends = sorted(words[number] + int(number) for number in ("3", "2", "1") if number in words)
    return ends[len(ends) // 2] if len(ends) >= 2 else None


def judge(evidence, number, rounds):
    """The limits are wide: three stations, a network and its radio share one processor here, and each system call is a
    hundred times as dear as elsewhere. What the protocol reaches is measured by `make bench-lobby`."""
    holds = [time for time, text in evidence.events if text == "hold one"]
    if any(len(each) <= number for each in rounds) or len(holds) <= number:
        return evidence.promise(False, f"round {number + 1}: all are locked", "some are not")
    words = [each[number] for each in rounds]
    # Two do not begin without the third, so time counts from the last hand. The first second of a press makes it a hold.
    first = min(each["locked"] for each in words)
    last_hand = max(time for time, text in evidence.events
                    if text.startswith("hold ") and holds[number] <= time <= first)
    soon = max(each["locked"] for each in words) - last_hand - 1
    evidence.promise(soon <= 5, f"round {number + 1}: all are locked within 5 s of all holding", f"{soon:.2f} s")
    zeros = [zero(each) for each in words]
    apart = None if None in zeros else max(zeros) - min(zeros)
    text = f"round {number + 1}: the three countdowns are at zero within half a second"
    evidence.promise(apart is not None and apart <= 0.5, text, "unknown" if apart is None else f"{apart * 1000:.0f} ms")


def main(directory):
    evidence = Evidence(directory)
    rounds = [rounds_of(evidence, station) for station in STATIONS]
    for number in range(2):
        judge(evidence, number, rounds)


if __name__ == "__main__":
    main(sys.argv[1])
