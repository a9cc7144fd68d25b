"""`cutile_suite.py` cuts long runs into shards, and goes on where one stopped."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

TOOLS = Path(__file__).resolve().parents[1] / "tools"
sys.path.insert(0, str(TOOLS))

import cutile_results  # noqa: E402
import cutile_suite  # noqa: E402

NAMES = [f"test_x.py::test_{number}" for number in range(23)]


def test_shards_are_disjoint_and_complete() -> None:
    shards = [cutile_results.wanted(NAMES, f"{part}/4", "", set()) for part in range(1, 5)]
    assert sorted(name for shard in shards for name in shard) == sorted(NAMES)


def test_samples_depend_on_their_seed_alone() -> None:
    one, again, other = (cutile_results.wanted(NAMES, "1/1", sample, set()) for sample in ("5,1", "5,1", "5,2"))
    assert len(one) == 5 and one == again and one != other
    assert cutile_results.wanted(NAMES, "1/1", "5,1", one) == set(), "what is known is left out of the same sample"


SUITE = """
import pytest
@pytest.mark.parametrize("n", range(4))
def test_even(n):
    assert n % 2 == 0, f"{n} is odd"
def test_skipped():
    pytest.skip("not here")
@pytest.mark.xfail
def test_expected():
    raise ValueError
"""


def run(folder: Path, results: Path, shard: str, known: set[str]) -> None:
    """Runs the suite with the plugin alone."""
    (folder / "known").write_text("\n".join(known))
    environment = {
        **os.environ,
        "PYTHONPATH": str(TOOLS),
        "CUTILE_RESULTS": str(results),
        "CUTILE_KNOWN": str(folder / "known"),
        "CUTILE_SHARD": shard,
        "CUTILE_SAMPLE": "",
    }
    words = [sys.executable, "-m", "pytest", "-q", "-p", "cutile_results", "-p", "no:cacheprovider", "test_suite.py"]
    subprocess.run(words, cwd=folder, env=environment, capture_output=True, timeout=240, check=False)


def test_results_are_kept_and_not_repeated(tmp_path: Path) -> None:
    (tmp_path / "test_suite.py").write_text(SUITE)
    results = tmp_path / "results.jsonl"
    run(tmp_path, results, "1/2", set())
    first = cutile_suite.read(results)
    assert len(first) == 3
    run(tmp_path, results, "1/1", set(first))
    lines = [json.loads(line) for line in results.read_text().splitlines()]
    assert len(lines) == 6, "no test ran twice"
    outcomes = {name.partition("::")[2]: entry["outcome"] for name, entry in cutile_suite.read(results).items()}
    assert outcomes == {
        "test_even[0]": "passed",
        "test_even[1]": "failed",
        "test_even[2]": "passed",
        "test_even[3]": "failed",
        "test_skipped": "skipped",
        "test_expected": "xfailed",
    }
    assert "1 is odd" in cutile_suite.read(results)["test_suite.py::test_even[1]"]["reason"]


def test_a_file_holds_results_of_one_kind(tmp_path: Path) -> None:
    parse = cutile_suite._parser().parse_args
    results = tmp_path / "results.jsonl"

    def begin(*words: str) -> None:
        cutile_suite.begin(results, cutile_suite.describe(parse(["--source", ".", "--engine=ptx-emu", *words])))

    begin("--target=sm_80")
    begin("--target=sm_80", "--shard=2/3")
    with pytest.raises(SystemExit, match="give another file"):
        begin("--target=sm_90a")


def test_the_session_of_the_suite() -> None:
    words = ["--source", ".", "--engine=ptx-emu", "--target=sm_80", "--checks", "--steps=5", "--capability=10.0"]
    options = cutile_suite._parser().parse_args(words)
    assert cutile_suite.session_options(options) == [
        "--cutile-cpu",
        "--cutile-engine=ptx-emu",
        "--cutile-target=sm_80",
        "--cutile-steps=5",
        "--cutile-capability=10.0",
        "--cutile-checks",
    ]


@pytest.mark.parametrize("words", [["--shard=3/2"], ["--shard=0/2"], ["--sample=many"]], ids=str)
def test_options_that_do_not_fit(words: list[str]) -> None:
    with pytest.raises(SystemExit):
        cutile_suite._parser().parse_args(["--source", ".", *words])
