"""The driver calls that cuTile's launcher makes, answered here instead of by a GPU.

cuTile's compiled launcher takes the driver from ``cuda.tile._load_libcuda``: the address of a pointer to
``cuGetProcAddress_v2``. This module supplies one. Every call that it hands out is a Python function behind a C signature;
launches go to `_program`. Everything is immediate: when a call returns, its work is done.

Functions that the launcher asks for and that nobody here answers return ``CUDA_ERROR_NOT_SUPPORTED``, and the error text
names the function.
"""

from __future__ import annotations

import ctypes
import threading
import time
from ctypes import (
    CFUNCTYPE,
    POINTER,
    Structure,
    c_char_p,
    c_float,
    c_int,
    c_size_t,
    c_uint,
    c_uint64,
    c_void_p,
)
from typing import Any, Callable

from . import _program
from ._settings import current

SUCCESS = 0
INVALID_VALUE = 1
OUT_OF_MEMORY = 2
NOT_SUPPORTED = 801
LAUNCH_FAILED = 719

#: A driver of CUDA 13.4: cuTile refuses older ones than 13.0.
DRIVER_VERSION = 13040
#: The one context, on the one device.
CONTEXT = 0x7117

# Attributes of a device that the launcher asks for (CUdevice_attribute).
MAX_GRID_DIM_X, MAX_GRID_DIM_Y, MAX_GRID_DIM_Z = 5, 6, 7
MULTIPROCESSOR_COUNT = 16
CAPABILITY_MAJOR, CAPABILITY_MINOR = 75, 76
POINTER_ATTRIBUTE_CONTEXT = 1

_failures = threading.local()


class LaunchConfig(Structure):
    """CUlaunchConfig."""

    _fields_ = [
        ("grid", c_uint * 3),
        ("block", c_uint * 3),
        ("shared", c_uint),
        ("stream", c_void_p),
        ("attrs", c_void_p),
        ("num_attrs", c_uint),
    ]


class KernelNode(Structure):
    """CUDA_KERNEL_NODE_PARAMS_v2."""

    _fields_ = [
        ("func", c_void_p),
        ("grid", c_uint * 3),
        ("block", c_uint * 3),
        ("shared", c_uint),
        ("params", c_void_p),
        ("extra", c_void_p),
        ("kern", c_void_p),
        ("ctx", c_void_p),
    ]


class AllocNode(Structure):
    """CUDA_MEM_ALLOC_NODE_PARAMS."""

    _fields_ = [
        ("pool", ctypes.c_byte * 88),
        ("access", c_void_p),
        ("access_count", c_size_t),
        ("size", c_size_t),
        ("address", c_uint64),
    ]


def take_failure() -> BaseException | None:
    """The exception that made the last call of this thread fail, once."""
    failure = getattr(_failures, "exception", None)
    _failures.exception = None
    return failure


def _guarded(function: Callable[..., int]) -> Callable[..., int]:
    """Keeps exceptions from crossing C: they are raised again where the launch was asked for."""

    def call(*args: Any) -> int:
        try:
            return function(*args)
        except BaseException as exception:
            _failures.exception = exception
            _failures.text = f"{type(exception).__name__}: {exception}".encode()
            return LAUNCH_FAILED

    return call


class _Handles:
    """Objects behind the numbers that C code holds."""

    def __init__(self) -> None:
        self._next = 0x1000
        self._objects: dict[int, Any] = {}
        self._lock = threading.Lock()

    def add(self, value: Any) -> int:
        with self._lock:
            self._next += 0x10
            self._objects[self._next] = value
            return self._next

    def get(self, handle: int | None) -> Any:
        return self._objects.get(handle or 0)

    def drop(self, handle: int | None) -> None:
        self._objects.pop(handle or 0, None)


_kernels = _Handles()
_events = _Handles()
_streams = _Handles()
_graphs = _Handles()
_memory = _Handles()


def create_stream() -> int:
    """A new stream; launches on it run at once, as on every other."""
    return _streams.add(object())


