"""Modules that are built op by op."""

from __future__ import annotations

import inspect
import os
import pathlib
import sys

import numpy as np
import pytest

import tilewright
from tilewright import _ops, _rows
from tilewright.build import Builder

TOOLS = pathlib.Path(__file__).parents[1] / "tools"


def double() -> tilewright.Module:
    """x[i] = 2 * x[i] for four elements."""
    b = Builder("m")
    with b.entry("double", ["tile<ptr<f32>>"]).body as (x,):
        first = b.broadcast(b.reshape(x, result="tile<1xptr<f32>>"), result="tile<4xptr<f32>>")
        pointers = b.offset(first, b.iota(result="tile<4xi32>"))
        values, loaded = b.load_ptr_tko(pointers, memory_ordering_semantics="weak")
        b.store_ptr_tko(pointers, b.addf(values, values), token=loaded, memory_ordering_semantics="weak")
    return b.module()


def test_a_module_runs_and_is_what_its_text_says() -> None:
    module = double()
    x = np.arange(4, dtype=np.float32)
    tilewright.launch(module, 1, (x,))
    assert x.tolist() == [0, 2, 4, 6]
    assert tilewright.parse(str(module)).bytecode("13.1") == tilewright.load(module.bytecode("13.1")).bytecode("13.1")


def test_every_op_has_a_method() -> None:
    for row in _rows.rows():
        method = getattr(Builder, row.name)
        assert row.mnemonic in inspect.getdoc(method)
        names = [_rows.spelled(field.name) for field in (*row.operands, *row.attrs, *row.results)]
        assert list(inspect.signature(method).parameters)[1:] == names
    assert len(_rows.rows()) > 100


@pytest.mark.skipif(not TOOLS.exists(), reason="the tools are in the repository")
def test_the_stub_is_fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(TOOLS))
    import build_stub

    if os.environ.get("BLESS", "0") not in ("", "0"):
        build_stub.STUB.write_text(build_stub.stub(), encoding="utf-8")
    assert build_stub.STUB.read_text(encoding="utf-8") == build_stub.stub(), "run python/tools/build_stub.py"
    assert (pathlib.Path(_ops.__file__).parent / "_ops.pyi").exists()


def test_regions() -> None:
    b = Builder()
    with b.entry("k", ["tile<ptr<i32>>", "tile<i32>"]).body as (out, n):
        zero, one = (b.constant(value, result="tile<i32>") for value in (0, 1))
        loop = b.for_(zero, n, one, [zero])
        with loop.region as (i, so_far):
            odd = b.trunci(i, to="tile<i1>")
            either = b.if_(odd, results=["tile<i32>"])
            with either.thenRegion:
                b.yield_([b.addi(so_far, i)])
            with either.elseRegion:
                b.yield_([so_far])
            b.continue_(either.results)
        numbers = b.iota(result="tile<8xi32>")
        total = b.reduce([numbers], dim=0, identities=[0], results=["tile<i32>"])
        with total.body as (left, right):
            b.yield_([b.addi(left, right)])
        both = b.addi(loop.resultValues[0], total.results[0])
        b.store_ptr_tko(out, both, memory_ordering_semantics="weak")
    out = np.zeros(1, np.int32)
    tilewright.launch(b.module(), 1, (out, 10))
    assert out[0] == 1 + 3 + 5 + 7 + 9 + sum(range(8))


