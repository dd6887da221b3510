#!/usr/bin/env python3
"""Judges what scenarios/holdouts.sh left behind: how soon two who hold were locked beside each kind of holdout.

usage: holdouts.py OUTDIR      (the lab's ./run calls it; promises go to OUTDIR/promises)
"""
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent))
from evidence import Evidence

# Beside so many who stall, and beside a crowd in which the two have to find each other first.
STALLED, CROWDED = 3, 10


def main(directory):
    evidence = Evidence(directory)
    locks = {station: [time for time, text in evidence.lines(f"{station}.log") if re.search(r"round \d+ locked with", text)]
             for station in ("one", "two")}
    what, pressed = None, None
    for time, text in evidence.events:
        if text.startswith("second ") and "--lie" in text:
            what = text.split()[1]
        elif text == "hold two":
            pressed = time
        elif text.startswith("promise") and "are locked beside" in text:
            found = [min((lock for lock in locks[station] if lock > pressed), default=None) for station in locks]
            # The first second of a press makes it a hold.
            took = None if None in found else max(found) - pressed - 1
            limit = CROWDED if what == "crowd" else STALLED
            evidence.promise(took is not None and took <= limit, f"{what}: locked within {limit} s of holding",
                             "not locked" if took is None else f"{took:.2f} s")


if __name__ == "__main__":
    main(sys.argv[1])
