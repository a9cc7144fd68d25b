// RUN: run --sanitize --entry wrong --arg 'out:f32[2,2]=zeros'
// E0512 line 19, with 16: `store_view_tko`: an undefined value is stored to memory: a negative block scale, made by `mmaf_scaled`
//   fix: use scales that are not negative
// RUN: run --sanitize --entry right --arg 'out:f32[2,2]=zeros'
// clean
//
// A block scale in f8E4M3FN is negative.
cuda_tile.module @tests {
  entry @wrong(%out: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a = constant <f4E2M1FN: 1.0> : tile<2x16xf4E2M1FN>
    %b = constant <f4E2M1FN: 1.0> : tile<16x2xf4E2M1FN>
    %acc = constant <f32: 0.0> : tile<2x2xf32>
    %sa = constant <f8E4M3FN: [[1.0], [-2.0]]> : tile<2x1xf8E4M3FN>
    %sb = constant <f8E4M3FN: 1.0> : tile<1x2xf8E4M3FN>
    %d = mmaf_scaled %a, %b, %acc, %sa, %sb : tile<2x16xf4E2M1FN>, tile<16x2xf4E2M1FN>, tile<2x2xf32>, tile<2x1xf8E4M3FN>, tile<1x2xf8E4M3FN>
    %o_t = make_tensor_view %out, shape = [2, 2], strides = [2, 1] : tensor_view<2x2xf32, strides=[2,1]>
    %o = make_partition_view %o_t : partition_view<tile=(2x2), tensor_view<2x2xf32, strides=[2,1]>>
    %written = store_view_tko weak %d, %o[%zero, %zero] : tile<2x2xf32>, partition_view<tile=(2x2), tensor_view<2x2xf32, strides=[2,1]>>, tile<i32> -> token
    return
  }
  entry @right(%out: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a = constant <f4E2M1FN: 1.0> : tile<2x16xf4E2M1FN>
    %b = constant <f4E2M1FN: 1.0> : tile<16x2xf4E2M1FN>
    %acc = constant <f32: 0.0> : tile<2x2xf32>
    %sa = constant <f8E4M3FN: [[1.0], [2.0]]> : tile<2x1xf8E4M3FN>
    %sb = constant <f8E4M3FN: 1.0> : tile<1x2xf8E4M3FN>
    %d = mmaf_scaled %a, %b, %acc, %sa, %sb : tile<2x16xf4E2M1FN>, tile<16x2xf4E2M1FN>, tile<2x2xf32>, tile<2x1xf8E4M3FN>, tile<1x2xf8E4M3FN>
    %o_t = make_tensor_view %out, shape = [2, 2], strides = [2, 1] : tensor_view<2x2xf32, strides=[2,1]>
    %o = make_partition_view %o_t : partition_view<tile=(2x2), tensor_view<2x2xf32, strides=[2,1]>>
    %written = store_view_tko weak %d, %o[%zero, %zero] : tile<2x2xf32>, partition_view<tile=(2x2), tensor_view<2x2xf32, strides=[2,1]>>, tile<i32> -> token
    return
  }
}
