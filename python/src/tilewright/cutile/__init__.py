"""cuTile Python programs (package `cuda-tile`, unmodified) on the CPU.

>>> import tilewright.cutile
>>> with tilewright.cutile.cpu():                       # doctest: +SKIP
...     ct.launch(0, (grid,), kernel, (a, b, c, TILE))  # runs on this machine's cores

`python -m tilewright.cutile script.py` does the same for a whole script. `docs/cutile.md` says what works.
"""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import Any

import tilewright

from .._options import names_the_nearest
from . import _hooks, _settings
from ._arrays import ReadOnlyArray
from ._hooks import DriverInUse, NoSession, UnsupportedCuTile
from ._kernels import MadeKernel, compile
from ._program import UnsupportedArgument
from ._settings import Settings

__all__ = [
    "DriverInUse",
    "MadeKernel",
    "NoSession",
    "ReadOnlyArray",
    "Settings",
    "UnsupportedArgument",
    "UnsupportedCuTile",
    "compile",
    "cpu",
]


class cpu:
    """A session in which cuTile launches kernels on the CPU. `Settings` describes the options; `settings` has all of them at once.

    Sessions nest; the innermost one counts, for all threads of the process.
    """

    @names_the_nearest
    def __init__(
        self,
        *,
        settings: Settings | None = None,
        engine: str = "cpu",
        target: str | None = None,
        checks: bool = False,
        steps: int | None = None,
        sanitize: bool = False,
        pretend_cuda: bool = False,
        compute_capability: tuple[int, int] | None = None,
        multiprocessors: int = 16,
        threads: int | None = None,
        tune: str = "quick",
        on_finding: Callable[[tilewright.Finding], None] | None = None,
    ) -> None:
        self.settings = settings or Settings(
            engine=engine,
            target=target,
            checks=checks,
            steps=steps,
            sanitize=sanitize,
            pretend_cuda=pretend_cuda,
            compute_capability=compute_capability,
            multiprocessors=multiprocessors,
            threads=threads,
            tune=tune,
            on_finding=on_finding,
        )
        self._pretence: Any = None

    @property
    def findings(self) -> list[tilewright.Finding]:
        """What the sanitizer or the checks found so far."""
        return self.settings.findings

    @property
    def kernels(self) -> list[MadeKernel]:
        """The kernels that this session launched, or that cuTile compiled for its launches, in order."""
        return self.settings.kernels

    def __repr__(self) -> str:
        count = lambda items, what: f"{len(items)} {what}{'' if len(items) == 1 else 's'}"  # noqa: E731
        target = f" for {self.settings.target}" if self.settings.target else ""
        kernels, findings = count(self.kernels, "kernel"), count(self.findings, "finding")
        return f'<tilewright.cutile.cpu on "{self.settings.engine}"{target}: {kernels}, {findings}>'

    def __enter__(self) -> "cpu":
        _hooks.install()
        if self.settings.pretend_cuda:
            from . import _pretend

            self._pretence = _pretend.Pretence()
            self._pretence.begin()
        _settings.push(self.settings)
        _hooks.forget_capability()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        _settings.pop(self.settings)
        _hooks.forget_capability()
        if self._pretence is not None:
            self._pretence.end()
            self._pretence = None
