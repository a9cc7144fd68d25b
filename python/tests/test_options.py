"""Each option of `launch`, `sanitize` and `Module.kernel` does something."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import tilewright
from conftest import SPIN, add

TWO = """cuda_tile.module @m {
  entry @one(%x: tile<ptr<i32>>) {
    %v = constant <i32: 1> : tile<i32>
    %d = store_ptr_tko weak %x, %v : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @two(%x: tile<ptr<i32>>) {
    %v = constant <i32: 2> : tile<i32>
    %d = store_ptr_tko weak %x, %v : tile<ptr<i32>>, tile<i32> -> token
    %p = print_tko "wrote %d", %v : tile<i32> -> token
    return
  }
}"""

#: Whoever comes last leaves its number.
LAST = """cuda_tile.module @m { entry @last(%x: tile<ptr<i32>>) {
    %bx, %by, %bz = get_tile_block_id : tile<i32>
    %d = store_ptr_tko relaxed device %x, %bx : tile<ptr<i32>>, tile<i32> -> token
    return
} }"""


def test_the_entry() -> None:
    module, x = tilewright.parse(TWO), np.zeros(1, np.int32)
    for name, value in (("one", 1), ("two", 2)):
        tilewright.launch(module, 1, (x,), entry=name, output=io.StringIO())
        assert x[0] == value
        x[0] = 0
        assert not tilewright.sanitize(module, 1, (x,), entry=name, output=io.StringIO())
        assert x[0] == value


@pytest.mark.parametrize(("engine", "code"), [("cpu", "E0520"), ("reference", "E0520"), ("ptx-emu", "E0832")])
def test_the_engine(engine: str, code: str) -> None:
    x, z = np.ones(10, np.float32), np.zeros(10, np.float32)
    tilewright.launch(add(), 1, (x, x, z, 10), engine=engine)
    np.testing.assert_array_equal(z, x * 2)
    with pytest.raises(tilewright.TrapError) as caught:
        tilewright.launch(add(), 1, (x, x, z, 20), engine=engine)
    assert caught.value.diagnostics[0].code == code
    assert add().kernel(engine=engine).engine == engine


def test_a_word_that_is_no_engine_or_option_names_the_nearest() -> None:
    with pytest.raises(tilewright.ArgumentError, match="there is no engine \"refrence\"; did you mean `reference`"):
        add().kernel(engine="refrence")
    for call in (tilewright.launch, tilewright.sanitize):
        with pytest.raises(TypeError, match="unexpected keyword argument 'step'. Did you mean 'steps'?"):
            call(add(), 1, (), step=5)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="load.. got an unexpected keyword argument 'simt'$"):
        tilewright.load(b"", simt=True)  # type: ignore[call-arg]


def _called(call: str) -> object:
    """The value of a call of a module `m`, a kernel `k` of it, or what it is compiled to, `c`."""
    from tilewright.build import Builder

    m = add()
    x = np.zeros(4, np.float32)
    known = {"m": m, "k": m.kernel(), "c": m.compile("sm_90a"), "b": Builder(), "args": (x, x, x, 4), "tilewright": tilewright}
    return eval(call, known)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("m.compile('sm_90a', optlevel=3)", r"Module.compile\(\) got .* 'optlevel'. Did you mean 'opt_level'\?"),
        ("m.compile(targt='sm_90a')", r"Module.compile\(\) got .* 'targt'. Did you mean 'target'\?"),
        ("m.kernel(engin='cpu')", "Did you mean 'engine'"),
        ("m.bytecode(verison='13.1')", "Did you mean 'version'"),
        ("m.optimize(pases='cse')", "Did you mean 'passes'"),
        ("k.launch(1, args, step=3)", r"Kernel.launch\(\) got .* 'step'. Did you mean 'steps'\?"),
        ("k.launch_raw(1, args, memry=[])", "Did you mean 'memory'"),
        ("k.sanitize(1, args, check='races')", "Did you mean 'checks'"),
        ("k.count(1, args, seeds=3)", "Did you mean 'seed'"),
        ("c.text(levl='ptx')", "Did you mean 'level'"),
        ("tilewright.parse('', nam='k.mlir')", "Did you mean 'name'"),
        ("tilewright.format('', nam='k.mlir')", "Did you mean 'name'"),
        ("b.iota(reslt='tile<4xi32>')", "Did you mean 'result'"),
    ],
)
def test_an_unknown_keyword_of_a_method_names_the_nearest(call: str, said: str) -> None:
    with pytest.raises(TypeError, match=said):
        _called(call)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("m.compile('sm_9a')", "`sm_9a` is no target(.|\n)*did you mean `sm_90a`"),
        ("m.compile('sm_90a', opt_level=-1)", "there is no optimisation level -1; the levels are 0 to 3"),
        ("m.compile('sm_90a', warps=-1)", "a thread block has 1 to 32 warps; `warps` is -1"),
        ("m.optimize('canonicalise')", "did you mean `canonicalize`"),
        ("c.text('tileass')", "there is no level `tileass`; did you mean `tileas` or `tileaa`"),
        ("k.launch(1, args, threads=0)", "`threads` is a whole number from 1 to 18446744073709551615, not 0"),
        ("k.launch(1, args, steps=-1)", "`steps` is a whole number from 0 to .*, not -1"),
        ("k.launch(1, args, seed='one')", "`seed` is a whole number from 0 to .*, not 'one'"),
        ("k.sanitize(1, args, checks='race')", "`race` is no kind of finding; did you mean `races`"),
        ("k.sanitize(1, args, schedules=-1)", "`schedules` is a whole number from 0 to 4294967295, not -1"),
        ("tilewright.bench(m, 1, args, engines='cpu')", r"`engines` is a list of names, not one; write \['cpu'\]"),
    ],
)
def test_a_value_that_an_option_cannot_have_is_an_argument_error(call: str, said: str) -> None:
    with pytest.raises(tilewright.ArgumentError, match=said):
        _called(call)


def test_an_unknown_entry_names_the_nearest() -> None:
    with pytest.raises(tilewright.LaunchError, match="no entry `too`(.|\n)*did you mean `two`. its entries are `one`, `two`"):
        tilewright.parse(TWO).kernel("too")


@pytest.mark.parametrize("target", ["sm_80", "sm_90a", "sm_120a"])
def test_the_target(target: str) -> None:
    x, z = np.ones(10, np.float32), np.zeros(10, np.float32)
    tilewright.launch(add(), 1, (x, x, z, 10), engine="ptx-emu", target=target)
    np.testing.assert_array_equal(z, x * 2)
    with pytest.raises(tilewright.ArgumentError, match="`sm_81` is no target(.|\n)*did you mean `sm_80`"):
        tilewright.launch(add(), 1, (x, x, z, 10), engine="ptx-emu", target="sm_81")
    with pytest.raises(tilewright.ArgumentError, match='"cpu" takes none'):
        tilewright.launch(add(), 1, (x, x, z, 10), target=target)


@pytest.mark.parametrize("engine", ["cpu", "reference", "ptx-emu"])
def test_the_limit_of_steps(engine: str) -> None:
    spin, x = tilewright.parse(SPIN), np.zeros(1, np.int32)
    with pytest.raises(tilewright.TrapError, match="budget"):
        tilewright.launch(spin, 1, (x,), engine=engine, steps=1000)
    report = tilewright.sanitize(spin, 1, (x,), steps=1000)
    assert report.ended and "budget" in str(report)


def test_the_seed() -> None:
    module, seen = tilewright.parse(LAST), set()
    for seed in range(8):
        x = np.zeros(1, np.int32)
        tilewright.launch(module, 8, (x,), engine="reference", seed=seed)
        seen.add(int(x[0]))
        tilewright.sanitize(module, 8, (y := np.zeros(1, np.int32),), seed=seed)
        assert x == y, "one seed is one order"
    assert len(seen) > 1, "other seeds are other orders"


def test_the_output() -> None:
    module, x = tilewright.parse(TWO), np.zeros(1, np.int32)
    for run in (tilewright.launch, tilewright.sanitize):
        text = io.StringIO()
        run(module, 2, (x,), entry="two", output=text)
        assert text.getvalue() == "wrote 2" * 2


THREADS = """
import os, sys
import numpy as np, tilewright
from conftest import add
x = np.zeros(1 << 16, np.float32)
tilewright.launch(add(), 512, (x, x, np.zeros_like(x), 1 << 16), threads=eval(sys.argv[1]))
print(len(os.listdir("/proc/self/task")))
"""


@pytest.mark.skipif(not Path("/proc/self/task").exists() or (os.cpu_count() or 1) < 2, reason="counts threads of Linux")
def test_the_number_of_threads() -> None:
    def count(threads: str) -> int:
        words = [sys.executable, "-c", THREADS, threads]
        ran = subprocess.run(words, capture_output=True, text=True, cwd=Path(__file__).parent, timeout=240, check=True)
        return int(ran.stdout)

    assert count("None") > count("1")


VIEW = """cuda_tile.module @m { entry @view(%x: tile<ptr<f32>>, %n: tile<i32>, %s: tile<i32>) {
    %v = make_tensor_view %x, shape = [%n], strides = [%s] : tile<i32> -> tensor_view<?xf32, strides=[?]>
    %p = make_partition_view %v : partition_view<tile=(4), tensor_view<?xf32, strides=[?]>>
    %zero = constant <i32: 0> : tile<i32>
    %t, %d = load_view_tko weak %p[%zero] : partition_view<tile=(4), tensor_view<?xf32, strides=[?]>>, tile<i32> -> tile<4xf32>, token
    %e = store_view_tko weak %t, %p[%zero] token=%d : tile<4xf32>, partition_view<tile=(4), tensor_view<?xf32, strides=[?]>>, tile<i32> -> token
    return
} }"""


@pytest.mark.parametrize("engine", ["cpu", "reference", "ptx-emu"])
def test_a_buffer_too_small_for_a_view_is_refused_before_the_launch(engine: str) -> None:
    module, x = tilewright.parse(VIEW, "view.mlir"), np.zeros(8, np.float32)
    tilewright.launch(module, 1, (x, 8, 1), engine=engine)
    tilewright.launch(module, 1, (x, 4, 2), engine=engine)
    for extent, stride, text in (
        (9, 1, r"the buffer of argument 1 \(`%x`\) has 8 elements, but the entry views it as f32\[9\] .* which takes 9"),
        (5, 2, r"f32\[5\] with strides \[2\], which takes 9"),
        (4, -1, r"with a stride of -1 \(by argument 3 \(`%s`\)\), but extents and strides are unsigned"),
        (-4, 1, r"with an extent of -4 \(by argument 2 \(`%n`\)\)"),
    ):
        with pytest.raises(tilewright.ArgumentError, match=text) as caught:
            tilewright.launch(module, 1, (x, extent, stride), engine=engine)
        assert "view.mlir:2:" in str(caught.value)
        with pytest.raises(tilewright.ArgumentError, match=text):
            tilewright.sanitize(module, 1, (x, extent, stride))


def test_a_builder_underlines_the_call() -> None:
    from tilewright.build import Builder

    b = Builder("m")
    with b.entry("stale", ["tile<ptr<i32>>"]).body as (x,):
        stored = b.store_ptr_tko(x, b.constant(1, result="tile<i32>"), memory_ordering_semantics="weak")
        value, loaded = b.load_ptr_tko(x, memory_ordering_semantics="weak")
    (finding,) = tilewright.sanitize(b.module(), 1, (np.zeros(1, np.int32),)).findings
    rows = str(finding).splitlines()
    shown = next(number for number, row in enumerate(rows) if "value, loaded =" in row)
    carets = rows[shown + 1]
    if sys.version_info >= (3, 11):
        assert rows[shown][carets.index("^") : carets.rindex("^") + 1] == 'b.load_ptr_tko(x, memory_ordering_semantics="weak")'
