"""Launches written down: a compiled kernel, its arguments as `tilewright emulate` takes them, and what NumPy says of its results."""

import json
import os

import numpy

KINDS = {
    "f64": "fp64", "f32": "fp32", "f16": "fp16", "bf16": "bf16", "f8E4M3FN": "fp8e4nv", "f8E5M2": "fp8e5",
    "i1": "i1", "i8": "i8", "i16": "i16", "i32": "i32", "i64": "i64", "u8": "u8",
}


def to_bf16(values):
    """Bits of the nearest bfloat16."""
    bits = numpy.asarray(values, "f4").view("u4").astype("u8")
    return ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16).astype("u2")


def from_bf16(bits):
    return (bits.astype("u4") << 16).view("f4")


def float8(exponent, mantissa, finite):
    """Values of all 256 patterns of an 8-bit float."""
    bias = 2 ** (exponent - 1) - 1
    values = []
    for bits in range(256):
        e, m = bits >> mantissa & (2 ** exponent - 1), bits & (2 ** mantissa - 1)
        value = m * 2.0 ** (1 - bias - mantissa) if e == 0 else (1 + m / 2 ** mantissa) * 2.0 ** (e - bias)
        if e == 2 ** exponent - 1 and (m == 2 ** mantissa - 1 if finite else True):
            value = numpy.nan if finite or m else numpy.inf
        values.append(-value if bits >> 7 else value)
    return numpy.array(values, "f4")


E4M3, E5M2 = float8(4, 3, True), float8(5, 2, False)


def to_float8(values, table):
    """Patterns of values that the format holds."""
    known = {float(v): bits for bits, v in reversed(list(enumerate(table))) if v == v}
    return numpy.vectorize(lambda v: known[float(v)], otypes=["u1"])(values)


class Buffer:
    """Memory given to a kernel: `values` are stored as they are, `kind` says what they mean."""

    def __init__(self, name, kind, values, expected=None, rtol=0.0, atol=0.0, by_map=False):
        self.name, self.kind, self.values = name, kind, numpy.ascontiguousarray(values)
        self.expected = None if expected is None else numpy.ascontiguousarray(expected)
        self.rtol, self.atol, self.by_map = rtol, atol, by_map

    def text(self):
        shape = ",".join(str(n) for n in self.values.shape)
        kind = "i8" if self.kind == "u8" else self.kind
        return f"{self.name}:{kind}[{shape}]=@{self.name}.npy"


class Number:
    def __init__(self, kind, value):
        self.kind, self.value = kind, value

    def text(self):
        return str(self.value)


class Map:
    """A tensor map over a buffer; its extents, strides in bytes and box begin with the innermost."""

    def __init__(self, tensor, box):
        self.tensor, self.box = tensor, box


class Text:
    """An argument spelled out."""

    def __init__(self, value):
        self.value = value

    def text(self):
        return self.value


def write(folder, name, entry, grid, block, shared, args, cluster=None, buffers=(), printed=None):
    """One launch: `NAME.json` and its arrays; the PTX is `NAME.ptx`."""
    arrays = os.path.join(folder, name)
    os.makedirs(arrays, exist_ok=True)
    every = list(buffers) + [arg for arg in args if isinstance(arg, Buffer)]
    for buffer in every:
        numpy.save(os.path.join(arrays, f"{buffer.name}.npy"), buffer.values)
    expected = []
    for buffer in every:
        if buffer.expected is not None:
            file = f"{buffer.name}.expected.npy"
            numpy.save(os.path.join(arrays, file), buffer.expected)
            kind = "i8" if buffer.kind == "u8" else buffer.kind
            expected.append({"name": buffer.name, "type": kind, "file": file, "rtol": buffer.rtol, "atol": buffer.atol})
    launch = {
        "entry": entry, "grid": grid, "block": block, "smem": shared, "cluster": cluster,
        "buffers": [buffer.text() for buffer in buffers], "args": [arg.text() for arg in args],
        "expected": expected, "printed": printed,
    }
    with open(os.path.join(folder, f"{name}.json"), "w") as file:
        json.dump(launch, file, indent=1)
