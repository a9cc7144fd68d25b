"""Compiling in the process of a program of Python: its time, whether threads disturb each other, and what it leaves behind.

    python python/bench/compiling.py [--rounds 25] [--compiles 10000]

The times are processor time of the process for bytecode to PTX, the least and the median over rounds; so other work on the machine
counts little. The memory is what the process holds in RAM (Linux) after a thousandth of the compilations and after all of them.
"""

from __future__ import annotations

import argparse
import pathlib
import statistics
import threading
import time

import tilewright

KERNELS = pathlib.Path(__file__).resolve().parents[2] / "bench" / "kernels"
TARGETS = ("sm_80", "sm_90a", "sm_100a")
#: Kernels with the milliseconds that they may take.
LIMITS = {
    "fused_moe": 20,
    "codegen/attention": 20,
    "codegen/attention_causal": 20,
    "codegen/gemm": 20,
    "codegen/softmax": 5,
    "codegen/layer_norm": 5,
    "codegen/vector_add": 5,
}
THREADS = 8


def bytecode(name: str) -> bytes:
    return tilewright.load(KERNELS / f"{name}.mlir").bytecode()


def milliseconds(data: bytes, target: str, rounds: int) -> list[float]:
    """The processor time of each round."""
    found = []
    for _ in range(rounds):
        start = time.process_time()
        tilewright.compile(data, target)
        found.append((time.process_time() - start) * 1e3)
    return found


def resident() -> float:
    """Megabytes of RAM that this process holds."""
    status = pathlib.Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def times(rounds: int) -> None:
    print("| kernel | target | least, ms | median, ms | at most |\n|---|---|---|---|---|")
    for name, limit in LIMITS.items():
        data = bytecode(name)
        for target in TARGETS:
            found = milliseconds(data, target, rounds)
            print(f"| {name} | {target} | {min(found):.1f} | {statistics.median(found):.1f} | {limit} |", flush=True)


def threads() -> None:
    inputs = [(bytecode(name), target) for name in LIMITS for target in TARGETS]
    alone = [tilewright.compile(*given).ptx for given in inputs]
    together: list[list[str]] = []
    workers = [
        threading.Thread(target=lambda: together.append([tilewright.compile(*given).ptx for given in inputs]))
        for _ in range(THREADS)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    equal = sum(made == alone for made in together)
    print(f"{THREADS} threads made {len(inputs)} kernels each: {equal} of {THREADS} made the same bytes as one thread alone")


def leaks(compiles: int) -> None:
    data, first = bytecode("codegen/vector_add"), max(compiles // 1000, 1)
    for done in range(1, compiles + 1):
        tilewright.compile(data, "sm_90a")
        if done == first:
            before = resident()
    print(f"RAM after {first} compilations: {before:.1f} MB, after {compiles}: {resident():.1f} MB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=25)
    parser.add_argument("--compiles", type=int, default=10_000)
    options = parser.parse_args()
    times(options.rounds)
    threads()
    leaks(options.compiles)


if __name__ == "__main__":
    main()
