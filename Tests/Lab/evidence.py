"""What a scenario left behind, for the checks that run on the host afterwards.

Times are seconds since the lab's kernel booted, in every log and event; `Evidence.clock` turns a time of the
scenario's own plan (seconds after ether_start) into that.
"""
import json
import os
import re
import subprocess
import wave
from pathlib import Path


class Evidence:
    """One scenario's output directory and the report that grows in it."""

    def __init__(self, directory):
        self.directory = Path(directory)
        self.events = self.lines("events.log")

    def lines(self, name):
        """(time, text) of every stamped line of a log; lines without a time stamp are left out."""
        path = self.directory / name
        if not path.exists():
            return []
        text = path.read_text(errors="replace")
        found = (re.match(r"(\d+\.\d+) (.*)", line) for line in text.splitlines())
        return [(float(match[1]), match[2]) for match in found if match]

    def captions(self, station):
        """(time, sentence) of everything the station says it said."""
        lines = self.lines(f"{station}.log")
        matches = ((time, re.search(r'caption: "(.*)"', text)) for time, text in lines)
        return [(time, match[1]) for time, match in matches if match]

    def countdown(self, station, number=0):
        """"3", "2" and "1" -> when the station's round of that number, from 0, first said so.

        By its journal, whose clock is the kernel's: the shell that stamps the lines of a log is late by up to a third
        of a second when others want the one processor.
        """
        journals = sorted((self.directory / "journals" / station).glob("*.journal"))
        if number >= len(journals):
            return {}
        told = subprocess.run([os.environ["LAB_HOTCOLD"], "replay", "--json", journals[number]],
                              capture_output=True, text=True, timeout=60)
        words = {}
        for line in told.stdout.splitlines():
            said = json.loads(line)
            if said.get("text") in ("3", "2", "1"):
                words.setdefault(said["text"], said["t"])
        return words

    def zero(self, station, number=0):
        """When that countdown was at zero, as the word in the middle has it, or None: one that was held up does not
        count, and one that came too late to be said is missing."""
        words = self.countdown(station, number)
        ends = sorted(time + int(word) for word, time in words.items())
        return ends[len(ends) // 2] if len(ends) >= 2 else None

    def when(self, deed):
        """The first time an event whose text begins so was noted, or None."""
        return next((time for time, text in self.events if text.startswith(deed)), None)

    def clock(self, seconds):
        return (self.when("ether_start") or 0) + seconds

    def phases(self):
        """name -> (from, to) of the scenario's plan, in time since boot."""
        rows = (line.split() for line in (self.directory / "phases").read_text().splitlines())
        return {row[0]: (self.clock(float(row[1])), self.clock(float(row[2]))) for row in rows}

    def promise(self, kept, text, figure):
        """One line of the report; ./run prints it and counts the FAILED ones."""
        with open(self.directory / "promises", "a") as report:
            report.write(f"{'ok' if kept else 'FAILED'}\t{text}\t{figure}\n")


def loudness(path, start, end):
    """The root mean square, 0…1, of a recording from start to end, in seconds; 0 where it has nothing."""
    try:
        with wave.open(str(path)) as recording:
            rate, channels = recording.getframerate(), recording.getnchannels()
            recording.setpos(min(int(max(start, 0) * rate), recording.getnframes()))
            frames = recording.readframes(int(max(end - start, 0) * rate))
    except (OSError, EOFError, wave.Error):
        return 0.0
    samples = memoryview(frames).cast("h")[::channels]
    return (sum(sample * sample for sample in samples) / max(len(samples), 1)) ** 0.5 / 32768
