// RUN: run --entry both --grid 1 --arg 'f16[128,48]=randint(-3,4,seed=1)' --arg 'f16[48,32]=randint(-3,4,seed=2)' --arg 'f16[48,64]=randint(-3,4,seed=3)' --arg 's:f32[128,32]=zeros' --arg 'w:f32[128,64]=zeros' --arg 3 --print s --print w
// s = [[ -65.   37.   41. ...  -21.  -55.   35.]
//      [-101.  -25.   -3. ...  -21.  -25.  -59.]
//      [ -37.   41.    3. ...   -7.   27.  -51.]
//      ...
//      [  -9.  -67.   23. ... -107.  -41. -103.]
//      [ -11.  -21.    5. ...  -49.   29.   23.]
//      [  25.   91.   73. ...   23.    1.   15.]]
// w = [[ 22.  23.   3. ... -39. -52.   6.]
//      [ -7. -11.  25. ...  15. -24. -16.]
//      [  3.  33.  12. ...  12. -12. -36.]
//      ...
//      [ 18.  15.   4. ...  37.  -1. -14.]
//      [ -4. -37.  20. ...  18.  78.  -6.]
//      [ 21.  24.  11. ...  14.  57. -16.]]
// RUN: run --entry both --grid 1 --arg 'f16[128,48]=randint(-3,4,seed=1)' --arg 'f16[48,32]=randint(-3,4,seed=2)' --arg 'f16[48,64]=randint(-3,4,seed=3)' --arg 's:f32[128,32]=zeros' --arg 'w:f32[128,64]=zeros' --arg 0 --print s --print w
// s = [[1. 1. 1. ... 1. 1. 1.]
//      [1. 1. 1. ... 1. 1. 1.]
//      [1. 1. 1. ... 1. 1. 1.]
//      ...
//      [1. 1. 1. ... 1. 1. 1.]
//      [1. 1. 1. ... 1. 1. 1.]
//      [1. 1. 1. ... 1. 1. 1.]]
// w = [[2. 2. 2. ... 2. 2. 2.]
//      [2. 2. 2. ... 2. 2. 2.]
//      [2. 2. 2. ... 2. 2. 2.]
//      ...
//      [2. 2. 2. ... 2. 2. 2.]
//      [2. 2. 2. ... 2. 2. 2.]
//      [2. 2. 2. ... 2. 2. 2.]]
// RUN: run --entry in_turn --grid 1 --arg 'f16[128,48]=randint(-3,4,seed=1)' --arg 'f16[48,32]=randint(-3,4,seed=2)' --arg 'f16[48,64]=randint(-3,4,seed=3)' --arg 's:f32[128,32]=zeros' --arg 'w:f32[128,64]=zeros' --arg 3 --print s --print w
// s = [[-131.   73.   81. ...  -43. -111.   69.]
//      [-203.  -51.   -7. ...  -43.  -51. -119.]
//      [ -75.   81.    5. ...  -15.   53. -103.]
//      ...
//      [ -19. -135.   45. ... -215.  -83. -207.]
//      [ -23.  -43.    9. ...  -99.   57.   45.]
//      [  49.  181.  145. ...   45.    1.   29.]]
// w = [[  82.   86.    6. ... -162. -214.   18.]
//      [ -34.  -50.   94. ...   54. -102.  -70.]
//      [   6.  126.   42. ...   42.  -54. -150.]
//      ...
//      [  66.   54.   10. ...  142.  -10.  -62.]
//      [ -22. -154.   74. ...   66.  306.  -30.]
//      [  78.   90.   38. ...   50.  222.  -70.]]
// RUN: run --entry in_turn --grid 1 --arg 'f16[128,48]=randint(-3,4,seed=1)' --arg 'f16[48,32]=randint(-3,4,seed=2)' --arg 'f16[48,64]=randint(-3,4,seed=3)' --arg 's:f32[128,32]=zeros' --arg 'w:f32[128,64]=zeros' --arg 0 --print s --print w
// s = [[1. 1. 1. ... 1. 1. 1.]
//      [1. 1. 1. ... 1. 1. 1.]
//      [1. 1. 1. ... 1. 1. 1.]
//      ...
//      [1. 1. 1. ... 1. 1. 1.]
//      [1. 1. 1. ... 1. 1. 1.]
//      [1. 1. 1. ... 1. 1. 1.]]
// w = [[2. 2. 2. ... 2. 2. 2.]
//      [2. 2. 2. ... 2. 2. 2.]
//      [2. 2. 2. ... 2. 2. 2.]
//      ...
//      [2. 2. 2. ... 2. 2. 2.]
//      [2. 2. 2. ... 2. 2. 2.]
//      [2. 2. 2. ... 2. 2. 2.]]
//
// Two sums in tensor memory: at the same time, each in columns of its own, and one after the other, in the same columns, of which other
// warps have read the first sum before the second one is written. Two warpgroups of sm_90a have multiplied before either computes the
// next operands.
cuda_tile.module @tests {
  entry @both(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %d: tile<ptr<f16>>, %s: tile<ptr<f32>>, %w: tile<ptr<f32>>, %steps: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %s0 = constant <f32: 1.0> : tile<128x32xf32>
    %w0 = constant <f32: 2.0> : tile<128x64xf32>
    %a_d = assume div_by<16>, %a : tile<ptr<f16>>
    %a_v = make_tensor_view %a_d, shape = [128, 48], strides = [48, 1] : tensor_view<128x48xf16, strides=[48,1]>
    %a_t = make_partition_view %a_v : partition_view<tile=(128x16), tensor_view<128x48xf16, strides=[48,1]>>
    %b_d = assume div_by<16>, %b : tile<ptr<f16>>
    %b_v = make_tensor_view %b_d, shape = [48, 32], strides = [32, 1] : tensor_view<48x32xf16, strides=[32,1]>
    %b_t = make_partition_view %b_v : partition_view<tile=(16x32), tensor_view<48x32xf16, strides=[32,1]>>
    %d_d = assume div_by<16>, %d : tile<ptr<f16>>
    %d_v = make_tensor_view %d_d, shape = [48, 64], strides = [64, 1] : tensor_view<48x64xf16, strides=[64,1]>
    %d_t = make_partition_view %d_v : partition_view<tile=(16x64), tensor_view<48x64xf16, strides=[64,1]>>
    %s_d = assume div_by<16>, %s : tile<ptr<f32>>
    %s_v = make_tensor_view %s_d, shape = [128, 32], strides = [32, 1] : tensor_view<128x32xf32, strides=[32,1]>
    %s_t = make_partition_view %s_v : partition_view<tile=(128x32), tensor_view<128x32xf32, strides=[32,1]>>
    %w_d = assume div_by<16>, %w : tile<ptr<f32>>
    %w_v = make_tensor_view %w_d, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    %w_t = make_partition_view %w_v : partition_view<tile=(128x64), tensor_view<128x64xf32, strides=[64,1]>>
    %s_sum, %w_sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%s_so_far = %s0, %w_so_far = %w0) -> (tile<128x32xf32>, tile<128x64xf32>) {
      %x, %x_r = load_view_tko weak %a_t[%zero, %i] : partition_view<tile=(128x16), tensor_view<128x48xf16, strides=[48,1]>>, tile<i32> -> tile<128x16xf16>, token
      %y, %y_r = load_view_tko weak %b_t[%i, %zero] : partition_view<tile=(16x32), tensor_view<48x32xf16, strides=[32,1]>>, tile<i32> -> tile<16x32xf16>, token
      %z, %z_r = load_view_tko weak %d_t[%i, %zero] : partition_view<tile=(16x64), tensor_view<48x64xf16, strides=[64,1]>>, tile<i32> -> tile<16x64xf16>, token
      %y2 = addf %y, %y : tile<16x32xf16>
      %s_next = mmaf %x, %y2, %s_so_far : tile<128x16xf16>, tile<16x32xf16>, tile<128x32xf32>
      %w_next = mmaf %x, %z, %w_so_far : tile<128x16xf16>, tile<16x64xf16>, tile<128x64xf32>
      continue %s_next, %w_next : tile<128x32xf32>, tile<128x64xf32>
    }
    %s_done = store_view_tko weak %s_sum, %s_t[%zero, %zero] : tile<128x32xf32>, partition_view<tile=(128x32), tensor_view<128x32xf32, strides=[32,1]>>, tile<i32> -> token
    %w_done = store_view_tko weak %w_sum, %w_t[%zero, %zero] : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
  entry @in_turn(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %d: tile<ptr<f16>>, %s: tile<ptr<f32>>, %w: tile<ptr<f32>>, %steps: tile<i32>) optimization_hints=<default = {num_worker_warps_per_cta = 8}> {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %s0 = constant <f32: 1.0> : tile<128x32xf32>
    %w0 = constant <f32: 2.0> : tile<128x64xf32>
    %a_d = assume div_by<16>, %a : tile<ptr<f16>>
    %a_v = make_tensor_view %a_d, shape = [128, 48], strides = [48, 1] : tensor_view<128x48xf16, strides=[48,1]>
    %a_t = make_partition_view %a_v : partition_view<tile=(128x16), tensor_view<128x48xf16, strides=[48,1]>>
    %b_d = assume div_by<16>, %b : tile<ptr<f16>>
    %b_v = make_tensor_view %b_d, shape = [48, 32], strides = [32, 1] : tensor_view<48x32xf16, strides=[32,1]>
    %b_t = make_partition_view %b_v : partition_view<tile=(16x32), tensor_view<48x32xf16, strides=[32,1]>>
    %d_d = assume div_by<16>, %d : tile<ptr<f16>>
    %d_v = make_tensor_view %d_d, shape = [48, 64], strides = [64, 1] : tensor_view<48x64xf16, strides=[64,1]>
    %d_t = make_partition_view %d_v : partition_view<tile=(16x64), tensor_view<48x64xf16, strides=[64,1]>>
    %s_d = assume div_by<16>, %s : tile<ptr<f32>>
    %s_v = make_tensor_view %s_d, shape = [128, 32], strides = [32, 1] : tensor_view<128x32xf32, strides=[32,1]>
    %s_t = make_partition_view %s_v : partition_view<tile=(128x32), tensor_view<128x32xf32, strides=[32,1]>>
    %w_d = assume div_by<16>, %w : tile<ptr<f32>>
    %w_v = make_tensor_view %w_d, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    %w_t = make_partition_view %w_v : partition_view<tile=(128x64), tensor_view<128x64xf32, strides=[64,1]>>
    %s_sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%s_so_far = %s0) -> (tile<128x32xf32>) {
      %x, %x_r = load_view_tko weak %a_t[%zero, %i] : partition_view<tile=(128x16), tensor_view<128x48xf16, strides=[48,1]>>, tile<i32> -> tile<128x16xf16>, token
      %y, %y_r = load_view_tko weak %b_t[%i, %zero] : partition_view<tile=(16x32), tensor_view<48x32xf16, strides=[32,1]>>, tile<i32> -> tile<16x32xf16>, token
      %y2 = addf %y, %y : tile<16x32xf16>
      %x2 = addf %x, %x : tile<128x16xf16>
      %s_next = mmaf %x2, %y2, %s_so_far : tile<128x16xf16>, tile<16x32xf16>, tile<128x32xf32>
      continue %s_next : tile<128x32xf32>
    }
    %w_sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%w_so_far = %w0) -> (tile<128x64xf32>) {
      %x, %x_r = load_view_tko weak %a_t[%zero, %i] : partition_view<tile=(128x16), tensor_view<128x48xf16, strides=[48,1]>>, tile<i32> -> tile<128x16xf16>, token
      %z, %z_r = load_view_tko weak %d_t[%i, %zero] : partition_view<tile=(16x64), tensor_view<48x64xf16, strides=[64,1]>>, tile<i32> -> tile<16x64xf16>, token
      %z2 = addf %z, %z : tile<16x64xf16>
      %x2 = addf %x, %x : tile<128x16xf16>
      %w_next = mmaf %x2, %z2, %w_so_far : tile<128x16xf16>, tile<16x64xf16>, tile<128x64xf32>
      continue %w_next : tile<128x64xf32>
    }
    %s_done = store_view_tko weak %s_sum, %s_t[%zero, %zero] : tile<128x32xf32>, partition_view<tile=(128x32), tensor_view<128x32xf32, strides=[32,1]>>, tile<i32> -> token
    %w_done = store_view_tko weak %w_sum, %w_t[%zero, %zero] : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
}
