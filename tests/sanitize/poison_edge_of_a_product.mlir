// RUN: run --sanitize --entry wrong --arg 'a:f32[2,3]=iota' --arg 'b:f32[3,2]=iota' --arg 'c:f32[2,2]=zeros'
// E0503 line 21, with 18: `store_view_tko`: an undefined value is stored to memory: an element outside of the tensor, loaded without padding, made by `load_view_tko`
//   fix: give %av a `padding_value`, or mask what uses %ta
// RUN: run --sanitize --entry right --arg 'a:f32[2,3]=iota' --arg 'b:f32[3,2]=iota' --arg 'c:f32[2,2]=zeros'
// clean
//
// The k edge of a matrix product needs zeros: without padding every element of the result is undefined.
cuda_tile.module @tests {
  entry @wrong(%a: tile<ptr<f32>>, %b: tile<ptr<f32>>, %c: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %av_t = make_tensor_view %a, shape = [2, 3], strides = [3, 1] : tensor_view<2x3xf32, strides=[3,1]>
    %av = make_partition_view %av_t : partition_view<tile=(2x4), tensor_view<2x3xf32, strides=[3,1]>>
    %bv_t = make_tensor_view %b, shape = [3, 2], strides = [2, 1] : tensor_view<3x2xf32, strides=[2,1]>
    %bv = make_partition_view %bv_t : partition_view<tile=(4x2), tensor_view<3x2xf32, strides=[2,1]>>
    %cv_t = make_tensor_view %c, shape = [2, 2], strides = [2, 1] : tensor_view<2x2xf32, strides=[2,1]>
    %cv = make_partition_view %cv_t : partition_view<tile=(2x2), tensor_view<2x2xf32, strides=[2,1]>>
    %acc = constant <f32: 0.0> : tile<2x2xf32>
    %ta, %t1 = load_view_tko weak %av[%zero, %zero] : partition_view<tile=(2x4), tensor_view<2x3xf32, strides=[3,1]>>, tile<i32> -> tile<2x4xf32>, token
    %tb, %t2 = load_view_tko weak %bv[%zero, %zero] : partition_view<tile=(4x2), tensor_view<3x2xf32, strides=[2,1]>>, tile<i32> -> tile<4x2xf32>, token
    %d = mmaf %ta, %tb, %acc : tile<2x4xf32>, tile<4x2xf32>, tile<2x2xf32>
    %written = store_view_tko weak %d, %cv[%zero, %zero] : tile<2x2xf32>, partition_view<tile=(2x2), tensor_view<2x2xf32, strides=[2,1]>>, tile<i32> -> token
    return
  }
  entry @right(%a: tile<ptr<f32>>, %b: tile<ptr<f32>>, %c: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %av_t = make_tensor_view %a, shape = [2, 3], strides = [3, 1] : tensor_view<2x3xf32, strides=[3,1]>
    %av = make_partition_view %av_t : partition_view<tile=(2x4), padding_value = zero, tensor_view<2x3xf32, strides=[3,1]>>
    %bv_t = make_tensor_view %b, shape = [3, 2], strides = [2, 1] : tensor_view<3x2xf32, strides=[2,1]>
    %bv = make_partition_view %bv_t : partition_view<tile=(4x2), padding_value = zero, tensor_view<3x2xf32, strides=[2,1]>>
    %cv_t = make_tensor_view %c, shape = [2, 2], strides = [2, 1] : tensor_view<2x2xf32, strides=[2,1]>
    %cv = make_partition_view %cv_t : partition_view<tile=(2x2), tensor_view<2x2xf32, strides=[2,1]>>
    %acc = constant <f32: 0.0> : tile<2x2xf32>
    %ta, %t1 = load_view_tko weak %av[%zero, %zero] : partition_view<tile=(2x4), padding_value = zero, tensor_view<2x3xf32, strides=[3,1]>>, tile<i32> -> tile<2x4xf32>, token
    %tb, %t2 = load_view_tko weak %bv[%zero, %zero] : partition_view<tile=(4x2), padding_value = zero, tensor_view<3x2xf32, strides=[2,1]>>, tile<i32> -> tile<4x2xf32>, token
    %d = mmaf %ta, %tb, %acc : tile<2x4xf32>, tile<4x2xf32>, tile<2x2xf32>
    %written = store_view_tko weak %d, %cv[%zero, %zero] : tile<2x2xf32>, partition_view<tile=(2x2), tensor_view<2x2xf32, strides=[2,1]>>, tile<i32> -> token
    return
  }
}
