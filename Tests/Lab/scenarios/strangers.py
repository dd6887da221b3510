#!/usr/bin/env python3
"""Judges what scenarios/strangers.sh left behind: our beacon as received, our ranging of theirs.

usage: strangers.py OUTDIR      (the lab's ./run calls it; promises go to OUTDIR/promises)
"""
import json
import struct
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from evidence import Evidence

# Apple's layout: flags, then manufacturer data 4C 00 02 15, UUID, major 258, minor 772, measured power -59.
BEACON = bytes.fromhex("020106 1aff4c000215 d9eed498bfdb43c08b55d06bb74c430b 0102 0304 c5")


# Event types of ADV_NONCONN_IND in a legacy and in an extended report.
KINDS = {"legacy": 0x03, "extended": 0x0010}


class Report:
    """One LE advertising report: which controller received it, its event type, its sender and its data."""

    def __init__(self, controller, kind, random, address, data):
        self.controller, self.kind, self.data = controller, kind, data
        self.from_static_address = random == 1 and address[5] >> 6 == 0b11


def received(path):
    """Every report in a btsnoop file of btmon (monitor format)."""
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
        if packet[2] == 0x02:  # LE Advertising Report; the emulator puts one in each event
            yield Report(controller, packet[4], packet[5], packet[6:12], packet[13 : 13 + packet[12]])
        elif packet[2] == 0x0D:  # LE Extended Advertising Report
            yield Report(controller, struct.unpack_from("<H", packet, 4)[0], packet[6], packet[7:13],
                         packet[28 : 28 + packet[27]])


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
