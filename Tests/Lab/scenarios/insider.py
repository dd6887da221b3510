#!/usr/bin/env python3
"""Judges what scenarios/insider.sh left behind: whether any count was moved by what the liar said, and who has the point.

usage: insider.py OUTDIR      (the lab's ./run calls it; promises go to OUTDIR/promises)

The liar keeps an honest clock for itself; its clock is the kernel's monotonic one, which is the lab's.
"""
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent))
from evidence import Evidence
from lobby import rounds_of, zero
from second import events_of


def main(directory):
    evidence = Evidence(directory)
    lies = [text.split()[1] for _, text in evidence.events if text.startswith("second ") and "--lie" in text]
    for number, lie in enumerate(lies):
        told = events_of(evidence.directory / f"{lie}.json")
        kept = next((each["zero"] for each in told if each["event"] == "count" and each["count"] == 0), None)
        rounds = [rounds_of(evidence, station, number) for station in ("one", "two")]
        zeros = [zero(each[0]) if each else None for each in rounds]
        moved = None if kept is None or None in zeros else max(abs(each - kept) for each in zeros)
        evidence.promise(moved is not None and moved <= 0.15, f"{lie}: no count is moved by more than 150 ms",
                         "unknown" if moved is None else f"{moved * 1000:.0f} ms")
    # One round of one session each: who found has a point, and nobody else.
    points = {station: [int(match[1]) for _, text in evidence.captions(station)
                        if (match := re.search(r"You have (\d+) points?", text))] for station in ("one", "two")}
    evidence.promise(points["two"] == [1] * len(lies) and points["one"] == [0] * len(lies), "no point is given or taken",
                     f"the hider says {points['one'] or 'none'}, the finder {points['two'] or 'none'}")


if __name__ == "__main__":
    main(sys.argv[1])
