"""The sanitizer on cuTile kernels: findings at lines of Python."""

from __future__ import annotations

import inspect
import re

import numpy as np
import programs
import pytest

import tilewright
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


def found(kernel: ct.kernel, *args: object, grid: int = 4) -> list[tilewright.Finding]:
    """What the sanitizer finds in a launch."""
    with cutile.cpu(sanitize=True) as session:
        ct.launch(0, (grid,), kernel, args)
    return session.findings


def test_a_finding_is_in_the_words_of_the_program() -> None:
    race = found(programs.race, np.zeros(1, np.int32), np.zeros(4, np.int32))[0]
    load, store = line_of(programs.race, "seen = ct.load"), line_of(programs.race, "tile=seen + 1")
    assert race.message == "`ct.load` reads `x[0]`, which `ct.store` writes in another tile block; nothing orders the two"
    assert race.fix == "load, change and store the element in one atomic call, such as `ct.atomic_add`"
    # The whole of each call is underlined.
    assert str(race).split("\n")[2:7] == [
        "   |",
        f"{load} |     seen = ct.load(x, index=(0,), shape=(1,))",
        "   |            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ reads here, in tile block 1,0,0",
        f"{store} |     ct.store(x, index=(0,), tile=seen + 1)",
        "   |     -------------------------------------- writes here, in tile block 0,0,0",
    ]
    assert race.diagnostic.labels == (
        tilewright.Label(race.file, store, 5, "writes here, in tile block 0,0,0"),
    )


def test_elements_have_an_index_for_each_dimension() -> None:
    for x in (np.zeros((8, 8), np.int32), np.zeros((8, 8), np.int32).T, np.zeros((16, 8), np.int32)[::2]):
        race = found(programs.bump, x)[0]
        assert "`x[4, 4]`" in race.message


def test_a_call_of_several_lines_is_underlined_whole() -> None:
    race = found(programs.bump, np.zeros((8, 8), np.int32))[0]
    first, last = line_of(programs.bump, "ct.store("), line_of(programs.bump, "    )")
    assert last == first + 4
    assert f"{first} | /     ct.store(\n" in str(race)
    assert f"{last} | |     )\n" in str(race)


def test_arrays_of_a_list_are_called_as_the_program_calls_them() -> None:
    arrays = [np.zeros(16, np.int32), np.zeros(16, np.int32)]
    race = found(programs.bump_second, arrays)[0]
    assert race.message.startswith("`ct.load` reads element 0 of `arrays[1]`, which `ct.store` writes")


def test_an_element_outside_of_an_array_is_named_by_its_index() -> None:
    x, out = np.zeros(64, np.float32), np.zeros(8, np.float32)
    places = np.full(8, 100, np.int32)
    [outside] = found(programs.pick, x, places, out, grid=1)
    assert outside.message == "`ct.gather`: reads `x[100]`, and `x` has 64 elements"
    assert outside.fix == "let `check_bounds` be true, or give a `mask`"
    for options in ({"engine": "cpu"}, {"engine": "reference"}, {"engine": "ptx-emu", "target": "sm_80"}):
        with cutile.cpu(**options), pytest.raises(tilewright.TrapError, match=r"reads `x\[100\]`, and `x` has 64 elements"):
            ct.launch(0, (1,), programs.pick, (x, places, out))


def test_undefined_values_are_traced_to_operators_and_calls() -> None:
    ones, zeros = np.ones(8, np.int32), np.zeros(8, np.int32)
    [division] = found(programs.divide, ones, zeros, np.zeros(8, np.int32), grid=1)
    assert "a division by zero, made by `//`" in division.message
    assert division.fix == "replace divisors that are zero by `ct.where`"
    [beyond] = found(programs.total, np.zeros(60, np.int32), np.zeros(4, np.int32))
    assert "made by `ct.load`" in beyond.message
    assert beyond.fix == "give the load a `padding_mode`, or mask what uses it with `ct.where`"


def test_no_word_of_tile_ir_is_left() -> None:
    launches = (
        (programs.race, np.zeros(1, np.int32), np.zeros(4, np.int32)),
        (programs.bump, np.zeros((8, 8), np.int32)),
        (programs.bump_second, [np.zeros(16, np.int32)] * 2),
        (programs.pick, np.zeros(64, np.float32), np.full(8, 100, np.int32), np.zeros(8, np.float32)),
        (programs.divide, np.ones(8, np.int32), np.zeros(8, np.int32), np.zeros(8, np.int32)),
        (programs.total, np.zeros(60, np.int32), np.zeros(4, np.int32)),
        (programs.forever, np.zeros(1, np.int32)),
    )
    for kernel, *args in launches:
        findings = found(kernel, *args)
        assert findings
        for finding in findings:
            # Excerpts are the program's own lines.
            said = [finding.message, finding.fix or "", *finding.diagnostic.notes, *finding.diagnostic.help]
            assert not re.search(r"_tko|%\w|argument \d|atomic_rmw|token", "\n".join(said)), str(finding)
