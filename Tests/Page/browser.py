"""Headless Chromium by its DevTools protocol, over a pipe: no port that others could use, nothing to
install besides Debian's chromium. Everything it leaves is in a temporary folder; it and its children end
with `close`."""
import base64
import ctypes
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path


class Gone(Exception):
    pass


class Browser:
    def __init__(self, deadline):
        """`deadline`: when, by the monotonic clock, everything has to be over."""
        # Its children become ours when it ends; else they would wait for whoever is process 1.
        ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER
        self.deadline, self.number, self.waiting, self.events = deadline, 0, b"", []
        self.profile = tempfile.mkdtemp(prefix="hotcold-look-")
        to_read, self.to = os.pipe()
        self.from_, to_write = os.pipe()

        def become():
            # The browser listens on 3 and answers on 4; both must not be in the way of each other.
            read, write = os.dup(to_read), os.dup(to_write)
            os.dup2(read, 3)
            os.dup2(write, 4)
            os.nice(19)

        self.process = subprocess.Popen(
            [
                "chromium", "--headless", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu",
                "--mute-audio", "--no-first-run", "--disable-extensions", "--disable-background-networking",
                "--disable-component-update", "--disable-sync", "--hide-scrollbars",
                f"--user-data-dir={self.profile}", "about:blank",
            ],
            preexec_fn=become, close_fds=False, start_new_session=True,
            env={**os.environ, "HOME": self.profile, "TMPDIR": self.profile},
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        os.close(to_read)
        os.close(to_write)
        try:  # Linux shares the processor between sessions first: `nice` alone would not be heard.
            Path(f"/proc/{self.process.pid}/autogroup").write_text("19")
        except OSError:
            pass

    def close(self):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)  # our own session, and only what is in it
        except ProcessLookupError:
            pass
        self.process.wait()
        self.reap()
        os.close(self.to)
        os.close(self.from_)
        for _ in range(20):  # its children may still be writing
            shutil.rmtree(self.profile, ignore_errors=True)
            if not os.path.exists(self.profile):
                break
            time.sleep(0.1)

    def reap(self):
        """What the browser has started and left to us: not to be left to others."""
        for _ in range(50):
            try:
                if os.waitpid(-self.process.pid, os.WNOHANG)[0] == 0:
                    time.sleep(0.02)
            except ChildProcessError:
                return

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def send(self, method, session=None, **params):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        number = self.number
        while True:
            answer = self.receive(self.deadline)
            if answer is None:
                raise Gone(f"no answer to {method} in time")
            if answer.get("id") == number:
                if "error" in answer:
                    raise Gone(f"{method}: {answer['error']}")
                return answer["result"]

    def receive(self, until):
        """The next message, which is also kept if it is an event; None if there is none until then."""
        while b"\0" not in self.waiting:
            left = max(0, min(until, self.deadline) - time.monotonic())
            if not select.select([self.from_], [], [], left)[0]:
                return None
            more = os.read(self.from_, 1 << 20)
            if not more:
                raise Gone("the browser has ended")
            self.waiting += more
        line, self.waiting = self.waiting.split(b"\0", 1)
        message = json.loads(line)
        if "method" in message:
            self.events.append(message)
        return message

    def page(self, **how):
        return Page(self, **how)


class Page:
    """One tab, with a window of its own size, colours and language."""

    def __init__(self, browser, width=390, height=844, is_dark=False, language="en", is_calm=False):
        self.browser = browser
        self.context = browser.send("Target.createBrowserContext")["browserContextId"]
        made = browser.send("Target.createTarget", url="about:blank", browserContextId=self.context)
        target = made["targetId"]
        self.session = browser.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network", "Accessibility"):
            self.send(f"{domain}.enable")
        is_phone = width < 600
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, mobile=is_phone,
                  deviceScaleFactor=2 if is_phone else 1)
        self.send("Emulation.setTouchEmulationEnabled", enabled=is_phone)
        self.send("Emulation.setFocusEmulationEnabled", enabled=True)
        self.send("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if is_calm else "no-preference"},
        ])
        agent = browser.send("Browser.getVersion")["userAgent"]
        self.send("Network.setUserAgentOverride", userAgent=agent, acceptLanguage=language)

    def send(self, method, **params):
        return self.browser.send(method, self.session, **params)

    def open(self, url):
        self.send("Page.navigate", url=url)

    def run(self, script):
        result = self.send("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise Gone(str(result["exceptionDetails"].get("exception", {}).get("description", result)))
        return result["result"].get("value")

    def wait(self, seconds):
        until = time.monotonic() + seconds
        while time.monotonic() < until and self.browser.receive(until) is not None:
            pass

    def wait_for(self, script, seconds=5):
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if self.run(f"Boolean({script})"):
                return True
            self.wait(0.05)
        return False

    def key(self, key, is_down=None, modifiers=0):
        code = {" ": ("Space", 32), "Enter": ("Enter", 13), "Tab": ("Tab", 9), "Escape": ("Escape", 27)}[key]
        kinds = ["rawKeyDown", "keyUp"] if is_down is None else ["rawKeyDown" if is_down else "keyUp"]
        for kind in kinds:
            self.send("Input.dispatchKeyEvent", type=kind, key=key, code=code[0],
                      windowsVirtualKeyCode=code[1], modifiers=modifiers)

    def picture(self, path, of=None):
        """What the window shows, or all of an element that may be larger."""
        clip = self.run(f"(() => {{ const box = document.querySelector('{of}').getBoundingClientRect();"
                        " return { x: 0, y: Math.max(0, box.y + scrollY - 12), width: innerWidth,"
                        " height: box.height + 24, scale: 1 }; })()") if of else None
        shot = self.send("Page.captureScreenshot", format="png", captureBeyondViewport=bool(clip),
                         **({"clip": clip} if clip else {}))
        Path(path).write_bytes(base64.b64decode(shot["data"]))

    def take_events(self):
        mine = [event for event in self.browser.events if event.get("sessionId") == self.session]
        self.browser.events = [event for event in self.browser.events if event not in mine]
        return mine

    def close(self):
        self.browser.send("Target.disposeBrowserContext", browserContextId=self.context)
