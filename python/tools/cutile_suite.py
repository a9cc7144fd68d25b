"""Runs cuTile Python's own samples and test-suite without a GPU: `cargo xtask cutile-suite --source CHECKOUT`.

CHECKOUT is a checkout of github.com/NVIDIA/cutile-python at the tag of the installed package `cuda-tile`. Needed besides:
torch, pytest, pytest-benchmark, pytest-timeout, pytest-xdist, and `tileiras` on PATH for the few tests that look into machine
code.

With `--results FILE` each test that ends is a line of that file, and a run leaves out the tests that the file knows: a long
run can be cut into shards (`--shard 2/8`), stopped and started again. `--report` prints what a file holds and runs nothing.

Tests that are known not to pass on the engine `cpu`, with the reason, are the rows of the table in `docs/cutile.md` whose
first column is the beginning of a test's name. The exit code is 1 when another one fails, or when less than 95 % of all
others pass.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
LEAST = 95.0


def known() -> dict[str, str]:
    """Beginnings of tests' names, and why those tests do not pass."""
    text = (ROOT / "docs" / "cutile.md").read_text(encoding="utf-8")
    return dict(re.findall(r"^\| `(test_[^`]+)` \|[^|]*\| (.+) \|$", text, flags=re.MULTILINE))


def read(results: Path) -> dict[str, dict[str, Any]]:
    """What a file of results holds of each test; a later line of a test replaces an earlier one."""
    found: dict[str, dict[str, Any]] = {}
    if results.exists():
        for line in results.read_text(encoding="utf-8").splitlines():
            entry = json.loads(line)
            if "test" in entry:
                found[entry["test"]] = entry
    return found


def describe(options: argparse.Namespace) -> dict[str, Any]:
    """How the tests of a file of results run: one file holds results of one kind."""
    names = ("engine", "target", "checks", "steps", "capability", "timeout")
    return {name: getattr(options, name) for name in names}


def begin(results: Path, how: dict[str, Any]) -> None:
    """Writes the first line of a file of results, or refuses one of another kind."""
    if not results.exists() or not results.stat().st_size:
        results.parent.mkdir(parents=True, exist_ok=True)
        results.write_text(json.dumps({"run": how}) + "\n", encoding="utf-8")
        return
    first = json.loads(results.read_text(encoding="utf-8").splitlines()[0]).get("run")
    if first != how:
        raise SystemExit(f"{results} holds results of a run with {first}, not {how}; give another file")


def session_options(options: argparse.Namespace) -> list[str]:
    """The session as options of the pytest plugin."""
    words = ["--cutile-cpu", f"--cutile-engine={options.engine}"]
    for name in ("target", "steps", "capability"):
        if getattr(options, name) is not None:
            words.append(f"--cutile-{name}={getattr(options, name)}")
    return words + (["--cutile-checks"] if options.checks else [])


def run_pytest(
    folder: Path, results: Path, kept: set[str], words: list[str], environment: dict[str, str] | None = None
) -> None:
    """Runs the tests of a folder, except those that are kept, and adds how they end to a file of results."""
    with tempfile.TemporaryDirectory() as temporary:
        known = Path(temporary) / "known"
        known.write_text("\n".join(sorted(kept)), encoding="utf-8")
        environment = {
            **os.environ,
            "CUTILE_SHARD": "1/1",
            "CUTILE_SAMPLE": "",
            **(environment or {}),
            "CUTILE_RESULTS": str(results.resolve()),
            "CUTILE_KNOWN": str(known),
        }
        paths = [str(ROOT / "python" / "tools"), environment.get("PYTHONPATH", "")]
        environment["PYTHONPATH"] = os.pathsep.join(path for path in paths if path)
        command = [sys.executable, "-m", "pytest", "-p", "tilewright.cutile.pytest_plugin", "-p", "cutile_results"]
        # cuTile's benchmarks (`bench_*.py`) ask `nvidia-smi` which GPU they measure: they are no tests.
        command += ["--override-ini=python_files=test_*.py", "-q", "--benchmark-disable", "-p", "no:cacheprovider"]
        subprocess.run([*command, *words], cwd=folder, check=False, env=environment)


def run_tests(source: Path, options: argparse.Namespace, results: Path) -> dict[str, dict[str, Any]]:
    """Runs what is missing of the test-suite."""
    begin(results, describe(options))
    kept = {name for name, entry in read(results).items() if not (options.retry and entry["outcome"] == "failed")}
    words = [*session_options(options), "-n", str(options.jobs), "--timeout", str(options.timeout), "--tb=short"]
    environment = {"CUTILE_SHARD": options.shard, "CUTILE_SAMPLE": options.sample}
    run_pytest(source / "test", results, kept, [*words, *options.pytest], environment)
    return read(results)


