"""Loads and stores: tiles of arrays, gather and scatter, raw offsets, lists of arrays, orders, hints, assumptions."""

from typing import Annotated

import cuda.tile as ct
from registry import aligned, array, arrays, export, scalar

ORDER = ct.MemoryOrder
PAD = ct.PaddingMode
SCOPE = ct.MemoryScope


@export(array(ct.float32, 2), array(ct.float32, 2), 32, 64)
@export(aligned(ct.float16, 2), aligned(ct.float16, 2), 16, 128, variant="f16_aligned")
@export(array(ct.int8, 2, last_stride=None), array(ct.int8, 2, last_stride=None), 8, 8, variant="i8_strided")
@ct.kernel
def copy_2d(src, dst, M: ct.Constant[int], N: ct.Constant[int]):
    """One tile of a matrix copied a block."""
    where = (ct.bid(0), ct.bid(1))
    ct.store(dst, where, ct.load(src, where, (M, N)))


@export(array(ct.float32, 2), array(ct.float32, 2))
@ct.kernel
def transposed_copy(src, dst):
    """The transpose of a tile, once by load order and once by permuting the tile."""
    i, j = ct.bid(0), ct.bid(1)
    ct.store(dst, (j, i), ct.load(src, (j, i), (32, 16), order="F"))
    ct.store(dst, (j, i), ct.transpose(ct.load(src, (i, j), (16, 32))))
    ct.store(dst, (i, j), ct.load(src, (i, j), (8, 8)), order=(1, 0))


@export(array(ct.float32, 2), array(ct.float32, 2))
@ct.kernel
def padded_loads(src, dst):
    """A ragged edge filled in each of the six ways."""
    i = ct.bid(0)
    total = ct.load(src, (i, 0), (4, 16))
    total = total + ct.load(src, (i, 1), (4, 16), padding_mode=PAD.ZERO)
    total = total + ct.load(src, (i, 2), (4, 16), padding_mode=PAD.NEG_ZERO)
    total = total + ct.load(src, (i, 3), (4, 16), padding_mode=PAD.NAN)
    total = total + ct.load(src, (i, 4), (4, 16), padding_mode=PAD.POS_INF)
    total = total + ct.load(src, (i, 5), (4, 16), padding_mode=PAD.NEG_INF)
    ct.store(dst, (i, 0), total)


@export(array(ct.float32, 2), array(ct.float32, 2), since="13.4")
@ct.kernel
def unchecked_bounds(src, dst):
    """Loads and stores that promise to stay inside."""
    i = ct.bid(0)
    ct.store(dst, (i, 0), ct.load(src, (i, 0), (4, 16), check_bounds=False), check_bounds=False)


@export(array(ct.float32, 1), array(ct.float32, 1))
@ct.kernel
def hinted_accesses(src, dst):
    """Latency and TMA hints on every kind of access."""
    i = ct.bid(0)
    a = ct.load(src, i, 64, latency=3)
    b = ct.load(src, i, 64, allow_tma=False)
    c = ct.load(src, i, 64, latency=10, allow_tma=True)
    d = ct.gather(src, ct.arange(64, dtype=ct.int32), latency=1)
    ct.store(dst, i, a + b, latency=2)
    ct.store(dst, i, c, allow_tma=False)
    ct.scatter(dst, ct.arange(64, dtype=ct.int32), d, latency=5)


@export(array(ct.int32, 1), array(ct.int32, 1))
@ct.kernel
def ordered_accesses(flag, data):
    """A message passed through memory: release stores and acquire loads of several scopes."""
    if ct.bid(0) == 0:
        ct.store(data, 0, ct.full((4,), 42, ct.int32), memory_order=ORDER.RELAXED, memory_scope=SCOPE.DEVICE)
        ct.store(flag, 0, 1, memory_order=ORDER.RELEASE, memory_scope=SCOPE.SYS)
    else:
        ready = ct.load(flag, 0, 1, memory_order=ORDER.ACQUIRE, memory_scope=SCOPE.SYS)
        value = ct.load(data, 0, 4, memory_order=ORDER.RELAXED, memory_scope=SCOPE.BLOCK)
        ct.store(data, 1, value * ready, memory_order=ORDER.RELEASE, memory_scope=SCOPE.BLOCK)


@export(array(ct.float32, 1), array(ct.int32, 1), array(ct.float32, 1))
@ct.kernel
def gather_1d(src, index, dst):
    """dst = src[index] with the three kinds of masking."""
    i = ct.load(index, ct.bid(0), 32)
    a = ct.gather(src, i)
    b = ct.gather(src, i, mask=i > 3, padding_value=-1.0)
    c = ct.gather(src, i, check_bounds=False)
    d = ct.gather(src, i, mask=i < 100, check_bounds=False)
    ct.scatter(dst, i, a + b)
    ct.scatter(dst, i, c, mask=i >= 0)
    ct.scatter(dst, i, d, check_bounds=False)
    ct.scatter(dst, i, d, mask=i != 5, check_bounds=False)


@export(array(ct.float16, 3), array(ct.float16, 3, index=ct.int64), variant="i64_index")
@export(array(ct.float16, 3), array(ct.float16, 3))
@ct.kernel
def gather_3d(src, dst):
    """Gather and scatter in three dimensions with broadcast indices."""
    i = ct.arange(4, dtype=ct.int32)[:, None, None]
    j = ct.arange(8, dtype=ct.int32, start=2)[None, :, None]
    k = ct.arange(16, dtype=ct.int32, step=3)
    ct.scatter(dst, (i, j, k), ct.gather(src, (i, j, k), padding_value=1.5))


