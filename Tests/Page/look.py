#!/usr/bin/env python3
"""Looks at a station's page with headless Chromium (Debian's chromium; nothing else is needed).

    Tests/Page/look.py                          every scene of mock.py, and the checks that need to act
    Tests/Page/look.py --scene hider --scene lost
    Tests/Page/look.py --url http://pi.local:8080/

Takes pictures (phone and laptop, light and dark, one with text of 200 %), and fails on: an error in the
console, a request that leaves the host, more than 150 kB before anything is opened, a control without a
name, contrast below WCAG AA, a focus that cannot be seen, what is too small for a finger or cut off,
languages with different words; and, with the mock, a button that is not let go. Bounded in time; leaves
nothing but the pictures."""
import argparse
import json
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from pathlib import Path

import acting
import screens
import sections
from browser import Browser, Gone

HERE = Path(__file__).resolve().parent
WINDOWS = {"phone": (390, 844), "laptop": (1280, 800)}
SCENES = """lobby alone invited holding agreeing counting hider-start hider hiding-seek seeker-search hot1
            hot2 hot3 cold1 cold2 cold3 stale lost over timeup cancelled troubles crowd off broken old beacons
            beacons-none beacons-many beacons-areas beacons-pin station station-round rounds
            rounds-none doctor doctor-busy crew crew-pin crew-round calibrate calibrate-alone
            calibrate-listening calibrate-kept calibrate-failed landmark taunts update update-on update-refused""".split()
# What is opened before it is looked at; each has to be there after the one before.
OPENED = {
    "beacons": ["#air summary", ".beacon .head"], "beacons-none": ["#air summary"],
    "beacons-many": ["#air summary"], "beacons-areas": ["#air summary"], "beacons-pin": ["#air summary"],
    "station": ["#station summary", "#log summary", "#counters summary"],
    "station-round": ["#station summary"],
    "rounds": ["#station summary", "#rounds summary", "#rounds .past summary"],
    "rounds-none": ["#station summary", "#rounds summary", "#log summary"],
    "off": ["#air summary", "#station summary", "#crew summary", "#calibration summary"],
    "doctor": ["#station summary", "#doctor summary"], "crew": ["#station summary", "#crew summary"],
    "calibrate": ["#station summary", "#calibration summary", "#trial-others .inside"],
    "taunts": ["#choose"], "update": ["#station summary", "#update summary"],
}
# These are opened as the one they are named after, but for the choice in it.
OPENED |= {name: OPENED[name.split("-")[0]][:2] for name in SCENES
           if name.split("-")[0] in ("doctor", "crew", "calibrate", "update") and "-" in name}
CONTROLS = {"button", "link", "textbox", "checkbox", "switch", "radio", "combobox", "slider", "tab",
            "menuitem", "DisclosureTriangle", "Date", "InputTime"}
BYTES_AT_MOST, OPENED_BYTES_AT_MOST = 150_000, 200_000  # when it is first seen; with what is opened in it
FOCUSED = """(() => {
  const e = document.activeElement;
  // A card whose button covers it has the outline around all of it.
  const isSeen = (s) => s.outlineStyle !== "none" && parseFloat(s.outlineWidth) >= 2;
  return { who: e.tagName + "#" + e.id + "." + e.className, isBody: e === document.body,
           seen: isSeen(getComputedStyle(e)) || isSeen(getComputedStyle(e, "::after")) };
})()"""


