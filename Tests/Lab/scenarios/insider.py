#!/usr/bin/env python3
"""Judges what scenarios/insider.sh left behind: whether any count was moved by what the liar said, and who has the point.

usage: insider.py OUTDIR      (the lab's ./run calls it; promises go to OUTDIR/promises)

The liar keeps an honest count for itself, by the kernel's monotonic clock, which is the lab's. It measures how long
messages are under way like everybody, and slowly: beside three processes of one processor it has been 140 ms off, so
what it keeps shows only whether ours count at its time at all: its lies are seconds to a day. What ours are
apart is exact.
"""
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent))
from evidence import Evidence
from second import events_of


def main(directory):
    evidence = Evidence(directory)
    lies = [text.split()[1] for _, text in evidence.events if text.startswith("second ") and "--lie" in text]
    for number, lie in enumerate(lies):
        told = events_of(evidence.directory / f"{lie}.json")
        kept = next((each["zero"] for each in told if each["event"] == "count" and each["count"] == 0), None)
        zeros = [evidence.zero(station, number) for station in ("one", "two")]
        known = kept is not None and None not in zeros
        apart = max(zeros) - min(zeros) if known else None
        moved = max(abs(each - kept) for each in zeros) if known else None
        evidence.promise(known and apart <= 0.15, f"{lie}: ours count in step, within 150 ms",
                         f"{apart * 1000:.0f} ms" if known else "unknown")
        evidence.promise(known and moved <= 0.5, f"{lie}: no count is moved, by the liar's own to half a second",
                         f"{moved * 1000:.0f} ms" if known else "unknown")
    # One round of one session each: who found has a point, and nobody else.
    points = {station: [int(match[1]) for _, text in evidence.captions(station)
                        if (match := re.search(r"You have (\d+) points?", text))] for station in ("one", "two")}
    evidence.promise(points["two"] == [1] * len(lies) and points["one"] == [0] * len(lies), "no point is given or taken",
                     f"the hider says {points['one'] or 'none'}, the finder {points['two'] or 'none'}")


if __name__ == "__main__":
    main(sys.argv[1])
