#!/usr/bin/env python3
"""Judges what scenarios/round.sh left behind: the countdown, HOT and COLD, as shown and as heard.

usage: round.py OUTDIR      (the lab's ./run calls it; promises go to OUTDIR/promises)
"""
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from evidence import Evidence, loudness

HOT, COLD = re.compile(r"\b(hot|boiling)\b", re.I), re.compile(r"\b(cold|freezing)\b", re.I)
# How long after a turn the old direction may still be spoken: the estimator has to see the change first.
SETTLING = 4.0
FOUND = re.compile(r"found in|found you|found!", re.I)


def within(spoken, start, end, pattern):
    """How many of the (time, words) fall into the interval and match."""
    return sum(1 for time, words in spoken if start <= time < end and pattern.search(words))


def hear(recording, began):
    """(time, words) of what the recogniser is sure of in a recording that began at that time; see ear.py."""
    ear = Path(__file__).resolve().parent.parent / "ear.py"
    transcript = subprocess.run([sys.executable, ear, recording], check=True, capture_output=True, text=True)
    rows = (line.split("\t") for line in transcript.stdout.splitlines())
    return [(began + float(second), words) for second, words, confidence in rows if float(confidence) >= 0.5]


def judge_phase(evidence, how, spoken, phase, wanted, unwanted):
    """One phase of the walk; returns how many words were right and wrong in it."""
    start, end = evidence.phases()[phase]
    right = within(spoken, start, end, wanted) if wanted else 0
    wrong = sum(within(spoken, start + SETTLING, end, pattern) for pattern in unwanted)
    names = {HOT: "HOT", COLD: "COLD"}
    if wanted:
        text = f"while the script is in `{phase}`, {names[wanted]} is {how} and leads {names[unwanted[0]]}"
        evidence.promise(right >= 2 and right > wrong, text, f"{right} right, {wrong} wrong")
    else:
        evidence.promise(wrong == 0, f"while the beacon is off, neither is {how}", f"{wrong} wrong")
    return right, wrong


def judge_words(evidence, how, spoken):
    """A phase has three to six words. The walk is in an open field, where fading is all that misleads; what a
    furnished house does to the words is measured over many walks (WordsOnTheWayTests, make bench-ranging)."""
    judged = [
        judge_phase(evidence, how, spoken, phase, wanted, [unwanted])
        for phase, wanted, unwanted in (("approach", HOT, COLD), ("retreat", COLD, HOT), ("return", HOT, COLD))
    ]
    judge_phase(evidence, how, spoken, "off", None, [HOT, COLD])
    right, wrong = (sum(column) for column in zip(*judged))
    share = right / max(right + wrong, 1)
    evidence.promise(share >= 0.9, f"nine in ten words that are {how} are right", f"{right} of {right + wrong}")


def judge_countdown(evidence, stations=("one", "two"), limit=0.15):
    """Three, two, one on all stations, compared number by number; the worst counts. The limit is in seconds."""
    first = {station: evidence.countdown(station) for station in stations}
    common = set.intersection(*(set(words) for words in first.values()))
    apart = [
        max(words[number] for words in first.values()) - min(words[number] for words in first.values())
        for number in common
    ]
    worst = max(apart, default=None)
    figure = "no number in common" if worst is None else f"{worst * 1000:.0f} ms over {len(apart)} numbers"
    evidence.promise(
        worst is not None and worst <= limit, f"they count down within {limit * 1000:.0f} ms", figure)


def judge_fanfare(evidence, station):
    began = evidence.when(f"record {station}")
    fanfare = next((time for time, sentence in evidence.captions(station) if FOUND.search(sentence)), None)
    level = 0.0
    if fanfare is not None and began is not None:
        level = loudness(evidence.directory / f"{station}.wav", fanfare - began, fanfare - began + 2)
    evidence.promise(level > 0.01, f"the fanfare is audible from {station}'s card", f"level {level:.3f}")


def main(directory):
    evidence = Evidence(directory)
    judge_countdown(evidence)

    captions = evidence.captions("two")
    heard = hear(evidence.directory / "two.wav", evidence.when("record two"))
    with open(evidence.directory / "heard.txt", "w") as transcript:
        transcript.writelines(f"{time:.2f} {words}\n" for time, words in heard)

    judge_words(evidence, "shown as a caption", captions)
    judge_words(evidence, "heard in the recording", heard)

    for station in ("one", "two"):
        judge_fanfare(evidence, station)


if __name__ == "__main__":
    main(sys.argv[1])
