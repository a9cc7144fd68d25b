"""What the compiler has to say of a program."""

from __future__ import annotations

from typing import NamedTuple


class Remark(NamedTuple):
    """Something that the compiler did, or did not do and why.

    >>> import tilewright
    >>> made = tilewright.compile(b'''cuda_tile.module @m { entry @set(%x: tile<ptr<i32>>, %v: tile<i32>) {
    ...     %done = store_ptr_tko weak %x, %v : tile<ptr<i32>>, tile<i32> -> token
    ... } }''', "sm_80", name="set.mlir")
    >>> stored = next(remark for remark in made.remarks if remark.category == "memory")
    >>> stored.kind, stored.name, stored.function
    ('passed', 'RemarkMemoryStoreInstructionSelected', 'set')
    >>> stored.file, stored.line, stored.column
    ('set.mlir', 2, 5)
    >>> stored.message, stored.args
    ('Store instruction selected', (('Instruction', 'Global-memory store instruction'),))
    """

    #: "passed": it was done. "missed": it was not done. "failure": it went wrong. "analysis": a fact.
    kind: str
    #: "memory", "tensor-core", "layout", "resources" or "hints".
    category: str
    #: The name of remarks that say the same.
    name: str
    #: One sentence.
    message: str
    #: The kernel.
    function: str
    #: The file of the place, if there is one.
    file: str | None
    #: The line, from 1.
    line: int | None
    #: The column, from 1.
    column: int | None
    #: What there is to say in detail: names and values.
    args: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}: " if self.line else ""
        details = ", ".join(f"{name} = {value}" for name, value in self.args)
        return f"{place}{self.kind}: {self.message}" + (f" ({details})" if details else "")
