"""One method for each op of the language, made from the op table; their types are in `_ops.pyi`."""

from __future__ import annotations

import inspect
import sys
import types
from collections.abc import Callable
from typing import Any

from . import _native
from ._errors import ArgumentError
from ._options import unknown_keyword
from ._rows import Row, rows, spelled


class Region:
    """A region of an op: `with` it, new ops go inside. Gives its arguments."""

    def __init__(self, builder: Ops, op: int, number: int) -> None:
        self._builder, self._op, self._number = builder, op, number

    def __enter__(self) -> tuple[_native.Value, ...]:
        return tuple(self._builder._native.enter(self._op, self._number))

    def __exit__(self, *_exception: object) -> None:
        self._builder._native.leave()


class Op:
    """An op with regions. It has its results and its regions as attributes, under the names of the table."""

    def __init__(self, builder: Ops, number: int, row: Row, results: list[list[_native.Value]]) -> None:
        for field, values in zip(row.results, results, strict=True):
            setattr(self, spelled(field.name), values[0] if field.arity == "one" else tuple(values))
        for index, name in enumerate(row.regions):
            setattr(self, spelled(name), Region(builder, number, index))


class Ops:
    """The ops of the language."""

    _native: _native.Builder
    #: The files that ops were added from, in order.
    _files: dict[str, None]
    #: Columns of the instructions of each function that added ops.
    _columns: dict[types.CodeType, list[int]]

    def _column(self, frame: types.FrameType) -> int:
        """The column, from 1, of the call that a function is at; 1 where Python does not say it (before 3.11)."""
        code = frame.f_code
        if not hasattr(code, "co_positions"):
            return 1
        if code not in self._columns:
            self._columns[code] = [(place[2] or 0) + 1 for place in code.co_positions()]
        return self._columns[code][frame.f_lasti // 2]


def _listed(value: Any, arity: str) -> list[Any]:
    if value is None:
        return []
    return list(value) if arity == "many" else [value]


def _plain(value: Any) -> Any:
    """NumPy's arrays and numbers as Python's."""
    return value.tolist() if hasattr(value, "tolist") else value


def _signature(row: Row) -> inspect.Signature:
    """Operands in order, or for an op without operands the attributes that it needs; everything else by its name."""
    ways = inspect.Parameter
    parameters = [ways("self", ways.POSITIONAL_ONLY)]
    for number, operand in enumerate(row.operands):
        needed = number < row.needed_operands()
        default = ways.empty if needed else None if operand.arity == "optional" else ()
        parameters.append(ways(spelled(operand.name), ways.POSITIONAL_OR_KEYWORD, default=default))
    for number, attribute in enumerate(row.attrs):
        way = ways.POSITIONAL_OR_KEYWORD if number < row.positional_attrs() else ways.KEYWORD_ONLY
        parameters.append(ways(spelled(attribute.name), way, default=None if attribute.optional else ways.empty))
    parameters += [ways(spelled(result.name), ways.KEYWORD_ONLY, default=None) for result in row.results]
    return inspect.Signature(parameters)


def _documentation(row: Row) -> str:
    lines = [row.doc.rstrip(), "", f"Op `{row.mnemonic}`, since {row.since}."]
    for field in row.operands:
        lines.append(f"`{spelled(field.name)}`: {field.takes}{'' if field.arity == 'one' else f' ({field.arity})'}.")
    return "\n".join(lines)


def _method(row: Row) -> Callable[..., Any]:
    signature = _signature(row)
    single = len(row.results) == 1 and row.results[0].arity == "one"

    def method(self: Ops, *args: Any, **kwargs: Any) -> Any:
        try:
            bound = signature.bind(self, *args, **kwargs)
        except TypeError as error:
            wrong = next((word for word in kwargs if word not in signature.parameters), None)
            said = f"{row.name}(): {error}" if wrong is None else unknown_keyword(row.name, wrong, signature.parameters)
            raise ArgumentError(said) from None
        bound.apply_defaults()
        given = bound.arguments
        result_types = [given[spelled(field.name)] for field in row.results]
        frame = sys._getframe(1)
        file = frame.f_code.co_filename
        number, results = self._native.add(
            row.number,
            [_listed(given[spelled(field.name)], field.arity) for field in row.operands],
            [_plain(given[spelled(field.name)]) for field in row.attrs],
            [None if type is None else [type] if isinstance(type, str) else list(type) for type in result_types],
            (file, frame.f_lineno, self._column(frame)),
        )
        self._files.setdefault(file)
        if row.regions:
            return Op(self, number, row, results)
        values = tuple(value for values in results for value in values)
        return values[0] if single else values if row.results else None

    method.__name__ = row.name
    method.__qualname__ = f"Builder.{row.name}"
    method.__doc__ = _documentation(row)
    method.__signature__ = signature  # type: ignore[attr-defined]
    return method


for _row in rows():
    setattr(Ops, _row.name, _method(_row))
