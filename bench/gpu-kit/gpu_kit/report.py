"""Results as Markdown: the page that `docs/gpu-results.md` becomes."""

from __future__ import annotations

from collections import Counter
from typing import Any, Dict, List

Results = Dict[str, Any]

#: What stands on top of the page where no GPU was there.
STAND_IN = "**No GPU was there: the emulator stood in for it. Times mean nothing.**"
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
        f"Tilewright {kit['version']}, machine code for `{device['target']}`; tileiras {kit['closed'] or 'was not there'}.",
        f"Beside it: {', '.join(results['packages']) or 'no other package'}.",
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
    return ["## How kernels are launched", "", *table(["question", "answer", "why", "kernel"], rows)]


def correctness(items: List[Results]) -> List[str]:
    forms = sorted({item["form"] for item in items})
    states = sorted({item["state"] for item in items})
    counts = Counter((item["form"], item["state"]) for item in items)
    rows = [[form, *(str(counts[form, state]) for state in states)] for form in forms]
    others = [item for item in items if item["state"] not in ("right", "out of time")]
    listed = [[item["name"], item["form"], item["state"], item.get("why") or ""] for item in others[:LISTED]]
    lines = ["## What is right", "", *table(["form", *states], rows)]
    if listed:
        lines += ["", f"{len(others)} launches are not right:", "", *table(["launch", "form", "what", "why"], listed)]
    return lines


def calibration(items: List[Results]) -> List[str]:
    rows = [[name, f"{figure:.4g}"] for item in items for name, figure in item.get("figures", {}).items()]
    rows += [[item["name"], f"{item['state']}: {item.get('why', '')}"] for item in items if "figures" not in item]
    return ["## Figures for the model", "", *table(["figure", "measured"], rows)]


def timing(items: List[Results]) -> List[str]:
    rows = []
    for item in items:
        contenders = item.get("contenders", {})
        named = f"{item['name']}, {item['size']}"
        if not contenders:
            rows.append([named, item["state"], item.get("why") or "", "", "", ""])
        best = min((one["milliseconds"] for one in contenders.values()), default=0.0)
        for name, one in contenders.items():
            unit = "TFLOP/s" if "TFLOP/s" in one else "GB/s"
            spread = f"{one['least']:.4g} to {one['most']:.4g}"
            relative = best / one["milliseconds"] if one["milliseconds"] else 0.0
            rows.append([named, name, f"{one['milliseconds']:.4g} ({spread})", f"{one[unit]:.4g} {unit}", f"{relative:.2f}", said(item["clock"])])
        rows += [[named, name, f"absent: {why}", "", "", ""] for name, why in item.get("absent", {}).items()]
    header = ["kernel", "who", "ms, median (least to most)", "speed", "of the best", "clock"]
    return ["## Times", "", "By turns, on random data, medians.", "", *table(header, rows)]


def said(clock: Results) -> str:
    return ", ".join(f"{value:.0f} {unit}" for unit, value in clock.items())


WRITERS = {"questions": questions, "correctness": correctness, "calibration": calibration, "timing": timing}
