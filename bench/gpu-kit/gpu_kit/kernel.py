"""A kernel of the kit, launched as its metadata say."""

from __future__ import annotations

import ctypes
import functools
import operator
from ctypes import byref, c_int, c_uint, c_uint64, c_void_p
from typing import Any, Dict, Iterable, List, Optional, Sequence, Tuple

from .driver import DYNAMIC_SHARED, LARGE_CLUSTERS, Driver
from .kit import Kit

#: Blocks of a cluster that every device with clusters takes.
PORTABLE = 8
#: `CUtensorMapDataType`
ELEMENTS = {"u8": 0, "u16": 1, "u32": 2, "s32": 3, "u64": 4, "s64": 5, "f16": 6, "f32": 7, "f64": 8, "bf16": 9, "tf32": 11, "b4x16": 13}
#: Bits of these.
BITS = {
    **{"b4x16": 4, "u8": 8, "u16": 16, "f16": 16, "bf16": 16},
    **{"u32": 32, "s32": 32, "f32": 32, "tf32": 32, "u64": 64, "s64": 64, "f64": 64},
}
#: `CUtensorMapSwizzle`, by bytes
SWIZZLES = {0: 0, 32: 1, 64: 2, 128: 3}
#: `CU_TENSOR_MAP_L2_PROMOTION_L2_128B`
PROMOTION = 2
#: What a kernel computes of numbers that describe a tensor map.
ARITHMETIC = {"sum": operator.add, "difference": operator.sub, "product": operator.mul}
#: Bytes of a tensor map, and their alignment.
MAP_BYTES, MAP_ALIGNMENT = 128, 64


class Kernel:
    """Machine code that is loaded."""

    def __init__(self, driver: Driver, kit: Kit, name: str) -> None:
        self.driver = driver
        self.code: Dict[str, Any] = kit.code[name]
        self.module, self.function = driver.load(kit.read(self.code["cubin"]), self.code["name"])
        self.shared: int = self.code["dynamic_shared"]
        self.block: int = 1 if self.code["counts_clusters"] else self.code["block"] or 1
        if self.shared:
            driver.call("cuFuncSetAttribute", self.function, c_int(DYNAMIC_SHARED), c_int(self.shared))
        if (self.code["cluster"] or 1) > PORTABLE:
            driver.call("cuFuncSetAttribute", self.function, c_int(LARGE_CLUSTERS), c_int(1))

    def unload(self) -> None:
        self.driver.call("cuModuleUnload", self.module)

    def parameters(self, arguments: Sequence[int]) -> Parameters:
        """What a launch passes for these arguments: addresses, and the bits of numbers."""
        return Parameters(self, arguments)

    def launch(
        self,
        grid: Sequence[int],
        parameters: Parameters,
        block: Optional[int] = None,
        stream: Optional[c_void_p] = None,
    ) -> None:
        stream = stream or c_void_p()
        self.driver.launch(self.function, grid, block or self.block, self.shared, parameters.pointers, stream)

    def launch_extended(
        self, grid: Sequence[int], parameters: Parameters, attributes: Iterable[Tuple[int, List[int]]]
    ) -> None:
        words = parameters.pointers
        self.driver.launch_extended(self.function, grid, self.block, self.shared, words, c_void_p(), attributes)


class Parameters:
    """Parameters of a launch, where the driver reads them; they live as long as this."""

    def __init__(self, kernel: Kernel, arguments: Sequence[int]) -> None:
        own = kernel.code["parameters"]
        if len(own) != len(arguments):
            raise ValueError(f"{kernel.code['name']} has {len(own)} parameters, and {len(arguments)} are passed")
        sizes = [parameter["bytes"] for parameter in own]
        self.kept: List[Any] = []
        addresses = []
        for bits, size in zip(arguments, sizes):
            word = ctypes.create_string_buffer((bits & (1 << 64) - 1).to_bytes(8, "little")[:size], size)
            self.kept.append(word)
            addresses.append(ctypes.addressof(word))
        for described in kernel.code["tensor_maps"]:
            addresses.append(self.encode(kernel.driver, described, arguments, sizes))
        self.pointers = (c_void_p * max(len(addresses), 1))(*addresses)

    def encode(self, driver: Driver, described: Dict[str, Any], arguments: Sequence[int], sizes: List[int]) -> int:
        """Has the driver make a tensor map; where it is."""

        def number(of: Any) -> int:
            if not isinstance(of, dict):
                return int(of)
            if "parameter" not in of:
                return computed(of)
            bits = 8 * sizes[of["parameter"]]
            value = arguments[of["parameter"]] & (1 << bits) - 1
            return value - (value >> bits - 1 << bits)

        def computed(of: Dict[str, Any]) -> int:
            by = next(by for by in ARITHMETIC if by in of)
            value = functools.reduce(ARITHMETIC[by], map(number, of[by]))
            if not 0 <= value < 1 << of["bits"] - 1:
                raise ValueError(f"{by} of {of[by]} is {value}, which is negative or has more than {of['bits']} bits")
            return value

        element = described["element"]
        # A map has no extent 0: of a dimension without elements nothing is copied, whatever the map says.
        extents = [max(number(extent), 1) for extent in described["extents"]]
        if element == "b4x16":
            extents[0] = max(extents[0], 2)
        strides = [number(stride) * BITS[element] // 8 for stride in described["strides"]]
        rank = len(extents)
        room = ctypes.create_string_buffer(MAP_BYTES + MAP_ALIGNMENT)
        self.kept.append(room)
        place = (ctypes.addressof(room) + MAP_ALIGNMENT - 1) // MAP_ALIGNMENT * MAP_ALIGNMENT
        driver.call(
            "cuTensorMapEncodeTiled",
            c_void_p(place),
            c_int(ELEMENTS[element]),
            c_uint(rank),
            c_uint64(arguments[described["base"]] + described["offset"]),
            (c_uint64 * rank)(*extents),
            (c_uint64 * rank)(*strides),
            (c_uint * rank)(*described["box"]),
            (c_uint * rank)(*[1] * rank),
            c_int(0),
            c_int(SWIZZLES[described["swizzle"]]),
            c_int(PROMOTION),
            c_int(described["fill"] == "nan"),
        )
        return place


class Graph:
    """A launch that was captured."""

    def __init__(self, kernel: Kernel, grid: Sequence[int], parameters: Parameters) -> None:
        self.driver = driver = kernel.driver
        self.stream = driver.stream()
        graph = c_void_p()
        driver.call("cuStreamBeginCapture_v2", self.stream, c_int(0))
        try:
            kernel.launch(grid, parameters, stream=self.stream)
        finally:
            driver.call("cuStreamEndCapture", self.stream, byref(graph))
        self.runnable = c_void_p()
        driver.call("cuGraphInstantiateWithFlags", byref(self.runnable), graph, ctypes.c_ulonglong(0))

    def launch(self) -> None:
        self.driver.call("cuGraphLaunch", self.runnable, self.stream)
