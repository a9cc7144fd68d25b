// RUN: run --entry two_groups --grid 1 --arg 'f16[128,64]=randint(-1,2,seed=1)' --arg 'f16[64,512]=randint(-1,2,seed=2)' --arg 'f16[512,64]=randint(-1,2,seed=3)' --arg 'c:f32[128,64]=ones' --arg 128 --arg 0 --print c
// c = [[0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      ...
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]]
// RUN: run --entry two_groups --grid 1 --arg 'f16[128,64]=randint(-1,2,seed=1)' --arg 'f16[64,512]=randint(-1,2,seed=2)' --arg 'f16[512,64]=randint(-1,2,seed=3)' --arg 'c:f32[128,64]=ones' --arg 128 --arg 1 --print c
// c = [[ 12.  35.  18. ... -56.   0. -28.]
//      [-30.  -8. -38. ...  42.  48. -42.]
//      [  9. -36.  12. ... -26.  -1.  36.]
//      ...
//      [-17. -28. -38. ...  29. -46.  -9.]
//      [-17.   3.  45. ...  68.  16.  24.]
//      [-12.   1. -65. ...  -6.  30.   2.]]
// RUN: run --entry two_groups --grid 2 --arg 'f16[200,64]=randint(-1,2,seed=1)' --arg 'f16[64,512]=randint(-1,2,seed=2)' --arg 'f16[512,64]=randint(-1,2,seed=3)' --arg 'c:f32[200,64]=ones' --arg 200 --arg 2 --print c
// c = [[-25.   62.5 -19.  ...  -9.    5.  -17. ]
//      [ -7.  -46.   38.  ... -69.   74.   33. ]
//      [-42.5  45.  -48.  ...  20.   16.5  29. ]
//      ...
//      [ 27.  -18.5 -12.5 ...   8.5 -22.   -7. ]
//      [-27.   66.  -10.  ...  83.5 -45.5 -16. ]
//      [-16.5   0.  -26.5 ... -21.5   6.5   1.5]]
// RUN: run --entry two_groups --grid 2 --arg 'f16[256,64]=randint(-1,2,seed=1)' --arg 'f16[64,512]=randint(-1,2,seed=2)' --arg 'f16[512,64]=randint(-1,2,seed=3)' --arg 'c:f32[256,64]=ones' --arg 256 --arg 7 --print c
// c = [[ -4.53125   23.390625 -26.71875  ...  -5.78125    9.90625   20.03125 ]
//      [ 32.84375  -23.375    -20.125    ...  19.90625    6.75     -78.15625 ]
//      [-30.140625 -26.59375  -36.375    ... -40.3125    62.703125 -13.96875 ]
//      ...
//      [ 57.359375  52.09375  -32.578125 ...  27.15625   17.015625  36.59375 ]
//      [-35.       -47.265625  18.71875  ...  39.796875 -45.25     -34.203125]
//      [-42.203125 -22.109375  -9.921875 ...   3.421875   0.21875    7.8125  ]]
// RUN: run --entry one_group --grid 2 --arg 'f16[100,64]=randint(-1,2,seed=1)' --arg 'f16[64,512]=randint(-1,2,seed=2)' --arg 'f16[512,64]=randint(-1,2,seed=3)' --arg 'c:f32[100,64]=ones' --arg 100 --arg 7 --print c
// c = [[ -4.53125   23.390625 -26.71875  ...  -5.78125    9.90625   20.03125 ]
//      [ 32.84375  -23.375    -20.125    ...  19.90625    6.75     -78.15625 ]
//      [-30.140625 -26.59375  -36.375    ... -40.3125    62.703125 -13.96875 ]
//      ...
//      [-39.8125    70.734375   7.953125 ... -50.15625   -1.421875 116.5625  ]
//      [ 63.109375  41.       -23.78125  ...  16.34375   10.28125   64.265625]
//      [ 52.15625  -33.234375   9.359375 ... -45.9375    38.921875  -5.5625  ]]
//
// Products of products, whose sum is halved in each iteration: no iteration, one, and more than there are stages. One warpgroup, and
// two that take turns.

