// RUN: run --sanitize --entry wrong --arg 'x:i8[64]=zeros'
// E0521 line 17: `store_view_tko`: writes 8 bytes at byte 4 of the buffer of argument 1 (`%x`), which is not a multiple of 8
//   fix: give %v a base that is a multiple of the element's size
// RUN: run --sanitize --entry right --arg 'x:i8[64]=zeros'
// clean
//
// A view of 64-bit elements stands on a base that is a multiple of four only.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<i8>>) {
    %zero = constant <i32: 0> : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    %t = constant <i64: 1> : tile<4xi64>
    %p = offset %x, %four : tile<ptr<i8>>, tile<i32> -> tile<ptr<i8>>
    %q = ptr_to_ptr %p : tile<ptr<i8>> -> tile<ptr<i64>>
    %v_t = make_tensor_view %q, shape = [4], strides = [1] : tensor_view<4xi64, strides=[1]>
    %v = make_partition_view %v_t : partition_view<tile=(4), tensor_view<4xi64, strides=[1]>>
    %written = store_view_tko weak %t, %v[%zero] : tile<4xi64>, partition_view<tile=(4), tensor_view<4xi64, strides=[1]>>, tile<i32> -> token
    return
  }
  entry @right(%x: tile<ptr<i8>>) {
    %zero = constant <i32: 0> : tile<i32>
    %four = constant <i32: 8> : tile<i32>
    %t = constant <i64: 1> : tile<4xi64>
    %p = offset %x, %four : tile<ptr<i8>>, tile<i32> -> tile<ptr<i8>>
    %q = ptr_to_ptr %p : tile<ptr<i8>> -> tile<ptr<i64>>
    %v_t = make_tensor_view %q, shape = [4], strides = [1] : tensor_view<4xi64, strides=[1]>
    %v = make_partition_view %v_t : partition_view<tile=(4), tensor_view<4xi64, strides=[1]>>
    %written = store_view_tko weak %t, %v[%zero] : tile<4xi64>, partition_view<tile=(4), tensor_view<4xi64, strides=[1]>>, tile<i32> -> token
    return
  }
}
