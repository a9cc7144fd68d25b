"""CUDA Tile IR without a GPU: parse, check, run, sanitize and compile tile programs.

A kernel on NumPy arrays, from text:

>>> import numpy as np
>>> import tilewright
>>> module = tilewright.parse('''
... cuda_tile.module @m {
...   entry @double(%x: tile<ptr<f32>>) {
...     %i = iota : tile<4xi32>
...     %x1 = reshape %x : tile<ptr<f32>> -> tile<1xptr<f32>>
...     %x4 = broadcast %x1 : tile<1xptr<f32>> -> tile<4xptr<f32>>
...     %p = offset %x4, %i : tile<4xptr<f32>>, tile<4xi32> -> tile<4xptr<f32>>
...     %v, %t = load_ptr_tko weak %p : tile<4xptr<f32>> -> tile<4xf32>, token
...     %w = addf %v, %v : tile<4xf32>
...     %s = store_ptr_tko weak %p, %w token=%t : tile<4xptr<f32>>, tile<4xf32> -> token
...     return
...   }
... }
... ''')
>>> x = np.arange(4, dtype=np.float32)
>>> tilewright.launch(module, 1, (x,))
>>> x
array([0., 2., 4., 6.], dtype=float32)

What is run often is prepared once:

>>> kernel = module.kernel("double")
>>> for _ in range(3):
...     kernel.launch(1, (x,))
>>> x
array([ 0., 16., 32., 48.], dtype=float32)

The package holds a pytest plugin and no assertions of tests, so pytest need not change its code: PYTEST_DONT_REWRITE.
"""

from __future__ import annotations

import atexit as _atexit
import os as _os
from typing import TYPE_CHECKING

from ._bench import Timing
from ._bench import measure as _measure
from ._compiled import Remark
from ._errors import (
    ArgumentError,
    BytecodeError,
    CancelledError,
    CompileError,
    Diagnostic,
    Error,
    Label,
    LaunchError,
    ParseError,
    TrapError,
    VerifyError,
)
from ._native import Compiled, Kernel, Module, Multicast, __version__, targets
from ._native import cancel_all as _cancel_all
from ._native import compile_text as _compile_text
from ._native import format as _format
from ._native import from_bytecode as _from_bytecode
from ._native import parse as _parse
from ._options import methods_name_the_nearest as _methods_name_the_nearest
from ._options import names_the_nearest as _names_the_nearest
from ._options import native_names_the_nearest as _native_names_the_nearest
from ._report import Counters, Entry, Finding, Param, Report, Tile

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ._native import Argument, Grid, Writable

__all__ = [
    "ArgumentError",
    "BytecodeError",
    "CancelledError",
    "CompileError",
    "Compiled",
    "Counters",
    "Diagnostic",
    "Entry",
    "Error",
    "Finding",
    "Kernel",
    "Label",
    "LaunchError",
    "Module",
    "Multicast",
    "Param",
    "ParseError",
    "Remark",
    "Report",
    "Tile",
    "Timing",
    "TrapError",
    "VerifyError",
    "__version__",
    "bench",
    "compile",
    "count",
    "format",
    "launch",
    "load",
    "parse",
    "sanitize",
    "targets",
]

_methods_name_the_nearest(Module, Kernel, Compiled)
format = _native_names_the_nearest(_format)
parse = _native_names_the_nearest(_parse)

# Threads that are left behind when the interpreter ends must not go on to touch memory.
_atexit.register(_cancel_all)

_MAGIC = b"\x7fTileIR\0"


@_names_the_nearest
def load(
    source: str | bytes | bytearray | memoryview | _os.PathLike[str],
    *,
    name: str | None = None,
    debug_source: tuple[str, str] | None = None,
    preview_simt: bool = False,
) -> Module:
    """Load a module: from the path of a file, or from the bytes of one.

    Bytecode is recognised by its first bytes; everything else is text. A ``str`` is a path: text is for `parse`.
    `name` is what messages call text. `debug_source` is the name and the content of the file that the debug information of
    bytecode is about: messages show its lines then. `preview_simt` admits calls of external functions.

    >>> module = load(b"cuda_tile.module @m { entry @k() { return } }")
    >>> load(module.bytecode("13.1")).entries
    (Entry(name='k', params=()),)
    """
    data, path = _read(source)
    name = path if name is None else name
    if data.startswith(_MAGIC):
        return _from_bytecode(data, debug_source, _expressions(debug_source), preview_simt=preview_simt)
    return parse(*_text(data, name), preview_simt=preview_simt)


