"""The sanitizer on cuTile kernels: findings at lines of Python."""

from __future__ import annotations

import inspect

import numpy as np
import programs

from tilewright import cutile

ct = programs.ct


def line_of(kernel: ct.kernel, text: str) -> int:
    """The line of a file on which a kernel has a text."""
    lines, first = inspect.getsourcelines(kernel._pyfunc)
    return first + next(number for number, line in enumerate(lines) if text in line)


def test_a_race_is_found_at_its_line() -> None:
    with cutile.cpu(sanitize=True) as session:
        ct.launch(0, (4,), programs.race, (np.zeros(1, np.int32), np.zeros(4, np.int32)))
    races = [finding for finding in session.findings if finding.kind == "races"]
    assert races
    assert races[0].file.endswith("programs.py")
    lines = {line_of(programs.race, "seen = ct.load"), line_of(programs.race, "tile=seen + 1")}
    assert races[0].line in lines
    assert "seen" in str(races[0]), "the line is shown"


def test_a_program_without_fault_has_no_findings() -> None:
    a, c = np.arange(64, dtype=np.float32), np.zeros(64, np.float32)
    with cutile.cpu(sanitize=True) as session:
        ct.launch(0, (4,), programs.add, (a, a, c, 16))
    assert session.findings == []
    np.testing.assert_array_equal(c, a * 2)


def test_each_finding_is_told_of_at_once() -> None:
    told: list[object] = []
    with cutile.cpu(sanitize=True, on_finding=told.append) as session:
        ct.launch(0, (4,), programs.race, (np.zeros(1, np.int32), np.zeros(4, np.int32)))
    assert told == session.findings != []
