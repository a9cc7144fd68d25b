"""Messages about a launch in the words of cuTile Python.

Engines speak Tile IR: `load_view_tko`, element 36 of the buffer of argument 4. Whoever wrote ``ct.load(out, …)`` does not
know those words. Here they become the call as the program writes it, the name of the array, and the index: ``out[4, 4]``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import tilewright

from .. import _lines

#: What programs write for the operations that messages name. Calls that touch memory are shown as the program spells them.
_SPELLINGS = {
    "load_view_tko": "ct.load",
    "store_view_tko": "ct.store",
    "load_ptr_tko": "ct.gather",
    "store_ptr_tko": "ct.scatter",
    "atomic_rmw_tko": "ct.atomic_add",
    "atomic_cas_tko": "ct.atomic_cas",
    "atomic_red_view_tko": "atomic_store_add",
    "assert": "ct.assert_",
    "print_tko": "ct.printf",
    "if": "if",
    "for": "for",
    "loop": "while",
    "ftoi": "astype",
    "divi": "//",
    "remi": "%",
    "divf": "/",
    "shli": "<<",
    "shri": ">>",
    "addi": "+",
    "subi": "-",
    "muli": "*",
    "release": "ct.MemoryOrder.RELEASE",
    "acquire": "ct.MemoryOrder.ACQUIRE",
    "acq_rel": "ct.MemoryOrder.ACQ_REL",
    "relaxed": "ct.MemoryOrder.RELAXED",
}

#: Operations that a program calls by more than one name.
_MEMORY = frozenset(
    ("load_view_tko", "store_view_tko", "load_ptr_tko", "store_ptr_tko", "atomic_rmw_tko", "atomic_red_view_tko")
)

#: Remedies that speak of values and operations that a program of Python does not have.
_REMEDIES = (
    (r"give .* a `padding_value`, or mask what uses .*", "give the load a `padding_mode`, or mask what uses it with `ct.where`"),
    (r"`select` a divisor .*", "replace divisors that are zero by `ct.where`"),
    (r"`select` another divisor .*", "replace the divisor -1 by `ct.where` where the dividend is the least integer"),
    (r"keep .* below the width of its type", "keep the number of bits below the width of the type"),
    (r"drop the `overflow` promise .*", "keep the numbers in a range that the type holds, or use a wider type"),
    (r"make .* `saturating`, or clamp .*", "clamp the tile with `ct.minimum` and `ct.maximum` before `astype`"),
    (r"keep the offset .* inside of the buffer", "keep the indices inside of the array"),
    (r"mask off the lanes out of bounds, or check sizes before", "let `check_bounds` be true, or give a `mask`"),
    (r"make the addresses of the lanes differ, or use .*", "make the indices differ, or use an atomic call such as `ct.atomic_add`"),
    (r"keep the index below the extent .*", "keep the index below `ct.num_tiles` of the array"),
    (r"make .* true, or correct the assertion", "make the condition true, or correct the assertion"),
    (r"see what ends this loop, or raise `--steps` .*", "see what ends this loop, or raise `steps` when it only takes long"),
    (r"give the lock at .* back, .*", "give the lock back by an atomic call with `ct.MemoryOrder.RELEASE` before its block ends or waits"),
    (r"(.*)in one atomic operation \(`atomic_rmw_tko`\)", r"\1in one atomic call, such as `ct.atomic_add`"),
    (r"(.*)write to another buffer; or else publish .*", r"\1write to another array; or else let the other block wait for an atomic"
        " call with `ct.MemoryOrder.RELEASE` that follows the store"),
    (r"use the scope `device` (.*)", r"use `memory_scope=ct.MemoryScope.DEVICE` \1"),
)  # fmt: skip


class Argument(NamedTuple):
    """An array that a launch was given."""

    #: The number of the parameter of the entry that has its address, from 1.
    number: int
    #: What the kernel calls it: "x", "pair[0]".
    name: str
    #: Its extents.
    shape: tuple[int, ...]
    #: Its strides in elements.
    strides: tuple[int, ...]
    #: The bits of an element in memory.
    bits: int

    def element(self, number: int) -> str | None:
        """``x[1, 2]``: the element at a distance from the first one, in elements; `None` where there is none."""
        index = [0] * len(self.shape)
        # The axis with the greatest stride takes as much of the distance as it can.
        for axis in sorted(range(len(self.shape)), key=lambda axis: -self.strides[axis]):
            if self.shape[axis] > 1 and self.strides[axis] > 0:
                index[axis] = min(number // self.strides[axis], self.shape[axis] - 1)
                number -= index[axis] * self.strides[axis]
        return f"{self.name}[{', '.join(map(str, index))}]" if number == 0 and index else None

    def beyond(self, distance: int) -> str | None:
        """``x[100]``: the element that lies a number of bytes behind the end, or before the beginning where it is negative."""
        size = self.bits // 8
        if len(self.shape) != 1 or self.strides != (1,) or size == 0 or distance % size:
            return None
        place = distance // size
        return f"{self.name}[{self.shape[0] + place if distance >= 0 else place}]"


class Words:
    """The words of one launch."""

    def __init__(self, source: str | None, arguments: Sequence[Argument]) -> None:
        self._source = source
        self._arguments = {argument.number: argument for argument in arguments}

    def finding(self, finding: tilewright.Finding) -> tilewright.Finding:
        """A finding in the words of Python."""
        speak = self._speaker(finding.diagnostic)
        return finding._replace(
            message=speak(finding.message),
            diagnostic=self.diagnostic(finding.diagnostic),
            fix=None if finding.fix is None else _remedy(finding.fix, speak),
        )

    def error(self, error: tilewright.TrapError) -> tilewright.TrapError:
        """An exception in the words of Python."""
        text, found = str(error), tuple(self.diagnostic(diagnostic) for diagnostic in error.diagnostics)
        for before, after in zip(error.diagnostics, found, strict=True):
            text = text.replace(before.text, after.text)
        return type(error)(text, found)

    def diagnostic(self, diagnostic: tilewright.Diagnostic) -> tilewright.Diagnostic:
        """A message in the words of Python, its text too."""
        speak = self._speaker(diagnostic)
        message = speak(diagnostic.message)
        notes = tuple(map(speak, diagnostic.notes))
        remedies = tuple(_remedy(remedy, speak) for remedy in diagnostic.help)
        text = diagnostic.text.replace(diagnostic.message, message, 1)
        for kind, before, after in (("note", diagnostic.notes, notes), ("help", diagnostic.help, remedies)):
            for old, new in zip(before, after, strict=True):
                text = text.replace(f"= {kind}: {old}", f"= {kind}: {new}", 1)
        return diagnostic._replace(message=message, notes=notes, help=remedies, text=text)

    def _speaker(self, diagnostic: tilewright.Diagnostic) -> Callable[[str], str]:
        """Says a sentence of a message in the words of Python."""
        called = [self._call(place) for place in (diagnostic, *diagnostic.labels)]
        # The sentence names what is at fault first, and then what is at the other place.
        named = [name for name in re.findall(r"`(\w+)`", diagnostic.message) if name in _MEMORY]
        spellings: dict[str, str] = {}
        for name, call in zip(named, called, strict=False):
            if call is not None:
                spellings.setdefault(name, call.function)
        linked = None if called[0] is None else called[0].array

        def speak(sentence: str) -> str:
            sentence = self._with_arrays(sentence, linked)
            return re.sub(r"`(\w+)`", lambda found: f"`{_spelled(found[1], spellings)}`", sentence)

        return speak

    def _call(self, place: Any) -> _lines.Call | None:
        if self._source is None or place.file != self._source or not place.line:
            return None
        try:
            text = Path(self._source).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            return None
        return _lines.call_at(text, place.line, place.column or 1)

    def _with_arrays(self, sentence: str, linked: str | None) -> str:
        """The sentence with the names of arrays and elements; `linked` is what the program calls an array that no argument is."""
        buffer = r"(?:the buffer of argument (\d+)(?: \(`[^`]*`\))?|buffer `(\d+)`)"
        outside = rf"(reads|writes) \d+ bytes?(?:,? (?:(\d+) bytes? |just )?(past the end|before the beginning)) of {buffer}"
        sentence = re.sub(rf"{outside}(?: of (\d+) bytes| \((\d+) bytes\))", self._outside, sentence)
        sentence = re.sub(rf"element (\d+)(?: \(of (\d+) bits\))? of {buffer}", self._element, sentence)
        sentence = re.sub(buffer, lambda found: self._named(found[1] or found[2], found[0]), sentence)
        if linked is not None:
            sentence = re.sub(r"element (\d+) \(of \d+ bits\) of buffer \d+", rf"element \1 of `{linked}`", sentence)
        return sentence

    def _named(self, number: str, otherwise: str) -> str:
        argument = self._arguments.get(int(number))
        return otherwise if argument is None else f"`{argument.name}`"

    def _element(self, found: re.Match[str]) -> str:
        argument = self._arguments.get(int(found[3] or found[4]))
        if argument is None:
            return found[0]
        element = argument.element(int(found[1])) if found[2] in (None, str(argument.bits)) else None
        return f"element {found[1]} of `{argument.name}`" if element is None else f"`{element}`"

    def _outside(self, found: re.Match[str]) -> str:
        argument = self._arguments.get(int(found[4] or found[5]))
        if argument is None:
            return found[0]
        distance = int(found[2] or 0)
        element = argument.beyond(-distance if found[3].startswith("before") else distance)
        if element is None:
            return found[0]
        return f"{found[1]} `{element}`, and `{argument.name}` has {argument.shape[0]} elements"


def _spelled(name: str, spellings: dict[str, str]) -> str:
    return spellings.get(name) or _SPELLINGS.get(name, name)


def _remedy(sentence: str, speak: Callable[[str], str]) -> str:
    for pattern, remedy in _REMEDIES:
        if re.fullmatch(pattern, sentence):
            sentence = re.sub(pattern, remedy, sentence, count=1)
            break
    return speak(sentence)
