#!/usr/bin/env python3
"""Judges what scenarios/second.sh left behind: whether ours and the second station counted to zero at the same time,
and whether the second station had to refuse anything of ours.

usage: second.py OUTDIR      (the lab's ./run calls it; promises go to OUTDIR/promises)

The second station's clock is the kernel's monotonic one, which is the lab's.
"""
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent))
from evidence import Evidence

# What an honest station of the same version has no cause to refuse. Copies by another way are none.
HARMLESS = {"no newer repetition", "number heard before, or too far ahead", "an old announcement",
            "a response to nothing", "a unicast message from nobody known", "sealed by nobody known",
            "sealed with an unknown key", "a unicast message with another tag"}


def events_of(path):
    lines = path.read_text().splitlines() if path.exists() else []
    return [json.loads(line) for line in lines if line.startswith("{") and line.endswith("}")]


def judge_zero(evidence, play):
    zeros = [each["zero"] for each in play if each["event"] == "count" and each["count"] == 0]
    ours = evidence.zero("one")
    apart = abs(zeros[0] - ours) if zeros and ours is not None else None
    evidence.promise(apart is not None and apart <= 0.5, "found: both countdowns are at zero within half a second",
                     "unknown" if apart is None else f"{apart * 1000:.0f} ms")


def judge_refused(evidence, name, play):
    ended = next((each for each in reversed(play) if each["event"] == "ended"), None)
    odd = {why: count for why, count in (ended or {}).get("refused", {}).items() if why not in HARMLESS}
    evidence.promise(ended is not None and not odd, f"{name}: the second station refuses nothing of ours",
                     "it did not end" if ended is None else ", ".join(f"{why}: {count}" for why, count in odd.items())
                     or "nothing")


def main(directory):
    evidence = Evidence(directory)
    for name in ("found", "finds"):
        play = events_of(evidence.directory / f"{name}.json")
        judge_refused(evidence, name, play)
        if name == "found":
            judge_zero(evidence, play)


if __name__ == "__main__":
    main(sys.argv[1])
