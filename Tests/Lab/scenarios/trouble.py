#!/usr/bin/env python3
"""Judges the recordings of scenarios/trouble.sh: audible before the card went and after.

usage: trouble.py OUTDIR      (the lab's ./run calls it; promises go to OUTDIR/promises)
"""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from evidence import Evidence, loudness


def main(directory):
    evidence = Evidence(directory)
    recordings = {"before": "before its card is unplugged", "after": "again after its card is plugged back"}
    for name, text in recordings.items():
        level = loudness(evidence.directory / f"{name}.wav", 0, 600)
        evidence.promise(level > 0.002, f"the speaker is audible {text}", f"level {level:.4f}")


if __name__ == "__main__":
    main(sys.argv[1])
