// RUN: run --sanitize --entry wrong --arg 'x:i32[8]=zeros'
// E0525 line 15: `store_view_tko`: writes two different values to element 3 of the buffer of argument 1 (`%x`)
//   fix: make the addresses of the lanes differ, or use an atomic operation
// RUN: run --sanitize --entry right --arg 'x:i32[8]=zeros'
// clean
//
// The rows of a view are four elements long and lie three apart.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %i = iota : tile<8xi32>
    %t = reshape %i : tile<8xi32> -> tile<2x4xi32>
    %v_t = make_tensor_view %x, shape = [2, 4], strides = [3, 1] : tensor_view<2x4xi32, strides=[3,1]>
    %v = make_partition_view %v_t : partition_view<tile=(2x4), tensor_view<2x4xi32, strides=[3,1]>>
    %written = store_view_tko weak %t, %v[%zero, %zero] : tile<2x4xi32>, partition_view<tile=(2x4), tensor_view<2x4xi32, strides=[3,1]>>, tile<i32> -> token
    return
  }
  entry @right(%x: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %i = iota : tile<8xi32>
    %t = reshape %i : tile<8xi32> -> tile<2x4xi32>
    %v_t = make_tensor_view %x, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xi32, strides=[4,1]>
    %v = make_partition_view %v_t : partition_view<tile=(2x4), tensor_view<2x4xi32, strides=[4,1]>>
    %written = store_view_tko weak %t, %v[%zero, %zero] : tile<2x4xi32>, partition_view<tile=(2x4), tensor_view<2x4xi32, strides=[4,1]>>, tile<i32> -> token
    return
  }
}
