#!/usr/bin/env python3
"""Serves the page and plays its station, by docs/api.md; Python's own library only. For working on the
page:

    Tests/Page/mock.py [--port 8099]      then http://127.0.0.1:8099/?scene=lobby

Scenes: lobby alone invited holding agreeing counting hider hider-start hiding-seek seeker-search hot1 hot2
hot3 cold1 cold2 cold3 stale lost over timeup cancelled troubles crowd off pin broken old silent landmark taunts
game. `game`
plays a whole round in time; in `silent` the events end after the first; `pin` wants 2468; `old` tells only of
its game. For the sections below (props.py): beacons beacons-none beacons-many beacons-areas beacons-pin
station station-round rounds rounds-none; in its drawers (drawers.py): doctor doctor-busy crew crew-pin
crew-round calibrate calibrate-alone calibrate-listening calibrate-kept calibrate-failed. What was posted:
/mock/posts."""
import argparse
import http.server
import json
import math
import random
import re
import threading
import time
import urllib.parse
from pathlib import Path

from drawers import doctor, sound
from props import ESTIMOTE, METRICS, Props, chart, log, rounds, taunts

ROOT = Path(__file__).resolve().parents[2]
ASSETS = ROOT / "Sources/WebPage/Assets"
PHRASES = ROOT / "deploy/voices/phrases.tsv"
KINDS = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
HISTORY = {".svg": "image/svg+xml", ".wav": "audio/wav", ".txt": "text/plain"}
# Scenes of what is below the game, which is in its lobby.
BELOW = ("beacons", "rounds", "doctor", "crew", "calibrate", "update")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "media-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
ME, FOX, OTTER, ANT = "437b242bf2e9490b", "9fd2c1a05b7e3344", "51c2a9930be17f20", "0a77e13c55d24b91"
NAMES = {ME: "Emerald Moose", FOX: "Red Fox", OTTER: "Blue Otter", ANT: "Golden Antelope"}
PIN = "2468"
LOCKED = ("pin", "beacons-pin", "crew-pin")  # scenes in which nobody acts without it
# When each scene of a game begins.
GAME = [
    (0, "lobby"), (3, "agreeing"), (5, "counting"), (8.4, "hiding-seek"), (12, "seeker-search"),
    (15, "cold2"), (19, "hot1"), (23, "hot3"), (27, "over"), (40, "lobby"),
]
START = time.monotonic()


def avatars():
    """The drawings of docs/avatars.svg: any of them will do."""
    sheet = (ROOT / "docs/avatars.svg").read_text()
    return [part.replace('x="', 'data-x="', 1) for part in re.findall(r"<svg x=.*?</svg>", sheet, re.S)]


def rows(file):
    """What a file of words or phrases says, as {column: text} by row."""
    lines = [line.split("\t") for line in file.read_text().splitlines() if line and line[0] != "#"]
    return {line[0]: dict(zip(lines[0][1:], line[1:])) for line in lines[1:]}


def words(code):
    """The script that a station makes of Assets/words.tsv; English where there is no such language."""
    table = {key: texts for key, texts in rows(ASSETS / "words.tsv").items() if not key.startswith("table.")}
    if code not in table["skip"]:
        code = "en"
    places = [key.removeprefix("place-").replace("-", " ") if code == "en" else texts[code]
              for key, texts in rows(PHRASES).items() if key.startswith("place-")]
    script = {"language": code, "words": {key: texts[code] for key, texts in table.items()}, "places": places}
    return "".join(f"export const {name} = {json.dumps(value)};\n" for name, value in script.items())


