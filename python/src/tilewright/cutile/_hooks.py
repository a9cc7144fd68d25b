"""Where cuTile is taken over: five names of the package `cuda-tile`, the same in its versions 1.3 to 1.7.

- ``cuda.tile._load_libcuda``: where the launcher finds the driver (`_driver`).
- ``kernel._compile``: what it returns is machine code and a symbol; here it is a ticket of a `_program.Program`.
- ``_compile.compile_cubin``, ``_get_max_supported_bytecode_version``, ``_get_compiler_version_string``,
  ``_find_compiler_bin``: the closed compiler. While a kernel is compiled for a launch they answer for Tilewright; everything
  else, such as exporting a cubin, still asks the closed compiler, where there is one.
- ``launch`` and its relatives: arrays of the CPU are shown to the launcher as it wants to see them (`_arrays`), and
  exceptions of a launch come out as they are.
"""

from __future__ import annotations

import atexit
import ctypes
import functools
import importlib.abc
import importlib.machinery
import importlib.metadata
import sys
import threading
import types
import weakref
from pathlib import Path
from typing import Any, Callable

import tilewright

from . import _arrays, _driver, _kernels, _program, _tuning
from ._settings import Handle, current, is_active

#: Versions of cuda-tile that are known to work.
VERSIONS = ((1, 3), (1, 7))

_compiling = threading.local()

#: Kernels that the launcher holds programs of.
_compiled: weakref.WeakSet[Any] = weakref.WeakSet()


def _keep() -> None:
    """Keeps kernels from being taken apart when the interpreter ends: the launcher would call `cuLibraryUnload`, and there is
    no Python left to answer."""
    for kernel in list(_compiled):
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(kernel))


atexit.register(_keep)
_installed = False


class UnsupportedCuTile(tilewright.Error, ImportError):
    """No package `cuda-tile`, or one of a version that is not known to work."""


class NoSession(tilewright.Error, RuntimeError):
    """A kernel was launched without a driver of a GPU, outside of every session."""


class DriverInUse(tilewright.Error, RuntimeError):
    """cuTile already talks to the driver of a GPU in this process."""


def check_version() -> tuple[int, ...]:
    """The version of `cuda-tile`; refuses one that is not known to work."""
    lowest, highest = (".".join(map(str, version)) for version in VERSIONS)
    try:
        found = importlib.metadata.version("cuda-tile")
    except importlib.metadata.PackageNotFoundError:
        raise UnsupportedCuTile(
            f"the package `cuda-tile` is not installed; `pip install cuda-tile` ({lowest} to {highest})"
        ) from None
    version = tuple(int(part) for part in found.split(".")[:2])
    if not VERSIONS[0] <= version <= VERSIONS[1]:
        raise UnsupportedCuTile(
            f"cuda-tile {found} is not supported; tilewright.cutile works with versions {lowest} to {highest}: "
            f"`pip install 'cuda-tile>={lowest},<{VERSIONS[1][0]}.{VERSIONS[1][1] + 1}'`"
        )
    return version


def install() -> None:
    """Takes cuTile over; what is taken over asks whether a session is active and else does what it always did."""
    global _installed
    if _installed:
        return
    _arrays.wraps_tensors = check_version() < (1, 6)
    _install_driver()
    import cuda.tile._cext as cext
    import cuda.tile._compile as compiler
    import cuda.tile._execution as execution

    _install_compiler(compiler, execution.kernel)
    _install_launcher(cext)
    _installed = True


def forget_capability() -> None:
    """Lets cuTile ask for the compute capability again, which each session may answer in its own way."""
    compiler = sys.modules.get("cuda.tile._compile")
    if compiler is not None and hasattr(compiler.get_sm_arch, "cache_clear"):
        compiler.get_sm_arch.cache_clear()


_NO_SESSION = (
    "cuTile's launcher runs on the CPU in this process, and no session is active; launch inside of "
    "`with tilewright.cutile.cpu():`"
)

#: Where cuTile's launcher finds the driver.
_LOADER = "cuda.tile._load_libcuda"


#: Where cuTile's class of kernels is.
_EXECUTION = "cuda.tile._execution"


