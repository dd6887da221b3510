#!/usr/bin/env python3
"""Judges scenarios/bench.sh: memory and processor time of a station that hunts at 500 reports a second.

usage: bench.py OUTDIR      (the lab's ./run calls it; promises go to OUTDIR/promises, the table to
                             OUTDIR/figures)

User Mode Linux stops a process for every system call, which makes each a hundred times as dear as on a real
machine. So the processor time is given twice: as it is here, and without what the lab adds to each call, by the
price of one here and outside. The limit is for the second figure; page faults, switches and interrupts are dear
in the lab too, and are left in. The lab's kernel samples at its clock tick who is running, and stations are
woken by the same clock, which favours now one, now the other: the mean of the two stations counts.

The same hunt with `[mqtt]` on may cost a tenth more than without, of processor time and of memory.
"""
import json
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from btsnoop import received
from evidence import Evidence
from usage import system_call

REPORTS_AT_LEAST = 490
PERCENT_BELOW = 3.0
MEGABYTES_BELOW = 40.0
WITH_BROKER_BELOW = 1.10
# strace watched the seeker for so long, in s; see count_calls.
TRACED = 8


class Measurement:
    """What NAME.json and NAME.calls hold, and the reports of each controller meanwhile."""

    def __init__(self, evidence, name):
        path = evidence.directory / name
        report = json.loads(path.with_suffix(".json").read_text())
        self.seconds = report["to"] - report["from"]
        self.call, self.used = report["system_call"], report["processes"]
        self.reports = Counter(
            item.controller for item in received(evidence.directory / "air.btsnoop")
            if report["from"] <= item.time < report["to"])
        rows = [line.split() for line in path.with_suffix(".calls").read_text().splitlines()]
        self.calls = next(int(row[3]) for row in rows if row and row[-1] == "total") / TRACED

    def rate(self, *controllers):
        return sum(self.reports[controller] for controller in controllers) / self.seconds

    def percent(self, who):
        return 100 * self.used[who]["processor"] / self.seconds

    def both(self, outside):
        """Per cent of a processor that a station takes, of the two: in the lab, and what the lab adds to it, where a
        system call takes so many seconds outside."""
        return ((self.percent("seeker") + self.percent("hider")) / 2,
                100 * self.calls * max(0, self.call - outside))

    def megabytes(self, who, kind="resident_kB"):
        return self.used[who][kind] * 1024 / 1e6


def row(name, measurement, who, rate):
    percent = measurement.percent(who)
    each = f"{1e4 * percent / rate:.0f}" if rate else "-"
    return (f"        {name:20} {rate:10.0f} {percent:7.2f} {each:>11} {measurement.megabytes(who):7.1f} "
            f"{measurement.megabytes(who, 'own_kB'):11.1f} {measurement.used[who]['switches'] / measurement.seconds:11.0f}")


def comparison(idle, hunt, in_lab):
    """What one report costs a station, beside what it costs others. All are measured in the lab."""
    ours = 1e4 * (in_lab - idle.percent("seeker")) / hunt.rate(1)
    for who, program in (("btmon", "btmon -w"), ("lescan", "hcitool lescan")):
        theirs = 1e4 * idle.percent(who) / idle.rate(2)
        yield (f"        each report, with the hunt it makes: {ours:.0f} µs, which is {ours / theirs:.2f} times "
               f"what {program} takes ({theirs:.0f} µs)")


def with_broker(evidence, hunt, told, outside):
    """Promises what telling a broker costs, and returns its rows of the table."""
    (lab, added), (lab_told, added_told) = hunt.both(outside), told.both(outside)
    times = (lab_told - added_told) / (lab - added)
    evidence.promise(times < WITH_BROKER_BELOW, "telling a broker takes a tenth of that more at most",
                     f"{lab_told:.2f} % in the lab, {lab_told - added_told:.2f} % without what it adds: "
                     f"{times:.2f} times; below {WITH_BROKER_BELOW}")
    larger = told.megabytes("seeker", "peak_kB") / hunt.megabytes("seeker", "peak_kB")
    evidence.promise(larger < WITH_BROKER_BELOW, "and a tenth of the memory",
                     f"{told.megabytes('seeker', 'peak_kB'):.1f} MB: {larger:.2f} times; below {WITH_BROKER_BELOW}")
    return [row("seeking, and a broker", told, "seeker", 0), row("hiding, and a broker", told, "hider", 0)]


def main(directory):
    evidence = Evidence(directory)
    idle, hunt, told = (Measurement(evidence, name) for name in ("idle", "hunt", "told"))
    rate, peak = hunt.rate(1), hunt.megabytes("seeker", "peak_kB")
    outside = system_call()
    in_lab, added = hunt.both(outside)
    elsewhere = max(0, in_lab - added)
    evidence.promise(rate >= REPORTS_AT_LEAST, "the seeker's controller reports 500 times a second",
                     f"{rate:.0f}/s, at least {REPORTS_AT_LEAST}")
    evidence.promise(elsewhere < PERCENT_BELOW, "a hunting station takes little of a core",
                     f"{in_lab:.2f} % in the lab, {elsewhere:.2f} % without what the lab adds; "
                     f"below {PERCENT_BELOW:.0f} %")
    evidence.promise(peak < MEGABYTES_BELOW, "and little memory",
                     f"{peak:.1f} MB resident at most, {hunt.megabytes('seeker', 'own_kB'):.1f} MB of it "
                     f"its own; below {MEGABYTES_BELOW:.0f} MB")
    table = [
        "                              reports/s   cpu %   µs/report  RSS MB  own memory  switches/s",
        row("station in the lobby", idle, "seeker", 0),
        row("station seeking", hunt, "seeker", rate),
        row("station hiding", hunt, "hider", hunt.rate(0)),
        *with_broker(evidence, hunt, told, outside),
        row("btmon -w", idle, "btmon", idle.rate(2)),
        row("hcitool lescan", idle, "lescan", idle.rate(2)),
        *comparison(idle, hunt, in_lab),
        f"        of the {in_lab:.2f} %, {added:.2f} are what the lab adds: {hunt.calls:.0f} system calls a second, each "
        f"{1e6 * hunt.call:.1f} µs here and {1e6 * outside:.1f} µs outside",
    ]
    (evidence.directory / "figures").write_text("\n".join(table) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
