// RUN: run --entry right --arg 'f16[64,128]=randint(-3,4,seed=1)' --arg 'f32[128,64]=randint(-3,4,seed=2)' --arg 'c:f32[64,64]=ones' --print c
// c = [[ -7.  10.   5. ... -22.  38.  -4.]
//      [ 50. -28.  16. ...  -2. -14.   1.]
//      [ 26.  12.  -5. ...  13. -55. -28.]
//      ...
//      [-34.  24.  28. ... -63.  -3. -20.]
//      [ -4. -23.   5. ... -36.  55.  14.]
//      [ 47. -12. -22. ...  72. -45.   4.]]
// RUN: run --entry both --arg 'f32[64,128]=randint(-3,4,seed=1)' --arg 'f32[128,64]=randint(-3,4,seed=2)' --arg 'c:f32[64,64]=ones' --print c
// c = [[ -7.  10.   5. ... -22.  38.  -4.]
//      [ 50. -28.  16. ...  -2. -14.   1.]
//      [ 26.  12.  -5. ...  13. -55. -28.]
//      ...
//      [-34.  24.  28. ... -63.  -3. -20.]
//      [ -4. -23.   5. ... -36.  55.  14.]
//      [ 47. -12. -22. ...  72. -45.   4.]]
// RUN: run --entry kept --arg 'f16[64,128]=randint(-3,4,seed=1)' --arg 'f16[128,64]=randint(-3,4,seed=2)' --arg 'c:f32[64,64]=ones' --arg 3 --print c
// c = [[-186.  -21.   75. ...   99.    6.   39.]
//      [   0.  -72. -126. ...    9.    3.   66.]
//      [  45.   57.  -21. ...   24.   12.  -42.]
//      ...
//      [  81.   60.   60. ...    9.  -78.  -90.]
//      [ -21.  -99. -117. ...  -54.   21.  -42.]
//      [ 135.    6.  -15. ... -117. -105.    3.]]
// RUN: run --entry kept --arg 'f16[64,128]=randint(-3,4,seed=1)' --arg 'f16[128,64]=randint(-3,4,seed=2)' --arg 'c:f32[64,64]=ones' --arg 0 --print c
// c = [[0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      ...
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]]
// RUN: run --entry repeated --arg 'f16[64,128]=randint(-3,4,seed=1)' --arg 'f16[128,64]=randint(-3,4,seed=2)' --arg 'c:f32[64,64]=ones' --arg 2 --print c
// c = [[  10.   48.    0. ...  -82.  134.  142.]
//      [ 180. -118.   18. ...   44.  -66.   -2.]
//      [ 142.   94. -102. ...    8. -106.    8.]
//      ...
//      [-190.  116.  -24. ... -140.  -62. -130.]
//      [ -58.  130.   84. ...   30.  -68.   86.]
//      [  18.  -68.  -26. ...  274.  -90.   30.]]
// RUN: run --entry repeated --arg 'f16[64,128]=randint(-3,4,seed=1)' --arg 'f16[128,64]=randint(-3,4,seed=2)' --arg 'c:f32[64,64]=ones' --arg 0 --print c
// c = [[0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      ...
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]]
//
// Products whose tiles are loaded outside of the branch or the loop that multiplies them: nothing there waits for a stage, so that
// a target has agents only where the product can do without one.
cuda_tile.module @loaded_outside {
  entry @right(%a: tile<ptr<f16>>, %b: tile<ptr<f32>>, %c: tile<ptr<f32>>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f32>>
    %a_tensor = make_tensor_view %a_16, shape = [64, 128], strides = [128, 1] : tensor_view<64x128xf16, strides=[128,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x32), tensor_view<64x128xf16, strides=[128,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x64), tensor_view<128x64xf32, strides=[64,1]>>
    %c_tensor = make_tensor_view %c, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%zero to %four, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<64x64xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%zero, %i] : partition_view<tile=(64x32), tensor_view<64x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x32xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %zero] : partition_view<tile=(32x64), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> tile<32x64xf32>, token
      %rest = remi %i, %two signed : tile<i32>
      %is_even = cmpi equal %rest, %zero, signed : tile<i32> -> tile<i1>
      %sum_next = if %is_even -> (tile<64x64xf32>) {
        %b_half = ftof %b_tile : tile<32x64xf32> -> tile<32x64xf16>
        %more = mmaf %a_tile, %b_half, %sum_so_far : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
        yield %more : tile<64x64xf32>
      } else {
        yield %sum_so_far : tile<64x64xf32>
      }
      continue %sum_next : tile<64x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }

  entry @both(%a: tile<ptr<f32>>, %b: tile<ptr<f32>>, %c: tile<ptr<f32>>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f32>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f32>>
    %a_tensor = make_tensor_view %a_16, shape = [64, 128], strides = [128, 1] : tensor_view<64x128xf32, strides=[128,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x32), tensor_view<64x128xf32, strides=[128,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x64), tensor_view<128x64xf32, strides=[64,1]>>
    %c_tensor = make_tensor_view %c, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%zero to %four, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<64x64xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%zero, %i] : partition_view<tile=(64x32), tensor_view<64x128xf32, strides=[128,1]>>, tile<i32> -> tile<64x32xf32>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %zero] : partition_view<tile=(32x64), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> tile<32x64xf32>, token
      %rest = remi %i, %two signed : tile<i32>
      %is_even = cmpi equal %rest, %zero, signed : tile<i32> -> tile<i1>
      %sum_next = if %is_even -> (tile<64x64xf32>) {
        %a_half = ftof %a_tile : tile<64x32xf32> -> tile<64x32xf16>
        %b_half = ftof %b_tile : tile<32x64xf32> -> tile<32x64xf16>
        %more = mmaf %a_half, %b_half, %sum_so_far : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
        yield %more : tile<64x64xf32>
      } else {
        yield %sum_so_far : tile<64x64xf32>
      }
      continue %sum_next : tile<64x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }

  entry @kept(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %times: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %a_tensor = make_tensor_view %a_16, shape = [64, 128], strides = [128, 1] : tensor_view<64x128xf16, strides=[128,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x32), tensor_view<64x128xf16, strides=[128,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf16, strides=[64,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x64), tensor_view<128x64xf16, strides=[64,1]>>
    %c_tensor = make_tensor_view %c, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<64x64xf32>
    %a_tile, %a_read = load_view_tko weak %a_tiles[%zero, %zero] : partition_view<tile=(64x32), tensor_view<64x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x32xf16>, token
    %b_tile, %b_read = load_view_tko weak %b_tiles[%one, %zero] : partition_view<tile=(32x64), tensor_view<128x64xf16, strides=[64,1]>>, tile<i32> -> tile<32x64xf16>, token
    %sum = for %i in (%zero to %times, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<64x64xf32>) {
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
      continue %sum_next : tile<64x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }

  entry @repeated(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %times: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %a_tensor = make_tensor_view %a_16, shape = [64, 128], strides = [128, 1] : tensor_view<64x128xf16, strides=[128,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x32), tensor_view<64x128xf16, strides=[128,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf16, strides=[64,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x64), tensor_view<128x64xf16, strides=[64,1]>>
    %c_tensor = make_tensor_view %c, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%zero to %four, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<64x64xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%zero, %i] : partition_view<tile=(64x32), tensor_view<64x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x32xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %zero] : partition_view<tile=(32x64), tensor_view<128x64xf16, strides=[64,1]>>, tile<i32> -> tile<32x64xf16>, token
      %sum_next = for %j in (%zero to %times, step %one) : tile<i32> iter_values(%sum_here = %sum_so_far) -> (tile<64x64xf32>) {
        %more = mmaf %a_tile, %b_tile, %sum_here : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
        continue %more : tile<64x64xf32>
      }
      continue %sum_next : tile<64x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
}
