#!/usr/bin/env python3
"""Has what scenarios/record.sh recorded opened by programs that we did not write, and replayed.

usage: record.py OUTDIR      (the lab's ./run calls it; promises go to OUTDIR/promises)
"""
import json
import os
import re
import subprocess
import sys
from pathlib import Path

LAB = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(LAB))
from evidence import Evidence  # noqa: E402

BEACON = "D9EED498-BFDB-43C0-8B55-D06BB74C430B/258/772"
DATA = "d9eed498bfdb43c08b55d06bb74c430b01020304"


def output(*command):
    """What a program prints, and its exit code."""
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=120)
    return done.stdout, done.returncode


def replayed(path, *options):
    """The lines of `hotcold replay --json`."""
    text, code = output(os.environ["LAB_HOTCOLD"], "replay", "--json", *options, str(path))
    return [json.loads(line) for line in text.splitlines()], code


def sightings(lines):
    return [line for line in lines if line["type"] == "range" and line["beacon"] == BEACON]


def judge_replay(evidence):
    lines, code = replayed(evidence.directory / "record.btsnoop", "--strict")
    ranges = sightings(lines)
    metres = [line["distance"] for line in ranges if line["distance"] is not None]
    middle = sorted(metres)[len(metres) // 2] if metres else None
    evidence.promise(code == 0 and len(ranges) >= 50, "hotcold replay shows the beacon that hides",
                     f"code {code}, {len(ranges)} sightings")
    evidence.promise(middle is not None and 0.7 <= middle <= 6, "at some 2 m",
                     "never" if middle is None else f"median {middle:.1f} m")
    cues = [line["cue"] for line in lines if line["type"] == "cue" and line["beacon"] == BEACON]
    evidence.promise(cues[-1:] == ["lost"], "and says LOST when it is silent", ", ".join(cues))
    # The kernel's monitor saw the same traffic: another writer, another datalink.
    theirs, code = replayed(evidence.directory / "monitor.btsnoop")
    heard = len(sightings(theirs))
    evidence.promise(code == 0 and abs(heard - len(ranges)) <= 2,
                     "what btmon -w wrote beside it replays to as many sightings",
                     f"{heard} of {len(ranges)}")


def judge_btmon(evidence):
    text, code = output("btmon", "-r", str(evidence.directory / "record.btsnoop"))
    found = [re.search(pattern, text) for pattern in
             (r"< HCI Command: Reset \(0x03\|0x0003\)", r"> HCI Event: Command Complete",
              r"> HCI Event: LE Meta Event", r"Company: Apple, Inc\. \(76\)")]
    evidence.promise(code == 0 and all(found), "btmon -r decodes the bring-up, the reports and the beacon",
                     f"code {code}, {len(text.splitlines())} lines, {sum(map(bool, found))} of 4 found")


def judge_tshark(evidence):
    subprocess.run([LAB / "need", "tshark"], check=True, timeout=170)
    path = str(evidence.directory / "record.btsnoop")
    names = ["frame.time_delta", "_ws.col.Info", "btcommon.eir_ad.entry.data"]
    fields = ["-T", "fields"] + [word for name in names for word in ("-e", name)]
    text, code = output("tshark", "-r", path, *fields)
    rows = [line.split("\t") for line in text.splitlines()]
    beacons = sum(DATA in row[-1].replace(":", "") for row in rows)
    backwards = sum(float(row[0]) < -0.1 for row in rows)
    broken, _ = output("tshark", "-r", path, "-Y", "_ws.malformed")
    evidence.promise(code == 0 and "Reset" in rows[0][1] and beacons >= 50 and not broken,
                     "tshark -r shows the Reset first, and the beacon",
                     f"{len(rows)} packets, {beacons} with it")
    evidence.promise(backwards == 0, "and time goes forwards", f"{backwards} steps back")


def judge_bounds(evidence):
    files = sorted(evidence.directory.glob("small.btsnoop*"))
    sizes = [path.stat().st_size for path in files]
    codes = [replayed(path)[1] for path in files]
    evidence.promise(len(files) == 2 and max(sizes) <= 1_000_000 and max(sizes) > 900_000,
                     "files stay within --megabytes and --files", f"{sizes} bytes")
    # Strangers advertise no beacons, so there is nothing to replay; btmon reads each file on its own.
    read = [output("btmon", "-r", str(path)) for path in files]
    evidence.promise(all(code == 0 and "LE Meta Event" in text for text, code in read),
                     "and each is a whole capture", f"replay codes {codes}")


def main(directory):
    evidence = Evidence(directory)
    judge_replay(evidence)
    judge_btmon(evidence)
    judge_tshark(evidence)
    judge_bounds(evidence)


if __name__ == "__main__":
    main(sys.argv[1])
