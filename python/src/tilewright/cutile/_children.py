"""Processes that a script starts take part in its session: they learn of it by environment variables.

`PYTHONPATH` gets the folder `_site`, whose `sitecustomize` Python imports when it starts. What such a process finds, it writes
into a file that the first process reads.
"""

from __future__ import annotations

import atexit
import base64
import contextlib
import json
import os
import pickle
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

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
    "tune",
    "report",
    "owner",
)

#: How much of a report was read, by its path.
_read: dict[str, int] = {}


def _new_report() -> str:
    """A file for the findings of other processes, which goes away with this one."""
    folder = tempfile.mkdtemp(prefix="tilewright-")
    owner = os.getpid()
    # A child that `fork` made runs the same handlers.
    atexit.register(lambda: os.getpid() == owner and shutil.rmtree(folder, ignore_errors=True))
    return str(Path(folder) / "findings")


def invite(settings: Settings) -> None:
    """Lets processes that this one starts from now on join."""
    if settings.report is None:
        settings.report, settings.owner = _new_report(), os.getpid()
    os.environ[_VARIABLE] = json.dumps({name: getattr(settings, name) for name in _OPTIONS})
    known = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    paths = [_SITE, _ROOT, *(path for path in known if path not in ("", _SITE, _ROOT))]
    os.environ["PYTHONPATH"] = os.pathsep.join(paths)


@contextlib.contextmanager
def reporting(settings: Settings) -> Iterator[None]:
    """Lets processes that are started meanwhile join a session, instead of the one that they would join."""
    before = {name: os.environ.get(name) for name in (_VARIABLE, "PYTHONPATH")}
    invite(settings)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def join() -> None:
    """Joins the session of the process that started this one, for good."""
    text = os.environ.get(_VARIABLE)
    if text is None:
        return
    from . import cpu

    options: dict[str, Any] = json.loads(text)
    options["compute_capability"] = tuple(options["compute_capability"])
    cpu(settings=Settings(**options)).__enter__()


def report(settings: Settings, finding: tilewright.Finding) -> None:
    """Tells the process that began a session of a finding, if this is another one."""
    if settings.report is None or settings.owner == os.getpid():
        return
    line = base64.b64encode(pickle.dumps(finding)) + b"\n"
    # One write at the end of the file: lines of several processes do not mix.
    file = os.open(settings.report, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        os.write(file, line)
    finally:
        os.close(file)


def collect(settings: Settings) -> None:
    """Adds what other processes found since the last time to the findings of a session."""
    if settings.report is None or settings.owner != os.getpid() or not os.path.exists(settings.report):
        return
    with open(settings.report, "rb") as file:
        file.seek(_read.get(settings.report, 0))
        for line in file:
            if not line.endswith(b"\n"):
                break
            _read[settings.report] = _read.get(settings.report, 0) + len(line)
            finding = pickle.loads(base64.b64decode(line))
            settings.findings.append(finding)
            if settings.on_finding is not None:
                settings.on_finding(finding)
