"""A pytest plugin: `pytest --cutile-cpu` runs a test-suite of cuTile without a GPU.

pytest finds it by its entry point. Options are those of `python -m tilewright.cutile`, with `cutile` in front. A finding of
the sanitizer, or of the checks of the emulator, fails the test that launched the kernel, also where a process that the test
started did. A test can have a session of its own: `@pytest.mark.tilewright(sanitize=True, engine="cpu", allow=["E0571"])`.
"""

from __future__ import annotations

import dataclasses
import importlib.util
from collections.abc import Iterator
from typing import Any

import pytest

from . import _children, cpu
from ._settings import ENGINES, Settings, capability, current, is_active, outermost
from ._tuning import MODES, Timings

_session: cpu | None = None

#: Findings that a test has answered for.
_judged_findings: set[int] = set()

#: Options besides `--cutile-cpu`, none of which means anything without it.
_DETAILS = ("engine", "target", "checks", "steps", "sanitize", "capability", "threads", "tune")

#: What the marker takes besides `allow`.
_MARKED = ("engine", "target", "checks", "steps", "sanitize")


def pytest_addoption(parser: Any) -> None:
    """Options of `python -m tilewright.cutile`, with `cutile` in front."""
    group = parser.getgroup("cutile", "cuTile without a GPU (tilewright)")
    add = group.addoption
    add("--cutile-cpu", action="store_true", help="run kernels without a GPU, and let torch take cuda for cpu")
    add("--cutile-engine", choices=ENGINES, help="what executes kernels (default: cpu)")
    add("--cutile-target", metavar="SM", help="what ptx-emu compiles for (default: sm_90a)")
    add("--cutile-checks", action="store_true", help="fail tests whose kernels break a check of the emulator (ptx-emu)")
    add("--cutile-steps", type=int, metavar="N", help="steps that a launch may take (default: no limit)")
    add("--cutile-threads", type=int, metavar="N", help="threads that a launch may use (default: all cores)")
    add("--cutile-tune", choices=MODES, help="how often configurations run in a search (default: quick)")
    add("--cutile-sanitize", action="store_true", help="fail tests whose kernels do something undefined")
    add(
        "--cutile-capability",
        type=capability,
        metavar="X.Y",
        help="compute capability that device queries answer (default: the target's, or 10.0)",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: Any) -> None:
    """Begins a session before the first `conftest.py`, which may ask for devices, is imported."""
    global _session
    options = early_config.known_args_namespace
    if not options.cutile_cpu:
        given = [name for name in _DETAILS if getattr(options, f"cutile_{name}")]
        if given:
            raise pytest.UsageError(
                f"--cutile-{given[0]} is about kernels that run without a GPU; add --cutile-cpu, or leave it out"
            )
        return
    if _session is not None:
        return
    try:
        _session = cpu(
            engine=options.cutile_engine or "cpu",
            target=options.cutile_target,
            checks=options.cutile_checks,
            steps=options.cutile_steps,
            threads=options.cutile_threads,
            tune=options.cutile_tune or "quick",
            sanitize=options.cutile_sanitize,
            pretend_cuda=_has_torch(),
            compute_capability=options.cutile_capability,
        )
    except ValueError as error:
        raise pytest.UsageError(str(error)) from None
    _children.invite(_session.settings)
    _session.__enter__()


def _has_torch() -> bool:
    """Tests that use torch ask it for a GPU; others need no torch."""
    return importlib.util.find_spec("torch") is not None


def pytest_configure(config: Any) -> None:
    """Makes the marker known."""
    config.addinivalue_line(
        "markers",
        "tilewright(sanitize, engine, target, checks, steps, allow): run the test in a session of tilewright.cutile of its "
        "own; `allow` lists the codes of findings that do not fail it",
    )


def pytest_unconfigure(config: Any) -> None:
    """Ends the session."""
    global _session
    if _session is not None:
        _session.__exit__(None, None, None)
        _session = None


