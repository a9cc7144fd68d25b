"""A pytest plugin and a way to run scripts: kernels that a launch compiles are written as bytecode, and no launch executes.

``-p corpus_export`` before ``-p tilewright.cutile.pytest_plugin``, or ``python corpus_export.py SCRIPT ARGUMENTS``. Options come by
the environment, because every worker of pytest-xdist reads them too:

- ``CUTILE_EXPORT``: the folder; a file in it is named by the SHA-256 of its contents, so kernels that are equal are one file;
- ``CUTILE_CAPABILITY``: the compute capability that a script's device queries answer (pytest has ``--cutile-capability``).

Results are never right, so nothing may depend on them: functions that compare tensors compare nothing. Memory that torch does
not initialise and large random tensors are zero, and so are products of torch, which makes references cheap. Assertions of tests
are left out by ``PYTHONOPTIMIZE=1`` and ``--assert=plain``. All configurations of a tuning search are compiled (with
``--cutile-tune=first``, the first one alone), and the first one is the best.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import importlib.util
import os
import runpy
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

#: Products of matrices in torch, and which operands have the extents of the result.
_PRODUCTS = {"mm": (0, 1), "bmm": (0, 1), "addmm": (1, 2), "baddbmm": (1, 2)}

#: Elements of a random tensor above which it is zero instead: to draw numbers takes longer than to compile a kernel.
_LARGE = 1 << 16

#: Microseconds of every configuration of a search.
_ALIKE = 1.0


def write(folder: Path, bytecode: bytes) -> None:
    """Writes a module, unless it is there. Several processes may write the same one."""
    path = folder / f"{hashlib.sha256(bytecode).hexdigest()}.tileirbc"
    if path.exists():
        return
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=folder, delete=False) as file:
        file.write(bytecode)
    os.replace(file.name, path)


def _export(folder: Path) -> None:
    """Writes what cuTile compiles for a launch, and lets nothing run."""
    from tilewright.cutile import _engine, _program, _tuning

    theirs = _program.Program.__init__

    @functools.wraps(theirs)
    def init(self: Any, bytecode: bytes, *args: Any, **kwargs: Any) -> None:
        write(folder, bytecode)
        theirs(self, bytecode, *args, **kwargs)

    _program.Program.__init__ = init  # type: ignore[method-assign]
    # Nothing runs, so nothing need be prepared for an engine.
    _engine.Kernel.prepare = lambda self: (False,) * len(self.params)  # type: ignore[method-assign]
    _engine.Kernel.run = lambda *_args, **_kwargs: None  # type: ignore[method-assign,assignment]
    _tuning.benchmark = _once  # type: ignore[assignment]


#: What searches compiled: functions with hints and signatures.
_tried: set[Any] = set()


def _once(run: Callable[..., float], mode: str, timings: Any, args: tuple[Any, ...]) -> float:
    """Compiles a configuration of a search, unless the same one was compiled before; all are as fast as each other."""
    from cuda.tile._cext import CallingConvention
    from cuda.tile.compilation import KernelSignature
    from tilewright.cutile import _tuning

    _, _, kernel, given, *_ = args
    search = (kernel._pyfunc, _tuning._arrays(given))
    if mode == "first" and timings.first.get(search, kernel) is not kernel:
        return _tuning.NEVER
    convention = getattr(CallingConvention, "cutile_python_v2", CallingConvention.cutile_python_v1)
    signature = KernelSignature.from_kernel_args(kernel, given, convention())
    key = (kernel._pyfunc, repr(kernel._compiler_options), repr(signature))
    if key not in _tried:
        run(*args)
        _tried.add(key)
    timings.first.setdefault(search, kernel)
    return _ALIKE


def _compare_nothing(torch: Any) -> None:
    """Lets comparisons of tensors pass."""
    torch.testing.assert_close = lambda *_args, **_kwargs: None
    torch.allclose = lambda *_args, **_kwargs: True
    torch.equal = lambda *_args, **_kwargs: True


def _initialise(torch: Any) -> None:
    """Memory that torch does not initialise is zero: an index out of it is one that exists. Large random tensors are, too."""

    def zeroed(theirs: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(theirs)
        def call(*args: Any, **kwargs: Any) -> Any:
            made = theirs(*args, **kwargs)
            # Types of less than a byte have no zero.
            with torch.no_grad(), contextlib.suppress(RuntimeError):
                made.zero_()
            return made

        return call

    for owner, names in ((torch, ("empty", "empty_like", "empty_strided")), (torch.Tensor, ("new_empty",))):
        for name in names:
            setattr(owner, name, zeroed(getattr(owner, name)))

    def cheap(theirs: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(theirs)
        def call(tensor: Any, *args: Any, **kwargs: Any) -> Any:
            return tensor.zero_() if tensor.numel() > _LARGE else theirs(tensor, *args, **kwargs)

        return call

    for name in ("normal_", "uniform_"):
        setattr(torch.Tensor, name, cheap(getattr(torch.Tensor, name)))
    for name, fill in (("randn", "normal_"), ("rand", "uniform_"), ("randn_like", "normal_"), ("rand_like", "uniform_")):
        setattr(torch, name, _filled(torch, getattr(torch, name), fill))


def _filled(torch: Any, theirs: Callable[..., Any], fill: str) -> Callable[..., Any]:
    """A function that makes a random tensor, by a method that fills one."""
    empty = torch.empty_like if theirs.__name__.endswith("_like") else torch.empty

    @functools.wraps(theirs)
    def call(*args: Any, **kwargs: Any) -> Any:
        generator, out = kwargs.pop("generator", None), kwargs.pop("out", None)
        if out is not None:
            return getattr(out, fill)(generator=generator)
        needed = kwargs.pop("requires_grad", False)
        return getattr(empty(*args, **kwargs), fill)(generator=generator).requires_grad_(needed)

    return call


def _multiply_nothing(torch: Any) -> Any:
    """Replaces torch's products by zeros of the same extents; what is returned must live as long as they are replaced."""
    from tilewright.cutile import _products

    # Above this size, products of half-precision types are torch's own.
    _products._MOST = -1

    def zeros(lhs: int, rhs: int) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            left, right = args[lhs], args[rhs]
            return left.new_zeros((*left.shape[:-1], right.shape[-1]), dtype=kwargs.get("out_dtype"))

        return call

    library = torch.library.Library("aten", "IMPL")
    for name, operands in _PRODUCTS.items():
        library.impl(name, zeros(*operands), "CPU", allow_override=True)
    return library


_library: Any = None


def install(folder: Path) -> None:
    """Does all of it in this process, before a session begins."""
    global _library
    if importlib.util.find_spec("torch") is not None:
        import torch

        _compare_nothing(torch)
        _initialise(torch)
        _library = _multiply_nothing(torch)
    _export(folder)


def main(words: list[str]) -> None:
    """Runs a script."""
    from tilewright import cutile
    from tilewright.cutile._settings import capability

    script, *_ = words
    sys.argv = words
    sys.path.insert(0, str(Path(script).resolve().parent))
    answered = capability(os.environ["CUTILE_CAPABILITY"])
    with cutile.cpu(engine="reference", pretend_cuda=True, compute_capability=answered):
        runpy.run_path(script, run_name="__main__")


if "CUTILE_EXPORT" in os.environ:
    install(Path(os.environ["CUTILE_EXPORT"]))

if __name__ == "__main__":
    main(sys.argv[1:])
