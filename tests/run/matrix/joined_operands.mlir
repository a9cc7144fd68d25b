// RUN: run --entry left --grid 1 --arg 'f16[64,96]=randint(-3,4,seed=1)' --arg 'f16[96,64]=randint(-3,4,seed=2)' --arg 'c:f32[64,64]=ones' --arg 3 --print c
// c = [[  4.  17.   2. ... -54.  52.   0.]
//      [-13.  11. -66. ...   7.  39.  50.]
//      [-24.  13.  32. ...  82. -20. -40.]
//      ...
//      [  0.  13.  52. ... -20. -38.  36.]
//      [ 17.  35. -27. ... -33. -15. -36.]
//      [-23.   0.   7. ...  28.  -8.  17.]]
// RUN: run --entry right --grid 1 --arg 'f16[64,96]=randint(-3,4,seed=1)' --arg 'f16[96,64]=randint(-3,4,seed=2)' --arg 'c:f32[64,64]=ones' --arg 3 --print c
// c = [[  4.  17.   2. ... -54.  52.   0.]
//      [-13.  11. -66. ...   7.  39.  50.]
//      [-24.  13.  32. ...  82. -20. -40.]
//      ...
//      [  0.  13.  52. ... -20. -38.  36.]
//      [ 17.  35. -27. ... -33. -15. -36.]
//      [-23.   0.   7. ...  28.  -8.  17.]]
// RUN: run --entry both --grid 1 --arg 'f16[64,96]=randint(-3,4,seed=1)' --arg 'f16[96,64]=randint(-3,4,seed=2)' --arg 'c:f32[64,64]=ones' --arg 3 --print c
// c = [[  4.  17.   2. ... -54.  52.   0.]
//      [-13.  11. -66. ...   7.  39.  50.]
//      [-24.  13.  32. ...  82. -20. -40.]
//      ...
//      [  0.  13.  52. ... -20. -38.  36.]
//      [ 17.  35. -27. ... -33. -15. -36.]
//      [-23.   0.   7. ...  28.  -8.  17.]]
//
// Operands that two loaded tiles make together: threads join them by shared memory, which agents do not do for a product.
cuda_tile.module @tests {
  entry @left(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %steps: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %a_d = assume div_by<16>, %a : tile<ptr<f16>>
    %a_v = make_tensor_view %a_d, shape = [64, 96], strides = [96, 1] : tensor_view<64x96xf16, strides=[96,1]>
    %a_t = make_partition_view %a_v : partition_view<tile=(64x16), tensor_view<64x96xf16, strides=[96,1]>>
    %b_d = assume div_by<16>, %b : tile<ptr<f16>>
    %b_v = make_tensor_view %b_d, shape = [96, 64], strides = [64, 1] : tensor_view<96x64xf16, strides=[64,1]>
    %b_t = make_partition_view %b_v : partition_view<tile=(32x64), tensor_view<96x64xf16, strides=[64,1]>>
    %c_d = assume div_by<16>, %c : tile<ptr<f32>>
    %c_v = make_tensor_view %c_d, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %c_t = make_partition_view %c_v : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %none = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%so_far = %none) -> (tile<64x64xf32>) {
      %i2 = addi %i, %i : tile<i32>
      %i3 = addi %i2, %one : tile<i32>
      %x0, %x0_r = load_view_tko weak %a_t[%zero, %i2] : partition_view<tile=(64x16), tensor_view<64x96xf16, strides=[96,1]>>, tile<i32> -> tile<64x16xf16>, token
      %x1, %x1_r = load_view_tko weak %a_t[%zero, %i3] : partition_view<tile=(64x16), tensor_view<64x96xf16, strides=[96,1]>>, tile<i32> -> tile<64x16xf16>, token
      %x = cat %x0, %x1 dim = 1 : tile<64x16xf16>, tile<64x16xf16> -> tile<64x32xf16>
      %y, %y_r = load_view_tko weak %b_t[%i, %zero] : partition_view<tile=(32x64), tensor_view<96x64xf16, strides=[64,1]>>, tile<i32> -> tile<32x64xf16>, token
      %next = mmaf %x, %y, %so_far : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %done = store_view_tko weak %sum, %c_t[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
  entry @right(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %steps: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %a_d = assume div_by<16>, %a : tile<ptr<f16>>
    %a_v = make_tensor_view %a_d, shape = [64, 96], strides = [96, 1] : tensor_view<64x96xf16, strides=[96,1]>
    %a_t = make_partition_view %a_v : partition_view<tile=(64x32), tensor_view<64x96xf16, strides=[96,1]>>
    %b_d = assume div_by<16>, %b : tile<ptr<f16>>
    %b_v = make_tensor_view %b_d, shape = [96, 64], strides = [64, 1] : tensor_view<96x64xf16, strides=[64,1]>
    %b_t = make_partition_view %b_v : partition_view<tile=(16x64), tensor_view<96x64xf16, strides=[64,1]>>
    %c_d = assume div_by<16>, %c : tile<ptr<f32>>
    %c_v = make_tensor_view %c_d, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %c_t = make_partition_view %c_v : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %none = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%so_far = %none) -> (tile<64x64xf32>) {
      %x, %x_r = load_view_tko weak %a_t[%zero, %i] : partition_view<tile=(64x32), tensor_view<64x96xf16, strides=[96,1]>>, tile<i32> -> tile<64x32xf16>, token
      %j2 = addi %i, %i : tile<i32>
      %j3 = addi %j2, %one : tile<i32>
      %y0, %y0_r = load_view_tko weak %b_t[%j2, %zero] : partition_view<tile=(16x64), tensor_view<96x64xf16, strides=[64,1]>>, tile<i32> -> tile<16x64xf16>, token
      %y1, %y1_r = load_view_tko weak %b_t[%j3, %zero] : partition_view<tile=(16x64), tensor_view<96x64xf16, strides=[64,1]>>, tile<i32> -> tile<16x64xf16>, token
      %y = cat %y0, %y1 dim = 0 : tile<16x64xf16>, tile<16x64xf16> -> tile<32x64xf16>
      %next = mmaf %x, %y, %so_far : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %done = store_view_tko weak %sum, %c_t[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
  entry @both(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %steps: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %a_d = assume div_by<16>, %a : tile<ptr<f16>>
    %a_v = make_tensor_view %a_d, shape = [64, 96], strides = [96, 1] : tensor_view<64x96xf16, strides=[96,1]>
    %a_t = make_partition_view %a_v : partition_view<tile=(64x16), tensor_view<64x96xf16, strides=[96,1]>>
    %b_d = assume div_by<16>, %b : tile<ptr<f16>>
    %b_v = make_tensor_view %b_d, shape = [96, 64], strides = [64, 1] : tensor_view<96x64xf16, strides=[64,1]>
    %b_t = make_partition_view %b_v : partition_view<tile=(16x64), tensor_view<96x64xf16, strides=[64,1]>>
    %c_d = assume div_by<16>, %c : tile<ptr<f32>>
    %c_v = make_tensor_view %c_d, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %c_t = make_partition_view %c_v : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %none = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%so_far = %none) -> (tile<64x64xf32>) {
      %i2 = addi %i, %i : tile<i32>
      %i3 = addi %i2, %one : tile<i32>
      %x0, %x0_r = load_view_tko weak %a_t[%zero, %i2] : partition_view<tile=(64x16), tensor_view<64x96xf16, strides=[96,1]>>, tile<i32> -> tile<64x16xf16>, token
      %x1, %x1_r = load_view_tko weak %a_t[%zero, %i3] : partition_view<tile=(64x16), tensor_view<64x96xf16, strides=[96,1]>>, tile<i32> -> tile<64x16xf16>, token
      %x = cat %x0, %x1 dim = 1 : tile<64x16xf16>, tile<64x16xf16> -> tile<64x32xf16>
      %j2 = addi %i, %i : tile<i32>
      %j3 = addi %j2, %one : tile<i32>
      %y0, %y0_r = load_view_tko weak %b_t[%j2, %zero] : partition_view<tile=(16x64), tensor_view<96x64xf16, strides=[64,1]>>, tile<i32> -> tile<16x64xf16>, token
      %y1, %y1_r = load_view_tko weak %b_t[%j3, %zero] : partition_view<tile=(16x64), tensor_view<96x64xf16, strides=[64,1]>>, tile<i32> -> tile<16x64xf16>, token
      %y = cat %y0, %y1 dim = 0 : tile<16x64xf16>, tile<16x64xf16> -> tile<32x64xf16>
      %next = mmaf %x, %y, %so_far : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %done = store_view_tko weak %sum, %c_t[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
}