def _unanswered() -> list[Any]:
    """What was found outside of all tests, such as while a file of tests was imported."""
    if _session is None:
        return []
    return [finding for finding in _session.findings if id(finding) not in _judged_findings]


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: Any) -> None:
    """Makes the run fail for what was found outside of tests; workers of pytest-xdist tell the process that started them."""
    if _session is None:
        return
    _children.collect(_session.settings)
    found = _unanswered()
    if found and hasattr(session.config, "workerinput"):
        for finding in found:
            _children.report(outermost(), finding)
    elif found and session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Shows what was found outside of tests."""
    found = _unanswered()
    if found:
        terminalreporter.section("findings in kernels that no test launched", red=True)
        for finding in found:
            terminalreporter.line(f"{finding}\n")


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_setup(item: Any) -> Iterator[None]:
    """Judges the fixtures of a test."""
    try:
        _marked(item.get_closest_marker("tilewright"))
    except (TypeError, ValueError) as error:
        outcome = yield
        outcome.force_exception(pytest.fail.Exception(f"@pytest.mark.tilewright: {error}", pytrace=False))
    else:
        yield from _judged(item)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item: Any) -> Iterator[None]:
    """Judges a test."""
    yield from _judged(item)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_teardown(item: Any) -> Iterator[None]:
    """Judges the end of fixtures."""
    yield from _judged(item)


def _judged(item: Any) -> Iterator[None]:
    """Runs a phase of a test in its session; findings make it fail."""
    try:
        own, allowed = _marked(item.get_closest_marker("tilewright"))
    except (TypeError, ValueError):
        # The setup has failed for it.
        yield
        return
    if own is None and _session is None:
        yield
        return
    settings = own.settings if own is not None else _session.settings  # type: ignore[union-attr]
    with _children.reporting(settings):
        _children.collect(settings)
        seen = len(settings.findings)
        if own is None:
            outcome = yield
        else:
            with own:
                outcome = yield
        _children.collect(settings)
        _judged_findings.update(id(finding) for finding in settings.findings[seen:])
        found = [finding for finding in settings.findings[seen:] if finding.code not in allowed]
    _tell(item, outcome, found)


def _marked(marker: Any) -> tuple[cpu | None, tuple[str, ...]]:
    """The session that a marker asks for, if it asks for another one, and the codes that it allows."""
    if marker is None:
        return None, ()
    if marker.args:
        raise TypeError("its options have names, such as `sanitize=True`")
    options = dict(marker.kwargs)
    allowed = tuple(options.pop("allow", ()))
    unknown = sorted(set(options) - set(_MARKED))
    if unknown:
        raise TypeError(f"there is no option `{unknown[0]}`; the options are {', '.join(_MARKED)} and allow")
    if is_active() and not options:
        return None, allowed
    base = current() if is_active() else Settings(pretend_cuda=_has_torch())
    if options.get("engine", base.engine) != base.engine:
        # The target and the checks are those of another engine.
        base = dataclasses.replace(base, engine="cpu", target=None, checks=False)
    if options.keys() & {"engine", "target"}:
        base = dataclasses.replace(base, compute_capability=None)
    fresh: dict[str, Any] = {"findings": [], "kernels": [], "on_finding": None, "report": None, "owner": None}
    fresh["timings"] = Timings()
    own = cpu(settings=dataclasses.replace(base, **options, **fresh))
    return own, allowed


def _tell(item: Any, outcome: Any, found: list[Any]) -> None:
    """Fails the phase with what was found, and writes it into the properties of the test."""
    if not found:
        return
    for finding in found:
        place = f" at {finding.file}:{finding.line}" if finding.file else ""
        item.user_properties.append(("tilewright-finding", f"{finding.code}{place}: {finding.message}"))
    text = "\n\n".join(str(finding) for finding in found)
    try:
        outcome.get_result()
    except BaseException:
        # The test has failed already, perhaps because of what was found.
        item.add_report_section("call", "tilewright", text)
        return
    count = "1 finding" if len(found) == 1 else f"{len(found)} findings"
    failure = pytest.fail.Exception(f"{count} in kernels that this test launched\n\n{text}", pytrace=False)
    outcome.force_exception(failure)
