"""A pytest plugin: runs one shard of a test-suite and appends how each test ended to a file, one line of JSON a test.

Tests whose outcome is in the file already are left out, so a run that was cut short goes on where it stopped. The options
come by the environment, because every worker of pytest-xdist reads them too:

- ``CUTILE_RESULTS``: the file;
- ``CUTILE_KNOWN``: a file with the names of the tests to leave out, one a line; it does not change while a run lasts;
- ``CUTILE_SHARD``: ``i/n``, the tests whose number in the collected order is i - 1 modulo n;
- ``CUTILE_SAMPLE``: ``count,seed``, a random sample of what the shard has.
"""

from __future__ import annotations

import json
import os
import random
from pathlib import Path
from typing import Any

_outcomes: dict[str, dict[str, Any]] = {}


def name_of(nodeid: str) -> str:
    """The name of a test, without folders: parameters in a name have slashes too."""
    path, _, test = nodeid.partition("::")
    return f"{Path(path).name}::{test}"


def wanted(names: list[str], shard: str, sample: str, known: set[str]) -> set[str]:
    """Which of these tests a run is to execute."""
    part, parts = (int(number) for number in shard.split("/"))
    chosen = [name for number, name in enumerate(names) if number % parts == part - 1]
    if sample:
        count, seed = (int(number) for number in sample.split(","))
        chosen = random.Random(seed).sample(chosen, min(count, len(chosen)))
    return set(chosen) - known


def pytest_collection_modifyitems(config: Any, items: list[Any]) -> None:
    """Leaves out what other shards run, and what is known."""
    known = set(Path(os.environ["CUTILE_KNOWN"]).read_text(encoding="utf-8").splitlines())
    names = [name_of(item.nodeid) for item in items]
    chosen = wanted(names, os.environ["CUTILE_SHARD"], os.environ["CUTILE_SAMPLE"], known)
    left_out = [item for item, name in zip(items, names, strict=True) if name not in chosen]
    items[:] = [item for item, name in zip(items, names, strict=True) if name in chosen]
    config.hook.pytest_deselected(items=left_out)


def _reason(report: Any) -> str:
    """The last line of a failure that says something, shortened."""
    crash = getattr(report.longrepr, "reprcrash", None)
    if crash is not None:
        return str(crash.message)[:400]
    return str(report.longrepr or "")[-400:]


def pytest_runtest_logreport(report: Any) -> None:
    """Keeps how a test ended: it failed when any phase of it did."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        return
    name = name_of(report.nodeid)
    found = _outcomes.setdefault(name, {"test": name, "outcome": "passed", "seconds": 0.0})
    found["seconds"] = round(found["seconds"] + getattr(report, "duration", 0.0), 2)
    if report.outcome == "failed" or found["outcome"] == "passed":
        outcome = "xfailed" if report.outcome == "skipped" and hasattr(report, "wasxfail") else report.outcome
        found["outcome"] = outcome
        if report.outcome == "failed":
            found["reason"] = _reason(report)
    # A worker that crashed reports no last phase.
    if report.when in ("teardown", "???"):
        with Path(os.environ["CUTILE_RESULTS"]).open("a", encoding="utf-8") as file:
            file.write(json.dumps(_outcomes.pop(name)) + "\n")
