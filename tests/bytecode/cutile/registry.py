"""The list of exported kernels, and short names for the signatures they are exported with.

A theme file writes `@export(array(ct.float32, 1), ...)` above `@ct.kernel`; one decorator is one exported file. Nothing here
needs a GPU: a signature only states types and assumptions.
"""

from dataclasses import dataclass

import cuda.tile as ct
from cuda.tile.compilation import (
    ArrayConstraint,
    CallingConvention,
    KernelSignature,
    ListConstraint,
    ScalarConstraint,
)


@dataclass(frozen=True)
class Exported:
    """One bytecode file for each version from `since` on: a kernel with its signatures, an entry for each of them.

    `refused` is empty, or a phrase of the error with which the real tools refuse what cuTile wrote.
    """

    name: str
    theme: str
    kernel: object
    signatures: tuple[KernelSignature, ...]
    since: str
    refused: str


REGISTRY: list[Exported] = []


def export(*parameters, variant="", since="13.1", refused=""):
    """Register the kernel below under its own name (and `variant`), first possible in bytecode version `since`."""

    def register(kernel):
        name = named(kernel, variant)
        add(name, kernel, {name: parameters}, since, refused)
        return kernel

    return register


def export_together(variant, entries, since="13.1"):
    """Register one module that holds an entry of the kernel below for each of `entries`: suffix and parameters."""

    def register(kernel):
        symbols = {named(kernel, suffix): parameters for suffix, parameters in entries.items()}
        add(named(kernel, variant), kernel, symbols, since, "")
        return kernel

    return register


def named(kernel, variant):
    """The name of a kernel's variant."""
    function = kernel._annotated_function.pyfunc
    return function.__name__ + (f"_{variant}" if variant else "")


def add(name, kernel, entries, since, refused):
    """Put one module on the list."""
    function = kernel._annotated_function.pyfunc
    if any(known.name == name for known in REGISTRY):
        raise ValueError(f"two exported kernels are called {name}")
    if not function.__doc__:
        raise ValueError(f"kernel {name} has no docstring")
    convention = CallingConvention.cutile_python_v2()
    signatures = tuple(KernelSignature(parameters, convention, symbol) for symbol, parameters in entries.items())
    REGISTRY.append(Exported(name, function.__module__, kernel, signatures, since, refused))


def array(dtype, rank, *, index=ct.int32, last_stride=1, aliases=(), **assumptions):
    """An array parameter: row-major unless `last_stride` is None, aliasing nothing unless `aliases` says so."""
    strides = [None] * rank
    if rank and last_stride is not None:
        strides[-1] = last_stride
    assumptions.setdefault("stride_constant", strides)
    assumptions.setdefault("may_alias_internally", False)
    return ArrayConstraint(
        dtype,
        rank,
        index_dtype=index,
        stride_lower_bound_incl=0,
        alias_groups=aliases,
        **assumptions,
    )


def aligned(dtype, rank, **assumptions):
    """An array as frameworks allocate it: base, strides and extents divisible by 16 bytes."""
    per_16_bytes = max(1, 128 // dtype.bitwidth)
    return array(
        dtype,
        rank,
        base_addr_divisible_by=16,
        stride_divisible_by=[per_16_bytes] * (rank - 1) + [1],
        shape_divisible_by=per_16_bytes,
        **assumptions,
    )


def arrays(element):
    """A list-of-arrays parameter."""
    return ListConstraint(element, alias_groups=(), elements_may_alias=False)


def scalar(dtype):
    """A scalar parameter that is known at launch only."""
    return ScalarConstraint(dtype)
