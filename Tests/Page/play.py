#!/usr/bin/env python3
"""Two people play a round by the pages of two simulated stations, in two windows of headless Chromium.

    HOTCOLD=path Tests/Page/play.py [--out FOLDER]

`hotcold demo --page --by-hand` simulates the house and the two who walk in it; everything that is pressed is
pressed here, by mouse, finger and keyboard. Fails on anything that one of the two should see and does not, on
an error in a console, and on a request that leaves the host. Leaves pictures. Bounded in time."""
import argparse
import json
import os
import pathlib
import socket
import subprocess
import sys
import time
import urllib.request

from browser import Browser, Gone
from look import Look

PHASE = "document.documentElement.dataset.phase"
VIEW = "document.documentElement.dataset.view"
CAPTIONS = "[...document.querySelectorAll('#captions li')].map((e) => e.textContent).join('\\n')"
PHRASES = pathlib.Path(__file__).resolve().parents[2] / "deploy" / "voices" / "phrases.tsv"
TAUNTS = [line.split("\t")[1] for line in PHRASES.read_text().splitlines() if line.startswith("taunt-")]
COUNT_APART_AT_MOST = 0.15  # seconds between the two windows, of which the browsers need some


class Fault(Exception):
    pass


class Person:
    """Somebody with a browser, and the page of one station in it."""

    def __init__(self, look, url, name, **how):
        self.look, self.url, self.name = look, url, name
        self.host = url.split("/")[2]
        self.page = look.open(url, **how)

    def sees(self, what, script, seconds):
        if not self.page.wait_for(script, seconds):
            shown = self.page.run(f"[{PHASE}, {VIEW}, {CAPTIONS}].join(' / ')")
            self.picture("fault")
            raise Fault(f"{self.name} does not see {what} within {seconds} s; shown: {shown!r}")
        print(f"  {self.name} sees {what}", flush=True)

    def state(self):
        with urllib.request.urlopen(f"{self.url}api/state", timeout=5) as answer:
            return json.load(answer)

    def picture(self, name):
        self.page.picture(self.look.out / f"play-{name}-{self.name}.png")

    def check(self, where):
        self.look.check(self.page, f"play-{where}-{self.name}")
        self.picture(where)
        self.look.read_events(self.page, f"play-{where}-{self.name}", self.host)

    def centre(self, selector):
        """Where it is, once it has stopped moving: views change, and pages scroll, for a moment."""
        script = f"""(() => {{ const e = document.querySelector('{selector}');
            e.scrollIntoView({{ block: 'center', behavior: 'instant' }}); const b = e.getBoundingClientRect();
            return [b.x + b.width / 2, b.y + b.height / 2]; }})()"""
        last = None
        for _ in range(20):
            box = self.page.run(script)
            if box == last:
                break
            last = box
            self.page.wait(0.1)
        return {"x": box[0], "y": box[1]}

    def mouse(self, selector, kind):
        self.page.send("Input.dispatchMouseEvent", type=kind, button="left", clickCount=1,
                       **self.centre(selector))

    def finger(self, is_down, selector="#hold"):
        self.page.send("Input.dispatchTouchEvent", type="touchStart" if is_down else "touchEnd",
                       touchPoints=[self.centre(selector)] if is_down else [])

    def tap(self, selector):
        self.finger(True, selector)
        self.finger(False)

    def space(self, is_down):
        self.page.run("document.querySelector('#hold').focus()")
        self.page.key(" ", is_down=is_down)


def gather(hider, seeker):
    """Both hold, one with a finger and one with the space bar, until both count."""
    for one, other in ((hider, seeker), (seeker, hider)):
        name = other.state()["station"]["name"]
        one.sees(f"that {name} is here", f"document.querySelector('#people').textContent.includes('{name}')", 20)
    hider.check("lobby")
    seeker.check("lobby")
    hider.finger(True)
    hider.sees("that it holds", f"{PHASE} === 'holding'", 5)
    seeker.sees("that the other holds", "document.querySelector('#people .active')", 5)
    seeker.picture("other-holds")
    # Holding is taken back until the last moment, and both go on as if nothing had been.
    hider.finger(False)
    hider.sees("that it let go", f"{PHASE} === 'lobby'", 5)
    seeker.space(True)
    hider.finger(True)
    for person in (hider, seeker):
        person.sees("the countdown", f"{PHASE} === 'counting'", 10)
    hider.check("counting")
    seeker.check("counting")


def changes(person, seconds):
    """When, by this machine's clock, each number of the countdown is shown first."""
    return f"""new Promise((done) => {{
      const seen = {{}}, end = Date.now() + {seconds * 1000};
      const timer = setInterval(() => {{
        const shown = document.querySelector('#sign-board').dataset.text;
        if ({PHASE} === 'counting' && /^\\d$/.test(shown)) seen[shown] ??= Date.now();
        if (Date.now() > end || {PHASE} === 'hiding') {{ clearInterval(timer); done(seen); }}
      }}, 10); }})"""


