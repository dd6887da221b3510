#!/usr/bin/env python3
"""Judges what trio.sh left behind: three countdowns in step, HOT and COLD as shown and as heard.

usage: trio.py OUTDIR      (the lab's ./run calls it; promises go to OUTDIR/promises)
"""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import round as walked  # noqa: E402
from evidence import Evidence  # noqa: E402


def main(directory):
    evidence = Evidence(directory)
    walked.judge_countdown(evidence, ("one", "two", "three"), limit=0.25)
    walked.judge_words(evidence, "shown as a caption", evidence.captions("two"))
    heard = walked.hear(evidence.directory / "two.wav", evidence.when("record two"))
    with open(evidence.directory / "heard.txt", "w") as transcript:
        transcript.writelines(f"{time:.2f} {words}\n" for time, words in heard)
    walked.judge_words(evidence, "heard in the recording", heard)
    walked.judge_fanfare(evidence, "two")


if __name__ == "__main__":
    main(sys.argv[1])
