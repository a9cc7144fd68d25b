// RUN: run --sanitize --entry wrong --arg 'x:i32[8]=iota'
// E0520 line 15: `load_view_tko`: reads 4 bytes just past the end of the buffer of argument 1 (`%x`) of 32 bytes
//   fix: make base, extents and strides of %v fit the buffer
// RUN: run --sanitize --entry right --arg 'x:i32[8]=iota'
// clean
//
// The base of a view was moved by four elements, its extent was not made smaller.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    %p = offset %x, %four : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %v_t = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xi32, strides=[1]>
    %v = make_partition_view %v_t : partition_view<tile=(4), tensor_view<8xi32, strides=[1]>>
    %t, %read = load_view_tko weak %v[%one] : partition_view<tile=(4), tensor_view<8xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    return
  }
  entry @right(%x: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    %p = offset %x, %four : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %v_t = make_tensor_view %p, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
    %v = make_partition_view %v_t : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>
    %zero = constant <i32: 0> : tile<i32>
    %t, %read = load_view_tko weak %v[%zero] : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    return
  }
}
