"""cuTile Python programs (package `cuda-tile`, unmodified) on the CPU.

>>> import tilewright.cutile
>>> with tilewright.cutile.cpu():                       # doctest: +SKIP
...     ct.launch(0, (grid,), kernel, (a, b, c, TILE))  # runs on this machine's cores

`python -m tilewright.cutile script.py` does the same for a whole script. `docs/cutile.md` says what works.
"""

from __future__ import annotations

from types import TracebackType
from typing import Any

from . import _hooks, _settings
from ._arrays import ReadOnlyArray
from ._hooks import DriverInUse, UnsupportedCuTile
from ._program import UnsupportedArgument
from ._settings import Settings

__all__ = ["DriverInUse", "ReadOnlyArray", "Settings", "UnsupportedArgument", "UnsupportedCuTile", "cpu"]


class cpu:
    """A session in which cuTile launches kernels on the CPU; options are those of `Settings`.

    Sessions nest; the innermost one counts, for all threads of the process.
    """

    def __init__(self, *, settings: Settings | None = None, **options: Any) -> None:
        self.settings = Settings(**options) if settings is None else settings
        self._pretence: Any = None

    @property
    def findings(self) -> list[Any]:
        """What the sanitizer found so far."""
        return self.settings.findings

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
