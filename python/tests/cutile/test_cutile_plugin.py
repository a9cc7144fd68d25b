"""The pytest plugin, in processes of its own: findings fail the tests that launched them, and each option does something."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ET
from importlib.util import find_spec
from pathlib import Path

import programs
import pytest

assert programs.ct, "these tests are skipped without cuTile"

HERE = Path(__file__).parent

SUITE = f"""
import subprocess, sys
sys.path.insert(0, {str(HERE)!r})
import numpy as np, pytest
import cuda.tile as ct, programs

def race():
    ct.launch(0, (4,), programs.race, (np.zeros(1, np.int32), np.zeros(4, np.int32)))

def beyond():
    ct.launch(0, (5,), programs.beyond, (np.zeros(16, np.float32), np.zeros(64, np.float32), 16))
"""

RACES = """
def test_race():
    race()

def test_fine():
    x = np.zeros(64, np.float32)
    ct.launch(0, (1,), programs.add, (x, x, np.zeros(64, np.float32), 64))

def test_child():
    subprocess.run([sys.executable, "-c", "import test_suite; test_suite.race()"], check=True)

@pytest.fixture
def racing():
    race()

def test_fixture(racing):
    pass

@pytest.mark.tilewright(allow=["E0571"])
def test_allowed():
    race()

@pytest.mark.tilewright(sanitize=False)
def test_not_sanitized():
    race()

@pytest.mark.xfail(strict=True)
def test_expected():
    race()

def test_own_session():
    from tilewright import cutile
    with cutile.cpu(sanitize=True) as session:
        race()
    assert session.findings
"""


def run(folder: Path, tests: str, *words: str) -> tuple[subprocess.CompletedProcess[str], dict[str, ET.Element]]:
    """Runs a suite; returns how it ended, and its tests by name."""
    (folder / "test_suite.py").write_text(SUITE + tests)
    report = folder / "report.xml"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--junitxml={report}", *words, "."]
    ran = subprocess.run(command, capture_output=True, text=True, cwd=folder, timeout=240, check=False)
    cases = ET.parse(report).iter("testcase") if report.exists() else ()
    return ran, {case.attrib["name"]: case for case in cases}


def failed(cases: dict[str, ET.Element]) -> set[str]:
    """The names of tests that failed, in whatever phase."""
    return {name for name, case in cases.items() if case.find("failure") is not None or case.find("error") is not None}


@pytest.mark.parametrize("workers", [[], ["-n2"]], ids=["alone", "xdist"])
def test_findings_fail_the_tests_that_launched_them(tmp_path: Path, workers: list[str]) -> None:
    if workers and find_spec("xdist") is None:
        pytest.skip("needs pytest-xdist")
    ran, cases = run(tmp_path, RACES, "--cutile-cpu", "--cutile-sanitize", *workers)
    assert ran.returncode == 1, ran.stdout + ran.stderr
    assert len(cases) == 8 and failed(cases) == {"test_race", "test_child", "test_fixture"}, ran.stdout
    assert "findings in kernels that this test launched" in ran.stdout
    assert "seen = ct.load(x, index=(0,), shape=(1,))" in ran.stdout, "the line is shown"
    values = [found.attrib["value"] for found in cases["test_child"].iter("property")]
    assert values and all(value.startswith("E0571 at ") and "programs.py:" in value for value in values)
    assert not list(cases["test_fine"].iter("property"))


def test_without_the_sanitizer_a_race_is_not_looked_for(tmp_path: Path) -> None:
    ran, cases = run(tmp_path, "def test_race():\n    race()\n", "--cutile-cpu")
    assert (ran.returncode, failed(cases)) == (0, set()), ran.stdout + ran.stderr


def test_what_is_found_outside_of_tests_fails_the_run(tmp_path: Path) -> None:
    ran, cases = run(tmp_path, "race()\ndef test_nothing():\n    pass\n", "--cutile-cpu", "--cutile-sanitize")
    assert (ran.returncode, failed(cases)) == (1, set()), ran.stdout + ran.stderr
    assert "findings in kernels that no test launched" in ran.stdout and "E0571" in ran.stdout


@pytest.mark.parametrize("words", [["--cutile-sanitize"], ["--cutile-engine=reference"], ["--cutile-tune=full"]], ids=str)
def test_options_without_a_session_are_refused(tmp_path: Path, words: list[str]) -> None:
    ran, _ = run(tmp_path, "def test_nothing():\n    pass\n", *words)
    assert ran.returncode == 4 and "add --cutile-cpu, or leave it out" in ran.stderr, ran.stdout + ran.stderr


def test_options_that_contradict_each_other_are_refused(tmp_path: Path) -> None:
    ran, _ = run(tmp_path, "def test_nothing():\n    pass\n", "--cutile-cpu", "--cutile-target=sm_80")
    assert ran.returncode == 4 and '`target` is an option of the engine "ptx-emu"' in ran.stderr, ran.stderr


OPTIONS = """
from tilewright.cutile import _settings