def _text(data: bytes, name: str | None) -> tuple[str, str]:
    """Text, and what messages call it."""
    name = "<bytes>" if name is None else name
    try:
        return data.decode(), name
    except UnicodeDecodeError as error:
        raise ParseError(
            f"{name} is neither bytecode (which begins with {_MAGIC!r}) nor text in UTF-8: {error}"
        ) from None


def _read(source: str | bytes | bytearray | memoryview | _os.PathLike[str]) -> tuple[bytes, str | None]:
    """The bytes of a file, and its path if that is what is given."""
    if not isinstance(source, (str, _os.PathLike)):
        return bytes(source), None
    path = _os.fspath(source)
    with open(path, "rb") as file:
        return file.read(), path


def _module(source: Module | str | _os.PathLike[str]) -> Module:
    """A module, which may be given as the path of its file."""
    return source if isinstance(source, Module) else load(source)


def _expressions(source: tuple[str, str] | None) -> list[tuple[int, int]] | None:
    """The expressions of a text, if it is one of Python."""
    if source is None or not source[0].endswith(".py"):
        return None
    from ._lines import expressions

    return expressions(source[1])


@_names_the_nearest
def compile(
    source: Module | str | bytes | bytearray | memoryview | _os.PathLike[str],
    target: str,
    *,
    name: str | None = None,
    ptxas: str | _os.PathLike[str] | None = None,
    opt_level: int = 3,
    warps: int = 4,
    line_info: bool = False,
) -> Compiled:
    """Compile a module for a target, such as ``"sm_90a"``; `targets` has all of them.

    `source` is a module, the path of a file, or the bytes of one: bytecode, a tile program, or the text of a lower level, as
    `Compiled.text` gives it. `name` is what messages call text. `ptxas` is the path of NVIDIA's assembler, for `Compiled.cubin`;
    without one it is looked for as the command line does. `opt_level` is how much that optimises, `warps` the warps of a thread
    block where no hint of the program says it; `line_info` lets code say which line it comes from.

    >>> made = compile(b"cuda_tile.module @m { entry @k() { return } }", "sm_90a")
    >>> made
    <tilewright.Compiled for sm_90a: `k` of 128 threads>
    >>> ".target sm_90a" in made.ptx
    True
    >>> made.text("tileas").split()[:2]
    ['tileas.module', '@m']
    >>> made.metadata["kernels"][0]["block"]
    128
    >>> compile(made.text("nvvm").encode(), "sm_90a").ptx == made.ptx
    True
    """
    if not isinstance(source, Module):
        data, path = _read(source)
        name = path if name is None else name
        if not data.startswith(_MAGIC):
            text, name = _text(data, name)
            return _compile_text(
                text, name, target, ptxas=ptxas, opt_level=opt_level, warps=warps, line_info=line_info
            )
        source = load(data)
    return source.compile(target, ptxas=ptxas, opt_level=opt_level, warps=warps, line_info=line_info)


@_names_the_nearest
def count(
    module: Module | str | _os.PathLike[str],
    grid: Grid,
    args: Sequence[Argument] | Mapping[str, Argument],
    *,
    entry: str | None = None,
    target: str | None = None,
    steps: int | None = None,
    seed: int | None = None,
    output: Writable | None = None,
) -> Counters:
    """Run the code that is compiled for `target` in software, on arrays that are not copied, and count what its threads do.

    The arguments are those of `launch`; arrays hold the results afterwards.

    >>> module = parse('''cuda_tile.module @m { entry @set(%x: tile<ptr<i32>>, %v: tile<i32>) {
    ...     %done = store_ptr_tko weak %x, %v : tile<ptr<i32>>, tile<i32> -> token
    ...     return
    ... } }''')
    >>> counters = count(module, 1, (memoryview(bytearray(4)).cast("i"), 7), target="sm_80")
    >>> "classes" in counters.numbers
    True
    """
    kernel = _module(module)._kernel(entry, "ptx-emu", target)
    return kernel.count(grid, args, steps=steps, seed=seed, output=output)


