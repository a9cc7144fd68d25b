"""Loops, branches, early return, inlined helpers, closures."""

import cuda.tile as ct
from registry import array, export, export_together, scalar


@export(array(ct.float32, 1), scalar(ct.int32))
@ct.kernel
def counted_loop(x, n):
    """A for loop with one carried value and a bound known at run time."""
    total = ct.zeros((16,), ct.float32)
    for k in range(n):
        total = total + ct.load(x, k, 16)
    ct.store(x, 0, total)


@export(array(ct.float32, 1), scalar(ct.int64), variant="i64")
@export(array(ct.float32, 1), scalar(ct.int32))
@ct.kernel
def stepped_loop(x, n):
    """A for loop with start and step, and two carried values of different types."""
    a = ct.zeros((8,), ct.float32)
    count = 0
    for k in range(2, n, 3):
        a = a + ct.load(x, k, 8)
        count = count + 1
    ct.store(x, 0, a / count)


@export(array(ct.int32, 1))
@ct.kernel
def while_loop(x):
    """A loop that ends by its condition, and one that ends by break."""
    v = ct.load(x, 0, 1).item()
    steps = 0
    while v != 1:
        v = v // 2 if v % 2 == 0 else 3 * v + 1
        steps += 1
    while True:
        steps -= 1
        if steps < 10:
            break
        if steps % 2 == 0:
            continue
        v += steps
    ct.scatter(x, 0, v)


@export(array(ct.float32, 1), scalar(ct.int32))
@ct.kernel
def loop_with_break(x, n):
    """A for loop left in the middle, and one whose steps are skipped."""
    total = ct.zeros((4,), ct.float32)
    for k in range(n):
        if k * k > 50:
            break
        total = total + ct.load(x, k, 4)
    for k in range(n):
        if k == 3:
            continue
        total = total * 2.0
    ct.store(x, 0, total)


@export(array(ct.float32, 1), scalar(ct.int32), scalar(ct.int32))
@ct.kernel
def branches(x, a, b):
    """Branches with and without results, with a missing else, nested, and chosen by conditions on conditions."""
    if a > 0:
        scale = 2.0
        shift = 1
    elif a == 0 and b != 3:
        scale = 3.0
        shift = 2
    else:
        scale = 0.5
        shift = 3
    tile = ct.load(x, shift, 16)
    if b > 5 or not a < 7:
        tile = tile * scale
        if b > 10:
            ct.store(x, 1, tile)
    ct.store(x, 0, tile if a != b else -tile)


@export(array(ct.float32, 1), scalar(ct.int32))
@ct.kernel
def early_return(x, n):
    """Blocks beyond the end return at once; others return from inside a loop."""
    if ct.bid(0) >= n:
        return
    for k in range(n):
        if k > 5:
            return
        ct.store(x, k, ct.load(x, k + 1, 8))
    ct.store(x, 0, ct.ones((8,), ct.float32))


@export(array(ct.float32, 2), scalar(ct.int32), scalar(ct.int32))
@ct.kernel
def nested_loops(x, n, m):
    """Loops inside branches inside loops, with values carried through all of them."""
    total = ct.zeros((4, 4), ct.float32)
    for i in range(n):
        row = ct.zeros((4, 4), ct.float32)
        for j in range(i, m):
            if j % 2 == 0:
                row = row + ct.load(x, (i, j), (4, 4))
            else:
                k = 0
                while k < j:
                    row = row * 0.5
                    k += 2
        total = total + row
    ct.store(x, (0, 0), total)


@export(array(ct.float32, 1), scalar(ct.int32), scalar(ct.int32))
@ct.kernel
def split_loop(x, n, middle):
    """A branch on the loop counter, which cuTile turns into two loops."""
    total = ct.zeros((16,), ct.float32)
    for k in range(n):
        tile = ct.load(x, k, 16)
        if k >= middle:
            tile = ct.where(tile > 0.0, tile, 0.0)
        total += tile
    ct.store(x, 0, total)


