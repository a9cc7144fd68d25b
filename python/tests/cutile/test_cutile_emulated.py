"""cuTile kernels compiled for a GPU and executed by the emulator: the values are those of NumPy."""

from __future__ import annotations

import io
from collections.abc import Iterator

import numpy as np
import programs
import pytest

import tilewright
from tilewright import cutile

ct = programs.ct

TARGETS = ("sm_80", "sm_90a")


@pytest.fixture(params=TARGETS)
def session(request: pytest.FixtureRequest) -> Iterator[cutile.cpu]:
    """A session that compiles for a target."""
    with cutile.cpu(engine="ptx-emu", target=request.param) as session:
        yield session


def floats(*shape: int) -> np.ndarray:
    """Small numbers, all different."""
    return np.arange(np.prod(shape), dtype=np.float32).reshape(shape)


@pytest.mark.usefixtures("session")
def test_sums_of_every_type() -> None:
    narrow = pytest.importorskip("ml_dtypes")
    for dtype in (np.float32, np.float64, np.float16, narrow.bfloat16, np.int8, np.uint16, np.int32, np.int64):
        a, b, c = (np.arange(64).astype(dtype) for _ in range(3))
        ct.launch(0, (2,), programs.add, (a, b, c, 32))
        np.testing.assert_array_equal(c, a + b)


@pytest.mark.usefixtures("session")
@pytest.mark.parametrize("offset", [0, 1, 2, 3, 5, 8])
@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.int32])
def test_arrays_begin_anywhere(dtype: type, offset: int) -> None:
    whole = np.arange(3 * 48).astype(dtype)
    expected = whole.copy()
    a, b, c = (slice(48 * part + offset, 48 * part + offset + 32) for part in range(3))
    expected[c] = expected[a] + expected[b]
    ct.launch(0, (2,), programs.add, (whole[a], whole[b], whole[c], 16))
    np.testing.assert_array_equal(whole, expected)