class Station:
    """One scene, since somebody first looked at it."""

    def __init__(self, scene):
        self.scene, self.since = scene, time.monotonic()
        self.down, self.props = None, Props(scene, NAMES)
        self.posts, self.told, self.said = [], [], {}
        self.next_taunt, self.taunted = None, [3, None, 17] if scene == "taunts" else []
        self.landmark = {"uuid": ESTIMOTE, "major": 7, "minor": 40, "maker": "estimote"}
        if scene != "landmark":
            self.landmark = None

    def other(self, identity, role="hide", doing="idle", presses=0, invited=False):
        name = NAMES.get(identity) or f"Stranger {int(identity, 16) % 1000}"
        return {
            "id": identity, "name": name, "role": role, "doing": doing, "presses": presses,
            "isInvited": invited,
        }

    def member(self, identity, role, points, distance=None, **more):
        return {
            "id": identity, "name": NAMES[identity], "role": role, "points": points, "isHere": True,
            "range": distance,
        }

    def distance(self, metres, trend, zone="near", spread=0.25):
        return {
            "metres": metres, "low": metres * (1 - spread), "high": metres * (1 + 1.6 * spread),
            "closing": {"closing": 0.86, "opening": 0.1}.get(trend, 0.5), "trend": trend, "zone": zone,
            "age": 0.2,
        }

    def state(self):
        scene, now = self.scene, time.monotonic() - self.since
        if scene == "game":
            begins, scene = [entry for entry in GAME if entry[0] <= now][-1]
            now -= begins
        role, phase, play = "seek", "lobby", None
        said = ["Hello, I am Emerald Moose. I seek.", "Hello, Red Fox!", "Hello, Blue Otter!",
                "Red Fox, three times."]
        others = [self.other(OTTER, "seek", "pressing", 1), self.other(ANT, "seek", "playing"),
                  self.other(FOX, presses=3)]
        parts = dict.fromkeys(["radio", "button", "speaker", "network", "power"], "works")
        acting, invitation = "open", None
        if scene in ("alone", "calibrate-alone"):
            others = []
        elif scene == "invited":
            invitation = {"station": FOX, "name": "Red Fox", "endsIn": 5 - now % 6}
            said.append("Red Fox wants to play. Hold to play.")
        elif scene in ("holding", "agreeing"):
            phase = scene
            others[2]["doing"] = "agreeing" if scene == "agreeing" else "idle"
            others[2]["isInvited"] = scene == "holding"
            said.append("Waiting for Red Fox.")
        elif scene in ("troubles", "station"):
            parts |= {"radio": "blocked", "power": "weak", "button": "stuck"}
        elif scene == "crowd":
            seeded = random.Random(1)
            doings = ["idle"] * 6 + ["pressing", "holding", "playing"]
            others = [
                self.other(f"{seeded.getrandbits(64):016x}", seeded.choice(["hide", "seek"]),
                           seeded.choice(doings), seeded.randrange(4)) for _ in range(200)
            ]
        elif scene in LOCKED or scene == "off":
            acting = "off" if scene == "off" else "pin"
        elif scene not in ("lobby", "silent", "old", "landmark") and (
                scene.endswith("-round") or not scene.startswith(BELOW)):
            phase, role, play, line = self.round(scene, now)
            said += line
        if self.down is not None and phase == "lobby":
            phase = "holding" if time.monotonic() - self.down > 1 else phase
        button = {
            "isDown": self.down is not None or scene in ("holding", "agreeing"),
            "isHolding": scene in ("holding", "agreeing")
            or (self.down is not None and time.monotonic() - self.down > 1),
            "downFor": 0 if self.down is None else time.monotonic() - self.down,
            "holdAfter": 2.5 if scene == "alone" else 1.0,
        }
        for text in said + self.told:
            if text not in self.said:
                self.said[text] = time.monotonic()
        captions = [
            {"id": 12 + i, "age": time.monotonic() - at, "text": text}
            for i, (text, at) in enumerate(self.said.items())
        ][-8:]
        if scene == "broken":
            return {
                "at": "x", "station": None, "button": 3, "phase": "dreaming",
                "others": [None, {"name": 7}, {"id": "../x"}],
                "round": {"members": "none", "cue": {"word": "lukewarm", "degree": "x"}, "taunts": [3]},
                "landmark": {"uuid": "<b>"},
                "captions": {"a": 1},
                "parts": ["x"], "scores": [{"id": "zz", "points": None}], "invitation": [],
                "sound": {"volume": "loud", "quiet": {"from": 7}}, "areas": [{"name": 3}, None],
                "update": {"percent": "x", "trouble": 7},
                "calibration": {"kept": {"offset": "x"}, "trial": {"phase": 7, "reason": "<b>"}},
                "beacons": {"heard": [{"uuid": "<b>", "levels": "x"}, {"range": {"metres": "x"}}, 4]},
            }
        state = {
            "at": time.monotonic() - START,
            "station": {
                "id": ME, "name": NAMES[ME], "role": role, "version": "0.1.0", "isQuiet": False,
                "capacity": self.props.capacity, "acting": acting, "language": "en",
                "hasCrew": self.props.drawers.has_crew,
            },
            "button": button, "phase": phase, "others": others, "invitation": invitation, "round": play,
            "captions": captions, "parts": parts,
            "scores": [{"id": FOX, "name": "Red Fox", "points": 2}, {"id": OTTER, "name": None, "points": 1}],
            "light": {"shows": "gathering", "means": "somebody is here", "isDim": False},
        }
        if scene == "old":  # a station from before there was more
            del state["station"]["language"], state["station"]["hasCrew"], state["button"]["holdAfter"]
            del state["light"]
            return state
        state["landmark"] = self.landmark
        state["update"] = {"isPossible": True, "offer": None, "percent": None, "taken": None, "trouble": None}
        if scene == "update-on":
            state["update"] |= {"offer": "0.2.0", "percent": 41}
        elif scene == "update-refused":
            state["update"]["trouble"] = "This update is cut short: copy the whole file again."
        return state | self.props.state(time.monotonic() - self.since)

    def round(self, scene, now):
        hides = scene in ("hider", "hider-start", "taunts")
        walk = 6 + 4 * math.sin(now / 4)
        trend = "closing" if math.cos(now / 4) < -0.2 else "opening" if math.cos(now / 4) > 0.2 else "steady"
        cue, line, outcome, phase = None, [], None, "hunting"
        found = re.fullmatch(r"(hot|cold)([123])", scene)
        if found:
            cue = {"word": found[1], "degree": int(found[2]), "age": now % 3}
            line = [" ".join([found[1].capitalize() + "!"] * int(found[2]))]
        elif scene == "stale":
            cue, line = {"word": "hot", "degree": 2, "age": 14 + now}, ["Walk a few steps, and listen."]
        elif scene == "lost":
            cue, line = {"word": "lost", "degree": 0, "age": 2.0}, ["Signal lost."]
        starts, hunts, ends = -42.1, -12.1, 570.0 - now
        if scene == "counting":
            phase, starts, line = "counting", 3.4 - now % 4, ["You seek!", "3"]
        elif scene in ("hiding-seek", "hider-start"):
            phase, hunts = "hiding", 24 - now
            line = ["Go and hide! 60 seconds."] if hides else ["You seek!"]
        elif scene in ("over", "timeup", "cancelled"):
            phase = "over"
            kind = {"over": "found", "timeup": "timeUp", "cancelled": "cancelled"}[scene]
            found = kind == "found"
            outcome = {"kind": kind, "by": ME if found else FOX, "after": 33.2 if found else None}
            line = ["Found in 33 seconds!", "You have 2 points.", "Hold to play again."]
        spread = 0.15 + 0.1 * math.sin(now / 3)
        seen = self.distance(max(0.4, walk), trend, spread=spread)
        if scene == "lost":
            seen = {**seen, "zone": "lost", "trend": "unknown", "age": 6.0}
        if phase in ("counting", "hiding") or scene == "seeker-search":
            seen = {"metres": None, "low": None, "high": None, "closing": 0.5, "trend": "unknown",
                    "zone": "unknown", "age": None}
        members = [
            self.member(ME, "hide" if hides else "seek", 2 if phase == "over" else 1),
            self.member(FOX, "seek" if hides else "hide", 2, seen),
        ]
        if hides:
            start = scene == "hider-start"
            nothing = dict.fromkeys(["metres", "low", "high"])
            unheard = {**seen, **nothing, "zone": "unknown", "trend": "unknown"}
            near = unheard if start else self.distance(2.2, "closing", spread=0.3)
            members.append(self.member(OTTER, "seek", 0, near))
            members.append(self.member(ANT, "seek", 0, unheard))
            line = line or ["Blue Otter, 2 metres, closing."]
        return phase, "hide" if hides else "seek", {
            "number": 2, "startsIn": starts, "huntsIn": hunts, "endsIn": ends, "outcome": outcome, "cue": cue,
            "members": members,
            "taunts": {"next": self.next_taunt, "said": self.taunted} if hides else None,
        }, line


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    stations, lock, drawings = {}, threading.Lock(), avatars()

    def log_message(self, *_):
        pass

    def station(self):
        """The page asks for no scene; the address it was loaded from says which."""
        for address in (self.path, self.headers.get("Referer", "")):
            scene = urllib.parse.parse_qs(urllib.parse.urlsplit(address).query).get("scene")
            if scene:
                break
        with self.lock:
            name = scene[0] if scene else "lobby"
            return self.stations.setdefault(name, Station(name))

    def answer(self, status, body=b"", kind="application/json"):
        self.send_response(status)
        if status != 204:
            self.send_header("Content-Type", kind + "; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        path = urllib.parse.urlsplit(self.path).path
        if path == "/api/events":
            return self.events()
        if path == "/api/state":
            return self.answer(200, json.dumps(self.station().state()).encode())
        if path == "/mock/posts":
            return self.answer(200, json.dumps(self.station().posts).encode())
        if more := self.more(path):
            return self.answer(*more)
        if drawing := re.fullmatch(r"/avatars/([0-9a-f]+)\.svg", path):
            pick = self.drawings[int(drawing[1], 16) % len(self.drawings)]
            return self.answer(200, pick.encode(), "image/svg+xml")
        if asked := re.fullmatch(r"/words-([a-z]{2})\.js", path):
            return self.answer(200, words(asked[1]).encode(), KINDS[".js"])
        file = ASSETS / ("index.html" if path == "/" else path[1:])
        if file.parent != ASSETS or not file.is_file():
            return self.answer(404, b'{"error": "There is no such thing here."}')
        if path == "/":  # Another look is another beginning.
            with self.lock:
                asked = urllib.parse.parse_qs(urllib.parse.urlsplit(self.path).query)
                scene = asked.get("scene", ["lobby"])[0]
                self.stations.pop(scene, None)
        self.answer(200, file.read_bytes(), KINDS.get(file.suffix, "application/octet-stream"))

    def more(self, path):
        """What the sections of props.py ask for when they are opened."""
        scene = self.station().scene
        if scene == "old":
            return None
        if path == "/api/rounds":
            return 200, json.dumps(rounds(scene)).encode()
        if path == "/api/log":
            return 200, json.dumps(log(scene)).encode()
        if path == "/metrics":
            return 200, METRICS.encode(), "text/plain"
        if path == "/api/taunts":
            return 200, json.dumps(taunts()).encode()
        if path == "/api/doctor":
            time.sleep(0.5)  # the real one takes up to two seconds
            status, told = doctor(scene)
            return status, json.dumps(told).encode()
        if kind := path.startswith("/rounds/") and HISTORY.get(Path(path).suffix):
            return 200, sound() if kind == "audio/wav" else chart().encode(), kind
        return None

    def events(self):
        station = self.station()
        if station.scene == "silent" and time.monotonic() - station.since > 5:
            time.sleep(2)  # it takes a while to come back
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        try:
            while True:
                self.wfile.write(f"event: state\ndata: {json.dumps(station.state())}\n\n".encode())
                if station.scene == "silent":
                    time.sleep(60)
                time.sleep(0.1)
        except OSError:
            pass
        self.close_connection = True

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        station, action = self.station(), self.path.removeprefix("/api/")
        body = {"bytes": len(body)} if action == "update" else json.loads(body or "{}")
        station.posts.append([action, body, round(time.monotonic() - station.since, 3)])
        is_locked = station.scene in LOCKED
        if action != "pin" and is_locked and self.headers.get("X-HotCold-PIN") != PIN:
            return self.answer(401, b'{"error": "Ask for the PIN, and press the button."}')
        if action != "pin" and station.scene == "off":
            return self.answer(403, b'{"error": "Nobody acts here."}')
        if action == "hold":
            station.down = (station.down or time.monotonic()) if body["isDown"] else None
        elif action == "press":
            station.told.append("Over here!")
            station.taunted = station.taunted + [station.next_taunt]
            station.next_taunt = None
        elif action == "taunt":
            station.next_taunt = body["taunt"] or None
        elif action == "landmark":
            station.landmark = None
        elif action == "area" and station.scene == "landmark":
            station.landmark = None
        elif refused := station.props.act(action, body, time.monotonic() - station.since):
            if isinstance(refused, str):
                return self.answer(400, json.dumps({"error": refused}).encode())
        elif action != "pin":
            station.told.append(f"({action})")
        self.answer(204)


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client):
        pass  # A browser that leaves in the middle is no news.


def main():
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--port", type=int, default=8099)
    server = Server(("127.0.0.1", options.parse_args().port), Handler)
    print(f"http://127.0.0.1:{server.server_address[1]}/?scene=lobby", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