@export(array(ct.float32, 1), 4)
@ct.kernel
def unrolled(x, N: ct.Constant[int]):
    """A loop over a compile-time sequence, inlined step by step."""
    total = ct.zeros((8,), ct.float32)
    for k in ct.static_iter(range(N)):
        total = total + ct.load(x, k, 8) * ct.static_eval(2.0**k)
    ct.store(x, 0, total)


def square(v):
    """The square of a tile."""
    return v * v


def norm(v, axis):
    """The Euclidean norm, by way of another helper."""
    return ct.sqrt(ct.sum(square(v), axis=axis))


@export_together("twice", {"f32": [array(ct.float32, 2)], "f16": [array(ct.float16, 2)]})
@export(array(ct.float32, 2))
@ct.kernel
def inlined_helpers(x):
    """Helpers that call helpers: locations become chains of call sites."""
    tile = ct.load(x, (0, 0), (8, 16))
    lengths = norm(tile, 1)
    scaled = tile / lengths[:, None]
    ct.store(x, (0, 0), square(scaled))


@export(array(ct.float32, 1))
@ct.kernel
def closures(x):
    """A nested function and lambdas that capture tiles."""
    offset = ct.load(x, 0, 8)

    def shifted(v, factor=2.0):
        return (v + offset) * factor

    twice = lambda v: shifted(shifted(v), 3.0)  # noqa: E731
    ct.store(x, 1, twice(ct.load(x, 1, 8)))


@export(array(ct.float32, 1), (1, 2, 3), (scalar(ct.int32), scalar(ct.float32)))
@ct.kernel
def tuples(x, fixed: ct.Constant[tuple[int, int, int]], pair):
    """Tuple parameters, constant and not, taken apart and carried through a loop."""
    a, b, c = fixed
    n, scale = pair
    state = (ct.zeros((4,), ct.float32), ct.ones((4,), ct.float32))
    for k in range(n):
        state = (state[1] * scale, state[0] + a + b + c + k)
    ct.store(x, 0, state[0] - state[1])


@export(array(ct.float32, 1))
@ct.kernel(num_ctas=2, occupancy=4)
def entry_hints(x):
    """Hints on the entry for all targets."""
    ct.store(x, ct.bid(0), ct.load(x, ct.bid(0), 128) + 1.0)


@export(array(ct.float32, 1), since="13.3")
@ct.kernel(
    num_ctas=ct.ByTarget(sm_100=2, sm_90=4, default=1),
    occupancy=ct.ByTarget(sm_120=8),
    num_worker_warps=ct.ByTarget(sm_100=8, default=4),
    opt_level=2,
)
def entry_hints_by_target(x):
    """Hints on the entry that differ by target."""
    ct.store(x, ct.bid(0), ct.load(x, ct.bid(0), 128) + 1.0)


@export()
@ct.kernel
def empty():
    """A kernel without parameters or effects."""


@export(array(ct.float32, 1), array(ct.float32, 1), since="13.4")
@ct.kernel
def dependent_launch(x, y):
    """Programmatic dependent launch: wait for the kernel before, release the one after."""
    ct.grid_dependency_control_wait()
    tile = ct.load(x, ct.bid(0), 64)
    ct.grid_dependency_control_launch_dependents()
    ct.store(y, ct.bid(0), tile * 2.0)


@export(array(ct.float32, 1), array(ct.float32, 1), scalar(ct.int32))
@ct.kernel
def defined_in_loop(x, y, n):
    """Values and arrays born inside a loop and used after it: cuTile starts them with dummies, null pointers among them."""
    at = 0
    while True:
        last = ct.load(x, at, 8)
        other = y
        at += 1
        if at > n:
            break
    ct.store(other, at, last)


@export(array(ct.float32, 1), array(ct.float32, 1), scalar(ct.bool_))
@ct.kernel
def chosen_array(x, y, flag):
    """An array chosen by a branch: pointers and extents are results of an if."""
    if flag:
        z = x
    else:
        z = y
    ct.store(z, 0, ct.load(z, 1, 8))
