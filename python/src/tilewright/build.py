"""Building modules op by op.

A `Builder` has one method for each op of the language, named as in the text (`for_` where Python has the word itself).
Operands come first; attributes and the types of results by the names of the op table, whose pages are the language
reference (docs/reference). Types are written as in the text; those that follow from operands may be left out.

>>> import numpy as np
>>> import tilewright
>>> from tilewright.build import Builder
>>> b = Builder("kernels")
>>> double = b.entry("double", ["tile<ptr<f32>>"])
>>> with double.body as (x,):
...     first = b.broadcast(b.reshape(x, result="tile<1xptr<f32>>"), result="tile<4xptr<f32>>")
...     pointers = b.offset(first, b.iota(result="tile<4xi32>"))
...     values, loaded = b.load_ptr_tko(pointers, memory_ordering_semantics="weak")
...     twice = b.mulf(values, b.constant(2, result=values.type))
...     stored = b.store_ptr_tko(pointers, twice, token=loaded, memory_ordering_semantics="weak")
>>> module = b.module()
>>> array = np.arange(4, dtype=np.float32)
>>> tilewright.launch(module, 1, (array,))
>>> array
array([0., 2., 4., 6.], dtype=float32)

An op with regions gives an object that has them as attributes; `with` one, new ops go inside. What the text may leave out at
the end of a region, such as `return`, may be left out here.

>>> b = Builder()
>>> total = b.entry("total", ["tile<ptr<i32>>", "tile<i32>"])
>>> with total.body as (out, n):
...     zero, one = (b.constant(value, result="tile<i32>") for value in (0, 1))
...     loop = b.for_(zero, n, one, [zero])
...     with loop.region as (i, so_far):
...         b.continue_([b.addi(so_far, i)])
...     done = b.store_ptr_tko(out, loop.resultValues[0], memory_ordering_semantics="weak")
>>> out = np.zeros(1, np.int32)
>>> tilewright.launch(b.module(), 1, (out, 10))
>>> int(out[0])
45
>>> isinstance(loop, Op), isinstance(loop.region, Region)
(True, True)

What is wrong with one op is said where it is added; what is wrong with the module as a whole when it is finished, at the line
of Python that added the op. The sanitizer names those lines too.

>>> b.addi(zero, 1)
Traceback (most recent call last):
    ...
tilewright._errors.ArgumentError: `rhs` of `addi` takes values that a builder gave, not int
>>> b.addf(zero, zero)
Traceback (most recent call last):
    ...
tilewright._errors.ArgumentError: `lhs` of `addf` takes a tile of f16 or bf16 or f32 or f64 values, not tile<i32>
"""

from __future__ import annotations

import linecache

from . import _native
from ._lines import expressions
from ._native import Module, Value
from ._ops import Op, Ops, Region

__all__ = ["Builder", "Op", "Region", "Value"]


class Builder(Ops):
    """A module in the making."""

    def __init__(self, name: str = "m") -> None:
        """Starts an empty module of a name."""
        self._native = _native.Builder(name)
        self._files = {}
        self._columns = {}

    def module(self) -> Module:
        """The module as it is now, verified; the builder can go on.

        >>> b = Builder("empty")
        >>> with b.entry("nothing", []).body:
        ...     pass
        >>> print(b.module())
        cuda_tile.module @empty {
          entry @nothing() {
            return
          }
        }
        <BLANKLINE>
        """
        for file in self._files:
            text = "".join(linecache.getlines(file))
            if text:
                return self._native.finish((file, text), expressions(text))
        return self._native.finish()
