"""Compiling cuTile kernels: without a launch, and what sessions keep of those that were launched."""

from __future__ import annotations

import os
import shutil
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


def arrays() -> tuple[np.ndarray, ...]:
    """What `add` takes."""
    return tuple(np.zeros(64, np.float32) for _ in range(3))


@pytest.mark.parametrize("target", ["sm_80", "sm_90a", "sm_120a"])
def test_a_kernel_compiles_for_a_target_without_a_launch(target: str) -> None:
    a, b, c = arrays()
    a[:] = 1
    made = cutile.compile(programs.add, target, (a, b, c, 16))
    assert made.target == target and f".target {target}" in made.ptx
    assert "load_view_tko" in made.text("cuda_tile") or "load_ptr_tko" in made.text("cuda_tile")
    assert not c.any(), "nothing ran"
    wider = cutile.compile(programs.add, target, (a, b, c, 32))
    assert wider.ptx != made.ptx, "constants are part of what is compiled"


def test_kernels_have_a_method_in_sessions() -> None:
    with cutile.cpu() as session:
        made = programs.add.compile("sm_90a", (*arrays(), 16))
        assert made.ptx == cutile.compile(programs.add, "sm_90a", (*arrays(), 16)).ptx
        assert session.kernels == [], "nothing was launched"


def test_sessions_keep_the_kernels_that_they_launched() -> None:
    with cutile.cpu(compute_capability=(9, 0)) as session:
        assert repr(session) == '<tilewright.cutile.cpu on "cpu": 0 kernels, 0 findings>'
        a, b, c = arrays()
        fresh = ct.kernel(programs.add._pyfunc)
        ct.launch(0, (4,), fresh, (a, b, c, 16))
        ct.launch(0, (4,), fresh, (a, b, c, 16))
    [kernel] = session.kernels
    assert repr(session) == '<tilewright.cutile.cpu on "cpu": 1 kernel, 0 findings>'
    assert kernel.bytecode.startswith(b"\x7fTileIR") and kernel.module.entries[0].name == kernel.entry
    assert kernel.target == "sm_90a" and ".target sm_90a" in kernel.ptx
    assert ".target sm_80" in kernel.compile("sm_80").ptx
    assert kernel.entry in repr(kernel) and "for sm_90a" in repr(kernel)


def test_a_later_session_has_the_kernels_that_an_earlier_one_compiled() -> None:
    a, b, c = arrays()
    with cutile.cpu():
        ct.launch(0, (4,), programs.add, (a, b, c, 16))
    for engine in ("reference", "ptx-emu"):
        with cutile.cpu(engine=engine) as session:
            ct.launch(0, (4,), programs.add, (a, b, c, 16))
            ct.launch(0, (4,), programs.add, (a, b, c, 16))
        [kernel] = session.kernels
        assert kernel.target == ("sm_90a" if engine == "ptx-emu" else "sm_100a") and kernel.ptx


def test_remarks_name_the_arrays_of_the_kernel() -> None:
    a, b, c = arrays()
    made = cutile.compile(programs.add, "sm_90a", (a[1:], b, c, 16))
    [narrow] = [remark for remark in made.remarks if remark.name == "RemarkAccessNotVectorized"]
    assert "cannot prove that `a` is aligned to 16 bytes and that `a.shape[0]` is a multiple of 4" in narrow.message
    remedy = dict(narrow.args)["Help"]
    assert "the base address of `a` is a multiple of 16 bytes" in remedy and "`a.shape[0]` is a multiple of 4" in remedy
    with cutile.cpu() as session:
        ct.launch(0, (4,), programs.add, (a, b, c, 16))
    names = [param.name for param in session.kernels[0].module.entries[0].params]
    assert names == ["a", None, None, "b", None, None, "c", None, None]


def test_a_target_that_is_none_names_the_nearest() -> None:
    with pytest.raises(tilewright.ArgumentError, match="did you mean `sm_90a`"):
        cutile.compile(programs.add, "sm_91", (*arrays(), 16))


