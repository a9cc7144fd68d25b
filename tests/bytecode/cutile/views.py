"""Tiled views with their options, and views indexed by a tile."""

import cuda.tile as ct
from registry import array, export, scalar

PAD = ct.PaddingMode


@export(array(ct.float32, 2), array(ct.float32, 2))
@ct.kernel
def tiled_views(src, dst):
    """A partition walked tile by tile through view objects."""
    tiles = src.tiled_view((8, 16), padding_mode=PAD.ZERO)
    out = dst.tiled_view((8, 16))
    for j in range(tiles.num_tiles(1)):
        out.store((ct.bid(0), j), tiles.load((ct.bid(0), j)) * 2.0)


@export(array(ct.float32, 2), array(ct.float32, 2), since="13.3")
@ct.kernel
def overlapping_views(src, dst):
    """Overlapping tiles and tiles with gaps, plain and padded."""
    overlap = src.tiled_view((8, 16), traversal_steps=(1, 16))
    gaps = src.tiled_view((2, 4), traversal_steps=(4, 8), padding_mode=PAD.NEG_INF)
    out = dst.tiled_view((8, 16), traversal_steps=(8, 16))
    for i in range(overlap.num_tiles(0)):
        out.store((i, 0), overlap.load((i, 0), latency=2))
    ct.store(dst, (0, 0), gaps.load((1, 1), allow_tma=False))


@export(array(ct.float32, 3), array(ct.float32, 3), since="13.4")
@ct.kernel
def unchecked_views(src, dst):
    """View accesses that promise to stay inside, of both kinds of view."""
    whole = src.tiled_view((2, 4, 8))
    steps = dst.tiled_view((2, 4, 8), traversal_steps=(1, 2, 4))
    steps.store((0, 1, 2), whole.load((0, 0, 0), check_bounds=False), check_bounds=False, latency=7)


@export(array(ct.float16, 2), array(ct.int32, 1), array(ct.float16, 2), scalar(ct.int32), since="13.3")
@ct.kernel
def gathered_rows(table, index, dst, column):
    """Rows of a table chosen by a tile of row numbers, then scattered the same way."""
    rows = ct.load(index, ct.bid(0), 16)
    tile = ct.load_advanced_indexing(table, (rows, ct.Slice(column, 64)), padding_mode=PAD.ZERO)
    ct.store_advanced_indexing(dst, (rows, ct.Slice(0, 64)), tile)


@export(
    array(ct.float32, 3),
    array(ct.int64, 1),
    array(ct.float32, 3),
    variant="i64",
    since="13.3",
    refused="'cuda_tile.trunci' op failed to verify that all of {from, to} have same shape",
)
@export(array(ct.float32, 3), array(ct.int32, 1), array(ct.float32, 3), since="13.3")
@ct.kernel
def gathered_middle(src, index, dst):
    """The sparse dimension in the middle and at the end, with hints; cuTile narrows 64-bit row numbers wrongly."""
    at = ct.load(index, 0, 8)
    a = ct.load_advanced_indexing(src, (ct.Slice(0, 4), at, ct.Slice(8, 16)), latency=4)
    ct.store_advanced_indexing(dst, (ct.Slice(0, 4), at, ct.Slice(8, 16)), a, allow_tma=False)
    b = ct.load_advanced_indexing(src, (ct.Slice(0, 4), ct.Slice(1, 2), at), padding_mode=PAD.NAN)
    ct.store_advanced_indexing(dst, (ct.Slice(0, 4), ct.Slice(1, 2), at), b, latency=3)


@export(array(ct.int32, 2), array(ct.float32, 2), array(ct.uint64, 1), since="13.3")
@ct.kernel
def view_atomics(i, f, u):
    """Reductions into views: every operation, signed, unsigned and float."""
    ones = ct.ones((4, 8), ct.int32)
    ints = i.tiled_view((4, 8))
    ints.atomic_store_add((0, 0), ones)
    ints.atomic_store_max((0, 1), ones)
    ints.atomic_store_min((0, 2), ones)
    ints.atomic_store_and((0, 3), ones)
    ints.atomic_store_or((0, 4), ones)
    ints.atomic_store_xor((0, 5), ones)
    f.tiled_view((4, 8)).atomic_store_add((0, 0), ct.full((4, 8), 0.5, ct.float32))
    words = u.tiled_view(16)
    words.atomic_store_max(0, ct.full((16,), 9, ct.uint64))
    words.atomic_store_min(1, ct.full((16,), 9, ct.uint64))


@export(array(ct.float16, 1), array(ct.bfloat16, 1), array(ct.float64, 1), since="13.3")
@ct.kernel
def view_atomics_float(h, b, d):
    """Float sums into views of the other float types."""
    h.tiled_view(16).atomic_store_add(0, ct.ones((16,), ct.float16))
    b.tiled_view(16).atomic_store_add(0, ct.ones((16,), ct.bfloat16))
    d.tiled_view(16, traversal_steps=8).atomic_store_add(0, ct.ones((16,), ct.float64))
