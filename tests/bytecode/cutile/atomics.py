"""Atomic operations by pointer: every operation, type, order and scope."""

import cuda.tile as ct
from registry import array, export, scalar

ORDER = ct.MemoryOrder
SCOPE = ct.MemoryScope


@export(array(ct.uint64, 1), variant="u64")
@export(array(ct.int64, 1), variant="i64")
@export(array(ct.uint32, 1), variant="u32")
@export(array(ct.int32, 1))
@ct.kernel
def integer_atomics(x):
    """The seven read-modify-write operations and compare-and-swap."""
    i = ct.arange(16, dtype=ct.int32)
    old = ct.atomic_add(x, i, ct.full((), 1, x.dtype))
    old = ct.atomic_max(x, i, old)
    old = ct.atomic_min(x, i, old)
    old = ct.atomic_and(x, i, old)
    old = ct.atomic_or(x, i, old)
    old = ct.atomic_xor(x, i, old)
    old = ct.atomic_xchg(x, i, old)
    old = ct.atomic_cas(x, i, old, ct.full((), 0, x.dtype))
    ct.scatter(x, i, old)


@export(array(ct.float64, 1), variant="f64")
@export(array(ct.float16, 1), variant="f16")
@export(array(ct.bfloat16, 1), since="13.3", variant="bf16")
@export(array(ct.float32, 1))
@ct.kernel
def float_sum(x):
    """An atomic sum of floats."""
    ct.atomic_add(x, ct.arange(16, dtype=ct.int32), ct.full((), 0.5, x.dtype))


@export(array(ct.float64, 1), variant="f64")
@export(array(ct.float32, 1))
@ct.kernel
def float_exchange(x):
    """Exchange and compare-and-swap of floats."""
    i = ct.arange(16, dtype=ct.int32)
    old = ct.atomic_xchg(x, i, ct.full((), 1.5, x.dtype))
    ct.atomic_cas(x, i, old, ct.full((), -0.0, x.dtype))


@export(array(ct.int32, 1))
@ct.kernel
def orders_and_scopes(x):
    """Every memory order with every scope an atomic takes."""
    ct.atomic_add(x, 0, 1, memory_order=ORDER.RELAXED, memory_scope=SCOPE.BLOCK)
    ct.atomic_add(x, 0, 1, memory_order=ORDER.ACQUIRE, memory_scope=SCOPE.BLOCK)
    ct.atomic_add(x, 0, 1, memory_order=ORDER.RELEASE, memory_scope=SCOPE.DEVICE)
    ct.atomic_add(x, 0, 1, memory_order=ORDER.ACQ_REL, memory_scope=SCOPE.SYS)
    ct.atomic_cas(x, 0, 0, 1, memory_order=ORDER.RELAXED, memory_scope=SCOPE.SYS)
    ct.atomic_cas(x, 0, 0, 1, memory_order=ORDER.ACQUIRE, memory_scope=SCOPE.DEVICE)
    ct.atomic_cas(x, 0, 0, 1, memory_order=ORDER.RELEASE, memory_scope=SCOPE.BLOCK, check_bounds=False)
    ct.atomic_xchg(x, 0, 0, memory_order=ORDER.RELEASE, memory_scope=SCOPE.DEVICE, check_bounds=False)


@export(array(ct.int32, 1), scalar(ct.int32))
@ct.kernel
def raw_atomics(x, n):
    """Atomics by raw element offset, masked and not."""
    raw = x.get_raw_memory()
    at = ct.arange(8, dtype=ct.int32)
    old = raw.atomic_add_offset(at, 1)
    old = raw.atomic_max_offset(at, old, mask=at < n)
    old = raw.atomic_min_offset(at, old)
    old = raw.atomic_and_offset(at, old)
    old = raw.atomic_or_offset(at, old)
    old = raw.atomic_xor_offset(at, old)
    old = raw.atomic_xchg_offset(at, old, mask=at < n)
    raw.atomic_cas_offset(at, old, 0, mask=at < n, memory_order=ORDER.RELAXED, memory_scope=SCOPE.SYS)


@export(array(ct.uint8, 1), array(ct.int32, 1), 256)
@ct.kernel
def histogram(samples, counts, TILE: ct.Constant[int]):
    """Counts of byte values, one atomic addition a sample."""
    value = ct.load(samples, ct.bid(0), TILE)
    ct.atomic_add(counts, ct.astype(value, ct.int32), 1, memory_order=ORDER.RELAXED)


@export(array(ct.int32, 1), array(ct.float32, 1))
@ct.kernel
def spin_lock(lock, total):
    """A lock across blocks: compare-and-swap until it is taken, exchange to release."""
    while ct.atomic_cas(lock, 0, 0, 1, memory_order=ORDER.ACQUIRE) != 0:
        pass
    ct.store(total, 0, ct.load(total, 0, 16) + 1.0)
    ct.atomic_xchg(lock, 0, 0, memory_order=ORDER.RELEASE)
