"""Programs that cuTile's front end made, and what the launcher's arguments mean to them.

The launcher believes that it holds machine code. It holds a *ticket*: a few bytes that name a `Program` here. When it
launches, it passes one machine word for each parameter of the entry; the signature that the kernel was compiled for says
which words are an array, and so how much memory each pointer stands for:

- an array is its address, its extents, and its strides in elements;
- a list of arrays is the address of such descriptions, one after the other, and their number;
- a scalar is itself; constants are no parameters at all.
"""

from __future__ import annotations

import ctypes
import dataclasses
import itertools
import struct
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import tilewright

from . import _words
from ._arrays import check_written, holds_read_only
from ._engine import Kernel
from ._kernels import MadeKernel, target_of
from ._settings import current

_TICKET = struct.Struct("<12sQ")
_MAGIC = b"tilewright\0\0"

_programs: dict[int, Program] = {}
_numbers = itertools.count(1)
_capture = threading.local()

#: Bytes of memory: where they begin, and how many.
Memory = tuple[int, int]


class UnsupportedArgument(tilewright.Error, TypeError):
    """A kernel parameter of a kind that only a GPU can pass."""


@dataclass(frozen=True)
class Array:
    """An array parameter, or a list of arrays: its first word, and what the arrays are."""

    word: int
    ndim: int
    bits: int
    is_list: bool
    #: What the kernel calls it: "x", "pair[0]".
    name: str

    def loosen(self, words: list[Any], at: int) -> None:
        """Makes strides multiples of 16 elements where they lead nowhere, because there is one element.

        cuTile 1.6 promises so much of them, whatever they are; nothing depends on it but that the promise holds.
        """
        for dim in range(at + 1, at + 1 + self.ndim):
            if words[dim] == 1:
                words[dim + self.ndim] = -(-words[dim + self.ndim] // 16) * 16

    def check(self, words: list[int], number: int) -> None:
        """Refuses an array whose elements do not lie in forward order: cuTile promises the compiler that they do."""
        shape, strides = words[1 : 1 + self.ndim], words[1 + self.ndim : 1 + 2 * self.ndim]
        for axis, (size, step) in enumerate(zip(shape, strides, strict=True)):
            if step < 0 and size > 1:
                raise tilewright.ArgumentError(
                    f"array {number} of the arguments has a stride of {step} elements along axis {axis}, and cuTile promises that "
                    "strides are not negative; pass a copy (`numpy.ascontiguousarray(array)`)"
                )

    def memory(self, words: list[int]) -> Memory:
        """The bytes between which all elements of an array lie that is described by words."""
        shape, strides = words[1 : 1 + self.ndim], words[1 + self.ndim : 1 + 2 * self.ndim]
        if 0 in shape:
            return words[0], 0
        last = sum((size - 1) * step for size, step in zip(shape, strides, strict=True))
        return words[0], -(-(last + 1) * self.bits // 8)


def layout(parameters: Any, names: Sequence[str] = ()) -> tuple[list[Array], int]:
    """The arrays and lists among the parameters of a signature, and the number of words of all parameters.

    `names` are those of the parameters of the function of Python.
    """
    found: list[Array] = []
    word = 0
    waiting = list(reversed(list(zip(_all_named(names), parameters, strict=False))))
    while waiting:
        name, constraint = waiting.pop()
        kind = type(constraint).__name__
        if kind == "ArrayConstraint":
            found.append(Array(word, constraint.ndim, _bits(constraint.dtype), False, name))
            word += 1 + 2 * constraint.ndim
        elif kind == "ListConstraint":
            element = constraint.element
            found.append(Array(word, element.ndim, _bits(element.dtype), True, name))
            word += 2
        elif kind == "ScalarConstraint":
            word += 1
        elif kind == "TupleConstraint":
            waiting += reversed([(f"{name}[{index}]", item) for index, item in enumerate(constraint.items)])
        elif kind == "DataclassConstraint":
            waiting += reversed(
                [
                    (f"{name}.{field.name}", item)
                    for field, item in zip(dataclasses.fields(constraint.cls), constraint.fields, strict=True)
                ]
            )
        elif kind != "ConstantConstraint":
            raise UnsupportedArgument(
                f"a kernel parameter described by {kind} needs a GPU; pass arrays, lists of arrays, tuples or numbers"
            )
    return found, word


def array_names(signature: Any, names: Sequence[str]) -> list[tuple[int, str]]:
    """What a kernel calls its arrays, by the numbers of the parameters that are their addresses."""
    return [(array.word, array.name) for array in layout(signature.parameters, names)[0]]


def _all_named(names: Sequence[str]) -> Iterator[str]:
    """The names, and numbers for what has none."""
    yield from names
    yield from (f"argument {number}" for number in itertools.count(len(names) + 1))


def _bits(dtype: Any) -> int:
    # A bool is a byte in memory, whatever its width as a value.
    return 8 if dtype.name in ("bool_", "bool") else int(dtype.bitwidth)


class Program:
    """One compiled kernel: bytecode, the entry, and the signature that it was compiled for."""

    def __init__(
        self, bytecode: bytes, symbol: str, signature: Any, source: str | None, names: Sequence[str] = ()
    ) -> None:
        self.symbol = symbol
        self._bytecode = bytecode
        self._arrays, words = layout(signature.parameters, names)
        self._kernel = Kernel(bytecode, symbol, source, [(array.word, array.name) for array in self._arrays])
        params = self._kernel.params
        if len(params) != words:
            raise tilewright.LaunchError(
                f"cuTile passes {words} words to `{symbol}`, whose bytecode has {len(params)} parameters: this version of "
                "cuda-tile has another calling convention than those that tilewright.cutile knows"
            )
        self._readers = [_reader(param) for param in params]
        # The descriptions of lists change without their address, and zeros of floats are equal whatever their sign.
        lists = any(array.is_list for array in self._arrays)
        self._is_kept = not lists and not any(param.startswith("f") for param in params)
        #: Words of the latest launch, and what they come to: programs launch on the same arrays again and again.
        self._latest: tuple[list[Any], list[Any], list[Memory]] | None = None
        self._written = self._kernel.prepare()

    @property
    def module(self) -> tilewright.Module:
        """The module of the bytecode."""
        return self._kernel.module

    def note(self) -> None:
        """Counts as a kernel of the session, once; what the launcher keeps of an earlier session is one too."""
        settings = current()
        if id(self) not in settings.noted:
            settings.noted[id(self)] = self
            settings.kernels.append(
                MadeKernel(self.symbol, self._bytecode, self.module, target_of(settings))
            )

    def ticket(self) -> bytes:
        """What the launcher keeps in place of machine code."""
        number = next(_numbers)
        _programs[number] = self
        return _TICKET.pack(_MAGIC, number)

    def check_entry(self, name: str) -> None:
        """Refuses a kernel of another name."""
        if name != self.symbol:
            raise LookupError(f"the program has the entry `{self.symbol}`, not `{name}`")

    def bind(self, grid: tuple[int, int, int], params: int) -> Callable[[], None]:
        """A launch with the arguments as they are now."""
        count = len(self._readers)
        places = (ctypes.c_void_p * count).from_address(params) if count else ()
        words = [read(place) for read, place in zip(self._readers, places, strict=True)]
        if self._latest is None or self._latest[0] != words or holds_read_only():
            self._check(words)
        return lambda: self._run(grid, words)

    def _check(self, words: list[Any]) -> None:
        """Refuses arrays that cannot be passed, before anything runs."""
        for number, array in enumerate(self._arrays, 1):
            for item in self._items(array, words):
                array.check(item, number)
                if self._written[array.word]:
                    check_written(*array.memory(item), number)

    @staticmethod
    def _items(array: Array, words: list[Any]) -> list[list[int]]:
        """The description of an array, or of each one of a list."""
        if not array.is_list:
            return [words[array.word :]]
        size, count = 1 + 2 * array.ndim, words[array.word + 1]
        described = (ctypes.c_int64 * (size * count)).from_address(words[array.word])
        return [described[index * size : (index + 1) * size] for index in range(count)]

    def launch(self, grid: tuple[int, int, int], params: int) -> None:
        """Runs; or only records the launch, where a graph is being captured."""
        self.note()
        call = self.bind(grid, params)
        record = recorder()
        if record is not None:
            record(call)
        else:
            call()

    def _run(self, grid: tuple[int, int, int], words: list[Any]) -> None:
        if 0 in grid:
            return
        latest = self._latest
        if latest is not None and latest[0] == words:
            self._kernel.run(grid, latest[1], latest[2], [], lambda: self._arguments(words))
            return
        args = list(words)
        memory: list[Memory] = []
        pointers: list[tuple[int, int]] = []
        copies: list[Any] = []
        for array in self._arrays:
            if array.is_list:
                copy = self._list(array, words, memory, pointers)
                copies.append(copy)
                args[array.word] = (ctypes.addressof(copy), ctypes.sizeof(copy))
                continue
            start, size = array.memory(words[array.word :])
            array.loosen(args, array.word)
            args[array.word] = (start, size)
        if self._is_kept:
            self._latest = (words, args, memory)
        self._kernel.run(grid, args, memory, pointers, lambda: self._arguments(words))

    def _arguments(self, words: list[Any]) -> list[_words.Argument]:
        """The arrays of a launch, as messages are to call them."""
        found = []
        for array in self._arrays:
            if not array.is_list:
                first, second = array.word + 1, array.word + 1 + array.ndim
                shape, strides = words[first:second], words[second : second + array.ndim]
                found.append(_words.Argument(array.word + 1, array.name, tuple(shape), tuple(strides), array.bits))
        return found

    @staticmethod
    def _list(array: Array, words: list[Any], memory: list[Memory], pointers: list[tuple[int, int]]) -> Any:
        """A copy of the descriptions of a list's arrays: the engine writes its own addresses into it."""
        size = 1 + 2 * array.ndim
        count = words[array.word + 1]
        copy = (ctypes.c_int64 * (size * count)).from_buffer_copy(ctypes.string_at(words[array.word], 8 * size * count))
        for index in range(count):
            item = copy[index * size : (index + 1) * size]
            start, length = array.memory(item)
            array.loosen(copy, index * size)
            if length:
                memory.append((start, length))
                pointers.append((ctypes.addressof(copy) + 8 * index * size, item[0]))
        return copy


#: How the launcher passes numbers of each type.
_KINDS: dict[str, Any] = {
    "i8": ctypes.c_int8,
    "i16": ctypes.c_int16,
    "i32": ctypes.c_int32,
    "i64": ctypes.c_int64,
    "f32": ctypes.c_float,
    "f64": ctypes.c_double,
}


def _reader(param: str) -> Callable[[int], Any]:
    """Reads a parameter of a type from the word that the launcher passes."""
    if param == "i1":
        # As a number of one bit with a sign.
        return lambda place: -int(ctypes.c_bool.from_address(place).value)
    kind = ctypes.c_uint64 if param.startswith("ptr<") else _KINDS.get(param)
    if kind is None:
        raise UnsupportedArgument(f"a kernel parameter of type {param} cannot be passed; pass it in an array")
    read = kind.from_address
    return lambda place: read(place).value


def at(code: int) -> Program:
    """The program of a ticket in memory."""
    magic, number = _TICKET.unpack(ctypes.string_at(code, _TICKET.size))
    if magic != _MAGIC:
        raise tilewright.LaunchError(
            "cuTile's launcher was given machine code for a GPU; compile kernels inside of `tilewright.cutile.cpu()`"
        )
    # The launcher loads what it was given once, and holds the result.
    return _programs.pop(number)


def recorder() -> Callable[[Callable[[], None]], None] | None:
    """What records the launches of this thread, while it captures a graph."""
    return getattr(_capture, "recorder", None)


def is_capturing() -> bool:
    """True while this thread captures a graph."""
    return recorder() is not None


class capture:
    """Records the launches of this thread."""

    def __init__(self, recorder: Callable[[Callable[[], None]], None]) -> None:
        self._recorder = recorder

    def __enter__(self) -> None:
        _capture.recorder = self._recorder

    def __exit__(self, *_exception: Any) -> None:
        _capture.recorder = None
