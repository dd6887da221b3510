#!/usr/bin/env python3
"""Judges what scenarios/strangers.sh left behind: our beacon as received, our ranging of theirs.

usage: strangers.py OUTDIR      (the lab's ./run calls it; promises go to OUTDIR/promises)
"""
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from btsnoop import received
from evidence import Evidence

# Apple's layout: flags, then manufacturer data 4C 00 02 15, UUID, major 258, minor 772, measured power -59.
BEACON = bytes.fromhex("020106 1aff4c000215 d9eed498bfdb43c08b55d06bb74c430b 0102 0304 c5")


# Event types of ADV_NONCONN_IND in a legacy and in an extended report.
KINDS = {"legacy": 0x03, "extended": 0x0010}


def judge_beacon(evidence, commands):
    trace = evidence.directory / f"{commands}.btsnoop"
    reports = [report for report in received(trace) if report.controller == 1]
    right = [report for report in reports if report.data == BEACON and report.kind == KINDS[commands]]
    figure = f"{len(right)} of {len(reports)} reports"
    wrong = next((report for report in reports if report not in right), None)
    if wrong:
        figure += f", but once type {wrong.kind:#04x} data {wrong.data.hex()}"
    evidence.promise(bool(right) and not wrong,
                     f"BlueZ's emulator receives our beacon byte for byte ({commands} commands)", figure)
    evidence.promise(bool(right) and all(report.from_static_address for report in right),
                     f"from a random static address ({commands} commands)", figure)


def judge_ranging(evidence):
    path = evidence.directory / "seek.json"
    text = path.read_text() if path.exists() else ""
    lines = [json.loads(line) for line in text.splitlines() if line.startswith("{") and line.endswith("}")]
    ours = [line for line in lines if (line.get("major"), line.get("minor")) == (0x1234, 0x5678)]
    distances = [line["distance"] for line in ours if line.get("distance") is not None]
    last = distances[-1] if distances else None
    evidence.promise(last is not None and 0.7 <= last <= 6,
                     "hotcold seek ranges a beacon that hcitool emits 2 m away",
                     "never" if last is None else f"{last:.1f} m, {len(ours)} lines")
    uuids = {str(line.get("uuid", "")).upper() for line in ours}
    right = uuids == {"D9EED498-BFDB-43C0-8B55-D06BB74C430B"}
    evidence.promise(right, "and prints its UUID", ", ".join(uuids) or "none")


def main(directory):
    evidence = Evidence(directory)
    for commands in KINDS:
        judge_beacon(evidence, commands)
    judge_ranging(evidence)


if __name__ == "__main__":
    main(sys.argv[1])
