"""Mixture of experts: routing, grouping, grouped products."""

import cuda.tile as ct
from registry import aligned, array, arrays, export, scalar

PAD = ct.PaddingMode


@export(array(ct.float32, 2), array(ct.int32, 2), array(ct.float32, 2))
@ct.kernel
def route_top_2(logits, experts, weights):
    """The two best experts of each token and their softmax weights."""
    x = ct.load(logits, (ct.bid(0), 0), (32, 8))
    first = ct.argmax(x, axis=1, keepdims=True)
    best = ct.max(x, axis=1, keepdims=True)
    column = ct.arange(8, dtype=ct.int32)[None, :]
    rest = ct.where(column == first, -float("inf"), x)
    second = ct.argmax(rest, axis=1, keepdims=True)
    share = 1.0 / (1.0 + ct.exp(ct.max(rest, axis=1, keepdims=True) - best))
    ct.store(experts, (ct.bid(0), 0), ct.cat((first, second), axis=1))
    ct.store(weights, (ct.bid(0), 0), ct.cat((share, 1.0 - share), axis=1))


@export(array(ct.int32, 1), array(ct.int32, 1), array(ct.int32, 1))
@ct.kernel
def place_tokens(expert_of, next_slot, token_at):
    """Each token takes the next slot of its expert by an atomic count."""
    token = ct.bid(0) * 64 + ct.arange(64, dtype=ct.int32)
    expert = ct.gather(expert_of, token, padding_value=-1)
    slot = ct.atomic_add(next_slot, expert, 1, memory_order=ct.MemoryOrder.RELAXED)
    ct.scatter(token_at, expert * 1024 + slot, token, mask=expert >= 0)


@export(
    aligned(ct.bfloat16, 2), aligned(ct.bfloat16, 3), array(ct.int32, 1), array(ct.int32, 1), aligned(ct.bfloat16, 2),
    scalar(ct.int32),
)
@ct.kernel
def expert_gemm(x, w, token_at, expert_of_tile, y, tokens):
    """Rows gathered by token number, times the weights of the expert that owns the tile."""
    tile, j = ct.bid(0), ct.bid(1)
    expert = ct.load(expert_of_tile, tile, 1).item()
    token = ct.load(token_at, tile, 32)
    total = ct.zeros((32, 64), ct.float32)
    for k in range(ct.cdiv(x.shape[1], 64)):
        column = k * 64 + ct.arange(64, dtype=ct.int32)
        rows = ct.gather(x, (token[:, None], column[None, :]), mask=(token < tokens)[:, None])
        weights = ct.load(w, (expert, k, j), (1, 64, 64), padding_mode=PAD.ZERO).reshape((64, 64))
        total = ct.mma(rows, weights, total)
    column = j * 64 + ct.arange(64, dtype=ct.int32)
    ct.scatter(y, (token[:, None], column[None, :]), ct.astype(total, y.dtype), mask=(token < tokens)[:, None])


@export(arrays(aligned(ct.float16, 2)), arrays(aligned(ct.float16, 2)), arrays(aligned(ct.float16, 2)))
@ct.kernel
def grouped_gemm(lefts, rights, outs):
    """Products of differing sizes, their tiles dealt out to persistent blocks."""
    job = ct.bid(0)
    first = 0
    for g in range(len(lefts)):
        a = lefts[g]
        b = rights[g]
        c = outs[g]
        columns = ct.num_tiles(b, 1, (32, 64))
        here = ct.num_tiles(a, 0, (64, 32)) * columns
        while job < first + here:
            i = (job - first) // columns
            j = (job - first) % columns
            total = ct.zeros((64, 64), ct.float32)
            for k in range(ct.num_tiles(a, 1, (64, 32))):
                x = ct.load(a, (i, k), (64, 32), padding_mode=PAD.ZERO)
                y = ct.load(b, (k, j), (32, 64), padding_mode=PAD.ZERO)
                total = ct.mma(x, y, total)
            ct.store(c, (i, j), ct.astype(total, ct.float16))
            job += ct.num_blocks(0)
        first += here
