from collections.abc import Sequence
from typing import Any, Protocol, SupportsFloat, SupportsIndex, TypeAlias, final

from ._report import Entry, Param, Report

class _LendsDlpack(Protocol):
    def __dlpack__(self) -> Any: ...

class Writable(Protocol):
    def write(self, text: str, /) -> object: ...

#: Tile blocks: a number, or up to three.
Grid: TypeAlias = int | Sequence[int]
#: A number, or an array: the buffer protocol (which type checkers cannot name before Python 3.12) or DLPack.
Argument: TypeAlias = SupportsFloat | SupportsIndex | _LendsDlpack | Any
#: A number, or memory: address, bytes, and what keeps it alive.
RawArgument: TypeAlias = SupportsFloat | SupportsIndex | tuple[int, int] | tuple[int, int, object]

__version__: str

@final
class Module:
    """A tile program. Made by `parse`, `load` or a builder; it does not change."""

    def verify(self) -> None: ...
    def text(self) -> str: ...
    def bytecode(self, version: str | None = None) -> bytes: ...
    @property
    def entries(self) -> tuple[Entry, ...]: ...
    def kernel(
        self,
        entry: str | None = None,
        *,
        engine: str = "cpu",
        lenient: bool = False,
        target: str | None = None,
    ) -> Kernel: ...
    def _kernel(self, entry: str | None, engine: str, target: str | None = None) -> Kernel: ...
    def _repr_html_(self) -> str: ...

@final
class Kernel:
    """An entry of a module, prepared for one engine: launch it as often as you like, from any thread."""

    @property
    def entry(self) -> str: ...
    @property
    def engine(self) -> str: ...
    @property
    def params(self) -> tuple[Param, ...]: ...
    def launch(
        self,
        grid: Grid,
        args: Sequence[Argument],
        *,
        threads: int | None = None,
        steps: int | None = None,
        seed: int | None = None,
        output: Writable | None = None,
    ) -> None: ...
    def launch_raw(
        self,
        grid: Grid,
        args: Sequence[RawArgument],
        *,
        threads: int | None = None,
        steps: int | None = None,
        seed: int | None = None,
        output: Writable | None = None,
        memory: Sequence[tuple[int, int]] = (),
        pointers: Sequence[tuple[int, int]] = (),
    ) -> None: ...
    def sanitize(
        self,
        grid: Grid,
        args: Sequence[Argument],
        *,
        checks: str | None = None,
        schedules: int = 0,
        steps: int | None = None,
        seed: int | None = None,
        output: Writable | None = None,
    ) -> Report: ...
    def sanitize_raw(
        self,
        grid: Grid,
        args: Sequence[RawArgument],
        *,
        checks: str | None = None,
        schedules: int = 0,
        steps: int | None = None,
        seed: int | None = None,
        output: Writable | None = None,
        memory: Sequence[tuple[int, int]] = (),
        pointers: Sequence[tuple[int, int]] = (),
    ) -> Report: ...
    def check_raw(
        self,
        grid: Grid,
        args: Sequence[RawArgument],
        *,
        steps: int | None = None,
        seed: int | None = None,
        output: Writable | None = None,
        memory: Sequence[tuple[int, int]] = (),
        pointers: Sequence[tuple[int, int]] = (),
    ) -> Report: ...

@final
class Value:
    """A value of a module in the making: the result of an op, or an argument of a region."""

    @property
    def type(self) -> str: ...

@final
class Builder:
    def __init__(self, name: str) -> None: ...
    def add(
        self,
        row: int,
        operands: list[list[Value]],
        attrs: list[Any],
        results: list[list[str] | None],
        line: tuple[str, int, int] | None,
    ) -> tuple[int, list[list[Value]]]: ...
    def enter(self, op: int, region: int) -> list[Value]: ...
    def leave(self) -> None: ...
    def finish(
        self, source: tuple[str, str] | None = None, expressions: list[tuple[int, int]] | None = None
    ) -> Module: ...

def rows() -> list[tuple[int, str, str, str, str, list[Any], list[Any], list[Any], list[str]]]: ...
def parse(text: str, name: str = "<string>") -> Module: ...
def from_bytecode(
    data: bytes, source: tuple[str, str] | None = None, expressions: list[tuple[int, int]] | None = None
) -> Module: ...
def cancel_all() -> None: ...
