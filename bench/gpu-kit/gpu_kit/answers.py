"""What the timed kernels compute, by NumPy, for some rows of their results."""

from __future__ import annotations

from typing import Any, Callable, Dict

import numpy as np

#: Rows that are looked at.
ROWS = 8
#: How far a result may be off, as a part of the largest of its row: what f16 and bf16 results are rounded to, and sums in f32.
TOLERANCE = 0.02
#: The inputs of each kind of kernel that are floats.
INPUTS = {
    "gemm": ("a", "b"),
    "gemm fp8": ("a", "b"),
    "attention": ("q", "k", "v"),
    "causal attention": ("q", "k", "v"),
    "softmax": ("x",),
    "moe": ("tokens", "experts", "weights"),
}

Inputs = Dict[str, np.ndarray]
Shape = Dict[str, Any]


class Answer:
    """What a launch computes: some rows of its result."""

    def __init__(self, kind: str, shape: Shape, inputs: Inputs) -> None:
        row, self.rows = ANSWERS[kind](shape, inputs)
        numbers = np.unique(np.linspace(0, self.rows - 1, ROWS).astype(int)).tolist()
        self.wanted = {number: row(number) for number in numbers}


def is_close(want: np.ndarray, found: np.ndarray) -> bool:
    """Whether a row is right. NaN compares as false."""
    return bool(np.abs(found - want).max() <= TOLERANCE * np.abs(want).max())


def gemm(shape: Shape, inputs: Inputs) -> Any:
    m, n, k = shape["m"], shape["n"], shape["k"]
    a = inputs["a"].reshape(m, k)
    b = inputs["b"].reshape(n, k).T if shape["by_columns"] else inputs["b"].reshape(k, n)
    return lambda row: a[row] @ b, m


def attention(shape: Shape, inputs: Inputs, causal: bool = False) -> Any:
    heads, length, depth = shape["heads"], shape["length"], shape["depth"]
    q, k, v = (inputs[name].reshape(heads, length, depth) for name in "qkv")

    def row(number: int) -> np.ndarray:
        head, query = divmod(number, length)
        keys = query + 1 if causal else length
        scores = k[head, :keys] @ q[head, query] * 0.125
        weights = np.exp(scores - scores.max())
        return weights / weights.sum() @ v[head, :keys]

    return row, heads * length


def causal_attention(shape: Shape, inputs: Inputs) -> Any:
    return attention(shape, inputs, causal=True)


def softmax(shape: Shape, inputs: Inputs) -> Any:
    x = inputs["x"].reshape(shape["rows"], shape["columns"])

    def row(number: int) -> np.ndarray:
        powers = np.exp(x[number] - x[number].max())
        return powers / powers.sum()

    return row, shape["rows"]


def moe(shape: Shape, inputs: Inputs) -> Any:
    tokens = inputs["tokens"].reshape(shape["tokens"], shape["depth"])
    experts = inputs["experts"].reshape(shape["experts"], shape["columns"], shape["depth"])
    tile = 64

    def row(number: int) -> np.ndarray:
        expert = experts[number // tile % shape["experts"]]
        return expert @ tokens[number // shape["replicas"]] * inputs["weights"][number]

    return row, shape["tokens"] * shape["replicas"]


ANSWERS: Dict[str, Callable[[Shape, Inputs], Any]] = {
    "gemm": gemm,
    "gemm fp8": gemm,
    "attention": attention,
    "causal attention": causal_attention,
    "softmax": softmax,
    "moe": moe,
}
