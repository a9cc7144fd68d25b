"""Results as Markdown: the page that `docs/gpu-results.md` becomes."""

from __future__ import annotations

import statistics
from collections import Counter
from typing import Any, Dict, List

Results = Dict[str, Any]

#: What stands on top of the page where no GPU was there.
STAND_IN = "**Run on the emulator, without a GPU. The times are meaningless.**"
#: The form of the plan that the cost model chose, and what the forms of the others start with.
CHOSEN, OTHER_PLANS = "ours, agents", "ours, agents, plan "
#: Launches of tests that are listed one by one at most, of those that are not right.
LISTED = 200


def markdown(results: Results) -> str:
    """The page."""
    device, kit = results["device"], results["kit"]
    lines = ["# Results on a GPU", ""]
    if device.get("stand_in"):
        lines += [STAND_IN, ""]
    lines += [
        f"{device['name']}, compute capability {device['capability']}, driver for CUDA {device['driver']}; {results['date']}.",
        f"Tilewright {kit['version']}, machine code for `{device['target']}`; tileiras {kit['closed'] or 'not available'}.",
        f"Packages on the machine: {', '.join(results['packages']) or 'none'}.",
        "",
        "Written by `run.py` of the [GPU kit](gpu-kit.md).",
        "",
    ]
    for step, write in WRITERS.items():
        if step in results["steps"]:
            lines += [*write(results["steps"][step]), ""]
    return "\n".join(lines).rstrip() + "\n"


def table(header: List[str], rows: List[List[str]]) -> List[str]:
    def line(cells: List[str]) -> str:
        return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"

    return [line(header), "|" + "---|" * len(header), *map(line, rows)]


def questions(items: List[Results]) -> List[str]:
    rows = [[item["name"], item["state"], item.get("why") or "", item.get("kernel", "")] for item in items]
    return ["## Launch forms", "", *table(["question", "answer", "why", "kernel"], rows)]


def correctness(items: List[Results]) -> List[str]:
    forms = sorted({item["form"] for item in items})
    states = sorted({item["state"] for item in items})
    counts = Counter((item["form"], item["state"]) for item in items)
    rows = [[form, *(str(counts[form, state]) for state in states)] for form in forms]
    others = [item for item in items if item["state"] not in ("right", "out of time")]
    listed = [[item["name"], item["form"], item["state"], item.get("why") or ""] for item in others[:LISTED]]
    lines = ["## Correctness", "", *table(["form", *states], rows)]
    if listed:
        lines += ["", f"{len(others)} launches are not right:", "", *table(["launch", "form", "what", "why"], listed)]
    return lines


def calibration(items: List[Results]) -> List[str]:
    rows = [[name, f"{figure:.4g}"] for item in items for name, figure in item.get("figures", {}).items()]
    rows += [[item["name"], f"{item['state']}: {item.get('why', '')}"] for item in items if "figures" not in item]
    return ["## Hardware figures for the cost model", "", *table(["figure", "measured"], rows)]


def timing(items: List[Results]) -> List[str]:
    """A table for each kind of kernel, with a column for everyone that computes it."""
    lines = [
        "## Times",
        "",
        "Medians of 11 measurements on random data; the compilers and libraries take turns. `results.json` has milliseconds and the spread. "
        "\"Ours\" are kernels of Tilewright: with agents or on the universal path, in the launcher form or in the drop-in form.",
    ]
    measured = [without_other_plans(item) for item in items if item.get("contenders")]
    for kind in dict.fromkeys(item["kind"] for item in measured):
        lines += ["", *of_kind([item for item in measured if item["kind"] == kind])]
    lines += ["", *relative(measured), "", *plans([item for item in items if item.get("contenders")])]
    others = [item for item in items if not item.get("contenders")]
    lines += [f"- {item['name']}, {item['size']}: {item['state']}. {item.get('why') or ''}" for item in others]
    absent = {(name, why) for item in items for name, why in item.get("absent", {}).items()}
    return [*lines, *(f"- {name} is not available: {why}" for name, why in sorted(absent))]


def without_other_plans(item: Results) -> Results:
    contenders = {name: one for name, one in item["contenders"].items() if not name.startswith(OTHER_PLANS)}
    return {**item, "contenders": contenders}


def plans(items: List[Results]) -> List[str]:
    """The time of each plan of agents relative to the chosen one; nothing where the kit has only the chosen ones."""
    rows = []
    for item in items:
        times = {name: one["milliseconds"] for name, one in item["contenders"].items()}
        others = {name: time for name, time in times.items() if name.startswith(OTHER_PLANS)}
        if CHOSEN not in times or not others:
            continue
        ratios = {name[len(OTHER_PLANS) :]: time / times[CHOSEN] for name, time in others.items()}
        cells = ", ".join(f"{plan}: {ratio:.3f}" for plan, ratio in sorted(ratios.items(), key=lambda pair: int(pair[0])))
        rows.append([f"{item['name']}, {item['size']}", f"{min(ratios.values()):.3f}", cells])
    if not rows:
        return []
    header = ["kernel", "the best of the others", "each other plan"]
    return ["Time of the plans that the cost model did not choose, relative to the chosen one:", "", *table(header, rows)]


def of_kind(items: List[Results]) -> List[str]:
    names = list(dict.fromkeys(name for item in items for name in item["contenders"]))
    names.sort(key=lambda name: (not name.startswith("ours"), name != "tileiras"))
    libraries = [name for name in names if not name.startswith("ours") and name != "tileiras"][:1]
    unit = "TFLOP/s" if items[0].get("operations") else "GB/s"
    rows = []
    for item in items:
        speeds = {name: one[unit] for name, one in item["contenders"].items()}
        cells = [f"{speeds[name]:.4g}" if name in speeds else "-" for name in names]
        ours = max((speed for name, speed in speeds.items() if name.startswith("ours")), default=0.0)
        ratios = [f"{ours / speeds[name]:.3f}" if name in speeds else "-" for name in ("tileiras", *libraries)]
        rows.append([f"{item['name']}, {item['size']}", *cells, *ratios, said(item["clock"])])
    against = [f"best of ours / {name}" for name in ("tileiras", *libraries)]
    return table([f"kernel, {unit}", *names, *against, "clock"], rows)


def relative(items: List[Results]) -> List[str]:
    """How ours compares with the closed compiler over all kernels: the same form, and the best one."""
    lines = []
    for what, is_ours in {"drop-in": lambda name: name.startswith("ours, drop-in"), "best": lambda name: name.startswith("ours")}.items():
        ratios = []
        for item in items:
            times = {name: one["milliseconds"] for name, one in item["contenders"].items()}
            ours = [time for name, time in times.items() if is_ours(name)]
            if ours and "tileiras" in times:
                ratios.append(times["tileiras"] / min(ours))
        if ratios:
            mean, low = statistics.geometric_mean(ratios), min(ratios)
            lines.append(f"- Speed relative to tileiras, our {what} form: geometric mean {mean:.3f} over {len(ratios)} rows, minimum {low:.3f}.")
    return lines


def said(clock: Results) -> str:
    return ", ".join(f"{value:.0f} {unit}" for unit, value in clock.items())


WRITERS = {"questions": questions, "correctness": correctness, "calibration": calibration, "timing": timing}
