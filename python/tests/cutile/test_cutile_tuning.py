"""Searches for the best configuration: how often programs run."""

from __future__ import annotations

import importlib
import inspect
from collections import Counter

import numpy as np
import programs
import pytest

from tilewright import cutile
from tilewright.cutile import _program

ct = programs.ct
tune = pytest.importorskip("cuda.tile.tune", reason="this cuda-tile has no search")


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> Counter[tuple[int, int, int]]:
    """How often each grid ran."""
    counts: Counter[tuple[int, int, int]] = Counter()
    theirs = _program.Program._run

    def run(self: _program.Program, grid: tuple[int, int, int], words: list[object]) -> None:
        counts[grid] += 1
        theirs(self, grid, words)

    monkeypatch.setattr(_program.Program, "_run", run)
    return counts


def search(mode: str, space: list[tuple[int, int]]) -> object:
    """Searches tiles and a hint."""
    a, c = np.arange(4096, dtype=np.float32), np.zeros(4096, np.float32)
    with cutile.cpu(tune=mode):
        found = tune.exhaustive_search(
            space,
            0,
            lambda config: (4096 // config[0],),
            programs.add,
            lambda config: (a, a, c.copy(), config[0]),
            lambda config: {"occupancy": config[1]},
            quiet=True,
        )
    assert len(found.successes) == len(space) and not found.failures
    return found


SPACE = [(tile, hint) for tile in (64, 256, 1024) for hint in (1, 2, 4, 8)]


def test_programs_that_differ_in_hints_are_timed_once(ran: Counter[tuple[int, int, int]]) -> None:
    search("quick", SPACE)
    assert set(ran) == {(64, 1, 1), (16, 1, 1), (4, 1, 1)}
    assert all(1 <= count <= 3 for count in ran.values()), "as often as the budget allows, for all hints together"


def test_the_first_configuration_is_taken(ran: Counter[tuple[int, int, int]]) -> None:
    found = search("first", SPACE)
    assert found.best.config == SPACE[0]
    assert dict(ran) == {(64, 1, 1): 1}


def test_a_first_configuration_that_fails_is_passed_over() -> None:
    x = np.zeros(16, np.float32)
    with cutile.cpu(tune="first"):
        found = tune.exhaustive_search(
            [0.0, 1.0, 2.0], 0, lambda value: (1,), programs.insist, lambda value: (x + np.float32(value),), quiet=True
        )
    assert (found.best.config, len(found.failures)) == (1.0, 1)


def test_a_full_search_runs_everything(ran: Counter[tuple[int, int, int]]) -> None:
    search("full", SPACE[:2])
    assert ran[(64, 1, 1)] >= 16, "eight times at least, for each of the two"


def test_other_shapes_are_other_programs(ran: Counter[tuple[int, int, int]]) -> None:
    sizes = [1024, 2048]
    arrays = {size: np.zeros(size, np.float32) for size in sizes}
    with cutile.cpu():
        tune.exhaustive_search(
            sizes, 0, lambda size: (4,), programs.add, lambda size: (arrays[size],) * 3 + (256,), quiet=True
        )
    assert 2 <= ran[(4, 1, 1)] <= 6


def test_a_launch_that_is_timed_without_a_search_computes_its_result() -> None:
    timed = importlib.import_module("cuda.tile._cext")._benchmark
    # From 1.7 on cuTile says whether it clears the cache.
    more = (True,) if "flush_l2" in inspect.signature(tune.exhaustive_search).parameters else ()
    a = np.arange(4096, dtype=np.float32)
    with cutile.cpu(tune="quick"):
        for _ in range(5):
            c = np.zeros(4096, np.float32)
            timed(0, (64, 1, 1), programs.add, (a, a, c, 64), *more)
            assert (c == a + a).all()
