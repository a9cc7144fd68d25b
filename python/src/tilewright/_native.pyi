import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, SupportsFloat, SupportsIndex, TypeAlias, final

from ._compiled import Remark
from ._errors import Diagnostic
from ._report import Counters, Entry, Param, Report

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
        externs: dict[str, Callable[..., object]] | None = None,
    ) -> Kernel: ...
    def compile(
        self,
        target: str,
        *,
        ptxas: str | os.PathLike[str] | None = None,
        opt_level: int = 3,
        warps: int = 4,
        line_info: bool = False,
    ) -> Compiled: ...
    def optimize(self, passes: str | None = None) -> Module: ...
    def _kernel(self, entry: str | None, engine: str, target: str | None = None) -> Kernel: ...
    def _repr_html_(self) -> str: ...

@final
class Multicast:
    """An array for a multicast pointer: its first dimension counts the devices that have a copy."""

    def __new__(cls, array: Any) -> Multicast: ...
    @property
    def array(self) -> Any: ...

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
        args: Sequence[Argument] | Mapping[str, Argument],
        *,
        threads: int | None = None,
        steps: int | None = None,
        seed: int | None = None,
        output: Writable | None = None,
    ) -> None: ...
    def count(
        self,
        grid: Grid,
        args: Sequence[Argument] | Mapping[str, Argument],
        *,
        steps: int | None = None,
        seed: int | None = None,
        output: Writable | None = None,
    ) -> Counters: ...
    def __getitem__(self, grid: Grid) -> Launcher: ...
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
        args: Sequence[Argument] | Mapping[str, Argument],
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
class Launcher:
    """A kernel with its grid, to be called with the kernel's arguments. Made by ``kernel[grid]``."""

    def __call__(self, *args: Argument, **named: Argument) -> None: ...

@final
class Compiled:
    """PTX of a module for one target, and everything else that the compiler can say of it."""

    @property
    def target(self) -> str: ...
    @property
    def ptx(self) -> str: ...
    @property
    def cubin(self) -> bytes: ...
    @property
    def warnings(self) -> tuple[Diagnostic, ...]: ...
    def text(self, level: str) -> str: ...
    @property
    def remarks(self) -> tuple[Remark, ...]: ...
    @property
    def metadata(self) -> dict[str, Any]: ...

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
def compile_text(
    text: str,
    name: str,
    target: str,
    *,
    ptxas: str | os.PathLike[str] | None = None,
    opt_level: int = 3,
    warps: int = 4,
    line_info: bool = False,
) -> Compiled: ...
def targets() -> tuple[str, ...]: ...
def command(words: list[str]) -> int: ...
def format(text: str, name: str = "<string>") -> str: ...
def parse(text: str, name: str = "<string>", *, preview_simt: bool = False) -> Module: ...
def from_bytecode(
    data: bytes,
    source: tuple[str, str] | None = None,
    expressions: list[tuple[int, int]] | None = None,
    *,
    preview_simt: bool = False,
    names: list[tuple[int, str]] = ...,
) -> Module: ...
def target_named(name: str) -> str: ...
def device_target() -> str: ...
def cancel_all() -> None: ...
