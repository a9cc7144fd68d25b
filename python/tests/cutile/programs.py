"""cuTile programs that the tests run; without the package `cuda-tile`, whoever imports this is skipped.

Annotations are not postponed here: cuTile looks at them, and before 1.5 it does not find postponed ones.
"""

import os

import pytest

if os.environ.get("TILEWRIGHT_REQUIRE_TOOLS") != "1":
    pytest.importorskip("cuda.tile", reason="cuTile programs need the package `cuda-tile`")

import cuda.tile as ct  # noqa: E402

Constant = ct.Constant[int]


@ct.kernel
def add(a, b, c, TILE: Constant):
    """c = a + b, a tile a block."""
    i = ct.bid(0)
    ct.store(c, index=(i,), tile=ct.load(a, index=(i,), shape=(TILE,)) + ct.load(b, index=(i,), shape=(TILE,)))


@ct.kernel
def scale(x, factor, ROWS: Constant, COLUMNS: Constant):
    """x = x * factor in place."""
    at = (ct.bid(0), ct.bid(1))
    tile = ct.load(x, index=at, shape=(ROWS, COLUMNS), padding_mode=ct.PaddingMode.ZERO)
    ct.store(x, index=at, tile=(tile * factor).astype(x.dtype))


@ct.kernel
def matmul(a, b, c, M: Constant, N: Constant, K: Constant):
    """c = a @ b."""
    row, column = ct.bid(0), ct.bid(1)
    total = ct.full((M, N), 0, dtype=ct.float32)
    for k in range(ct.num_tiles(a, axis=1, shape=(M, K))):
        left = ct.load(a, index=(row, k), shape=(M, K), padding_mode=ct.PaddingMode.ZERO)
        right = ct.load(b, index=(k, column), shape=(K, N), padding_mode=ct.PaddingMode.ZERO)
        total = ct.mma(left, right, total)
    ct.store(c, index=(row, column), tile=total.astype(c.dtype))


@ct.kernel
def gather(arrays, out, TILE: Constant):
    """out = the sum of a list of arrays."""
    i = ct.bid(0)
    total = ct.full((TILE,), 0, dtype=ct.float32)
    for number in range(len(arrays)):
        total = total + ct.load(arrays[number], index=(i,), shape=(TILE,))
    ct.store(out, index=(i,), tile=total)


@ct.kernel
def add_pair(pair, c, TILE: Constant):
    """c = pair[0] + pair[1]."""
    i = ct.bid(0)
    ct.store(c, index=(i,), tile=ct.load(pair[0], index=(i,), shape=(TILE,)) + ct.load(pair[1], index=(i,), shape=(TILE,)))


@ct.kernel
def race(x, out):
    """Every block adds one to the same element, without an atomic operation."""
    seen = ct.load(x, index=(0,), shape=(1,))
    ct.store(x, index=(0,), tile=seen + 1)
    ct.store(out, index=(ct.bid(0),), tile=seen)


@ct.kernel
def insist(x):
    """Asserts that x[0] is positive."""
    ct.assert_(ct.load(x, index=(0,), shape=(1,)) > 0, "x[0] must be positive")


@ct.kernel
def beyond(x, out, TILE: Constant):
    """Copies tile by tile, whether the tile is there or not."""
    i = ct.bid(0)
    tile = ct.load(x, index=(i,), shape=(TILE,), padding_mode=ct.PaddingMode.ZERO)
    ct.store(out, index=(i,), tile=tile + 1)


@ct.kernel
def to_bool(x, y):
    """y = whether x is not zero."""
    ct.store(y, index=(0,), tile=ct.load(x, index=(0,), shape=(8,)).astype(ct.bool_))


@ct.kernel
def even_rows(x, y, start):
    """y = four columns of every second row of x."""
    rows = ct.arange(4, dtype=ct.int32) * 2
    ct.store(y, index=(0, 0), tile=ct.load_advanced_indexing(x, (rows, ct.Slice(start, 4))))


@ct.kernel
def say(n):
    """Prints a number a block."""
    ct.printf("block %d of %d\n", ct.bid(0), n)


@ct.kernel
def take_turns(turns, out, BLOCKS: Constant):
    """Blocks write in reverse order: each waits for the block after it."""
    i = ct.bid(0)
    while ct.atomic_cas(turns, 0, BLOCKS - 1 - i, BLOCKS - 1 - i, memory_order=ct.MemoryOrder.ACQ_REL) != BLOCKS - 1 - i:
        pass
    ct.store(out, index=(i,), tile=ct.full((1,), i * 2, dtype=ct.int32))
    ct.atomic_add(turns, 0, 1, memory_order=ct.MemoryOrder.ACQ_REL)


@ct.kernel
def forever(flag):
    """Waits for what nobody writes."""
    while ct.atomic_cas(flag, 0, 7, 7) != 7:
        pass


@ct.kernel
def softmax(x, out, COLUMNS: Constant):
    """out = softmax of each row of x."""
    row = ct.bid(0)
    tile = ct.load(x, index=(row, 0), shape=(1, COLUMNS), padding_mode=ct.PaddingMode.NEG_INF)
    shifted = ct.exp(tile - ct.max(tile, axis=1, keepdims=True))
    ct.store(out, index=(row, 0), tile=shifted / ct.sum(shifted, axis=1, keepdims=True))


@ct.kernel
def count(x, bins):
    """bins[x] counts how often each number is in x."""
    tile = ct.load(x, index=(ct.bid(0),), shape=(64,))
    ct.atomic_add(bins, tile, ct.full((64,), 1, dtype=ct.int32))


@ct.kernel
def running_sum(x, out, TILE: Constant):
    """out = the sums of the first elements of each tile of x."""
    i = ct.bid(0)
    ct.store(out, index=(i,), tile=ct.cumsum(ct.load(x, index=(i,), shape=(TILE,)), axis=0))


@ct.kernel
def transpose(x, out, ROWS: Constant, COLUMNS: Constant):
    """out = x transposed."""
    row, column = ct.bid(0), ct.bid(1)
    tile = ct.load(x, index=(row, column), shape=(ROWS, COLUMNS))
    ct.store(out, index=(column, row), tile=ct.transpose(tile))


@ct.kernel
def bump(x):
    """Every block adds one to the same tile, by a call of several lines."""
    seen = ct.load(x, index=(1, 1), shape=(4, 4))
    ct.store(
        x,
        index=(1, 1),
        tile=seen + 1,
    )


@ct.kernel
def bump_second(arrays):
    """Every block adds one to the second array of a list."""
    ct.store(arrays[1], index=(0,), tile=ct.load(arrays[1], index=(0,), shape=(16,)) + 1)


@ct.kernel
def pick(x, places, out):
    """out = x at places, wherever those are."""
    at = ct.load(places, index=(0,), shape=(8,))
    ct.store(out, index=(0,), tile=ct.gather(x, (at,), check_bounds=False))


@ct.kernel
def divide(x, y, out):
    """out = x // y."""
    quotient = ct.load(x, index=(0,), shape=(8,)) // ct.load(y, index=(0,), shape=(8,))
    ct.store(out, index=(0,), tile=quotient)


@ct.kernel
def total(x, out):
    """out = the sum of each tile of x, and of what lies behind its end."""
    i = ct.bid(0)
    ct.store(out, index=(i,), tile=ct.sum(ct.load(x, index=(i,), shape=(16,)), keepdims=True))