@export(array(ct.float64, 1), array(ct.float64, 1), scalar(ct.int32))
@ct.kernel
def raw_offsets(src, dst, n):
    """Raw memory by element offsets, plain, masked and hinted."""
    raw = src.get_raw_memory()
    out = dst.get_raw_memory()
    offset = ct.arange(64, dtype=ct.int32) * 2
    a = raw.load_offset(offset)
    b = raw.load_offset(offset, mask=offset < n, padding_value=7.0, latency=4)
    out.store_offset(offset, a + b)
    out.store_offset(offset, a, mask=offset < n, latency=4)


@export(arrays(array(ct.float32, 1)), array(ct.float32, 1), scalar(ct.int32))
@export(arrays(array(ct.float32, 1, index=ct.int64)), array(ct.float32, 1), scalar(ct.int32), variant="i64_index")
@ct.kernel
def list_of_arrays(parts, dst, which):
    """The sum of a list's arrays, and one of them chosen at run time."""
    total = ct.zeros((16,), ct.float32)
    for k in range(len(parts)):
        total = total + ct.load(parts[k], 0, 16, padding_mode=PAD.ZERO)
    ct.store(dst, 0, total)
    ct.store(parts[which], 0, total)


@export(arrays(array(ct.float16, 3)), array(ct.float16, 3))
@ct.kernel
def list_of_cubes(parts, dst):
    """A list whose items have three extents and three strides."""
    ct.store(dst, (0, 0, 0), ct.load(parts[ct.bid(0)], (0, 1, 2), (2, 4, 8)))


@export(array(ct.float32, 2), array(ct.float32, 1), scalar(ct.int32), scalar(ct.int32))
@ct.kernel
def sliced(src, dst, start, stop):
    """A tile of a slice, with bounds known only at run time, and of a slice of a slice."""
    part = src.slice(axis=0, start=start, stop=stop)
    narrow = part.slice(axis=-1, start=4, stop=20)
    ct.store(dst, 0, ct.sum(ct.load(part, (0, 0), (8, 16)) + ct.load(narrow, (0, 0), (8, 16)), axis=0))


@export(array(ct.float32, 1), array(ct.float32, 1))
@ct.kernel
def array_properties(src, dst):
    """Extents, strides, block numbers and tile counts used as numbers."""
    n = src.shape[0] + src.strides[0] + ct.num_tiles(src, 0, 16)
    b = ct.bid(0) + ct.bid(1) * ct.num_blocks(0) + ct.bid(2) * ct.num_blocks(1) * ct.num_blocks(2)
    if b < n:
        ct.store(dst, b, ct.load(src, b, 16))


@export(
    array(ct.float32, 2, shape_constant=(128, 256), stride_constant=(256, 1)),
    array(ct.float32, 2, shape_constant=(None, 64), stride_constant=(None, 1)),
)
@ct.kernel
def static_extents(
    src: Annotated[ct.Array, ct.ArrayAnnotation(static_shape_dims=(0, 1), static_stride_dims=(0, 1))],
    dst: Annotated[ct.Array, ct.ArrayAnnotation(static_shape_dims=(1,))],
):
    """Arrays whose extents and strides are part of their type, wholly or in part."""
    ct.static_assert(src.shape[1] == 256)
    for k in range(src.shape[1] // 64):
        ct.store(dst, (ct.bid(0), 0), ct.load(src, (ct.bid(0), k), (16, 64)))


@export(array(ct.float32, 1, index=ct.int64), scalar(ct.int64))
@ct.kernel
def wide_indices(x: ct.IndexedWithInt64, n: ct.ScalarInt64):
    """Extents and scalars of 64 bits."""
    for k in range(n):
        if k < x.shape[0]:
            ct.store(x, k, ct.load(x, k, 8) * 2.0)


@export(
    array(ct.float32, 2, base_addr_divisible_by=128, stride_divisible_by=(32, 1), shape_divisible_by=(8, 4)),
    scalar(ct.int32),
)
@ct.kernel
def assumed_divisibility(x, n):
    """Assumptions from the signature and from the program."""
    k = ct.assume_divisible_by(n, 64)
    tile = ct.load(x, (k // 64, 0), (8, 32))
    ct.scatter(x, (k, 0), ct.sum(tile))


@export(array(ct.float32, 1, aliases=("a",)), array(ct.float32, 1, aliases=("a",), may_alias_internally=True))
@ct.kernel
def aliasing(x, y):
    """Two arrays that may overlap, so that tokens order their accesses."""
    for k in range(4):
        ct.store(y, k, ct.load(x, k, 16) + 1.0)
        ct.store(x, k + 1, ct.load(y, k, 16))


@export(array(ct.float32, 1), array(ct.float32, 1), scalar(ct.int32))
@ct.kernel
def foreign_pointers(x, y, n):
    """An array rebuilt from its pointer, extents and strides."""
    again = ct.Array.from_foreign(x.foreign_pointer, (n, 4), (4, 1))
    ct.store(y, 0, ct.reshape(ct.load(again, (0, 0), (4, 4)), (16,)))


@export(array(ct.float32, 4), array(ct.float32, 5))
@ct.kernel
def many_ranks(four, five):
    """Arrays of rank four and five."""
    x = ct.load(five, (0, 1, 2, 3, 4), (1, 2, 1, 4, 2))
    ct.store(four, (0, 0, 0, 0), ct.reshape(x, (2, 2, 2, 2)) * ct.load(four, (0, 0, 0, 1), (2, 2, 2, 2)))


@export(array(ct.float32, 0), refused="0-dimension tile shape is not supported")
@ct.kernel
def rank_zero_array(x):
    """cuTile writes a partition view of rank 0, which the real tools refuse."""
    ct.store(x, (), ct.load(x, (), ()) + 1.0)