@pytest.mark.usefixtures("session")
@pytest.mark.parametrize("dtype", [np.float32, np.float16])
@pytest.mark.parametrize("shape", [(20, 24, 12), (64, 64, 64), (33, 65, 17)])
def test_products(dtype: type, shape: tuple[int, int, int]) -> None:
    rows, inner, columns = shape
    random = np.random.default_rng(1)
    a, b = random.standard_normal((rows, inner)).astype(dtype), random.standard_normal((inner, columns)).astype(dtype)
    c = np.zeros((rows, columns), np.float32)
    ct.launch(0, (-(-rows // 16), -(-columns // 16)), programs.matmul, (a, b, c, 16, 16, 16))
    np.testing.assert_allclose(c, a.astype(np.float64) @ b.astype(np.float64), rtol=2e-3, atol=2e-3)


@pytest.mark.usefixtures("session")
def test_strides() -> None:
    whole = floats(32, 32)
    expected = whole.copy()
    expected[4:20, 2:32:2] *= 3
    ct.launch(0, (2, 2), programs.scale, (whole[4:20, 2:32:2], 3.0, 8, 8))
    np.testing.assert_array_equal(whole, expected)


@pytest.mark.usefixtures("session")
def test_rows() -> None:
    x, out = floats(6, 50) / 10, np.zeros((6, 50), np.float32)
    ct.launch(0, (6,), programs.softmax, (x, out, 64))
    powers = np.exp(x - x.max(axis=1, keepdims=True))
    np.testing.assert_allclose(out, powers / powers.sum(axis=1, keepdims=True), rtol=1e-5)


@pytest.mark.usefixtures("session")
def test_running_sums_and_transposes() -> None:
    x, out = floats(128), np.zeros(128, np.float32)
    ct.launch(0, (2,), programs.running_sum, (x, out, 64))
    np.testing.assert_array_equal(out.reshape(2, 64), np.cumsum(x.reshape(2, 64), axis=1))
    x, out = floats(32, 64), np.zeros((64, 32), np.float32)
    ct.launch(0, (2, 2), programs.transpose, (x, out, 16, 32))
    np.testing.assert_array_equal(out, x.T)


@pytest.mark.usefixtures("session")
def test_atomic_counts_of_many_blocks() -> None:
    x, bins = (np.arange(1024) * 7 % 10).astype(np.int32), np.zeros(10, np.int32)
    ct.launch(0, (16,), programs.count, (x, bins))
    np.testing.assert_array_equal(bins, np.bincount(x, minlength=10))


@pytest.mark.usefixtures("session")
def test_lists_and_tuples_of_arrays() -> None:
    arrays, out = [floats(64) * n for n in (1, 2, 3)], np.zeros(64, np.float32)
    for _ in range(2):
        ct.launch(0, (4,), programs.gather, (arrays, out, 16))
        np.testing.assert_array_equal(out, floats(64) * 6)


@pytest.mark.usefixtures("session")
def test_what_cutile_relies_on_holds() -> None:
    """The same three things that the engine `cpu` forgives: padding outside, floats as bools, strides of single elements."""
    out = np.zeros(64, np.float32)
    ct.launch(0, (5,), programs.beyond, (floats(16), out, 16))
    np.testing.assert_array_equal(out, np.concatenate([floats(16) + 1, np.ones(48, np.float32)]))
    x = np.array([0.0, 0.25, 1.0, 2.0, -0.5, -0.0, np.nan, np.inf], np.float32)
    y = np.zeros(8, np.bool_)
    ct.launch(0, (1,), programs.to_bool, (x, y))
    np.testing.assert_array_equal(y, x.astype(np.bool_))
    column = floats(8, 3)
    ct.launch(0, (1, 1), programs.scale, (column[:, 1:2], 2.0, 8, 1))
    np.testing.assert_array_equal(column[:, 1], floats(8, 3)[:, 1] * 2)
    ct.launch(0, (1,), programs.beyond, (np.zeros(0, np.float32), np.zeros(0, np.float32), 16))


@pytest.mark.usefixtures("session")
def test_blocks_that_wait_for_later_blocks() -> None:
    turns, out = np.zeros(1, np.int32), np.zeros(6, np.int32)
    ct.launch(0, (6,), programs.take_turns, (turns, out, 6))
    np.testing.assert_array_equal(out, np.arange(6) * 2)


@pytest.mark.usefixtures("session")
def test_what_kernels_print_and_assert(capsys: pytest.CaptureFixture[str]) -> None:
    ct.launch(0, (2,), programs.say, (7,))
    assert sorted(capsys.readouterr().out.splitlines()) == ["block 0 of 7", "block 1 of 7"]
    with pytest.raises(tilewright.TrapError, match=r"x\[0\] must be positive") as caught:
        ct.launch(0, (1,), programs.insist, (np.zeros(1, np.float32),))
    assert "programs.py" in str(caught.value), "it names the line of Python"
    assert set(capsys.readouterr().out.splitlines()) == {"x[0] must be positive"}, "as a GPU prints it"


def test_a_launch_ends_at_its_limit_of_instructions() -> None:
    with cutile.cpu(engine="ptx-emu", target="sm_80", steps=200_000):
        a, c = floats(64), np.zeros(64, np.float32)
        ct.launch(0, (4,), programs.add, (a, a, c, 16))
        np.testing.assert_array_equal(c, a * 2)
        with pytest.raises(tilewright.TrapError, match="the budget of 200000 steps is used up"):
            ct.launch(0, (1,), programs.forever, (np.zeros(1, np.int32),))


@pytest.mark.parametrize("target", TARGETS)
def test_checks_find_a_race_and_nothing_in_a_program_without(target: str) -> None:
    told: list[object] = []
    with cutile.cpu(engine="ptx-emu", target=target, checks=True, on_finding=told.append) as session:
        a, c = floats(64), np.zeros(64, np.float32)
        ct.launch(0, (4,), programs.add, (a, a, c, 16))
        np.testing.assert_array_equal(c, a * 2)
        assert session.findings == []
        ct.launch(0, (4,), programs.race, (np.zeros(1, np.int32), np.zeros(4, np.int32)))
    assert told == session.findings != []
    first = session.findings[0]
    assert (first.kind, first.code) == ("races", "E0880") and first.file.endswith("programs.py")


def test_the_capability_is_that_of_the_target() -> None:
    assert cutile.cpu(engine="ptx-emu", target="sm_80").settings.capability == (8, 0)
    assert cutile.cpu(engine="ptx-emu").settings.capability == (9, 0)
    assert cutile.cpu(engine="ptx-emu", target="sm_120a").settings.capability == (12, 0)
    assert cutile.cpu(engine="ptx-emu", target="sm_80", compute_capability=(10, 0)).settings.capability == (10, 0)
    assert cutile.cpu().settings.capability == (10, 0)


def test_a_target_is_compiled_for() -> None:
    """Only what is compiled for can be run: there is no such target."""
    with pytest.raises(tilewright.ArgumentError, match="`sm_81` is no target"), cutile.cpu(engine="ptx-emu", target="sm_81"):
        ct.launch(0, (1,), programs.insist, (np.ones(1, np.float32),))


BOOLS = """cuda_tile.module @m { entry @k() {
  %a = constant <i1: [true, false]> : tile<2xi1>
  %s = constant <i1: true> : tile<i1>
  %t = print_tko "%d %i %u %x %d", %s, %s, %s, %s, %a : tile<i1>, tile<i1>, tile<i1>, tile<i1>, tile<2xi1> -> token
  return
} }"""


@pytest.mark.parametrize("engine", ["cpu", "reference", "ptx-emu"])
def test_bools_are_printed_as_0_and_1(engine: str) -> None:
    text = io.StringIO()
    tilewright.launch(tilewright.parse(BOOLS), 1, (), engine=engine, output=text)
    assert text.getvalue() == "1 1 1 1 [1, 0]"