def test_settings():
    print("settings", _settings.current())

def test_outside():
    beyond()

def test_forever():
    try:
        ct.launch(0, (1,), programs.forever, (np.zeros(1, np.int32),))
    except RuntimeError as error:
        assert "budget" in str(error)

def test_device():
    torch = pytest.importorskip("torch")
    print("capability", torch.cuda.get_device_capability())
"""


def test_the_engine_is_chosen(tmp_path: Path) -> None:
    ran, cases = run(tmp_path, OPTIONS, "--cutile-cpu", "--cutile-engine=reference", "--cutile-steps=10000")
    assert ran.returncode == 1 and failed(cases) == {"test_outside"} and "E0541" in ran.stdout, ran.stdout


def test_target_steps_and_capability_are_passed_on(tmp_path: Path) -> None:
    words = ["--cutile-engine=ptx-emu", "--cutile-target=sm_80", "--cutile-steps=300000", "--cutile-threads=1"]
    ran, cases = run(tmp_path, OPTIONS, "-s", "--cutile-cpu", *words, "--cutile-capability=8.6", "--cutile-tune=first")
    assert (ran.returncode, failed(cases)) == (0, set()), ran.stdout + ran.stderr
    for text in ("target='sm_80'", "steps=300000", "threads=1", "compute_capability=(8, 6)", "tune='first'"):
        assert text in ran.stdout, text


def test_checks_fail_a_test(tmp_path: Path) -> None:
    words = ["--cutile-cpu", "--cutile-engine=ptx-emu", "--cutile-checks"]
    ran, cases = run(tmp_path, "def test_race():\n    race()\n", *words)
    assert failed(cases) == {"test_race"} and "E0880" in ran.stdout, ran.stdout


MARKED = """
@pytest.mark.tilewright(sanitize=True)
def test_sanitized():
    race()

@pytest.mark.tilewright(engine="reference")
def test_reference():
    beyond()

@pytest.mark.tilewright(engine="ptx-emu", target="sm_80", checks=True)
def test_checked():
    race()

@pytest.mark.tilewright(engine="ptx-emu", steps=9000)
def test_steps():
    ct.launch(0, (1,), programs.forever, (np.zeros(1, np.int32),))

@pytest.mark.tilewright(sanitise=True)
def test_misspelled():
    pass

@pytest.mark.tilewright
def test_bare():
    race()
"""


@pytest.mark.parametrize("words", [[], ["--cutile-cpu"]], ids=str)
def test_markers_choose_the_session_of_a_test(tmp_path: Path, words: list[str]) -> None:
    ran, cases = run(tmp_path, MARKED, "--strict-markers", *words)
    assert failed(cases) == set(cases) - {"test_bare"}, ran.stdout + ran.stderr
    assert "there is no option `sanitise`; the options are engine, target, checks, steps, sanitize and allow" in ran.stdout
    for text in ("E0571", "E0541", "E0880", "the budget of 9000 steps"):
        assert text in ran.stdout, text


def test_the_plugin_can_be_named_too(tmp_path: Path) -> None:
    ran, _ = run(tmp_path, "def test_race():\n    race()\n", "-p", "tilewright.cutile.pytest_plugin", "--cutile-cpu")
    assert ran.returncode == 0, ran.stdout + ran.stderr
