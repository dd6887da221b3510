#!/usr/bin/env python3
"""A week of things in headless Chromium, with a station that has no clock: two people, ticks by thumb and by
keyboard, an evening that breaks a chain, and the night in which clocks go forward.

    HOTCOLD=… Tests/Page/things.py [--out FOLDER]

Pictures and faults as look.py has them. Bounded in time; everything is on loopback, and ends with it."""
import argparse
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
from evening import free_port, listens, wait_for
from look import WINDOWS, Look

# Seconds that the page has to show what it was asked for: a browser shares its processor with compilers sometimes.
WITHIN = 20
# What the browser takes for now: so many milliseconds after the epoch when the page is opened.
CLOCK = """(() => {
  const from = %d - performance.now();
  const Real = Date;
  globalThis.Date = class extends Real {
    constructor(...given) { if (given.length) super(...given); else super(from + performance.now()); }
    static now() { return from + performance.now(); }
  };
})();"""
# The first of seven days; clocks go forward in the night to the 29th of March 2026.
MONDAY = 1_774_224_000  # the 23rd, 0:00 UTC
BERLIN_BEFORE, BERLIN_AFTER = 3_600, 7_200
FILLED = "!document.getElementById('things-board').hidden && document.querySelector('.month td span')"


class Things(Look):
    def at(self, url, day, hour=10, **how):
        """The page as it is on a day, at an hour in Berlin."""
        page = self.browser.page(**how)
        page.send("Emulation.setTimezoneOverride", timezoneId="Europe/Berlin")
        offset = BERLIN_AFTER if day >= 6 else BERLIN_BEFORE
        now = (MONDAY + day * 86_400 + hour * 3_600 - offset) * 1_000
        page.send("Page.addScriptToEvaluateOnNewDocument", source=CLOCK % now)
        page.open(url)
        self.expect(f"day {day}", page.wait_for("document.querySelector('#my-face')?.src", WITHIN), "did not load")
        page.run("document.querySelector('#things summary').click()")
        is_open = page.wait_for("!document.getElementById('things-board').hidden", WITHIN)
        self.expect(f"day {day}", is_open, "nothing is shown")
        today = page.run("new Date().getDate()")
        shown = f"document.querySelector('[aria-current=date] span')?.textContent === '{today}'"
        self.expect(f"day {day}", page.wait_for(shown, WITHIN), "it is another day")
        return page

    def write(self, page, text):
        count = page.run("document.querySelectorAll('.thing').length")
        page.run(f"document.getElementById('things-text').value = '{text}'")
        page.run("document.getElementById('things-form').requestSubmit()")
        written = page.wait_for(f"document.querySelectorAll('.thing').length === {count + 1}", WITHIN)
        self.expect(text, written, "is not written")

    def tick(self, page, by_key=False):
        box = "document.querySelector('.thing:not(.done) input')"
        self.expect("tick", page.wait_for(box, WITHIN), "there is nothing to tick")
        if by_key:
            page.run(f"{box}.focus()")
            page.key(" ")
        else:
            page.run(f"{box}.click()")
        self.expect("tick", page.wait_for("document.querySelector('.thing.done')", WITHIN), "is not ticked")

    def choose(self, page, name):
        page.run("[...document.querySelectorAll('.person')]"
                 f".find((one) => one.textContent.startsWith('{name}')).click()")

    def text(self, page, part):
        return page.run(f"document.getElementById('things-{part}').textContent")

    def week(self, url):
        page = self.at(url, 0, width=390, height=844)
        self.write(page, "oil change")
        self.tick(page)
        self.expect("day 0", page.wait_for("document.getElementById('things-star').textContent", WITHIN), "no star")
        page.run("document.querySelector('#things .record summary').click()")
        page.run("document.getElementById('things-name').value = 'Anna'")
        page.run("document.getElementById('things-colour').value = '4'")
        page.run("document.getElementById('things-person').requestSubmit()")
        is_second = page.wait_for("document.querySelectorAll('.person').length === 2", WITHIN)
        self.expect("day 0", is_second, "Anna has no list")
        is_empty = page.wait_for("document.querySelectorAll('.thing').length === 0", WITHIN)
        self.expect("day 0", is_empty, "Anna has others' things")
        self.write(page, "feed the cat")
        self.tick(page, by_key=True)
        page.close()
        # What is left in the evening breaks one chain, and not the other.
        page = self.at(url, 1, hour=22)
        self.choose(page, "Me")
        self.write(page, "call Tim")
        page.wait(3)  # the station sees the evening
        page.close()
        for day in range(1, 8):
            page = self.at(url, day, width=1_280, height=900)
            # Who has written nothing for two days, and has no name, is not listed any more.
            if page.run("document.querySelectorAll('.person').length") > 1:
                self.choose(page, "Anna")
            self.write(page, f"feed the cat, day {day}")
            self.tick(page, by_key=day % 2 == 0)
            chain = f"document.getElementById('things-chain').textContent.startsWith('{day + 1} days in a row')"
            self.expect(f"day {day}", page.wait_for(chain, WITHIN), self.text(page, "chain"))
            page.close()

    def look(self, url):
        host = urllib.parse.urlsplit(url).netloc
        for window, (width, height) in WINDOWS.items():
            for is_dark in (False, True):
                where = f"things-{window}-{'dark' if is_dark else 'light'}"
                page = self.at(url, 8, width=width, height=height, is_dark=is_dark)
                page.wait_for(FILLED, WITHIN)
                self.write(page, f"buy a very long birthday present for {'Tim' if is_dark else 'Tom'}")
                page.run("document.activeElement.blur()")
                page.wait(0.4)
                page.picture(self.out / f"{where}.png", of="#things")
                stars = page.run("document.querySelectorAll('[data-kind=star]').length")
                self.expect(where, stars == 8, f"{stars} stars in March")
                self.check(page, where)
                if window == "phone" and not is_dark:
                    page.run("document.documentElement.style.fontSize = '200%'")
                    page.wait(0.4)
                    page.picture(self.out / "things-text200.png", of="#things")
                    self.check(page, "things-text200")
                self.read_events(page, where, host)
                page.close()
        page = self.at(url, 8, width=390, height=844, language="de")
        page.wait_for(FILLED, WITHIN)
        page.picture(self.out / "things-german.png", of="#things")
        self.check(page, "things-german")
        page.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", default=".build/page")
    options = parser.parse_args()
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        settings = Path(folder) / "hotcold.toml"
        settings.write_text(f'[station]\nstate_directory = "{folder}/state"\nintroduces = false\n'
                            f'[page]\nport = {port}\nacting = "open"\n[lobby]\nannounce = false\nair = false\n')
        log = (Path(folder) / "log").open("w")
        station = subprocess.Popen([os.environ["HOTCOLD"], "run", "--settings", str(settings)], stdout=log, stderr=log)
        try:
            if not wait_for(20, lambda: listens(port)):
                sys.exit(f"the station does not open its page: {Path(log.name).read_text()}")
            if os.path.exists("/dev/rtc0") or os.path.exists("/run/systemd/timesync/synchronized"):
                print("things: skipped, because this machine has a clock, and the browser's is not asked")
                sys.exit(0)
            url = f"http://127.0.0.1:{port}/"
            with Browser(time.monotonic() + 300) as browser:
                things = Things(browser, options.out)
                things.week(url)
                things.look(url)
            print(f"things: {len(things.faults)} faults; pictures in {options.out}")
            sys.exit(1 if things.faults else 0)
        finally:
            station.kill()
            station.wait()


if __name__ == "__main__":
    main()