cuda_tile.module @chains {
  entry @two_groups(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %d: tile<ptr<f16>>, %c: tile<ptr<f32>>, %rows: tile<i32>, %steps: tile<i32>) optimization_hints=<sm_90 = {num_worker_warps_per_cta = 8}> {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %d_16 = assume div_by<16>, %d : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %block, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %a_all = make_tensor_view %a_16, shape = [%rows, 64], strides = [64, 1] : tile<i32> -> tensor_view<?x64xf16, strides=[64,1]>
    %b_all = make_tensor_view %b_16, shape = [64, 512], strides = [512, 1] : tensor_view<64x512xf16, strides=[512,1]>
    %d_all = make_tensor_view %d_16, shape = [512, 64], strides = [64, 1] : tensor_view<512x64xf16, strides=[64,1]>
    %c_all = make_tensor_view %c_16, shape = [%rows, 64], strides = [64, 1] : tile<i32> -> tensor_view<?x64xf32, strides=[64,1]>
    %a_tiles = make_partition_view %a_all : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x64xf16, strides=[64,1]>>
    %b_tiles = make_partition_view %b_all : partition_view<tile=(64x64), tensor_view<64x512xf16, strides=[512,1]>>
    %d_tiles = make_partition_view %d_all : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>
    %c_tiles = make_partition_view %c_all : partition_view<tile=(128x64), tensor_view<?x64xf32, strides=[64,1]>>
    %a_tile, %a_read = load_view_tko weak %a_tiles[%block, %zero] : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x64xf16, strides=[64,1]>>, tile<i32> -> tile<128x64xf16>, token
    %none = constant <f32: 0.0> : tile<128x64xf32>
    %half = constant <f32: 0.5> : tile<128x64xf32>
    %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%so_far = %none) -> (tile<128x64xf32>) {
      %b_tile, %b_read = load_view_tko weak %b_tiles[%zero, %i] : partition_view<tile=(64x64), tensor_view<64x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x64xf16>, token
      %first = mmaf %a_tile, %b_tile, %none : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
      %narrow = ftof %first : tile<128x64xf32> -> tile<128x64xf16>
      %scaled = mulf %so_far, %half : tile<128x64xf32>
      %d_tile, %d_read = load_view_tko weak %d_tiles[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
      %next = mmaf %narrow, %d_tile, %scaled : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
      continue %next : tile<128x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block, %zero] : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<?x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }

  entry @one_group(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %d: tile<ptr<f16>>, %c: tile<ptr<f32>>, %rows: tile<i32>, %steps: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %d_16 = assume div_by<16>, %d : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %block, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %a_all = make_tensor_view %a_16, shape = [%rows, 64], strides = [64, 1] : tile<i32> -> tensor_view<?x64xf16, strides=[64,1]>
    %b_all = make_tensor_view %b_16, shape = [64, 512], strides = [512, 1] : tensor_view<64x512xf16, strides=[512,1]>
    %d_all = make_tensor_view %d_16, shape = [512, 64], strides = [64, 1] : tensor_view<512x64xf16, strides=[64,1]>
    %c_all = make_tensor_view %c_16, shape = [%rows, 64], strides = [64, 1] : tile<i32> -> tensor_view<?x64xf32, strides=[64,1]>
    %a_tiles = make_partition_view %a_all : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x64xf16, strides=[64,1]>>
    %b_tiles = make_partition_view %b_all : partition_view<tile=(64x64), tensor_view<64x512xf16, strides=[512,1]>>
    %d_tiles = make_partition_view %d_all : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>
    %c_tiles = make_partition_view %c_all : partition_view<tile=(64x64), tensor_view<?x64xf32, strides=[64,1]>>
    %a_tile, %a_read = load_view_tko weak %a_tiles[%block, %zero] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    %none = constant <f32: 0.0> : tile<64x64xf32>
    %half = constant <f32: 0.5> : tile<64x64xf32>
    %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%so_far = %none) -> (tile<64x64xf32>) {
      %b_tile, %b_read = load_view_tko weak %b_tiles[%zero, %i] : partition_view<tile=(64x64), tensor_view<64x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x64xf16>, token
      %first = mmaf %a_tile, %b_tile, %none : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      %narrow = ftof %first : tile<64x64xf32> -> tile<64x64xf16>
      %scaled = mulf %so_far, %half : tile<64x64xf32>
      %d_tile, %d_read = load_view_tko weak %d_tiles[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
      %next = mmaf %narrow, %d_tile, %scaled : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
}
