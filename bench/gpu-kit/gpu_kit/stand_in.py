"""A driver without a GPU: it takes calls as the CUDA driver does, and runs the PTX beside a cubin on our emulator.

What it cannot do, machine code of others above all, it answers with `CUDA_ERROR_NOT_SUPPORTED`. Its times mean nothing: a launch
takes a millisecond. So the whole kit is tested where there is no GPU, down to the bytes of parameters.
"""

from __future__ import annotations

import ctypes
import json
import struct
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Dict, List, Optional, Tuple

import numpy as np

from .driver import MAJOR, MINOR, NOT_SUPPORTED
from .kernel import ELEMENTS, MAP_BYTES, SWIZZLES
from .kit import Kit

#: `CUDA_ERROR_INVALID_VALUE`, `CUDA_ERROR_LAUNCH_FAILED`
INVALID, FAILED = 1, 719
ERRORS = {INVALID: b"invalid argument", FAILED: b"unspecified launch failure", NOT_SUPPORTED: b"operation not supported"}
#: Addresses of buffers begin here, each at a multiple of this.
APART = 1 << 32
#: What the 128 bytes of a map begin with, before its number.
MARK = b"tensor map"


class StandIn:
    """The functions of the driver, under their names."""

    #: Nothing is to be done often, or on much memory.
    quick = True

    def __init__(self, kit: Kit, command: List[str], capability: Tuple[int, int]) -> None:
        self.kit, self.command, self.capability = kit, command, capability
        self.buffers: Dict[int, bytearray] = {}
        self.modules: List[List[Dict[str, Any]]] = []
        self.functions: List[Dict[str, Any]] = []
        self.maps: List[Dict[str, Any]] = []
        self.graphs: List[List[Tuple[Any, ...]]] = []
        self.captured: Optional[List[Tuple[Any, ...]]] = None
        self.launches = 0
        self.events: List[int] = []
        self.said = ""

    def __getattr__(self, name: str) -> Any:
        """Functions that need do nothing here."""
        quiet = ("cuInit", "cuDevicePrimaryCtxRetain", "cuCtxSetCurrent", "cuCtxSynchronize", "cuModuleUnload", "cuFuncSetAttribute")
        if name in quiet + ("cuStreamCreate", "cuStreamSynchronize", "cuEventSynchronize", "cuDeviceGet"):
            return lambda *_: 0
        raise AttributeError(name)

    def cuGetErrorString(self, status: Any, text: Any) -> int:
        said = f": {self.said}".encode() if self.said else b""
        text._obj.value = ERRORS[status.value] + said
        return 0

    def cuDriverGetVersion(self, version: Any) -> int:
        version._obj.value = 13000
        return 0

    def cuDeviceGetName(self, text: Any, _size: Any, _device: Any) -> int:
        text.value = b"the emulator of Tilewright"
        return 0

    def cuDeviceGetAttribute(self, value: Any, attribute: Any, _device: Any) -> int:
        value._obj.value = {MAJOR: self.capability[0], MINOR: self.capability[1]}.get(attribute.value, 1)
        return 0

    def cuModuleLoadData(self, module: Any, data: Any) -> int:
        code = self.kit.by_digest(data.raw[:-1])
        if not all("ptx" in kernel for kernel in code):
            self.said = "the emulator has no PTX of this machine code"
            return NOT_SUPPORTED
        self.modules.append(code)
        module._obj.value = len(self.modules)
        return 0

    def cuModuleGetFunction(self, function: Any, module: Any, name: Any) -> int:
        kernels = self.modules[module.value - 1]
        self.functions += [kernel for kernel in kernels if kernel["name"] == name.value.decode()][:1]
        function._obj.value = len(self.functions)
        return 0

    def cuMemAlloc_v2(self, address: Any, size: Any) -> int:
        place = APART * (len(self.buffers) + 1)
        self.buffers[place] = bytearray(size.value)
        address._obj.value = place
        return 0

    def cuMemFree_v2(self, address: Any) -> int:
        # Addresses are not given out again, so the place stays known.
        self.buffers[address.value] = bytearray()
        return 0

    def cuMemcpyHtoD_v2(self, address: Any, data: Any, size: Any) -> int:
        source = ctypes.string_at(ctypes.cast(data, ctypes.c_void_p), size.value)
        self.buffers[address.value][: size.value] = source
        return 0

    def cuMemcpyDtoH_v2(self, data: Any, address: Any, size: Any) -> int:
        base = address.value // APART * APART
        first = address.value - base
        ctypes.memmove(data, bytes(self.buffers[base][first : first + size.value]), size.value)
        return 0

    def cuEventCreate(self, event: Any, _flags: Any) -> int:
        self.events.append(0)
        event._obj.value = len(self.events)
        return 0

    def cuEventRecord(self, event: Any, _stream: Any) -> int:
        self.events[event.value - 1] = self.launches
        return 0

    def cuEventElapsedTime(self, time: Any, first: Any, last: Any) -> int:
        time._obj.value = float(self.events[last.value - 1] - self.events[first.value - 1])
        return 0

    def cuTensorMapEncodeTiled(
        self, place: Any, kind: Any, rank: Any, address: Any, extents: Any, strides: Any, box: Any, *more: Any
    ) -> int:
        _element_strides, _interleave, swizzle, _promotion, fill = more
        base = address.value // APART * APART
        if place.value % 64 or base not in self.buffers:
            return INVALID
        words = {
            "tensor": base,
            "offset": address.value - base,
            "type": next(name for name, number in ELEMENTS.items() if number == kind.value),
            "extents": list(extents),
            "strides": list(strides)[: rank.value - 1],
            "box": list(box),
            "swizzle": {0: "none"}.get(swizzle.value, f"{bytes_of(swizzle.value)}B"),
            "fill": "nan" if fill.value else "zeros",
        }
        self.maps.append(words)
        text = MARK + len(self.maps).to_bytes(4, "little")
        ctypes.memmove(place.value, text.ljust(MAP_BYTES, b"\0"), MAP_BYTES)
        return 0

    def cuStreamBeginCapture_v2(self, _stream: Any, _mode: Any) -> int:
        self.captured = []
        return 0

    def cuStreamEndCapture(self, _stream: Any, graph: Any) -> int:
        self.graphs.append(self.captured or [])
        self.captured = None
        graph._obj.value = len(self.graphs)
        return 0

    def cuGraphInstantiateWithFlags(self, runnable: Any, graph: Any, _flags: Any) -> int:
        runnable._obj.value = graph.value
        return 0

    def cuGraphLaunch(self, runnable: Any, _stream: Any) -> int:
        return next((status for status in (self.run(*launch) for launch in self.graphs[runnable.value - 1]) if status), 0)

    def cuLaunchKernel(self, function: Any, *words: Any) -> int:
        sizes = [word.value for word in words[:7]]
        return self.launched(function.value, sizes[:3], sizes[3:6], sizes[6], words[8])

    def cuLaunchKernelEx(self, config: Any, function: Any, parameters: Any, _extra: Any) -> int:
        config = config._obj
        return self.launched(function.value, list(config.grid), list(config.block), config.shared, parameters)

    def launched(self, function: int, grid: List[int], block: List[int], shared: int, pointers: Any) -> int:
        """Reads the parameters, as the driver does when a launch is called or captured."""
        code = self.functions[function - 1]
        sizes = [parameter["bytes"] for parameter in code["parameters"]] + [MAP_BYTES] * len(code["tensor_maps"])
        read = [ctypes.string_at(pointers[number], size) for number, size in enumerate(sizes)]
        launch = (code, grid, block, shared, read)
        if self.captured is not None:
            self.captured.append(launch)
            return 0
        return self.run(*launch)

    def run(self, code: Dict[str, Any], grid: List[int], block: List[int], shared: int, parameters: List[bytes]) -> int:
        self.launches += 1
        with tempfile.TemporaryDirectory() as folder:
            return self.emulate(Path(folder), code, grid, block, shared, parameters)

    def emulate(
        self, folder: Path, code: Dict[str, Any], grid: List[int], block: List[int], shared: int, parameters: List[bytes]
    ) -> int:
        text, ptx = folder / "kernel.ptx", self.kit.read(code["ptx"])
        text.write_bytes(ptx)
        words = [*self.command, "emulate", str(text), "--entry", code["name"], "--grid", ",".join(map(str, grid))]
        words += ["--smem", str(shared), "--diagnostics=short"]
        # The driver takes the block from such a kernel, and the launch must say 1.
        if b".blocksareclusters" not in ptx:
            words += ["--block", ",".join(map(str, block))]
        elif block != [1, 1, 1]:
            self.said = "the grid of the kernel counts clusters, and the block is not 1,1,1"
            return INVALID
        passed: Dict[int, Path] = {}
        for parameter, data in zip(code["parameters"] + [None] * len(code["tensor_maps"]), parameters):
            if parameter and parameter["pointer"] and int.from_bytes(data, "little") not in self.buffers:
                self.said = "an address is not the first one of a buffer"
                return NOT_SUPPORTED
            words.append(f"--arg={self.argument(folder, parameter, data, passed)}")
        for address, file in passed.items():
            words.append(f"--output={name_of(address)}={file}")
        ran = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        if ran.returncode:
            lines = ran.stderr.decode(errors="replace").splitlines()
            self.said = lines[0].replace(f"{folder}/", "") if lines else f"exit code {ran.returncode}"
            return INVALID if ran.returncode == 2 else FAILED
        for address, file in passed.items():
            self.buffers[address][:] = np.load(file).tobytes()
        return 0

    def argument(self, folder: Path, parameter: Optional[Dict[str, Any]], data: bytes, passed: Dict[int, Path]) -> str:
        """An argument as the command takes it."""
        if parameter is None:
            number = int.from_bytes(data[len(MARK) : len(MARK) + 4], "little")
            words = dict(self.maps[number - 1])
            return json.dumps({**words, "tensor": name_of(words["tensor"])})
        number = int.from_bytes(data, "little")
        if not parameter["pointer"]:
            floats = {"f32": "<f", "f64": "<d"}
            of_float = floats.get(parameter.get("type", ""))
            return repr(struct.unpack(of_float, data)[0]) if of_float else str(number)
        if number in passed:
            return name_of(number)
        file = passed[number] = folder / f"{name_of(number)}.npy"
        np.save(file, np.frombuffer(bytes(self.buffers[number]), np.int8))
        return f"{name_of(number)}:i8[{len(self.buffers[number])}]=@{file}"


def name_of(address: int) -> str:
    """The name of the buffer at an address."""
    return f"b{address // APART}"


def bytes_of(swizzle: int) -> int:
    return next(size for size, number in SWIZZLES.items() if number == swizzle)
