"""Launches of cuTile kernels on NumPy arrays."""

from __future__ import annotations

import inspect
import sys
import threading
import types
from importlib.metadata import PackageNotFoundError, version

import numpy as np
import programs
import pytest

import tilewright
from tilewright import cutile
from tilewright.cutile import _hooks, _program

ct = programs.ct


def floats(*shape: int) -> np.ndarray:
    """Small numbers, all different."""
    return np.arange(np.prod(shape), dtype=np.float32).reshape(shape)


def test_arrays_are_computed_in_place() -> None:
    a, b, c = floats(1000), floats(1000) * 2, np.zeros(1000, np.float32)
    with cutile.cpu():
        ct.launch(0, (8,), programs.add, (a, b, c, 128))
    np.testing.assert_array_equal(c, a + b)


@pytest.mark.parametrize("engine", ["cpu", "reference"])
def test_a_product_is_right_on_every_engine(engine: str) -> None:
    a, b, c = floats(20, 24) / 100, floats(24, 12) / 100, np.zeros((20, 12), np.float32)
    with cutile.cpu(engine=engine):
        ct.launch(0, (2, 2), programs.matmul, (a, b, c, 16, 8, 8))
    np.testing.assert_allclose(c, a @ b, rtol=1e-6)


def test_strides_of_every_kind() -> None:
    whole = floats(32, 32)
    expected = whole.copy()
    expected[4:20, 2:32:2] *= 3
    with cutile.cpu():
        ct.launch(0, (2, 2), programs.scale, (whole[4:20, 2:32:2], 3.0, 8, 8))
    np.testing.assert_array_equal(whole, expected)
    transposed = floats(16, 8)
    with cutile.cpu():
        ct.launch(0, (1, 2), programs.scale, (transposed.T, 2.0, 8, 8))
    np.testing.assert_array_equal(transposed, floats(16, 8) * 2)


def test_arrays_may_share_memory() -> None:
    whole = floats(96)
    with cutile.cpu():
        # One tile block: a second one would write what the first reads.
        ct.launch(0, (1,), programs.add, (whole[:32], whole[32:64], whole[16:48], 16))
    assert whole[32] == 32 and whole[15] == 15
    np.testing.assert_array_equal(whole[16:32], floats(96)[:16] + floats(96)[32:48])


def test_narrow_types() -> None:
    narrow = pytest.importorskip("ml_dtypes")
    for dtype in (narrow.bfloat16, np.float16, np.int8, np.uint16, np.int64):
        a, b, c = (np.arange(64).astype(dtype) for _ in range(3))
        with cutile.cpu():
            ct.launch(0, (2,), programs.add, (a, b, c, 32))
        np.testing.assert_array_equal(c, a + b)


def test_lists_of_arrays() -> None:
    arrays, out = [floats(64) * n for n in (1, 2, 3)], np.zeros(64, np.float32)
    with cutile.cpu():
        for _ in range(3):
            ct.launch(0, (4,), programs.gather, (arrays, out, 16))
            np.testing.assert_array_equal(out, floats(64) * 6)


@pytest.mark.skipif(version("cuda-tile")[:4] in ("1.3.", "1.4."), reason="cuda-tile 1.5 passes tuples first")
def test_tuples_of_arrays() -> None:
    out = np.zeros(64, np.float32)
    with cutile.cpu():
        ct.launch(0, (4,), programs.add_pair, ((floats(64), floats(64) * 2), out, 16))
    np.testing.assert_array_equal(out, floats(64) * 3)


def test_floats_become_bools_unless_they_are_zero() -> None:
    x = np.array([0.0, 0.25, 1.0, 2.0, -0.5, -0.0, np.nan, np.inf], np.float32)
    y = np.zeros(8, np.bool_)
    for engine in ("cpu", "reference"):
        with cutile.cpu(engine=engine):
            ct.launch(0, (1,), programs.to_bool, (x, y))
        np.testing.assert_array_equal(y, x.astype(np.bool_))


def test_an_array_without_elements() -> None:
    empty = np.zeros(0, np.float32)
    with cutile.cpu():
        ct.launch(0, (1,), programs.beyond, (empty, empty, 16))


def test_tiles_outside_of_arrays_are_padded_and_dropped() -> None:
    out = np.zeros(64, np.float32)
    with cutile.cpu():
        ct.launch(0, (5,), programs.beyond, (floats(16), out, 16))
    np.testing.assert_array_equal(out[:16], floats(16) + 1)
    np.testing.assert_array_equal(out[16:], np.ones(48))


def test_an_assertion_that_fails_names_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    with cutile.cpu(), pytest.raises(tilewright.TrapError, match=r"x\[0\] must be positive") as caught:
        ct.launch(0, (1,), programs.insist, (np.zeros(1, np.float32),))
    assert "programs.py" in str(caught.value)
    assert "x[0] must be positive" in capsys.readouterr().out, "as a GPU prints it"


def test_messages_of_cutile_stay_whole() -> None:
    @ct.kernel
    def wrong(x):
        ct.store(x, index=(0, 0), tile=ct.load(x, index=(0,), shape=(16,)))

    with cutile.cpu(), pytest.raises(ct.TileError, match="[Ii]ndex"):
        ct.launch(0, (1,), wrong, (floats(16),))