class Look:
    def __init__(self, browser, out):
        self.browser, self.out, self.faults, self.linger = browser, Path(out), [], 0.4
        self.out.mkdir(parents=True, exist_ok=True)

    def fault(self, where, what):
        self.faults.append(f"{where}: {what}")
        print(f"  FAULT {where}: {what}", flush=True)

    def open(self, url, **how):
        page = self.browser.page(**how)
        page.open(url)
        if not page.wait_for("document.querySelector('#my-face')?.src && document.readyState === 'complete'"
                             " || location.search.includes('broken')", 20):
            self.fault(url, "did not load")
        page.wait(0.5)
        return page

    def read_events(self, page, where, host, allowed=()):
        """Console, requests and bytes since the last time; a crowd's pictures are not the page's."""
        size, faces = 0, set()
        for event in page.take_events():
            method, params = event["method"], event["params"]
            if method == "Network.requestWillBeSent":
                url = urllib.parse.urlsplit(params["request"]["url"])
                if url.path.startswith("/avatars/"):
                    faces.add(params["requestId"])
                # Chromium's own arrows and clocks in fields are data; ours its policy would refuse.
                if url.netloc != host and url.scheme != "data":
                    self.fault(where, f"a request that leaves the host: {params['request']['url'][:100]}")
            elif method == "Network.loadingFinished" and params["requestId"] not in faces:
                size += params["encodedDataLength"]
            elif method == "Runtime.exceptionThrown":
                details = params["exceptionDetails"]
                what = details.get("exception", {}).get("description", details["text"])
                self.fault(where, f"exception: {what[:300]}")
            elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning", "assert"):
                self.fault(where, f"console: {params['args']}")
            elif method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
                if not any(word in params["entry"]["text"] for word in allowed):
                    self.fault(where, f"log: {params['entry']['text'][:300]}")
        return size

    def check(self, page, where, landmarks=("main", "banner", "heading")):
        for what in page.run((HERE / "checks.js").read_text()):
            self.fault(where, what)
        nodes = page.send("Accessibility.getFullAXTree")["nodes"]
        roles = set()
        for node in nodes:
            role = node.get("role", {}).get("value")
            roles.add(role)
            name = node.get("name", {}).get("value", "").strip()
            if role in CONTROLS and not node.get("ignored") and not name:
                self.fault(where, f"a {role} without a name")
        for landmark in landmarks:
            if landmark not in roles:
                self.fault(where, f"no {landmark} for readers of screens")

    def check_focus(self, page, where):
        seen = []
        for _ in range(40):
            page.key("Tab")
            focused = page.run(FOCUSED)
            if focused["isBody"] or (seen and focused["who"] == seen[0]):
                break
            seen.append(focused["who"])
            if not focused["seen"]:
                self.fault(where, f"the focus on {focused['who']} cannot be seen")
        if len(seen) < 2:
            self.fault(where, f"the keyboard reaches only {seen}")

    def open_sections(self, page, where, name):
        for section in OPENED.get(name, []):
            found = f"document.querySelector('{section}')?.checkVisibility()"
            if not page.wait_for(found, 15):
                self.fault(where, f"no {section} to open")
                return
            page.run(f"document.querySelector('{section}').click()")
        page.wait(0.8 if name in OPENED else 0)

    def scene(self, url, name, languages=("en",)):
        host = urllib.parse.urlsplit(url).netloc
        refused = ["503"] if name == "doctor-busy" else []
        part = OPENED[name][0].split()[0] if name in OPENED and name != "taunts" else None
        for window, (width, height) in WINDOWS.items():
            for is_dark in (False, True):
                where = f"{name}-{window}-{'dark' if is_dark else 'light'}"
                page = self.open(url, width=width, height=height, is_dark=is_dark)
                size = self.read_events(page, where, host)
                self.open_sections(page, where, name)
                page.wait(self.linger)
                page.picture(self.out / f"{where}.png", of=part)
                self.check(page, where)
                more = self.read_events(page, where, host, refused)
                if size > BYTES_AT_MOST or size + more > OPENED_BYTES_AT_MOST:
                    self.fault(where, f"{size} bytes, and {more} when it is opened")
                if window == "phone" and not is_dark:
                    self.check_focus(page, where)
                    if name not in OPENED:
                        page.run("document.querySelector('#station details').setAttribute('open', '')")
                    page.run("document.documentElement.style.fontSize = '200%'")
                    page.run("document.activeElement.blur(), scrollTo(0, 0)")
                    page.wait(0.4)
                    page.picture(self.out / f"{name}-text200.png", of=part)
                    self.check(page, f"{name}-text200")
                    self.read_events(page, where, host, refused)
                page.close()
        page = self.open(url, language="de", is_calm=True)
        self.open_sections(page, f"{name}-german-calm", name)
        page.picture(self.out / f"{name}-german-calm.png", of=part)
        self.check(page, f"{name}-german-calm")
        self.read_events(page, f"{name}-german-calm", host, refused)
        page.close()

    # What needs the mock: acting.

    def expect(self, where, is_true, what):
        if not is_true:
            self.fault(where, what)

    def posts(self, url):
        with urllib.request.urlopen(url.replace("/?", "/mock/posts?")) as answer:
            return json.load(answer)

    def words(self, url):
        """Every word is used, and a language that is not there is English."""
        page = self.open(url, language="fr")
        self.expect("words", page.run("document.documentElement.lang") == "en", "another language is not English")
        keys = page.run("import('/words-en.js').then(({ words }) => Object.keys(words))")
        assets = HERE.parents[1] / "Sources/WebPage/Assets"
        used = "".join(path.read_text() for kind in ("js", "html") for path in assets.glob(f"*.{kind}"))
        for key in keys:
            if key not in used and f"{key.rstrip('123')}$" not in used and not known_otherwise(key):
                self.fault("words", f"{key} seems to be used nowhere")
        page.close()

    def hold(self, url):
        """Every way to hold, and every way of letting go."""
        page = self.open(url)
        box = page.run("(() => { const b = document.getElementById('hold').getBoundingClientRect();"
                       " return [b.x + b.width / 2, b.y + b.height / 2]; })()")

        def mouse(kind, x, y):
            page.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1,
                      pointerType="mouse")

        def touch(kind, points):
            page.send("Input.dispatchTouchEvent", type=kind, touchPoints=points)

        def try_out(name, down, up):
            page.run("scrollTo(0, 0)")  # Tab may have led to what is further down
            before = len(self.posts(url))
            down()
            page.wait(1.3)
            held = self.posts(url)[before:]
            downs = [post for post in held if post[:2] == ["hold", {"isDown": True}]]
            self.expect("hold", len(downs) == len(held) and 2 <= len(downs) <= 4, f"{name}: held as {held}")
            up()
            page.wait(0.9)
            after = self.posts(url)[before + len(held):]
            is_up = [post[:2] for post in after] == [["hold", {"isDown": False}]]
            self.expect("hold", is_up, f"{name}: let go as {after}")

        def focus():
            page.run("document.getElementById('hold').focus()")

        point = [{"x": box[0], "y": box[1]}]
        try_out("mouse", lambda: mouse("mousePressed", *box), lambda: mouse("mouseReleased", 5, 5))
        try_out("touch", lambda: touch("touchStart", point), lambda: touch("touchEnd", []))
        try_out("touch that is taken away", lambda: touch("touchStart", point),
                lambda: touch("touchCancel", []))
        focus()
        try_out("space", lambda: page.key(" ", True), lambda: page.key(" ", False))
        try_out("enter", lambda: page.key("Enter", True), lambda: page.key("Enter", False))
        page.key(" ", True)
        page.key(" ", False)
        page.wait(0.3)
        focus()
        try_out("space, and Tab", lambda: page.key(" ", True), lambda: page.key("Tab"))
        page.key(" ", False)
        focus()
        try_out("space, and another window", lambda: page.key(" ", True),
                lambda: page.run("window.dispatchEvent(new Event('blur'))"))
        page.key(" ", False)
        try_out("a screen reader's click", lambda: page.run("document.getElementById('hold').click()"),
                lambda: page.run("document.getElementById('hold').click()"))
        try_out("mouse, and the page is left", lambda: mouse("mousePressed", *box),
                lambda: page.run("window.dispatchEvent(new PageTransitionEvent('pagehide'))"))
        self.read_events(page, "hold", urllib.parse.urlsplit(url).netloc)
        page.close()

    def pin(self, url):
        page = self.open(url)
        click = "document.getElementById('switch').click()"
        is_open = "document.getElementById('pin').open"
        enter = ("(document.getElementById('pin-digits').value = '{}',"
                 " document.querySelector('#pin-form .go').click())")
        told = "document.getElementById('pin-fault').textContent"
        page.run(click)
        self.expect("pin", page.wait_for(is_open), "no dialog on 401")
        page.picture(self.out / "pin-phone-light.png")
        self.check(page, "pin", ["dialog", "heading"])
        page.run(enter.format("1111"))
        self.expect("pin", page.wait_for(told), "a wrong PIN is not told")
        page.run(enter.format("2468"))
        self.expect("pin", page.wait_for("!" + is_open), "the right PIN does not close the dialog")
        page.wait(0.3)
        actions = [post[0] for post in self.posts(url)]
        self.expect("pin", actions == ["role", "pin", "hold", "hold", "role"], f"posted {actions}")
        self.expect("pin", page.run("sessionStorage.getItem('hotcold-pin')") == "2468", "the PIN is not kept")
        self.read_events(page, "pin", urllib.parse.urlsplit(url).netloc, allowed=["401"])
        page.close()

    def gone(self, url):
        page = self.open(url)
        self.expect("gone", page.run("document.getElementById('gone').hidden"), "is gone at once")
        is_back = "document.getElementById('gone').hidden"
        self.expect("gone", page.wait_for("!" + is_back, 11), "is not seen to be gone")
        page.wait(0.5)
        page.picture(self.out / "gone-phone-light.png")
        self.check(page, "gone", ["banner", "alert"])
        self.expect("gone", page.wait_for(is_back, 6), "does not connect again")
        self.read_events(page, "gone", urllib.parse.urlsplit(url).netloc)
        page.close()


