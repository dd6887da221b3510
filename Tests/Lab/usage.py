#!/usr/bin/env python3
"""What processes use of the computer during so many seconds, as the kernel counts it, and what a system call
costs there. Runs inside the lab.

usage: usage.py SECONDS WHO=PROCESS…      prints JSON
"""
import json
import os
import re
import sys
import time
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def processor(stat):
    """Seconds of it, from a /proc stat file: fields 14 and 15 of proc(5), counted from behind the name in
    field 2, which may hold anything."""
    fields = Path(stat).read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def numbers(status):
    """The fields of a /proc status file that are numbers: kB of memory, switches."""
    return {name: int(value) for name, value in re.findall(r"^(\w+):\s+(\d+)", Path(status).read_text(), re.M)}


class Sample:
    """What a process has used until now."""

    def __init__(self, process):
        folder = Path("/proc") / process
        self.processor = processor(folder / "stat")
        self.memory = numbers(folder / "status")
        self.switches = 0
        self.threads = {}
        for task in (folder / "task").iterdir():
            status = numbers(task / "status")
            self.switches += status["voluntary_ctxt_switches"] + status["nonvoluntary_ctxt_switches"]
            self.threads[f"{(task / 'comm').read_text().strip()} {task.name}"] = processor(task / "stat")

    def since(self, before):
        threads = {name: round(used - before.threads.get(name, 0), 2) for name, used in self.threads.items()}
        return {
            "processor": self.processor - before.processor,
            "switches": self.switches - before.switches,
            "resident_kB": self.memory["VmRSS"],
            "peak_kB": self.memory["VmHWM"],
            "own_kB": self.memory["RssAnon"],
            "threads": threads,
        }


def system_call():
    """Seconds of a system call that does nothing; the best of twenty times a hundred."""
    times = []
    for _ in range(20):
        began = time.perf_counter()
        for _ in range(100):
            os.getppid()
        times.append((time.perf_counter() - began) / 100)
    return min(times)


def main(seconds, *processes):
    named = dict(process.split("=") for process in processes)
    began = time.time()
    before = {who: Sample(process) for who, process in named.items()}
    time.sleep(float(seconds))
    ended = time.time()
    used = {who: Sample(process).since(before[who]) for who, process in named.items()}
    print(json.dumps({"from": began, "to": ended, "system_call": system_call(), "processes": used}, indent=1))


if __name__ == "__main__":
    main(*sys.argv[1:])
