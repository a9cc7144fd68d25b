"""Timing launches."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple


class Timing(NamedTuple):
    """What one engine took for a launch, in seconds.

    >>> timing = Timing("cpu", 0.25, (0.001, 0.002, 0.004))
    >>> timing.least, timing.median, timing.preparation
    (0.001, 0.002, 0.25)
    >>> print(timing)
    cpu: 2.000 ms (median of 3 runs, the least 1.000 ms), prepared in 250.0 ms
    """

    #: The engine.
    engine: str
    #: What it took to prepare the kernel, once.
    preparation: float
    #: What each run took, the shortest first.
    runs: tuple[float, ...]

    @property
    def least(self) -> float:
        """The shortest run."""
        return self.runs[0]

    @property
    def median(self) -> float:
        """The run that half of the others are shorter than."""
        return self.runs[len(self.runs) // 2]

    def __str__(self) -> str:
        count = "1 run" if len(self.runs) == 1 else f"{len(self.runs)} runs"
        times = f"{self.median * 1e3:.3f} ms (median of {count}, the least {self.least * 1e3:.3f} ms)"
        return f"{self.engine}: {times}, prepared in {self.preparation * 1e3:.1f} ms"


def measure(engine: str, prepare: Callable[[], Callable[[], None]], runs: int | None, seconds: float) -> Timing:
    """Prepares a launch, runs it once unmeasured, and then as often as asked for, or as long."""
    start = time.perf_counter()
    launch = prepare()
    preparation = time.perf_counter() - start
    launch()
    found: list[float] = []
    began = time.perf_counter()
    while len(found) < runs if runs is not None else not found or time.perf_counter() - began < seconds:
        start = time.perf_counter()
        launch()
        found.append(time.perf_counter() - start)
    return Timing(engine, preparation, tuple(sorted(found)))