def test_options_of_sessions_have_names() -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'sanitise'. Did you mean 'sanitize'?"):
        cutile.cpu(sanitise=True)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="unexpected keyword argument 'engin'. Did you mean 'engine'?"):
        cutile.Settings(engin="cpu")  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"engine": "ptxemu"}, 'there is no engine \'ptxemu\'; did you mean "ptx-emu"'),
        ({"tune": "quik"}, 'there is no tune \'quik\'; did you mean "quick"'),
        ({"engine": "ptx-emu", "target": "sm_9"}, "did you mean `sm_90a`"),
        ({"sanitize": "races"}, "`sanitize` is True or False, not 'races'"),
        ({"on_finding": "print"}, "'print' cannot be called"),
        ({"threads": 0}, "`threads` is a number from 1 on, or None for no limit, not 0"),
    ],
)
def test_a_value_that_an_option_cannot_have_is_refused(options: dict[str, object], said: str) -> None:
    with pytest.raises(tilewright.ArgumentError, match=said):
        cutile.cpu(**options)  # type: ignore[arg-type]


COMPILE = f"""
import sys
sys.path.insert(0, {str(HERE)!r})
FIRST
import numpy as np, programs
import tilewright.cutile
a = np.zeros(64, np.float32)
print(programs.add.compile("sm_80", (a, a, a, 16)).target)
"""


@pytest.mark.parametrize("first", ["import cuda.tile", "import tilewright.cutile"])
def test_kernels_compile_before_the_first_session(first: str) -> None:
    script = COMPILE.replace("FIRST", first)
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert ran.stdout == "sm_80\n", ran.stderr


#: A driver without a GPU, which adds one to eight floats: it knows one kernel, and not this one.
DRIVER = HERE.parents[2] / "crates" / "cli" / "tests" / "cuda" / "driver.c"

ON_GPU = f"""
import sys
sys.path.insert(0, {str(HERE)!r})
import numpy as np, programs, tilewright
from tilewright import cutile
a, calls = np.zeros(64, np.float32), sys.argv[1]
with cutile.cpu(engine="cuda") as session:
    print(session, session.settings.capability)
    try:
        programs.ct.launch(0, (4,), programs.add, (a, a, a, 16))
    except tilewright.LaunchError as error:
        print("the code lacks the entry" in str(error), "load" in open(calls).read())
"""


def test_the_engine_of_gpus(tmp_path: Path) -> None:
    environment = {**os.environ, "TILEWRIGHT_LIBCUDA": str(tmp_path / "none")}
    script = [sys.executable, "-c", ON_GPU, str(tmp_path / "calls")]
    ran = subprocess.run(script, capture_output=True, text=True, check=False, env=environment)
    assert "LaunchError: error[E0715]: there is no GPU to run on" in ran.stderr and "`ptx-emu`" in ran.stderr, ran.stderr
    if shutil.which("cc") is None:
        pytest.skip("there is no compiler of C")
    library = tmp_path / "libcuda.so.1"
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, DRIVER], check=True)
    environment |= {"TILEWRIGHT_LIBCUDA": str(library), "CALLS": str(tmp_path / "calls"), "TILEWRIGHT_PTXAS": "/nonexistent"}
    ran = subprocess.run(script, capture_output=True, text=True, check=False, env=environment)
    assert ran.stdout == '<tilewright.cutile.cpu on "cuda": 0 kernels, 0 findings> (9, 0)\nTrue True\n', ran.stderr


LAUNCH = f"""
import sys
sys.path.insert(0, {str(HERE)!r})
import numpy as np, programs
from tilewright import cutile
a = np.zeros(64, np.float32)
BEFORE
programs.ct.launch(0, (4,), programs.add, (a, a, a, 16))
"""


@pytest.mark.parametrize("before", ["", "with cutile.cpu(): pass"], ids=["no session", "ended"])
def test_without_a_session_the_error_names_it(before: str) -> None:
    script = LAUNCH.replace("BEFORE", before)
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    if not before and ran.returncode == 0:
        pytest.skip("this machine has a driver")
    assert ran.returncode == 1 and "NoSession" in ran.stderr, ran.stderr
    assert "with tilewright.cutile.cpu():" in ran.stderr
