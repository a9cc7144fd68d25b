"""Options of `python -m tilewright.cutile` and of `cpu`: each does something."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import programs
import pytest

import tilewright
from tilewright import cutile

ct = programs.ct

HERE = Path(__file__).parent

BEGIN = f"""
import os, sys
sys.path.insert(0, {str(HERE)!r})
import cuda.tile as ct, numpy as np, programs
from tilewright.cutile import _settings
"""

BEYOND = "ct.launch(0, (5,), programs.beyond, (np.zeros(16, np.float32), np.zeros(64, np.float32), 16))\n"
RACE = "ct.launch(0, (4,), programs.race, (np.zeros(1, np.int32), np.zeros(4, np.int32)))\n"
FOREVER = "ct.launch(0, (1,), programs.forever, (np.zeros(1, np.int32),))\n"


def command(folder: Path, script: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Runs a script by the command."""
    (folder / "script.py").write_text(BEGIN + script)
    ran = [sys.executable, "-m", "tilewright.cutile", *words]
    return subprocess.run([*ran, "script.py"], capture_output=True, text=True, cwd=folder, timeout=240, check=False)


def test_the_engine(tmp_path: Path) -> None:
    assert command(tmp_path, BEYOND).returncode == 0
    ran = command(tmp_path, BEYOND, "--engine=reference")
    assert ran.returncode == 1 and "E0541" in ran.stderr, "the reference interpreter does not pad"


def test_the_target_and_the_limit_of_steps(tmp_path: Path) -> None:
    words = ["--engine=ptx-emu", "--target=sm_80", "--steps=5000"]
    ran = command(tmp_path, "print(_settings.current().capability)\n" + FOREVER, *words)
    assert ran.returncode == 1 and "the budget of 5000 steps is used up" in ran.stderr, ran.stderr
    assert ran.stdout == "(8, 0)\n"
    ran = command(tmp_path, BEYOND, "--engine=ptx-emu", "--target=sm_81")
    assert ran.returncode == 2 and "did you mean `sm_80`?" in ran.stderr, ran.stderr


def test_an_unknown_option_of_the_command_names_the_nearest(tmp_path: Path) -> None:
    ran = command(tmp_path, "", "--sanitise")
    assert ran.returncode == 2 and 'unrecognized arguments: --sanitise; did you mean "--sanitize"?' in ran.stderr, ran.stderr


def test_the_checks(tmp_path: Path) -> None:
    ran = command(tmp_path, RACE, "--engine=ptx-emu", "--checks")
    assert ran.returncode == 1 and "E0880" in ran.stderr and "programs.py" in ran.stderr, ran.stderr
    assert command(tmp_path, RACE, "--engine=ptx-emu").returncode == 0


def test_findings_of_processes_that_a_script_starts(tmp_path: Path) -> None:
    child = f"import subprocess\nif len(sys.argv) > 1:\n    {RACE}else:\n    subprocess.run([sys.executable, 'script.py', 'x'], check=True)\n"
    ran = command(tmp_path, child, "--sanitize")
    assert ran.returncode == 1 and "E0571" in ran.stderr, ran.stderr


def test_the_capability(tmp_path: Path) -> None:
    show = "print(_settings.current().capability)\n"
    assert command(tmp_path, show, "--compute-capability=9.0").stdout == "(9, 0)\n"
    assert command(tmp_path, show, "--compute-capability=sm_120").stdout == "(12, 0)\n"
    assert command(tmp_path, show).stdout == "(10, 0)\n"
    ran = command(tmp_path, show, "--compute-capability=new")
    assert ran.returncode == 2 and "write it like `10.0`" in ran.stderr


THREADS = """
a, c = np.zeros(1 << 16, np.float32), np.zeros(1 << 16, np.float32)
ct.launch(0, (1 << 9,), programs.add, (a, a, c, 128))
print(len(os.listdir("/proc/self/task")))
"""


@pytest.mark.skipif(not Path("/proc/self/task").exists() or (os.cpu_count() or 1) < 2, reason="counts threads of Linux")
def test_the_number_of_threads(tmp_path: Path) -> None:
    # NumPy's libraries may have threads of their own.
    alone = int(command(tmp_path, THREADS, "--threads=1").stdout)
    assert int(command(tmp_path, THREADS).stdout) > alone


def test_a_module_instead_of_a_script(tmp_path: Path) -> None:
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "__main__.py").write_text(BEGIN + "print(__package__)\n" + BEYOND)
    words = [sys.executable, "-m", "tilewright.cutile", "-m", "package"]
    ran = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, timeout=240, check=False)
    assert (ran.returncode, ran.stdout) == (0, "package\n"), ran.stderr


