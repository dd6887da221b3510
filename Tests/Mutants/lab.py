"""The same in the lab's kernel, for what only real character devices, sockets and sound cards can tell."""
import os
import re
import shutil
import subprocess
import time
from pathlib import Path

# The tests of each module that need a kernel with such devices: skipped elsewhere (.ci/skipped).
FILTERS = {
    "GPIO": r"^GPIOTests\.KernelChipTests/", "HCI": r"^HCITests\.VirtualHCITests/",
    "Audio": r"^AudioTests\.KernelCardTests/",
}
# Seconds that one mutant may take.
LIMIT = 20
BOOT = Path(__file__).resolve().parents[1] / "Lab" / "boot"


def boot(lines, program, out, seconds):
    """Plays these in one kernel; returns {number: code} of those it came to, and the kernel's own code."""
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    (out / "mutants").write_text("".join(f"{number} {filter}\n" for number, filter in lines))
    code = subprocess.run([BOOT, Path(__file__).with_name("in-lab.sh"), out, f"PROGRAM={program}", f"LIMIT={LIMIT}"],
                          env=dict(os.environ, LAB_TIMEOUT=str(int(seconds))), stdout=subprocess.DEVNULL).returncode
    codes = (out / "codes").read_text().splitlines() if (out / "codes").exists() else []
    return {number: int(code) for number, code in map(str.split, codes)}, code


def without_a_mutant(modules, program, out, deadline):
    """Why it cannot be done there; None if it can."""
    codes, code = boot([(each, FILTERS[each]) for each in modules], program, out, deadline - time.monotonic())
    if code == 77:
        return "this computer cannot run the lab"
    for each in modules:
        log = out / f"log-{each}"
        said = log.read_text(errors="replace") if log.exists() else ""
        # Where all of them are skipped, the run has passed as well.
        if codes.get(each) != 0 or not re.search(r"(?m)^. Test (?!run with).* passed after", said):
            return f"the tests of {each} fail there without a mutant ({log})"
    return None


def killed(numbers, program, out, deadline):
    """numbers: {number: module} of mutants that no other test has noticed. Returns those that these tests notice, or
    None and the reason why it cannot be told."""
    modules = [each for each in FILTERS if each in numbers.values()]
    if why_not := without_a_mutant(modules, program, out / "without", deadline):
        return None, why_not
    left, noticed = {str(number): FILTERS[module] for number, module in numbers.items()}, set()
    for attempt in range(len(numbers)):
        seconds = deadline - time.monotonic()
        if not left or seconds < LIMIT:
            break
        codes, _ = boot(left.items(), program, out / f"kernel-{attempt}", seconds)
        if not codes:
            # The kernel stopped at the first, and nobody knows whether by its fault: it survives.
            codes = {next(iter(left)): 0}
        noticed |= {int(number) for number, code in codes.items() if code}
        left = {number: filter for number, filter in left.items() if number not in codes}
    return noticed, f"no time for {len(left)}" if left else None
