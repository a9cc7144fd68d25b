"""What a session is asked to do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

#: Engines by name, as `tilewright run --engine` calls them.
ENGINES = ("cpu", "reference")


class Handle:
    """A stream: what stands for one of a GPU."""

    cuda_stream: int


@dataclass
class Settings:
    """Options of `tilewright.cutile.cpu`."""

    #: ``"cpu"``: fast, on all cores. ``"reference"``: the specification executed literally, one element at a time.
    engine: str = "cpu"
    #: Run every launch under the sanitizer and collect what it finds.
    sanitize: bool = False
    #: Scripts may ask torch for ``device="cuda"``.
    pretend_cuda: bool = False
    #: What device queries answer.
    compute_capability: tuple[int, int] = (10, 0)
    #: What device queries answer; programs size persistent grids by it.
    multiprocessors: int = 16
    #: Threads to use at most; `None` for all cores.
    threads: int | None = None
    #: What the sanitizer found, in order.
    findings: list[Any] = field(default_factory=list)
    #: Is called with each finding.
    on_finding: Callable[[Any], None] | None = None

    def __post_init__(self) -> None:
        if self.engine not in ENGINES:
            known = " or ".join(f'"{name}"' for name in ENGINES)
            raise ValueError(f"there is no engine {self.engine!r}; use {known}")
        major, minor = self.compute_capability
        if not (8 <= major <= 12 and 0 <= minor <= 9):
            raise ValueError(
                f"compute capability {major}.{minor} is not one that cuTile knows; use one from (8, 0) to (12, 1)"
            )


_stack: list[Settings] = []
_idle = Settings()


def current() -> Settings:
    """The settings of the innermost session; defaults when there is none."""
    return _stack[-1] if _stack else _idle


def is_active() -> bool:
    """True inside of a session."""
    return bool(_stack)


def push(settings: Settings) -> None:
    """Begins a session."""
    _stack.append(settings)


def pop(settings: Settings) -> None:
    """Ends a session."""
    _stack.remove(settings)
