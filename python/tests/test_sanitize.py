"""Findings of the sanitizer as objects."""

from __future__ import annotations

import pathlib
import pickle

import numpy as np
import pytest

import tilewright
from conftest import add

STALE = """cuda_tile.module @m {
  entry @stale(%x: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %stored = store_ptr_tko weak %x, %one : tile<ptr<i32>>, tile<i32> -> token
    %v, %loaded = load_ptr_tko weak %x : tile<ptr<i32>> -> tile<i32>, token
    return
  }
}"""


def test_a_clean_run_is_false() -> None:
    x = np.ones(10, np.float32)
    x.flags.writeable = False
    z = np.zeros(10, np.float32)
    report = tilewright.sanitize(add(), 1, (x, x, z, 10), schedules=3)
    assert not report and report.findings == () and report.schedules == 4
    assert str(report) == "nothing found" and repr(report) == "<Report: nothing found>"
    assert "nothing found" in report._repr_html_()
    assert z.sum() == 20


def test_a_race_has_places_and_a_fix() -> None:
    report = tilewright.sanitize(tilewright.parse(STALE, "stale.mlir"), 1, (np.zeros(1, np.int32),))
    assert report
    (finding,) = report.findings
    assert (finding.code, finding.kind, finding.block) == ("E0570", "races", (0, 0, 0))
    assert (finding.file, finding.line) == ("stale.mlir", 5)
    assert finding.fix == "pass token %stored of the `store_ptr_tko` to the `load_ptr_tko`"
    assert "--> stale.mlir:5" in str(report)
    assert "<table>" in report._repr_html_() and "stale.mlir:5" in report._repr_html_()
    assert repr(finding).startswith("<Finding E0570 at stale.mlir:5: ") and finding.fix in repr(finding)
    assert repr(report) == "<Report: 1 finding (E0570); print it to see them>"


def test_kinds_can_be_chosen() -> None:
    module = tilewright.parse(STALE)
    assert not tilewright.sanitize(module, 1, (np.zeros(1, np.int32),), checks="bounds")
    with pytest.raises(tilewright.ArgumentError):
        tilewright.sanitize(module, 1, (np.zeros(1, np.int32),), checks="everything-else")


def test_what_traps_is_a_finding() -> None:
    x = np.ones(10, np.float32)
    report = tilewright.sanitize(add(), 1, (x, np.ones(5, np.float32), x, 10))
    assert report.findings[-1].code == "E0520"
    assert report.findings[-1].element == (5,)


def test_places_in_python_source_are_shown() -> None:
    """A decoded module knows files and lines; the text of the file makes excerpts of them."""
    text = (pathlib.Path(__file__).parents[2] / "tests/cli/data/traced.mlir").read_text()
    source = "\n" * 5 + "    x.store(1)\n    y = x.load()\n"
    module = tilewright.load(tilewright.parse(text).bytecode(), debug_source=("kernel.py", source))
    (finding,) = tilewright.sanitize(module, 1, (np.zeros(1, np.int32),)).findings
    assert (finding.file, finding.line) == ("kernel.py", 7)
    assert "y = x.load()" in str(finding) and "x.store(1)" in str(finding)
    assert "y = x.load()" in str(pickle.loads(pickle.dumps(finding)))
