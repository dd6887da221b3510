"""What mock.py's station tells of itself in the drawers of the page: the doctor, the crew word, how it is
calibrated, and what a round sounded like."""
import math
import struct

TAKES = 10.0  # seconds that a calibration listens
UNHEARD = "Golden Antelope"  # of whom nothing is heard, which is known after one second
FOX = {"station": "9fd2c1a05b7e3344", "name": "Red Fox"}
KEPT = {"offset": -2.4, "uncertainty": 0.9}
# What each scene begins with: what is kept, and the phase and reason of the last trial.
TRIALS = {
    "calibrate-listening": (None, "listening", None), "calibrate-kept": (KEPT, "kept", None),
    "calibrate-failed": (KEPT, "failed", "moving"),
}


class Drawers:
    def __init__(self, scene, names):
        """`names`: of the stations, by their identities."""
        self.names = names
        self.has_crew = scene == "crew"
        self.kept, phase, self.reason = TRIALS.get(scene, (None, None, None))
        self.trial = phase and dict(FOX)
        self.phase, self.began = phase, 0.0
        self.waits = scene == "calibrate-listening"  # for whoever takes its picture

    def listen(self, whom, now):
        self.trial = {"station": whom, "name": self.names.get(whom)}
        self.phase, self.reason, self.began = "listening", None, now

    def calibration(self, now):
        left = max(3.6 if self.waits else 0, TAKES - (now - self.began))
        if self.phase == "listening" and self.trial["name"] == UNHEARD and left < TAKES - 1:
            self.phase, self.reason = "failed", "silent"
        if self.phase == "listening" and left <= 0:
            self.phase, self.kept = "kept", KEPT
        is_on = self.phase == "listening"
        return {"kept": self.kept, "trial": self.trial and {
            **self.trial, "phase": self.phase, "endsIn": left if is_on else None, "reason": self.reason,
            "packets": math.floor(8.3 * (TAKES - left)),
        }}


def doctor(scene):
    """The status of the answer, and the answer; two parts are not well in the scene of its name."""
    if scene == "doctor-busy":
        return 503, {"error": "The station is busy: try again in a moment."}
    is_ill = scene == "doctor"
    lines = [
        ("settings", True, "/etc/hotcold.toml: 14 settings, each of them known."),
        ("state", True, "/var/lib/hotcold: 3.1 MB, and 11 GB are free."),
        ("voice", True, "en: 412 clips, each of them as it was made."),
        ("radio", True, "hci0 ready, Bluetooth 5.0, listens and advertises; 31.5 reports a second."),
        ("button", not is_ill, "gpiochip0 line 17 is held down since 41 s: let go of it, or check its wires."
         if is_ill else "gpiochip0 line 17, up; last pressed 12 s ago."),
        ("sound", True, "default: 48,000 Hz, 2 channels, no drop-outs."),
        ("network", True, "wlan0 192.168.1.12, multicast 239.255.77.7; 3 stations answer."),
        ("clock", True, "it is 2026-11-22 15:04:05 UTC; set by the network."),
        ("power", not is_ill, "undervoltage since the machine was switched on: use the board's own power "
         "supply and a short, thick cable." if is_ill else "no undervoltage since it was switched on."),
        ("service", True, "hotcold.service is active since 2 h, and was restarted by nobody."),
        ("versions", True, "hotcold 0.1.0, Linux 6.6.31, bluez 5.66."),
    ]
    return 200, {"lines": [
        {"part": part, "isWell": is_well, "says": says} for part, is_well, says in lines
    ]}


def sound(seconds=2, rate=8_000):
    """Two tones as a WAV file: one channel, 16 bit."""
    samples = b"".join(
        struct.pack("<h", round(9_000 * math.sin(2 * math.pi * (440 if at < rate else 660) * at / rate)))
        for at in range(seconds * rate)
    )
    form = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, 1, rate, 2 * rate, 2, 16)
    data = struct.pack("<4sI", b"data", len(samples)) + samples
    return struct.pack("<4sI4s", b"RIFF", 4 + len(form) + len(data), b"WAVE") + form + data
