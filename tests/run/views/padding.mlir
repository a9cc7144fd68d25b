// RUN: run --arg 'f32[6]=ones' --show zero --show neg_zero --show nan --show pos_inf --show neg_inf
// %zero = [1. 1. 0. 0.]
// %neg_zero = [ 1.  1. -0. -0.]
// %nan = [ 1.  1. nan nan]
// %pos_inf = [ 1.  1. inf inf]
// %neg_inf = [  1.   1. -inf -inf]
//
// What elements outside of the tensor read as.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<f32>>) {
    %one = constant <i32: 1> : tile<i32>
    %v = make_tensor_view %x, shape = [6], strides = [1] : tensor_view<6xf32, strides=[1]>
    %p_zero = make_partition_view %v : partition_view<tile=(4), padding_value = zero, tensor_view<6xf32, strides=[1]>>
    %zero, %t_zero = load_view_tko weak %p_zero[%one] : partition_view<tile=(4), padding_value = zero, tensor_view<6xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    %p_neg_zero = make_partition_view %v : partition_view<tile=(4), padding_value = neg_zero, tensor_view<6xf32, strides=[1]>>
    %neg_zero, %t_neg_zero = load_view_tko weak %p_neg_zero[%one] : partition_view<tile=(4), padding_value = neg_zero, tensor_view<6xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    %p_nan = make_partition_view %v : partition_view<tile=(4), padding_value = nan, tensor_view<6xf32, strides=[1]>>
    %nan, %t_nan = load_view_tko weak %p_nan[%one] : partition_view<tile=(4), padding_value = nan, tensor_view<6xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    %p_pos_inf = make_partition_view %v : partition_view<tile=(4), padding_value = pos_inf, tensor_view<6xf32, strides=[1]>>
    %pos_inf, %t_pos_inf = load_view_tko weak %p_pos_inf[%one] : partition_view<tile=(4), padding_value = pos_inf, tensor_view<6xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    %p_neg_inf = make_partition_view %v : partition_view<tile=(4), padding_value = neg_inf, tensor_view<6xf32, strides=[1]>>
    %neg_inf, %t_neg_inf = load_view_tko weak %p_neg_inf[%one] : partition_view<tile=(4), padding_value = neg_inf, tensor_view<6xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    return
  }
}
