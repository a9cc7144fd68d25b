"""Adds two arrays by a kernel of cuTile, and says whether the sum is right."""

import cuda.tile as ct
import numpy as np


@ct.kernel
def add(x, y, z, TILE: ct.Constant[int]):
    i = ct.bid(0)
    ct.store(z, index=(i,), tile=ct.load(x, index=(i,), shape=(TILE,)) + ct.load(y, index=(i,), shape=(TILE,)))


x, y, z = np.arange(256, dtype=np.float32), np.ones(256, np.float32), np.zeros(256, np.float32)
ct.launch(0, (4,), add, (x, y, z, 64))
print("right" if (z == x + y).all() else "wrong")
