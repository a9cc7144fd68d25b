"""Products and normalisation of half-precision tensors, as a GPU computes them: in f32, and rounded once.

torch's kernels for the CPU sum narrow types in other orders, and some of them in narrow accumulators; scripts that compare
with torch's results on a GPU set their tolerances by what a GPU does. So while torch is to believe in a GPU, products of f16
and bf16 tensors are summed in f32 with k ascending, by torch itself, f32 factors become tf32 where the script allows it
(`torch.set_float32_matmul_precision`), and `layer_norm` works in f32.
"""

from __future__ import annotations

import functools
from typing import Any, Callable

import torch

_NARROW = (torch.float16, torch.bfloat16)

#: Multiplications up to which a product is summed one k at a time; larger ones would take too long that way.
_MOST = 1 << 31


def _wants_tf32() -> bool:
    """Whether a GPU would round f32 factors to tf32."""
    return torch.get_float32_matmul_precision() != "highest"


def _tf32(tensor: Any) -> Any:
    """The nearest tf32 numbers, ties to even: 10 bits of mantissa."""
    if tensor.requires_grad:
        return tensor
    bits = tensor.contiguous().view(torch.int32)
    rounded = (bits + 0xFFF + ((bits >> 13) & 1)) & ~0x1FFF
    return torch.where(torch.isfinite(tensor), rounded.view(torch.float32), tensor)


def _ascending(lhs: Any, rhs: Any) -> Any:
    """`lhs @ rhs` in f32, k ascending. Products of two narrow numbers are exact in f32."""
    lhs, rhs = lhs.float(), rhs.float()
    total = lhs[..., :, :1] * rhs[..., :1, :]
    for k in range(1, lhs.shape[-1]):
        total += lhs[..., :, k : k + 1] * rhs[..., k : k + 1, :]
    return total


def _product(theirs: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(theirs)
    def call(*args: Any, **kwargs: Any) -> Any:
        # Only a GPU takes the type of the result.
        result = kwargs.pop("out_dtype", None)
        if len(args) != 2 or kwargs or not all(isinstance(arg, torch.Tensor) for arg in args):
            return theirs(*args, **kwargs)
        lhs, rhs = args
        dtype = lhs.dtype if result is None else result
        if result is not None and lhs.dtype not in _NARROW:
            return theirs(lhs.to(result), rhs.to(result))
        if rhs.dtype == lhs.dtype == torch.float32 and _wants_tf32():
            lhs, rhs = _tf32(lhs), _tf32(rhs)
        elif lhs.dtype not in _NARROW or rhs.dtype != lhs.dtype:
            return theirs(lhs, rhs)
        plain = min(lhs.ndim, rhs.ndim) >= 2 and lhs.shape[-1] == rhs.shape[-2] > 0
        few = plain and lhs.numel() * rhs.shape[-1] <= _MOST
        if few and not (lhs.requires_grad or rhs.requires_grad):
            return _ascending(lhs, rhs).to(dtype)
        return theirs(lhs.float(), rhs.float()).to(dtype)

    return call


def _layer_norm(theirs: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(theirs)
    def call(input: Any, shape: Any, weight: Any = None, bias: Any = None, eps: float = 1e-5) -> Any:
        if input.dtype not in _NARROW:
            return theirs(input, shape, weight, bias, eps)
        weight, bias = (tensor if tensor is None else tensor.float() for tensor in (weight, bias))
        return theirs(input.float(), shape, weight, bias, eps).to(input.dtype)

    return call


def replacements() -> list[tuple[Any, str, Any]]:
    """What replaces which name of which owner."""
    found = [
        (owner, name, _product(getattr(owner, name)))
        for owner, names in (
            (torch, ("matmul", "mm", "bmm")),
            (torch.Tensor, ("matmul", "mm", "bmm", "__matmul__")),
        )
        for name in names
    ]
    functional = torch.nn.functional
    return [*found, (functional, "layer_norm", _layer_norm(functional.layer_norm))]
