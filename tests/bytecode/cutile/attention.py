"""Kernels of transformers: softmax, normalisation, attention, rotary embedding, activations."""

import cuda.tile as ct
from registry import aligned, array, export, scalar

PAD = ct.PaddingMode
LOG2_E = 1.4426950408889634


@export(array(ct.float32, 2), array(ct.float32, 2), 256)
@ct.kernel
def softmax(x, y, N: ct.Constant[int]):
    """Softmax of each row."""
    row = ct.load(x, (ct.bid(0), 0), (1, N), padding_mode=PAD.NEG_INF)
    e = ct.exp(row - ct.max(row, axis=1, keepdims=True))
    ct.store(y, (ct.bid(0), 0), e / ct.sum(e, axis=1, keepdims=True))


@export(aligned(ct.bfloat16, 2), aligned(ct.bfloat16, 1), aligned(ct.bfloat16, 1), aligned(ct.bfloat16, 2), 1e-5)
@ct.kernel
def layer_norm(x, gain, bias, y, EPSILON: ct.Constant[float]):
    """Layer normalisation of rows in parts of 128, two passes."""
    row = ct.bid(0)
    total = ct.zeros((1, 128), ct.float32)
    squares = ct.zeros((1, 128), ct.float32)
    parts = ct.num_tiles(x, 1, (1, 128))
    for k in range(parts):
        part = ct.astype(ct.load(x, (row, k), (1, 128), padding_mode=PAD.ZERO), ct.float32)
        total += part
        squares += part * part
    mean = ct.sum(total) / x.shape[1]
    inverse = ct.rsqrt(ct.sum(squares) / x.shape[1] - mean * mean + EPSILON)
    for k in range(parts):
        part = ct.astype(ct.load(x, (row, k), (1, 128), padding_mode=PAD.ZERO), ct.float32)
        g = ct.load(gain, k, 128, padding_mode=PAD.ZERO)
        b = ct.load(bias, k, 128, padding_mode=PAD.ZERO)
        ct.store(y, (row, k), ct.astype((part - mean) * inverse * g + b, ct.bfloat16))


@export(array(ct.float16, 2), array(ct.float16, 1), array(ct.float16, 2))
@ct.kernel(occupancy=2)
def rms_norm(x, gain, y):
    """Root-mean-square normalisation by gather and scatter with bounds."""
    at = ct.arange(512, dtype=ct.int32)
    row = ct.astype(ct.gather(x, (ct.bid(0), at)), ct.float32)
    inverse = ct.rsqrt(ct.sum(row * row) / 512 + 1e-6)
    ct.scatter(y, (ct.bid(0), at), ct.astype(row * inverse, ct.float16) * ct.gather(gain, at))


@export(aligned(ct.float16, 4), aligned(ct.float16, 4), aligned(ct.float16, 4), aligned(ct.float16, 4), 0.125, True)
@export(
    aligned(ct.bfloat16, 4), aligned(ct.bfloat16, 4), aligned(ct.bfloat16, 4), aligned(ct.bfloat16, 4), 0.125, False,
    variant="bf16_full",
)
@ct.kernel
def flash_attention(q, k, v, out, SCALE: ct.Constant[float], CAUSAL: ct.Constant[bool]):
    """Attention with the running maximum and sum, one tile of queries a block."""
    tile = ct.bid(0)
    head = ct.bid(1)
    queries = ct.load(q, (0, head, tile, 0), (1, 1, 64, 64)).reshape((64, 64))
    peak = ct.full((64, 1), -float("inf"), ct.float32)
    weight = ct.zeros((64, 1), ct.float32)
    total = ct.zeros((64, 64), ct.float32)
    at_query = tile * 64 + ct.arange(64, dtype=ct.int32)[:, None]
    for j in range(ct.cdiv(k.shape[2], 64)):
        keys = ct.load(k, (0, head, 0, j), (1, 1, 64, 64), order=(0, 1, 3, 2)).reshape((64, 64))
        scores = ct.mma(queries, keys, ct.zeros((64, 64), ct.float32)) * (SCALE * LOG2_E)
        if CAUSAL:
            at_key = j * 64 + ct.arange(64, dtype=ct.int32)[None, :]
            scores = ct.where(at_query >= at_key, scores, -float("inf"))
        new_peak = ct.maximum(peak, ct.max(scores, axis=1, keepdims=True))
        p = ct.exp2(scores - new_peak, flush_to_zero=True)
        fade = ct.exp2(peak - new_peak, flush_to_zero=True)
        weight = weight * fade + ct.sum(p, axis=1, keepdims=True)
        values = ct.load(v, (0, head, j, 0), (1, 1, 64, 64)).reshape((64, 64))
        total = ct.mma(ct.astype(p, v.dtype), values, total * fade)
        peak = new_peak
    result = ct.truediv(total, weight, rounding_mode=ct.RoundingMode.APPROX, flush_to_zero=True)
    ct.store(out, (0, head, tile, 0), ct.astype(result, out.dtype).reshape((1, 1, 64, 64)))


@export(aligned(ct.float16, 2), aligned(ct.float32, 2), aligned(ct.float32, 2))
@ct.kernel
def rotary_embedding(x, cosines, sines):
    """Rotary position embedding on the two halves of each row."""
    row = ct.bid(0)
    left = ct.astype(ct.load(x, (row, 0), (1, 64)), ct.float32)
    right = ct.astype(ct.load(x, (row, 1), (1, 64)), ct.float32)
    c = ct.load(cosines, (row, 0), (1, 64))
    s = ct.load(sines, (row, 0), (1, 64))
    ct.store(x, (row, 0), ct.astype(left * c - right * s, x.dtype))
    ct.store(x, (row, 1), ct.astype(right * c + left * s, x.dtype))


def sigmoid(v):
    """The logistic function."""
    return 1.0 / (1.0 + ct.exp(-v))


@export(aligned(ct.bfloat16, 2), aligned(ct.bfloat16, 2), aligned(ct.bfloat16, 2))
@ct.kernel
def gated_activation(gate, up, out):
    """SwiGLU: silu(gate) * up."""
    i, j = ct.bid(0), ct.bid(1)
    g = ct.astype(ct.load(gate, (i, j), (16, 128)), ct.float32)
    u = ct.astype(ct.load(up, (i, j), (16, 128)), ct.float32)
    ct.store(out, (i, j), ct.astype(g * sigmoid(g) * u, out.dtype))


@export(array(ct.float32, 1), array(ct.float32, 1))
@ct.kernel
def gelu(x, y):
    """GELU by its tanh form."""
    v = ct.load(x, ct.bid(0), 1024)
    inner = 0.7978845608028654 * (v + 0.044715 * v * v * v)
    ct.store(y, ct.bid(0), 0.5 * v * (1.0 + ct.tanh(inner)))


@export(array(ct.float32, 2), array(ct.int32, 1), array(ct.float32, 1), scalar(ct.int32))
@ct.kernel
def cross_entropy(logits, labels, loss, classes):
    """Cross entropy of one row against a label, with a masked tail."""
    row = ct.bid(0)
    label = ct.gather(labels, row)
    at = ct.arange(1024, dtype=ct.int32)
    v = ct.gather(logits, (row, at), mask=at < classes, padding_value=-float("inf"))
    peak = ct.max(v)
    log_sum = ct.log(ct.sum(ct.exp(v - peak))) + peak
    ct.scatter(loss, row, log_sum - ct.gather(logits, (row, label)))