def _store(pointer: int | None, value: int, kind: Any = c_uint64) -> int:
    if pointer:
        kind.from_address(pointer).value = value
    return SUCCESS


# Each function is named as the driver names it; what stands behind `->` in C is the return value of type CUresult.

_TABLE: dict[str, tuple[tuple[Any, ...], Callable[..., int]]] = {}


def _entry(*argtypes: Any) -> Callable[[Callable[..., int]], Callable[..., int]]:
    def register(function: Callable[..., int]) -> Callable[..., int]:
        _TABLE[function.__name__] = (argtypes, function)
        return function

    return register


P = c_void_p


@_entry(c_uint)
def cuInit(_flags: int) -> int:
    return SUCCESS


@_entry(P)
def cuDriverGetVersion(version: int) -> int:
    return _store(version, DRIVER_VERSION, c_int)


@_entry(c_int, P)
def cuGetErrorString(code: int, text: int) -> int:
    if code == LAUNCH_FAILED and getattr(_failures, "text", None):
        message = _failures.text
    elif code == NOT_SUPPORTED:
        message = b"the CPU has no such driver call: " + b", ".join(sorted(_missing))
    else:
        message = b"driver call refused by tilewright.cutile (code %d)" % code
    _failures.kept = ctypes.create_string_buffer(message)
    return _store(text, ctypes.addressof(_failures.kept))


@_entry(P)
def cuDeviceGetCount(count: int) -> int:
    return _store(count, 1, c_int)


@_entry(P, c_int)
def cuDeviceGet(device: int, ordinal: int) -> int:
    return _store(device, 0, c_int) if ordinal == 0 else INVALID_VALUE


#: Compute capabilities that were told; the launcher keeps the first.
told_capabilities: set[tuple[int, int]] = set()


@_entry(P, c_int, c_int)
def cuDeviceGetAttribute(value: int, attribute: int, _device: int) -> int:
    major, minor = current().capability
    if attribute in (CAPABILITY_MAJOR, CAPABILITY_MINOR):
        told_capabilities.add((major, minor))
    known = {
        MAX_GRID_DIM_X: 2**31 - 1,
        MAX_GRID_DIM_Y: 65535,
        MAX_GRID_DIM_Z: 65535,
        MULTIPROCESSOR_COUNT: current().multiprocessors,
        CAPABILITY_MAJOR: major,
        CAPABILITY_MINOR: minor,
    }
    return _store(value, known.get(attribute, 0), c_int)


@_entry(P, c_int)
def cuDevicePrimaryCtxRetain(context: int, _device: int) -> int:
    return _store(context, CONTEXT)


@_entry()
def cuCtxSynchronize() -> int:
    return SUCCESS


@_entry(P)
def cuCtxPushCurrent(_context: int) -> int:
    return SUCCESS


@_entry(P)
def cuCtxPopCurrent(context: int) -> int:
    return _store(context, CONTEXT)


@_entry(P)
def cuCtxGetCurrent(context: int) -> int:
    return _store(context, CONTEXT)


@_entry(P)
def cuCtxSetCurrent(_context: int) -> int:
    return SUCCESS


@_entry(P, P)
def cuCtxGetDevice(device: int, _context: int) -> int:
    # Two versions share this name; the newer one is also given a context, which the older one never looks at.
    return _store(device, 0, c_int)


@_entry(P, P)
def cuCtxGetId(_context: int, number: int) -> int:
    return _store(number, 1)


@_entry(P, c_int, c_uint64)
def cuPointerGetAttribute(data: int, attribute: int, _address: int) -> int:
    return _store(data, CONTEXT) if attribute == POINTER_ATTRIBUTE_CONTEXT else INVALID_VALUE


# Libraries and kernels


@_entry(P, P, P, P, c_uint, P, P, c_uint)
def cuLibraryLoadData(library: int, code: int, *_options: Any) -> int:
    return _store(library, _kernels.add(_program.at(code)))