class _Loads(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds a module of cuTile as Python would, and runs it in a way of its own."""

    def __init__(self, name: str, run: Callable[[importlib.abc.Loader, Any], None]) -> None:
        self._name = name
        self._run = run

    def find_spec(self, name: str, path: Any = None, _target: Any = None) -> Any:
        if name != self._name:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path)
        if spec is not None and spec.loader is not None:
            self._theirs = spec.loader
            spec.loader = self
        return spec

    def create_module(self, spec: Any) -> Any:
        return self._theirs.create_module(spec)

    def exec_module(self, module: Any) -> None:
        self._run(self._theirs, module)


def _open_driver(theirs: importlib.abc.Loader, module: Any) -> None:
    """Runs the module that opens the driver, and says of sessions where there is none."""
    try:
        theirs.exec_module(module)
    except OSError as error:
        raise NoSession(
            f"cuTile finds no driver of a GPU ({error}); launch inside of `with tilewright.cutile.cpu():` to run on the CPU, "
            "or run the whole script by `python -m tilewright.cutile`"
        ) from error


def _define_kernels(theirs: importlib.abc.Loader, module: Any) -> None:
    """Runs the module of the class of kernels, and gives that class `compile`."""
    theirs.exec_module(module)
    _give_compile(module.kernel)


def _give_compile(kernel: Any) -> None:
    if not hasattr(kernel, "compile"):
        kernel.compile = _kernels.compile


# A program that imports this package may launch or compile before its first session, and import cuTile before or after it.
sys.meta_path[:0] = [_Loads(_LOADER, _open_driver), _Loads(_EXECUTION, _define_kernels)]
if _EXECUTION in sys.modules:
    _give_compile(sys.modules[_EXECUTION].kernel)


def _install_driver() -> None:
    name = _LOADER
    if name in sys.modules:
        raise DriverInUse(
            "cuTile has already opened libcuda in this process; enter tilewright.cutile.cpu() before the first launch, "
            "or run the script with `python -m tilewright.cutile`"
        )
    module = types.ModuleType(name, "The driver, answered by tilewright.cutile.")
    module.cuGetProcAddress_v2_ptrptr = _driver.proc_address_pointer()  # type: ignore[attr-defined]
    sys.modules[name] = module


def _choose(
    theirs: Callable[..., Any], ours: Callable[..., Any], lacking: Callable[..., Any] | None = None
) -> Callable[..., Any]:
    """Ours while a kernel is compiled for a launch; else theirs, or `lacking` where theirs finds no closed compiler."""

    @functools.wraps(theirs)
    def choose(*args: Any, **kwargs: Any) -> Any:
        if getattr(_compiling, "depth", 0):
            return ours(*args, **kwargs)
        try:
            return theirs(*args, **kwargs)
        except FileNotFoundError:
            if lacking is None or not is_active():
                raise
            return lacking(*args, **kwargs)

    for name in ("cache_clear", "cache_info"):
        if hasattr(theirs, name):
            setattr(choose, name, getattr(theirs, name))
    return choose


def _install_compiler(compiler: types.ModuleType, kernel: type) -> None:
    def cubin(bytecode: str, *_args: Any, **_kwargs: Any) -> Path:
        return Path(bytecode)

    def newest(*_args: Any, **_kwargs: Any) -> Any:
        return compiler._SUPPORTED_VERSIONS[-1]

    def version() -> str:
        return f"Tilewright {tilewright.__version__}"

    def binary() -> Any:
        return _NoCompiler("tilewright (there is no tileiras)", "", "", False)

    class _NoCompiler(compiler._CompilerBinary):  # type: ignore[misc,name-defined]
        def run(self, *_args: Any, **_kwargs: Any) -> None:
            raise FileNotFoundError(
                "machine code for a GPU is made by `tileiras`, which is not installed; `pip install cuda-tile[tileiras]`"
            )

    compiler.compile_cubin = _choose(compiler.compile_cubin, cubin)
    compiler._get_compiler_version_string = _choose(compiler._get_compiler_version_string, version)
    compiler._find_compiler_bin = _choose(compiler._find_compiler_bin, binary, binary)
    compiler._get_max_supported_bytecode_version = _choose(
        compiler._get_max_supported_bytecode_version, newest, newest
    )

    theirs = kernel._compile

    @functools.wraps(theirs)
    def compile_kernel(self: Any, signature: Any, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        if not is_active():
            raise NoSession(_NO_SESSION)
        # The launcher knows the capability of the first session only; another one is what a caller wants.
        if len(args) > 1 and tuple(args[1]) in _driver.told_capabilities:
            args = (args[0], current().capability, *args[2:])
        bytecode, symbol, *rest = _by_front_end(theirs, self, signature, *args, **kwargs)
        _compiled.add(self)
        program = _program.Program(bytes(bytecode), symbol, signature, source_of(self), parameters_of(self))
        program.note()
        return (program.ticket(), symbol, *rest)

    kernel._compile = compile_kernel
    _give_compile(kernel)


def _by_front_end(compile_kernel: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """What cuTile compiles, while the closed compiler's answers are ours: bytecode."""
    _compiling.depth = getattr(_compiling, "depth", 0) + 1
    try:
        return compile_kernel(*args, **kwargs)
    finally:
        _compiling.depth -= 1


def bytecode_of(kernel: Any, signature: Any, context: Any, capability: tuple[int, int]) -> tuple[bytes, str]:
    """The bytecode of a kernel for a signature and a compute capability, and the name of its entry."""
    theirs = type(kernel)._compile.__wrapped__
    bytecode, symbol, *_ = _by_front_end(theirs, kernel, signature, context, capability)
    return bytes(bytecode), symbol


def parameters_of(kernel: Any) -> tuple[str, ...]:
    """The names of the parameters of a kernel."""
    code = getattr(getattr(kernel, "_pyfunc", None), "__code__", None)
    return () if code is None else tuple(code.co_varnames[: code.co_argcount])


def source_of(kernel: Any) -> str | None:
    """The file of Python that a kernel stands in."""
    code = getattr(getattr(kernel, "_pyfunc", None), "__code__", None)
    return getattr(code, "co_filename", None)


#: Functions of the compiled module that take arrays: which of their arguments holds them.
_TAKE_ARRAYS = {
    "launch": 3,
    "_benchmark": 3,
    "get_parameter_constraints_from_pyargs": 1,
}


def _install_launcher(cext: types.ModuleType) -> None:
    for name, place in _TAKE_ARRAYS.items():
        _replace(cext, name, functools.partial(_wrap, place=place))
    # Searches alone: who times a launch without one wants its results.
    _replace(cext, "_benchmark", _tuned, within="cuda.tile.tune")
    _replace(cext, "_export_ipc_benchmark_payload", _in_this_process)
    _replace(cext, "get_compute_capability", _capability)


def _replace(
    cext: types.ModuleType,
    name: str,
    by: Callable[[Callable[..., Any]], Callable[..., Any]],
    within: str = "cuda.tile",
) -> None:
    """Replaces a function of the compiled module, in every module within a package that has it, where this version has it."""
    theirs = getattr(cext, name, None)
    if theirs is None:
        return
    ours = by(theirs)
    for module in [module for key, module in list(sys.modules.items()) if key.startswith(within)]:
        if getattr(module, name, None) is theirs:
            setattr(module, name, ours)


def _capability(theirs: Callable[..., Any]) -> Callable[..., Any]:
    """The session's: the launcher asks the driver once, and sessions answer in their own way."""

    @functools.wraps(theirs)
    def capability(*args: Any, **kwargs: Any) -> Any:
        return current().capability if is_active() else theirs(*args, **kwargs)

    return capability


def _in_this_process(theirs: Callable[..., Any]) -> Callable[..., Any]:
    """Another process could not time a launch: programs and memory are this one's. Without a payload, cuTile times it here."""

    @functools.wraps(theirs)
    def export(*args: Any, **kwargs: Any) -> Any:
        return None if is_active() else theirs(*args, **kwargs)

    return export


def _tuned(theirs: Callable[..., Any]) -> Callable[..., Any]:
    """A launch that is timed, as often as the session wants it."""

    @functools.wraps(theirs)
    def benchmark(*args: Any) -> Any:
        settings = current()
        if not is_active() or settings.tune == "full" or len(args) <= _TAKE_ARRAYS["_benchmark"]:
            return theirs(*args)
        return _tuning.benchmark(theirs, settings.tune, settings.timings, args)

    return benchmark


def _outside(theirs: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """A launch outside of every session: what was compiled in one runs; what cannot run says how."""
    try:
        return theirs(*args, **kwargs)
    except tilewright.Error:
        raise
    except RuntimeError as error:
        failure = _driver.take_failure()
        if failure is not None:
            raise failure from None
        raise NoSession(f"{_NO_SESSION} (cuTile: {error})") from error


def _wrap(theirs: Callable[..., Any], place: int) -> Callable[..., Any]:
    @functools.wraps(theirs)
    def call(*args: Any, **kwargs: Any) -> Any:
        if not is_active():
            return _outside(theirs, *args, **kwargs)
        _arrays.adopt_torch()
        _arrays.forget_read_only()
        if len(args) > place:
            # The launcher knows the class of torch's own streams; it takes numbers, too.
            first = args[0].cuda_stream if isinstance(args[0], Handle) else args[0]
            args = (first, *args[1:place], _arrays.adapt(args[place]), *args[place + 1 :])
        try:
            return theirs(*args, **kwargs)
        except RuntimeError:
            failure = _driver.take_failure()
            if failure is None:
                raise
            raise failure from None

    return call
