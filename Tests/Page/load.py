#!/usr/bin/env python3
"""What viewers cost a station: processor time of `hotcold demo --page --by-hand` with nobody, one and twenty who
look, in turn, as a share of one core; and what opening the page takes.

    HOTCOLD=path Tests/Page/load.py [--rounds N] [--seconds S]

Each step is measured N times, and the median given: these machines are shared. A round is on meanwhile, so that
there is something new ten times a second. Exits 1 when twenty cost 5 % or more, or the page has 200 kB."""
import argparse
import json
import os
import statistics
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from play import free_ports

VIEWER = Path(__file__).resolve().parent.parent / "Lab" / "viewer.py"
VIEWERS = (0, 1, 20)
PERCENT_BELOW, BYTES_BELOW = 5.0, 200_000
TICKS = os.sysconf("SC_CLK_TCK")


def processor(process):
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def ask(port, path, body=None):
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}{path}", data=None if body is None else json.dumps(body).encode())
    with urllib.request.urlopen(request, timeout=5) as answer:
        return answer.read()


def start_a_round(ports):
    """Both hold until both count, and let go."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        phases = []
        for port in ports:
            ask(port, "/api/hold", {"isDown": True})
            phases.append(json.loads(ask(port, "/api/state"))["phase"])
        if phases == ["counting", "counting"]:
            break
        time.sleep(0.4)
    for port in ports:
        ask(port, "/api/hold", {"isDown": False})
    while time.monotonic() < until:
        if json.loads(ask(ports[1], "/api/state"))["phase"] == "hunting":
            return
        time.sleep(0.5)
    sys.exit("FAILED: no round began within a minute")


def measure(process, port, viewers, seconds):
    """Per cent of a core while so many look, and kB/s that each of them is sent."""
    crowd = None
    if viewers:
        crowd = subprocess.Popen(
            [sys.executable, VIEWER, "crowd", "127.0.0.1", str(port), str(seconds + 2), str(viewers)],
            stdout=subprocess.PIPE, text=True)
        time.sleep(1.5)
    before, began = processor(process), time.monotonic()
    time.sleep(seconds)
    used = (processor(process) - before) / (time.monotonic() - began) * 100
    if not crowd:
        return used, 0
    told = json.loads(crowd.communicate(timeout=30)[0])
    if told["stayed"] != viewers:
        sys.exit(f"FAILED: of {viewers} viewers {told['stayed']} stayed")
    return used, told["bytes"] / told["seconds"] / viewers / 1_000


def first_paint(port):
    """Bytes of everything that a browser loads before it shows the page."""
    page = ask(port, "/").decode()
    names, total = {"/"}, 0
    waiting = ["/"]
    while waiting:
        name = waiting.pop()
        bytes_ = ask(port, name)
        total += len(bytes_)
        if name.endswith((".css", ".svg")):
            continue
        text = page if name == "/" else bytes_.decode()
        for word in text.replace("'", '"').split('"'):
            path = word.removeprefix("./").lstrip("/")
            if path.endswith((".js", ".css", ".svg")) and f"/{path}" not in names and "/" not in path:
                names.add(f"/{path}")
                waiting.append(f"/{path}")
    return total, len(names)


def main():
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rounds", type=int, default=3, help="how often each step is measured (3)")
    options.add_argument("--seconds", type=float, default=8, help="of each measurement (8)")
    given = options.parse_args()
    program = os.environ.get("HOTCOLD") or sys.exit("set HOTCOLD to the program, as make bench-page does")
    first = free_ports()
    demo = subprocess.Popen(
        [program, "demo", "--page", "--by-hand", "--seekers", "1", "--seed", "14", "--page-port", str(first)],
        stdout=subprocess.DEVNULL)
    try:
        time.sleep(2)
        size, files = first_paint(first)
        start_a_round([first, first + 1])
        figures = {viewers: [] for viewers in VIEWERS}
        for _ in range(given.rounds):
            for viewers in VIEWERS:
                figures[viewers].append(measure(demo.pid, first + 1, viewers, given.seconds))
    finally:
        demo.terminate()
        demo.wait(timeout=20)
    median = {viewers: statistics.median(used for used, _ in rows) for viewers, rows in figures.items()}
    print(f"first paint: {size / 1_000:.0f} kB in {files} files")
    print("| viewers | % of a core, all of the simulated house | more than with none | kB/s to each |")
    print("|---|---|---|---|")
    for viewers, rows in figures.items():
        sent = statistics.median(sent for _, sent in rows)
        print(f"| {viewers} | {median[viewers]:.1f} | {median[viewers] - median[0]:.1f} | {sent:.1f} |")
    if median[VIEWERS[-1]] - median[0] >= PERCENT_BELOW or size >= BYTES_BELOW:
        sys.exit("FAILED: too dear")


if __name__ == "__main__":
    main()
