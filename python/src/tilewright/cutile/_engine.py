"""Bytecode on Tilewright's engines."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import tilewright
from tilewright._native import from_bytecode

from . import _children, _words
from ._settings import Settings, current

#: The code of a failed assertion.
_ASSERTION = "E0560"


def load(bytecode: bytes, source: str | None, names: Sequence[tuple[int, str]] = ()) -> tilewright.Module:
    """A module of bytecode; messages show the lines of the file of Python that it was made from, where that can be read, and call
    parameters by these names."""
    text = None
    if source is not None:
        try:
            text = (source, Path(source).read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError):
            # Kernels may come from anywhere; messages then name lines without showing them.
            text = None
    return from_bytecode(bytecode, text, tilewright._expressions(text), names=list(names))


class Kernel:
    """An entry of bytecode, prepared when an engine first needs it."""

    def __init__(
        self, bytecode: bytes, entry: str, source: str | None, names: Sequence[tuple[int, str]] = ()
    ) -> None:
        self.module = load(bytecode, source, names)
        self._entry = entry
        self._source = source
        self._prepared: dict[tuple[str, str | None], tilewright.Kernel] = {}
        [found] = [known for known in self.module.entries if known.name == entry]
        self.params = tuple(param.type for param in found.params)

    def _prepare(self, engine: str, target: str | None = None) -> tilewright.Kernel:
        key = (engine, target)
        if key not in self._prepared:
            # cuTile's own samples name tiles outside of arrays, and its front end promises what does not hold of constants.
            self._prepared[key] = self.module.kernel(self._entry, engine=engine, lenient=True, target=target)
        return self._prepared[key]

    def prepare(self) -> tuple[bool, ...]:
        """Prepares for the engine of the session, and so verifies; says of each parameter whether its memory may be written."""
        return tuple(param.written is not False for param in self._chosen(current()).params)

    def _chosen(self, settings: Settings) -> tilewright.Kernel:
        if settings.sanitize:
            return self._prepare("reference")
        return self._prepare(settings.engine, settings.target)

    def run(
        self,
        grid: tuple[int, int, int],
        args: list[Any],
        memory: list[tuple[int, int]],
        pointers: list[tuple[int, int]],
        arguments: Callable[[], list[_words.Argument]],
    ) -> None:
        """Runs a launch: what is given is what `tilewright.Kernel.launch_raw` takes, and what the program calls its arrays."""
        settings = current()
        kernel = self._chosen(settings)
        limit = settings.steps
        try:
            if settings.sanitize:
                report = kernel.sanitize_raw(grid, args, steps=limit, memory=memory, pointers=pointers)
                self._collect(settings, report, arguments)
            elif settings.checks:
                report = kernel.check_raw(grid, args, steps=limit, memory=memory, pointers=pointers)
                self._collect(settings, report, arguments)
            else:
                kernel.launch_raw(
                    grid, args, threads=settings.threads, steps=limit, memory=memory, pointers=pointers
                )
        except tilewright.TrapError as error:
            _tell(error)
            raise self._wording(arguments).error(error) from None

    def _wording(self, arguments: Callable[[], list[_words.Argument]]) -> _words.Words:
        return _words.Words(self._source, arguments())

    def _collect(
        self, settings: Settings, report: tilewright.Report, arguments: Callable[[], list[_words.Argument]]
    ) -> None:
        """Keeps what was found with the session, and tells of it."""
        if not report.findings:
            return
        words = self._wording(arguments)
        for finding in map(words.finding, report.findings):
            settings.findings.append(finding)
            _children.report(settings, finding)
            if settings.on_finding is not None:
                settings.on_finding(finding)


def _tell(error: tilewright.TrapError) -> None:
    """Prints a failed assertion where a GPU prints it."""
    for found in error.diagnostics:
        if found.code == _ASSERTION:
            print(found.message, flush=True)


def show(finding: tilewright.Finding) -> None:
    """Prints a finding as the command line does."""
    print(finding, file=sys.stderr)
