"""Arrays of the CPU as cuTile's launcher wants to see them: as DLPack capsules of a CUDA device.

The launcher refuses capsules of other devices. The memory stays where it is; only the word that names the device changes,
and where DLPack of NumPy has no name for a type (bf16, fp8), the type.
"""

from __future__ import annotations

import ctypes
import sys
import threading
from typing import Any

from tilewright import Error

from ._settings import is_active

_CUDA = 2

_capsule_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_capsule_pointer.restype = ctypes.c_void_p
_capsule_pointer.argtypes = [ctypes.py_object, ctypes.c_char_p]

# Where parts of a DLTensor lie.
_DEVICE_TYPE = 8
_DTYPE_CODE, _DTYPE_BITS = 20, 21

#: DLPack codes of types that only `ml_dtypes` has: (code, bits).
_NARROW = {
    "bfloat16": (4, 16),
    "float8_e4m3fn": (10, 8),
    "float8_e5m2": (12, 8),
    "float8_e8m0fnu": (14, 8),
}


class ReadOnlyArray(Error, TypeError):
    """An array that may not be written, given to a kernel that may write it."""


class _ReadOnly(threading.local):
    """Memory of read-only arrays among the arguments of the launch that this thread is in: from, to."""

    ranges: tuple[tuple[int, int], ...] = ()


_read_only = _ReadOnly()


def forget_read_only() -> None:
    """Begins a launch."""
    _read_only.ranges = ()


def holds_read_only() -> bool:
    """Whether a read-only array is among the arguments of the launch."""
    return bool(_read_only.ranges)


def check_written(start: int, size: int, number: int) -> None:
    """Refuses memory that a kernel may write, if it is that of a read-only array."""
    if any(first < start + size and start < end for first, end in _read_only.ranges):
        raise ReadOnlyArray(
            f"the kernel may write array {number} of its arguments, which is read-only; pass a copy (`array.copy()`) or make it "
            "writable (`array.flags.writeable = True`)"
        )


class _Alias:
    """The memory of a read-only array, as an array that may be written: DLPack knows no others."""

    def __init__(self, array: Any) -> None:
        first, last = array.ctypes.data, array.ctypes.data
        for extent, stride in zip(array.shape, array.strides, strict=True):
            first, last = first + min(0, (extent - 1) * stride), last + max(0, (extent - 1) * stride)
        if array.size:
            _read_only.ranges += ((first, last + array.itemsize),)
        self._array = array
        self.__array_interface__ = {**array.__array_interface__, "data": (array.ctypes.data, False)}


def _move(capsule: Any, dtype: tuple[int, int] | None = None) -> Any:
    tensor = _capsule_pointer(capsule, b"dltensor")
    ctypes.c_int32.from_address(tensor + _DEVICE_TYPE).value = _CUDA
    if dtype is not None:
        ctypes.c_uint8.from_address(tensor + _DTYPE_CODE).value = dtype[0]
        ctypes.c_uint8.from_address(tensor + _DTYPE_BITS).value = dtype[1]
    return capsule


class NumPyArray:
    """A NumPy array, as an array of a CUDA device."""

    __slots__ = ("_array",)

    def __init__(self, array: Any) -> None:
        self._array = array

    def __dlpack__(self, stream: Any = None) -> Any:
        array = self._array
        dtype = _NARROW.get(array.dtype.name)
        if dtype is not None:
            array = array.view(f"uint{dtype[1]}")
        if not array.flags.writeable:
            array = sys.modules["numpy"].asarray(_Alias(array))
        return _move(array.__dlpack__(), dtype)


class TorchArray:
    """A tensor, as an array of a CUDA device."""

    __slots__ = ("_tensor",)

    def __init__(self, tensor: Any) -> None:
        self._tensor = tensor

    def __dlpack__(self, stream: Any = None) -> Any:
        import torch

        return torch._C._to_dlpack(self._tensor)


#: Whether tensors are wrapped: before cuda-tile 1.6, the launcher looks for torch's function once, when it is imported.
wraps_tensors = False


def adapt(args: Any) -> Any:
    """The same arguments, with arrays of the CPU as arrays of a CUDA device; the same object where nothing changed."""
    wrappers: dict[type, Any] = {}
    if (numpy := sys.modules.get("numpy")) is not None:
        wrappers[numpy.ndarray] = NumPyArray
    if wraps_tensors and (torch := sys.modules.get("torch")) is not None:
        wrappers[torch.Tensor] = TorchArray
    return _adapt(args, wrappers)


def _adapt(value: Any, wrappers: dict[type, Any]) -> Any:
    if type(value) in (tuple, list):
        adapted = [_adapt(item, wrappers) for item in value]
        if any(new is not old for new, old in zip(adapted, value, strict=True)):
            return type(value)(adapted)
        return value
    for kind, wrapper in wrappers.items():
        if isinstance(value, kind):
            return wrapper(value)
    return value


_adopted = False


def adopt_torch() -> None:
    """Lets tensors of the CPU pass the launcher, once torch is there."""
    global _adopted
    torch = sys.modules.get("torch")
    if _adopted or torch is None or not hasattr(torch, "_C"):
        return
    theirs = torch._C._to_dlpack

    def to_dlpack(tensor: Any) -> Any:
        # Tensors that need another name for their type (none today) come out as torch says.
        capsule = theirs(tensor)
        if is_active() and tensor.device.type == "cpu":
            return _move(capsule)
        return capsule

    torch._C._to_dlpack = to_dlpack
    _adopted = True
