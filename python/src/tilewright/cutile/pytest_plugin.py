"""A pytest plugin: `pytest -p tilewright.cutile.pytest_plugin --cutile-cpu` runs a test-suite of cuTile on the CPU."""

from __future__ import annotations

from typing import Any

import pytest

from . import _children, cpu
from ._settings import ENGINES

_session: cpu | None = None


def pytest_addoption(parser: Any) -> None:
    """Options of `python -m tilewright.cutile`, with `cutile` in front."""
    group = parser.getgroup("cutile", "cuTile on the CPU (tilewright)")
    group.addoption("--cutile-cpu", action="store_true", help="run kernels on the CPU, and let torch take cuda for cpu")
    group.addoption("--cutile-engine", default="cpu", choices=ENGINES, help="what executes kernels")
    group.addoption("--cutile-target", metavar="SM", help="what ptx-emu compiles for (default: sm_90a)")
    group.addoption("--cutile-checks", action="store_true", help="run kernels on ptx-emu under the checks of the emulator")
    group.addoption("--cutile-steps", type=int, metavar="N", help="steps that a launch may take (default: no limit)")
    group.addoption("--cutile-sanitize", action="store_true", help="fail tests whose kernels do something undefined")
    group.addoption(
        "--cutile-capability", metavar="X.Y", help="compute capability that device queries answer (default: the target's, or 10.0)"
    )


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: Any) -> None:
    """Begins a session before the first `conftest.py`, which may ask for devices, is imported."""
    global _session
    options = early_config.known_args_namespace
    if not options.cutile_cpu or _session is not None:
        return
    capability = options.cutile_capability
    _session = cpu(
        engine=options.cutile_engine,
        target=options.cutile_target,
        checks=options.cutile_checks,
        steps=options.cutile_steps,
        sanitize=options.cutile_sanitize,
        pretend_cuda=True,
        compute_capability=None if capability is None else tuple(int(part) for part in capability.split(".")),
    )
    _children.invite(_session.settings)
    _session.__enter__()


def pytest_unconfigure(config: Any) -> None:
    """Ends the session."""
    global _session
    if _session is not None:
        _session.__exit__(None, None, None)
        _session = None
