"""The plugin that exports modules, in processes of its own: launches are compiled and not executed."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import programs
import pytest

import tilewright

assert programs.ct, "these tests are skipped without cuTile"

HERE = Path(__file__).parent
TOOLS = HERE.parents[1] / "tools"

SUITE = f"""
import sys
sys.path.insert(0, {str(HERE)!r})
import numpy as np
import cuda.tile as ct, programs

def test_results_do_not_matter():
    x, z = np.ones(64, np.float32), np.zeros(64, np.float32)
    ct.launch(0, (1,), programs.add, (x, x, z, 64))
    assert (z == 2).all()
    ct.launch(0, (1,), programs.add, (x, x, z, 32))
    if z.any():
        raise ValueError("a launch was executed")

def test_the_same_kernel_again():
    x = np.ones(64, np.float32)
    ct.launch(0, (1,), programs.add, (x, x, x, 64))

def test_undefined():
    ct.launch(0, (5,), programs.beyond, (np.zeros(16, np.float32), np.zeros(64, np.float32), 16))

def test_search():
    import pytest
    tune = pytest.importorskip("cuda.tile.tune")
    x = np.ones(64, np.float32)
    found = tune.exhaustive_search(
        [16, 8], 0, lambda n: (64 // n,), programs.add, lambda n: (x, x, np.zeros(64, np.float32), n), quiet=True
    )
    if found.best.config != 16:
        raise ValueError("the first configuration is the best")
"""


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Runs the suite with the plugin."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(TOOLS),
        "PYTHONOPTIMIZE": "1",
        "CUTILE_EXPORT": str(folder / "exported"),
    }
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "corpus_export", "--assert=plain"]
    command += ["--cutile-cpu", "--cutile-engine=reference", *words]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=240, check=False)


def exported(folder: Path) -> list[Path]:
    """The modules that a run wrote."""
    return sorted((folder / "exported").iterdir())


@pytest.mark.parametrize("words", [(), ("-n", "2")], ids=["one process", "several"])
def test_launches_are_exported_and_not_executed(tmp_path: Path, words: tuple[str, ...]) -> None:
    (tmp_path / "test_suite.py").write_text(SUITE)
    ran = run(tmp_path, "-k", "not search", *words)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    files = exported(tmp_path)
    assert len(files) == 3, "two constants of one kernel, and another kernel"
    for file in files:
        bytecode = file.read_bytes()
        assert file.name == f"{hashlib.sha256(bytecode).hexdigest()}.tileirbc"
        tilewright.load(file).verify()


def test_a_search_exports_every_configuration(tmp_path: Path) -> None:
    (tmp_path / "test_suite.py").write_text(SUITE)
    ran = run(tmp_path, "-k", "search")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "skipped" in ran.stdout or len(exported(tmp_path)) == 2
