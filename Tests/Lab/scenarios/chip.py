#!/usr/bin/env python3
"""Judges what `hotcold doctor --first-pi` found of the chip, and of a simulated controller made after its file.

usage: chip.py OUTDIR      (the lab's ./run calls it; promises go to OUTDIR/promises)
"""
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from evidence import Evidence  # noqa: E402

# What time and the air make of it, and what only such a chip has.
DIFFERS = {"reports", "levelOfStations", "medianAnswer", "slowestAnswer", "firmware", "manufacturer",
           "lmpSubversion", "hciRevision"}

evidence = Evidence(sys.argv[1])
files = [json.loads((evidence.directory / name).read_text()) for name in ("found.json", "again.json")]
found, again = (file["controller"] for file in files)
evidence.promise(found["firmware"].startswith("BCM43455 37.4MHz Raspberry Pi") and found["hciVersion"] == 9
                 and found["leFeatures"] == "3F00000800000000", "the file says what the chip is",
                 f"{found['firmware']}, HCI {found['hciVersion']}, {found['leFeatures']}")
counts = {each["share"]: each["count"] for each in found["reports"]}
evidence.promise(counts["quarter"] < counts["half"] < counts["whole"], "that it hears more the more it listens",
                 f"{counts['quarter']}, {counts['half']} and {counts['whole']} reports in 10 s")
evidence.promise(-80 <= found["levelOfStations"] <= -30, "and how loud another station is half a metre away",
                 f"{found['levelOfStations']} dBm")
station = files[0].get("station", {})
evidence.promise(files[0].get("advertisesWhenKilled") is not None and station.get("secondsToFirstWord", 0) > 0
                 and 0 < min(station.get("pressToSound") or [0]) and max(station["pressToSound"]) < 1_000,
                 "and what the station noticed of its machine",
                 f"calls on when killed: {files[0].get('advertisesWhenKilled')}; first word"
                 f" {station.get('secondsToFirstWord')} s after the start; {station.get('pressToSound')} ms from a press to"
                 " its sound")
other = [key for key in sorted(found.keys() | again.keys())
         if key not in DIFFERS and found.get(key) != again.get(key)]
evidence.promise(not other, "one that is made after the file has the same habits", ", ".join(other) or "all the same")
