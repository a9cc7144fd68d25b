// RUN: run --entry alone --arg 'f16[128,160]=randint(-2,3,seed=1)' --arg 'f16[160,64]=randint(-2,3,seed=2)' --arg 'c:f32[128,64]=zeros' --arg 5 --print c
// c = [[ 15.  25.   6. ... -51.  41.  47.]
//      [-36.  29.  22. ...  13.  29.  75.]
//      [ 23.   8.  15. ... -10.  14.   9.]
//      ...
//      [-36. -49. -14. ...  29. -26.   3.]
//      [ -8. -22. -16. ...  48.  15. -23.]
//      [ -3.  28.  13. ...   4.   3.   5.]]
// RUN: run --entry alone --arg 'f16[128,160]=randint(-2,3,seed=1)' --arg 'f16[160,64]=randint(-2,3,seed=2)' --arg 'c:f32[128,64]=zeros' --arg 1 --print c
// c = [[ 14.  16.  -5. ... -10.  11.   9.]
//      [  9.   2.  11. ...   1. -13.  32.]
//      [ 14.   2.  25. ... -10. -10.   8.]
//      ...
//      [ -5.  -8.  -3. ...  11.  -2.  -9.]
//      [  4.  -1.   5. ...  12.  14.  -1.]
//      [  0.  26.  -4. ...   7.   4.   6.]]
// RUN: run --entry alone --arg 'f16[128,160]=randint(-2,3,seed=1)' --arg 'f16[160,64]=randint(-2,3,seed=2)' --arg 'c:f32[128,64]=zeros' --arg 0 --print c
// c = [[3. 3. 3. ... 3. 3. 3.]
//      [3. 3. 3. ... 3. 3. 3.]
//      [3. 3. 3. ... 3. 3. 3.]
//      ...
//      [3. 3. 3. ... 3. 3. 3.]
//      [3. 3. 3. ... 3. 3. 3.]
//      [3. 3. 3. ... 3. 3. 3.]]
// RUN: run --entry gated --arg 'f16[64,160]=randint(-2,3,seed=1)' --arg 'f16[160,64]=randint(-2,3,seed=2)' --arg 'f16[160,64]=randint(-2,3,seed=3)' --arg 'c:f32[64,64]=zeros' --arg 5 --print c
// c = [[  144.   440.   -87. ...   108. -1330.  -132.]
//      [-1794.   208.  -152. ...   -50.   312.  -216.]
//      [   80.   -15.   120. ...  -897.  -308.  -276.]
//      ...
//      [  720. -1040.  -960. ...   624.  -459.  -731.]
//      [  -18.  1222.   -63. ...  1428.   500.    42.]
//      [  -19.   336.    18. ...   682.   899.     0.]]
// RUN: run --entry gated --arg 'f16[64,160]=randint(-2,3,seed=1)' --arg 'f16[160,64]=randint(-2,3,seed=2)' --arg 'f16[160,64]=randint(-2,3,seed=3)' --arg 'c:f32[64,64]=zeros' --arg 0 --print c
// c = [[0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      ...
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]]
// RUN: run --entry apart --arg 'f16[64,160]=randint(-2,3,seed=1)' --arg 'f16[160,64]=randint(-2,3,seed=2)' --arg 'f16[64,160]=randint(-2,3,seed=3)' --arg 'f16[160,64]=randint(-2,3,seed=4)' --arg 'c:f32[64,64]=zeros' --arg 5 --print c
// c = [[  444.   154.    54. ...  2430. -1634. -1232.]
//      [-1053.   468.   703. ...  -100.   130.   936.]
//      [  320.    10.   324. ...   247.   198.   114.]
//      ...
//      [  896.  -920.  1360. ...  -208.  -297.    51.]
//      [  -18.   286.   -48. ...  1989.  -850.    56.]
//      [  418.  -208.   -30. ...  -792.  1044.    -0.]]
// RUN: run --entry apart --arg 'f16[64,160]=randint(-2,3,seed=1)' --arg 'f16[160,64]=randint(-2,3,seed=2)' --arg 'f16[64,160]=randint(-2,3,seed=3)' --arg 'f16[160,64]=randint(-2,3,seed=4)' --arg 'c:f32[64,64]=zeros' --arg 0 --print c
// c = [[0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      ...
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]]
// RUN: run --entry in_turn --arg 'f16[64,160]=randint(-2,3,seed=1)' --arg 'f16[160,64]=randint(-2,3,seed=2)' --arg 'f16[64,160]=randint(-2,3,seed=3)' --arg 'f16[160,64]=randint(-2,3,seed=4)' --arg 'c:f32[64,64]=zeros' --arg 5 --print c
// c = [[ 50.  30.  22. ... -98.  -4.  17.]
//      [-11.  45.  57. ...   1.  32.  86.]
//      [ 37.   8.  40. ... -31.  30.  26.]
//      ...
//      [ 73. -16.  98. ... -17.  25. -19.]
//      [ -6.  38.  14. ... -89.  34. -17.]
//      [ 42.   4.  30. ... -13. -64.  -9.]]
// RUN: run --entry in_turn --arg 'f16[64,160]=randint(-2,3,seed=1)' --arg 'f16[160,64]=randint(-2,3,seed=2)' --arg 'f16[64,160]=randint(-2,3,seed=3)' --arg 'f16[160,64]=randint(-2,3,seed=4)' --arg 'c:f32[64,64]=zeros' --arg 2 --print c
// c = [[ 35.  24.   3. ... -64. -15.  -6.]
//      [  4.  31.  18. ...  -6. -16.  38.]
//      [  5. -21.  37. ... -20.  -3.  40.]
//      ...
//      [-22.  10.  32. ...  15.   2.   9.]
//      [ -4.  35. -24. ... -32.  15.  17.]
//      [  6. -13.  -6. ...  25. -21. -25.]]
// RUN: run --entry tiles --arg 'bf16[64,32]=randint(-2,3,seed=1)' --arg 'bf16[160,192]=randint(-2,3,seed=2)' --arg 'c:f32[64,192]=zeros' --arg 5 --print c
// c = [[ -3.   6.   3. ...  -5. -35.   1.]
//      [ 23. -12.  27. ... -12. -19.  24.]
//      [-27.  20. -22. ... -58.  47.  25.]
//      ...
//      [-42.   6. -30. ... -61.  14. -29.]
//      [ 15. -62.   2. ...  18.  32. -36.]
//      [ 18.   0.   9. ... -33. -23. -35.]]
// RUN: run --entry computed --arg 'f16[64,160]=randint(-2,3,seed=1)' --arg 'f16[160,64]=randint(-2,3,seed=2)' --arg 'c:f32[64,64]=zeros' --arg 4 --print c
// c = [[ 14.  28. -22. ... -66.  64.  58.]
//      [-58.  20. -10. ...  12.  74. 118.]
//      [ 14.  12.  38. ...  -6.   8.  18.]
//      ...
//      [  4. -72. 134. ... -52. -32.   0.]
//      [  0.  50.   0. ... -84.  72. -14.]
//      [ -6.  26.  18. ...  50. -56.  -2.]]