@_entry(P)
def cuLibraryUnload(library: int) -> int:
    _kernels.drop(library)
    return SUCCESS


@_entry(P, P, c_char_p)
def cuLibraryGetKernel(kernel: int, library: int, name: bytes) -> int:
    _kernels.get(library).check_entry(name.decode())
    return _store(kernel, library)


@_entry(P, P)
def cuKernelGetFunction(function: int, kernel: int) -> int:
    return _store(function, kernel)


@_entry(P, c_int, P, c_int)
def cuKernelGetAttribute(value: int, _attribute: int, _kernel: int, _device: int) -> int:
    return _store(value, 0, c_int)


@_entry(c_int, c_int, P, c_int)
def cuKernelSetAttribute(_attribute: int, _value: int, _kernel: int, _device: int) -> int:
    return SUCCESS


def _launch(kernel: int, grid: tuple[int, int, int], params: int) -> int:
    _kernels.get(kernel).launch(grid, params)
    return SUCCESS


@_entry(P, P, P, P)
def cuLaunchKernelEx(config: int, kernel: int, params: int, _extra: int) -> int:
    return _launch(kernel, tuple(LaunchConfig.from_address(config).grid), params)


@_entry(P, *([c_uint] * 7), P, P, P)
def cuLaunchKernel(kernel: int, x: int, y: int, z: int, *rest: Any) -> int:
    return _launch(kernel, (x, y, z), rest[5])


# Memory: what the launcher allocates itself holds the descriptions of lists of arrays.


