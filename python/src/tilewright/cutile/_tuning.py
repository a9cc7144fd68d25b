"""How often configurations run while cuTile searches for the best one (`cuda.tile.tune`).

cuTile times each configuration at least eight times, on a GPU in milliseconds. Here a launch takes seconds, and configurations
that differ in hints alone (`num_ctas`, `occupancy`, ..) are one program. So a session chooses, by `tune`:

- ``"quick"``: each program runs until 0.25 s are over, at most three times; its least time stands for every other time that
  it would run;
- ``"first"``: the first configuration that runs is taken, and no other one runs;
- ``"full"``: cuTile times as it does on a GPU.

Times are kept as long as the session.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any

#: What `tune` of a session can be.
MODES = ("first", "quick", "full")

#: A program that has run so long, in seconds, runs no more.
BUDGET = 0.25
#: A program runs so often at most: as often as cuTile warms up, so that all of its samples are the same.
RUNS = 3
#: Microseconds of a configuration that is not run, because another one was first.
NEVER = 1e9


@dataclass
class Timing:
    """What is known of a program."""

    best: float = float("inf")
    runs: int = 0
    seconds: float = 0.0

    def is_enough(self) -> bool:
        """Whether it need not run again."""
        return self.runs >= RUNS or self.seconds >= BUDGET


@dataclass
class Timings:
    """What a session knows of the programs that were timed in it."""

    known: dict[Hashable, Timing] = field(default_factory=dict)
    #: The first program that ran, of each kernel on arrays of the same kinds.
    first: dict[Hashable, Hashable] = field(default_factory=dict)


def benchmark(run: Callable[..., float], mode: str, timings: Timings, args: tuple[Any, ...]) -> float:
    """Times a launch, or says the time that is known: microseconds."""
    # From 1.7 on cuTile says behind the arguments whether it clears the cache.
    _, grid, kernel, given, *_ = args
    function = getattr(kernel, "_pyfunc", kernel)
    program = (function, tuple(grid), _described(given))
    if mode == "first":
        group = (function, _arrays(given))
        if timings.first.get(group, program) != program:
            return NEVER
    timing = timings.known.get(program)
    if timing is None or not timing.is_enough():
        begun = time.perf_counter()
        elapsed = run(*args)
        # A launch that fails is no time: it raises, and cuTile counts the configuration as failed.
        timing = timings.known.setdefault(program, Timing())
        timing.best = min(timing.best, elapsed)
        timing.runs += 1
        timing.seconds += time.perf_counter() - begun
        _tell(function, timings, timing)
    if mode == "first":
        timings.first.setdefault(group, program)
        timing.runs = RUNS
    return timing.best


def _tell(function: Any, timings: Timings, timing: Timing) -> None:
    """Shows on a terminal that something is going on."""
    if timing.seconds >= 1 and timing.is_enough() and sys.stderr.isatty():
        name = getattr(function, "__name__", "kernel")
        print(f"tuning `{name}`: program {len(timings.known)} took {timing.best / 1e6:.1f} s", file=sys.stderr, flush=True)


def _described(value: Any) -> Hashable:
    """What a program depends on of an argument: of an array everything but its contents and its place."""
    if isinstance(value, (tuple, list)):
        return (type(value).__name__, *map(_described, value))
    if hasattr(value, "shape") and hasattr(value, "dtype"):
        strides = value.stride() if callable(getattr(value, "stride", None)) else getattr(value, "strides", None)
        return ("array", tuple(value.shape), strides and tuple(strides), str(value.dtype))
    try:
        hash(value)
    except TypeError:
        return repr(value)
    return (type(value).__name__, value)


def _arrays(value: Any) -> Hashable:
    """The arrays among arguments."""
    if isinstance(value, (tuple, list)):
        return tuple(found for found in map(_arrays, value) if found)
    return _described(value) if hasattr(value, "shape") and hasattr(value, "dtype") else ()
