"""Compiling in process: PTX, machine code, levels, remarks, metadata; counters, optimisation, layout; the command."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import threading
from pathlib import Path

import numpy as np
import pytest

import tilewright
from conftest import add

LEVELS = {"cuda_tile": "cuda_tile.module", "tileaa": "tileaa.module", "tileas": "tileas.module", "nvvm": "nvvm.module", "ptx": ".version"}
REPOSITORY = Path(__file__).parents[2]


def assembler() -> Path:
    """`ptxas`, or the test is skipped."""
    environment = os.environ.get("TILEWRIGHT_VENV", str(REPOSITORY / ".venv"))
    folders = sorted(Path(environment).glob("lib/python3*/site-packages/nvidia/cu*/bin"))
    for path in [*(folder / "ptxas" for folder in folders), Path(shutil.which("ptxas") or "ptxas")]:
        if path.is_file():
            return path
    assert os.environ.get("TILEWRIGHT_REQUIRE_TOOLS") != "1", "there is no ptxas"
    pytest.skip("there is no ptxas")


def test_ptx_levels_and_metadata() -> None:
    made = add().compile("sm_90a")
    assert made.target == "sm_90a" and ".visible .entry add(" in made.ptx
    for level, begins in LEVELS.items():
        assert begins in made.text(level), level
    assert made.text("ptx") == made.ptx
    [kernel] = made.metadata["kernels"]
    assert kernel["name"] == "add" and kernel["block"] == 128 and len(kernel["parameters"]) == 4
    assert repr(made) == "<tilewright.Compiled for sm_90a: `add` of 128 threads>"


def test_each_option_does_something() -> None:
    made = add().compile("sm_80", warps=2, line_info=True)
    assert made.metadata["kernels"][0]["block"] == 64
    assert '.file 1 "add.mlir"' in made.ptx
    assert ".loc" not in add().compile("sm_80").ptx
    assert add().compile("sm_80", ptxas=assembler(), opt_level=0).cubin != add().compile("sm_80", ptxas=assembler()).cubin


def test_remarks_say_what_was_done_and_where() -> None:
    remarks = add().compile("sm_90a").remarks
    threads = next(remark for remark in remarks if remark.name == "RemarkThreadBlock")
    assert (threads.kind, threads.category, threads.function) == ("analysis", "resources", "add")
    assert ("Warps", "4") in threads.args and threads.file == "add.mlir" and threads.line == 3
    assert str(threads).startswith("add.mlir:3:3: analysis: A thread block computes a tile block")


def test_what_levels_and_bytecode_compile_to(tmp_path: Path) -> None:
    module = add()
    made = module.compile("sm_100a")
    for level in ("tileaa", "tileas", "nvvm"):
        path = tmp_path / f"add.{level}"
        path.write_text(made.text(level))
        lower = tilewright.compile(path, "sm_100a")
        assert lower.ptx == made.ptx, level
        with pytest.raises(tilewright.ArgumentError, match=f"the program is of the level `{level}`"):
            lower.text("cuda_tile")
    assert tilewright.compile(module.bytecode(), "sm_100a").ptx == made.ptx
    assert tilewright.compile(module, "sm_100a").ptx == made.ptx
    assert set(tilewright.targets()) >= {"sm_80", "sm_90a", "sm_100a", "sm_120a"}


def test_machine_code_is_made_when_it_is_asked_for(tmp_path: Path) -> None:
    made = add().compile("sm_90a", ptxas=assembler())
    assert made.cubin.startswith(b"\x7fELF") and made.cubin is not None
    assert made.warnings == ()
    missing = add().compile("sm_90a", ptxas=tmp_path / "ptxas")
    assert "add" in missing.ptx, "PTX needs no assembler"
    with pytest.raises(tilewright.CompileError, match="pip install nvidia-cuda-nvcc") as caught:
        missing.cubin
    assert caught.value.diagnostics[0].code == "E0711"


def test_what_cannot_be_compiled_says_what_to_do() -> None:
    with pytest.raises(tilewright.ArgumentError, match="did you mean `sm_90a`") as caught:
        add().compile("sm_91")
    assert caught.value.diagnostics[0].code == "E0942"
    with pytest.raises(tilewright.ArgumentError, match="did you mean `tileas`"):
        add().compile("sm_80").text("tilas")
    with pytest.raises(tilewright.ArgumentError, match="the levels are 0 to 3"):
        add().compile("sm_80", opt_level=4)
    with pytest.raises(tilewright.ArgumentError, match="has 1 to 32 warps; `warps` is 33"):
        add().compile("sm_80", warps=33)
    with pytest.raises(tilewright.ParseError):
        tilewright.compile(b"nvvm.module @m {", "sm_80")
    with pytest.raises(tilewright.ParseError):
        tilewright.compile(b"\xff\xfe", "sm_80")
    with pytest.raises(FileNotFoundError):
        tilewright.compile("no/such/file.mlir", "sm_80")
    wide = add().text().replace("128", "1048576")
    with pytest.raises(tilewright.CompileError, match="wide.mlir"):
        tilewright.compile(wide.encode(), "sm_80", name="wide.mlir")


def test_threads_compile_at_once() -> None:
    expected = {target: add().compile(target).ptx for target in ("sm_80", "sm_90a", "sm_120a")}
    wrong = []

    def work() -> None:
        for target, ptx in expected.items():
            made = add().compile(target)
            if made.ptx != ptx or made.text("nvvm") != add().compile(target).text("nvvm"):
                wrong.append(target)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_counters(arrays: tuple[np.ndarray, np.ndarray, np.ndarray]) -> None:
    x, y, z = arrays
    counters = tilewright.count(add(), 3, {"x": x, "y": y, "z": z, "n": 300}, target="sm_80")
    np.testing.assert_array_equal(z, x + y)
    assert counters.numbers["classes"] and str(counters) == counters.table
    assert "classes" in repr(counters)
    with pytest.raises(tilewright.LaunchError, match='prepared for `cpu`'):
        add().kernel().count(3, (x, y, z, 300))


def test_optimising() -> None:
    text = add().text().replace("entry @add", "entry @unused() {\n    %c = constant <i32: 1> : tile<i32>\n    return\n  }\n  entry @add")
    module = tilewright.parse(text)
    assert "constant <i32: 1>" not in module.optimize().text()
    assert "constant <i32: 1>" not in module.optimize("dce").text() and module.text() != module.optimize().text()
    with pytest.raises(tilewright.ArgumentError, match="did you mean `canonicalize`"):
        module.optimize("canonicalise")


def test_layout_of_text() -> None:
    text = "cuda_tile.module @m { // empty\n}"
    assert tilewright.format(text) == "cuda_tile.module @m { // empty\n}\n"
    with pytest.raises(tilewright.ParseError, match="wrong.mlir"):
        tilewright.format("cuda_tile.module {", "wrong.mlir")


def run(*words: str) -> subprocess.CompletedProcess[str]:
    """The command, as a module."""
    return subprocess.run([sys.executable, "-m", "tilewright", *words], capture_output=True, text=True, check=False)


def test_the_command(tmp_path: Path) -> None:
    path = tmp_path / "add.mlir"
    path.write_text(add().text())
    made = run("compile", str(path), "--target=sm_80")
    assert made.returncode == 0 and made.stdout == add().compile("sm_80").ptx, made.stderr
    assert run("check", str(tmp_path / "no.mlir")).returncode == 2
    assert "Usage: tilewright" in run("--help").stdout
    script = Path(sysconfig.get_path("scripts")) / "tilewright"
    if script.exists():
        assert subprocess.run([script, "targets"], capture_output=True, check=False).returncode == 0
