"""Processes that a script starts take part in its session: they learn of it by environment variables.

`PYTHONPATH` gets the folder `_site`, whose `sitecustomize` Python imports when it starts.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import tilewright

from ._settings import Settings

_VARIABLE = "TILEWRIGHT_CUTILE_SESSION"
_SITE = str(Path(__file__).resolve().parent / "_site")
_ROOT = str(Path(tilewright.__file__).resolve().parent.parent)

#: Options that processes take over from the one that started them.
_OPTIONS = (
    "engine",
    "target",
    "checks",
    "steps",
    "sanitize",
    "pretend_cuda",
    "compute_capability",
    "multiprocessors",
    "threads",
)


def invite(settings: Settings) -> None:
    """Lets processes that this one starts from now on join."""
    os.environ[_VARIABLE] = json.dumps({name: getattr(settings, name) for name in _OPTIONS})
    known = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    paths = [_SITE, _ROOT, *(path for path in known if path not in ("", _SITE, _ROOT))]
    os.environ["PYTHONPATH"] = os.pathsep.join(paths)


def join() -> None:
    """Joins the session of the process that started this one, for good."""
    text = os.environ.get(_VARIABLE)
    if text is None:
        return
    from . import cpu

    options = json.loads(text)
    options["compute_capability"] = tuple(options["compute_capability"])
    cpu(**options).__enter__()
