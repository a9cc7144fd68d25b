"""Diagnostics, and the exceptions that carry them."""

from __future__ import annotations

from typing import NamedTuple


class Label(NamedTuple):
    """Another place that explains a message, and what happens there."""

    #: Its file, if it has one.
    file: str | None
    #: The line, from 1.
    line: int | None
    #: The column in characters, from 1.
    column: int | None
    #: What happens there.
    text: str


class Diagnostic(NamedTuple):
    """One message: what is wrong, where, and what to do. ``str`` of it shows an excerpt of the source."""

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
    """Text that is no module."""


class BytecodeError(Error, ValueError):
    """Bytes that are no bytecode, or a module that a version of bytecode cannot hold."""


class VerifyError(Error, ValueError):
    """A module that breaks rules of the language."""


class ArgumentError(Error, TypeError, ValueError):
    """Arguments, a grid or an option that do not fit. Nothing was run."""


class CompileError(Error, RuntimeError):
    """The program cannot be compiled for the target, or there is no `ptxas`, or it refuses the PTX."""


class TrapError(Error, RuntimeError):
    """The program did something undefined, such as an access outside of memory, a failed assertion, or too many steps.

    Arrays that it writes hold part of the results.
    """


class LaunchError(Error, RuntimeError):
    """The engine cannot run it: no such entry, something that it does not do, too little memory."""


class CancelledError(Error, RuntimeError):
    """A signal ended the launch, and its handler raised nothing. Arrays that it writes hold part of the results."""