def known_otherwise(key):
    """Keys that are put together from the station's own words."""
    prefixes = ("phase", "cue", "fix", "zone_", "voice_", "page_", "part_", "failed_",
                "colour")
    return key.startswith(prefixes) or key in {
        "idle", "pressing", "holding", "agreeing", "playing", "closing", "opening", "steady", "unknown",
        "radio", "speaker", "network", "power", "works", "missing", "stuck", "blocked", "owned", "weak",
        "starting", "notPermitted", "silent", "unplugged", "deaf", "radio_reports_total", "radio_malformed_total",
        "events_dropped_total"}


def main():
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--url", help="a page that is served already; without it, mock.py is started")
    options.add_argument("--scene", action="append", help="only this scene of the mock; may be given again")
    options.add_argument("--act", action="store_true", help="with --scene: the checks that act, too")
    options.add_argument("--out", default="look", help="where the pictures go (./look)")
    options.add_argument("--linger", type=float, default=0.4, help="before each picture, in seconds (0.4)")
    options.add_argument("--seconds", type=float, default=800, help="after which everything ends (800)")
    given = options.parse_args()
    mock = None
    started = time.monotonic()
    try:
        with Browser(started + given.seconds) as browser:
            look = Look(browser, given.out)
            look.linger = given.linger
            if given.url:
                look.scene(given.url, "page")
            else:
                mock = subprocess.Popen(
                    [sys.executable, HERE / "mock.py", "--port", "0"], stdout=subprocess.PIPE, text=True)
                root = mock.stdout.readline().split("?")[0]
                for scene in given.scene or SCENES:
                    print(scene, flush=True)
                    look.scene(f"{root}?scene={scene}", scene)
                if given.act or not given.scene:
                    print("words, hold, pin, gone, sections, acting, screens", flush=True)
                    look.words(f"{root}?scene=lobby")
                    look.hold(f"{root}?scene=lobby")
                    look.pin(f"{root}?scene=pin")
                    look.gone(f"{root}?scene=silent")
                    sections.look_at_all(look, root)
                    acting.look_at_all(look, root)
                    screens.look_at_all(look, root)
    except Gone as trouble:
        sys.exit(f"the browser: {trouble}")
    finally:
        if mock:
            mock.terminate()
            mock.wait()
    print(f"{len(look.faults)} faults in {time.monotonic() - started:.0f} s; pictures in {given.out}")
    sys.exit(1 if look.faults else 0)


if __name__ == "__main__":
    main()