@_names_the_nearest
def launch(
    module: Module | str | _os.PathLike[str],
    grid: Grid,
    args: Sequence[Argument] | Mapping[str, Argument],
    *,
    entry: str | None = None,
    engine: str = "cpu",
    target: str | None = None,
    threads: int | None = None,
    steps: int | None = None,
    seed: int | None = None,
    output: Writable | None = None,
) -> None:
    """Run an entry of a module over a grid of tile blocks, on arrays that are not copied.

    `module` may be the path of its file. `args` has one argument for each parameter, in order or by name: a number for a number;
    for a pointer an array of the elements it points to, row-major and without gaps. `entry` may be left out where there is only one; `engine` is ``"cpu"``, which is fast,
    ``"reference"``, which is right, ``"ptx-emu"``, which runs the code of a GPU in software, or ``"cuda"``, which runs it on
    the GPU of this machine. `target` is what ``"ptx-emu"`` compiles for (``"sm_80"``; by default ``"sm_90a"``). `threads` bounds the threads, `steps` the steps of all tile blocks together;
    `seed` lets the reference interpreter shuffle tile blocks. What the program prints goes to `output`, by default
    ``sys.stdout``.

    What was prepared for a launch is kept with the module for the next one.

    >>> module = parse('''cuda_tile.module @m { entry @greet(%n: tile<i32>) {
    ...     %done = print_tko "hello %d\\\\0A", %n : tile<i32> -> token
    ...     return
    ... } }''')
    >>> launch(module, 2, (7,))
    hello 7
    hello 7
    """
    kernel = _module(module)._kernel(entry, engine, target)
    kernel.launch(grid, args, threads=threads, steps=steps, seed=seed, output=output)


@_names_the_nearest
def bench(
    module: Module | str | _os.PathLike[str],
    grid: Grid,
    args: Sequence[Argument] | Mapping[str, Argument],
    *,
    entry: str | None = None,
    engines: Sequence[str] = ("cpu",),
    target: str | None = None,
    threads: int | None = None,
    runs: int | None = None,
    seconds: float = 1.0,
) -> tuple[Timing, ...]:
    """Time launches on one engine or several, on arrays that are not copied: a `Timing` for each engine.

    The arguments are those of `launch`; each engine runs `runs` times, or for `seconds`, after one run that is not measured. Arrays
    are not put back between runs, and hold the results of the last one. `target` is what ``"ptx-emu"`` compiles for.

    >>> module = parse('''cuda_tile.module @m { entry @set(%x: tile<ptr<i32>>, %v: tile<i32>) {
    ...     %done = store_ptr_tko weak %x, %v : tile<ptr<i32>>, tile<i32> -> token
    ...     return
    ... } }''')
    >>> x = memoryview(bytearray(4)).cast("i")
    >>> timings = bench(module, 1, (x, 7), engines=("cpu", "reference"), runs=3)
    >>> [(timing.engine, len(timing.runs)) for timing in timings], x[0]
    ([('cpu', 3), ('reference', 3)], 7)
    """
    if runs is not None and runs < 1:
        raise ArgumentError(f"at least one run is measured; `runs` is {runs}")
    if isinstance(engines, str):
        raise ArgumentError(f"`engines` is a list of names, not one; write [{engines!r}]")
    loaded = _module(module)

    def prepare(engine: str) -> Callable[[], None]:
        kernel = loaded.kernel(entry, engine=engine, target=target if engine == "ptx-emu" else None)
        return lambda: kernel.launch(grid, args, threads=threads)

    return tuple(_measure(engine, lambda: prepare(engine), runs, seconds) for engine in engines)


@_names_the_nearest
def sanitize(
    module: Module | str | _os.PathLike[str],
    grid: Grid,
    args: Sequence[Argument] | Mapping[str, Argument],
    *,
    entry: str | None = None,
    checks: str | None = None,
    schedules: int = 0,
    steps: int | None = None,
    seed: int | None = None,
    output: Writable | None = None,
) -> Report:
    """Run an entry under the eyes of the sanitizer, and report everything undefined that it does.

    The arguments are those of `launch`; arrays hold the results afterwards. `checks` names the kinds of findings to look for,
    separated by commas; `schedules` more orders of the tile blocks are tried as long as nothing is found.

    >>> module = parse('''cuda_tile.module @m { entry @stale(%x: tile<ptr<i32>>) {
    ...     %one = constant <i32: 1> : tile<i32>
    ...     %stored = store_ptr_tko weak %x, %one : tile<ptr<i32>>, tile<i32> -> token
    ...     %v, %loaded = load_ptr_tko weak %x : tile<ptr<i32>> -> tile<i32>, token
    ...     return
    ... } }''')
    >>> report = sanitize(module, 1, (memoryview(bytearray(4)).cast("i"),))
    >>> finding = report.findings[0]
    >>> finding.code, finding.line
    ('E0570', 4)
    >>> finding.fix
    'pass token %stored of the `store_ptr_tko` to the `load_ptr_tko`'
    """
    kernel = _module(module)._kernel(entry, "reference")
    return kernel.sanitize(grid, args, checks=checks, schedules=schedules, steps=steps, seed=seed, output=output)
