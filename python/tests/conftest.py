"""Programs that the tests run."""

from __future__ import annotations

import numpy as np
import pytest

import tilewright

#: z[i] = x[i] + y[i], 128 elements a tile block.
ADD = """
cuda_tile.module @m {
  entry @add(%x: tile<ptr<TYPE>>, %y: tile<ptr<TYPE>>, %z: tile<ptr<TYPE>>, %n: tile<i32>) {
    %bx, %by, %bz = get_tile_block_id : tile<i32>
    %i = iota : tile<128xi32>
    %size = constant <i32: 128> : tile<i32>
    %first = muli %bx, %size : tile<i32>
    %f1 = reshape %first : tile<i32> -> tile<1xi32>
    %f = broadcast %f1 : tile<1xi32> -> tile<128xi32>
    %at = addi %f, %i : tile<128xi32>
    %n1 = reshape %n : tile<i32> -> tile<1xi32>
    %n128 = broadcast %n1 : tile<1xi32> -> tile<128xi32>
    %mask = cmpi less_than %at, %n128, signed : tile<128xi32> -> tile<128xi1>
    %x1 = reshape %x : tile<ptr<TYPE>> -> tile<1xptr<TYPE>>
    %x2 = broadcast %x1 : tile<1xptr<TYPE>> -> tile<128xptr<TYPE>>
    %xp = offset %x2, %at : tile<128xptr<TYPE>>, tile<128xi32> -> tile<128xptr<TYPE>>
    %y1 = reshape %y : tile<ptr<TYPE>> -> tile<1xptr<TYPE>>
    %y2 = broadcast %y1 : tile<1xptr<TYPE>> -> tile<128xptr<TYPE>>
    %yp = offset %y2, %at : tile<128xptr<TYPE>>, tile<128xi32> -> tile<128xptr<TYPE>>
    %z1 = reshape %z : tile<ptr<TYPE>> -> tile<1xptr<TYPE>>
    %z2 = broadcast %z1 : tile<1xptr<TYPE>> -> tile<128xptr<TYPE>>
    %zp = offset %z2, %at : tile<128xptr<TYPE>>, tile<128xi32> -> tile<128xptr<TYPE>>
    %xv, %t0 = load_ptr_tko weak %xp, %mask : tile<128xptr<TYPE>>, tile<128xi1> -> tile<128xTYPE>, token
    %yv, %t1 = load_ptr_tko weak %yp, %mask : tile<128xptr<TYPE>>, tile<128xi1> -> tile<128xTYPE>, token
    %t2 = join_tokens %t0, %t1 : token
    %sum = OP %xv, %yv : tile<128xTYPE>
    %t3 = store_ptr_tko weak %zp, %sum, %mask token=%t2 : tile<128xptr<TYPE>>, tile<128xTYPE>, tile<128xi1> -> token
    return
  }
}
"""

#: x[0] = value, whatever their type is.
SET = """
cuda_tile.module @m {
  entry @set(%x: tile<ptr<TYPE>>, %value: tile<TYPE>) {
    %done = store_ptr_tko weak %x, %value : tile<ptr<TYPE>>, tile<TYPE> -> token
    return
  }
}
"""

#: A tile block that never ends.
SPIN = """
cuda_tile.module @m {
  entry @spin(%x: tile<ptr<i32>>) {
    %start = make_token : token
    %end = loop iter_values(%t = %start) : token -> token {
      %v, %u = load_ptr_tko relaxed device %x token=%t : tile<ptr<i32>> -> tile<i32>, token
      %zero = constant <i32: 0> : tile<i32>
      %stop = cmpi not_equal %v, %zero, signed : tile<i32> -> tile<i1>
      if %stop {
        break %u : token
      }
      continue %u : token
    }
    return
  }
}
"""


def add(kind: str = "f32") -> tilewright.Module:
    """The module that adds arrays of elements of a type."""
    op = "addi" if kind.startswith("i") else "addf"
    return tilewright.parse(ADD.replace("TYPE", kind).replace("OP", op), "add.mlir")


def store(kind: str) -> tilewright.Module:
    """The module that stores a number of a type."""
    return tilewright.parse(SET.replace("TYPE", kind), "set.mlir")


@pytest.fixture
def arrays() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Two arrays to add, and one for the sum."""
    x = np.arange(300, dtype=np.float32)
    return x, 2 * x, np.zeros(300, np.float32)
