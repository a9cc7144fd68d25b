"""`corpus.py`: what it runs of the checkouts, and how it counts."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

TOOLS = Path(__file__).resolve().parents[1] / "tools"
sys.path.insert(0, str(TOOLS))

import corpus  # noqa: E402


def test_the_sources_of_checkouts(tmp_path: Path) -> None:
    cutile, tilegym = tmp_path / "cutile", tmp_path / "tilegym"
    for file in (
        cutile / "samples/MatMul.py",
        cutile / "samples/test_samples.py",
        cutile / "samples/quickstart/first.py",
        tilegym / "tests/ops/test_softmax.py",
        tilegym / "tests/suites/liger/test_dyt.py",
        tilegym / "tests/suites/empty/__init__.py",
    ):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    found = {source.name: source for source in corpus.sources(cutile, tilegym)}
    assert list(found) == ["cutile-samples", "cutile-tests", "tilegym-ops", "tilegym-liger"]
    assert [script.name for script in found["cutile-samples"].scripts] == ["MatMul.py", "first.py"]
    assert found["tilegym-liger"].tests == ["tests/suites/liger", "-k", corpus.OURS]
    assert corpus.sources(None, None) == []


def test_a_row_counts_tests_by_how_they_ended(tmp_path: Path) -> None:
    folder = tmp_path / "suite"
    folder.mkdir()
    (folder / "one.tileirbc").touch()
    entries = [
        {"test": "a", "outcome": "passed"},
        {"test": "b", "outcome": "xfailed"},
        {"test": "c", "outcome": "failed", "reason": "Failed: Timeout (>60.0s) from pytest-timeout."},
        {"test": "d", "outcome": "failed", "reason": "IndexError"},
        {"test": "e", "outcome": "skipped"},
    ]
    results = tmp_path / "results.jsonl"
    results.write_text("".join(json.dumps(entry) + "\n" for entry in entries))
    row = corpus.report(corpus.Source("suite", tmp_path), tmp_path, "10.0", results)
    assert row == "| suite | 10.0 | 5 | 2 | 1 | 1 | 1 | 1 |"


def test_a_folder_that_is_no_checkout_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["corpus.py", str(tmp_path / "corpus"), "--cutile", str(tmp_path)])
    assert corpus.main() == 1
    assert capsys.readouterr().err == f"error: `{tmp_path}` has no folder `test`; `--cutile` takes a checkout of cutile\n"
    assert not (tmp_path / "corpus").exists()
