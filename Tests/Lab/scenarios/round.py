#!/usr/bin/env python3
"""Judges what scenarios/round.sh left behind: the countdown's step, and HOT and COLD as captions and as heard by a recogniser.

usage: round.py OUTDIR      (the lab's ./run calls it; promises go to OUTDIR/promises)
"""
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from evidence import Evidence, loudness
import ear

HOT, COLD = re.compile(r"\b(hot|boiling)\b", re.I), re.compile(r"\b(cold|freezing)\b", re.I)
# How long after a turn the old direction may still be spoken: the estimator has to see the change before it may contradict itself.
SETTLING = 4.0
FANFARE = re.compile(r"fanfare|found", re.I)
COUNTING = re.compile(r"\b(ten|nine|eight|seven|six|five|four|three|two|one)\b", re.I)


def within(spoken, start, end, pattern):
    """How many of the (time, words) fall into the interval and match."""
    return sum(1 for time, words in spoken if start <= time < end and pattern.search(words))


def judge_phase(evidence, how, spoken, phase, wanted, unwanted):
    start, end = evidence.phases()[phase]
    count = within(spoken, start, end, wanted) if wanted else None
    wrong = sum(within(spoken, start + SETTLING, end, pattern) for pattern in unwanted)
    names = {HOT: "HOT", COLD: "COLD"}
    if wanted:
        text = f"while the script is in `{phase}`, {names[wanted]} is {how} and {names[unwanted[0]]} is not"
        evidence.promise(count >= 2 and wrong == 0, text, f"{count} right, {wrong} wrong")
    else:
        evidence.promise(wrong == 0, f"while the beacon is off, neither HOT nor COLD is {how}", f"{wrong} wrong")


def judge_countdown(evidence):
    """The same word of the countdown on both stations, compared word by word; the worst pair counts."""
    first = {}
    for station in ("one", "two"):
        words = {}
        for time, sentence in evidence.captions(station):
            match = COUNTING.fullmatch(sentence.strip(" .!"))
            if match:
                words.setdefault(match[0].lower(), time)
        first[station] = words
    both = [abs(first["one"][word] - first["two"][word]) for word in first["one"].keys() & first["two"].keys()]
    worst = max(both, default=None)
    figure = "no word common to both" if worst is None else f"{worst * 1000:.0f} ms over {len(both)} words"
    evidence.promise(worst is not None and worst <= 0.15, "both count down within 150 ms", figure)


def judge_fanfare(evidence, station):
    began = evidence.when(f"record {station}")
    fanfare = next((time for time, sentence in reversed(evidence.captions(station)) if FANFARE.search(sentence)), None)
    level = 0.0
    if fanfare is not None and began is not None:
        level = loudness(evidence.directory / f"{station}.wav", fanfare - began, fanfare - began + 2)
    evidence.promise(level > 0.01, f"the fanfare is audible from {station}'s card", f"level {level:.3f}")


def main(directory):
    evidence = Evidence(directory)
    judge_countdown(evidence)

    captions = evidence.captions("two")
    recording, began = evidence.directory / "two.wav", evidence.when("record two")
    heard = [(began + start, word) for start, _, word in ear.words(recording)] if began is not None else []
    with open(evidence.directory / "heard.txt", "w") as transcript:
        transcript.writelines(f"{time:.2f} {word}\n" for time, word in heard)

    for how, spoken in (("shown as a caption", captions), ("heard in the recording", heard)):
        judge_phase(evidence, how, spoken, "approach", HOT, [COLD])
        judge_phase(evidence, how, spoken, "retreat", COLD, [HOT])
        judge_phase(evidence, how, spoken, "off", None, [HOT, COLD])

    for station in ("one", "two"):
        judge_fanfare(evidence, station)


if __name__ == "__main__":
    main(sys.argv[1])
