// RUN: run --arg 'x:i32[4,4]=iota' --show a --show b
// %a = [[ 8  9]
//       [12 13]]
// %b = [[2 6]
//       [3 7]]
//
// inbounds promises that tiles lie inside of the tensor; where it is true nothing changes. A tensor may be a transposed
// look at memory: strides 1 and 4.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<i32>>) {
    %v = make_tensor_view %x, shape = [4, 4], strides = [4, 1] : tensor_view<4x4xi32, strides=[4,1]>
    %p = make_partition_view %v : partition_view<tile=(2x2), tensor_view<4x4xi32, strides=[4,1]>>
    %one = constant <i32: 1> : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %a, %t = load_view_tko weak %p[%one, %zero] inbounds = [true, true] : partition_view<tile=(2x2), tensor_view<4x4xi32, strides=[4,1]>>, tile<i32> -> tile<2x2xi32>, token
    %u = make_tensor_view %x, shape = [4, 4], strides = [1, 4] : tensor_view<4x4xi32, strides=[1,4]>
    %q = make_partition_view %u : partition_view<tile=(2x2), tensor_view<4x4xi32, strides=[1,4]>>
    %b, %s = load_view_tko weak %q[%one, %zero] : partition_view<tile=(2x2), tensor_view<4x4xi32, strides=[1,4]>>, tile<i32> -> tile<2x2xi32>, token
    return
  }
}
