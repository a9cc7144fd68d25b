// RUN: run --entry few_rows --arg 'f16[32,32]=randint(-3,4,seed=1)' --arg 'f16[32,64]=randint(-3,4,seed=2)' --arg 'c:f32[32,64]=zeros' --arg 3 --print c
// c = [[  52.   82.  -26. ...  -62.   88.   67.]
//      [ 139.   97.  103. ...  -47.  136.   -5.]
//      [  16.    4.    4. ...   55.  -62.  -59.]
//      ...
//      [ 148.  -35.  -38. ...   55.  -38.  -29.]
//      [ -50. -110.  163. ...   97.  -44. -131.]
//      [ -83.   97.  -83. ...   16.  154.   58.]]
// RUN: run --entry half --arg 'f16[64,32]=randint(-3,4,seed=1)' --arg 'f16[128,32]=randint(-3,4,seed=2)' --arg 'c:f32[64,128]=zeros' --arg 3 --print c
// c = [[ -17.  -74.   43. ...   31.   -8.   31.]
//      [  22.   55.   13. ...   31. -125.  -17.]
//      [ -23.  103. -152. ... -122.  -92.   10.]
//      ...
//      [-107.   10.  -98. ...   16. -113.  154.]
//      [  28.    7.   94. ...   52.   97.   19.]
//      [-167.  -23.  -23. ...   37.   43.  -11.]]
// RUN: run --entry half --arg 'f16[64,32]=randint(-3,4,seed=1)' --arg 'f16[128,32]=randint(-3,4,seed=2)' --arg 'c:f32[64,128]=zeros' --arg 0 --print c
// c = [[1. 1. 1. ... 1. 1. 1.]
//      [1. 1. 1. ... 1. 1. 1.]
//      [1. 1. 1. ... 1. 1. 1.]
//      ...
//      [1. 1. 1. ... 1. 1. 1.]
//      [1. 1. 1. ... 1. 1. 1.]
//      [1. 1. 1. ... 1. 1. 1.]]
// RUN: run --entry narrow --arg 'f16[128,64]=randint(-3,4,seed=1)' --arg 'f16[64,16]=randint(-3,4,seed=2)' --arg 'c:f32[128,16]=zeros' --arg 3 --print c
// c = [[ -89.  139.   13. ...   28.  -77.   85.]
//      [-107.  -56.   13. ...  -29.  -95. -161.]
//      [   1.   76.   79. ...   79.   34.  124.]
//      ...
//      [ -47.   40.  -56. ...   43. -164. -137.]
//      [  43.   10.  199. ...   19.   -5. -329.]
//      [  13.  -74. -158. ... -173. -110.  -14.]]
// RUN: run --entry turned --arg 'f16[128,32]=randint(-3,4,seed=1)' --arg 'f16[64,32]=randint(-3,4,seed=2)' --arg 'c:f32[128,64]=zeros' --arg 3 --print c
// c = [[ -17.  -74.   43. ...   31.    4.  109.]
//      [  22.   55.   13. ...  -50.  -47. -107.]
//      [ -23.  103. -152. ...  -71. -152.  -74.]
//      ...
//      [-113.  -44.  -86. ...   76.   22.  -77.]
//      [-137.  -32.  -71. ...  -26.  -53.    7.]
//      [ 142.   94.   43. ...   94.    1.  -20.]]
// RUN: run --entry tall --arg 'f16[256,16]=randint(-3,4,seed=1)' --arg 'f16[16,32]=randint(-3,4,seed=2)' --arg 'c:f32[256,32]=zeros' --arg 3 --print c
// c = [[-47.  25.  58. ...  -2. -17.  82.]
//      [-44. -56.  31. ... 106. -26.  22.]
//      [-62.  61.  -2. ...  43. -26. -38.]
//      ...
//      [ 34. -50.   7. ...  28. -32. -53.]
//      [-26. -47. -59. ... -44.  10.  16.]
//      [-44. -47.  40. ... -11.  31. -17.]]
// RUN: run --entry wide --arg 'f16[128,16]=randint(-3,4,seed=1)' --arg 'f16[512,16]=randint(-3,4,seed=2)' --arg 'c:f32[128,512]=zeros' --arg 3 --print c
// c = [[ -5. -41.  -8. ... -29.  22. -29.]
//      [ 34. -11.   1. ... -44.  10. -32.]
//      [ 46.  -2.  22. ...   7.  49.   1.]
//      ...
//      [-23.  34.  13. ...  28.   7.  28.]
//      [-74. -47.  40. ...   4. -20.  25.]
//      [-11. -92.  -8. ... -23.   7.  91.]]
// RUN: run --entry types --arg 'f32[64,64]=randint(-3,4,seed=1)' --arg 'f32[64,64]=randint(-3,4,seed=2)' --arg 'c:f32[64,64]=zeros' --print c
// c = [[ 199.  241.  -81. ... -368.  304.  185.]
//      [-144. -116.   87. ...   45.   10. -116.]
//      [ 437.  -11.   38. ...  318. -305.  262.]
//      ...
//      [ -74.  465. -228. ...   31.    3.  -11.]
//      [  59.  -67.  178. ...  178. -116.   52.]
//      [  45.   94. -137. ...   -4. -179. -375.]]
// RUN: run --entry chain --arg 'f16[128,64]=randint(-1,2,seed=1)' --arg 'f16[64,32]=randint(-1,2,seed=2)' --arg 'c:f32[128,64]=zeros' --arg 0 --print c
// c = [[ 27.   3.  -2. ...  50.  30.   0.]
//      [-19.  23.  21. ...  -5.  32.  22.]
//      [ 15.  21.  66. ... -33.  33.   7.]
//      ...
//      [ 13.   5. -28. ...  14.   3.   5.]
//      [-14.  -9. -51. ... -29. -17. -27.]
//      [ 30. -39. -25. ... -36. -36.  18.]]
// RUN: run --entry chain --arg 'f16[128,64]=randint(-1,2,seed=1)' --arg 'f16[64,32]=randint(-1,2,seed=2)' --arg 'c:f32[128,64]=zeros' --arg 1 --print c
// c = [[2. 2. 2. ... 2. 2. 2.]
//      [2. 2. 2. ... 2. 2. 2.]
//      [2. 2. 2. ... 2. 2. 2.]
//      ...
//      [2. 2. 2. ... 2. 2. 2.]
//      [2. 2. 2. ... 2. 2. 2.]
//      [2. 2. 2. ... 2. 2. 2.]]
// RUN: run --entry ahead --arg 'f16[128,160]=randint(-2,3,seed=1)' --arg 'f16[160,64]=randint(-2,3,seed=2)' --arg 'c:f32[128,64]=zeros' --arg 5 --print c
// c = [[ 15.  25.   6. ... -51.  41.  47.]
//      [-36.  29.  22. ...  13.  29.  75.]
//      [ 23.   8.  15. ... -10.  14.   9.]
//      ...
//      [-36. -49. -14. ...  29. -26.   3.]
//      [ -8. -22. -16. ...  48.  15. -23.]
//      [ -3.  28.  13. ...   4.   3.   5.]]
// RUN: run --entry ahead --arg 'f16[128,160]=randint(-2,3,seed=1)' --arg 'f16[160,64]=randint(-2,3,seed=2)' --arg 'c:f32[128,64]=zeros' --arg 1 --print c
// c = [[ 14.  16.  -5. ... -10.  11.   9.]
//      [  9.   2.  11. ...   1. -13.  32.]
//      [ 14.   2.  25. ... -10. -10.   8.]
//      ...
//      [ -5.  -8.  -3. ...  11.  -2.  -9.]
//      [  4.  -1.   5. ...  12.  14.  -1.]
//      [  0.  26.  -4. ...   7.   4.   6.]]
// RUN: run --entry ahead --arg 'f16[128,160]=randint(-2,3,seed=1)' --arg 'f16[160,64]=randint(-2,3,seed=2)' --arg 'c:f32[128,64]=zeros' --arg 0 --print c
// c = [[3. 3. 3. ... 3. 3. 3.]
//      [3. 3. 3. ... 3. 3. 3.]
//      [3. 3. 3. ... 3. 3. 3.]
//      ...
//      [3. 3. 3. ... 3. 3. 3.]
//      [3. 3. 3. ... 3. 3. 3.]
//      [3. 3. 3. ... 3. 3. 3.]]
//
// Products outside of loops of copies, with operands that are computed, in a branch, and after each other: where the target has tensor
// memory, all warps compute them by `tcgen05.mma`. Each iteration adds to the sum of the one before. `ahead` has a loop of copies, whose sum
// stays in tensor memory.
cuda_tile.module @tensor_memory {
  entry @few_rows(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %times: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %a_tensor = make_tensor_view %a_16, shape = [32, 32], strides = [32, 1] : tensor_view<32x32xf16, strides=[32,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(32x32), tensor_view<32x32xf16, strides=[32,1]>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %b_tensor = make_tensor_view %b_16, shape = [32, 64], strides = [64, 1] : tensor_view<32x64xf16, strides=[64,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x64), tensor_view<32x64xf16, strides=[64,1]>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %c_tensor = make_tensor_view %c_16, shape = [32, 64], strides = [64, 1] : tensor_view<32x64xf32, strides=[64,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(32x64), tensor_view<32x64xf32, strides=[64,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %a_tile, %a_read = load_view_tko weak %a_tiles[%zero, %zero] : partition_view<tile=(32x32), tensor_view<32x32xf16, strides=[32,1]>>, tile<i32> -> tile<32x32xf16>, token
    %b_tile, %b_read = load_view_tko weak %b_tiles[%zero, %zero] : partition_view<tile=(32x64), tensor_view<32x64xf16, strides=[64,1]>>, tile<i32> -> tile<32x64xf16>, token
    %first = constant <f32: 1.0> : tile<32x64xf32>
    %sum = for %i in (%zero to %times, step %one) : tile<i32> iter_values(%so_far = %first) -> (tile<32x64xf32>) {
      %number = itof %i signed : tile<i32> -> tile<f16>
      %reshaped = reshape %number : tile<f16> -> tile<1x1xf16>
      %factors = broadcast %reshaped : tile<1x1xf16> -> tile<32x32xf16>
      %scaled = mulf %a_tile, %factors : tile<32x32xf16>
      %next = mmaf %scaled, %b_tile, %so_far : tile<32x32xf16>, tile<32x64xf16>, tile<32x64xf32>
      continue %next : tile<32x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%zero, %zero] : tile<32x64xf32>, partition_view<tile=(32x64), tensor_view<32x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }

  entry @half(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %times: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %a_tensor = make_tensor_view %a_16, shape = [64, 32], strides = [32, 1] : tensor_view<64x32xf16, strides=[32,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x32), tensor_view<64x32xf16, strides=[32,1]>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %b_tensor = make_tensor_view %b_16, shape = [128, 32], strides = [32, 1] : tensor_view<128x32xf16, strides=[32,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(128x32), tensor_view<128x32xf16, strides=[32,1]>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %c_tensor = make_tensor_view %c_16, shape = [64, 128], strides = [128, 1] : tensor_view<64x128xf32, strides=[128,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x128), tensor_view<64x128xf32, strides=[128,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %a_tile, %a_read = load_view_tko weak %a_tiles[%zero, %zero] : partition_view<tile=(64x32), tensor_view<64x32xf16, strides=[32,1]>>, tile<i32> -> tile<64x32xf16>, token
    %b_tile, %b_read = load_view_tko weak %b_tiles[%zero, %zero] : partition_view<tile=(128x32), tensor_view<128x32xf16, strides=[32,1]>>, tile<i32> -> tile<128x32xf16>, token
    %b_turned = permute %b_tile [1, 0] : tile<128x32xf16> -> tile<32x128xf16>
    %first = constant <f32: 1.0> : tile<64x128xf32>
    %sum = for %i in (%zero to %times, step %one) : tile<i32> iter_values(%so_far = %first) -> (tile<64x128xf32>) {
      %number = itof %i signed : tile<i32> -> tile<f16>
      %reshaped = reshape %number : tile<f16> -> tile<1x1xf16>
      %factors = broadcast %reshaped : tile<1x1xf16> -> tile<64x32xf16>
      %scaled = mulf %a_tile, %factors : tile<64x32xf16>
      %next = mmaf %scaled, %b_turned, %so_far : tile<64x32xf16>, tile<32x128xf16>, tile<64x128xf32>
      continue %next : tile<64x128xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%zero, %zero] : tile<64x128xf32>, partition_view<tile=(64x128), tensor_view<64x128xf32, strides=[128,1]>>, tile<i32> -> token
    return
  }

  entry @narrow(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %times: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %a_tensor = make_tensor_view %a_16, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf16, strides=[64,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(128x64), tensor_view<128x64xf16, strides=[64,1]>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %b_tensor = make_tensor_view %b_16, shape = [64, 16], strides = [16, 1] : tensor_view<64x16xf16, strides=[16,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x16), tensor_view<64x16xf16, strides=[16,1]>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %c_tensor = make_tensor_view %c_16, shape = [128, 16], strides = [16, 1] : tensor_view<128x16xf32, strides=[16,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(128x16), tensor_view<128x16xf32, strides=[16,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %a_tile, %a_read = load_view_tko weak %a_tiles[%zero, %zero] : partition_view<tile=(128x64), tensor_view<128x64xf16, strides=[64,1]>>, tile<i32> -> tile<128x64xf16>, token
    %b_tile, %b_read = load_view_tko weak %b_tiles[%zero, %zero] : partition_view<tile=(64x16), tensor_view<64x16xf16, strides=[16,1]>>, tile<i32> -> tile<64x16xf16>, token
    %first = constant <f32: 1.0> : tile<128x16xf32>
    %sum = for %i in (%zero to %times, step %one) : tile<i32> iter_values(%so_far = %first) -> (tile<128x16xf32>) {
      %number = itof %i signed : tile<i32> -> tile<f16>
      %reshaped = reshape %number : tile<f16> -> tile<1x1xf16>
      %factors = broadcast %reshaped : tile<1x1xf16> -> tile<128x64xf16>
      %scaled = mulf %a_tile, %factors : tile<128x64xf16>
      %next = mmaf %scaled, %b_tile, %so_far : tile<128x64xf16>, tile<64x16xf16>, tile<128x16xf32>
      continue %next : tile<128x16xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%zero, %zero] : tile<128x16xf32>, partition_view<tile=(128x16), tensor_view<128x16xf32, strides=[16,1]>>, tile<i32> -> token
    return
  }

  entry @turned(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %times: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %a_tensor = make_tensor_view %a_16, shape = [128, 32], strides = [32, 1] : tensor_view<128x32xf16, strides=[32,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(128x32), tensor_view<128x32xf16, strides=[32,1]>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %b_tensor = make_tensor_view %b_16, shape = [64, 32], strides = [32, 1] : tensor_view<64x32xf16, strides=[32,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x32), tensor_view<64x32xf16, strides=[32,1]>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %c_tensor = make_tensor_view %c_16, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(128x64), tensor_view<128x64xf32, strides=[64,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %a_tile, %a_read = load_view_tko weak %a_tiles[%zero, %zero] : partition_view<tile=(128x32), tensor_view<128x32xf16, strides=[32,1]>>, tile<i32> -> tile<128x32xf16>, token
    %b_tile, %b_read = load_view_tko weak %b_tiles[%zero, %zero] : partition_view<tile=(64x32), tensor_view<64x32xf16, strides=[32,1]>>, tile<i32> -> tile<64x32xf16>, token
    %b_turned = permute %b_tile [1, 0] : tile<64x32xf16> -> tile<32x64xf16>
    %first = constant <f32: 1.0> : tile<128x64xf32>
    %sum = for %i in (%zero to %times, step %one) : tile<i32> iter_values(%so_far = %first) -> (tile<128x64xf32>) {
      %number = itof %i signed : tile<i32> -> tile<f16>
      %reshaped = reshape %number : tile<f16> -> tile<1x1xf16>
      %factors = broadcast %reshaped : tile<1x1xf16> -> tile<128x32xf16>
      %scaled = mulf %a_tile, %factors : tile<128x32xf16>
      %next = mmaf %scaled, %b_turned, %so_far : tile<128x32xf16>, tile<32x64xf16>, tile<128x64xf32>
      continue %next : tile<128x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%zero, %zero] : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }

  entry @tall(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %times: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %a_tensor = make_tensor_view %a_16, shape = [256, 16], strides = [16, 1] : tensor_view<256x16xf16, strides=[16,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(256x16), tensor_view<256x16xf16, strides=[16,1]>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %b_tensor = make_tensor_view %b_16, shape = [16, 32], strides = [32, 1] : tensor_view<16x32xf16, strides=[32,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(16x32), tensor_view<16x32xf16, strides=[32,1]>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %c_tensor = make_tensor_view %c_16, shape = [256, 32], strides = [32, 1] : tensor_view<256x32xf32, strides=[32,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(256x32), tensor_view<256x32xf32, strides=[32,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %a_tile, %a_read = load_view_tko weak %a_tiles[%zero, %zero] : partition_view<tile=(256x16), tensor_view<256x16xf16, strides=[16,1]>>, tile<i32> -> tile<256x16xf16>, token
    %b_tile, %b_read = load_view_tko weak %b_tiles[%zero, %zero] : partition_view<tile=(16x32), tensor_view<16x32xf16, strides=[32,1]>>, tile<i32> -> tile<16x32xf16>, token
    %first = constant <f32: 1.0> : tile<256x32xf32>
    %sum = for %i in (%zero to %times, step %one) : tile<i32> iter_values(%so_far = %first) -> (tile<256x32xf32>) {
      %number = itof %i signed : tile<i32> -> tile<f16>
      %reshaped = reshape %number : tile<f16> -> tile<1x1xf16>
      %factors = broadcast %reshaped : tile<1x1xf16> -> tile<256x16xf16>
      %scaled = mulf %a_tile, %factors : tile<256x16xf16>
      %next = mmaf %scaled, %b_tile, %so_far : tile<256x16xf16>, tile<16x32xf16>, tile<256x32xf32>
      continue %next : tile<256x32xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%zero, %zero] : tile<256x32xf32>, partition_view<tile=(256x32), tensor_view<256x32xf32, strides=[32,1]>>, tile<i32> -> token
    return
  }

  entry @wide(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %times: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %a_tensor = make_tensor_view %a_16, shape = [128, 16], strides = [16, 1] : tensor_view<128x16xf16, strides=[16,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(128x16), tensor_view<128x16xf16, strides=[16,1]>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %b_tensor = make_tensor_view %b_16, shape = [512, 16], strides = [16, 1] : tensor_view<512x16xf16, strides=[16,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(512x16), tensor_view<512x16xf16, strides=[16,1]>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %c_tensor = make_tensor_view %c_16, shape = [128, 512], strides = [512, 1] : tensor_view<128x512xf32, strides=[512,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(128x512), tensor_view<128x512xf32, strides=[512,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %a_tile, %a_read = load_view_tko weak %a_tiles[%zero, %zero] : partition_view<tile=(128x16), tensor_view<128x16xf16, strides=[16,1]>>, tile<i32> -> tile<128x16xf16>, token
    %b_tile, %b_read = load_view_tko weak %b_tiles[%zero, %zero] : partition_view<tile=(512x16), tensor_view<512x16xf16, strides=[16,1]>>, tile<i32> -> tile<512x16xf16>, token
    %b_turned = permute %b_tile [1, 0] : tile<512x16xf16> -> tile<16x512xf16>
    %first = constant <f32: 1.0> : tile<128x512xf32>
    %sum = for %i in (%zero to %times, step %one) : tile<i32> iter_values(%so_far = %first) -> (tile<128x512xf32>) {
      %number = itof %i signed : tile<i32> -> tile<f16>
      %reshaped = reshape %number : tile<f16> -> tile<1x1xf16>
      %factors = broadcast %reshaped : tile<1x1xf16> -> tile<128x16xf16>
      %scaled = mulf %a_tile, %factors : tile<128x16xf16>
      %next = mmaf %scaled, %b_turned, %so_far : tile<128x16xf16>, tile<16x512xf16>, tile<128x512xf32>
      continue %next : tile<128x512xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%zero, %zero] : tile<128x512xf32>, partition_view<tile=(128x512), tensor_view<128x512xf32, strides=[512,1]>>, tile<i32> -> token
    return
  }

  entry @types(%a: tile<ptr<f32>>, %b: tile<ptr<f32>>, %c: tile<ptr<f32>>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f32>>
    %a_tensor = make_tensor_view %a_16, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f32>>
    %b_tensor = make_tensor_view %b_16, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %c_tensor = make_tensor_view %c_16, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %a_tile, %a_read = load_view_tko weak %a_tiles[%zero, %zero] : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> tile<64x64xf32>, token
    %b_tile, %b_read = load_view_tko weak %b_tiles[%zero, %zero] : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> tile<64x64xf32>, token
    %none = constant <f32: 0.0> : tile<64x64xf32>
    %a_f16 = ftof %a_tile : tile<64x64xf32> -> tile<64x64xf16>
    %b_f16 = ftof %b_tile : tile<64x64xf32> -> tile<64x64xf16>
    %sum_f16 = mmaf %a_f16, %b_f16, %none : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    %a_bf16 = ftof %a_tile : tile<64x64xf32> -> tile<64x64xbf16>
    %b_bf16 = ftof %b_tile : tile<64x64xf32> -> tile<64x64xbf16>
    %sum_bf16 = mmaf %a_bf16, %b_bf16, %sum_f16 : tile<64x64xbf16>, tile<64x64xbf16>, tile<64x64xf32>
    %a_tf32 = ftof %a_tile : tile<64x64xf32> -> tile<64x64xtf32>
    %b_tf32 = ftof %b_tile : tile<64x64xf32> -> tile<64x64xtf32>
    %sum_tf32 = mmaf %a_tf32, %b_tf32, %sum_bf16 : tile<64x64xtf32>, tile<64x64xtf32>, tile<64x64xf32>
    %a_f8E4M3FN = ftof %a_tile : tile<64x64xf32> -> tile<64x64xf8E4M3FN>
    %b_f8E4M3FN = ftof %b_tile : tile<64x64xf32> -> tile<64x64xf8E4M3FN>
    %sum_f8E4M3FN = mmaf %a_f8E4M3FN, %b_f8E4M3FN, %sum_tf32 : tile<64x64xf8E4M3FN>, tile<64x64xf8E4M3FN>, tile<64x64xf32>
    %a_f8E5M2 = ftof %a_tile : tile<64x64xf32> -> tile<64x64xf8E5M2>
    %b_f8E5M2 = ftof %b_tile : tile<64x64xf32> -> tile<64x64xf8E5M2>
    %sum_f8E5M2 = mmaf %a_f8E5M2, %b_f8E5M2, %sum_f8E4M3FN : tile<64x64xf8E5M2>, tile<64x64xf8E5M2>, tile<64x64xf32>
    %none_f16 = constant <f16: 2.0> : tile<64x64xf16>
    %half_sum = mmaf %a_f16, %b_f16, %none_f16 : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf16>
    %sum_of_halves = ftof %half_sum : tile<64x64xf16> -> tile<64x64xf32>
    %with_halves = addf %sum_f8E5M2, %sum_of_halves : tile<64x64xf32>
    %a_i8 = ftoi %a_tile signed : tile<64x64xf32> -> tile<64x64xi8>
    %b_i8 = ftoi %b_tile signed : tile<64x64xf32> -> tile<64x64xi8>
    %none_i32 = constant <i32: 1> : tile<64x64xi32>
    %sum_i8 = mmai %a_i8, %b_i8, %none_i32 signed signed : tile<64x64xi8>, tile<64x64xi8>, tile<64x64xi32>
    %sum_of_bytes = itof %sum_i8 signed : tile<64x64xi32> -> tile<64x64xf32>
    %all = addf %with_halves, %sum_of_bytes : tile<64x64xf32>
    %written = store_view_tko weak %all, %c_tiles[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }

  entry @chain(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %which: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %a_tensor = make_tensor_view %a_16, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf16, strides=[64,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(128x64), tensor_view<128x64xf16, strides=[64,1]>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %b_tensor = make_tensor_view %b_16, shape = [64, 32], strides = [32, 1] : tensor_view<64x32xf16, strides=[32,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x32), tensor_view<64x32xf16, strides=[32,1]>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %c_tensor = make_tensor_view %c_16, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(128x64), tensor_view<128x64xf32, strides=[64,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %a_tile, %a_read = load_view_tko weak %a_tiles[%zero, %zero] : partition_view<tile=(128x64), tensor_view<128x64xf16, strides=[64,1]>>, tile<i32> -> tile<128x64xf16>, token
    %b_tile, %b_read = load_view_tko weak %b_tiles[%zero, %zero] : partition_view<tile=(64x32), tensor_view<64x32xf16, strides=[32,1]>>, tile<i32> -> tile<64x32xf16>, token
    %none = constant <f32: 0.0> : tile<128x32xf32>
    %scores = mmaf %a_tile, %b_tile, %none : tile<128x64xf16>, tile<64x32xf16>, tile<128x32xf32>
    %weights = ftof %scores : tile<128x32xf32> -> tile<128x32xf16>
    %b_turned = permute %b_tile [1, 0] : tile<64x32xf16> -> tile<32x64xf16>
    %first = constant <f32: 2.0> : tile<128x64xf32>
    %is_zero = cmpi equal %which, %zero, signed : tile<i32> -> tile<i1>
    %sum = if %is_zero -> (tile<128x64xf32>) {
      %product = mmaf %weights, %b_turned, %first : tile<128x32xf16>, tile<32x64xf16>, tile<128x64xf32>
      yield %product : tile<128x64xf32>
    } else {
      yield %first : tile<128x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%zero, %zero] : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }

  entry @ahead(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %times: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %a_tensor = make_tensor_view %a_16, shape = [128, 160], strides = [160, 1] : tensor_view<128x160xf16, strides=[160,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(128x32), tensor_view<128x160xf16, strides=[160,1]>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %b_tensor = make_tensor_view %b_16, shape = [160, 64], strides = [64, 1] : tensor_view<160x64xf16, strides=[64,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x64), tensor_view<160x64xf16, strides=[64,1]>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %c_tensor = make_tensor_view %c_16, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(128x64), tensor_view<128x64xf32, strides=[64,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %first = constant <f32: 3.0> : tile<128x64xf32>
    %sum = for %i in (%zero to %times, step %one) : tile<i32> iter_values(%so_far = %first) -> (tile<128x64xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%zero, %i] : partition_view<tile=(128x32), tensor_view<128x160xf16, strides=[160,1]>>, tile<i32> -> tile<128x32xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %zero] : partition_view<tile=(32x64), tensor_view<160x64xf16, strides=[64,1]>>, tile<i32> -> tile<32x64xf16>, token
      %next = mmaf %a_tile, %b_tile, %so_far : tile<128x32xf16>, tile<32x64xf16>, tile<128x64xf32>
      continue %next : tile<128x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%zero, %zero] : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
}