def count(hider, seeker):
    """What the two windows count comes at the same moment."""
    for person in (hider, seeker):
        person.page.run(f"window.counted = {changes(person, 8)}; null")
    shown = [person.page.run("window.counted") for person in (hider, seeker)]
    both = sorted(set(shown[0]) & set(shown[1]))
    if not both:
        raise Fault(f"the two count different things: {shown}")
    apart = max(abs(shown[0][number] - shown[1][number]) for number in both) / 1000
    print(f"  both count {', '.join(both)}; at most {apart * 1000:.0f} ms apart", flush=True)
    if apart > COUNT_APART_AT_MOST:
        raise Fault(f"the windows count {apart * 1000:.0f} ms apart")


def hunt(hider, seeker):
    seeker.space(False)
    hider.finger(False)
    hider.sees("the motion tracker", f"{VIEW} === 'tracker'", 10)
    seeker.sees("the search", f"{VIEW} === 'seeker'", 10)
    hider.sees("that the hunt is on", f"{PHASE} === 'hunting'", 60)
    name = seeker.state()["station"]["name"]
    hider.sees(f"how far {name} is", "/\\d\\sm/.test(document.querySelector('#hunters').textContent)"
               f" && document.querySelector('#hunters').textContent.includes('{name}')", 60)
    hider.page.run("document.querySelector('#taunt').addEventListener('click', () => { window.tapped = true; })")
    hider.tap("#taunt")
    hider.sees("that it tapped", "window.tapped", 5)
    seeker.sees("the taunt", f"{json.dumps(TAUNTS)}.some((taunt) => {CAPTIONS}.includes(taunt))", 5)
    seeker.sees("HOT or COLD", "/HOT|COLD/.test(document.querySelector('#cue-board').dataset.text)", 120)
    hider.check("hunt")
    seeker.check("hunt")


def find(hider, seeker):
    """The one who seeks has walked there by ear; the button is pressed when the other is at arm's length."""
    until = time.monotonic() + 240
    while time.monotonic() < until:
        state = seeker.state()
        ranges = [member["range"] for member in state["round"]["members"] if member["range"]]
        if ranges and ranges[0]["zone"] == "immediate":
            break
        seeker.page.wait(0.5)
    seeker.picture("near")
    hider.picture("near")
    for _ in range(6):
        seeker.mouse("#hold", "mousePressed")
        found = seeker.page.wait_for(f"{PHASE} === 'over'", 8)
        seeker.mouse("#hold", "mouseReleased")
        if found:
            break
        seeker.page.wait(2)
    for person in (hider, seeker):
        person.sees("that the hider is found", f"{PHASE} === 'over' && /found/i.test({CAPTIONS})", 10)
    hider.check("over")
    seeker.check("over")
    outcomes = [person.state()["round"]["outcome"]["kind"] for person in (hider, seeker)]
    if outcomes != ["found", "found"]:
        raise Fault(f"the two stations disagree: {outcomes}")


def play_again(hider, seeker):
    """Whoever hid seeks now."""
    hider.page.wait(3)
    hider.finger(True)
    seeker.space(True)
    for person in (hider, seeker):
        person.sees("the second countdown", f"{PHASE} === 'counting'", 15)
    hider.finger(False)
    seeker.space(False)
    hider.sees("that it seeks now", f"{VIEW} === 'seeker'", 15)
    seeker.sees("that it hides now", f"{VIEW} === 'tracker'", 15)


def free_ports():
    """The first of two neighbours that nobody uses."""
    for port in range(18_080, 18_980, 2):
        try:
            for number in (port, port + 1):
                with socket.socket() as trial:
                    trial.bind(("127.0.0.1", number))
            return port
        except OSError:
            continue
    raise Fault("no free ports on 127.0.0.1")


def main():
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--out", default="look", help="where the pictures go (./look)")
    options.add_argument("--seed", default="16", help="which house (16: a quick one)")
    options.add_argument("--seconds", type=float, default=420, help="after which everything ends (420)")
    given = options.parse_args()
    program = os.environ.get("HOTCOLD") or sys.exit("set HOTCOLD to the program, as make test-page does")
    port, started, demo, trouble = free_ports(), time.monotonic(), None, None
    try:
        demo = subprocess.Popen(
            [program, "demo", "--page", "--by-hand", "--seekers", "1", "--seed", given.seed, "--page-port",
             str(port)], stdout=subprocess.DEVNULL)
        with Browser(started + given.seconds) as browser:
            look = Look(browser, given.out)
            time.sleep(1)
            hider = Person(look, f"http://127.0.0.1:{port}/", "hider", width=390, height=844)
            seeker = Person(look, f"http://127.0.0.1:{port + 1}/", "seeker", width=1280, height=800, is_dark=True)
            gather(hider, seeker)
            count(hider, seeker)
            hunt(hider, seeker)
            find(hider, seeker)
            play_again(hider, seeker)
    except (Gone, Fault) as caught:
        trouble = caught
    finally:
        if demo:
            demo.terminate()
            demo.wait(timeout=20)
    if trouble:
        sys.exit(f"FAILED: {trouble}")
    print(f"{len(look.faults)} faults in {time.monotonic() - started:.0f} s; pictures in {given.out}")
    sys.exit(1 if look.faults else 0)


if __name__ == "__main__":
    main()
