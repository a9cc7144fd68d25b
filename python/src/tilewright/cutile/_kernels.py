"""Kernels as the front end of cuTile made them: their bytecode, and what Tilewright's compiler makes of it."""

from __future__ import annotations

import functools
import os
from collections.abc import Sequence
from typing import Any

import tilewright

from .._options import names_the_nearest
from . import _settings


class MadeKernel:
    """A kernel that a session launched, or compiled for a launch: `cpu.kernels` has them, in order."""

    #: Its entry, as cuTile names it.
    entry: str
    #: What cuTile's front end made, in Tile IR's bytecode.
    bytecode: bytes
    #: The same, as a module: to print, to check, to run.
    module: tilewright.Module
    #: What `ptx` is made for: the target of the session.
    target: str

    def __init__(self, entry: str, bytecode: bytes, module: tilewright.Module, target: str) -> None:
        self.entry = entry
        self.bytecode = bytecode
        self.module = module
        self.target = target

    @functools.cached_property
    def ptx(self) -> str:
        """The PTX that Tilewright's compiler makes for the target of the session."""
        return self.compile().ptx

    @names_the_nearest
    def compile(
        self,
        target: str | None = None,
        *,
        ptxas: str | os.PathLike[str] | None = None,
        opt_level: int = 3,
        warps: int = 4,
        line_info: bool = False,
    ) -> tilewright.Compiled:
        """Compiles it for a target; without one, for that of the session."""
        return self.module.compile(
            self.target if target is None else target,
            ptxas=ptxas,
            opt_level=opt_level,
            warps=warps,
            line_info=line_info,
        )

    def __repr__(self) -> str:
        return f"<tilewright.cutile kernel {self.entry}, {len(self.bytecode)} bytes of bytecode, for {self.target}>"


def target_of(settings: _settings.Settings) -> str:
    """What a session compiles for: its target, or what its device queries answer."""
    major, minor = settings.capability
    plain = f"sm_{major}{minor}"
    known = (name for name in tilewright.targets() if name.removesuffix("a") == plain)
    return settings.target or next(known, plain)


def front_end(kernel: Any, args: Sequence[Any], target: str) -> tuple[bytes, list[tuple[int, str]]]:
    """The bytecode that cuTile makes of a kernel for these arguments and a target, and the names of arrays by the numbers of
    their parameters. Inside of a session."""
    from . import _hooks, _program

    try:
        from cuda.tile._cext import CallingConvention, default_tile_context
        from cuda.tile.compilation import KernelSignature

        of_arguments = KernelSignature.from_kernel_args
    except (ImportError, AttributeError):
        raise _hooks.UnsupportedCuTile(
            "this version of cuda-tile cannot say what a kernel is compiled for without launching it; `pip install -U cuda-tile`, "
            "or launch it in a session and look at `session.kernels`"
        ) from None
    newest = getattr(CallingConvention, "cutile_python_v2", CallingConvention.cutile_python_v1)
    signature = of_arguments(kernel, tuple(args), newest())
    bytecode, _ = _hooks.bytecode_of(kernel, signature, default_tile_context, _settings.capability_of(target))
    return bytecode, _program.array_names(signature, _hooks.parameters_of(kernel))


@names_the_nearest
def compile(
    kernel: Any,
    target: str,
    args: Sequence[Any],
    *,
    ptxas: str | os.PathLike[str] | None = None,
    opt_level: int = 3,
    warps: int = 4,
    line_info: bool = False,
) -> tilewright.Compiled:
    """Compiles a cuTile kernel for a target, such as ``"sm_90a"``, without launching it.

    `args` are those of a launch: cuTile specialises a kernel for the types of its arguments, the values of its constants and
    the alignment of its arrays. Nothing of them is read or written. The other options are those of `tilewright.compile`.
    """
    from . import cpu, _engine, _hooks

    _hooks.check_version()
    with cpu(compute_capability=_settings.capability_of(target)):
        from . import _arrays

        _arrays.adopt_torch()
        bytecode, names = front_end(kernel, args, target)
    module = _engine.load(bytecode, _hooks.source_of(kernel), names)
    return module.compile(target, ptxas=ptxas, opt_level=opt_level, warps=warps, line_info=line_info)
