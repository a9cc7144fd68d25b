// RUN: run --arg 'x:i8[4]=arange(0x32)' --show low --print x
// %low = [1.  1.5 1.5 1.5]
// x = [ 50  51 -15  66]
//
// 4-bit elements share bytes, even ones in the low half: a tile in the middle changes only its own halves.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<i8>>) {
    %x4 = ptr_to_ptr %x : tile<ptr<i8>> -> tile<ptr<f4E2M1FN>>
    %v = make_tensor_view %x4, shape = [8], strides = [1] : tensor_view<8xf4E2M1FN, strides=[1]>
    %p = make_partition_view %v : partition_view<tile=(4), tensor_view<8xf4E2M1FN, strides=[1]>>
    %one = constant <i32: 1> : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %a, %t = load_view_tko weak %p[%zero] : partition_view<tile=(4), tensor_view<8xf4E2M1FN, strides=[1]>>, tile<i32> -> tile<4xf4E2M1FN>, token
    %low = ftof %a : tile<4xf4E2M1FN> -> tile<4xf32>
    %b = constant <f4E2M1FN: [0.5, -6.0, 1.0, 2.0]> : tile<4xf4E2M1FN>
    %t2 = store_view_tko weak %b, %p[%one] token = %t : tile<4xf4E2M1FN>, partition_view<tile=(4), tensor_view<8xf4E2M1FN, strides=[1]>>, tile<i32> -> token
    return
  }
}