def run_samples(source: Path, options: argparse.Namespace) -> dict[str, str]:
    """Runs the samples, each with its check of correctness."""
    found = {}
    for sample in sorted((source / "samples").glob("[A-Z]*.py")):
        session = [f"--engine={options.engine}", *([f"--target={options.target}"] if options.target else [])]
        command = [sys.executable, "-m", "tilewright.cutile", "--pretend-cuda", *session]
        command += [str(sample), "--correctness-check"]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        passed = ran.returncode == 0 and "Correctness check passed" in ran.stdout
        found[sample.name] = "passed" if passed else "failed"
        print(f"{sample.name}: {found[sample.name]}", flush=True)
    return found


def report(found: dict[str, dict[str, Any]]) -> bool:
    """Prints what came of the tests; true when all is as it should be."""
    reasons = known()
    counts: Counter[str] = Counter()
    surprises = []
    for name, entry in sorted(found.items()):
        outcome = entry["outcome"]
        reason = next((reason for start, reason in reasons.items() if name.startswith(start)), None)
        if outcome != "failed":
            counts[outcome] += 1
        elif reason is None:
            surprises.append(name)
            counts["failed"] += 1
        else:
            counts["failed, known"] += 1
    ran = counts["passed"] + counts["failed"] + counts["failed, known"]
    share = 100 * counts["passed"] / max(ran, 1)
    print("\n" + ", ".join(f"{count} {what}" for what, count in sorted(counts.items())))
    print(f"{share:.2f} % of the {ran} tests that ran pass")
    for name in surprises:
        print(f"not known to fail: {name}: {found[name].get('reason', '').splitlines()[:1]}")
    return not surprises and share >= LEAST


def _shard(text: str) -> str:
    part, _, parts = text.partition("/")
    if not (part.isdecimal() and parts.isdecimal() and 1 <= int(part) <= int(parts)):
        raise argparse.ArgumentTypeError(f"{text!r} is no shard; write it like `2/8`")
    return text


def _sample(text: str) -> str:
    if text and re.fullmatch(r"\d+,\d+", text) is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no sample; write count and seed like `150,1`")
    return text


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument("--source", type=Path, required=True, metavar="CHECKOUT", help="checkout of cutile-python")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="processes (default: 2)")
    parser.add_argument("--timeout", type=int, default=300, metavar="S", help="seconds a test may take (default: 300)")
    parser.add_argument("--only", choices=("samples", "tests"), help="run one half")
    parser.add_argument("--engine", default="cpu", help="what executes kernels (default: cpu)")
    parser.add_argument("--target", metavar="SM", help="what ptx-emu compiles for")
    parser.add_argument("--checks", action="store_true", help="run under the checks of the emulator")
    parser.add_argument("--steps", type=int, metavar="N", help="steps that a launch may take")
    parser.add_argument("--capability", metavar="X.Y", help="compute capability that device queries answer")
    parser.add_argument("--shard", type=_shard, default="1/1", metavar="I/N", help="run one part of the tests")
    parser.add_argument("--sample", type=_sample, default="", metavar="N,SEED", help="run a random sample of the tests")
    parser.add_argument("--results", type=Path, metavar="FILE", help="keep results there, and leave out what it knows")
    parser.add_argument("--retry", action="store_true", help="run tests again that the file of results says failed")
    parser.add_argument("--report", action="store_true", help="print what the file of results holds; run nothing")
    parser.add_argument("pytest", nargs="*", help="more arguments of pytest, after `--`")
    return parser


def main() -> int:
    """Runs the command line."""
    parser = _parser()
    options = parser.parse_args()
    if options.report:
        if options.results is None:
            parser.error("`--report` prints what a file of results holds; name it with `--results FILE`")
        return 0 if report(read(options.results)) else 1
    good = True
    if options.only != "tests":
        samples = run_samples(options.source, options)
        # AllGatherMatmul wants several GPUs.
        good = all(outcome == "passed" for name, outcome in samples.items() if name != "AllGatherMatmul.py")
    if options.only != "samples":
        with tempfile.TemporaryDirectory() as folder:
            results = options.results or Path(folder) / "results.jsonl"
            good = report(run_tests(options.source, options, results)) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
