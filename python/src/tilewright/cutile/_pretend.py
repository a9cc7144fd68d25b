"""torch scripts that ask for ``device="cuda"``: tensors stay on the CPU, and everything is immediate.

What is replaced, until the session ends:

- functions that make tensors take ``"cuda"`` for ``"cpu"``; so do ``Tensor.to``, ``Tensor.cuda`` and generators;
- ``Tensor.cpu`` copies, because with a GPU it does, and ``Tensor.is_cuda`` says yes; ``Tensor.device`` says the truth, ``cpu``;
- products and normalisation of f16 and bf16 tensors are computed in f32 (`_products`);
- ``torch.compile`` compiles nothing: a function runs as it is written;
- ``torch.cuda``: devices, streams, events and graphs as `_devices` has them.
"""

from __future__ import annotations

import contextlib
import functools
from typing import Any, Callable, Iterator

import torch
import torch.nn.attention
from torch.utils import _device

from . import _devices, _products

_MISSING = object()

#: Functions of torch that make tensors, besides those that `torch.set_default_device` knows.
_MORE = (
    "empty_like",
    "full_like",
    "ones_like",
    "rand_like",
    "randint_like",
    "randn_like",
    "zeros_like",
    "asarray",
    "as_tensor",
    "tensor",
    "from_numpy",
    "frombuffer",
)
_METHODS = ("new_empty", "new_full", "new_ones", "new_zeros", "new_tensor", "new_empty_strided")


def is_cuda(device: Any) -> bool:
    """True for everything that torch takes for a CUDA device."""
    if isinstance(device, torch.device):
        return device.type == "cuda"
    return isinstance(device, str) and device.split(":")[0] == "cuda"


def _here(value: Any) -> Any:
    return torch.device("cpu") if is_cuda(value) else value


def _redirected(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        device = kwargs.get("device")
        if device is not None:
            # An ordinal is a GPU's.
            kwargs["device"] = torch.device("cpu") if isinstance(device, int) else _here(device)
        if kwargs.get("pin_memory"):
            kwargs["pin_memory"] = False
        return function(*args, **kwargs)

    return call


def _to(tensor: Any, *args: Any, **kwargs: Any) -> Any:
    args = tuple(_here(arg) for arg in args)
    if "device" in kwargs:
        kwargs["device"] = _here(kwargs["device"])
    return _originals["to"](tensor, *args, **kwargs)


def _cuda(tensor: Any, device: Any = None, non_blocking: bool = False, **_kwargs: Any) -> Any:
    return tensor


def _cpu(tensor: Any, **kwargs: Any) -> Any:
    return tensor.detach().clone() if not tensor.requires_grad else tensor.clone()


def _abs(tensor: Any) -> Any:
    # Only a GPU knows that of bools.
    return tensor.clone() if tensor.dtype == torch.bool else torch.abs(tensor)


@contextlib.contextmanager
def _any_backend(*_args: Any, **_kwargs: Any) -> Iterator[None]:
    # Scripts choose among the implementations of attention that a GPU has.
    yield


class _Generator(torch.Generator):
    """A generator of random numbers, of the CPU whichever device was asked for."""

    def __new__(cls, device: Any = "cpu") -> Any:
        return super().__new__(cls, device=_here(device))


def _uncompiled(model: Any = None, **_options: Any) -> Any:
    """`torch.compile`, also as a decorator with options: its compilers ask a GPU what it is."""
    return (lambda function: function) if model is None else model


_originals: dict[str, Any] = {"to": torch.Tensor.to}


class Pretence:
    """Everything that was replaced, to be put back."""

    def __init__(self) -> None:
        self._before: list[tuple[Any, str, Any]] = []

    def _set(self, owner: Any, name: str, value: Any) -> None:
        before = owner.__dict__.get(name, _MISSING)
        self._before.append((owner, name, before))
        setattr(owner, name, value)

    def begin(self) -> None:
        """Replaces."""
        makers = {function.__name__ for function in _device._device_constructors()} | set(_MORE)
        for owner in (torch, torch.fft):
            for name in sorted(makers):
                function = getattr(owner, name, None)
                if callable(function) and not isinstance(function, type):
                    self._set(owner, name, _redirected(function))
        for name in _METHODS:
            self._set(torch.Tensor, name, _redirected(getattr(torch.Tensor, name)))
        self._set(torch.Tensor, "to", _to)
        self._set(torch.Tensor, "cuda", _cuda)
        self._set(torch.Tensor, "cpu", _cpu)
        self._set(torch.Tensor, "is_cuda", property(lambda tensor: True))
        self._set(torch.Tensor, "get_device", lambda tensor: 0)
        self._set(torch.Tensor, "pin_memory", lambda tensor, *_device: tensor)
        self._set(torch, "Generator", _Generator)
        default = torch.set_default_device
        self._set(torch, "set_default_device", lambda device: default(_here(device)))
        context = _device.DeviceContext.__init__
        self._set(_device.DeviceContext, "__init__", lambda self, device: context(self, _here(device)))
        self._set(torch.nn.attention, "sdpa_kernel", _any_backend)
        self._set(torch, "compile", _uncompiled)
        self._set(torch.Tensor, "__abs__", _abs)
        for owner, name, value in _products.replacements():
            self._set(owner, name, value)
        for name, value in _devices.namespace().items():
            self._set(torch.cuda, name, value)

    def end(self) -> None:
        """Puts everything back."""
        for owner, name, before in reversed(self._before):
            if before is _MISSING:
                delattr(owner, name)
            else:
                setattr(owner, name, before)
        self._before.clear()
