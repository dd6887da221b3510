#!/usr/bin/env python3
"""Walks that never were, with the truth beside them: the same numbers give the same walks on every machine.

    from walks import corpus
    for link in corpus(scenarios=["turns"], rates=[10], seeds=3):
        link.name, link.t, link.rssi, link.ear, link.distance     # numpy arrays, sorted by time

`Tests/Ranging/walks.py FOLDER [--scenarios straight,turns] [--rates 10] [--seeds 3]` writes the same as
CSV, one file for each scenario and rate: t_seconds,beacon_id,rssi_dbm,measured_power,ear,distance_m.

tiny.py beside this file is the smallest whole use: a filter of ten lines, its walks and its figures.
"""
import argparse
import csv
import zlib
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from motion import SCENARIOS
from radio import BUILDINGS, MEASURED_POWER, Room

RATES = (1, 3, 10, 30)
SEEDS = 20
OWN, OTHER = 0, 1
# Children are so many times as quick as everybody else.
HURRY = 1.6
USUAL, CHILDREN = "usual", "quick children"
# Who walks, and where: whole models, of which a fit has not seen one.
FAMILIES = (USUAL, *BUILDINGS, CHILDREN)


@dataclass
class Link:
    """One radio link during one walk. Arrays are of one length and sorted by time."""

    name: str
    scenario: str
    rate: float  # sightings a second of each ear, in the mean
    t: np.ndarray  # s
    rssi: np.ndarray  # dBm
    ear: np.ndarray  # OWN or OTHER
    distance: np.ndarray  # m, the truth
    measured_power: float = MEASURED_POWER
    course: tuple = None  # (times, distances) of the truth where it is known between sightings too

    def one_ear(self):
        """The same link as its own end alone hears it."""
        own = self.ear == OWN
        return replace(
            self, t=self.t[own], rssi=self.rssi[own], ear=self.ear[own], distance=self.distance[own])


def generator(*words):
    """Randomness that depends on nothing but these words."""
    return np.random.default_rng([zlib.crc32(str(word).encode()) for word in words])


def walked(scenario, seed, family=USUAL):
    """The track and the room of a scenario's seed, whatever the rate."""
    track = SCENARIOS[scenario](generator(scenario, seed, "motion"))
    random = generator(scenario, seed, "room")
    room = Room.drawn(random, body=random.uniform(8, 12) if scenario == "turning" else None)
    if family == CHILDREN:
        track.time = track.time / HURRY
    elif family != USUAL:
        room = room.in_building(family, generator(family, scenario, seed))
    return track, room


def link(scenario, rate, seed, ears=2, family=USUAL):
    """One link of the corpus, heard with both ears or one."""
    track, room = walked(scenario, seed, family)
    parts = []
    for ear, word in ((OWN, "own"), (OTHER, "other"))[:ears]:
        t, rssi, distance = room.heard(word, rate, track, generator(scenario, seed, rate, word))
        parts.append((np.round(t, 3), rssi, np.full(len(t), ear), distance))
    t, rssi, ear, distance = (np.concatenate(columns) for columns in zip(*parts))
    order = np.argsort(t, kind="stable")
    name = f"{scenario}-{rate:g}-{seed}" + (f"-{family}" if family != USUAL else "")
    course = (track.time[::5], np.hypot(track.distance[::5], room.height))
    return Link(name, scenario, rate, t[order], rssi[order], ear[order], distance[order], course=course)


def corpus(scenarios=None, rates=RATES, seeds=SEEDS, ears=1, family=USUAL):
    """Every link of these scenarios and rates in one family. `seeds` is how many, or which."""
    for scenario in scenarios or SCENARIOS:
        for rate in rates:
            for seed in range(seeds) if isinstance(seeds, int) else seeds:
                made = link(scenario, rate, seed, ears, family)
                if np.count_nonzero(made.ear == OWN) >= 10:
                    yield made


class Unreadable(Exception):
    """A recorded walk cannot be read. The text is a sentence."""


def recorded(folder):
    """The links of recorded walks, a list for each CSV file of the folder with the columns t_seconds,
    beacon_id, rssi_dbm and distance_m. Rows without a distance are left out, links of fewer than ten
    rows too."""
    for path in sorted(Path(folder).glob("*.csv")):
        links = []
        for beacon, values in sorted(rows_of(path).items()):
            if len(values) >= 10:
                t, rssi, distance, ear = np.array(sorted(values, key=lambda row: row[0])).T
                rate, name = round(len(t) / max(t[-1] - t[0], 1e-3), 1), f"{path.stem}:{beacon}"
                links.append(Link(name, path.stem, rate, t, rssi, ear.astype(int), distance, np.nan))
        if links:
            yield links


def rows_of(path):
    """{beacon: [(time, level, distance, ear), …]} of a recorded walk."""
    rows = {}
    with path.open(newline="") as file:
        reader = csv.DictReader(file)
        for column in ("t_seconds", "beacon_id", "rssi_dbm", "distance_m"):
            if column not in (reader.fieldnames or []):
                raise Unreadable(f"{path} has no column {column}: the truth stands beside each sighting")
        for row in reader:
            if row["distance_m"]:
                try:
                    values = [float(row[column]) for column in ("t_seconds", "rssi_dbm", "distance_m")]
                except (TypeError, ValueError):
                    raise Unreadable(f"{path}:{reader.line_num}: a number cannot be read") from None
                ear = OTHER if row.get("ear") == "other" else OWN
                rows.setdefault(row["beacon_id"], []).append((*values, ear))
    return rows


def write(path, links, truth=True, names=None):
    """Links as one CSV file, sorted by time. Without the truth it is what an estimator may see. Columns
    of which nothing is known are left out."""
    names = names or [link.name for link in links]
    t, rssi, ear, distance = (
        np.concatenate([getattr(link, column) for link in links])
        for column in ("t", "rssi", "ear", "distance"))
    power = np.concatenate([np.full(len(link.t), link.measured_power) for link in links])
    columns = {
        "t_seconds": np.char.mod("%.3f", t),
        "beacon_id": np.concatenate([np.full(len(link.t), name) for link, name in zip(links, names)]),
        "rssi_dbm": np.char.mod("%g", rssi)}
    if np.isfinite(power).all():
        columns["measured_power"] = np.char.mod("%g", power)
    if (ear == OTHER).any():
        columns["ear"] = np.array(["own", "other"])[ear]
    if truth:
        columns["distance_m"] = np.char.mod("%.3f", distance)
    with open(path, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(np.stack(list(columns.values()), axis=1)[np.argsort(t, kind="stable")])


def main():
    parser = argparse.ArgumentParser(description="Writes simulated walks with the truth beside them.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--scenarios", default=",".join(SCENARIOS))
    parser.add_argument("--rates", default=",".join(map(str, RATES)))
    parser.add_argument("--seeds", type=int, default=SEEDS)
    parser.add_argument("--ears", choices=["one", "two"], default="one")
    chosen = parser.parse_args()
    scenarios = chosen.scenarios.split(",")
    if unknown := set(scenarios) - set(SCENARIOS):
        parser.error(f"no scenario is called {', '.join(sorted(unknown))}; there are {', '.join(SCENARIOS)}")
    chosen.folder.mkdir(parents=True, exist_ok=True)
    for scenario in scenarios:
        for rate in map(float, chosen.rates.split(",")):
            links = list(corpus([scenario], [rate], chosen.seeds, ears=2 if chosen.ears == "two" else 1))
            if links:
                write(chosen.folder / f"{scenario}-{rate:g}.csv", links)


if __name__ == "__main__":
    main()