def test_what_kernels_print(capsys: pytest.CaptureFixture[str]) -> None:
    with cutile.cpu():
        ct.launch(0, (2,), programs.say, (7,))
    assert sorted(capsys.readouterr().out.splitlines()) == ["block 0 of 7", "block 1 of 7"]


def test_threads_launch_at_once() -> None:
    results = [np.zeros(256, np.float32) for _ in range(8)]

    def work(out: np.ndarray) -> None:
        for _ in range(20):
            ct.launch(0, (4,), programs.add, (floats(256), floats(256), out, 64))

    with cutile.cpu():
        threads = [threading.Thread(target=work, args=(out,)) for out in results]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    for out in results:
        np.testing.assert_array_equal(out, floats(256) * 2)


def test_tuning_runs_every_candidate() -> None:
    from cuda.tile.tune import exhaustive_search

    a, c = floats(4096), np.zeros(4096, np.float32)
    with cutile.cpu():
        found = exhaustive_search(
            [64, 256, 1024], 0, lambda tile: (4096 // tile,), programs.add, lambda tile: (a, a, c, tile), quiet=True
        )
    assert found.best.config in (64, 256, 1024) and len(found.successes) == 3
    np.testing.assert_array_equal(c, a * 2)


def test_tuning_with_a_limit_of_time_stays_in_this_process() -> None:
    from cuda.tile.tune import exhaustive_search

    if "single_run_timeout_sec" not in inspect.signature(exhaustive_search).parameters:
        pytest.skip("this cuda-tile has no such limit")

    @ct.kernel
    def count(n: int):  # type: ignore[no-untyped-def]
        if n != 0:
            n = n + 1

    with cutile.cpu():
        found = exhaustive_search([1, 2], 0, lambda n: (1,), count, lambda n: (n,), quiet=True, single_run_timeout_sec=60.0)
    assert len(found.successes) == 2 and not found.failures


def test_options_that_do_not_exist() -> None:
    with pytest.raises(ValueError, match='use "cpu", "reference", "ptx-emu" or "cuda"'):
        cutile.cpu(engine="gpu")
    with pytest.raises(ValueError, match="compute capability 3.5"):
        cutile.cpu(compute_capability=(3, 5))


def test_each_session_has_its_own_capability() -> None:
    from cuda.tile import _compile

    for capability, name in (((8, 0), "sm_80"), ((10, 0), "sm_100"), ((9, 0), "sm_90")):
        with cutile.cpu(compute_capability=capability):
            assert _compile.get_sm_arch() == name


def test_a_capability_that_a_caller_asks_for_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = ct.kernel._compile

    def compile_for_ampere(self: object, signature: object, context: object, _capability: tuple[int, int]) -> object:
        return ours(self, signature, context, (8, 6))

    def narrow(x, y):  # type: ignore[no-untyped-def]
        ct.store(y, (0,), ct.astype(ct.astype(ct.load(x, (0,), (16,)), ct.float8_e4m3fn), ct.float32))

    monkeypatch.setattr(ct.kernel, "_compile", compile_for_ampere)
    x, y = floats(16), np.zeros(16, np.float32)
    with cutile.cpu(), pytest.raises(ct.TileUnsupportedFeatureError, match="not supported on sm_86"):
        ct.launch(0, (1,), ct.kernel(narrow), (x, y))


@pytest.mark.parametrize("found", ["1.2.0", "2.0.1"])
def test_unknown_versions_of_cutile_name_the_known_ones(found: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.metadata.version", lambda _name: found)
    with pytest.raises(cutile.UnsupportedCuTile, match=f"cuda-tile {found} is not supported; .* versions 1.3 to 1.7: `pip"):
        _hooks.check_version()


def test_a_missing_package_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr("importlib.metadata.version", missing)
    with pytest.raises(cutile.UnsupportedCuTile, match="`pip install cuda-tile` \\(1.3 to 1.7\\)"):
        _hooks.check_version()


def test_a_process_that_has_opened_the_real_driver_is_told_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cuda.tile._load_libcuda", types.ModuleType("_load_libcuda"))
    with pytest.raises(cutile.DriverInUse, match="enter tilewright.cutile.cpu\\(\\) before the first launch"):
        _hooks._install_driver()


def test_parameters_that_only_a_gpu_takes_are_named() -> None:
    class StreamConstraint:
        pass

    with pytest.raises(cutile.UnsupportedArgument, match="described by StreamConstraint needs a GPU; pass arrays"):
        _program.layout([StreamConstraint()])
    with pytest.raises(cutile.UnsupportedArgument, match="type i128 cannot be passed; pass it in an array"):
        _program._reader("i128")


@pytest.mark.skipif(not hasattr(ct, "load_advanced_indexing"), reason="cuda-tile 1.4 has it first")
@pytest.mark.parametrize("how", [{"engine": "cpu"}, {"engine": "reference"}, {"sanitize": True}], ids=str)
@pytest.mark.parametrize("start", [0, 1, 3])
def test_slices_beside_gathered_rows_begin_anywhere(start: int, how: dict) -> None:
    x, y = floats(8, 8), np.zeros((4, 4), np.float32)
    with cutile.cpu(**how) as session:
        ct.launch(0, (1,), programs.even_rows, (x, y, start))
    assert session.findings == []
    np.testing.assert_array_equal(y, x[::2, start : start + 4])
