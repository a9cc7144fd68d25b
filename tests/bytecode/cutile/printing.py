"""Printing and assertions."""

import cuda.tile as ct
from registry import array, export, scalar


@export(array(ct.float32, 1), scalar(ct.int32))
@ct.kernel
def printf_formats(x, n):
    """printf with flags, widths, precisions and the literal percent sign."""
    tile = ct.load(x, 0, 4)
    ct.printf("n=%d, hex %#x, padded [%5d] [%-8i], all of it: %8.3f 100%%\n", n, n, n, n, tile)
    ct.printf("scientific %e, general %g, hexadecimal %a\n", tile, tile, tile)
    ct.printf("no arguments\n")


@export(array(ct.float32, 2), array(ct.int8, 1), scalar(ct.uint64))
@ct.kernel
def python_print(x, b, n):
    """print with f-strings, separators, several types and characters that need escapes."""
    tile = ct.load(x, (0, 0), (2, 4))
    print(f"block {ct.bid(0)}: {tile:.2f}")
    print("bytes", ct.load(b, 0, 8), n, sep="; ", end=".\n")
    ct.print('quoted "text", back\\slash,\ttab, 50%, caf\u00e9')


@export(array(ct.float64, 1), array(ct.bool_, 1), array(ct.bfloat16, 1), array(ct.int64, 1))
@ct.kernel
def print_types(d, flags, b, i):
    """Printing of doubles, booleans, bfloats and long integers."""
    print(ct.load(d, 0, 2), ct.load(flags, 0, 2))
    print(ct.astype(ct.load(b, 0, 2), ct.float32), ct.load(i, 0, 2))


@export(array(ct.float32, 1), scalar(ct.int32))
@ct.kernel
def assertions(x, n):
    """Assertions with and without a message, on a scalar and on a tile."""
    tile = ct.load(x, 0, 16)
    ct.assert_(n > 0, "n must be positive")
    ct.assert_(tile == tile)
    ct.assert_(ct.sum(tile) < 1.0, 'sum "too" large: 100%')
    ct.store(x, 0, tile)


@export(array(ct.int32, 1), scalar(ct.int32))
@ct.kernel
def print_in_loop(x, n):
    """Prints inside a loop and a branch, ordered among each other."""
    for k in range(n):
        if k % 2 == 0:
            print(f"even {k}")
        ct.printf("%d\n", ct.load(x, k, 1))
    print("done")