def _allocate(place: int, size: int) -> int:
    buffer = ctypes.create_string_buffer(size + 256)
    start = -(-ctypes.addressof(buffer) // 256) * 256
    _blocks[start] = buffer
    return _store(place, start)


_blocks: dict[int, Any] = {}


@_entry(P, c_size_t)
def cuMemAlloc(place: int, size: int) -> int:
    return _allocate(place, size)


@_entry(P, c_size_t)
def cuMemAllocHost(place: int, size: int) -> int:
    return _allocate(place, size)


@_entry(c_uint64)
def cuMemFree(address: int) -> int:
    _blocks.pop(address, None)
    return SUCCESS


@_entry(P)
def cuMemFreeHost(address: int) -> int:
    _blocks.pop(address, None)
    return SUCCESS


@_entry(c_uint64, P, c_size_t, P)
def cuMemcpyHtoDAsync(target: int, source: int, size: int, _stream: int) -> int:
    ctypes.memmove(target, source, size)
    return SUCCESS


# Streams and events


@_entry(P, c_uint)
def cuStreamCreate(stream: int, _flags: int) -> int:
    return _store(stream, create_stream())


@_entry(P)
def cuStreamDestroy(stream: int) -> int:
    _streams.drop(stream)
    return SUCCESS


@_entry(P, P)
def cuStreamGetCtx(_stream: int, context: int) -> int:
    return _store(context, CONTEXT)


@_entry(P, P)
def cuStreamGetId(stream: int, number: int) -> int:
    return _store(number, stream or 0)


@_entry(P, P)
def cuStreamIsCapturing(_stream: int, status: int) -> int:
    return _store(status, 1 if _program.is_capturing() else 0, c_int)


@_entry(P)
def cuStreamSynchronize(_stream: int) -> int:
    return SUCCESS


@_entry(P, P, c_uint)
def cuStreamWaitEvent(_stream: int, _event: int, _flags: int) -> int:
    return SUCCESS


@_entry(P, c_uint)
def cuEventCreate(event: int, _flags: int) -> int:
    return _store(event, _events.add([time.perf_counter_ns()]))


@_entry(P)
def cuEventDestroy(event: int) -> int:
    _events.drop(event)
    return SUCCESS


@_entry(P)
def cuEventQuery(_event: int) -> int:
    return SUCCESS


@_entry(P, P)
def cuEventRecord(event: int, _stream: int) -> int:
    _events.get(event)[0] = time.perf_counter_ns()
    return SUCCESS


@_entry(P, P, P)
def cuEventElapsedTime(milliseconds: int, start: int, end: int) -> int:
    elapsed = _events.get(end)[0] - _events.get(start)[0]
    c_float.from_address(milliseconds).value = elapsed / 1e6
    return SUCCESS


# Graphs: lists of actions in the order in which they were added, which is an order that their dependencies allow.


@_entry(P, c_uint)
def cuGraphCreate(graph: int, _flags: int) -> int:
    return _store(graph, _graphs.add([]))


@_entry(P)
def cuGraphDestroy(graph: int) -> int:
    _graphs.drop(graph)
    return SUCCESS


def _add_node(node: int, graph: int, action: Callable[[], Any]) -> int:
    actions = _graphs.get(graph)
    actions.append(action)
    return _store(node, len(actions))


@_entry(P, P, P, c_size_t, P)
def cuGraphAddEventRecordNode(node: int, graph: int, _after: int, _count: int, event: int) -> int:
    return _add_node(node, graph, lambda: cuEventRecord(event, 0))


@_entry(P, P, P, c_size_t, P)
def cuGraphAddKernelNode(node: int, graph: int, _after: int, _count: int, params: int) -> int:
    what = KernelNode.from_address(params)
    call = _kernels.get(what.kern).bind(tuple(what.grid), what.params)
    return _add_node(node, graph, call)


@_entry(P, P, P, c_size_t, P, P)
def cuGraphAddMemsetNode(node: int, graph: int, *_what: Any) -> int:
    # The launcher clears memory only to flush the cache of a GPU.
    return _add_node(node, graph, lambda: None)


@_entry(P, P, P, c_size_t, P)
def cuGraphAddMemAllocNode(node: int, graph: int, _after: int, _count: int, params: int) -> int:
    AllocNode.from_address(params).address = 256
    return _add_node(node, graph, lambda: None)


@_entry(P, P, P, c_size_t, c_uint64)
def cuGraphAddMemFreeNode(node: int, graph: int, *_what: Any) -> int:
    return _add_node(node, graph, lambda: None)


@_entry(P, P, c_uint64)
def cuGraphInstantiateWithFlags(executable: int, graph: int, _flags: int) -> int:
    return _store(executable, _graphs.add(list(_graphs.get(graph))))


@_entry(P)
def cuGraphExecDestroy(executable: int) -> int:
    _graphs.drop(executable)
    return SUCCESS


@_entry(P, P)
def cuGraphLaunch(executable: int, _stream: int) -> int:
    for action in _graphs.get(executable):
        action()
    return SUCCESS


# The table of all of it


_pointers: dict[str, Any] = {}
_missing: set[str] = set()


def _pointer(name: str) -> Any:
    """The C function of a name; made once, and never freed, because the launcher keeps it."""
    if name not in _pointers:
        if name in _TABLE:
            argtypes, function = _TABLE[name]
            pointer = CFUNCTYPE(c_int, *argtypes)(_guarded(function))
        else:

            def refuse(*_args: Any, name: str = name) -> int:
                _missing.add(name)
                return NOT_SUPPORTED

            pointer = CFUNCTYPE(c_int)(refuse)
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(pointer))
        _pointers[name] = pointer
    return _pointers[name]


@CFUNCTYPE(c_int, c_char_p, POINTER(c_void_p), c_int, c_uint64, c_void_p)
def _get_proc_address(name: bytes, place: Any, _version: int, _flags: int, status: int) -> int:
    place[0] = ctypes.cast(_pointer(name.decode()), c_void_p).value
    if status:
        c_int.from_address(status).value = 0
    return SUCCESS


ctypes.pythonapi.Py_IncRef(ctypes.py_object(_get_proc_address))


def proc_address_pointer() -> int:
    """Where a pointer to `cuGetProcAddress_v2` lies."""
    return ctypes.addressof(_get_proc_address)