def test_attributes() -> None:
    b = Builder("m")
    b.global_("table", ("tile<4xi32>", [1, -2, 3, 2**32 - 1]))
    hints = {"sm_100": {"num_cta_in_cga": 2}}
    with b.entry("k", ["tile<ptr<f32>>"], optimization_hints=hints).body as (x,):
        aligned = b.assume(x, predicate="div_by<16>")
        tensor = b.make_tensor_view(aligned, result="tensor_view<8x8xf32, strides=[8,1]>")
        view = b.make_partition_view(tensor, result="partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>")
        zero = b.constant(False, result="tile<i1>")
        index = b.constant(1, result="tile<i32>")
        tile, loaded = b.load_view_tko(view, [index, index], memory_ordering_semantics="weak", inbounds=[True, False])
        sum_ = b.addf(tile, b.constant(np.arange(16.0).reshape(4, 4), result=tile.type), rounding_mode="zero")
        turned = b.permute(sum_, permutation=[1, 0], result=tile.type)
        b.store_view_tko(turned, view, [index, index], loaded, memory_ordering_semantics="relaxed", memory_scope="device")
        b.assert_(b.xori(zero, b.constant(b"\1", result="tile<i1>")), message="never")
        b.print_tko([index], str="%d\n")
    text = str(b.module())
    for piece in (
        "@table <i32: [1, -2, 3, -1]>",
        "num_cta_in_cga = 2",
        "assume div_by<16>",
        "inbounds = [true, false]",
        "rounding<zero>",
        "[1, 0]",
        "relaxed device",
        '"never"',
    ):
        assert piece in text, (piece, text)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda b, x: b.addi(x, 1), "`rhs` of `addi` takes values that a builder gave, not int"),
        (lambda b, x: b.addf(x, x), "`lhs` of `addf` takes a tile of f16"),
        (lambda b, x: b.addi(x, x, overflow="maybe"), '"maybe" is none of "none"'),
        (lambda b, x: b.constant(300, result="tile<i8>"), "300 is not from -128 to 255"),
        (lambda b, x: b.constant([1, 2], result="tile<4xi8>"), "has 2 element(s), but the tile 4"),
        (lambda b, x: b.constant(1, result="tile<3xi8>"), "`tile<3xi8>` is not a type"),
        (lambda b, x: b.constant(1, result="tile<4xi8> and"), "something follows it"),
        (lambda b, x: b.constant(1), "the type of `result` of `constant` does not follow"),
        (lambda b, x: b.assume(x, predicate="odd"), "is not a predicate"),
        (lambda b, x: b.cat(x, x, dim=2**70, result="tile<2xi32>"), "is not from"),
        (lambda b, x: b.addi(Builder().constant(1, result="tile<i32>"), x), "is a value of another builder"),
    ],
)
def test_mistakes_are_said_where_they_are_made(call, says: str) -> None:
    b = Builder()
    with b.entry("k", ["tile<i32>"]).body as (x,):
        with pytest.raises(tilewright.ArgumentError) as raised:
            call(b, x)
        assert says in str(raised.value)
    b.module()


def test_wrong_fields_are_type_errors() -> None:
    b = Builder()
    with pytest.raises(TypeError, match=r"addi\(\): .*'lhs'"):
        b.addi()


def test_nesting_is_bounded() -> None:
    nested: list = [1]
    for _ in range(100):
        nested = [nested]
    with pytest.raises(tilewright.ArgumentError, match="nest deeper"):
        Builder().constant(nested, result="tile<i32>")


def test_unfinished_modules_are_refused_at_the_line_that_made_them() -> None:
    b = Builder()
    entry = b.entry("k", ["tile<i32>"])
    with entry.body as (x,):
        loop = b.loop_([x], resultValues=["tile<i32>"])
        with loop.region as (inner,):
            b.break_([inner])
        b.addi(inner, x)  # `inner` is not known here
    with pytest.raises(tilewright.VerifyError) as raised:
        b.module()
    assert "b.addi(inner, x)" in str(raised.value)


def test_findings_name_lines_of_python() -> None:
    b = Builder()
    with b.entry("k", ["tile<ptr<i32>>"]).body as (x,):
        value, _ = b.load_ptr_tko(x, memory_ordering_semantics="weak")
        line = sys._getframe().f_lineno + 1
        b.store_ptr_tko(x, value, memory_ordering_semantics="weak")
    report = tilewright.sanitize(b.module(), 2, (np.zeros(1, np.int32),))
    assert line in [finding.line for finding in report.findings]
