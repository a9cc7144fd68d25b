"""The CUDA driver, loaded when it is wanted, and called through ctypes."""

from __future__ import annotations

import ctypes
import os
from ctypes import POINTER, byref, c_char_p, c_float, c_int, c_size_t, c_uint, c_uint64, c_void_p
from typing import Any, Iterable, List, Sequence, Tuple

#: `CU_DEVICE_ATTRIBUTE_..`
MULTIPROCESSORS, MAJOR, MINOR = 16, 75, 76
#: `CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES`, `.._NON_PORTABLE_CLUSTER_SIZE_ALLOWED`
DYNAMIC_SHARED, LARGE_CLUSTERS = 8, 14
#: `CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION`, `.._PROGRAMMATIC_STREAM_SERIALIZATION`
CLUSTER, OVERLAPPED = 4, 6
#: `CU_STREAM_NON_BLOCKING`
NON_BLOCKING = 1
#: `CUDA_ERROR_NOT_SUPPORTED`, with which a stand-in answers what it cannot do.
NOT_SUPPORTED = 801


class DriverError(Exception):
    """A call that failed."""

    def __init__(self, call: str, status: int, text: str) -> None:
        super().__init__(f"{call}: {text} (CUDA error {status})")
        self.status = status


class Attribute(ctypes.Structure):
    """`CUlaunchAttribute`: a number, and 64 bytes of value."""

    _fields_ = [("id", c_int), ("pad", c_int), ("value", c_uint * 16)]


class Config(ctypes.Structure):
    """`CUlaunchConfig`."""

    _fields_ = [
        ("grid", c_uint * 3),
        ("block", c_uint * 3),
        ("shared", c_uint),
        ("stream", c_void_p),
        ("attributes", POINTER(Attribute)),
        ("count", c_uint),
    ]


def system() -> Any:
    """The driver of this machine: `$TILEWRIGHT_LIBCUDA`, else the system's."""
    names = [os.environ["TILEWRIGHT_LIBCUDA"]] if "TILEWRIGHT_LIBCUDA" in os.environ else ["libcuda.so.1", "libcuda.so"]
    for name in names:
        try:
            return ctypes.CDLL(name)
        except OSError:
            pass
    raise SystemExit(f"error: the CUDA driver ({', '.join(names)}) is not installed")


class Driver:
    """The first device, with its primary context, which PyTorch shares."""

    def __init__(self, library: Any) -> None:
        self.library = library
        self.call("cuInit", c_uint(0))
        device, context = c_int(), c_void_p()
        self.call("cuDeviceGet", byref(device), c_int(0))
        self.call("cuDevicePrimaryCtxRetain", byref(context), device)
        self.call("cuCtxSetCurrent", context)
        self.device = device
        self.capability = (self.attribute(MAJOR), self.attribute(MINOR))

    def call(self, name: str, *arguments: Any) -> None:
        """Calls a function, and raises what it says is wrong."""
        function = getattr(self.library, name, None)
        if function is None:
            raise DriverError(name, NOT_SUPPORTED, "the driver does not have this function")
        status = function(*arguments)
        if status:
            text = c_char_p()
            self.library.cuGetErrorString(c_int(status), byref(text))
            raise DriverError(name, status, (text.value or b"unknown error").decode())

    def attribute(self, number: int) -> int:
        value = c_int()
        self.call("cuDeviceGetAttribute", byref(value), c_int(number), self.device)
        return value.value

    def name(self) -> str:
        text = ctypes.create_string_buffer(128)
        self.call("cuDeviceGetName", text, c_int(len(text)), self.device)
        return text.value.decode()

    def version(self) -> str:
        """The CUDA version that the driver supports."""
        number = c_int()
        self.call("cuDriverGetVersion", byref(number))
        return f"{number.value // 1000}.{number.value % 1000 // 10}"

    def synchronize(self) -> None:
        self.call("cuCtxSynchronize")

    def is_sound(self) -> bool:
        """Whether the context can still be used: a fault of a kernel is the end of it, a launch that is refused is not."""
        return self.library.cuCtxSynchronize() == 0

    def load(self, code: bytes, entry: str) -> Tuple[c_void_p, c_void_p]:
        """A module of machine code, and a function of it."""
        module, function = c_void_p(), c_void_p()
        self.call("cuModuleLoadData", byref(module), ctypes.create_string_buffer(code))
        self.call("cuModuleGetFunction", byref(function), module, c_char_p(entry.encode()))
        return module, function

    def launch(
        self, function: c_void_p, grid: Sequence[int], block: int, shared: int, parameters: Any, stream: c_void_p
    ) -> None:
        sizes = [c_uint(size) for size in (*grid, block, 1, 1, shared)]
        self.call("cuLaunchKernel", function, *sizes, stream, parameters, None)

    def launch_extended(
        self,
        function: c_void_p,
        grid: Sequence[int],
        block: int,
        shared: int,
        parameters: Any,
        stream: c_void_p,
        attributes: Iterable[Tuple[int, List[int]]],
    ) -> None:
        """`cuLaunchKernelEx`, with attributes: the number of each, and the words of its value."""
        listed = [Attribute(number, 0, (c_uint * 16)(*value)) for number, value in attributes]
        array = (Attribute * max(len(listed), 1))(*listed)
        config = Config((c_uint * 3)(*grid), (c_uint * 3)(block, 1, 1), shared, stream, array, len(listed))
        self.call("cuLaunchKernelEx", byref(config), function, parameters, None)

    def stream(self) -> c_void_p:
        stream = c_void_p()
        self.call("cuStreamCreate", byref(stream), c_uint(NON_BLOCKING))
        return stream

    def event(self) -> c_void_p:
        event = c_void_p()
        self.call("cuEventCreate", byref(event), c_uint(0))
        return event

    def record(self, event: c_void_p) -> None:
        self.call("cuEventRecord", event, None)

    def milliseconds(self, first: c_void_p, last: c_void_p) -> float:
        """The time between two events, the last of which is waited for."""
        self.call("cuEventSynchronize", last)
        time = c_float()
        self.call("cuEventElapsedTime", byref(time), first, last)
        return time.value


class Memory:
    """Memory on the device, freed at the end of a `with`."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self.all: List[int] = []

    def __enter__(self) -> Memory:
        return self

    def __exit__(self, *_: Any) -> None:
        for address in self.all:
            # What a fault left behind goes with the process.
            self.driver.library.cuMemFree_v2(c_uint64(address))

    def empty(self, size: int) -> int:
        """An address with a number of bytes."""
        address = c_uint64()
        self.driver.call("cuMemAlloc_v2", byref(address), c_size_t(max(size, 1)))
        self.all.append(address.value)
        return address.value

    def filled(self, data: bytes) -> int:
        address = self.empty(len(data))
        self.write(address, data)
        return address

    def write(self, address: int, data: bytes) -> None:
        if data:
            self.driver.call("cuMemcpyHtoD_v2", c_uint64(address), c_char_p(data), c_size_t(len(data)))

    def read(self, address: int, size: int) -> bytes:
        if size == 0:
            return b""
        data = ctypes.create_string_buffer(size)
        self.driver.call("cuMemcpyDtoH_v2", data, c_uint64(address), c_size_t(size))
        return data.raw
