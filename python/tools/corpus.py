"""Collects the modules that cuTile's tests and samples and TileGym's tests export: `cargo xtask corpus DIR --cutile CHECKOUT ..`.

Kernels are compiled as far as bytecode and never executed (`corpus_export`), so a machine without a GPU collects in minutes what
takes hours to run. Each source has a folder in DIR, and a file of results, by which a run that was stopped goes on:

- ``cutile-tests``: all tests of a checkout of github.com/NVIDIA/cutile-python, at the tag of the installed package `cuda-tile`;
- ``cutile-samples``: its samples, with their checks;
- ``tilegym-ops``, ``tilegym-liger``, ..: the tests of ops and of each suite of a checkout of github.com/NVIDIA/TileGym, except
  tests of speed and of other languages than cuTile Python.

Needed besides: torch, pytest, pytest-benchmark, pytest-timeout, pytest-xdist, and what TileGym imports.

Programs choose tiles by the compute capability, and cuTile's tests skip what it does not have, so each one that is asked for is
a run of its own; the folder has what any of them exported. Searches of TileGym try up to some dozens of configurations;
``--searches first`` compiles one of each.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import cutile_suite

TOOLS = Path(__file__).resolve().parent

#: Tests of TileGym that are not of speed, nor of another language than cuTile Python.
OURS = "not perf and not cutile_rs and not cutile-rs and not tilecpp and not triton"

#: A folder that each checkout has.
TESTS = {"cutile": "test", "tilegym": "tests/ops"}

#: Seconds of a sample: some compute a reference of minutes.
SAMPLE = 300


@dataclass(frozen=True)
class Source:
    """What exports modules."""

    name: str
    #: Where its tests run.
    folder: Path
    #: Tests, as arguments of pytest.
    tests: list[str] = field(default_factory=list)
    #: Scripts, each run alone.
    scripts: list[Path] = field(default_factory=list)
    #: Where Python finds what it imports.
    path: Path | None = None


def sources(cutile: Path | None, tilegym: Path | None) -> list[Source]:
    """The sources of the checkouts that are there."""
    found = []
    if cutile is not None:
        samples = [*sorted((cutile / "samples").glob("[A-Z]*.py")), *sorted((cutile / "samples/quickstart").glob("*.py"))]
        found += [
            Source("cutile-samples", cutile / "samples", scripts=samples),
            Source("cutile-tests", cutile / "test", ["."]),
        ]
    if tilegym is not None:
        suites = (path for path in (tilegym / "tests/suites").glob("*") if any(path.glob("test_*.py")))
        for folder in [tilegym / "tests/ops", *sorted(suites)]:
            tests = [str(folder.relative_to(tilegym)), "-k", OURS]
            found.append(Source(f"tilegym-{folder.name}", tilegym, tests, path=tilegym / "src"))
    return found


def collect(source: Source, corpus: Path, capability: str, options: argparse.Namespace) -> Path:
    """Runs what is missing of a source at a compute capability; returns the file of results."""
    results = corpus / f"{source.name}-{capability}{'-first' if options.searches == 'first' else ''}.jsonl"
    how = {name: getattr(options, name) for name in ("timeout", "searches")}
    cutile_suite.begin(results, {"source": source.name, "capability": capability, **how})
    kept = set(cutile_suite.read(results))
    environment = {
        "CUTILE_EXPORT": str((corpus / source.name).resolve()),
        "CUTILE_CAPABILITY": capability,
        "CUTILE_SHARD": options.shard,
        "PYTHONOPTIMIZE": "1",
        # One torch thread a process: there are several.
        "OMP_NUM_THREADS": "1",
        "PYTHONPATH": os.pathsep.join(str(path) for path in (source.path, os.environ.get("PYTHONPATH")) if path),
    }
    if source.tests:
        words = ["-p", "corpus_export", "--cutile-cpu", "--cutile-engine=reference", f"--cutile-capability={capability}"]
        words += ["--cutile-tune=first"] if options.searches == "first" else []
        words += ["-n", str(options.jobs), "--timeout", str(options.timeout), "--assert=plain", "--tb=no", "-W", "ignore"]
        cutile_suite.run_pytest(source.folder, results, kept, [*words, *source.tests], environment)
    for script in source.scripts:
        if script.name not in kept:
            _run(script, results, {**os.environ, **environment})
    return results


def _run(script: Path, results: Path, environment: dict[str, str]) -> None:
    """Runs a script, and adds how it ended to the file of results."""
    started = time.monotonic()
    command = [sys.executable, str(TOOLS / "corpus_export.py"), str(script), "--correctness-check"]
    try:
        ran = subprocess.run(command, capture_output=True, text=True, check=False, env=environment, timeout=SAMPLE)
        outcome, reason = ("failed", ran.stderr[-400:]) if ran.returncode else ("passed", "")
    except subprocess.TimeoutExpired:
        outcome, reason = "failed", f"Timeout (>{SAMPLE} s)"
    entry = {"test": script.name, "outcome": outcome, "seconds": round(time.monotonic() - started, 2), "reason": reason}
    with results.open("a", encoding="utf-8") as file:
        file.write(json.dumps(entry) + "\n")


def report(source: Source, corpus: Path, capability: str, results: Path) -> str:
    """A row of the table: how tests ended, and how many modules the folder has."""
    entries = cutile_suite.read(results).values()
    stopped = sum("Timeout" in entry.get("reason", "") for entry in entries)
    ended = Counter(entry["outcome"] for entry in entries)
    modules = len(list((corpus / source.name).glob("*.tileirbc")))
    counts = [len(entries), ended["passed"] + ended["xfailed"], ended["failed"] - stopped, stopped, ended["skipped"], modules]
    return f"| {source.name} | {capability} | {' | '.join(map(str, counts))} |"


HEAD = """
| source | capability | tests | ended | raised | stopped | skipped | files so far |
|---|---|---|---|---|---|---|---|"""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument("corpus", type=Path, metavar="DIR", help="where modules are written")
    parser.add_argument("--cutile", type=Path, metavar="CHECKOUT", help="checkout of cutile-python")
    parser.add_argument("--tilegym", type=Path, metavar="CHECKOUT", help="checkout of TileGym")
    parser.add_argument(
        "--capability",
        default="10.0",
        metavar="X.Y,..",
        help="compute capabilities that device queries answer (default: 10.0)",
    )
    parser.add_argument(
        "--searches",
        choices=("all", "first"),
        default="all",
        help="which configurations of a tuning search are compiled: all, or the first one (default: all)",
    )
    parser.add_argument("--only", metavar="NAME", help="one source, such as tilegym-ops")
    parser.add_argument(
        "--shard", type=cutile_suite._shard, default="1/1", metavar="I/N", help="run one part of each source's tests"
    )
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="processes (default: 2)")
    parser.add_argument("--timeout", type=int, default=60, metavar="S", help="seconds a test may take (default: 60)")
    return parser


def main() -> int:
    """Runs the command line."""
    options = _parser().parse_args()
    # Tests run in folders of their own.
    for name in ("cutile", "tilegym"):
        path = getattr(options, name)
        setattr(options, name, path and path.resolve())
        if path and not (path / TESTS[name]).is_dir():
            print(f"error: `{path}` has no folder `{TESTS[name]}`; `--{name}` takes a checkout of {name}", file=sys.stderr)
            return 1
    found = [source for source in sources(options.cutile, options.tilegym) if options.only in (None, source.name)]
    if not found:
        print("error: there is nothing to collect from; give `--cutile` or `--tilegym`, each with a checkout", file=sys.stderr)
        return 1
    options.corpus.mkdir(parents=True, exist_ok=True)
    rows = []
    for source in found:
        for capability in options.capability.split(","):
            results = collect(source, options.corpus, capability, options)
            rows.append(report(source, options.corpus, capability, results))
    print("\n".join([HEAD, *rows]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
