// RUN: run --entry rows_32_and_128 --grid 1 --arg 'f16[32,96]=randint(-3,4,seed=1)' --arg 'f16[96,64]=randint(-3,4,seed=2)' --arg 'f16[128,96]=randint(-3,4,seed=3)' --arg 'f16[96,32]=randint(-3,4,seed=4)' --arg 's:f32[32,64]=ones' --arg 'w:f32[128,32]=ones' --arg 3 --print s --print w
// s = [[-18.   3.   8. ...  10.  24.  -8.]
//      [-13.  59.  18. ...   1.  37.   6.]
//      [-16.  43. -14. ...  10. -10.   6.]
//      ...
//      [  4.  49.  22. ...  46.   4.  45.]
//      [ 31.  49.   9. ... -85.   3.  32.]
//      [ 29.  25.  43. ...  68. -15. -74.]]
// w = [[-17. -26.  65. ... -39.  91.  -2.]
//      [ 52. -17. -46. ...  50. -62. -35.]
//      [ 11.  50.   3. ... -69.  45.  -8.]
//      ...
//      [ 89.  51.  55. ... -67. -10. -36.]
//      [-27.  10.   9. ... -14.  96.   9.]
//      [-20.  24. -37. ...  -6.  -3.  47.]]
// RUN: run --entry rows_32_and_128 --grid 1 --arg 'f16[32,96]=randint(-3,4,seed=1)' --arg 'f16[96,64]=randint(-3,4,seed=2)' --arg 'f16[128,96]=randint(-3,4,seed=3)' --arg 'f16[96,32]=randint(-3,4,seed=4)' --arg 's:f32[32,64]=ones' --arg 'w:f32[128,32]=ones' --arg 0 --print s --print w
// s = [[0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      ...
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]]
// w = [[0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      ...
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]]
// RUN: run --entry rows_64_and_128 --grid 1 --arg 'f16[64,96]=randint(-3,4,seed=1)' --arg 'f16[96,64]=randint(-3,4,seed=2)' --arg 'f16[128,96]=randint(-3,4,seed=3)' --arg 'f16[96,256]=randint(-3,4,seed=4)' --arg 's:f32[64,64]=ones' --arg 'w:f32[128,256]=ones' --arg 3 --print s --print w
// s = [[  4.  17.   2. ... -54.  52.   0.]
//      [-13.  11. -66. ...   7.  39.  50.]
//      [-24.  13.  32. ...  82. -20. -40.]
//      ...
//      [  0.  13.  52. ... -20. -38.  36.]
//      [ 17.  35. -27. ... -33. -15. -36.]
//      [-23.   0.   7. ...  28.  -8.  17.]]
// w = [[ -6.  41.  39. ... -30.  10.  15.]
//      [-20.  -3. -68. ...  -1. -46.  52.]
//      [ 33.  -8. -34. ... -26.  32.  31.]
//      ...
//      [-17. -87.  16. ... -33.  11. 128.]
//      [ 49.  27. -38. ... -33.  61.  52.]
//      [-33. -34. -13. ... -67.   5. -36.]]
// RUN: run --entry rows_64_and_128 --grid 1 --arg 'f16[64,96]=randint(-3,4,seed=1)' --arg 'f16[96,64]=randint(-3,4,seed=2)' --arg 'f16[128,96]=randint(-3,4,seed=3)' --arg 'f16[96,256]=randint(-3,4,seed=4)' --arg 's:f32[64,64]=ones' --arg 'w:f32[128,256]=ones' --arg 0 --print s --print w
// s = [[0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      ...
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]]
// w = [[0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      ...
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]]
//
// Two products of a loop with different numbers of rows. Agents of sm_90a need 64 of each, and two warpgroups divide the rows of
// each product, not only of the largest one.
cuda_tile.module @tests {
  entry @rows_32_and_128(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %d: tile<ptr<f16>>, %e: tile<ptr<f16>>, %s: tile<ptr<f32>>, %w: tile<ptr<f32>>, %steps: tile<i32>) {
    %a_d = assume div_by<16>, %a : tile<ptr<f16>>
    %a_v = make_tensor_view %a_d, shape = [32, 96], strides = [96, 1] : tensor_view<32x96xf16, strides=[96,1]>
    %a_t = make_partition_view %a_v : partition_view<tile=(32x32), tensor_view<32x96xf16, strides=[96,1]>>
    %b_d = assume div_by<16>, %b : tile<ptr<f16>>
    %b_v = make_tensor_view %b_d, shape = [96, 64], strides = [64, 1] : tensor_view<96x64xf16, strides=[64,1]>
    %b_t = make_partition_view %b_v : partition_view<tile=(32x64), tensor_view<96x64xf16, strides=[64,1]>>
    %d_d = assume div_by<16>, %d : tile<ptr<f16>>
    %d_v = make_tensor_view %d_d, shape = [128, 96], strides = [96, 1] : tensor_view<128x96xf16, strides=[96,1]>
    %d_t = make_partition_view %d_v : partition_view<tile=(128x32), tensor_view<128x96xf16, strides=[96,1]>>
    %e_d = assume div_by<16>, %e : tile<ptr<f16>>
    %e_v = make_tensor_view %e_d, shape = [96, 32], strides = [32, 1] : tensor_view<96x32xf16, strides=[32,1]>
    %e_t = make_partition_view %e_v : partition_view<tile=(32x32), tensor_view<96x32xf16, strides=[32,1]>>
    %s_d = assume div_by<16>, %s : tile<ptr<f32>>
    %s_v = make_tensor_view %s_d, shape = [32, 64], strides = [64, 1] : tensor_view<32x64xf32, strides=[64,1]>
    %s_t = make_partition_view %s_v : partition_view<tile=(32x64), tensor_view<32x64xf32, strides=[64,1]>>
    %w_d = assume div_by<16>, %w : tile<ptr<f32>>
    %w_v = make_tensor_view %w_d, shape = [128, 32], strides = [32, 1] : tensor_view<128x32xf32, strides=[32,1]>
    %w_t = make_partition_view %w_v : partition_view<tile=(128x32), tensor_view<128x32xf32, strides=[32,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %s0 = constant <f32: 0.0> : tile<32x64xf32>
    %w0 = constant <f32: 0.0> : tile<128x32xf32>
    %s_sum, %w_sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%s_so_far = %s0, %w_so_far = %w0) -> (tile<32x64xf32>, tile<128x32xf32>) {
      %a_i, %a_r = load_view_tko weak %a_t[%zero, %i] : partition_view<tile=(32x32), tensor_view<32x96xf16, strides=[96,1]>>, tile<i32> -> tile<32x32xf16>, token
      %b_i, %b_r = load_view_tko weak %b_t[%i, %zero] : partition_view<tile=(32x64), tensor_view<96x64xf16, strides=[64,1]>>, tile<i32> -> tile<32x64xf16>, token
      %s_negated = subf %s0, %s_so_far : tile<32x64xf32>
      %s_next = mmaf %a_i, %b_i, %s_negated : tile<32x32xf16>, tile<32x64xf16>, tile<32x64xf32>
      %d_i, %d_r = load_view_tko weak %d_t[%zero, %i] : partition_view<tile=(128x32), tensor_view<128x96xf16, strides=[96,1]>>, tile<i32> -> tile<128x32xf16>, token
      %e_i, %e_r = load_view_tko weak %e_t[%i, %zero] : partition_view<tile=(32x32), tensor_view<96x32xf16, strides=[32,1]>>, tile<i32> -> tile<32x32xf16>, token
      %w_next = mmaf %d_i, %e_i, %w_so_far : tile<128x32xf16>, tile<32x32xf16>, tile<128x32xf32>
      continue %s_next, %w_next : tile<32x64xf32>, tile<128x32xf32>
    }
    %s_done = store_view_tko weak %s_sum, %s_t[%zero, %zero] : tile<32x64xf32>, partition_view<tile=(32x64), tensor_view<32x64xf32, strides=[64,1]>>, tile<i32> -> token
    %w_done = store_view_tko weak %w_sum, %w_t[%zero, %zero] : tile<128x32xf32>, partition_view<tile=(128x32), tensor_view<128x32xf32, strides=[32,1]>>, tile<i32> -> token
    return
  }
  entry @rows_64_and_128(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %d: tile<ptr<f16>>, %e: tile<ptr<f16>>, %s: tile<ptr<f32>>, %w: tile<ptr<f32>>, %steps: tile<i32>) {
    %a_d = assume div_by<16>, %a : tile<ptr<f16>>
    %a_v = make_tensor_view %a_d, shape = [64, 96], strides = [96, 1] : tensor_view<64x96xf16, strides=[96,1]>
    %a_t = make_partition_view %a_v : partition_view<tile=(64x32), tensor_view<64x96xf16, strides=[96,1]>>
    %b_d = assume div_by<16>, %b : tile<ptr<f16>>
    %b_v = make_tensor_view %b_d, shape = [96, 64], strides = [64, 1] : tensor_view<96x64xf16, strides=[64,1]>
    %b_t = make_partition_view %b_v : partition_view<tile=(32x64), tensor_view<96x64xf16, strides=[64,1]>>
    %d_d = assume div_by<16>, %d : tile<ptr<f16>>
    %d_v = make_tensor_view %d_d, shape = [128, 96], strides = [96, 1] : tensor_view<128x96xf16, strides=[96,1]>
    %d_t = make_partition_view %d_v : partition_view<tile=(128x32), tensor_view<128x96xf16, strides=[96,1]>>
    %e_d = assume div_by<16>, %e : tile<ptr<f16>>
    %e_v = make_tensor_view %e_d, shape = [96, 256], strides = [256, 1] : tensor_view<96x256xf16, strides=[256,1]>
    %e_t = make_partition_view %e_v : partition_view<tile=(32x256), tensor_view<96x256xf16, strides=[256,1]>>
    %s_d = assume div_by<16>, %s : tile<ptr<f32>>
    %s_v = make_tensor_view %s_d, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %s_t = make_partition_view %s_v : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %w_d = assume div_by<16>, %w : tile<ptr<f32>>
    %w_v = make_tensor_view %w_d, shape = [128, 256], strides = [256, 1] : tensor_view<128x256xf32, strides=[256,1]>
    %w_t = make_partition_view %w_v : partition_view<tile=(128x256), tensor_view<128x256xf32, strides=[256,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %s0 = constant <f32: 0.0> : tile<64x64xf32>
    %w0 = constant <f32: 0.0> : tile<128x256xf32>
    %s_sum, %w_sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%s_so_far = %s0, %w_so_far = %w0) -> (tile<64x64xf32>, tile<128x256xf32>) {
      %a_i, %a_r = load_view_tko weak %a_t[%zero, %i] : partition_view<tile=(64x32), tensor_view<64x96xf16, strides=[96,1]>>, tile<i32> -> tile<64x32xf16>, token
      %b_i, %b_r = load_view_tko weak %b_t[%i, %zero] : partition_view<tile=(32x64), tensor_view<96x64xf16, strides=[64,1]>>, tile<i32> -> tile<32x64xf16>, token
      %s_next = mmaf %a_i, %b_i, %s_so_far : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
      %d_i, %d_r = load_view_tko weak %d_t[%zero, %i] : partition_view<tile=(128x32), tensor_view<128x96xf16, strides=[96,1]>>, tile<i32> -> tile<128x32xf16>, token
      %e_i, %e_r = load_view_tko weak %e_t[%i, %zero] : partition_view<tile=(32x256), tensor_view<96x256xf16, strides=[256,1]>>, tile<i32> -> tile<32x256xf16>, token
      %w_next = mmaf %d_i, %e_i, %w_so_far : tile<128x32xf16>, tile<32x256xf16>, tile<128x256xf32>
      continue %s_next, %w_next : tile<64x64xf32>, tile<128x256xf32>
    }
    %s_done = store_view_tko weak %s_sum, %s_t[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
    %w_done = store_view_tko weak %w_sum, %w_t[%zero, %zero] : tile<128x256xf32>, partition_view<tile=(128x256), tensor_view<128x256xf32, strides=[256,1]>>, tile<i32> -> token
    return
  }
}
