"""The same in the lab's kernel, for what only real character devices, sockets and sound cards can tell."""
import os
import re
import shutil
import subprocess
from pathlib import Path

# The tests of each module that need a kernel with such devices: skipped elsewhere (.ci/skipped).
FILTERS = {
    "GPIO": r"^GPIOTests\.KernelChipTests/", "HCI": r"^HCITests\.VirtualHCITests/",
    "Audio": r"^AudioTests\.KernelCardTests/",
}
# Seconds that one mutant may take, and how many have a chance: half an hour at most.
LIMIT, MOST = 60, 200
BOOT = Path(__file__).resolve().parents[1] / "Lab" / "boot"


def killed(numbers, program, out, seconds):
    """numbers: {number: module} of mutants that no other test has noticed. Returns those that these tests notice; None,
    and a reason, where there is no lab or they fail without a mutant."""
    modules = [each for each in FILTERS if each in numbers.values()]
    lines = [f"none-{each} {FILTERS[each]}" for each in modules]
    lines += [f"{number} {FILTERS[module]}" for number, module in list(numbers.items())[:MOST]]
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    (out / "mutants").write_text("".join(f"{each}\n" for each in lines))
    environment = dict(os.environ, LAB_TIMEOUT=str(int(seconds)))
    code = subprocess.run([BOOT, Path(__file__).with_name("in-lab.sh"), out, f"PROGRAM={program}", f"LIMIT={LIMIT}"],
                          env=environment, stdout=subprocess.DEVNULL).returncode
    if code == 77:
        return None, "this computer cannot run the lab"
    if not (out / "codes").exists():
        return None, f"the lab failed with code {code} ({out / 'console.log'})"
    codes = dict(line.split() for line in (out / "codes").read_text().splitlines())
    for each in modules:
        said = (out / f"log-none-{each}").read_text(errors="replace")
        passed = re.search(r"Test run with [1-9]\d* tests? .*passed", said)
        # Of a suite that is there for a kernel without the device, tests may be skipped; not all of them.
        played = re.search(r"(?m)^. (Suite|Test) .* passed", said)
        if codes.get(f"none-{each}") != "0" or not passed or not played:
            return None, f"the tests of {each} fail there without a mutant ({out / f'log-none-{each}'})"
    return {number for number in numbers if codes.get(str(number), "0") != "0"}, None
