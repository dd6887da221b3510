#!/usr/bin/env python3
"""Looks at the table of an evening with headless Chromium: `hotcold venue` before a real mosquitto, which is told of
twelve stations; and asks things of them by its page.

    HOTCOLD=… Tests/Page/table.py [--out FOLDER]

Pictures and faults as look.py has them. Bounded in time; everything is on loopback, and ends with it."""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.parse
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "Venue"))
from browser import Browser
from evening import Broker, end, free_port, listens, wait_for
from look import BYTES_AT_MOST, WINDOWS, Look

NAMES = ["Red Fox", "Blue Owl", "Turquoise Grasshopper", "Golden Bear", "Chocolate Caterpillar", "Ivory Swan",
         "Lemon Zebra", "Rainbow Dinosaur", "Silver Wolf", "Coral Kitten", "Olive Moose", "Magenta Hippo"]
PIN = "4711"


def identity(number):
    return f"{number * 0x9E3779B97F4A7C15 % 2**64:016x}"


def state(number):
    parts = dict.fromkeys(["radio", "button", "speaker", "network", "power"], "works")
    if number == 2:
        parts["speaker"] = "missing"
    is_playing = 5 <= number < 8
    members = [{"id": identity(n), "name": NAMES[n], "role": "hide" if n == 5 else "seek", "points": n, "isHere": True}
               for n in (5, 6, 7)]
    return {
        "id": identity(number), "name": NAMES[number], "version": "0.1.0",
        "phase": "hunting" if is_playing else "lobby", "role": "hide" if number % 3 == 0 else "seek", "points": number,
        "parts": parts, "round": {"session": "01", "number": 3, "members": members} if is_playing else None,
        "nearest": {"name": NAMES[5], "metres": 3.4, "low": 2.1, "high": 5.5, "trend": "closing", "zone": "near"}
        if number in (6, 7) else None,
        "light": None, "volume": 0.8, "isHushed": number == 9, "isQuiet": False, "areas": [], "batteries": {},
        "others": 11,
    }


class Table(Look):
    def open(self, url, **how):
        page = self.browser.page(**how)
        page.open(url)
        if not page.wait_for("document.querySelectorAll('.tile').length === 12", 20):
            self.fault(url, "did not load")
        page.wait(0.5)
        return page

    def check(self, page, where, *more):
        # A browser that had no time for events takes the table for gone, and fades it.
        if not page.wait_for("!document.documentElement.classList.contains('gone')", 20):
            self.fault(where, "the table does not answer")
        super().check(page, where, *more)

    def look(self, url):
        host = urllib.parse.urlsplit(url).netloc
        for window, (width, height) in WINDOWS.items():
            for is_dark in (False, True):
                where = f"table-{window}-{'dark' if is_dark else 'light'}"
                page = self.open(url, width=width, height=height, is_dark=is_dark)
                page.picture(self.out / f"{where}.png", of="body")
                self.check(page, where)
                size = self.read_events(page, where, host)
                self.expect(where, size <= BYTES_AT_MOST, f"{size} bytes")
                if window == "phone" and not is_dark:
                    self.check_focus(page, where)
                    page.run("document.documentElement.style.fontSize = '200%'")
                    page.run("document.activeElement.blur(), scrollTo(0, 0)")
                    page.wait(0.4)
                    page.picture(self.out / "table-text200.png", of="body")
                    self.check(page, "table-text200")
                page.close()
        page = self.open(url, language="de", is_calm=True)
        page.picture(self.out / "table-german.png", of="body")
        self.check(page, "table-german")
        self.read_events(page, "table-german", host)
        page.close()

    def ask(self, url, heard):
        """The worst is first; three are chosen, the PIN is given, and they are called; then all stop."""
        page = self.open(url, width=1280, height=900)
        order = page.run("[...document.querySelectorAll('.tile')].map((tile) => tile.dataset.standing)")
        self.expect("table", order[:2] == ["offline", "broken"], f"the worst is not first: {order}")
        page.run("[...document.querySelectorAll('.tile[data-standing=free] button')].slice(0, 3)"
                 ".forEach((button) => button.click())")
        page.run("document.getElementById('start').click()")
        self.expect("table", page.wait_for("document.getElementById('pin').open"), "nobody is asked for the PIN")
        page.run(f"document.getElementById('pin-digits').value = '{PIN}'")
        page.run("document.getElementById('pin-form').requestSubmit()")
        self.expect("table", page.wait_for("!document.getElementById('pin').open"), "the PIN is not taken")
        self.expect("table", wait_for(5, lambda: heard().count("/set/round start ") == 3), "three are not called")
        page.run("document.getElementById('stop').click()")
        self.expect("table", wait_for(5, lambda: "hotcold/all/set/round stop" in heard()), "nobody is stopped")
        page.run("document.getElementById('hush').click()")
        self.expect("table", wait_for(5, lambda: "hotcold/all/set/hush ON" in heard()), "nobody is hushed")
        sheets = page.run("[...document.querySelectorAll('#cards a')].map((link) => link.getAttribute('href'))")
        self.expect("table", sheets == ["/cards/1.svg", "/cards/2.svg"], f"sheets are {sheets}")
        page.close()
        # Another tab: a page whose events never end may still be leaving.
        page = self.browser.page(width=800, height=1_100)
        page.open(url + "cards/1.svg")
        page.wait(1)
        count = page.run("document.querySelectorAll('image, svg > g > svg').length")
        self.expect("table", count == 8, f"{count} aliens are on the first sheet")
        page.picture(self.out / "table-cards.png")
        page.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", default=".build/page")
    options = parser.parse_args()
    port = free_port()
    running = []
    with tempfile.TemporaryDirectory() as folder:
        broker = Broker(folder)
        try:
            heard = Path(folder) / "heard"
            running.append(broker.subscribe(heard, "-t", "hotcold/+/set/#"))
            for number in range(12):
                availability = "offline" if number == 4 else "online"
                broker.publish(f"hotcold/{identity(number)}/availability", availability, "-r")
                broker.publish(f"hotcold/{identity(number)}/state", json.dumps(state(number)), "-r")
            running.append(subprocess.Popen(
                [os.environ["HOTCOLD"], "venue", "--broker", f"127.0.0.1:{broker.port}", "--port", str(port),
                 "--pin", PIN, "--settings", f"{folder}/none.toml"],
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
            if not wait_for(20, lambda: listens(port)):
                sys.exit("the table does not open")
            url = f"http://127.0.0.1:{port}/"
            with Browser(time.monotonic() + 300) as browser:
                table = Table(browser, options.out)
                table.look(url)
                table.ask(url, heard.read_text)
            print(f"table: {len(table.faults)} faults; pictures in {options.out}")
            sys.exit(1 if table.faults else 0)
        finally:
            end(running)
            broker.end()


if __name__ == "__main__":
    main()
