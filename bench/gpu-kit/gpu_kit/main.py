"""The command: steps in their order, within a budget of time; results are written as they come."""

from __future__ import annotations

import argparse
import datetime
import json
import os
import time
from collections import Counter
from pathlib import Path
from typing import Any, Dict, List, Optional

from . import jobs, report
from .child import STEPS, serve
from .kit import Kit
from .rivals import packages
from .work import open_driver

#: Of the time that is left, what a step may take; the last one may take all of it.
SHARES = {"questions": 0.3, "correctness": 0.5, "calibration": 0.5, "timing": 1.0}
#: Seconds between two times that results are written.
PAUSE = 2.0
#: Items of one form that hang before the others are left out: each costs its whole time.
HANGING = 3


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Checks and times the kit's kernels on the GPU of this machine.")
    parser.add_argument("--budget", type=float, default=1200.0, metavar="SECONDS", help="time for everything [1200]")
    parser.add_argument("--out", type=Path, default=Path("."), metavar="DIR", help="where results.json and results.md go [.]")
    parser.add_argument("--step", action="append", choices=list(STEPS), help="only this step; may be repeated")
    parser.add_argument("--only", default="", metavar="TEXT", help="only items whose name or size contains this")
    parser.add_argument("--limit", type=float, metavar="SECONDS", help="time for one item [by its step, 20 to 90]")
    parser.add_argument("--kit", type=Path, default=Path(__file__).resolve().parent.parent, help=argparse.SUPPRESS)
    parser.add_argument("--child", choices=list(STEPS), help=argparse.SUPPRESS)
    parser.add_argument(
        "--stand-in", nargs=argparse.REMAINDER, metavar="WORD", help="last: a target, and the command `tilewright`; the emulator stands in"
    )
    return parser.parse_args()


def main() -> int:
    given = arguments()
    kit = Kit(given.kit)
    if given.child:
        return serve(kit, given.child, given.stand_in)
    return Run(kit, given).steps()


class Run:
    """A run of the kit, and what it found so far."""

    def __init__(self, kit: Kit, given: argparse.Namespace) -> None:
        self.kit, self.given = kit, given
        self.end = time.monotonic() + given.budget
        self.written = 0.0
        driver = open_driver(kit, given.stand_in)
        self.target: Optional[str] = kit.target(*driver.capability)
        self.results: Dict[str, Any] = {
            "date": datetime.date.today().isoformat(),
            "kit": {key: kit.listed[key] for key in ("version", "targets", "closed")},
            "device": {
                "name": driver.name(),
                "capability": ".".join(map(str, driver.capability)),
                "driver": driver.version(),
                "target": self.target,
                "stand_in": bool(given.stand_in),
            },
            "packages": packages(),
            "steps": {},
        }

    def steps(self) -> int:
        """All steps; the exit code: 1 where something is wrong."""
        if self.target is None:
            print(f"error: the kit has no code for {self.results['device']['name']}: {', '.join(self.kit.listed['targets'])}")
            return 2
        self.given.out.mkdir(parents=True, exist_ok=True)
        for step in self.given.step or STEPS:
            self.step(step, self.target)
        self.write()
        states = [item["state"] for items in self.results["steps"].values() for item in items]
        print(f"{self.given.out / 'results.json'} and results.md are written")
        return 1 if any(state in ("wrong", "failed", "timed out") for state in states) else 0

    def step(self, step: str, target: str) -> None:
        module = STEPS[step]
        described = {item: module.described(self.kit, item) for item in module.items(self.kit, target)}
        items = [item for item, words in described.items() if any(self.given.only in word for word in words.values())]
        found: List[Dict[str, Any]] = self.results["steps"].setdefault(step, [])
        hung: Counter[str] = Counter()

        def hopeless(item: str) -> bool:
            return hung[described[item].get("form", "")] >= HANGING

        def done(item: str, result: Dict[str, Any]) -> None:
            found.append({**described[item], **result})
            if result["state"] in ("wrong", "failed", "timed out"):
                self.kit.broken.add(item)
                hung[described[item].get("form", "")] += result["state"] == "timed out"
                print(f"{step}: {', '.join(described[item].values())}: {result['state']}: {result.get('why')}", flush=True)
            if time.monotonic() > self.written + PAUSE:
                self.write()

        left = max(self.end - time.monotonic(), 0.0)
        deadline = time.monotonic() + left * SHARES[step]
        command = jobs.words(step, self.given.kit, self.given.stand_in)
        jobs.run(command, items, sorted(self.kit.broken), self.given.limit or module.LIMIT, deadline, done, hopeless)
        print(f"{step}: {len(found)} results, {max(self.end - time.monotonic(), 0.0):.0f} s are left", flush=True)
        self.write()

    def write(self) -> None:
        """Writes what there is; a reader sees the old files or the new ones."""
        self.written = time.monotonic()
        texts = {"results.json": json.dumps(self.results, indent=1), "results.md": report.markdown(self.results)}
        for name, text in texts.items():
            whole = self.given.out / name
            part = whole.with_suffix(whole.suffix + ".part")
            part.write_text(text)
            os.replace(part, whole)
