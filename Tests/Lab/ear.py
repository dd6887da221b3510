#!/usr/bin/env python3
"""An ear that we did not write: tells which of the station's cues are heard in a recording.

    Tests/Lab/ear.py RECORDING.wav          seconds<TAB>words<TAB>confidence, one line for each utterance

Words are those of our cues, or "?" for speech or sound that is none of them. Confidence, 0…1, is the share of five
decodings, each under a little noise and shift of its own, that agree on the words.

It needs the PyPI packages pocketsphinx and numpy, kept in a venv outside the tree:

    python3 -m venv "${XDG_CACHE_HOME:-$HOME/.cache}/hotcold/ear"
    "${XDG_CACHE_HOME:-$HOME/.cache}/hotcold/ear/bin/pip" install pocketsphinx numpy

Run with any other Python, it runs itself again with that one; exit code 77 when it is not there.
"""

import os
import sys
import wave
from pathlib import Path

VENV = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "hotcold" / "ear" / "bin" / "python"

try:
    import numpy
    from pocketsphinx import Decoder, get_model_path
except ImportError:
    if VENV.exists() and Path(sys.prefix) != VENV.parent.parent:
        os.execv(VENV, [str(VENV), *sys.argv])
    print("ear: pocketsphinx and numpy are missing; see the top of ear.py", file=sys.stderr)
    sys.exit(77)

RATE = 16_000
FRAME = 160  # 10 ms, the recogniser's own step

# What is listened for, and what else a station says: a recogniser that has nothing else to choose takes any
# word for one of its own. What it takes for one of OTHERS is "?". (A loop of all phones would be the classic
# garbage model; it is a hundred times slower.)
CUES = [
    "hot", "cold", "hot hot", "hot hot hot", "cold cold", "signal lost", "there you are", "found", "one", "two", "three",
    "searching for nearby signals", "go and hide", "ready or not here i come", "time is up",
]
OTHERS = [
    "red", "blue", "green", "yellow", "orange", "purple", "black", "white", "golden", "otter", "fox", "bear", "wolf",
    "owl", "hawk", "lion", "tiger", "rabbit", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "hello i am", "i hide", "i seek", "you hide", "you seek", "seconds", "minutes", "meters", "points", "once", "twice",
    "times", "waiting for", "over here", "you can't catch me", "my radio is back", "found in", "nobody found", "and",
]
DECODINGS = 5


def read(path):
    """A WAV file of 16 bit, any rate and number of channels, as mono at 16 kHz."""
    with wave.open(str(path)) as file:
        if file.getsampwidth() != 2:
            raise SystemExit(f"ear: {path}: not 16 bit")
        channels, rate = file.getnchannels(), file.getframerate()
        sound = numpy.frombuffer(file.readframes(file.getnframes()), dtype="<i2").astype(float)
    return resample(sound.reshape(-1, channels).mean(axis=1), rate)