// Sums of loops whose products stay in flight until the next iteration.
cuda_tile.module @products_in_flight {
  // One product in an iteration; eight warps divide its rows.
  entry @alone(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %times: tile<i32>) optimization_hints=<default = {num_worker_warps_per_cta = 8}> {
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
      %x, %x_read = load_view_tko weak %a_tiles[%zero, %i] : partition_view<tile=(128x32), tensor_view<128x160xf16, strides=[160,1]>>, tile<i32> -> tile<128x32xf16>, token
      %y, %y_read = load_view_tko weak %b_tiles[%i, %zero] : partition_view<tile=(32x64), tensor_view<160x64xf16, strides=[64,1]>>, tile<i32> -> tile<32x64xf16>, token
      %next = mmaf %x, %y, %so_far : tile<128x32xf16>, tile<32x64xf16>, tile<128x64xf32>
      continue %next : tile<128x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%zero, %zero] : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }

  // Two products in an iteration share their left operand, which is stored for each, so they are waited for.
  entry @gated(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %d: tile<ptr<f16>>, %c: tile<ptr<f32>>, %times: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %a_tensor = make_tensor_view %a_16, shape = [64, 160], strides = [160, 1] : tensor_view<64x160xf16, strides=[160,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x32), tensor_view<64x160xf16, strides=[160,1]>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %b_tensor = make_tensor_view %b_16, shape = [160, 64], strides = [64, 1] : tensor_view<160x64xf16, strides=[64,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x64), tensor_view<160x64xf16, strides=[64,1]>>
    %d_16 = assume div_by<16>, %d : tile<ptr<f16>>
    %d_tensor = make_tensor_view %d_16, shape = [160, 64], strides = [64, 1] : tensor_view<160x64xf16, strides=[64,1]>
    %d_tiles = make_partition_view %d_tensor : partition_view<tile=(32x64), tensor_view<160x64xf16, strides=[64,1]>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %c_tensor = make_tensor_view %c_16, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %none = constant <f32: 0.0> : tile<64x64xf32>
    %up, %gate = for %i in (%zero to %times, step %one) : tile<i32> iter_values(%up_so_far = %none, %gate_so_far = %none) -> (tile<64x64xf32>, tile<64x64xf32>) {
      %x, %x_read = load_view_tko weak %a_tiles[%zero, %i] : partition_view<tile=(64x32), tensor_view<64x160xf16, strides=[160,1]>>, tile<i32> -> tile<64x32xf16>, token
      %y, %y_read = load_view_tko weak %b_tiles[%i, %zero] : partition_view<tile=(32x64), tensor_view<160x64xf16, strides=[64,1]>>, tile<i32> -> tile<32x64xf16>, token
      %z, %z_read = load_view_tko weak %d_tiles[%i, %zero] : partition_view<tile=(32x64), tensor_view<160x64xf16, strides=[64,1]>>, tile<i32> -> tile<32x64xf16>, token
      %more = mmaf %x, %y, %up_so_far : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
      %gates = mmaf %x, %z, %gate_so_far : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
      continue %more, %gates : tile<64x64xf32>, tile<64x64xf32>
    }
    %product = mulf %up, %gate : tile<64x64xf32>
    %written = store_view_tko weak %product, %c_tiles[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }

  // Two products in an iteration share nothing.
  entry @apart(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %d: tile<ptr<f16>>, %e: tile<ptr<f16>>, %c: tile<ptr<f32>>, %times: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %a_tensor = make_tensor_view %a_16, shape = [64, 160], strides = [160, 1] : tensor_view<64x160xf16, strides=[160,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x32), tensor_view<64x160xf16, strides=[160,1]>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %b_tensor = make_tensor_view %b_16, shape = [160, 64], strides = [64, 1] : tensor_view<160x64xf16, strides=[64,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x64), tensor_view<160x64xf16, strides=[64,1]>>
    %d_16 = assume div_by<16>, %d : tile<ptr<f16>>
    %d_tensor = make_tensor_view %d_16, shape = [64, 160], strides = [160, 1] : tensor_view<64x160xf16, strides=[160,1]>
    %d_tiles = make_partition_view %d_tensor : partition_view<tile=(64x32), tensor_view<64x160xf16, strides=[160,1]>>
    %e_16 = assume div_by<16>, %e : tile<ptr<f16>>
    %e_tensor = make_tensor_view %e_16, shape = [160, 64], strides = [64, 1] : tensor_view<160x64xf16, strides=[64,1]>
    %e_tiles = make_partition_view %e_tensor : partition_view<tile=(32x64), tensor_view<160x64xf16, strides=[64,1]>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %c_tensor = make_tensor_view %c_16, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %none = constant <f32: 0.0> : tile<64x64xf32>
    %up, %gate = for %i in (%zero to %times, step %one) : tile<i32> iter_values(%up_so_far = %none, %gate_so_far = %none) -> (tile<64x64xf32>, tile<64x64xf32>) {
      %x, %x_read = load_view_tko weak %a_tiles[%zero, %i] : partition_view<tile=(64x32), tensor_view<64x160xf16, strides=[160,1]>>, tile<i32> -> tile<64x32xf16>, token
      %y, %y_read = load_view_tko weak %b_tiles[%i, %zero] : partition_view<tile=(32x64), tensor_view<160x64xf16, strides=[64,1]>>, tile<i32> -> tile<32x64xf16>, token
      %u, %u_read = load_view_tko weak %d_tiles[%zero, %i] : partition_view<tile=(64x32), tensor_view<64x160xf16, strides=[160,1]>>, tile<i32> -> tile<64x32xf16>, token
      %v, %v_read = load_view_tko weak %e_tiles[%i, %zero] : partition_view<tile=(32x64), tensor_view<160x64xf16, strides=[64,1]>>, tile<i32> -> tile<32x64xf16>, token
      %more = mmaf %x, %y, %up_so_far : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
      %gates = mmaf %u, %v, %gate_so_far : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
      continue %more, %gates : tile<64x64xf32>, tile<64x64xf32>
    }
    %product = mulf %up, %gate : tile<64x64xf32>
    %written = store_view_tko weak %product, %c_tiles[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }

  // Two products in an iteration add to one sum.
  entry @in_turn(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %d: tile<ptr<f16>>, %e: tile<ptr<f16>>, %c: tile<ptr<f32>>, %times: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %a_tensor = make_tensor_view %a_16, shape = [64, 160], strides = [160, 1] : tensor_view<64x160xf16, strides=[160,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x32), tensor_view<64x160xf16, strides=[160,1]>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %b_tensor = make_tensor_view %b_16, shape = [160, 64], strides = [64, 1] : tensor_view<160x64xf16, strides=[64,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x64), tensor_view<160x64xf16, strides=[64,1]>>
    %d_16 = assume div_by<16>, %d : tile<ptr<f16>>
    %d_tensor = make_tensor_view %d_16, shape = [64, 160], strides = [160, 1] : tensor_view<64x160xf16, strides=[160,1]>
    %d_tiles = make_partition_view %d_tensor : partition_view<tile=(64x32), tensor_view<64x160xf16, strides=[160,1]>>
    %e_16 = assume div_by<16>, %e : tile<ptr<f16>>
    %e_tensor = make_tensor_view %e_16, shape = [160, 64], strides = [64, 1] : tensor_view<160x64xf16, strides=[64,1]>
    %e_tiles = make_partition_view %e_tensor : partition_view<tile=(32x64), tensor_view<160x64xf16, strides=[64,1]>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %c_tensor = make_tensor_view %c_16, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %none = constant <f32: 1.0> : tile<64x64xf32>
    %sum = for %i in (%zero to %times, step %one) : tile<i32> iter_values(%so_far = %none) -> (tile<64x64xf32>) {
      %x, %x_read = load_view_tko weak %a_tiles[%zero, %i] : partition_view<tile=(64x32), tensor_view<64x160xf16, strides=[160,1]>>, tile<i32> -> tile<64x32xf16>, token
      %y, %y_read = load_view_tko weak %b_tiles[%i, %zero] : partition_view<tile=(32x64), tensor_view<160x64xf16, strides=[64,1]>>, tile<i32> -> tile<32x64xf16>, token
      %u, %u_read = load_view_tko weak %d_tiles[%zero, %i] : partition_view<tile=(64x32), tensor_view<64x160xf16, strides=[160,1]>>, tile<i32> -> tile<64x32xf16>, token
      %v, %v_read = load_view_tko weak %e_tiles[%i, %zero] : partition_view<tile=(32x64), tensor_view<160x64xf16, strides=[64,1]>>, tile<i32> -> tile<32x64xf16>, token
      %half = mmaf %x, %y, %so_far : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
      %whole = mmaf %u, %v, %half : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
      continue %whole : tile<64x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }

  // A left operand from outside, and a loop in a loop: the sum of a tile is stored before the next tile begins.
  entry @tiles(%a: tile<ptr<bf16>>, %b: tile<ptr<bf16>>, %c: tile<ptr<f32>>, %times: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<bf16>>
    %a_tensor = make_tensor_view %a_16, shape = [64, 32], strides = [32, 1] : tensor_view<64x32xbf16, strides=[32,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x32), tensor_view<64x32xbf16, strides=[32,1]>>
    %b_16 = assume div_by<16>, %b : tile<ptr<bf16>>
    %b_tensor = make_tensor_view %b_16, shape = [160, 192], strides = [192, 1] : tensor_view<160x192xbf16, strides=[192,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x64), tensor_view<160x192xbf16, strides=[192,1]>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %c_tensor = make_tensor_view %c_16, shape = [64, 192], strides = [192, 1] : tensor_view<64x192xf32, strides=[192,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x64), tensor_view<64x192xf32, strides=[192,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %none = constant <f32: 0.0> : tile<64x64xf32>
    %x, %x_read = load_view_tko weak %a_tiles[%zero, %zero] : partition_view<tile=(64x32), tensor_view<64x32xbf16, strides=[32,1]>>, tile<i32> -> tile<64x32xbf16>, token
    for %j in (%zero to %three, step %one) : tile<i32> {
      %sum = for %i in (%zero to %times, step %one) : tile<i32> iter_values(%so_far = %none) -> (tile<64x64xf32>) {
        %y, %y_read = load_view_tko weak %b_tiles[%i, %j] : partition_view<tile=(32x64), tensor_view<160x192xbf16, strides=[192,1]>>, tile<i32> -> tile<32x64xbf16>, token
        %next = mmaf %x, %y, %so_far : tile<64x32xbf16>, tile<32x64xbf16>, tile<64x64xf32>
        continue %next : tile<64x64xf32>
      }
      %written = store_view_tko weak %sum, %c_tiles[%zero, %j] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x192xf32, strides=[192,1]>>, tile<i32> -> token
      continue
    }
    return
  }

  // The right operand is computed, and stored in the same buffer in each iteration: the product is waited for there.
  entry @computed(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %times: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %a_tensor = make_tensor_view %a_16, shape = [64, 160], strides = [160, 1] : tensor_view<64x160xf16, strides=[160,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x32), tensor_view<64x160xf16, strides=[160,1]>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %b_tensor = make_tensor_view %b_16, shape = [160, 64], strides = [64, 1] : tensor_view<160x64xf16, strides=[64,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x64), tensor_view<160x64xf16, strides=[64,1]>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %c_tensor = make_tensor_view %c_16, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %none = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%zero to %times, step %one) : tile<i32> iter_values(%so_far = %none) -> (tile<64x64xf32>) {
      %x, %x_read = load_view_tko weak %a_tiles[%zero, %i] : partition_view<tile=(64x32), tensor_view<64x160xf16, strides=[160,1]>>, tile<i32> -> tile<64x32xf16>, token
      %y, %y_read = load_view_tko weak %b_tiles[%i, %zero] : partition_view<tile=(32x64), tensor_view<160x64xf16, strides=[64,1]>>, tile<i32> -> tile<32x64xf16>, token
      %twice = addf %y, %y : tile<32x64xf16>
      %next = mmaf %x, %twice, %so_far : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
}
