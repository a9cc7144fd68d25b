"""Diagnostics, and the exceptions that carry them."""

from __future__ import annotations

from typing import NamedTuple


class Label(NamedTuple):
    """Another place that explains a message, and what happens there.

    >>> import tilewright
    >>> try:
    ...     tilewright.parse("cuda_tile.module @m {\\n entry @k() { }\\n entry @k() { } }", name="k.mlir").verify()
    ... except tilewright.Error as error:
    ...     [label] = error.diagnostics[0].labels
    >>> label.file, label.line, label.column, label.text
    ('k.mlir', 2, 2, 'see existing symbol definition here')
    """

    #: Its file, if it has one.
    file: str | None
    #: The line, from 1.
    line: int | None
    #: The column in characters, from 1.
    column: int | None
    #: What happens there.
    text: str


class Diagnostic(NamedTuple):
    """One message: what is wrong, where, and what to do. ``str`` of it shows an excerpt of the source.

    >>> import tilewright
    >>> try:
    ...     tilewright.parse("cuda_tile.module @m { entry @k() { retrun } }", name="k.mlir")
    ... except tilewright.ParseError as error:
    ...     [found] = error.diagnostics
    >>> found.severity, found.code, found.file, found.line, found.column
    ('error', 'E0104', 'k.mlir', 1, 36)
    >>> found.message, found.help, found.notes
    ("custom op 'retrun' is unknown (tried 'cuda_tile.retrun' as well)", ('did you mean `return`?',), ())
    >>> str(found) == found.text
    True
    """

    #: "error", "warning", "note" or "help".
    severity: str
    #: The documented code, such as "E0104".
    code: str
    #: The message, without a full stop.
    message: str
    #: The file of the place, if there is one.
    file: str | None
    #: The line, from 1.
    line: int | None
    #: The column in characters, from 1.
    column: int | None
    #: Facts that help to understand.
    notes: tuple[str, ...]
    #: Remedies.
    help: tuple[str, ...]
    #: Everything together, as the command line prints it.
    text: str
    #: Other places that explain it.
    labels: tuple[Label, ...] = ()

    def __str__(self) -> str:
        return self.text


class Error(Exception):
    """What every exception of this package is.

    ``str`` of it shows the diagnostics with excerpts of the source; `diagnostics` has them as objects.

    >>> import tilewright
    >>> try:
    ...     tilewright.parse("cuda_tile.module @m { entry @k() { retrun } }")
    ... except tilewright.Error as error:
    ...     print(error.diagnostics[0].code, error.diagnostics[0].line, error.diagnostics[0].column)
    E0104 1 36
    """

    #: The diagnostics, in order; none where the message is a sentence of its own.
    diagnostics: tuple[Diagnostic, ...]

    def __init__(self, message: str, diagnostics: tuple[Diagnostic, ...] = ()) -> None:
        super().__init__(message, diagnostics)
        self.diagnostics = diagnostics

    def __str__(self) -> str:
        return str(self.args[0])

    def _repr_html_(self) -> str:
        from ._html import preformatted

        return preformatted(str(self))


class ParseError(Error, ValueError):
    """Text that is no module.

    >>> import tilewright
    >>> try:
    ...     tilewright.parse("module")
    ... except tilewright.ParseError as error:
    ...     print(error.diagnostics[0].code)
    E0102
    """


class BytecodeError(Error, ValueError):
    """Bytes that are no bytecode, or a module that a version of bytecode cannot hold.

    >>> import tilewright
    >>> try:
    ...     tilewright.load(b"\\x7fTileIR\\0 and nothing else")
    ... except tilewright.BytecodeError as error:
    ...     print(error.diagnostics[0].code)
    E0402
    """


class VerifyError(Error, ValueError):
    """A module that breaks rules of the language.

    >>> import tilewright
    >>> module = tilewright.parse("cuda_tile.module @m { entry @k() { } entry @k() { } }")
    >>> try:
    ...     module.verify()
    ... except tilewright.VerifyError as error:
    ...     print(error.diagnostics[0].message)
    'cuda_tile.entry' op redefinition of symbol named 'k'
    """


class ArgumentError(Error, TypeError, ValueError):
    """Arguments, a grid or an option that do not fit. Nothing was run.

    >>> import tilewright
    >>> module = tilewright.parse("cuda_tile.module @m { entry @k(%x: tile<i32>) { } }")
    >>> try:
    ...     tilewright.launch(module, 1, ("seven",))
    ... except tilewright.ArgumentError as error:
    ...     print(error)
    argument 1 (`%x`) must be a whole number of type i32, but is of type `str`; pass `int(..)` of it
    """


class CompileError(Error, RuntimeError):
    """The program cannot be compiled for the target, or there is no `ptxas`, or it refuses the PTX.

    >>> import tilewright
    >>> made = tilewright.compile(b"cuda_tile.module @m { entry @k() { } }", "sm_80", ptxas="no/such/ptxas")
    >>> try:
    ...     made.cubin
    ... except tilewright.CompileError as error:
    ...     print(error.diagnostics[0].code)
    E0711
    """


class TrapError(Error, RuntimeError):
    """The program did something undefined, such as an access outside of memory, a failed assertion, or too many steps.

    Arrays that it writes hold part of the results.

    >>> import tilewright
    >>> module = tilewright.parse('''cuda_tile.module @m { entry @k(%x: tile<i1>) {
    ...     assert %x, "x must be true" : tile<i1>
    ... } }''')
    >>> try:
    ...     tilewright.launch(module, 1, (False,))
    ... except tilewright.TrapError as error:
    ...     print(error.diagnostics[0].message)
    `assert`: assertion failed: x must be true (in tile block 0,0,0)
    """


class LaunchError(Error, RuntimeError):
    """The engine cannot run it: no such entry, something that it does not do, too little memory.

    >>> import tilewright
    >>> module = tilewright.parse("cuda_tile.module @m { entry @kernel() { } }")
    >>> try:
    ...     module.kernel("kernal")
    ... except tilewright.LaunchError as error:
    ...     print(error.diagnostics[0].message)
    the module has no entry `kernal`
    """


class CancelledError(Error, RuntimeError):
    """A signal ended the launch, and its handler raised nothing. Arrays that it writes hold part of the results.

    >>> import os, signal, threading, tilewright
    >>> module = tilewright.parse('''cuda_tile.module @m { entry @forever() {
    ...     loop { continue }
    ... } }''')
    >>> before = signal.signal(signal.SIGINT, lambda *_: None)
    >>> threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()
    >>> try:
    ...     tilewright.launch(module, 1, ())
    ... except tilewright.CancelledError as error:
    ...     print(error.diagnostics[0].message)
    the launch was interrupted
    >>> _ = signal.signal(signal.SIGINT, before)
    """
