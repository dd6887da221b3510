#!/usr/bin/env python3
"""Judges what scenarios/areas.sh left behind: every area entered once, left once, and when.

usage: areas.py OUTDIR      (the lab's ./run calls it; promises go to OUTDIR/promises)
"""
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from evidence import Evidence

AREAS = {"kitchen", "house", "larder"}
BEACON = "B9407F30-F5F8-466E-AFF9-25556B57FE6D/7/12"


def main(directory):
    evidence = Evidence(directory)
    path = evidence.directory / "monitor.json"
    text = path.read_text() if path.exists() else ""
    lines = [json.loads(line) for line in text.splitlines()]
    enters, exits, sums = ([line for line in lines if line["type"] == kind]
                           for kind in ("enter", "exit", "summary"))
    for name, found in (("entered", enters), ("left", exits), ("summed up", sums)):
        areas = sorted(line["area"] for line in found)
        evidence.promise(areas == sorted(AREAS), f"every area with the beacon is {name} once", ", ".join(areas))
    evidence.promise(all(line["beacon"] == BEACON for line in enters + exits), "by that beacon", BEACON)
    near = [line["distance"] for line in enters]
    evidence.promise(all(metres and line["low"] <= metres <= line["high"] for line, metres in zip(enters, near)),
                     "with a distance in its interval", str(near))
    silent = evidence.when("hide ended")
    dwell = [line["dwell"] for line in exits]
    evidence.promise(bool(dwell) and all(14 <= seconds <= 18 for seconds in dwell),
                     "the stay is as long as the beacon called", f"{dwell} s")
    waits = [exit["t"] - enter["t"] - exit["dwell"] for enter, exit in zip(enters, exits)]
    evidence.promise(bool(waits) and silent is not None and all(29.9 <= wait <= 30.5 for wait in waits),
                     "and it takes 30 s of silence to leave", f"{[round(wait, 2) for wait in waits]} s")


if __name__ == "__main__":
    main(sys.argv[1])
