// RUN: run --entry before --grid 1 --arg 'f16[64,96]=randint(-3,4,seed=1)' --arg 'f16[96,32]=randint(-3,4,seed=2)' --arg 'c:f32[192,32]=ones' --arg 3 --print c
// c = [[  0.   0.   0. ...   0.   0.   0.]
//      [  0.   0.   0. ...   0.   0.   0.]
//      [  0.   0.   0. ...   0.   0.   0.]
//      ...
//      [-77.  32.  76. ...  -7. -55.  15.]
//      [  5.  -2.  -2. ... -20.   3.  21.]
//      [ -6. -29.  20. ... -12.   0.  16.]]
// RUN: run --entry after --grid 1 --arg 'f16[64,96]=randint(-3,4,seed=1)' --arg 'f16[96,32]=randint(-3,4,seed=2)' --arg 'c:f32[192,32]=ones' --arg 3 --print c
// c = [[ -40.   24.   28. ...  -21.  -14.   26.]
//      [ -15.   18.   -4. ...  -10.   15.  -23.]
//      [   5.   -3.  -11. ...  -27.   18.  -20.]
//      ...
//      [-138.   11.   38. ...   -3.  -38.   27.]
//      [  40.  -22.   27. ...  -26.  -25.   -6.]
//      [ -33.  -32.    9. ...  -10.  -19.   10.]]
// RUN: run --entry before --grid 1 --arg 'f16[64,96]=randint(-3,4,seed=1)' --arg 'f16[96,32]=randint(-3,4,seed=2)' --arg 'c:f32[192,32]=ones' --arg 0 --print c
// c = [[1. 1. 1. ... 1. 1. 1.]
//      [1. 1. 1. ... 1. 1. 1.]
//      [1. 1. 1. ... 1. 1. 1.]
//      ...
//      [1. 1. 1. ... 1. 1. 1.]
//      [1. 1. 1. ... 1. 1. 1.]
//      [1. 1. 1. ... 1. 1. 1.]]
//
// Each iteration stores the sum of the products so far, before or after its own: the next product of agents may not begin earlier.
cuda_tile.module @tests {
  entry @before(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %steps: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %a_d = assume div_by<16>, %a : tile<ptr<f16>>
    %b_d = assume div_by<16>, %b : tile<ptr<f16>>
    %c_d = assume div_by<16>, %c : tile<ptr<f32>>
    %a_v = make_tensor_view %a_d, shape = [64, 96], strides = [96, 1] : tensor_view<64x96xf16, strides=[96,1]>
    %b_v = make_tensor_view %b_d, shape = [96, 32], strides = [32, 1] : tensor_view<96x32xf16, strides=[32,1]>
    %c_v = make_tensor_view %c_d, shape = [192, 32], strides = [32, 1] : tensor_view<192x32xf32, strides=[32,1]>
    %a_t = make_partition_view %a_v : partition_view<tile=(64x32), tensor_view<64x96xf16, strides=[96,1]>>
    %b_t = make_partition_view %b_v : partition_view<tile=(32x32), tensor_view<96x32xf16, strides=[32,1]>>
    %c_t = make_partition_view %c_v : partition_view<tile=(64x32), tensor_view<192x32xf32, strides=[32,1]>>
    %none = constant <f32: 0.0> : tile<64x32xf32>
    %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%so_far = %none) -> (tile<64x32xf32>) {
      %a_i, %a_r = load_view_tko weak %a_t[%zero, %i] : partition_view<tile=(64x32), tensor_view<64x96xf16, strides=[96,1]>>, tile<i32> -> tile<64x32xf16>, token
      %b_i, %b_r = load_view_tko weak %b_t[%i, %zero] : partition_view<tile=(32x32), tensor_view<96x32xf16, strides=[32,1]>>, tile<i32> -> tile<32x32xf16>, token
      %next = mmaf %a_i, %b_i, %so_far : tile<64x32xf16>, tile<32x32xf16>, tile<64x32xf32>
      %stored = store_view_tko weak %so_far, %c_t[%i, %zero] : tile<64x32xf32>, partition_view<tile=(64x32), tensor_view<192x32xf32, strides=[32,1]>>, tile<i32> -> token
      continue %next : tile<64x32xf32>
    }
    return
  }
  entry @after(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %steps: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %a_d = assume div_by<16>, %a : tile<ptr<f16>>
    %b_d = assume div_by<16>, %b : tile<ptr<f16>>
    %c_d = assume div_by<16>, %c : tile<ptr<f32>>
    %a_v = make_tensor_view %a_d, shape = [64, 96], strides = [96, 1] : tensor_view<64x96xf16, strides=[96,1]>
    %b_v = make_tensor_view %b_d, shape = [96, 32], strides = [32, 1] : tensor_view<96x32xf16, strides=[32,1]>
    %c_v = make_tensor_view %c_d, shape = [192, 32], strides = [32, 1] : tensor_view<192x32xf32, strides=[32,1]>
    %a_t = make_partition_view %a_v : partition_view<tile=(64x32), tensor_view<64x96xf16, strides=[96,1]>>
    %b_t = make_partition_view %b_v : partition_view<tile=(32x32), tensor_view<96x32xf16, strides=[32,1]>>
    %c_t = make_partition_view %c_v : partition_view<tile=(64x32), tensor_view<192x32xf32, strides=[32,1]>>
    %none = constant <f32: 0.0> : tile<64x32xf32>
    %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%so_far = %none) -> (tile<64x32xf32>) {
      %a_i, %a_r = load_view_tko weak %a_t[%zero, %i] : partition_view<tile=(64x32), tensor_view<64x96xf16, strides=[96,1]>>, tile<i32> -> tile<64x32xf16>, token
      %b_i, %b_r = load_view_tko weak %b_t[%i, %zero] : partition_view<tile=(32x32), tensor_view<96x32xf16, strides=[32,1]>>, tile<i32> -> tile<32x32xf16>, token
      %next = mmaf %a_i, %b_i, %so_far : tile<64x32xf16>, tile<32x32xf16>, tile<64x32xf32>
      %stored = store_view_tko weak %next, %c_t[%i, %zero] : tile<64x32xf32>, partition_view<tile=(64x32), tensor_view<192x32xf32, strides=[32,1]>>, tile<i32> -> token
      continue %next : tile<64x32xf32>
    }
    return
  }
}
