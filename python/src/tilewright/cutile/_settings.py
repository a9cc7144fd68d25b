"""What a session is asked to do."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tilewright import ArgumentError, _native

from .. import _options
from . import _tuning

#: Engines by name, as `tilewright run --engine` calls them.
ENGINES = ("cpu", "reference", "ptx-emu", "cuda")

#: What `ptx-emu` compiles for where nobody says it.
TARGET = "sm_90a"


class Handle:
    """A stream: what stands for one of a GPU."""

    cuda_stream: int


@dataclass
class Settings:
    """Options of `tilewright.cutile.cpu`."""

    #: ``"cpu"``: fast, on all cores. ``"reference"``: the specification executed literally, one element at a time.
    #: ``"ptx-emu"``: compiled for a GPU, and the PTX executed in software. ``"cuda"``: compiled, and executed by the GPU of this
    #: machine, on copies of the arrays.
    engine: str = "cpu"
    #: What ``"ptx-emu"`` compiles for, such as ``"sm_80"``; `None`: ``"sm_90a"``.
    target: str | None = None
    #: Run every launch on ``"ptx-emu"`` under the checks of the emulator, and collect what they find.
    checks: bool = False
    #: Steps that a launch may take (on ``"ptx-emu"``: instructions of all its threads); `None` for no limit.
    steps: int | None = None
    #: Run every launch under the sanitizer and collect what it finds.
    sanitize: bool = False
    #: Scripts may ask torch for ``device="cuda"``.
    pretend_cuda: bool = False
    #: What device queries answer; `None`: that of the target, or (10, 0) on other engines.
    compute_capability: tuple[int, int] | None = None
    #: What device queries answer; programs size persistent grids by it.
    multiprocessors: int = 16
    #: Threads to use at most; `None` for all cores.
    threads: int | None = None
    #: How often configurations run while cuTile searches for the best one: ``"first"``, ``"quick"`` or ``"full"``.
    tune: str = "quick"
    #: What the searches of the session know.
    timings: _tuning.Timings = field(default_factory=_tuning.Timings)
    #: What the sanitizer or the checks found, in order.
    findings: list[Any] = field(default_factory=list)
    #: The kernels that were launched or compiled in the session, in order, and the programs behind them.
    kernels: list[Any] = field(default_factory=list)
    noted: dict[int, Any] = field(default_factory=dict)
    #: Is called with each finding.
    on_finding: Callable[[Any], None] | None = None
    #: Where processes that take part write what they find, and the process that reads it (`_children`).
    report: str | None = None
    owner: int | None = None

    def __post_init__(self) -> None:
        self._check("engine", self.engine, ENGINES)
        self._check("tune", self.tune, _tuning.MODES)
        self._check_engine()
        for option in ("checks", "sanitize", "pretend_cuda"):
            if not isinstance(getattr(self, option), bool):
                raise ArgumentError(f"`{option}` is True or False, not {getattr(self, option)!r}")
        if self.on_finding is not None and not callable(self.on_finding):
            raise ArgumentError(f"`on_finding` is called with each finding; {self.on_finding!r} cannot be called")
        for option in ("steps", "threads"):
            number = getattr(self, option)
            if number is not None and (not isinstance(number, int) or number < 1):
                raise ArgumentError(f"`{option}` is a number from 1 on, or None for no limit, not {number!r}")
        if self.target is not None:
            self.target = _native.target_named(self.target)
        if self.compute_capability is None:
            self.compute_capability = self._capability()
        major, minor = self.compute_capability
        if not (8 <= major <= 12 and 0 <= minor <= 9):
            raise ArgumentError(
                f"compute capability {major}.{minor} is not one that cuTile knows; use one from (8, 0) to (12, 1)"
            )

    @property
    def capability(self) -> tuple[int, int]:
        """What device queries answer."""
        return self.compute_capability or (10, 0)

    def _check_engine(self) -> None:
        """Refuses options that the engine does not have, and values that they cannot have."""
        if self.engine != "ptx-emu" and (self.target is not None or self.checks):
            option = "target" if self.target is not None else "checks"
            raise ArgumentError(f'`{option}` is an option of the engine "ptx-emu", and this session has "{self.engine}"')
        if self.checks and self.sanitize:
            raise ArgumentError("`sanitize` runs kernels on the reference interpreter, `checks` on the emulator; choose one")

    def _capability(self) -> tuple[int, int]:
        """What device queries answer where nobody says it."""
        if self.engine == "ptx-emu":
            return capability_of(self.target or TARGET)
        return capability_of(_native.device_target()) if self.engine == "cuda" else (10, 0)

    @staticmethod
    def _check(option: str, given: object, known: tuple[str, ...]) -> None:
        """Refuses a word that an option cannot have."""
        if given not in known:
            raise ArgumentError(f"there is no {option} {given!r}{_options.did_you_mean(given, known)}; use {_listed(known)}")


setattr(Settings, "__init__", _options.names_the_nearest(Settings.__init__))


def _listed(names: tuple[str, ...]) -> str:
    """`"a", "b" or "c"`."""
    *others, last = (f'"{name}"' for name in names)
    return f"{', '.join(others)} or {last}"


def capability(text: str) -> tuple[int, int]:
    """A compute capability as an option: `10.0`, or `sm_100`."""
    number = re.fullmatch(r"(\d+)\.(\d)", text) or re.fullmatch(r"sm_(\d+)\.?(\d)[af]?", text)
    if number is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no compute capability; write it like `10.0`")
    return int(number[1]), int(number[2])


def capability_of(target: str) -> tuple[int, int]:
    """The compute capability of a target: 9.0 for `sm_90a`."""
    number = int("".join(filter(str.isdigit, _native.target_named(target))))
    return divmod(number, 10)


_stack: list[Settings] = []
_idle = Settings()


def current() -> Settings:
    """The settings of the innermost session; defaults when there is none."""
    return _stack[-1] if _stack else _idle


def outermost() -> Settings:
    """The settings of the session that began first."""
    return _stack[0] if _stack else _idle


def is_active() -> bool:
    """True inside of a session."""
    return bool(_stack)


def push(settings: Settings) -> None:
    """Begins a session."""
    _stack.append(settings)


def pop(settings: Settings) -> None:
    """Ends a session."""
    _stack.remove(settings)
