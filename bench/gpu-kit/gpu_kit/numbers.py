"""Elements of memory: fills made from seeds, conversions, and comparison bit for bit."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Tuple

import numpy as np

#: Random numbers that are made; larger buffers repeat them.
PERIOD = 1 << 22
#: Of each float type: the unsigned type of its bits, the bits of its exponent, those of its significand.
FLOATS: Dict[str, Tuple[Any, int, int]] = {
    "f16": (np.uint16, 0x7C00, 0x03FF),
    "bf16": (np.uint16, 0x7F80, 0x007F),
    "f32": (np.uint32, 0x7F800000, 0x007FFFFF),
    "tf32": (np.uint32, 0x7F800000, 0x007FFFFF),
    "f64": (np.uint64, 0x7FF0000000000000, 0x000FFFFFFFFFFFFF),
    "f8E5M2": (np.uint8, 0x7C, 0x03),
}
#: Types whose only NaN has all bits set but the sign.
ONE_NAN = {"f8E4M3FN": 0x7F}
#: Bytes of the integer types.
INTEGERS = {"i8": np.uint8, "i16": np.uint16, "i32": np.uint32, "i64": np.uint64}


def e4m3(byte: int) -> float:
    """The value of a byte as `f8E4M3FN`: 4 bits of exponent with the bias 7, 3 of significand."""
    exponent, significand = byte >> 3 & 15, byte & 7
    if exponent == 15 and significand == 7:
        return float("nan")
    size = (significand + 8 * (exponent > 0)) * 2.0 ** (max(exponent, 1) - 10)
    return -size if byte & 0x80 else size


#: The values of all bytes.
E4M3 = np.array([e4m3(byte) for byte in range(256)], np.float32)


def filled(buffer: Dict[str, Any], seed: int) -> np.ndarray:
    """The bits of a buffer that a launch describes."""
    count = int(np.prod(buffer["shape"], dtype=np.int64))
    element = buffer["element"]
    if buffer["fill"] == "zeros":
        return np.zeros(count, bits_of(element))
    if buffer["fill"] == "count":
        return (np.arange(count, dtype=np.int64) % buffer["modulo"]).astype(bits_of(element))
    random = np.random.default_rng(seed)
    some = rounded(random.standard_normal(min(count, PERIOD), np.float32), element)
    return np.resize(some, count)


def bits_of(element: str) -> Any:
    """The unsigned type with the bits of an element; bytes where that is not known."""
    return FLOATS[element][0] if element in FLOATS else INTEGERS.get(element, np.uint8)


def rounded(values: np.ndarray, element: str) -> np.ndarray:
    """The bits of f32 values in a float type."""
    if element == "bf16":
        bits = values.astype(np.float32).view(np.uint32)
        # To nearest, ties to even.
        return ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16).astype(np.uint16)
    if element in ONE_NAN:
        # To the nearest of all values; of two that are as near, to the one with a significand that is even.
        every = E4M3[:128][np.isfinite(E4M3[:128])]
        size = np.minimum(np.abs(values), every[-1])
        above = np.searchsorted(every, size).clip(1)
        low, high = size - every[above - 1], every[above] - size
        bits = np.where((low < high) | ((low == high) & (above % 2 == 1)), above - 1, above)
        return (bits | np.where(np.signbit(values), 0x80, 0)).astype(np.uint8)
    return values.astype({"f16": np.float16, "f32": np.float32}[element]).view(bits_of(element))


def values(bits: np.ndarray, element: str) -> np.ndarray:
    """Floats as f32."""
    if element == "bf16":
        return (bits.astype(np.uint32) << 16).view(np.float32)
    if element in ONE_NAN:
        return E4M3[bits]
    return bits.view({"f16": np.float16, "f32": np.float32}[element]).astype(np.float32)


def difference(
    element: str, want: bytes, got: bytes, compared: int, undefined: List[int], ulps: Optional[int]
) -> Optional[str]:
    """The first element that is wrong, in words: bits differ, and not both are NaN, nor are they close enough where `ulps` says so."""
    kind = bits_of(element)
    left, right = np.frombuffer(want, kind)[:compared], np.frombuffer(got, kind)[:compared]
    wrong = left != right
    if element in FLOATS or element in ONE_NAN:
        wrong &= ~(is_nan(left, element) & is_nan(right, element))
    if ulps is not None and element in FLOATS:
        wrong &= apart(left, right, element) > ulps
    if undefined:
        wrong[np.asarray(undefined)] = False
    where = np.flatnonzero(wrong)
    if not len(where):
        return None
    first = where[0]
    return f"{len(where)} of {len(left)} elements of {element} differ, the first is {first}: {right[first]:#x} instead of {left[first]:#x}"


def is_nan(bits: np.ndarray, element: str) -> np.ndarray:
    if element in ONE_NAN:
        return bits & ONE_NAN[element] == ONE_NAN[element]
    _, exponent, significand = FLOATS[element]
    return ((bits & exponent) == exponent) & ((bits & significand) != 0)


def apart(left: np.ndarray, right: np.ndarray, element: str) -> np.ndarray:
    """Distance in units of the last place; NaN is far from everything."""
    kind, exponent, significand = FLOATS[element]
    magnitude = exponent | significand

    def place(bits: np.ndarray) -> np.ndarray:
        size = (bits & magnitude).astype(np.int64)
        return np.where(bits > magnitude, -size, size)

    distance = np.abs(place(left) - place(right))
    far = is_nan(left, element) | is_nan(right, element)
    return np.where(far, np.iinfo(np.int64).max, distance)
