"""Writes `python/src/tilewright/_ops.pyi`, the types of the builder's methods, from the op table.

`python python/tools/build_stub.py`, with the package installed; a test compares the file with what this makes of the table.
"""

from __future__ import annotations

import textwrap
from pathlib import Path

from tilewright._rows import Attribute, Row, Values, rows, spelled

STUB = Path(__file__).resolve().parents[1] / "src" / "tilewright" / "_ops.pyi"

HEAD = '''\
# Made from the op table by python/tools/build_stub.py.

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

from . import _native
from ._native import Value

#: A type, as the text writes it: "tile<4xf32>".
Type: TypeAlias = str
#: Elements of a tile: one for all, lists as deep as its rank, the bytes of all, or an array of NumPy; or a type and those.
Elements: TypeAlias = bool | int | float | bytes | Sequence[Any] | Any
#: For each target, names with numbers or words.
Hints: TypeAlias = Mapping[str, Mapping[str, int | bool | str]]

class Region:
    """A region of an op: `with` it, new ops go inside. Gives its arguments."""

    def __enter__(self) -> tuple[Value, ...]: ...
    def __exit__(self, *_exception: object) -> None: ...

class Op:
    """An op with regions. It has its results and its regions as attributes, under the names of the table."""

'''

TYPES = {
    "bool": "bool",
    "int": "int",
    "text": "str",
    "ints": "Sequence[int]",
    "bools": "Sequence[bool]",
    "params": "Sequence[Type]",
    "elements": "Elements",
    "numbers": "Sequence[bool | int | float]",
    "predicate": "str",
    "hints": "Hints",
    "dicts": "Sequence[Mapping[str, Any]]",
}


def values(field: Values) -> str:
    """The type of an operand."""
    return {"one": "Value", "optional": "Value | None", "many": "Sequence[Value]"}[field.arity]


def given(field: Attribute) -> str:
    """The type of an attribute."""
    kind = "Literal[" + ", ".join(f'"{word}"' for word in field.words) + "]" if field.words else TYPES[field.takes]
    return f"{kind} | None" if field.optional else kind


def class_name(row: Row) -> str:
    """The class of what an op with regions gives."""
    return "".join(part.capitalize() for part in row.name.split("_")) + "Op"


def made(row: Row) -> str:
    """What the method of an op returns."""
    if row.regions:
        return class_name(row)
    if not row.results:
        return "None"
    if any(field.arity != "one" for field in row.results):
        return "tuple[Value, ...]"
    return "Value" if len(row.results) == 1 else f"tuple[{', '.join(['Value'] * len(row.results))}]"


def method(row: Row) -> str:
    """The method of an op."""
    words = ["self", "/"]
    for number, field in enumerate(row.operands):
        default = "" if number < row.needed_operands() else " = None" if field.arity == "optional" else " = ()"
        words.append(f"{spelled(field.name)}: {values(field)}{default}")
    attributes = [f"{spelled(a.name)}: {given(a)}{' = None' if a.optional else ''}" for a in row.attrs]
    many = "Sequence[Type] | None = None"
    results = [f"{spelled(r.name)}: {'Type | None = None' if r.arity == 'one' else many}" for r in row.results]
    words += attributes[: row.positional_attrs()]
    by_name = attributes[row.positional_attrs() :] + results
    words += ["*", *by_name] if by_name else []
    lines = "".join(f"        {word},\n" for word in words)
    summary = textwrap.shorten(row.doc.strip().splitlines()[0], 100)
    return f'    def {row.name}(\n{lines}    ) -> {made(row)}:\n        """{summary}"""\n\n'


def op_class(row: Row) -> str:
    """The class of what an op with regions gives."""
    lines = [f"class {class_name(row)}(Op):", f'    """Op `{row.mnemonic}`."""', ""]
    for field in row.results:
        lines.append(f"    {spelled(field.name)}: {'Value' if field.arity == 'one' else 'tuple[Value, ...]'}")
    lines += [f"    {spelled(name)}: Region" for name in row.regions]
    return "\n".join(lines) + "\n\n"


def stub() -> str:
    """The whole file."""
    classes = "".join(op_class(row) for row in rows() if row.regions)
    ops = 'class Ops:\n    """The ops of the language."""\n\n    _native: _native.Builder\n    _files: dict[str, None]\n\n'
    return (HEAD + classes + ops + "".join(method(row) for row in rows())).rstrip() + "\n"


if __name__ == "__main__":
    STUB.write_text(stub(), encoding="utf-8")
