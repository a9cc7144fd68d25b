// RUN: run --sanitize --entry wrong --arg 'x:f32[9]=iota'
// E0530 line 13: `assume`: 4294967300 is not divisible by 16
//   fix: correct the divisor, or drop the `assume` of %q
// RUN: run --sanitize --entry right --arg 'x:f32[9]=iota'
// clean
//
// A pointer is assumed to be a multiple of 16 bytes, one element behind the start of the buffer.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %p = offset %x, %one : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %q = assume div_by<16>, %p : tile<ptr<f32>>
    %v_t = make_tensor_view %q, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    %v = make_partition_view %v_t : partition_view<tile=(8), tensor_view<8xf32, strides=[1]>>
    %t, %read = load_view_tko weak %v[%zero] : partition_view<tile=(8), tensor_view<8xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
    return
  }
  entry @right(%x: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %p = offset %x, %zero : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %q = assume div_by<16>, %p : tile<ptr<f32>>
    %v_t = make_tensor_view %q, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    %v = make_partition_view %v_t : partition_view<tile=(8), tensor_view<8xf32, strides=[1]>>
    %t, %read = load_view_tko weak %v[%zero] : partition_view<tile=(8), tensor_view<8xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
    return
  }
}
