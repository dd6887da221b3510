#!/usr/bin/env python3
"""Two machines with one card each, as QEMU emulates them, and what people do with them: buttons are pressed, somebody
walks, a plug is pulled. `boot --round` makes the cards, and starts this in their folder.

    two_cards.py FOLDER HOTCOLD COMMAND_LINE      FOLDER has vmlinuz, initrd, board.dtb, card.one, card.two

Their Bluetooth is a Raspberry Pi's chip each (`HOTCOLD emulate --serial --chip`), in one air, at the end of the
machine's first serial line, where the card's kernel has its own driver for it and gives it the card's firmware. Their
loudspeaker is on USB, and records. There is no network.
"""

import json
import os
import queue
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import wave
from pathlib import Path

HERE = Path(__file__).resolve().parent
EAR = HERE.parent.parent / "Tests" / "Lab" / "ear.py"
BOOT_AT = int(re.search(r"^GAP=(\d+)$", (HERE / "layout.sh").read_text(), re.MULTILINE)[1])  # MiB
BUTTON_LINE = 5  # the default of hotcold.toml; of an emulated PL061's eight
POWER_LINE = 6  # the chip's BT_REG_ON (board_with_chip)
RATE = 44_100  # QEMU's recording: 16 bit, two channels
FRAME = 4
HEADER = 44
CHIP = "bcm43438"
# Whatever is started ends with this program, however that ends; and it does not go on for ever.
BOUND = ("setpriv", "--pdeathsig", "KILL")
SECONDS_AT_MOST = 1_800

begun = time.monotonic()


def fail(what, *machines):
    print(f"FAILED  {what}", file=sys.stderr)
    for machine in machines:
        for line in machine.lines()[-40:]:
            print(f"        {machine.name}: {line}", file=sys.stderr)
    sys.exit(1)


def promise(kept, what, figure, *machines):
    if not kept:
        fail(what, *machines)
    print(f"ok      {what}  ({figure})", flush=True)


def within(seconds, condition):
    """How long it took until that was so; None if it was not."""
    start = time.monotonic()
    while time.monotonic() - start < seconds:
        if condition():
            return time.monotonic() - start
        time.sleep(0.1)
    return None


