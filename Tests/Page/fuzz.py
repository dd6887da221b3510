#!/usr/bin/env python3
"""Does to a page's server what strangers do: requests made up from docs/openapi.json by schemathesis (PyPI; kept in
the cache), bytes that are no HTTP, and a thousand connections that never finish a request.

    HOTCOLD=path Tests/Page/fuzz.py [--examples N]

Fails on a server error, on an answer that is not as described, on something that is taken although it cannot be,
on memory that does not come back, and on a station that cannot be played with afterwards. Bounded in time."""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from load import VIEWER, ask, start_a_round
from play import free_ports

ROOT = Path(__file__).resolve().parent.parent.parent
SCHEMATHESIS = "schemathesis==4.32.5"
MEMORY_KB_AT_MOST = 12_000  # more than before; a debug build frees lazily
CHECKS = ("not_a_server_error", "status_code_conformance", "content_type_conformance",
          "response_schema_conformance", "negative_data_rejection")


def schemathesis():
    cache = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "hotcold" / "schemathesis"
    program = cache / "bin" / "schemathesis"
    if not program.exists():
        print(f"installing {SCHEMATHESIS} from PyPI into {cache}", flush=True)
        subprocess.run([sys.executable, "-m", "venv", cache], check=True)
        subprocess.run([cache / "bin" / "pip", "install", "-q", SCHEMATHESIS], check=True)
    return program


def memory_kb(process):
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0])


def made_up(port, examples, folder):
    """The demo's pages are open to all, so the PIN is left out of what is asked for."""
    document = json.loads((ROOT / "docs" / "openapi.json").read_text())
    for path in document["paths"].values():
        for operation in path.values():
            if isinstance(operation, dict):
                operation.pop("security", None)
    described = folder / "openapi.json"
    described.write_text(json.dumps(document))
    # States without end are for play.py.
    return subprocess.run(
        [schemathesis(), "run", described, "--url", f"http://127.0.0.1:{port}", "--exclude-path", "/api/events",
         "--checks", ",".join(CHECKS), "--phases", "examples,coverage,fuzzing", "--max-examples", str(examples),
         "--continue-on-failure", "--rate-limit", "15/s", "--warnings", "off"],
        cwd=folder, timeout=400).returncode


def viewer(*words):
    done = subprocess.run([sys.executable, VIEWER, *map(str, words)], stdout=subprocess.PIPE, text=True, timeout=120)
    print("  " + " ".join(map(str, words[:1])) + ": " + done.stdout.strip(), flush=True)
    return done.returncode


def main():
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--examples", type=int, default=20, help="made-up requests for each operation (20)")
    given = options.parse_args()
    program = os.environ.get("HOTCOLD") or sys.exit("set HOTCOLD to the program, as make fuzz-page does")
    first, faults = free_ports(), []
    demo = subprocess.Popen(
        [program, "demo", "--page", "--by-hand", "--seekers", "1", "--page-port", str(first)],
        stdout=subprocess.DEVNULL)
    try:
        time.sleep(3)
        with tempfile.TemporaryDirectory() as folder:
            if made_up(first, given.examples, Path(folder)):
                faults.append("schemathesis found something")
        time.sleep(2)
        calm = memory_kb(demo.pid)
        if viewer("garbage", "127.0.0.1", first, 8) or viewer("half-open", "127.0.0.1", first, 10, 1_000):
            faults.append("the attackers could not go on")
        high = memory_kb(demo.pid)
        time.sleep(17)  # half-open connections are hung up on after fifteen seconds
        rest = memory_kb(demo.pid)
        print(f"  memory: {calm} kB before, {high} kB at the end of it, {rest} kB afterwards")
        if rest - calm > MEMORY_KB_AT_MOST:
            faults.append("memory did not come back")
        for port in (first, first + 1):
            ask(port, "/api/capacity", {"capacity": 2})
            ask(port, "/api/crew", {"word": ""})
        roles = [json.loads(ask(port, "/api/state"))["station"]["role"] for port in (first, first + 1)]
        print(f"  a round of those who {roles}")
        start_a_round([first, first + 1])
        print("  a round is played afterwards")
    finally:
        demo.terminate()
        demo.wait(timeout=20)
    for fault in faults:
        print(f"FAILED: {fault}")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
