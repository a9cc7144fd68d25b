"""Records what NumPy prints for arrays, for tests/numpy_print.rs.

    python3 record_numpy.py > numpy_print.txt      (needs numpy; the tests do not)

A case is a line `case TYPE EXTENTS HEX`, the text, and a line `end`.
"""
import numpy as np

TYPES = {"i1": "?", "i8": "i1", "i16": "<i2", "i32": "<i4", "i64": "<i8", "f16": "<f2", "f32": "<f4", "f64": "<f8"}


def case(name, array):
    array = np.ascontiguousarray(array, dtype=TYPES[name]).reshape(np.shape(array))
    extents = ",".join(map(str, array.shape))
    print(f"case {name} [{extents}] {array.tobytes().hex()}")
    print(np.array2string(array))
    print("end")


rng = np.random.default_rng(2)
inf, nan = float("inf"), float("nan")

for name in ["i1", "i8", "i16", "i32", "i64"]:
    bits = 2 if name == "i1" else np.iinfo(TYPES[name]).bits
    for shape in [(), (1,), (5,), (40,), (3, 4), (2, 3, 4), (2, 1, 2, 2), (0,), (3, 0), (1, 1, 1, 1, 1), (7, 30)]:
        case(name, rng.integers(-(2 ** (bits - 1)), 2 ** (bits - 1) - 1, size=shape, endpoint=True))
        case(name, rng.integers(0, 2, size=shape))
for shape in [(1000,), (1001,), (1002, 1), (3, 400), (400, 3), (11, 11, 11), (6, 6, 30), (7, 5, 31)]:
    case("i8", rng.integers(-128, 127, size=shape))
case("i32", np.arange(1200).reshape(30, 40))
case("f32", np.arange(1056).reshape(33, 32) / 4)

EXAMPLES = [
    [0.0], [-0.0], [1.0], [1.0, 2.0], [0.5, -0.25, 100], [0.1], [0.1, 0.2, 0.3], [1 / 3], [2 / 3, 1e3 / 3], [nan],
    [inf], [-inf], [nan, inf, -inf], [nan, 1], [1, -inf], [-inf, 1e-7], [nan, 1e30], [inf, 123.456], [0, nan], [0, 0],
    [-0.0, 0], [1e-5, 0.12345678], [1e-4], [9.99e-5], [0.0001, 0.1], [0.0001, 0.10001], [0.001, 1], [0.001, 1.01],
    [999, 1], [1000, 1], [1001, 1], [9999], [99999, 100], [999999, 1000], [1e6], [1e6 - 1, 1e5], [1e7, 1e6], [12345678.9],
    [99999999.0], [1e8], [1e8, 1], [1.5e8], [123456789.123], [1e10, 0.1], [1e15, 1e16], [1e-300], [1e300, 1e-300], [5e-324],
    [1e-310], [1e38], [3.4e38, 1e-45], [65504], [6e-8], [6.1e-5, 1], [1024, 1025.0], [2047.0, 2048], [16777216], [0.1 + 0.2],
    [1.23456789012345], [100.123456789, 0.001], [12.5, -1234.25], [-1e-9, 3], [1e2, 1e-2], [3.14159265, 2.71828182],
    [0.00012345678901234], [0.99999999999], [9.9999999999e9], [9.9999999999], [99.999999999, 1], [1e16 + 2, 1.0], [2.5e-8, 1e3],
    [0.015625], [-0.015625, 1e5], [172248.625, 170037.625],
    [1e100], [1e100, 1e99], [0.3, 0.33, 0.333, 0.3333], [-1.5, 22.75, -333.125], [1e5, 1e5 + 0.1], [0.000123, 0.1],
]
with np.errstate(over="ignore"):
    for name in ["f16", "f32", "f64"]:
        for values in EXAMPLES:
            case(name, values)
            case(name, values[0])
        for shape in [(7,), (20,), (3, 4), (2, 3, 2), (9, 9), (0,)]:
            for scale in [1, 1e-3, 100, 1e5]:
                case(name, rng.standard_normal(shape) * scale)
            case(name, np.round(rng.standard_normal(shape) * 8) / 4)
            case(name, np.exp(rng.standard_normal(shape) * 4))
        case(name, rng.standard_normal((40, 40))[:, :26])
        bits = rng.integers(0, 256, size=(60, 3, np.dtype(TYPES[name]).itemsize), dtype="u1")
        for row in bits:
            case(name, row.view(TYPES[name]).reshape(3))
            case(name, row.view(TYPES[name])[0, 0])
