"""Runs cuTile Python's own samples and test-suite on the CPU: `cargo xtask cutile-suite --source CHECKOUT`.

CHECKOUT is a checkout of github.com/NVIDIA/cutile-python at the tag of the installed package `cuda-tile`. Needed besides:
torch, pytest, pytest-benchmark, pytest-reportlog, pytest-timeout, pytest-xdist, and `tileiras` on PATH for the few tests that
look into machine code.

Tests that are known not to pass, with the reason, are the rows of the table in `docs/cutile.md` whose first column is the
beginning of a test's name. The exit code is 1 when another one fails, or when less than 95 % of all others pass.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LEAST = 95.0


def known() -> dict[str, str]:
    """Beginnings of tests' names, and why those tests do not pass."""
    text = (ROOT / "docs" / "cutile.md").read_text(encoding="utf-8")
    return dict(re.findall(r"^\| `(test_[^`]+)` \|[^|]*\| (.+) \|$", text, flags=re.MULTILINE))


def outcomes(log: Path) -> dict[str, str]:
    """How each test ended: failed when any phase of it did."""
    found: dict[str, str] = {}
    for line in log.read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        if entry.get("$report_type") != "TestReport":
            continue
        # Parameters in a name have slashes too.
        path, _, test = entry["nodeid"].partition("::")
        name, outcome = f"{Path(path).name}::{test}", entry["outcome"]
        if outcome == "failed" or found.get(name, "passed") == "passed":
            found[name] = "xfailed" if outcome == "skipped" and "wasxfail" in entry else outcome
    return found


def run_tests(source: Path, options: argparse.Namespace) -> dict[str, str]:
    """Runs the test-suite."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log.json"
        command = [sys.executable, "-m", "pytest", "-p", "tilewright.cutile.pytest_plugin", "--cutile-cpu"]
        # Its benchmarks (`bench_*.py`) ask `nvidia-smi` which GPU they measure: they are no tests.
        command += ["--override-ini=python_files=test_*.py"]
        command += ["-q", "-n", str(options.jobs), "--timeout", str(options.timeout), "--benchmark-disable"]
        command += ["-p", "no:cacheprovider", f"--report-log={log}", *options.pytest]
        subprocess.run(command, cwd=source / "test", check=False)
        return outcomes(log)


def run_samples(source: Path) -> dict[str, str]:
    """Runs the samples, each with its check of correctness."""
    found = {}
    for sample in sorted((source / "samples").glob("[A-Z]*.py")):
        command = [sys.executable, "-m", "tilewright.cutile", "--pretend-cuda", str(sample), "--correctness-check"]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        passed = ran.returncode == 0 and "Correctness check passed" in ran.stdout
        found[sample.name] = "passed" if passed else "failed"
        print(f"{sample.name}: {found[sample.name]}", flush=True)
    return found


def report(found: dict[str, str]) -> bool:
    """Prints what came of the tests; true when all is as it should be."""
    reasons = known()
    counts: Counter[str] = Counter()
    surprises = []
    for name, outcome in sorted(found.items()):
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
        print(f"not known to fail: {name}")
    return not surprises and share >= LEAST


def main() -> int:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument("--source", type=Path, required=True, metavar="CHECKOUT", help="checkout of cutile-python")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="processes (default: 2)")
    parser.add_argument("--timeout", type=int, default=300, metavar="S", help="seconds a test may take (default: 300)")
    parser.add_argument("--only", choices=("samples", "tests"), help="run one half")
    parser.add_argument("pytest", nargs="*", help="more arguments of pytest, after `--`")
    options = parser.parse_args()
    good = True
    if options.only != "tests":
        samples = run_samples(options.source)
        # AllGatherMatmul wants several GPUs.
        good = all(outcome == "passed" for name, outcome in samples.items() if name != "AllGatherMatmul.py")
    if options.only != "samples":
        good = report(run_tests(options.source, options)) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
