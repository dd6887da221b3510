#!/usr/bin/env python3
"""Judges what scenarios/strangers.sh left behind: our beacon's bytes as another host received them, and our ranging of theirs.

usage: strangers.py OUTDIR      (the lab's ./run calls it; promises go to OUTDIR/promises)
"""
import json
import struct
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from evidence import Evidence

# Apple's iBeacon layout: flags, then manufacturer data 4C 00 02 15, UUID, major 258, minor 772, measured power -59.
BEACON = bytes.fromhex("020106 1aff4c000215 d9eed498bfdb43c08b55d06bb74c430b 0102 0304 c5")


def received(path):
    """(controller, kind, advertising data) of every LE advertising report in a btsnoop file of btmon (monitor format)."""
    trace = path.read_bytes() if path.exists() else b""
    if trace[:8] != b"btsnoop\0":
        return
    offset = 16
    while offset + 24 <= len(trace):
        length, flags = struct.unpack_from(">4xII", trace, offset)
        packet = trace[offset + 24 : offset + 24 + length]
        offset += 24 + length
        controller, opcode = flags >> 16, flags & 0xFFFF
        if opcode != 3 or len(packet) < 4 or packet[0] != 0x3E:
            continue
        if packet[2] == 0x02:  # LE Advertising Report; the tools' controllers put one in each event
            yield controller, packet[4], packet[13 : 13 + packet[12]]
        elif packet[2] == 0x0D:  # LE Extended Advertising Report
            yield controller, struct.unpack_from("<H", packet, 4)[0], packet[28 : 28 + packet[27]]


def judge_beacon(evidence, name):
    reports = [data for controller, _, data in received(evidence.directory / f"{name}.btsnoop") if controller == 1]
    right = sum(1 for data in reports if data.rstrip(b"\0") == BEACON or data == BEACON)
    figure = f"{right} of {len(reports)} reports"
    if reports and right < len(reports):
        figure += f", e.g. {next(data for data in reports if data != BEACON).hex()}"
    evidence.promise(right >= 1 and right == len(reports),
                     f"BlueZ's emulator receives our beacon byte for byte ({name} commands)", figure)


def judge_ranging(evidence):
    path = evidence.directory / "seek.json"
    lines = [json.loads(line) for line in path.read_text().splitlines() if line.startswith("{")] if path.exists() else []
    ours = [line for line in lines if (line.get("major"), line.get("minor")) == (0x1234, 0x5678)]
    distances = [line["distance"] for line in ours if line.get("distance") is not None]
    last = distances[-1] if distances else None
    evidence.promise(last is not None and 0.7 <= last <= 6,
                     "hotcold seek ranges a beacon that hcitool emits 2 m away",
                     "never" if last is None else f"{last:.1f} m, {len(ours)} lines")
    uuids = {str(line.get("uuid", "")).upper() for line in ours}
    evidence.promise(uuids == {"D9EED498-BFDB-43C0-8B55-D06BB74C430B"}, "and prints its UUID", ", ".join(uuids) or "none")


def main(directory):
    evidence = Evidence(directory)
    for name in ("legacy", "extended"):
        judge_beacon(evidence, name)
    judge_ranging(evidence)


if __name__ == "__main__":
    main(sys.argv[1])
