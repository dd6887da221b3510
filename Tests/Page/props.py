"""What mock.py's station has besides its game: beacons and areas, sound, rounds that were played, a log."""
import math
from pathlib import Path

from drawers import Drawers

HOTCOLD, ESTIMOTE = "D9EED498-BFDB-43C0-8B55-D06BB74C430B", "B9407F30-F5F8-466E-AFF9-25556B57FE6D"
OTHER = "F7826DA6-4FA2-4E98-8024-BC5B71E0893E"
MAKERS = {HOTCOLD: "hotcold", ESTIMOTE: "estimote"}
# The last is a family's own.
VOICES = ["de", "en", "en-alien", "en-deep", "grandma"]
# How many beacons are in the air; elsewhere there are three.
IN_AIR = {"beacons": 9, "beacons-none": 0, "beacons-many": 32, "beacons-areas": 5, "beacons-pin": 3}


class Props:
    def __init__(self, scene, names):
        self.scene = scene
        self.sound = {"volume": 0.6, "ceiling": 0.8, "floor": 0.1, "isMuted": False, "voice": "en",
                      "voices": [{"name": name, "language": "de" if name == "de" else "en"} for name in VOICES],
                      "quiet": None if scene == "lobby" else {"from": "20:00", "until": "7:00"}}
        self.capacity, self.listens_until = 2, -1.0
        self.drawers = Drawers(scene, names)
        self.areas = []
        if scene in ("beacons", "beacons-areas", "beacons-many"):
            self.areas.append(self.area("kitchen", ESTIMOTE, 7, 1, 3.0, is_inside=True))
            self.areas.append(self.area("everything of ours", HOTCOLD, is_ours=False, is_inside=True))
        if scene == "beacons-areas":
            self.areas.append(self.area("the observatory behind the hill", OTHER, 65535, 65535))
            self.areas.append(self.area("cellar", ESTIMOTE, 7, 99, 20, is_ours=False))

    def area(self, name, uuid, major=None, minor=None, within=None, is_ours=True, is_inside=False):
        return {"name": name, "uuid": uuid, "major": major, "minor": minor, "within": within,
                "isInside": is_inside, "isOurs": is_ours, "overlaps": name == "cellar"}

    def beacon(self, number, now):
        """One more is one further away; the third of each five falls silent, and has no distance."""
        uuid = [ESTIMOTE, HOTCOLD, OTHER][number % 3]
        is_silent = number % 5 == 2
        second = math.floor(now)
        strength = -48 - min(45, 4 * number)
        levels = [
            None if (at + number) % 11 == 0 or (is_silent and at > second - 20)
            else round(strength + 5 * math.sin((at + 9 * number) / 4) + (at * 7 + number) % 5)
            for at in range(second - min(60, 12 + 9 * number), second)
        ]
        metres = min(60, 0.4 * 1.35 ** number)
        zone = "lost" if is_silent else "immediate" if metres < 0.5 else "near" if metres < 4 else "far"
        seen = {
            "metres": metres, "low": metres * 0.7, "high": metres * 1.5, "closing": 0.5,
            "trend": ["steady", "closing", "opening"][number % 3], "zone": zone,
            "age": 20 + now % 1 if is_silent else round(0.1 + number % 4 * 0.7, 1),
        }
        if number % 7 == 6:
            seen |= dict.fromkeys(["metres", "low", "high"]) | {"zone": "unknown", "trend": "unknown"}
        major, minor = 7 + number // 3, 1 + number
        return {
            "uuid": uuid, "major": major, "minor": minor, "maker": MAKERS.get(uuid), "range": seen,
            "rssi": None if is_silent else next((level for level in levels[::-1] if level), None),
            "levels": levels, "battery": [80, None, 7][number % 3], "area": self.name(uuid, major, minor),
        }

    def name(self, uuid, major, minor):
        for area in self.areas:
            if area["uuid"] == uuid and area["major"] in (None, major) and area["minor"] in (None, minor):
                return area["name"]
        return None

    def state(self, now):
        return {
            "sound": self.sound, "areas": self.areas, "calibration": self.drawers.calibration(now),
            "beacons": {
                "isListening": now < self.listens_until,
                "heard": [self.beacon(number, now) for number in range(IN_AIR.get(self.scene, 3))],
            },
        }

    def act(self, action, body, now):
        """True if it is one of ours; a sentence if it is refused."""
        if action == "listen":
            self.listens_until = now + 30
        elif action == "area":
            if any(area["name"].lower() == body["name"].lower() for area in self.areas):
                return f"There is an area {body['name']} already: take another name."
            which = [body.get("major"), body.get("minor"), body.get("within")]
            self.areas.append(self.area(body["name"], body["uuid"], *which, is_inside=True))
        elif action == "forget":
            self.areas = [area for area in self.areas if area["name"] != body["name"]]
        elif action == "volume":
            self.sound["volume"] = min(self.sound["ceiling"], body["volume"])
        elif action == "voice":
            self.sound["voice"] = body["voice"]
        elif action == "mute":
            self.sound["isMuted"] = body["isMuted"]
        elif action == "capacity":
            self.capacity = body["capacity"]
        elif action == "crew":
            if body["word"] and not 3 <= len(body["word"]) <= 64:
                return "A crew word has 3 to 64 characters, or none for no crew."
            self.drawers.has_crew = body["word"] != ""
        elif action == "calibrate":
            self.drawers.listen(body["station"], now)
        elif action == "quiet":
            self.sound["quiet"] = body if body["from"] else None
        else:
            return False
        return True