def resample(sound, rate):
    """Through the spectrum of the whole recording; it must not be our own resampler that is trusted here."""
    count = round(len(sound) * RATE / rate)
    if rate == RATE or count == 0:
        return sound
    spectrum = numpy.fft.rfft(sound)[: count // 2 + 1]
    return numpy.fft.irfft(spectrum, count) * count / len(sound)


def levels(sound):
    """The level of every 10 ms in dB, full scale being 0."""
    frames = sound[: len(sound) // FRAME * FRAME].reshape(-1, FRAME)
    return 10 * numpy.log10(numpy.mean(frames**2, axis=1) / 32_768**2 + 1e-12)


def denoise(sound):
    """Spectral subtraction (Boll 1979): what hums all the time is estimated from the quietest tenth and taken off."""
    size, step = 512, 128
    window = numpy.hanning(size)
    padded = numpy.concatenate([numpy.zeros(size), sound, numpy.zeros(size)])
    starts = range(0, len(padded) - size, step)
    spectra = numpy.array([numpy.fft.rfft(padded[start : start + size] * window) for start in starts])
    power = numpy.abs(spectra) ** 2
    voiced = power[numpy.sum(power, axis=1) > 1e-3]
    if len(voiced) < 10:
        return sound
    quiet = voiced[numpy.argsort(numpy.sum(voiced, axis=1))[: max(10, len(voiced) // 10)]]
    noise = numpy.mean(quiet, axis=0)
    gain = numpy.sqrt(numpy.maximum(1 - noise / (power + 1e-9), 0.05))
    result = numpy.zeros(len(padded))
    for start, spectrum in zip(starts, spectra * gain):
        result[start : start + size] += numpy.fft.irfft(spectrum) * window
    return result[size:-size] / (1.5 * size / (step * 4))


def utterances(sound, gap=0.25, shortest=0.12):
    """Stretches of sound that stand out, as (first, last) sample; silence of `gap` seconds separates two."""
    loud = levels(sound)
    if len(loud) == 0:
        return []
    floor = numpy.percentile(loud, 10)
    threshold = max(-55.0, min(floor + 12, numpy.percentile(loud, 99) - 6))
    found = []
    for index in numpy.flatnonzero(loud > threshold):
        if found and index - found[-1][1] <= gap * 100:
            found[-1][1] = index
        else:
            found.append([index, index])
    return [(a * FRAME, (b + 1) * FRAME) for a, b in found if (b + 1 - a) >= shortest * 100]


class Ear:
    def __init__(self, cues=None):
        self.cues = cues or CUES
        self.decoder = Decoder(
            hmm=get_model_path("en-us/en-us"), dict=get_model_path("en-us/cmudict-en-us.dict"), lm=None,
            samprate=RATE, cmn="batch", dither=True, seed=1, loglevel="FATAL",
        )
        choices = " | ".join(self.choice(phrase) for phrase in [*self.cues, *(one for one in OTHERS if one not in self.cues)])
        self.decoder.add_jsgf_string("ear", f"#JSGF V1.0;\ngrammar ear;\npublic <ear> = {choices};\n")
        self.decoder.activate_search("ear")
        self.random = numpy.random.default_rng(1)

    def choice(self, phrase):
        """The phrase as the grammar has it. Said in one breath it becomes one word: the recogniser would otherwise also
        report the first half of it, and hear "go and" where somebody says "cold"."""
        words = phrase.split()
        if len(set(words)) == 1:
            return phrase
        phones = " ".join(self.decoder.lookup_word(word) for word in words)
        self.decoder.add_word("_".join(words), phones, True)
        return "_".join(words)

    def decode(self, sound):
        self.decoder.start_utt()
        self.decoder.process_raw(numpy.clip(sound, -32_768, 32_767).astype("<i2").tobytes(), full_utt=True)
        self.decoder.end_utt()
        hypothesis = self.decoder.hyp()
        words = hypothesis.hypstr.replace("_", " ") if hypothesis else "?"
        return words if words in self.cues else "?"

    def hear(self, sound):
        """The words of one utterance, and how sure we are."""
        peak = numpy.max(numpy.abs(sound)) if len(sound) else 0
        if peak == 0:
            return "?", 1.0
        votes = {}
        for _ in range(DECODINGS):
            before, after = self.random.integers(RATE // 5, RATE // 3, 2)
            padded = numpy.concatenate([numpy.zeros(before), sound * (16_000 / peak), numpy.zeros(after)])
            # The model was trained on recordings, which are never quite silent.
            words = self.decode(padded + self.random.normal(0, 12, len(padded)))
            votes[words] = votes.get(words, 0) + 1
        words = max(votes, key=votes.get)
        return words, votes[words] / DECODINGS

    def listen(self, sound):
        """(seconds, words, confidence) of everything in a recording."""
        clean = denoise(sound)
        for first, last in utterances(clean):
            margin = RATE // 20
            words, confidence = self.hear(clean[max(0, first - margin) : last + margin])
            yield first / RATE, words, confidence


def main():
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        sys.exit(64)
    for seconds, words, confidence in Ear().listen(read(sys.argv[1])):
        print(f"{seconds:.2f}\t{words}\t{confidence:.2f}")


if __name__ == "__main__":
    main()
