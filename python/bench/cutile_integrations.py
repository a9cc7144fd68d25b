"""cuTile kernels on the CPU engine beside torch: figures as JSON, for `cargo xtask bench integrations`.

Wants `tilewright`, `cuda-tile`, torch and NumPy. Every figure is the median of rounds after one to warm up; kernels are compiled
before.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Callable

import cuda.tile as ct
import torch

from tilewright import cutile

ROUNDS = 7
Constant = ct.Constant[int]


@ct.kernel
def nothing(x):
    """Looks at one number."""
    ct.store(x, index=(0,), tile=ct.load(x, index=(0,), shape=(16,)))


@ct.kernel
def softmax(x, y, COLUMNS: Constant):
    """A row a block."""
    row = ct.bid(0)
    tile = ct.load(x, index=(row, 0), shape=(1, COLUMNS))
    e = ct.exp(tile - ct.max(tile, axis=1, keepdims=True))
    ct.store(y, index=(row, 0), tile=e / ct.sum(e, axis=1, keepdims=True))


@ct.kernel
def layer_norm(x, w, b, y, eps, COLUMNS: Constant):
    """A row a block."""
    row = ct.bid(0)
    tile = ct.load(x, index=(row, 0), shape=(1, COLUMNS))
    mean = ct.sum(tile, axis=1, keepdims=True) / COLUMNS
    centred = tile - mean
    variance = ct.sum(centred * centred, axis=1, keepdims=True) / COLUMNS
    scaled = centred / ct.sqrt(variance + eps)
    weight, bias = ct.load(w, index=(0,), shape=(COLUMNS,)), ct.load(b, index=(0,), shape=(COLUMNS,))
    ct.store(y, index=(row, 0), tile=scaled * weight + bias)


@ct.kernel
def matmul(a, b, c, M: Constant, N: Constant, K: Constant):
    """A tile of the product a block."""
    row, column = ct.bid(0), ct.bid(1)
    total = ct.full((M, N), 0, dtype=ct.float32)
    for k in range(ct.num_tiles(a, axis=1, shape=(M, K))):
        left, right = ct.load(a, index=(row, k), shape=(M, K)), ct.load(b, index=(k, column), shape=(K, N))
        total = ct.mma(left, right, total)
    ct.store(c, index=(row, column), tile=total)


def seconds(repeats: int, *calls: Callable[[], object]) -> list[float]:
    """For each of several, the median over rounds of the time of one call. They take turns."""

    def one_round(call: Callable[[], object]) -> float:
        start = time.perf_counter()
        for _ in range(repeats):
            call()
        return (time.perf_counter() - start) / repeats

    rounds = [[one_round(call) for call in calls] for _ in range(ROUNDS + 1)]
    return [statistics.median(times) for times in zip(*rounds[1:], strict=True)]


def pair(ours: Callable[[], object], theirs: Callable[[], object], repeats: int) -> dict[str, float]:
    """Milliseconds of a kernel and of what torch has for the same."""
    mine, other = seconds(repeats, ours, theirs)
    return {"ours": mine * 1e3, "torch": other * 1e3}


def by_rows(rows: int, columns: int) -> dict[str, dict[str, float]]:
    """Softmax and layer norm of an array, compared with what torch computes."""
    x, y = torch.randn(rows, columns), torch.empty(rows, columns)
    w, b = torch.randn(columns), torch.randn(columns)

    def compared(kernel: object, arguments: tuple[object, ...], theirs: Callable[[], torch.Tensor]) -> dict[str, float]:
        figures = pair(lambda: ct.launch(0, (rows,), kernel, arguments), theirs, 10)
        assert torch.allclose(y, theirs(), atol=1e-4)
        return figures

    functional = torch.nn.functional
    return {
        f"softmax {columns}": compared(softmax, (x, y, columns), lambda: functional.softmax(x, dim=1)),
        f"layer_norm {columns}": compared(
            layer_norm, (x, w, b, y, 1e-5, columns), lambda: functional.layer_norm(x, (columns,), w, b, 1e-5)
        ),
    }


def main() -> None:
    """Measures, and prints."""
    side = 1024
    left, right, product = torch.randn(side, side), torch.randn(side, side), torch.empty(side, side)
    few = torch.zeros(16)
    grid = (side // 128, side // 128)
    with cutile.cpu():
        figures = {
            "torch": f"torch {torch.__version__}, {torch.get_num_threads()} threads",
            "launch_us": seconds(1000, lambda: ct.launch(0, (1,), nothing, (few,)))[0] * 1e6,
            "matmul": pair(
                lambda: ct.launch(0, grid, matmul, (left, right, product, 128, 128, 64)), lambda: left @ right, 5
            ),
        }
        figures |= by_rows(4096, 4096) | by_rows(4096, 1024)
    assert torch.allclose(product, left @ right, atol=1e-2)
    json.dump(figures, sys.stdout, indent=1)
    print()


main()
