"""Reductions and scans, built in and custom, with one and several results."""

import operator

import cuda.tile as ct
from registry import array, export

RM = ct.RoundingMode


@export(array(ct.float64, 2), array(ct.float64, 1), variant="f64")
@export(array(ct.bfloat16, 2), array(ct.bfloat16, 1), variant="bf16")
@export(array(ct.float16, 2), array(ct.float16, 1), variant="f16")
@export(array(ct.uint32, 2), array(ct.uint32, 1), variant="u32")
@export(array(ct.int8, 2), array(ct.int8, 1), variant="i8")
@export(array(ct.int64, 2), array(ct.int64, 1), variant="i64")
@export(array(ct.float32, 2), array(ct.float32, 1))
@ct.kernel
def row_reductions(x, y):
    """Sum, product, maximum and minimum of each row."""
    a = ct.load(x, (ct.bid(0), 0), (8, 32))
    ct.store(y, 0, ct.astype(ct.sum(a, axis=1), y.dtype))
    ct.store(y, 1, ct.astype(ct.prod(a, axis=1), y.dtype))
    ct.store(y, 2, ct.max(a, axis=1))
    ct.store(y, 3, ct.min(a, axis=1))


@export(array(ct.float32, 3), array(ct.float32, 3))
@ct.kernel
def axes_of_reductions(x, y):
    """Reductions along each axis, along several, along all, and with the axis kept."""
    a = ct.load(x, (0, 0, 0), (4, 8, 16))
    ct.store(y, (0, 0, 0), ct.sum(a, axis=0, keepdims=True))
    ct.store(y, (0, 0, 0), ct.max(a, axis=-1, keepdims=True))
    ct.store(y, (0, 0, 0), ct.min(a, axis=(0, 2), keepdims=True))
    ct.scatter(y, (0, 0, 0), ct.sum(a))


@export(array(ct.float32, 1))
@ct.kernel
def modified_reductions(x):
    """Reductions with rounding, flushing and NaN propagation."""
    a = ct.load(x, 0, 64)
    s = ct.sum(a, rounding_mode=RM.RZ) + ct.sum(a, flush_to_zero=True)
    p = ct.prod(a, rounding_mode=RM.RP, flush_to_zero=True)
    m = ct.max(a, propagate_nan=True) - ct.min(a, flush_to_zero=True)
    ct.scatter(x, 0, s + p + m)


@export(array(ct.int32, 2), array(ct.int32, 1), variant="i32")
@export(array(ct.uint8, 2), array(ct.int32, 1), variant="u8")
@export(array(ct.float32, 2), array(ct.int32, 1))
@ct.kernel
def arg_reductions(x, where):
    """Where the largest and smallest are: reductions of value and index together."""
    a = ct.load(x, (0, 0), (8, 32))
    ct.store(where, 0, ct.argmax(a, axis=1))
    ct.store(where, 1, ct.argmin(a, axis=1))
    ct.scatter(where, 0, ct.argmax(a))


@export(array(ct.float32, 1), array(ct.int32, 1))
@ct.kernel
def custom_reductions(x, y):
    """Reductions by a lambda, an operator, and a helper over three tiles (mean and variance)."""
    a = ct.load(x, 0, 64)
    largest = ct.reduce(a, 0, lambda p, q: ct.where(ct.abs(p) > ct.abs(q), p, q), 0.0)
    bits = ct.reduce(ct.load(y, 0, 64), 0, operator.xor, 0)

    def merge(n1, m1, v1, n2, m2, v2):
        n = n1 + n2
        delta = m2 - m1
        share = ct.where(n > 0.0, n2 / n, 0.0)
        return n, m1 + delta * share, v1 + v2 + delta * delta * n1 * share

    n, mean, spread = ct.reduce((ct.ones((64,), ct.float32), a, ct.zeros((64,), ct.float32)), 0, merge, (0.0, 0.0, 0.0))
    ct.scatter(x, 0, largest + mean + spread / n)
    ct.scatter(y, 0, bits)


@export(array(ct.bool_, 1))
@ct.kernel
def boolean_reductions(x):
    """Any and all: reductions of i1 with boolean identities."""
    a = ct.load(x, 0, 32)
    some = ct.reduce(a, 0, operator.or_, False)
    every = ct.reduce(a, 0, operator.and_, True)
    ct.scatter(x, 0, some ^ every)


@export(array(ct.float64, 2), variant="f64")
@export(array(ct.int32, 2), variant="i32")
@export(array(ct.float32, 2))
@ct.kernel
def scans(x):
    """Running sums and products along both axes and in both directions."""
    a = ct.load(x, (0, 0), (8, 16))
    a = ct.cumsum(a, axis=0) + ct.cumsum(a, axis=1, reverse=True)
    a = ct.cumprod(a, axis=1) + ct.cumprod(a, axis=0, reverse=True)
    ct.store(x, (0, 0), ct.astype(a, x.dtype))


@export(array(ct.float32, 1), array(ct.float32, 1))
@ct.kernel
def linear_recurrence(a, b):
    """A scan over pairs: h[t] = a[t] h[t-1] + b[t] as the state-space models need it."""

    def compose(a1, b1, a2, b2):
        return a1 * a2, a2 * b1 + b2

    _, h = ct.scan((ct.load(a, 0, 128), ct.load(b, 0, 128)), 0, compose, (1.0, 0.0))
    ct.store(b, 0, h)


@export(array(ct.int32, 1))
@ct.kernel
def running_maximum(x):
    """A custom scan with an integer identity, from the end."""
    a = ct.load(x, 0, 64)
    ct.store(x, 0, ct.scan(a, 0, lambda p, q: ct.maximum(p, q), -2147483648, reverse=True))


@export(array(ct.float32, 1))
@ct.kernel
def modified_scans(x):
    """Scans with rounding and flushing."""
    a = ct.load(x, 0, 64)
    s = ct.cumsum(a, rounding_mode=RM.RM)
    ct.store(x, 0, s + ct.cumprod(a, flush_to_zero=True))
