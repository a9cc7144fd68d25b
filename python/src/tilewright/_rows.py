"""The op table, as Python sees it."""

from __future__ import annotations

import functools
import keyword
from typing import NamedTuple

from . import _native


class Values(NamedTuple):
    """An operand or a result: how many values, of which types."""

    name: str
    #: "one", "optional" or "many".
    arity: str
    #: The types, in words.
    takes: str


class Attribute(NamedTuple):
    """An attribute."""

    name: str
    #: What it holds: "bool", "int", "text", "word", "ints", "bools", "params", "elements", "numbers", "predicate", "hints",
    #: "dicts".
    takes: str
    #: The words to choose from.
    words: tuple[str, ...]
    #: Whether it may be left out.
    optional: bool


class Row(NamedTuple):
    """An op."""

    number: int
    #: The name of its method.
    name: str
    #: Its name in the text.
    mnemonic: str
    doc: str
    since: str
    operands: tuple[Values, ...]
    attrs: tuple[Attribute, ...]
    results: tuple[Values, ...]
    regions: tuple[str, ...]

    def needed_operands(self) -> int:
        """How many operands must be given: all up to the last that is one value."""
        return max((number + 1 for number, field in enumerate(self.operands) if field.arity == "one"), default=0)

    def positional_attrs(self) -> int:
        """How many attributes may be given by position: those that an op without operands needs, up to the first that may be
        left out."""
        if self.operands:
            return 0
        return next((number for number, attr in enumerate(self.attrs) if attr.optional), len(self.attrs))


def spelled(name: str) -> str:
    """A name that Python can take: `from` is `from_`."""
    return name + "_" if keyword.iskeyword(name) else name


@functools.cache
def rows() -> tuple[Row, ...]:
    """Every op that a module may hold."""

    def row(number: int, ident: str, mnemonic: str, doc: str, since: str, *fields: list[tuple[object, ...]]) -> Row:
        operands, attrs, results, regions = fields
        return Row(
            number,
            spelled(ident),
            mnemonic,
            "\n".join(line.removeprefix(" ") for line in doc.strip("\n").splitlines()),
            since,
            tuple(Values(*field) for field in operands),  # type: ignore[arg-type]
            tuple(Attribute(*field) for field in attrs),  # type: ignore[arg-type]
            tuple(Values(*field) for field in results),  # type: ignore[arg-type]
            tuple(regions),  # type: ignore[arg-type]
        )

    return tuple(row(*fields) for fields in _native.rows())
