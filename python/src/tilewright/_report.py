"""What entries want, and what the sanitizer finds."""

from __future__ import annotations

from typing import Any, NamedTuple

from ._errors import Diagnostic


class Param(NamedTuple):
    """A parameter of an entry."""

    #: Its name, where the module has one.
    name: str | None
    #: Its type as in the language: "f32", "ptr<f32>"; "?" for one that no launch can give.
    type: str
    #: Whether the kernel may write its memory; `None` where it was not looked at.
    written: bool | None = None


class Tile(NamedTuple):
    """A tile that a program hands to a function of Python."""

    #: The type of its elements: "f32".
    type: str
    #: An extent for each dimension, outermost first.
    shape: tuple[int, ...]
    #: The elements in row-major order, as they lie in memory.
    data: bytes


class Entry(NamedTuple):
    """An entry of a module."""

    name: str
    params: tuple[Param, ...]


class Finding(NamedTuple):
    """Something that a program must not do, and did."""

    #: Its kind, such as "races"; `checks` of `sanitize` takes these names.
    kind: str
    #: The documented code, such as "E0570".
    code: str
    #: One sentence.
    message: str
    #: The message with its places, labels, notes and remedies.
    diagnostic: Diagnostic
    #: The tile block that did it.
    block: tuple[int, int, int]
    #: The coordinates of the element in the operation's tile, where one is to blame.
    element: tuple[int, ...] | None
    #: What to change.
    fix: str | None
    #: The seed of the order of tile blocks that shows it; `None`: by number.
    seed: int | None

    @property
    def file(self) -> str | None:
        """The file of the operation."""
        return self.diagnostic.file

    @property
    def line(self) -> int | None:
        """Its line."""
        return self.diagnostic.line

    @property
    def column(self) -> int | None:
        """Its column."""
        return self.diagnostic.column

    def __str__(self) -> str:
        return str(self.diagnostic)

    def __repr__(self) -> str:
        place = f" at {self.file}:{self.line}" if self.line else ""
        fix = f"; {self.fix}" if self.fix else ""
        return f"<Finding {self.code}{place}: {self.message}{fix}>"


class Report(NamedTuple):
    """What a sanitized run has to tell. It is true when something was found."""

    findings: tuple[Finding, ...]
    #: The run ended early, at the last finding.
    ended: bool
    #: There was too little room to remember everything: races may have been missed.
    missed: bool
    #: Orders of tile blocks that were tried.
    schedules: int

    def __bool__(self) -> bool:
        return bool(self.findings)

    def __str__(self) -> str:
        if self.findings:
            return "\n\n".join(str(finding) for finding in self.findings)
        return "nothing found" + (", but races may have been missed" if self.missed else "")

    def __repr__(self) -> str:
        if not self.findings:
            return f"<Report: {self}>"
        codes = ", ".join(sorted({finding.code for finding in self.findings}))
        count = f"{len(self.findings)} finding{'s' if len(self.findings) > 1 else ''}"
        return f"<Report: {count} ({codes}); print it to see them>"

    def _repr_html_(self) -> str:
        from ._html import report

        return report(self)


class Counters(NamedTuple):
    """What the threads of a launch did. ``str`` of it is the table that `tilewright run --counters` prints."""

    #: The numbers, as `tilewright run --counters=json` writes them.
    numbers: dict[str, Any]
    #: Tables for people.
    table: str

    def __str__(self) -> str:
        return self.table

    def __repr__(self) -> str:
        return f"<Counters of {', '.join(self.numbers)}; print them to see tables>"
