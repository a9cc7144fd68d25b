"""Step 3: the figures that the model of the planner stands on, measured by small kernels."""

from __future__ import annotations

import struct
from typing import Any, Callable, Dict, List, Tuple

import numpy as np

from .driver import MULTIPROCESSORS, Driver, Memory
from .kernel import Kernel
from .kit import Kit

#: Seconds for one figure.
LIMIT = 30.0
#: Bytes of a line of a cache.
LINE = 128
#: Steps of a loop, and the same on a driver without a GPU.
STEPS, FEW = 1 << 16, 16
MIB = 1 << 20

Figures = Dict[str, float]


class Bench:
    """A kernel of the calibration, with a place for what it writes."""

    def __init__(self, kit: Kit, driver: Driver, target: str, kernel: str, memory: Memory) -> None:
        self.driver, self.memory = driver, memory
        self.kernel = Kernel(driver, kit, kit.listed["calibration"][target][kernel])
        self.out = memory.filled(bytes(32))
        self.quick = getattr(driver.library, "quick", False)
        self.steps = FEW if self.quick else STEPS

    def launch(self, *arguments: int, blocks: int = 1) -> None:
        self.kernel.launch([blocks, 1, 1], self.kernel.parameters([self.out, *arguments]))

    def run(self, *arguments: int) -> Tuple[int, int]:
        """Launches; the two numbers that it writes."""
        self.launch(*arguments)
        self.driver.synchronize()
        first, second = struct.unpack("<QQ", self.memory.read(self.out, 16))
        return first, second

    def best(self, *arguments: int) -> int:
        """The fewest cycles of three launches."""
        return min(self.run(*arguments)[0] for _ in range(1 if self.quick else 3))


def clock(bench: Bench) -> Figures:
    steps = bench.steps * 16
    cycles, nanoseconds = bench.run(steps)
    return {"clock, MHz": 1000 * cycles / max(nanoseconds, 1), "latency of fma f32, cycles": cycles / steps}


def shared_latency(bench: Bench) -> Figures:
    return {"latency of shared memory, cycles": bench.best(bench.steps) / bench.steps}


def shared_bandwidth(bench: Bench) -> Figures:
    read = 4 * 16 * 1024 * bench.steps
    return {"shared memory, bytes a cycle of a multiprocessor": read / max(bench.best(bench.steps), 1)}


def chase(bench: Bench) -> Figures:
    """Latencies of the second cache and of memory: a random cycle through lines, of few bytes and of many."""
    sizes = {"L2": 8 * MIB, "memory": 512 * MIB}
    if bench.quick:
        sizes = {name: 64 * LINE for name in sizes}
    figures = {}
    for name, size in sizes.items():
        with Memory(bench.driver) as memory:
            first, lines = chain(memory, size)
            steps = min(bench.steps, lines)
            if name == "L2":
                bench.run(steps, first)
            else:
                # What copying the chain left in the cache makes room.
                memory.filled(bytes(128 * MIB))
            figures[f"latency of {name}, cycles"] = bench.run(steps, first)[0] / steps
    return figures


def chain(memory: Memory, size: int) -> Tuple[int, int]:
    """Lines that hold the address of another one each, all in one cycle; the first of them, and how many there are."""
    lines = size // LINE
    base = memory.empty(size)
    places = np.random.default_rng(1).permutation(lines).astype(np.uint64) * np.uint64(LINE)
    words = np.zeros(size // 8, np.uint64)
    words[places // np.uint64(8)] = np.roll(places, -1) + np.uint64(base)
    memory.write(base, words.tobytes())
    return base + int(places[0]), lines


def read(bench: Bench) -> Figures:
    """Bandwidths of the second cache and of memory, all multiprocessors reading."""
    blocks = 4 * bench.driver.attribute(MULTIPROCESSORS)
    part = blocks * 512 * 64
    sizes = {"L2": (16 * MIB, 64), "memory": (4096 * MIB, 1)}
    if bench.quick:
        sizes = {name: (part, 1) for name in sizes}
    figures = {}
    first, last = bench.driver.event(), bench.driver.event()
    for name, (size, rounds) in sizes.items():
        size = -(-size // part) * part
        with Memory(bench.driver) as memory:
            base = memory.empty(size)
            bench.launch(base, size, rounds, blocks=blocks)
            bench.driver.record(first)
            bench.launch(base, size, rounds, blocks=blocks)
            bench.driver.record(last)
            time = bench.driver.milliseconds(first, last)
            figures[f"{name}, GB/s"] = size * rounds / max(time, 1e-6) / 1e6
    return figures


def products(multiplications: int) -> Callable[[Bench], Figures]:
    """Products of the tensor cores; a step does a number of multiplications."""

    def measure(bench: Bench) -> Figures:
        name = bench.kernel.code["name"]
        steps = max(bench.steps // 16, 2)
        return {f"{name} f16, multiplications a cycle": multiplications * steps / max(bench.best(steps), 1)}

    return measure


KERNELS: Dict[str, Callable[[Bench], Figures]] = {
    "clock": clock,
    "shared_latency": shared_latency,
    "shared_bandwidth": shared_bandwidth,
    "chase": chase,
    "read": read,
    "mma": products(8 * 4 * 16 * 8 * 16),
    **{f"wgmma_n{columns}": products(2 * 8 * 64 * columns * 16) for columns in (64, 128, 256)},
}


def items(kit: Kit, target: str) -> List[str]:
    return [name for name in KERNELS if name in kit.listed["calibration"].get(target, {})]


def described(_kit: Kit, item: str) -> Dict[str, str]:
    return {"name": item}


def do(kit: Kit, driver: Driver, target: str, item: str) -> Dict[str, Any]:
    """Measures by one kernel."""
    with Memory(driver) as memory:
        return {"state": "measured", "figures": KERNELS[item](Bench(kit, driver, target, item, memory))}
