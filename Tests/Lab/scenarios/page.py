"""Judges page.sh: how far what a page shows is behind what the station says, and what viewers cost."""
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from evidence import Evidence  # noqa: E402

BEHIND_MS_AT_MOST = 150


def behind(evidence, station):
    """How long after it was said each sentence was shown, in ms, with its words."""
    path = evidence.directory / f"{station}.seen"
    rows = [json.loads(line) for line in path.read_text().splitlines() if line.strip()]
    return sorted(((row["shown"] - row["said"]) * 1_000, row["text"]) for row in rows)


def used(evidence, name, who):
    report = json.loads((evidence.directory / f"{name}.json").read_text())
    return report["processes"][who]["processor"] / (report["to"] - report["from"]) * 100


def main(directory):
    evidence = Evidence(directory)
    shown = behind(evidence, "one") + behind(evidence, "two")
    evidence.promise(len(shown) >= 20, "what both stations say is shown", f"{len(shown)} sentences")
    if shown:
        worst, text = max(shown)
        median = sorted(shown)[len(shown) // 2][0]
        evidence.promise(
            worst <= BEHIND_MS_AT_MOST, f"every sentence is shown within {BEHIND_MS_AT_MOST} ms",
            f"median {median:.0f} ms, at most {worst:.0f} ms: {text}")
    # A system call is a hundred times dearer here than on a real machine, and a viewer costs little else.
    alone, crowded = used(evidence, "alone", "seeker"), used(evidence, "crowded", "seeker")
    (evidence.directory / "figures").write_text(
        f"        a hunting seeker without viewers {alone:.1f} % of a core, with twenty {crowded:.1f} %, "
        "in a kernel whose system calls are a hundred times dearer\n")


if __name__ == "__main__":
    main(sys.argv[1])
