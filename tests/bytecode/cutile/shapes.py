"""Shape changes: reshape, broadcast, permute, cat, extract, insert, ranges and constants."""

import cuda.tile as ct
from registry import array, export, scalar

COUNTING = tuple(range(128))
ALTERNATING = (True, False, False, True) * 32
SIXTEEN_FLAGS = (True, True, False, True, False, True, True, False) * 2


@export(array(ct.float32, 1), array(ct.float32, 2))
@ct.kernel
def reshapes(x, y):
    """Reshape, expansion and broadcast in several spellings."""
    a = ct.load(x, 0, 64)
    b = ct.reshape(a, (8, 8)) + a.reshape((4, 16)).reshape((8, -1))
    c = ct.load(x, 0, 8)
    d = ct.expand_dims(c, 0) + c[:, None] + ct.broadcast_to(c, (8, 8))
    ct.store(y, (0, 0), b + d)


@export(array(ct.float16, 4))
@ct.kernel
def permutes(x):
    """Permutations and transposes of four axes."""
    a = ct.load(x, (0, 0, 0, 0), (2, 4, 8, 16))
    b = ct.permute(a, (3, 1, 0, 2))
    c = ct.transpose(b, 0, 2)
    d = ct.permute(ct.reshape(c, (2, 4, 16, 8)), (0, 1, 3, 2))
    ct.store(x, (0, 0, 0, 0), d)


@export(array(ct.int32, 2))
@ct.kernel
def concatenations(x):
    """cat along both axes, and of more than two tiles."""
    a = ct.load(x, (0, 0), (4, 8))
    b = ct.load(x, (1, 0), (4, 8))
    ct.store(x, (0, 0), ct.cat((a, b), axis=0))
    ct.store(x, (0, 1), ct.cat((b, a), axis=1))
    ct.store(x, (0, 2), ct.cat((ct.cat((a, b), -1), ct.cat((b, a), -1)), 0))


@export(array(ct.float32, 2), scalar(ct.int32))
@ct.kernel
def extracts(x, k):
    """Parts of a tile at fixed and computed places, down to one element."""
    a = ct.load(x, (0, 0), (8, 16))
    left = ct.extract(a, (0, 0), (8, 8))
    part = a.extract((k % 2, 1), (4, 8))
    ct.store(x, (0, 0), left)
    ct.store(x, (0, 0), part)
    ct.scatter(x, (0, 0), ct.extract(a, (k, 3), (1, 1)).item())


@export(array(ct.float32, 2), scalar(ct.int32), since="13.4")
@ct.kernel
def inserts(x, k):
    """A tile with a part replaced."""
    a = ct.load(x, (0, 0), (8, 16))
    a = ct.insert(a, (1, 0), ct.zeros((4, 8), ct.float32))
    a = a.insert((k, 3), ct.ones((1, 1), ct.float32))
    ct.store(x, (0, 0), a)


@export(array(ct.int32, 1), array(ct.int64, 1), array(ct.int8, 1), array(ct.float32, 1), scalar(ct.int32))
@ct.kernel
def ranges(i, d, b, f, n):
    """arange of several types, with start and step, fixed and computed."""
    ct.store(i, 0, ct.arange(32, dtype=ct.int32))
    ct.store(i, 1, ct.arange(32, dtype=ct.int32, start=n, step=2))
    ct.store(d, 0, ct.arange(32, dtype=ct.int64, start=5))
    ct.store(b, 0, ct.arange(32, dtype=ct.int8))
    ct.store(f, 0, ct.astype(ct.arange(32, dtype=ct.int32), ct.float32) * 0.25)


@export(array(ct.float32, 2), array(ct.int32, 1), array(ct.bool_, 1), array(ct.float16, 1))
@ct.kernel
def list_constants(f, i, flags, h):
    """Constants that are not splats: numbers, booleans, nested lists."""
    ct.store(f, (0, 0), ct.astile(((1.0, 2.5), (-0.1, 1e30)), dtype=ct.float32))
    ct.store(i, 0, ct.astile((3, 1, 4, 1, 5, 9, 2, 6), dtype=ct.int32))
    ct.store(flags, 0, ct.astile((True, False, False, True), dtype=ct.bool_))
    ct.store(flags, 1, ct.astile(SIXTEEN_FLAGS, dtype=ct.bool_))
    ct.store(h, 0, ct.astile((1.0, -2.0, 0.333, 65504.0), dtype=ct.float16))


@export(array(ct.int32, 1), array(ct.bool_, 1))
@ct.kernel
def long_list_constants(i, flags):
    """Constants of more than a hundred elements, which the disassembler prints as bytes."""
    ct.store(i, 0, ct.astile(COUNTING, dtype=ct.int32))
    ct.store(flags, 0, ct.astile(ALTERNATING, dtype=ct.bool_))


@export(array(ct.float32, 1), scalar(ct.float32), scalar(ct.float32))
@ct.kernel
def tile_of_scalars(x, a, b):
    """A tile put together from scalars that are known only at run time."""
    ct.store(x, 0, ct.astile((a, b, a + b, 1.0), dtype=ct.float32))
