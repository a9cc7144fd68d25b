"""Functions of Python that a program calls and does not define."""

import struct

import numpy as np
import pytest
import tilewright

CALL = """cuda_tile.module @m {
  preview$func extern @scaled<[N: index]>(%x: tile<2xi32> {cuda_tile.preview$access = #cuda_tile<preview$access<in>>}) -> tile<2xi32>
  entry @k(%p: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %x = iota : tile<2xi32>
    %y = preview$call @scaled<[5]>(%x) : (!cuda_tile.tile<2xi32>) -> !cuda_tile.tile<2xi32>
    %v = make_tensor_view %p, shape = [2], strides = [1] : tensor_view<2xi32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(2), tensor_view<2xi32, strides=[1]>>
    %t = store_view_tko weak %y, %w[%zero] : tile<2xi32>, partition_view<tile=(2), tensor_view<2xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}"""


def scaled(x, *, constants):
    """Every element plus one, times the constant."""
    assert (x.type, x.shape) == ("i32", (2,))
    return (np.frombuffer(x.data, np.int32) + 1) * constants[0]


@pytest.mark.parametrize("engine", ["cpu", "reference"])
def test_functions_are_called(engine):
    module = tilewright.parse(CALL, preview_simt=True)
    out = np.zeros(2, np.int32)
    module.kernel(engine=engine, externs={"scaled": scaled}).launch(1, (out,))
    assert out.tolist() == [5, 10]
    again = tilewright.load(module.bytecode(), preview_simt=True)
    again.kernel(engine=engine, externs={"scaled": lambda x, constants: struct.pack("2i", 3, 4)}).launch(1, (out,))
    assert out.tolist() == [3, 4]


def test_functions_that_fail_end_the_launch():
    def fails(x, *, constants):
        raise ValueError("no such shape")

    kernel = tilewright.parse(CALL, preview_simt=True).kernel(externs={"scaled": fails})
    with pytest.raises(tilewright.TrapError, match="`scaled` fails: ValueError: no such shape"):
        kernel.launch(1, (np.zeros(2, np.int32),))


def test_functions_must_be_supplied():
    with pytest.raises(tilewright.VerifyError, match="preview feature 'simt', which is not enabled"):
        tilewright.parse(CALL).kernel()
    with pytest.raises(tilewright.LaunchError, match="`scaled`, which only the caller can supply.*`externs=`"):
        tilewright.parse(CALL, preview_simt=True).kernel()