class Machine:
    """One board: a card, a chip, a button, a loudspeaker, a plug."""

    def __init__(self, folder, name, air, number, command_line):
        self.folder, self.name, self.air, self.number = folder, name, air, number
        self.command_line = command_line
        self.starts = 0
        self.process = None

    def start(self, *more):
        self.starts += 1
        run = f"{self.name}.{self.starts}"
        self.console = self.folder / f"console.{run}"
        self.sound = self.folder / f"sound.{run}.wav"
        sockets = {kind: self.folder / f"{kind}.{run}" for kind in ("qmp", "qtest")}
        output = self.folder / f"qemu.{run}"
        arguments = [
            *BOUND, "qemu-system-aarch64", "-M", "virt", "-cpu", "cortex-a53", "-smp", "1", "-m", "512", "-nodefaults",
            "-dtb", self.folder / "board.dtb", "-accel", "tcg", "-display", "none", "-no-reboot",
            "-kernel", self.folder / "vmlinuz", "-initrd", self.folder / "initrd",
            "-drive", f"file={self.folder}/card.{self.name},if=virtio,format=raw", "-device", "virtio-rng-pci",
            "-device", "i6300esb",
            "-chardev", "pty,id=bluetooth", "-serial", "chardev:bluetooth",
            "-chardev", f"file,id=console,path={self.console}", "-device", "virtio-serial-pci",
            "-device", "virtconsole,chardev=console",
            "-audiodev", f"wav,id=sound,path={self.sound}", "-device", "qemu-xhci", "-device", "usb-audio,audiodev=sound",
            "-qmp", f"unix:{sockets['qmp']},server=on,wait=off",
            "-qtest", f"unix:{sockets['qtest']},server=on,wait=off", "-qtest-log", "/dev/null",
            "-append", f"console=hvc0 {self.command_line} systemd.watchdog_sec=180"
            " systemd.journald.forward_to_console=1", *(more or ("-nic", "none")),
        ]
        with open(output, "wb") as log:
            self.process = subprocess.Popen([str(word) for word in arguments], stdin=subprocess.DEVNULL, stdout=log,
                                            stderr=subprocess.STDOUT)
        line = None

        def has_line():
            nonlocal line
            line = re.search(r"redirected to (/dev/pts/\d+)", output.read_text(errors="replace"))
            return line and all(path.exists() for path in sockets.values())

        if within(20, has_line) is None:
            fail(f"QEMU starts: {output.read_text(errors='replace')}")
        self.qmp = self.connect(sockets["qmp"])
        self.qtest = self.connect(sockets["qtest"])
        self.qmp.readline()
        self.ask("qmp_capabilities")
        parts = self.ask("qom-list", path="/machine/unattached")
        self.pins = "/machine/unattached/" + next(p["name"] for p in parts if p["type"] == "child<pl061>")
        self.answers = queue.Queue()
        threading.Thread(target=self.watch, args=(self.qtest, self.answers), daemon=True).start()
        self.order(f"irq_intercept_out {self.pins}")
        self.release()
        link = self.folder / f"line.{self.name}"
        link.unlink(missing_ok=True)
        link.symlink_to(line[1])
        self.air.plug(self.number)

    @staticmethod
    def connect(path):
        made = socket.socket(socket.AF_UNIX)
        made.connect(str(path))
        return made.makefile("rw")

    def ask(self, command, **arguments):
        self.qmp.write(json.dumps({"execute": command, "arguments": arguments}) + "\n")
        self.qmp.flush()
        while True:
            answer = json.loads(self.qmp.readline())
            if "error" in answer:
                fail(f"QEMU does {command}: {answer['error']['desc']}")
            if "return" in answer:
                return answer["return"]

    def watch(self, qtest, answers):
        """Answers to orders, and the pins that the machine moves: its driver cuts the chip's power by one of them."""
        try:
            for line in qtest:
                if line.startswith(f"IRQ lower {POWER_LINE}"):
                    self.air.cut(self.number)
                elif not line.startswith("IRQ"):
                    answers.put(line)
        except (OSError, ValueError):
            pass  # QEMU has ended

    def order(self, words):
        self.qtest.write(words + "\n")
        self.qtest.flush()
        if not self.answers.get(timeout=20).startswith("OK"):
            fail(f"QEMU does {words}")

    def pin(self, level):
        self.order(f"set_irq_in {self.pins} unnamed-gpio-in {BUTTON_LINE} {level}")

    def hold(self):
        """A button connects its line to ground."""
        self.pin(0)

    def release(self):
        self.pin(1)

    def pull_the_plug(self):
        """Nobody in the machine is told."""
        self.process.kill()
        self.process.wait()
        self.air.unplug(self.number)

    def lines(self):
        text = self.console.read_text(errors="replace") if self.console.exists() else ""
        return [line for line in text.splitlines() if "hotcold[" in line]

    def mark(self):
        return len(self.lines())

    def says(self, pattern, since=0):
        """The first match in the station's own log, or None."""
        for line in self.lines()[since:]:
            if found := re.search(pattern, line):
                return found
        return None

    def played(self):
        """Seconds that its loudspeaker has played since the machine was started."""
        size = self.sound.stat().st_size if self.sound.exists() else 0
        return max(0, size - HEADER) / RATE / FRAME

    def heard(self, start, end):
        """What the recogniser makes of that part of the recording: pairs of seconds and words."""
        part = self.folder / f"part.{self.name}.wav"
        with open(self.sound, "rb") as file:  # whose header is only right when QEMU has ended
            file.seek(HEADER + int(start * RATE) * FRAME)
            frames = file.read(int((end - start) * RATE) * FRAME)
        with wave.open(str(part), "wb") as file:
            file.setparams((2, 2, RATE, 0, "NONE", ""))
            file.writeframes(frames)
        done = subprocess.run([EAR, part], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            fail(f"the recogniser hears: {done.stderr.strip()}")
        rows = [line.split("\t") for line in done.stdout.splitlines()]
        return [(float(row[0]), row[1]) for row in rows]


class Air:
    """Both chips, and how far they are from each other."""

    def __init__(self, folder, hotcold, names):
        self.control = folder / "control"
        os.mkfifo(self.control)
        self.log = folder / "air.log"
        self.arguments = [*BOUND, hotcold, "emulate", "--serial", "--chip", CHIP, "--controllers", str(len(names)),
                          "--control", self.control]
        for name in names:
            self.arguments += ["--line", folder / f"line.{name}"]
        self.process = None

    def begin(self):
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen([str(word) for word in self.arguments], stdin=subprocess.DEVNULL,
                                            stdout=log, stderr=subprocess.STDOUT)
        if within(20, lambda: self.says("controller 1 is")) is None:
            fail(f"two chips are emulated: {self.log.read_text()}")

    def says(self, pattern):
        return len(re.findall(pattern, self.log.read_text(errors="replace")))

    def tell(self, words):
        if self.process:
            with open(self.control, "w", encoding="ascii") as file:
                file.write(words + "\n")

    def plug(self, number):
        self.tell(f"plug {number}")

    def unplug(self, number):
        self.tell(f"unplug {number}")

    def cut(self, number):
        self.tell(f"cut {number}")

    def distance(self, metres, seconds):
        self.tell(f"distance {metres} {seconds}")


SAID = r'caption: "[^"]*'
MET = SAID + "Hello, [A-Z][a-z]+ [A-Z]"
COUNTDOWN = r'caption: "3"'


def both(seconds, machines, pattern, marks):
    return within(seconds, lambda: all(m.says(pattern, marks[m]) for m in machines))


def play(machines, what):
    """Holds both buttons until there are roles, and waits for the hunt; the seeker."""
    marks = {machine: machine.mark() for machine in machines}
    for machine in machines:
        machine.hold()
    waited = both(30, machines, SAID + "You (hide|seek)!", marks)
    promise(waited is not None, f"{what}: both buttons are held, and both have a role", f"{waited or 0:.1f} s", *machines)
    waited = both(15, machines, COUNTDOWN, marks)
    for machine in machines:
        machine.release()
    promise(waited is not None, f"{what}: both count down", f"{waited or 0:.1f} s later", *machines)
    seekers = [machine for machine in machines if machine.says(SAID + "You seek!", marks[machine])]
    promise(len(seekers) == 1, f"{what}: one of them seeks", seekers[0].name if seekers else "none", *machines)
    seeker = seekers[0]
    waited = within(120, lambda: seeker.says(SAID + "here I come", marks[seeker]))
    promise(waited is not None, f"{what}: the hunt begins", f"{waited or 0:.0f} s later", *machines)
    return seeker


def walk(seeker, air, metres, seconds, word, what):
    """Somebody walks, and hears that word, and the recogniser as well."""
    mark, start = seeker.mark(), seeker.played()
    air.distance(metres, seconds)
    time.sleep(seconds + 4)
    end = seeker.played()
    captions = sum(1 for line in seeker.lines()[mark:] if re.search(SAID + word, line, re.IGNORECASE))
    promise(captions > 0, f"{what}: it says {word}", f"{captions} times", seeker)
    heard = [words for _, words in seeker.heard(start, end)]
    told = sum(1 for words in heard if word.lower() in words.split())
    other = {"HOT": "cold", "COLD": "hot"}[word]
    opposite = sum(1 for words in heard if other in words.split())
    promise(told > opposite, f"{what}: the recogniser hears it from the loudspeaker",
            f"{told} times, {other} {opposite} times, in {end - start:.0f} s of sound", seeker)


def find(seeker, machines, air, what):
    marks = {machine: machine.mark() for machine in machines}
    air.distance(0.3, 4)
    time.sleep(5)
    for attempt in range(1, 4):
        seeker.hold()
        if within(15, lambda: seeker.says(SAID + "([Ff]ound in|Found!)", marks[seeker])) is not None:
            break
        seeker.release()
        time.sleep(1)
    waited = both(20, machines, SAID + "([Ff]ound in|found you|Found!)", marks)
    seeker.release()
    promise(waited is not None, f"{what}: holding within reach ends it on both", f"hold {attempt}", *machines)
    pattern = r"You have (\d+) points?"
    waited = both(30, machines, pattern, marks)
    promise(waited is not None, f"{what}: and the points are told", f"{waited or 0:.1f} s", *machines)
    return {machine: int(machine.says(pattern, marks[machine])[1]) for machine in machines}


def name_of(machine):
    found = machine.says(r"hotcold: station (\w+ \w+) \((\w+)\)")
    return (found[1], found[2]) if found else None


def starts(machines, what, air, patched):
    parts = {"button": r"button: ready", "radio": r"radio: hci0 ready", "loudspeaker": r"speaker: ready"}
    for part, pattern in parts.items():
        waited = within(300, lambda: all(machine.says(pattern) for machine in machines))
        promise(waited is not None, f"{what}: the {part} is found", f"{waited or 0:.0f} s later", *machines)
    promise(air.says("runs its firmware") >= patched, f"{what}: the chip was given the card's firmware",
            machines[0].says(r"radio: hci0 ready.*")[0], *machines)
    troubles = [machine.says(SAID + "(can't use my button|can't find my radio|have no network)") for machine in machines]
    promise(not any(troubles), f"{what}: and nothing was called missing", "no such sentence", *machines)


def first_round(machines, air):
    seeker = play(machines, "first round")
    air.distance(16, 0)
    time.sleep(6)
    walk(seeker, air, 1.5, 25, "HOT", "on the way there")
    walk(seeker, air, 16, 20, "COLD", "on the way back")
    return find(seeker, machines, air, "first round")


def second_round(machines, air, points):
    air.distance(3, 0)
    time.sleep(4)
    seeker = play(machines, "second round")
    # Whoever has points to lose.
    pulled = max(machines, key=lambda machine: points[machine])
    other = next(machine for machine in machines if machine is not pulled)
    before, mark = name_of(pulled), other.mark()
    patched = air.says("runs its firmware")
    pulled.pull_the_plug()
    time.sleep(5)
    pulled.start()
    starts([pulled], "a plug is pulled in the hunt, and put in again", air, patched + 1)
    promise(name_of(pulled) == before, "it has its name", before[0], pulled)
    waited = within(60, lambda: other.says(SAID + "is back", mark))
    promise(waited is not None or not other.says(SAID + "has left", mark), "and the round goes on",
            f"the other one says that it is back, {waited:.0f} s later" if waited is not None else "it was not missed",
            *machines)
    after = find(seeker, machines, air, "second round")
    # The one that finds has a point more.
    promise(after[pulled] == points[pulled] + (pulled is seeker), "and it has its points",
            f"{points[pulled]}, and now {after[pulled]}", pulled)
    return pulled


def first_pi(machine, other):
    """What docs/first-pi.md asks of the first real board, on this one: the line that a person types there."""
    machine.pull_the_plug()
    folder, door = machine.folder, free_port()
    key = folder / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "test", "-f", key], check=True)
    settings = folder / "settings"
    settings.write_text(f'[machine]\nssh_keys = ["{key.with_suffix(".pub").read_text().strip()}"]\n')
    drive = f"{folder}/card.{machine.name}@@{BOOT_AT << 20}"
    subprocess.run(["mcopy", "-o", "-i", drive, settings, "::hotcold.toml"], check=True)
    machine.start("-netdev", f"user,id=net,hostfwd=tcp:127.0.0.1:{door}-:22", "-device",
                  "virtio-net-pci,netdev=net,romfile=")
    ssh = ["ssh", "-q", "-F", "none", "-i", key, "-p", str(door), "-o", "StrictHostKeyChecking=no", "-o",
           f"UserKnownHostsFile={folder}/known", "-o", "ConnectTimeout=10", "-o", "BatchMode=yes", "admin@127.0.0.1"]

    def inside(command):
        return subprocess.run([*ssh, command], capture_output=True, text=True, check=False)

    waited = within(300, lambda: machine.says(r"radio: hci0 ready") and inside("true").returncode == 0)
    promise(waited is not None, "with a key on the card its owner comes in", f"{waited or 0:.0f} s later", machine)
    done = inside("sudo systemctl stop hotcold; sudo hotcold doctor --first-pi --yes --out /tmp/first-pi.json;"
                  " sudo systemctl start hotcold; sudo cat /tmp/first-pi.json >&2")
    try:
        found = json.loads(done.stderr[done.stderr.index("{"):])
    except ValueError:
        fail(f"doctor --first-pi writes its file: {done.stdout}{done.stderr}", machine)
    file = folder / "first-pi.json"
    file.write_text(json.dumps(found, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    promise(found.get("controller", {}).get("levelOfStations") is not None, "doctor --first-pi writes its file",
            f"the other station is heard at {found['controller'].get('levelOfStations')} dBm", machine, other)
    station = found.get("station", {})
    promise(station.get("secondsToFirstWord") and station.get("pressToSound") and station.get("hunt")
            and "advertisesWhenKilled" in found, "with what its station noticed of the machine",
            f"first word {station.get('secondsToFirstWord')} s after the start of the kernel, {station.get('pressToSound')}"
            f" ms from a press to its sound, in a hunt {station.get('hunt')}; calls on when killed:"
            f" {found.get('advertisesWhenKilled')}", machine, other)


def free_port():
    with socket.socket() as made:
        made.bind(("127.0.0.1", 0))
        return made.getsockname()[1]


def main():
    signal.alarm(SECONDS_AT_MOST)
    folder, hotcold, command_line = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
    names = ["one", "two"]
    air = Air(folder, hotcold, names)
    machines = [Machine(folder, name, air, number, command_line) for number, name in enumerate(names)]
    try:
        for machine in machines:
            machine.start()
        air.begin()
        starts(machines, "two cards without settings", air, 2)
        waited = both(120, machines, MET, {machine: 0 for machine in machines})
        promise(waited is not None, "they hear each other, without any network",
                " and ".join(name_of(machine)[0] for machine in machines), *machines)
        points = first_round(machines, air)
        pulled = second_round(machines, air, points)
        first_pi(pulled, next(machine for machine in machines if machine is not pulled))
        print(f"Two cards have played ({time.monotonic() - begun:.0f} s).")
    finally:
        for machine in machines:
            if machine.process:
                machine.process.kill()
        if air.process:
            air.process.kill()


main()
