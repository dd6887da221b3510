"""Runs an estimator's command over links and reads what it prints.

The command is given a CSV file as its last argument, with many links in it, and without the truth. It
prints one JSON object a line: {"type": "range", "t", "beacon", "closing", "trend", "distance", "low",
"high"} after each sighting and {"type": "cue", "t", "beacon", "cue"} for each word. docs/recordings.md
describes both.
"""
import json
import shlex
import subprocess
import tempfile
from pathlib import Path

import numpy as np

import walks
from figures import TRENDS, UNKNOWN, Calls

LIMIT = 600  # s for one file
# Times may be printed to a hundredth of a second.
ROUNDING = 0.006


class Failed(Exception):
    """The command could not be run, failed, or printed what cannot be read. The text is a sentence."""


def calls(command, links):
    """[(Calls, cues), …] of the command for each of the links, at the sightings of their own ends."""
    names = [f"b{index}" for index in range(len(links))]
    with tempfile.TemporaryDirectory(prefix="hotcold-walks-") as folder:
        path = Path(folder) / "walks.csv"
        walks.write(path, links, truth=False, names=names)
        lines = output(command, path).splitlines()
    ranges, cues = {name: [] for name in names}, {name: [] for name in names}
    for number, line in enumerate(lines, 1):
        try:
            said = json.loads(line)
            if said["type"] == "range":
                ranges[said["beacon"]].append(said)
            elif said["type"] == "cue":
                cues[said["beacon"]].append((said["t"], said["cue"]))
        except (ValueError, KeyError, TypeError) as error:
            raise Failed(f"{command}: line {number} cannot be read ({error!r}): {line[:200]}") from None
    return [(at_sightings(link.one_ear().t, ranges[name]), cues[name]) for link, name in zip(links, names)]


def output(command, path):
    try:
        done = subprocess.run(
            [*shlex.split(command), str(path)], capture_output=True, text=True, timeout=LIMIT, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Failed(f"{command} cannot be run: {error}") from None
    if done.returncode:
        raise Failed(f"{command} ended with code {done.returncode}: {done.stderr.strip()[-400:]}")
    return done.stdout


def at_sightings(t, lines):
    """The newest line at each of the times, as Calls."""
    lines.sort(key=lambda line: line["t"])
    newest = np.searchsorted([line["t"] for line in lines], t + ROUNDING, "right") - 1
    nothing = {}
    said = [lines[index] if index >= 0 else nothing for index in newest]

    def numbers(key):
        return np.array([np.nan if line.get(key) is None else line[key] for line in said], float)

    trend = [TRENDS.get(line.get("trend"), UNKNOWN) for line in said]
    return Calls(trend=trend, **{key: numbers(key) for key in ("closing", "low", "high", "distance")})