def test_torch_may_ask_for_a_gpu(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    script = "import torch\nprint(torch.zeros(2, device='cuda').is_cuda)\n"
    assert command(tmp_path, script, "--pretend-cuda").stdout == "True\n"
    assert command(tmp_path, script).returncode == 1


def test_how_long_searches_last(tmp_path: Path) -> None:
    assert command(tmp_path, "print(_settings.current().tune)\n", "--tune=full").stdout == "full\n"
    assert command(tmp_path, "print(_settings.current().tune)\n").stdout == "quick\n"


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"target": "sm_80"}, '`target` is an option of the engine "ptx-emu"'),
        ({"checks": True}, '`checks` is an option of the engine "ptx-emu"'),
        ({"engine": "ptx-emu", "checks": True, "sanitize": True}, "choose one"),
        ({"engine": "ptx-emu", "target": "hopper"}, "did you mean `sm_90a`?"),
        ({"engine": "refrence"}, 'did you mean "reference"?'),
        ({"engine": "cuda", "target": "sm_90a"}, '`target` is an option of the engine "ptx-emu"'),
        ({"steps": 0}, "`steps` is a number from 1 on, or None for no limit, not 0"),
        ({"threads": "two"}, "`threads` is a number from 1 on, or None for no limit, not 'two'"),
        ({"tune": "ful"}, 'there is no tune \'ful\'; did you mean "full"?; use "first", "quick" or "full"'),
    ],
    ids=str,
)
def test_options_that_do_not_fit(options: dict, text: str, tmp_path: Path) -> None:
    with pytest.raises(tilewright.ArgumentError) as caught:
        cutile.cpu(**options)
    assert text in str(caught.value)


def test_the_command_refuses_what_a_session_refuses(tmp_path: Path) -> None:
    ran = command(tmp_path, BEYOND, "--target=sm_80")
    assert ran.returncode == 2 and "`target` is an option of the engine" in ran.stderr, ran.stderr


@pytest.mark.parametrize("how", [{}, {"engine": "reference"}, {"sanitize": True}, {"engine": "ptx-emu"}], ids=str)
def test_the_limit_of_steps_holds_on_every_engine(how: dict) -> None:
    with cutile.cpu(steps=20_000, **how) as session:
        try:
            ct.launch(0, (1,), programs.forever, (np.zeros(1, np.int32),))
        except tilewright.TrapError as error:
            assert "budget" in str(error)
        else:
            assert how == {"sanitize": True} and session.findings, "the sanitizer says that the block waits in vain"


def test_the_number_of_multiprocessors() -> None:
    from tilewright.cutile import _driver

    with cutile.cpu(multiprocessors=7):
        import ctypes

        count = ctypes.c_int()
        _driver.cuDeviceGetAttribute(ctypes.addressof(count), _driver.MULTIPROCESSOR_COUNT, 0)
        assert count.value == 7


def test_arrays_that_do_not_go_forward_are_refused_before_anything_runs() -> None:
    x, out = np.arange(64, dtype=np.float32), np.zeros(64, np.float32)
    for how in ({}, {"engine": "reference"}, {"engine": "ptx-emu"}, {"sanitize": True}):
        with cutile.cpu(**how), pytest.raises(tilewright.ArgumentError, match=r"array 2 .* a stride of -1 elements along axis 0"):
            ct.launch(0, (4,), programs.add, (x, x[::-1], out, 16))
    with cutile.cpu():
        ct.launch(0, (1,), programs.beyond, (x[:1][::-1], out, 16))
    assert out[0] == 1, "one element has no direction"


def test_read_only_arrays_are_taken_where_the_kernel_only_reads() -> None:
    a, c = np.arange(64, dtype=np.float32), np.zeros(64, np.float32)
    a.flags.writeable = False
    for how in ({}, {"engine": "reference"}, {"engine": "ptx-emu"}, {"sanitize": True}):
        c[:] = 0
        with cutile.cpu(**how):
            ct.launch(0, (4,), programs.add, (a, np.broadcast_to(a, (64,)), c, 16))
            np.testing.assert_array_equal(c, a * 2)
            with pytest.raises(cutile.ReadOnlyArray, match=r"may write array 3 .* pass a copy \(`array.copy\(\)`\)"):
                ct.launch(0, (4,), programs.add, (c, c, a, 16))
    np.testing.assert_array_equal(a, np.arange(64))


def test_read_only_arrays_of_narrow_types() -> None:
    narrow = pytest.importorskip("ml_dtypes")
    a, c = np.arange(64).astype(narrow.bfloat16), np.zeros(64, narrow.bfloat16)
    a.flags.writeable = False
    with cutile.cpu():
        ct.launch(0, (4,), programs.add, (a, a, c, 16))
    np.testing.assert_array_equal(c, a + a)


def test_excerpts_underline_the_whole_expression() -> None:
    with cutile.cpu(sanitize=True) as session:
        ct.launch(0, (4,), programs.race, (np.zeros(1, np.int32), np.zeros(4, np.int32)))
    text = str(session.findings[0])
    line = text.splitlines().index(next(row for row in text.splitlines() if "seen = ct.load" in row))
    shown, carets = text.splitlines()[line : line + 2]
    first, last = carets.index("^"), carets.rindex("^")
    assert shown[first : last + 1] == "ct.load(x, index=(0,), shape=(1,))"
    assert session.findings[0].column == 12
