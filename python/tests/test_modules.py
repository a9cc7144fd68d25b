"""Modules: text, bytecode, entries, errors, pickles, notebooks."""

from __future__ import annotations

import pickle

import pytest

import tilewright
from conftest import add

EMPTY = "cuda_tile.module @m { entry @k() { return } }"


def test_text_and_bytecode_lead_back() -> None:
    module = add()
    again = tilewright.load(module.bytecode())
    assert again.bytecode() == module.bytecode()
    assert tilewright.parse(module.text()).text() == module.text() == str(module)
    assert module.bytecode("13.4") != module.bytecode("13.1")


def test_load_takes_paths_and_bytes(tmp_path) -> None:
    text, bytecode = tmp_path / "k.mlir", tmp_path / "k.tileirbc"
    text.write_text(EMPTY)
    bytecode.write_bytes(tilewright.parse(EMPTY).bytecode())
    for source in (text, str(text), bytecode, text.read_bytes(), bytearray(bytecode.read_bytes()), memoryview(b"" + text.read_bytes())):
        assert [entry.name for entry in tilewright.load(source).entries] == ["k"]
    with pytest.raises(FileNotFoundError):
        tilewright.load(tmp_path / "missing")


def test_entries_have_names_and_types() -> None:
    (entry,) = add("bf16").entries
    assert entry.name == "add"
    assert [(param.name, param.type) for param in entry.params] == [
        ("x", "ptr<bf16>"),
        ("y", "ptr<bf16>"),
        ("z", "ptr<bf16>"),
        ("n", "i32"),
    ]
    assert [param.written for param in add().kernel().params] == [False, False, True, False]


def test_all_errors_of_a_text_come_with_places() -> None:
    with pytest.raises(tilewright.ParseError) as caught:
        tilewright.parse("cuda_tile.module @m {\n entry @k() { retrun }\n entry @l() { %x = nothing\n return }\n}", "k.mlir")
    error = caught.value
    assert isinstance(error, (tilewright.Error, ValueError))
    first = error.diagnostics[0]
    assert (first.code, first.file, first.line, first.column, first.severity) == ("E0104", "k.mlir", 2, 15, "error")
    assert "did you mean `return`?" in first.help
    assert "--> k.mlir:2:15" in str(error) and "^^^^^^" in str(error)
    assert "<pre" in error._repr_html_()


def test_verification_says_what_is_wrong() -> None:
    text = """cuda_tile.module @m {
  entry @k(%x: tile<f32>) {
    %y = assume div_by<16>, %x : tile<f32>
    return
  }
}"""
    module = tilewright.parse(text, "k.mlir")
    with pytest.raises(tilewright.VerifyError, match="k.mlir:3"):
        module.verify()
    with pytest.raises(tilewright.VerifyError):
        module.kernel()
    add().verify()


@pytest.mark.parametrize("data", [b"\x7fTileIR\0", b"\x7fTileIR\0" + bytes(40), add().bytecode()[:-9]])
def test_broken_bytecode_is_an_error(data: bytes) -> None:
    with pytest.raises(tilewright.BytecodeError):
        tilewright.load(data)


def test_newer_bytecode_is_named() -> None:
    data = bytearray(add().bytecode())
    data[9] = 99
    with pytest.raises(tilewright.BytecodeError, match="99"):
        tilewright.load(data)


def test_bytes_that_are_nothing_are_an_error() -> None:
    with pytest.raises(tilewright.ParseError, match="neither bytecode"):
        tilewright.load(b"\xff\xfe")


def test_unknown_versions_and_engines_name_the_known_ones() -> None:
    with pytest.raises(tilewright.ArgumentError, match='"13.1", "13.2", "13.3", "13.4", "13.5"'):
        add().bytecode("14.0")
    with pytest.raises(tilewright.ArgumentError, match='"cpu", "reference", "ptx-emu", "cuda"'):
        add().kernel(engine="gpu")
    with pytest.raises(tilewright.LaunchError, match="its entries are `add`"):
        add().kernel("sub")


def test_a_machine_without_a_gpu_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEWRIGHT_LIBCUDA", "/nonexistent/libcuda.so")
    with pytest.raises(tilewright.LaunchError, match="there is no GPU to run on"):
        add().kernel("add", engine="cuda")


def test_pickles_keep_everything() -> None:
    module = add()
    for again in (pickle.loads(pickle.dumps(module)), pickle.loads(pickle.dumps(tilewright.load(module.bytecode())))):
        assert again.bytecode() == module.bytecode()
    kernel = pickle.loads(pickle.dumps(module.kernel("add", engine="reference")))
    assert (kernel.entry, kernel.engine) == ("add", "reference")
    with pytest.raises(tilewright.ParseError) as caught:
        tilewright.parse("nothing")
    again = pickle.loads(pickle.dumps(caught.value))
    assert type(again) is tilewright.ParseError
    assert (str(again), again.diagnostics) == (str(caught.value), caught.value.diagnostics)


def test_notebooks_show_modules() -> None:
    module = add()
    assert repr(module) == "<tilewright.Module with the entry `add`>"
    assert repr(module.kernel()) == '<tilewright.Kernel add(x: ptr<f32>, y: ptr<f32>, z: ptr<f32>, n: i32) on "cpu">'
    shown = module._repr_html_()
    assert "<code>add</code>" in shown and "x: ptr&lt;f32&gt;" in shown


def test_what_rust_makes_cannot_be_made_or_changed() -> None:
    with pytest.raises(TypeError):
        tilewright.Module()
    with pytest.raises(TypeError):
        tilewright.Kernel()
    with pytest.raises(AttributeError):
        add().entries = ()
