"""What entries want, and what the sanitizer finds."""

from __future__ import annotations

from typing import Any, NamedTuple

from ._errors import Diagnostic


class Param(NamedTuple):
    """A parameter of an entry.

    >>> import tilewright
    >>> module = tilewright.parse('''cuda_tile.module @m { entry @copy(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>) {
    ...     %v, %t = load_ptr_tko weak %x : tile<ptr<i32>> -> tile<i32>, token
    ...     %s = store_ptr_tko weak %y, %v : tile<ptr<i32>>, tile<i32> -> token
    ... } }''')
    >>> [(param.name, param.type, param.written) for param in module.kernel().params]
    [('x', 'ptr<i32>', False), ('y', 'ptr<i32>', True)]
    """

    #: Its name, where the module has one.
    name: str | None
    #: Its type as in the language: "f32", "ptr<f32>"; "?" for one that no launch can give.
    type: str
    #: Whether the kernel may write its memory; `None` where it was not looked at.
    written: bool | None = None


class Tile(NamedTuple):
    """A tile that a program hands to a function of Python.

    >>> import struct, tilewright
    >>> access = "{cuda_tile.preview$access = #cuda_tile<preview$access<in>>}"
    >>> module = tilewright.parse(f'''cuda_tile.module @m {{
    ...   preview$func extern @total(%x: tile<4xi32> {access}) -> tile<i32>
    ...   entry @k() {{
    ...     %i = iota : tile<4xi32>
    ...     %sum = preview$call @total(%i) : (!cuda_tile.tile<4xi32>) -> !cuda_tile.tile<i32>
    ...     %done = print_tko "%d", %sum : tile<i32> -> token
    ...   }}
    ... }}''', preview_simt=True)
    >>> def total(x, *, constants):
    ...     assert (x.type, x.shape) == ("i32", (4,))
    ...     return struct.pack("i", sum(struct.unpack("4i", x.data)))
    >>> module.kernel(externs={"total": total}).launch(1, ())
    6
    """

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
    """Something that a program must not do, and did.

    >>> import tilewright
    >>> module = tilewright.parse('''cuda_tile.module @m { entry @count(%x: tile<ptr<i32>>) {
    ...     %v, %t = load_ptr_tko weak %x : tile<ptr<i32>> -> tile<i32>, token
    ...     %s = store_ptr_tko weak %x, %v token=%t : tile<ptr<i32>>, tile<i32> -> token
    ... } }''', name="count.mlir")
    >>> report = tilewright.sanitize(module, 2, (memoryview(bytearray(4)).cast("i"),))
    >>> report.ended, report.missed, report.schedules
    (False, False, 1)
    >>> race = report.findings[0]
    >>> race.kind, race.code, race.block, race.element, race.seed
    ('races', 'E0571', (1, 0, 0), None, None)
    >>> race.file, race.line, race.column
    ('count.mlir', 2, 5)
    >>> race.message.split(";")
    ['`load_ptr_tko` reads element 0 of the buffer of argument 1 (`%x`), which `store_ptr_tko` writes in another tile block', ' nothing orders the two']
    >>> race.diagnostic.labels[0].text
    'writes here, in tile block 0,0,0'
    >>> race.fix
    'load, change and store the element in one atomic operation (`atomic_rmw_tko`)'
    """

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
    """What the threads of a launch did. ``str`` of it is the table that `tilewright run --counters` prints.

    >>> import tilewright
    >>> module = tilewright.parse("cuda_tile.module @m { entry @k() { } }")
    >>> counters = tilewright.count(module, 2, (), target="sm_80")
    >>> "classes" in counters.numbers, str(counters) == counters.table
    (True, True)
    """

    #: The numbers, as `tilewright run --counters=json` writes them.
    numbers: dict[str, Any]
    #: Tables for people.
    table: str

    def __str__(self) -> str:
        return self.table

    def __repr__(self) -> str:
        return f"<Counters of {', '.join(self.numbers)}; print them to see tables>"