def taunts():
    """Those of the phrase file, as the station has them."""
    phrases = Path(__file__).resolve().parents[2] / "deploy/voices/phrases.tsv"
    lines = [line.split("\t")[1] for line in phrases.read_text().splitlines() if line.startswith("taunt-")]
    return {"language": "en", "taunts": [
        {"number": place + 1, "moment": None, "text": text} for place, text in enumerate(lines)]}


def rounds(scene):
    names = [] if scene == "rounds-none" else range(9, 1, -1)
    return {"rounds": [
        {"name": f"round-{number:04}", "bytes": 9_000 + 4_321 * number,
         "at": None if number == 3 else f"2026-11-{13 + number:02}T15:04:05Z",
         "chart": f"/rounds/round-{number:04}.svg", "sound": f"/rounds/round-{number:04}.wav",
         "story": f"/rounds/round-{number:04}.txt"}
        for number in names
    ]}


def log(scene):
    if scene == "rounds-none":
        return {"lines": []}
    lines = [
        ("info", "radio: hci0, Bluetooth 5.0, listens and advertises"),
        ("info", "lobby: Red Fox is here (192.168.1.17)"),
        ("warning", "power: too little voltage since the machine was switched on"),
        ("error", "speaker: default: No such file or directory; tried again every 5 s"),
        ("info", "page: http://kitchen-pi.local:8080/ (acting: pin)"),
    ]
    return {"lines": [
        {"age": 7.3 * (40 - place), "level": lines[place % 5][0], "text": lines[place % 5][1]}
        for place in range(40)
    ]}


def chart():
    """A walk towards somebody, with a cue; as plain as the real one."""
    walk = " ".join(f"{x},{40 + 0.2 * (600 - x) + 14 * math.sin(x / 30):.0f}" for x in range(40, 600, 8))
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 240" font-family="sans-serif">'
        '<rect width="640" height="240" fill="#fff"/><path d="M40 10V210H630" fill="none" stroke="#555"/>'
        f'<polyline points="{walk}" fill="none" stroke="#c22310" stroke-width="3"/>'
        '<text x="300" y="80" font-size="16">HOT!</text></svg>'
    )


METRICS = """# HELP hotcold_info The program and the station.
# TYPE hotcold_info gauge
hotcold_info{version="0.1.0",station="437b242bf2e9490b",name="Emerald Moose"} 1
# HELP hotcold_radio_reports_total Advertisements that were received.
# TYPE hotcold_radio_reports_total counter
hotcold_radio_reports_total 48213
hotcold_radio_malformed_total 2
hotcold_events_dropped_total 0
hotcold_page_viewers 3
hotcold_page_requests_total 1207
hotcold_page_refused_total 4
"""
