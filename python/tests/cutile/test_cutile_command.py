"""`python -m tilewright.cutile`, and the pytest plugin, in processes of their own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import programs
import pytest

assert programs.ct, "these tests are skipped without cuTile"

HERE = Path(__file__).parent

SCRIPT = f"""
import sys
sys.path.insert(0, {str(HERE)!r})
import cuda.tile as ct, numpy as np, programs
x, out = np.zeros(1, np.int32), np.zeros(4, np.int32)
ct.launch(0, (4,), programs.race, (x, out))
print(sys.argv[1:], out.dtype)
"""


def command(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Runs Python."""
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, cwd=cwd, timeout=240, check=False)


@pytest.fixture
def script(tmp_path: Path) -> Path:
    """A script with a race."""
    path = tmp_path / "script.py"
    path.write_text(SCRIPT)
    return path


def test_a_script_runs_with_its_arguments(script: Path) -> None:
    ran = command("-m", "tilewright.cutile", "--engine=reference", "script.py", "--more", "words", cwd=script.parent)
    assert (ran.returncode, ran.stdout) == (0, "['--more', 'words'] int32\n"), ran.stderr


def test_findings_are_printed_and_make_the_exit_code_1(script: Path) -> None:
    ran = command("-m", "tilewright.cutile", "--sanitize", "script.py", cwd=script.parent)
    assert ran.returncode == 1, ran.stderr
    assert "programs.py" in ran.stderr and "E05" in ran.stderr


def test_a_script_without_the_command_says_what_is_missing(script: Path) -> None:
    ran = command("script.py", cwd=script.parent)
    assert ran.returncode == 1
    assert "libcuda" in ran.stderr or "CUDA" in ran.stderr


def test_the_plugin_runs_a_suite_and_the_processes_it_starts(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    (tmp_path / "test_suite.py").write_text(
        f"""
import subprocess, sys
sys.path.insert(0, {str(HERE)!r})
CHILD = "import sys; sys.path.insert(0, {str(HERE)!r}); import test_suite as t; t.test_add()"

def test_add():
    import cuda.tile as ct, torch, programs
    a, c = torch.arange(64.0, device="cuda"), torch.zeros(64, device="cuda")
    ct.launch(torch.cuda.current_stream(), (4,), programs.add, (a, a, c, 16))
    assert torch.equal(c, a * 2)

def test_child():
    subprocess.run([sys.executable, "-c", CHILD], check=True)
"""
    )
    ran = command("-m", "pytest", "-q", "-p", "tilewright.cutile.pytest_plugin", "--cutile-cpu", ".", cwd=tmp_path)
    assert ran.returncode == 0, ran.stdout + ran.stderr
