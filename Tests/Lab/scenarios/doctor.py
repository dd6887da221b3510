#!/usr/bin/env python3
"""`hotcold doctor` on this computer itself: what is missing here is said, and it never hangs.

usage: doctor.py OUTDIR      (the lab's ./run calls it with LAB_HOTCOLD; promises go to OUTDIR/promises)
"""
import os
import re
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from evidence import Evidence

# Part of the report, where its hardware would be, and what its absence is called.
PARTS = {
    "radio": ("/sys/class/bluetooth/hci*", r"no Bluetooth (adapter|sockets)"),
    "button": ("/dev/gpiochip*", r"no GPIO chip"),
    "sound": ("/dev/snd/pcm*p", r"No sound card"),
}


def examine(settings):
    """(exit code, seconds, output); the exit code is None when it hung."""
    command = [os.environ["LAB_HOTCOLD"], "doctor", "--settings", settings]
    began = time.monotonic()
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        code, output = done.returncode, done.stdout + done.stderr
    except subprocess.TimeoutExpired:
        code, output = None, ""
    return code, time.monotonic() - began, output


def main(directory):
    evidence = Evidence(directory)
    state = evidence.directory / "host-state"
    state.mkdir(exist_ok=True)
    settings = evidence.directory / "host.toml"
    settings.write_text(f'[station]\nstate_directory = "{state}"\n')
    code, seconds, output = examine(settings)
    (evidence.directory / "host.log").write_text(output)

    evidence.promise(seconds < 30, "outside the lab, on this computer, doctor is done within 30 s",
                     f"{seconds:.1f} s")
    missing = [part for part, (device, _) in PARTS.items() if not list(Path("/").glob(device[1:]))]
    for part in missing:
        finding = re.search(rf"^FAIL +{part}: (.*)", output, re.M)
        named = finding is not None and re.search(PARTS[part][1], finding[1]) is not None
        evidence.promise(named, f"it says what is missing for the {part}", finding[1] if finding else "nothing")
    if missing:
        evidence.promise(code == 1, "and exits with 1", f"code {code}")


if __name__ == "__main__":
    main(sys.argv[1])
