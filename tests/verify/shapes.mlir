// RUN: check
// Ops that change shapes.

cuda_tile.module @shapes {
  entry @right() {
    %x = constant <f32: 1.0> : tile<1x8xf32>
    %y = constant <f32: 1.0> : tile<4x8xf32>
    %s = constant <f32: 1.0> : tile<f32>
    %c1 = constant <i32: 1> : tile<i32>
    %m = constant <i1: true> : tile<4x8xi1>
    %0 = broadcast %x : tile<1x8xf32> -> tile<4x8xf32>
    %1 = cat %y, %y dim = 0 : tile<4x8xf32>, tile<4x8xf32> -> tile<8x8xf32>
    %2 = extract %y[%c1, %c1] : tile<4x8xf32> -> tile<2x2xf32>
    %3 = insert %2, %y[%c1, %c1] : tile<2x2xf32>, tile<4x8xf32>
    %4 = iota : tile<256xi8>
    %5 = iota : tile<2xi1>
    %6 = permute %y [1, 0] : tile<4x8xf32> -> tile<8x4xf32>
    %7 = reshape %y : tile<4x8xf32> -> tile<2x16xf32>
    %8 = reshape %s : tile<f32> -> tile<1x1xf32>
    %9 = select %m, %y, %y : tile<4x8xi1>, tile<4x8xf32>
    return
  }

  entry @broadcasts() {
    %x = constant <f32: 1.0> : tile<2x8xf32>
    %0 = broadcast %x : tile<2x8xf32> -> tile<4x8xf32>
    // ERROR: 'cuda_tile.broadcast' op expects the shape of source tile to be compatible with that of the result tile, but got: 2, 8 and 4, 8
    %1 = broadcast %x : tile<2x8xf32> -> tile<1x2x8xf32>
    // ERROR: 'cuda_tile.broadcast' op failed to verify that all of {source, result} have same rank
    %2 = broadcast %x : tile<2x8xf32> -> tile<2x8xf64>
    // ERROR: 'cuda_tile.broadcast' op requires the same element type for all operands and results
    return
  }

  entry @concatenations() {
    %x = constant <f32: 1.0> : tile<4x8xf32>
    %y = constant <f32: 1.0> : tile<4x4xf32>
    %h = constant <f16: 1.0> : tile<4x8xf16>
    %v = constant <f32: 1.0> : tile<8xf32>
    %0 = cat %x, %x dim = 2 : tile<4x8xf32>, tile<4x8xf32> -> tile<8x8xf32>
    // ERROR: 'cuda_tile.cat' op expect dim to be [0, 2), but got: 2
    %1 = cat %x, %x dim = -1 : tile<4x8xf32>, tile<4x8xf32> -> tile<8x8xf32>
    // ERROR: 'cuda_tile.cat' op expect dim to be [0, 2), but got: -1
    %2 = cat %x, %x dim = 1 : tile<4x8xf32>, tile<4x8xf32> -> tile<4x8xf32>
    // ERROR: 'cuda_tile.cat' op invalid concat at position 1, expected: 16 but got: 8
    %3 = cat %x, %y dim = 0 : tile<4x8xf32>, tile<4x4xf32> -> tile<8x8xf32>
    // ERROR: expect lhs and rhs shapes to match at non-concat position 1, expected: 8 but got: 4
    %4 = cat %x, %x dim = 0 : tile<4x8xf32>, tile<4x8xf32> -> tile<8x16xf32>
    // ERROR: expect lhs and result shapes to match at non-concat position 1, expected: 8 but got: 16
    %5 = cat %x, %v dim = 0 : tile<4x8xf32>, tile<8xf32> -> tile<8x8xf32>
    // ERROR: 'cuda_tile.cat' op failed to verify that all of {lhs, rhs, result} have same rank
    %6 = cat %x, %h dim = 0 : tile<4x8xf32>, tile<4x8xf16> -> tile<8x8xf32>
    // ERROR: 'cuda_tile.cat' op failed to verify that all of {lhs, rhs, result} have the same element type
    return
  }

  entry @blocks() {
    %x = constant <f32: 1.0> : tile<4x8xf32>
    %p = constant <f32: 1.0> : tile<2x2xf32>
    %h = constant <f16: 1.0> : tile<2x2xf16>
    %v = constant <f32: 1.0> : tile<2xf32>
    %big = constant <f32: 1.0> : tile<8x8xf32>
    %c1 = constant <i32: 1> : tile<i32>
    %c2 = constant <i32: 2> : tile<i32>
    %neg = constant <i32: -1> : tile<i32>
    %l = constant <i64: 1> : tile<i64>
    %0 = extract %x[%c1] : tile<4x8xf32> -> tile<2x2xf32>
    // ERROR: 'cuda_tile.extract' op expected 2 indices, but got 1
    %1 = extract %x[%c1, %c1] : tile<4x8xf32> -> tile<2x2xf16>
    // ERROR: 'cuda_tile.extract' op source and result element type do not match
    %2 = extract %x[%c1, %c1] : tile<4x8xf32> -> tile<8x2xf32>
    // ERROR: 'cuda_tile.extract' op source dimension 0 size (4) must be evenly divisible by result dimension 0 size (8)
    %3 = extract %x[%c1] : tile<4x8xf32> -> tile<2xf32>
    // ERROR: 'cuda_tile.extract' op failed to verify that all of {source, result} have same rank
    %4 = extract %x[%c2, %c1] : tile<4x8xf32> -> tile<2x2xf32>
    // WARNING: extract index 0 value 2 may be out of bounds (max valid index: 1)
    %5 = extract %x[%c1, %neg] : tile<4x8xf32> -> tile<2x2xf32>
    // WARNING: extract index 1 has negative value
    %6 = insert %p, %x[%c1] : tile<2x2xf32>, tile<4x8xf32>
    // ERROR: 'cuda_tile.insert' op expected 2 indices, but got 1
    %7 = insert %h, %x[%c1, %c1] : tile<2x2xf16>, tile<4x8xf32>
    // ERROR: 'cuda_tile.insert' op source and result element type do not match
    %8 = insert %v, %x[%c1] : tile<2xf32>, tile<4x8xf32>
    // ERROR: 'cuda_tile.insert' op source and result must have the same rank
    %9 = insert %big, %x[%c1, %c1] : tile<8x8xf32>, tile<4x8xf32>
    // ERROR: 'cuda_tile.insert' op result dimension 0 size (4) must be evenly divisible by source dimension 0 size (8)
    %10 = insert %p, %x[%c2, %c1] : tile<2x2xf32>, tile<4x8xf32>
    // WARNING: insert index 0 value 2 may be out of bounds (max valid index: 1)
    return
  }

  entry @iotas() {
    %0 = iota : tile<2x8xi32>
    // ERROR: 'cuda_tile.iota' op expects result type to be 1-d tile
    %1 = iota : tile<i32>
    // ERROR: 'cuda_tile.iota' op expects result type to be 1-d tile
    %2 = iota : tile<512xi8>
    // ERROR: 'cuda_tile.iota' op the number of elements 512 exceeds the maximum value of element type 'i8'
    %3 = iota : tile<4xi1>
    // ERROR: 'cuda_tile.iota' op the number of elements 4 exceeds the maximum value of element type 'i1'
    %4 = iota : tile<8xf32>
    // ERROR: 'cuda_tile.iota' op result #0 must be tile of i1 or i8 or i16 or i32 or i64 values, but got '!cuda_tile.tile<8xf32>'
    return
  }

  entry @permutations() {
    %x = constant <f32: 1.0> : tile<4x8xf32>
    %v = constant <f32: 1.0> : tile<8xf32>
    %0 = permute %v [0] : tile<8xf32> -> tile<8xf32>
    // ERROR: 'cuda_tile.permute' op expects at least rank 2, but got: 1
    %1 = permute %x [0, 1, 2] : tile<4x8xf32> -> tile<4x8xf32>
    // ERROR: 'cuda_tile.permute' op expect permutation size (3) to equal the rank of the source (2)
    %2 = permute %x [1, 1] : tile<4x8xf32> -> tile<8x8xf32>
    // ERROR: 'cuda_tile.permute' op expect permutation elements to be unique
    %3 = permute %x [0, 2] : tile<4x8xf32> -> tile<4x8xf32>
    // ERROR: 'cuda_tile.permute' op permutation element at index 1 (2) is out of bound [0, 2)
    %4 = permute %x [-1, 0] : tile<4x8xf32> -> tile<8x4xf32>
    // ERROR: 'cuda_tile.permute' op permutation element at index 0 (-1) is out of bound [0, 2)
    %5 = permute %x [1, 0] : tile<4x8xf32> -> tile<4x8xf32>
    // ERROR: 'cuda_tile.permute' op result shape invalid at index 0, expected: 8, but got: 4
    %6 = permute %x [1, 0] : tile<4x8xf32> -> tile<8x4xf64>
    // ERROR: 'cuda_tile.permute' op failed to verify that all of {source, result} have the same element type
    return
  }

  entry @reshapes() {
    %x = constant <f32: 1.0> : tile<4x8xf32>
    %0 = reshape %x : tile<4x8xf32> -> tile<64xf32>
    // ERROR: 'cuda_tile.reshape' op expected source tile and result tile to have the same number of elements
    %1 = reshape %x : tile<4x8xf32> -> tile<32xf64>
    // ERROR: 'cuda_tile.reshape' op requires the same element type for all operands and results
    return
  }

  entry @selections() {
    %m = constant <i1: true> : tile<8xi1>
    %s = constant <i1: true> : tile<i1>
    %x = constant <f32: 1.0> : tile<8xf32>
    %q = constant <f4E2M1FN: 1.0> : tile<8xf4E2M1FN>
    %0 = select %s, %x, %x : tile<i1>, tile<8xf32>
    // ERROR: 'cuda_tile.select' op failed to verify that all of {cond, val_if_true, val_if_false, result} have same shape
    %1 = select %m, %q, %q : tile<8xi1>, tile<8xf4E2M1FN>
    // ERROR: 'cuda_tile.select' op cannot operate on sub-byte type F4E2M1FN
    return
  }
}
