"""Figures as Markdown for people, and as JSON for programs."""
import math

COLUMNS = {
    "forced": ("forced", "{:.3f}"),
    "AUC": ("auc", "{:.3f}"),
    "near": ("near", "{:.3f}"),
    "called": ("coverage", "{:.2f}"),
    "right": ("right", "{:.3f}"),
    "2–3, 3–4 s after a turn": (("after", 2, 3), "{:.2f}"),
    "lag p50 / p90, s": ("lag", "{:.1f}"),
    "flips/min": ("flips", "{:.1f}"),
    "still: changes/min": ("still_changes", "{:.1f}"),
    "words/min": ("standing_words", "{:.1f}"),
    "HOT lag p50 / p90, s": ("hot_lag", "{:.1f}"),
    "cues right": ("cues_right", "{:.3f}"),
    "borne out": ("cues_borne_out", "{:.3f}"),
    "cues/min": ("cues", "{:.1f}"),
    "while moving": ("cues_moving", "{:.1f}"),
    "contradictions/min": ("contradictions", "{:.2f}"),
    "inside": ("inside", "{:.3f}"),
    "error, ×": ("error", "{:.2f}"),
}
# What two ears are to lessen: the figure, how to read it, and what it is an error against.
LESSENED = {
    "lag p50, s": lambda figures: figures["lag"][0],
    "lag p90, s": lambda figures: figures["lag"][1],
    "HOT lag p50, s": lambda figures: figures["hot_lag"][0],
    "HOT lag p90, s": lambda figures: figures["hot_lag"][1],
    "wrong of forced": lambda figures: short_of_one(figures["forced"]),
    "wrong of called": lambda figures: short_of_one(figures["right"]),
    "wrong of cues": lambda figures: short_of_one(figures["cues_right"]),
    "flips/min": lambda figures: figures["flips"],
    "error of distance, log2": lambda figures: figures["error"],
}


def short_of_one(share):
    return None if share is None else 1 - share


def text(value, form):
    if value is None:
        return "–"
    if isinstance(value, (list, tuple)):
        return " / ".join(text(each, form) for each in value)
    return "never" if math.isinf(value) else form.format(value)


def picked(figures, key):
    """A figure by its name, or some of the places of one that has several."""
    if isinstance(key, str):
        return figures[key] if figures[key] is None or key != "error" else 2 ** figures[key]
    name, *places = key
    return [figures[name][place] for place in places]


def row(*cells):
    print(f"| {' | '.join(cells)} |")


def header(*cells):
    row(*cells)
    print("|---" * len(cells) + "|")


def figures(groups):
    """One table of {group: {estimator: Tally}}: a row for each estimator in each group."""
    header("per s", "estimator", *COLUMNS)
    for group, tallies in groups.items():
        for name, tally in tallies.items():
            found = tally.figures()
            title = group if isinstance(group, str) else f"{group:g}"
            row(title, name, *(text(picked(found, key), form) for key, form in COLUMNS.values()))


def two_ears(groups, one, two):
    """What the second ear lessens, at each rate; nothing if it was not tried."""
    if not all(two in tallies for tallies in groups.values()):
        return
    print("\n### Two ears against one, on the same walks\n")
    header("per s", *LESSENED)
    for rate, tallies in groups.items():
        alone, both = tallies[one].figures(), tallies[two].figures()
        cells = []
        for read in LESSENED.values():
            before, after = read(alone), read(both)
            cells.append(f"{text(before, '{:.3g}')} → {text(after, '{:.3g}')}")
            if before and after is not None and math.isfinite(before) and math.isfinite(after):
                cells[-1] += f" ({(after / before - 1) * 100:+.0f} %)"
        row(f"{rate:g}", *cells)


def belief(tallies):
    """How far each estimator's own probabilities and intervals are to be believed, where it gives any."""
    for name, tally in tallies.items():
        tenths = list(tally.reliability())
        if not tenths:
            continue
        found = tally.figures()
        print(f"\n### How far to believe {name}\n")
        print(f"Brier score {text(found['brier'], '{:.3f}')}, ", end="")
        print(f"log score {text(found['log_score'], '{:.3f}')} bit.\n")
        header("`closing` said, mean of a tenth", *(f"{said:.2f}" for _, said, _ in tenths))
        row("came true", *(f"{true:.2f}" for _, _, true in tenths))
        row("instants", *(str(count) for count, _, _ in tenths))
        if found["inside"] is not None:
            print()
            header("tenth of the interval's distribution", *(f"{index}–{index + 1}" for index in range(10)))
            row("share of truths", *(f"{share:.3f}" for share in tally.deciles()))
            print(f"\nThe interval's ends are a factor of {2 ** found['width']:.2f} apart (median).")


def everything(cells, folders):
    """All figures as what JSON can hold."""
    def plain(value):
        if isinstance(value, list):
            return [plain(each) for each in value]
        return None if isinstance(value, float) and not math.isfinite(value) else value

    def each(tallies):
        return {
            name.strip("*"): {key: plain(value) for key, value in tally.figures().items()}
            | {"reliability": list(tally.reliability()), "deciles": tally.deciles()}
            for name, tally in tallies.items()}

    return {
        "simulated": [
            {"scenario": scenario, "rate": rate, "figures": each(tallies)}
            for (scenario, rate), tallies in cells.items()],
        "recorded": [{"walks": name, "figures": each(tallies)} for name, tallies in folders.items()],
    }
