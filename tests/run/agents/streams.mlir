// RUN: run --entry softmax --grid 3 --arg 'f32[5,4000]=randint(-6,7,seed=1)' --arg 'y:f32[5,4000]=zeros' --arg 5 --arg 4000 --arg 4000 --print y
// y = [[9.99195618e-05 6.73252771e-07 1.83009070e-06 ... 2.47675843e-07
//       2.00693822e-03 7.38311326e-04]
//      [1.90853484e-06 5.18793559e-06 9.50203543e-08 ... 1.41022711e-05
//       2.83251691e-04 1.28596067e-08]
//      [6.60051057e-07 2.42819198e-07 3.28620047e-08 ... 1.32574796e-05
//       3.28620047e-08 2.66283605e-04]
//      [1.28722775e-08 9.51139825e-08 1.04305138e-04 ... 3.49904781e-08
//       2.83530768e-04 7.02802538e-07]
//      [3.95184543e-05 3.95184543e-05 9.79564518e-08 ... 2.92004057e-04
//       1.32569644e-08 1.32569644e-08]]
// RUN: run --entry softmax --grid 4 --arg 'f32[3,4096]=randint(-6,7,seed=2)' --arg 'y:f32[3,4096]=zeros' --arg 3 --arg 4096 --arg 4096 --print y
// y = [[2.4667645e-07 7.3533214e-04 6.7053605e-07 ... 1.8227061e-06
//       6.7053605e-07 4.9546288e-06]
//      [8.7666102e-08 3.5367029e-05 1.9309743e-03 ... 1.9309743e-03
//       6.4776970e-07 7.1036577e-04]
//      [3.6762788e-08 2.9789197e-04 2.7164231e-07 ... 2.2011404e-03
//       2.0071802e-06 3.6762788e-08]]
// RUN: run --entry softmax_8192 --grid 1 --arg 'f32[3,8000]=randint(-6,7,seed=3)' --arg 'y:f32[3,8000]=zeros' --arg 3 --arg 8000 --arg 8000 --print y
// y = [[1.3328120e-04 8.9804166e-07 8.9804166e-07 ... 1.8037648e-05
//       3.3037105e-07 1.6448206e-08]
//      [4.6126278e-08 9.2647105e-07 5.0583603e-05 ... 1.6968910e-08
//       4.6126278e-08 1.0159989e-03]
//      [3.4483560e-07 1.2685793e-07 1.8827388e-05 ... 2.5480099e-06
//       9.3736037e-07 1.0279404e-03]]
// RUN: run --entry softmax_half --grid 2 --arg 'bf16[4,4000]=randint(-6,7,seed=4)' --arg 'y:bf16[4,4000]=zeros' --arg 4 --arg 4000 --arg 4000 --print y
// y = [[1.269e-08 2.804e-04 9.406e-08 ... 2.804e-04 3.791e-05 3.791e-05]
//      [3.529e-05 3.529e-05 3.213e-08 ... 2.613e-04 3.213e-08 1.299e-05]
//      [2.728e-04 6.743e-07 1.234e-08 ... 1.001e-04 9.127e-08 4.977e-06]
//      [7.362e-04 2.477e-07 9.966e-05 ... 2.477e-07 6.706e-07 7.362e-04]]
// RUN: run --entry softmax_half_8192 --grid 1 --arg 'bf16[5,8192]=randint(-6,7,seed=5)' --arg 'y:bf16[5,8192]=zeros' --arg 5 --arg 8192 --arg 8192 --print y
// y = [[8.680e-07 2.354e-06 1.287e-04 ... 6.407e-06 4.745e-05 1.287e-04]
//      [1.345e-04 9.918e-04 3.643e-04 ... 4.494e-08 2.459e-06 9.918e-04]
//      [5.198e-05 4.726e-08 3.834e-04 ... 1.411e-04 1.045e-03 4.726e-08]
//      [6.199e-09 1.848e-05 9.201e-07 ... 3.719e-04 3.719e-04 1.007e-03]
//      [1.836e-05 1.239e-07 6.765e-06 ... 1.239e-07 6.170e-09 1.239e-07]]
// RUN: run --entry residual_norm --grid 2 --arg 'f16[6,2000]=randint(-3,4,seed=6)' --arg 'f16[6,2000]=randint(-3,4,seed=7)' --arg 'f32[2000]=randint(-3,4,seed=8)' --arg 'y:f16[6,2000]=zeros' --arg 6 --arg 2000 --arg 2000 --print y
// y = [[-0.0717   -0.0478    0.0478   ... -0.01593   0.007965 -0.07965 ]
//      [-0.02359  -0.0708    0.02359  ...  0.04718  -0.        0.      ]
//      [ 0.       -0.0951   -0.04755  ... -0.01584  -0.02377  -0.01584 ]
//      [ 0.02321   0.04642  -0.02321  ...  0.0774    0.00774  -0.06192 ]
//      [-0.1428   -0.0238    0.       ... -0.0476    0.01587   0.0635  ]
//      [-0.07184   0.        0.04788  ...  0.06384  -0.02394  -0.06384 ]]
// RUN: run --entry columns --grid 3 --arg 'f32[70,200]=randint(-9,10,seed=9)' --arg 'f32[70,200]=randint(-9,10,seed=10)' --arg 'y:f32[70,200]=zeros' --arg 70 --arg 200 --arg 200 --print y
// y = [[ 36.   0. -18. ...  18. -40.  45.]
//      [ 14.   5. -45. ...   7.  63.   0.]
//      [ 14.  -9. -64. ... -63.  -8.   1.]
//      ...
//      [  6.  -9.  40. ...   2. -28.  -5.]
//      [-45.  10.  -5. ... -21.  20. -48.]
//      [-24.   0.  10. ...  63.  15.  -2.]]
// RUN: run --entry columns --grid 3 --arg 'f32[70,200]=randint(-9,10,seed=9)' --arg 'f32[70,200]=randint(-9,10,seed=10)' --arg 'y:f32[70,200]=zeros' --arg 70 --arg 0 --arg 200 --print y
// y = [[0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      ...
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]]
// RUN: run --entry two_passes --grid 2 --arg 'f32[20,600]=randint(-9,10,seed=11)' --arg 'y:f32[20,600]=zeros' --arg 20 --arg 600 --arg 600 --print y
// y = [[  47.   56.   51. ...   61.   60.   52.]
//      [ -90. -104.  -93. ... -101.  -91. -104.]
//      [-216. -217. -206. ... -207. -206. -219.]
//      ...
//      [  59.   56.   63. ...   63.   65.   60.]
//      [ -54.  -53.  -47. ...  -54.  -49.  -58.]
//      [ 244.  248.  239. ...  247.  241.  236.]]
// RUN: run --entry until --grid 1 --arg 'f32[9,1024]=randint(-9,10,seed=12)' --arg 'y:f32[9,1024]=zeros' --arg 9 --arg 1024 --arg 1024 --arg 7 --print y
// y = [[  8.   8.  -2. ... -16.  14.   0.]
//      [  0.  10.   0. ... -16.  -2.   8.]
//      [-10.  14.  -8. ... -14.  10.  14.]
//      ...
//      [ 10. -12.   6. ... -18.  14.  12.]
//      [  0.   0.   0. ...   0.   0.   0.]
//      [  0.   0.   0. ...   0.   0.   0.]]
// RUN: run --entry every_other --grid 2 --arg 'f32[9,1024]=randint(-9,10,seed=13)' --arg 'y:f32[9,1024]=zeros' --arg 9 --arg 1024 --arg 1024 --print y
// y = [[ -4.   0.  14. ... -18.  16.  -4.]
//      [  8.   8.  18. ...  -6. -18.  18.]
//      [  0.   0.   0. ...   0.   0.   0.]
//      ...
//      [  0.   0.   0. ...   0.   0.   0.]
//      [  0.   0.   0. ...   0.   0.   0.]
//      [-18.  10.  -8. ...  10.  10. -12.]]
// RUN: run --entry in_place --grid 2 --arg 'y:f32[9,1024]=randint(-9,10,seed=14)' --arg 9 --arg 1024 --arg 1024 --print y
// y = [[ 4. 16.  1. ...  0. 36. 25.]
//      [36. 25. 25. ...  1.  1. 49.]
//      [49.  0.  9. ... 49.  4.  9.]
//      ...
//      [25. 64. 49. ... 25. 25. 81.]
//      [ 9. 81.  4. ... 36.  9.  4.]
//      [36. 64. 49. ... 49.  1.  9.]]
// RUN: run --entry transposed --grid 1 --arg 'f16[128,128]=randint(-9,10,seed=15)' --arg 'y:f32[128]=zeros' --arg 128 --arg 128 --print y
// y = [ -89.   29.   19.  -35.   33.  -75.   22.   52.   16.  -25.   81.   78.
//       -41.  -18. -102.  -12.  -72.   -8.  -19.   74.    2.  127.    3.  -77.
//        71.  -33.  -43.  -13.   28. -141.    5. -195.   45.    8.  -31.   -7.
//       -60.   18.   25.  -52.  -46.  -11.  -18.   53.  -70.  128.  151.  -23.
//        21.  -23.   18.  -55.  134.  115.   -2.    7.  -59.   -2.   55.  158.
//        25.  -24. -165.   53.  -31.  136.    0.   33. -114.  -53.    6.  -44.
//        14.  -35.    8.  101.  -15.   58.   43.   58.   69.   15. -103.  -52.
//       -87.  -43.  144.   81.  -86.    3.  -50.  -99. -118.  -86.   32.   34.
//       -46.  -42. -157.    8.  -87.   -1.   -4.   37.  -99.   14.   60.   22.
//       -14.   29. -118. -107.   22.  -17.   74.   29.   46.  -19.   14.   61.
//      -115.   10.   98.   75.  -32.  -10.  -82.  -66.]
// RUN: run --entry softmax_padded --grid 2 --arg 'f32[3,4000]=randint(-9,-1,seed=16)' --arg 'y:f32[3,4000]=zeros' --arg 3 --arg 4000 --arg 4000 --print y
// y = [[1.1976113e-03 1.0920802e-06 1.1976113e-03 ... 1.1976113e-03
//       5.9625556e-05 1.1976113e-03]
//      [1.1056062e-06 3.0053493e-06 6.0364051e-05 ... 4.4603337e-04
//       3.0053493e-06 1.1056062e-06]
//      [8.7571743e-06 8.7571743e-06 8.7571743e-06 ... 1.1851547e-06
//       8.7571743e-06 6.4707252e-05]]
// RUN: run --entry below_least --grid 3 --arg 'f32[70,200]=randint(2,10,seed=17)' --arg 'y:f32[70,200]=zeros' --arg 70 --arg 200 --arg 200 --print y
// y = [[1. 7. 3. ... 0. 4. 5.]
//      [6. 3. 0. ... 4. 3. 6.]
//      [7. 5. 1. ... 4. 6. 6.]
//      ...
//      [3. 3. 6. ... 2. 4. 1.]
//      [5. 7. 7. ... 6. 7. 0.]
//      [4. 4. 6. ... 6. 1. 0.]]
// RUN: run --entry lowest --grid 1 --arg 'f32[9,1000]=randint(2,10,seed=18)' --arg 'y:f32[9,1000]=zeros' --arg 9 --arg 1000 --arg 1000 --print y
// y = [[3. 3. 2. ... 2. 2. 2.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      ...
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]]
//
// Programs without products whose agent `load` copies tiles some iterations ahead, each into a stage that `compute` loads and releases:
// persistent loops over rows, tiles of two inputs, loops without iterations, loops one after the other, a `loop`, a branch.

cuda_tile.module @streams {
  entry @softmax(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>, %rows: tile<i32>, %cols: tile<i32>, %stride: tile<i32>) {
    %x_16 = assume div_by<16>, %x : tile<ptr<f32>>
    %y_16 = assume div_by<16>, %y : tile<ptr<f32>>
    %stride_16 = assume div_by<16>, %stride : tile<i32>
    %cols_16 = assume div_by<16>, %cols : tile<i32>
    %first, %block_y, %block_z = get_tile_block_id : tile<i32>
    %blocks, %blocks_y, %blocks_z = get_num_tile_blocks : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %x_tensor = make_tensor_view %x_16, shape = [%rows, %cols_16], strides = [%stride_16, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %x_tiles = make_partition_view %x_tensor : partition_view<tile=(1x4096), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %y_tensor = make_tensor_view %y_16, shape = [%rows, %cols_16], strides = [%stride_16, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %y_tiles = make_partition_view %y_tensor : partition_view<tile=(1x4096), tensor_view<?x?xf32, strides=[?,1]>>
    %columns = iota : tile<4096xi32>
    %columns_1 = reshape %columns : tile<4096xi32> -> tile<1x4096xi32>
    %end_1 = reshape %cols : tile<i32> -> tile<1x1xi32>
    %end = broadcast %end_1 : tile<1x1xi32> -> tile<1x4096xi32>
    %inside = cmpi less_than %columns_1, %end, signed : tile<1x4096xi32> -> tile<1x4096xi1>
    %none = constant <f32: 0xFF800000> : tile<1x4096xf32>
    for %row in (%first to %rows, step %blocks) : tile<i32> {
      %x_tile, %x_read = load_view_tko weak %x_tiles[%row, %zero] : partition_view<tile=(1x4096), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<1x4096xf32>, token
      %known = select %inside, %x_tile, %none : tile<1x4096xi1>, tile<1x4096xf32>
      %largest = reduce %known dim=1 identities=[0xFF800000 : f32] : tile<1x4096xf32> -> tile<1xf32> (%element: tile<f32>, %so_far: tile<f32>) {
        %folded = maxf %element, %so_far : tile<f32>
        yield %folded : tile<f32>
      }
      %largest_1 = reshape %largest : tile<1xf32> -> tile<1x1xf32>
      %largest_all = broadcast %largest_1 : tile<1x1xf32> -> tile<1x4096xf32>
      %below = subf %known, %largest_all : tile<1x4096xf32>
      %powers = exp %below : tile<1x4096xf32>
      %sum = reduce %powers dim=1 identities=[0.0 : f32] : tile<1x4096xf32> -> tile<1xf32> (%element: tile<f32>, %so_far: tile<f32>) {
        %folded = addf %element, %so_far : tile<f32>
        yield %folded : tile<f32>
      }
      %sum_1 = reshape %sum : tile<1xf32> -> tile<1x1xf32>
      %sum_all = broadcast %sum_1 : tile<1x1xf32> -> tile<1x4096xf32>
      %result = divf %powers, %sum_all : tile<1x4096xf32>
      %written = store_view_tko weak %result, %y_tiles[%row, %zero] : tile<1x4096xf32>, partition_view<tile=(1x4096), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    }
    return
  }
  entry @softmax_8192(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>, %rows: tile<i32>, %cols: tile<i32>, %stride: tile<i32>) {
    %x_16 = assume div_by<16>, %x : tile<ptr<f32>>
    %y_16 = assume div_by<16>, %y : tile<ptr<f32>>
    %stride_16 = assume div_by<16>, %stride : tile<i32>
    %cols_16 = assume div_by<16>, %cols : tile<i32>
    %first, %block_y, %block_z = get_tile_block_id : tile<i32>
    %blocks, %blocks_y, %blocks_z = get_num_tile_blocks : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %x_tensor = make_tensor_view %x_16, shape = [%rows, %cols_16], strides = [%stride_16, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %x_tiles = make_partition_view %x_tensor : partition_view<tile=(1x8192), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %y_tensor = make_tensor_view %y_16, shape = [%rows, %cols_16], strides = [%stride_16, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %y_tiles = make_partition_view %y_tensor : partition_view<tile=(1x8192), tensor_view<?x?xf32, strides=[?,1]>>
    %columns = iota : tile<8192xi32>
    %columns_1 = reshape %columns : tile<8192xi32> -> tile<1x8192xi32>
    %end_1 = reshape %cols : tile<i32> -> tile<1x1xi32>
    %end = broadcast %end_1 : tile<1x1xi32> -> tile<1x8192xi32>
    %inside = cmpi less_than %columns_1, %end, signed : tile<1x8192xi32> -> tile<1x8192xi1>
    %none = constant <f32: 0xFF800000> : tile<1x8192xf32>
    for %row in (%first to %rows, step %blocks) : tile<i32> {
      %x_tile, %x_read = load_view_tko weak %x_tiles[%row, %zero] : partition_view<tile=(1x8192), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<1x8192xf32>, token
      %known = select %inside, %x_tile, %none : tile<1x8192xi1>, tile<1x8192xf32>
      %largest = reduce %known dim=1 identities=[0xFF800000 : f32] : tile<1x8192xf32> -> tile<1xf32> (%element: tile<f32>, %so_far: tile<f32>) {
        %folded = maxf %element, %so_far : tile<f32>
        yield %folded : tile<f32>
      }
      %largest_1 = reshape %largest : tile<1xf32> -> tile<1x1xf32>
      %largest_all = broadcast %largest_1 : tile<1x1xf32> -> tile<1x8192xf32>
      %below = subf %known, %largest_all : tile<1x8192xf32>
      %powers = exp %below : tile<1x8192xf32>
      %sum = reduce %powers dim=1 identities=[0.0 : f32] : tile<1x8192xf32> -> tile<1xf32> (%element: tile<f32>, %so_far: tile<f32>) {
        %folded = addf %element, %so_far : tile<f32>
        yield %folded : tile<f32>
      }
      %sum_1 = reshape %sum : tile<1xf32> -> tile<1x1xf32>
      %sum_all = broadcast %sum_1 : tile<1x1xf32> -> tile<1x8192xf32>
      %result = divf %powers, %sum_all : tile<1x8192xf32>
      %written = store_view_tko weak %result, %y_tiles[%row, %zero] : tile<1x8192xf32>, partition_view<tile=(1x8192), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    }
    return
  }
  entry @softmax_half(%x: tile<ptr<bf16>>, %y: tile<ptr<bf16>>, %rows: tile<i32>, %cols: tile<i32>, %stride: tile<i32>) {
    %x_16 = assume div_by<16>, %x : tile<ptr<bf16>>
    %y_16 = assume div_by<16>, %y : tile<ptr<bf16>>
    %stride_16 = assume div_by<16>, %stride : tile<i32>
    %cols_16 = assume div_by<16>, %cols : tile<i32>
    %first, %block_y, %block_z = get_tile_block_id : tile<i32>
    %blocks, %blocks_y, %blocks_z = get_num_tile_blocks : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %x_tensor = make_tensor_view %x_16, shape = [%rows, %cols_16], strides = [%stride_16, 1] : tile<i32> -> tensor_view<?x?xbf16, strides=[?,1]>
    %x_tiles = make_partition_view %x_tensor : partition_view<tile=(1x4096), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>>
    %y_tensor = make_tensor_view %y_16, shape = [%rows, %cols_16], strides = [%stride_16, 1] : tile<i32> -> tensor_view<?x?xbf16, strides=[?,1]>
    %y_tiles = make_partition_view %y_tensor : partition_view<tile=(1x4096), tensor_view<?x?xbf16, strides=[?,1]>>
    %columns = iota : tile<4096xi32>
    %columns_1 = reshape %columns : tile<4096xi32> -> tile<1x4096xi32>
    %end_1 = reshape %cols : tile<i32> -> tile<1x1xi32>
    %end = broadcast %end_1 : tile<1x1xi32> -> tile<1x4096xi32>
    %inside = cmpi less_than %columns_1, %end, signed : tile<1x4096xi32> -> tile<1x4096xi1>
    %none = constant <f32: 0xFF800000> : tile<1x4096xf32>
    for %row in (%first to %rows, step %blocks) : tile<i32> {
      %x_tile, %x_read = load_view_tko weak %x_tiles[%row, %zero] : partition_view<tile=(1x4096), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>>, tile<i32> -> tile<1x4096xbf16>, token
      %x_f32 = ftof %x_tile : tile<1x4096xbf16> -> tile<1x4096xf32>
      %known = select %inside, %x_f32, %none : tile<1x4096xi1>, tile<1x4096xf32>
      %largest = reduce %known dim=1 identities=[0xFF800000 : f32] : tile<1x4096xf32> -> tile<1xf32> (%element: tile<f32>, %so_far: tile<f32>) {
        %folded = maxf %element, %so_far : tile<f32>
        yield %folded : tile<f32>
      }
      %largest_1 = reshape %largest : tile<1xf32> -> tile<1x1xf32>
      %largest_all = broadcast %largest_1 : tile<1x1xf32> -> tile<1x4096xf32>
      %below = subf %known, %largest_all : tile<1x4096xf32>
      %powers = exp %below : tile<1x4096xf32>
      %sum = reduce %powers dim=1 identities=[0.0 : f32] : tile<1x4096xf32> -> tile<1xf32> (%element: tile<f32>, %so_far: tile<f32>) {
        %folded = addf %element, %so_far : tile<f32>
        yield %folded : tile<f32>
      }
      %sum_1 = reshape %sum : tile<1xf32> -> tile<1x1xf32>
      %sum_all = broadcast %sum_1 : tile<1x1xf32> -> tile<1x4096xf32>
      %result = divf %powers, %sum_all : tile<1x4096xf32>
      %narrow = ftof %result : tile<1x4096xf32> -> tile<1x4096xbf16>
      %written = store_view_tko weak %narrow, %y_tiles[%row, %zero] : tile<1x4096xbf16>, partition_view<tile=(1x4096), tensor_view<?x?xbf16, strides=[?,1]>>, tile<i32> -> token
    }
    return
  }
  entry @softmax_half_8192(%x: tile<ptr<bf16>>, %y: tile<ptr<bf16>>, %rows: tile<i32>, %cols: tile<i32>, %stride: tile<i32>) {
    %x_16 = assume div_by<16>, %x : tile<ptr<bf16>>
    %y_16 = assume div_by<16>, %y : tile<ptr<bf16>>
    %stride_16 = assume div_by<16>, %stride : tile<i32>
    %cols_16 = assume div_by<16>, %cols : tile<i32>
    %first, %block_y, %block_z = get_tile_block_id : tile<i32>
    %blocks, %blocks_y, %blocks_z = get_num_tile_blocks : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %x_tensor = make_tensor_view %x_16, shape = [%rows, %cols_16], strides = [%stride_16, 1] : tile<i32> -> tensor_view<?x?xbf16, strides=[?,1]>
    %x_tiles = make_partition_view %x_tensor : partition_view<tile=(1x8192), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>>
    %y_tensor = make_tensor_view %y_16, shape = [%rows, %cols_16], strides = [%stride_16, 1] : tile<i32> -> tensor_view<?x?xbf16, strides=[?,1]>
    %y_tiles = make_partition_view %y_tensor : partition_view<tile=(1x8192), tensor_view<?x?xbf16, strides=[?,1]>>
    %columns = iota : tile<8192xi32>
    %columns_1 = reshape %columns : tile<8192xi32> -> tile<1x8192xi32>
    %end_1 = reshape %cols : tile<i32> -> tile<1x1xi32>
    %end = broadcast %end_1 : tile<1x1xi32> -> tile<1x8192xi32>
    %inside = cmpi less_than %columns_1, %end, signed : tile<1x8192xi32> -> tile<1x8192xi1>
    %none = constant <f32: 0xFF800000> : tile<1x8192xf32>
    for %row in (%first to %rows, step %blocks) : tile<i32> {
      %x_tile, %x_read = load_view_tko weak %x_tiles[%row, %zero] : partition_view<tile=(1x8192), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>>, tile<i32> -> tile<1x8192xbf16>, token
      %x_f32 = ftof %x_tile : tile<1x8192xbf16> -> tile<1x8192xf32>
      %known = select %inside, %x_f32, %none : tile<1x8192xi1>, tile<1x8192xf32>
      %largest = reduce %known dim=1 identities=[0xFF800000 : f32] : tile<1x8192xf32> -> tile<1xf32> (%element: tile<f32>, %so_far: tile<f32>) {
        %folded = maxf %element, %so_far : tile<f32>
        yield %folded : tile<f32>
      }
      %largest_1 = reshape %largest : tile<1xf32> -> tile<1x1xf32>
      %largest_all = broadcast %largest_1 : tile<1x1xf32> -> tile<1x8192xf32>
      %below = subf %known, %largest_all : tile<1x8192xf32>
      %powers = exp %below : tile<1x8192xf32>
      %sum = reduce %powers dim=1 identities=[0.0 : f32] : tile<1x8192xf32> -> tile<1xf32> (%element: tile<f32>, %so_far: tile<f32>) {
        %folded = addf %element, %so_far : tile<f32>
        yield %folded : tile<f32>
      }
      %sum_1 = reshape %sum : tile<1xf32> -> tile<1x1xf32>
      %sum_all = broadcast %sum_1 : tile<1x1xf32> -> tile<1x8192xf32>
      %result = divf %powers, %sum_all : tile<1x8192xf32>
      %narrow = ftof %result : tile<1x8192xf32> -> tile<1x8192xbf16>
      %written = store_view_tko weak %narrow, %y_tiles[%row, %zero] : tile<1x8192xbf16>, partition_view<tile=(1x8192), tensor_view<?x?xbf16, strides=[?,1]>>, tile<i32> -> token
    }
    return
  }
  // A row and another one that is added to it; the weights of columns are loaded once.
  entry @residual_norm(%x: tile<ptr<f16>>, %r: tile<ptr<f16>>, %w: tile<ptr<f32>>, %y: tile<ptr<f16>>, %rows: tile<i32>, %cols: tile<i32>, %stride: tile<i32>) {
    %stride_16 = assume div_by<8>, %stride : tile<i32>
    %cols_16 = assume div_by<8>, %cols : tile<i32>
    %first, %block_y, %block_z = get_tile_block_id : tile<i32>
    %blocks, %blocks_y, %blocks_z = get_num_tile_blocks : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %x_16 = assume div_by<16>, %x : tile<ptr<f16>>
    %x_tensor = make_tensor_view %x_16, shape = [%rows, %cols_16], strides = [%stride_16, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %x_tiles = make_partition_view %x_tensor : partition_view<tile=(1x2048), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %r_16 = assume div_by<16>, %r : tile<ptr<f16>>
    %r_tensor = make_tensor_view %r_16, shape = [%rows, %cols_16], strides = [%stride_16, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %r_tiles = make_partition_view %r_tensor : partition_view<tile=(1x2048), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %w_16 = assume div_by<16>, %w : tile<ptr<f32>>
    %w_tensor = make_tensor_view %w_16, shape = [%one, %cols_16], strides = [%stride_16, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %w_tiles = make_partition_view %w_tensor : partition_view<tile=(1x2048), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %y_16 = assume div_by<16>, %y : tile<ptr<f16>>
    %y_tensor = make_tensor_view %y_16, shape = [%rows, %cols_16], strides = [%stride_16, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %y_tiles = make_partition_view %y_tensor : partition_view<tile=(1x2048), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %w_tile, %w_read = load_view_tko weak %w_tiles[%zero, %zero] : partition_view<tile=(1x2048), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<1x2048xf32>, token
    %small = constant <f32: 0.5> : tile<1x1xf32>
    for %row in (%first to %rows, step %blocks) : tile<i32> {
      %x_tile, %x_read = load_view_tko weak %x_tiles[%row, %zero] : partition_view<tile=(1x2048), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<1x2048xf16>, token
      %r_tile, %r_read = load_view_tko weak %r_tiles[%row, %zero] : partition_view<tile=(1x2048), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<1x2048xf16>, token
      %x_f32 = ftof %x_tile : tile<1x2048xf16> -> tile<1x2048xf32>
      %r_f32 = ftof %r_tile : tile<1x2048xf16> -> tile<1x2048xf32>
      %both = addf %x_f32, %r_f32 : tile<1x2048xf32>
      %squares = mulf %both, %both : tile<1x2048xf32>
      %sum = reduce %squares dim=1 identities=[0.0 : f32] : tile<1x2048xf32> -> tile<1xf32> (%element: tile<f32>, %so_far: tile<f32>) {
        %folded = addf %element, %so_far : tile<f32>
        yield %folded : tile<f32>
      }
      %sum_1 = reshape %sum : tile<1xf32> -> tile<1x1xf32>
      %moved = addf %sum_1, %small : tile<1x1xf32>
      %root = rsqrt %moved : tile<1x1xf32>
      %root_all = broadcast %root : tile<1x1xf32> -> tile<1x2048xf32>
      %normed = mulf %both, %root_all : tile<1x2048xf32>
      %weighted = mulf %normed, %w_tile : tile<1x2048xf32>
      %narrow = ftof %weighted : tile<1x2048xf32> -> tile<1x2048xf16>
      %written = store_view_tko weak %narrow, %y_tiles[%row, %zero] : tile<1x2048xf16>, partition_view<tile=(1x2048), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
    }
    return
  }
  // Tiles of both inputs along a row of tiles.
  entry @columns(%a: tile<ptr<f32>>, %b: tile<ptr<f32>>, %y: tile<ptr<f32>>, %rows: tile<i32>, %cols: tile<i32>, %stride: tile<i32>) {
    %stride_16 = assume div_by<8>, %stride : tile<i32>
    %cols_16 = assume div_by<8>, %cols : tile<i32>
    %first, %block_y, %block_z = get_tile_block_id : tile<i32>
    %blocks, %blocks_y, %blocks_z = get_num_tile_blocks : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %a_16 = assume div_by<16>, %a : tile<ptr<f32>>
    %a_tensor = make_tensor_view %a_16, shape = [%rows, %cols_16], strides = [%stride_16, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f32>>
    %b_tensor = make_tensor_view %b_16, shape = [%rows, %cols_16], strides = [%stride_16, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %y_16 = assume div_by<16>, %y : tile<ptr<f32>>
    %y_tensor = make_tensor_view %y_16, shape = [%rows, %cols_16], strides = [%stride_16, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %y_tiles = make_partition_view %y_tensor : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %col_tiles = get_index_space_shape %a_tiles : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>> -> tile<i32>
    for %i in (%zero to %col_tiles, step %one) : tile<i32> {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%first, %i] : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<32x64xf32>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%first, %i] : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<32x64xf32>, token
      %product = mulf %a_tile, %b_tile : tile<32x64xf32>
      %sum = addf %product, %a_tile : tile<32x64xf32>
      %written = store_view_tko weak %sum, %y_tiles[%first, %i] : tile<32x64xf32>, partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    }
    return
  }
  // Each row of tiles is loaded twice, in loops one after the other, which share a pipeline.
  entry @two_passes(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>, %rows: tile<i32>, %cols: tile<i32>, %stride: tile<i32>) {
    %stride_16 = assume div_by<8>, %stride : tile<i32>
    %cols_16 = assume div_by<8>, %cols : tile<i32>
    %first, %block_y, %block_z = get_tile_block_id : tile<i32>
    %blocks, %blocks_y, %blocks_z = get_num_tile_blocks : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %x_16 = assume div_by<16>, %x : tile<ptr<f32>>
    %x_tensor = make_tensor_view %x_16, shape = [%rows, %cols_16], strides = [%stride_16, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %x_tiles = make_partition_view %x_tensor : partition_view<tile=(4x256), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %y_16 = assume div_by<16>, %y : tile<ptr<f32>>
    %y_tensor = make_tensor_view %y_16, shape = [%rows, %cols_16], strides = [%stride_16, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %y_tiles = make_partition_view %y_tensor : partition_view<tile=(4x256), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %col_tiles = get_index_space_shape %x_tiles : partition_view<tile=(4x256), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>> -> tile<i32>
    %none = constant <f32: 0.0> : tile<4xf32>
    for %row in (%first to %row_tiles, step %blocks) : tile<i32> {
      %total = for %i in (%zero to %col_tiles, step %one) : tile<i32> iter_values(%so_far = %none) -> (tile<4xf32>) {
        %x_tile, %x_read = load_view_tko weak %x_tiles[%row, %i] : partition_view<tile=(4x256), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<4x256xf32>, token
        %part = reduce %x_tile dim=1 identities=[0.0 : f32] : tile<4x256xf32> -> tile<4xf32> (%element: tile<f32>, %acc: tile<f32>) {
          %folded = addf %element, %acc : tile<f32>
          yield %folded : tile<f32>
        }
        %next = addf %so_far, %part : tile<4xf32>
        continue %next : tile<4xf32>
      }
      %total_1 = reshape %total : tile<4xf32> -> tile<4x1xf32>
      %total_all = broadcast %total_1 : tile<4x1xf32> -> tile<4x256xf32>
      for %i in (%zero to %col_tiles, step %one) : tile<i32> {
        %x_tile, %x_read = load_view_tko weak %x_tiles[%row, %i] : partition_view<tile=(4x256), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<4x256xf32>, token
        %moved = subf %x_tile, %total_all : tile<4x256xf32>
        %written = store_view_tko weak %moved, %y_tiles[%row, %i] : tile<4x256xf32>, partition_view<tile=(4x256), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
      }
    }
    return
  }
  // A `loop` that a branch leaves.
  entry @until(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>, %rows: tile<i32>, %cols: tile<i32>, %stride: tile<i32>, %end: tile<i32>) {
    %stride_16 = assume div_by<8>, %stride : tile<i32>
    %cols_16 = assume div_by<8>, %cols : tile<i32>
    %first, %block_y, %block_z = get_tile_block_id : tile<i32>
    %blocks, %blocks_y, %blocks_z = get_num_tile_blocks : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %x_16 = assume div_by<16>, %x : tile<ptr<f32>>
    %x_tensor = make_tensor_view %x_16, shape = [%rows, %cols_16], strides = [%stride_16, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %x_tiles = make_partition_view %x_tensor : partition_view<tile=(1x1024), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %y_16 = assume div_by<16>, %y : tile<ptr<f32>>
    %y_tensor = make_tensor_view %y_16, shape = [%rows, %cols_16], strides = [%stride_16, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %y_tiles = make_partition_view %y_tensor : partition_view<tile=(1x1024), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    loop iter_values(%row = %zero) : tile<i32> -> tile<i32> {
      %is_over = cmpi greater_than_or_equal %row, %end, signed : tile<i32> -> tile<i1>
      if %is_over {
        break %row : tile<i32>
      }
      %x_tile, %x_read = load_view_tko weak %x_tiles[%row, %zero] : partition_view<tile=(1x1024), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<1x1024xf32>, token
      %twice = addf %x_tile, %x_tile : tile<1x1024xf32>
      %written = store_view_tko weak %twice, %y_tiles[%row, %zero] : tile<1x1024xf32>, partition_view<tile=(1x1024), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
      %next = addi %row, %one : tile<i32>
      continue %next : tile<i32>
    }
    return
  }
  // A load in a branch.
  entry @every_other(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>, %rows: tile<i32>, %cols: tile<i32>, %stride: tile<i32>) {
    %stride_16 = assume div_by<8>, %stride : tile<i32>
    %cols_16 = assume div_by<8>, %cols : tile<i32>
    %first, %block_y, %block_z = get_tile_block_id : tile<i32>
    %blocks, %blocks_y, %blocks_z = get_num_tile_blocks : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %x_16 = assume div_by<16>, %x : tile<ptr<f32>>
    %x_tensor = make_tensor_view %x_16, shape = [%rows, %cols_16], strides = [%stride_16, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %x_tiles = make_partition_view %x_tensor : partition_view<tile=(1x1024), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %y_16 = assume div_by<16>, %y : tile<ptr<f32>>
    %y_tensor = make_tensor_view %y_16, shape = [%rows, %cols_16], strides = [%stride_16, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %y_tiles = make_partition_view %y_tensor : partition_view<tile=(1x1024), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %two = constant <i32: 2> : tile<i32>
    for %row in (%first to %rows, step %blocks) : tile<i32> {
      %half = divi %row, %two signed : tile<i32>
      %rest = remi %half, %two signed : tile<i32>
      %is_even = cmpi equal %rest, %zero, signed : tile<i32> -> tile<i1>
      if %is_even {
        %x_tile, %x_read = load_view_tko weak %x_tiles[%row, %zero] : partition_view<tile=(1x1024), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<1x1024xf32>, token
        %twice = addf %x_tile, %x_tile : tile<1x1024xf32>
        %written = store_view_tko weak %twice, %y_tiles[%row, %zero] : tile<1x1024xf32>, partition_view<tile=(1x1024), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
      }
    }
    return
  }
  // Rows are replaced, each after it was loaded; no iteration loads what another one stores.
  entry @in_place(%x: tile<ptr<f32>>, %rows: tile<i32>, %cols: tile<i32>, %stride: tile<i32>) {
    %stride_16 = assume div_by<8>, %stride : tile<i32>
    %cols_16 = assume div_by<8>, %cols : tile<i32>
    %first, %block_y, %block_z = get_tile_block_id : tile<i32>
    %blocks, %blocks_y, %blocks_z = get_num_tile_blocks : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %x_16 = assume div_by<16>, %x : tile<ptr<f32>>
    %x_tensor = make_tensor_view %x_16, shape = [%rows, %cols_16], strides = [%stride_16, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %x_tiles = make_partition_view %x_tensor : partition_view<tile=(1x1024), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    for %row in (%first to %rows, step %blocks) : tile<i32> {
      %x_tile, %x_read = load_view_tko weak %x_tiles[%row, %zero] : partition_view<tile=(1x1024), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<1x1024xf32>, token
      %square = mulf %x_tile, %x_tile : tile<1x1024xf32>
      %written = store_view_tko weak %square, %x_tiles[%row, %zero] token = %x_read : tile<1x1024xf32>, partition_view<tile=(1x1024), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    }
    return
  }
  // Tiles whose columns are contiguous in memory, and that keep their sums in registers.
  entry @transposed(%x: tile<ptr<f16>>, %y: tile<ptr<f32>>, %rows: tile<i32>, %stride: tile<i32>) {
    %stride_16 = assume div_by<8>, %stride : tile<i32>
    %x_16 = assume div_by<16>, %x : tile<ptr<f16>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %x_tensor = make_tensor_view %x_16, shape = [%rows, %rows], strides = [1, %stride_16] : tile<i32> -> tensor_view<?x?xf16, strides=[1,?]>
    %x_tiles = make_partition_view %x_tensor : partition_view<tile=(128x32), padding_value = zero, tensor_view<?x?xf16, strides=[1,?]>>
    %y_tensor = make_tensor_view %y, shape = [%rows], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %y_tiles = make_partition_view %y_tensor : partition_view<tile=(128), tensor_view<?xf32, strides=[1]>>
    %row_tiles, %col_tiles = get_index_space_shape %x_tiles : partition_view<tile=(128x32), padding_value = zero, tensor_view<?x?xf16, strides=[1,?]>> -> tile<i32>
    %none = constant <f32: 0.0> : tile<128xf32>
    %total = for %i in (%zero to %col_tiles, step %one) : tile<i32> iter_values(%so_far = %none) -> (tile<128xf32>) {
      %x_tile, %x_read = load_view_tko weak %x_tiles[%zero, %i] : partition_view<tile=(128x32), padding_value = zero, tensor_view<?x?xf16, strides=[1,?]>>, tile<i32> -> tile<128x32xf16>, token
      %x_f32 = ftof %x_tile : tile<128x32xf16> -> tile<128x32xf32>
      %part = reduce %x_f32 dim=1 identities=[0.0 : f32] : tile<128x32xf32> -> tile<128xf32> (%element: tile<f32>, %acc: tile<f32>) {
        %folded = addf %element, %acc : tile<f32>
        yield %folded : tile<f32>
      }
      %next = addf %so_far, %part : tile<128xf32>
      continue %next : tile<128xf32>
    }
    %written = store_view_tko weak %total, %y_tiles[%zero] : tile<128xf32>, partition_view<tile=(128), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  // Elements outside are minus infinity: they are loaded as zeros and replaced.
  entry @softmax_padded(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>, %rows: tile<i32>, %cols: tile<i32>, %stride: tile<i32>) {
    %x_16 = assume div_by<16>, %x : tile<ptr<f32>>
    %y_16 = assume div_by<16>, %y : tile<ptr<f32>>
    %stride_16 = assume div_by<16>, %stride : tile<i32>
    %cols_16 = assume div_by<16>, %cols : tile<i32>
    %first, %block_y, %block_z = get_tile_block_id : tile<i32>
    %blocks, %blocks_y, %blocks_z = get_num_tile_blocks : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %x_tensor = make_tensor_view %x_16, shape = [%rows, %cols_16], strides = [%stride_16, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %x_tiles = make_partition_view %x_tensor : partition_view<tile=(1x4096), padding_value = neg_inf, tensor_view<?x?xf32, strides=[?,1]>>
    %y_tensor = make_tensor_view %y_16, shape = [%rows, %cols_16], strides = [%stride_16, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %y_tiles = make_partition_view %y_tensor : partition_view<tile=(1x4096), tensor_view<?x?xf32, strides=[?,1]>>
    for %row in (%first to %rows, step %blocks) : tile<i32> {
      %x_tile, %x_read = load_view_tko weak %x_tiles[%row, %zero] : partition_view<tile=(1x4096), padding_value = neg_inf, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<1x4096xf32>, token
      %largest = reduce %x_tile dim=1 identities=[0xFF800000 : f32] : tile<1x4096xf32> -> tile<1xf32> (%element: tile<f32>, %so_far: tile<f32>) {
        %folded = maxf %element, %so_far : tile<f32>
        yield %folded : tile<f32>
      }
      %largest_1 = reshape %largest : tile<1xf32> -> tile<1x1xf32>
      %largest_all = broadcast %largest_1 : tile<1x1xf32> -> tile<1x4096xf32>
      %below = subf %x_tile, %largest_all : tile<1x4096xf32>
      %powers = exp %below : tile<1x4096xf32>
      %sum = reduce %powers dim=1 identities=[0.0 : f32] : tile<1x4096xf32> -> tile<1xf32> (%element: tile<f32>, %so_far: tile<f32>) {
        %folded = addf %element, %so_far : tile<f32>
        yield %folded : tile<f32>
      }
      %sum_1 = reshape %sum : tile<1xf32> -> tile<1x1xf32>
      %sum_all = broadcast %sum_1 : tile<1x1xf32> -> tile<1x4096xf32>
      %result = divf %powers, %sum_all : tile<1x4096xf32>
      %written = store_view_tko weak %result, %y_tiles[%row, %zero] : tile<1x4096xf32>, partition_view<tile=(1x4096), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    }
    return
  }
  // Rows and columns outside are infinity.
  entry @below_least(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>, %rows: tile<i32>, %cols: tile<i32>, %stride: tile<i32>) {
    %stride_16 = assume div_by<8>, %stride : tile<i32>
    %cols_16 = assume div_by<8>, %cols : tile<i32>
    %first, %block_y, %block_z = get_tile_block_id : tile<i32>
    %blocks, %blocks_y, %blocks_z = get_num_tile_blocks : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %x_16 = assume div_by<16>, %x : tile<ptr<f32>>
    %x_tensor = make_tensor_view %x_16, shape = [%rows, %cols_16], strides = [%stride_16, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %x_tiles = make_partition_view %x_tensor : partition_view<tile=(32x64), padding_value = pos_inf, tensor_view<?x?xf32, strides=[?,1]>>
    %y_16 = assume div_by<16>, %y : tile<ptr<f32>>
    %y_tensor = make_tensor_view %y_16, shape = [%rows, %cols_16], strides = [%stride_16, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %y_tiles = make_partition_view %y_tensor : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %col_tiles = get_index_space_shape %x_tiles : partition_view<tile=(32x64), padding_value = pos_inf, tensor_view<?x?xf32, strides=[?,1]>> -> tile<i32>
    for %i in (%zero to %col_tiles, step %one) : tile<i32> {
      %x_tile, %x_read = load_view_tko weak %x_tiles[%first, %i] : partition_view<tile=(32x64), padding_value = pos_inf, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<32x64xf32>, token
      %of_rows = reduce %x_tile dim=1 identities=[0x7F800000 : f32] : tile<32x64xf32> -> tile<32xf32> (%element: tile<f32>, %so_far: tile<f32>) {
        %folded = minf %element, %so_far : tile<f32>
        yield %folded : tile<f32>
      }
      %least = reduce %of_rows dim=0 identities=[0x7F800000 : f32] : tile<32xf32> -> tile<f32> (%element: tile<f32>, %so_far: tile<f32>) {
        %folded = minf %element, %so_far : tile<f32>
        yield %folded : tile<f32>
      }
      %least_1 = reshape %least : tile<f32> -> tile<1x1xf32>
      %least_all = broadcast %least_1 : tile<1x1xf32> -> tile<32x64xf32>
      %moved = subf %x_tile, %least_all : tile<32x64xf32>
      %written = store_view_tko weak %moved, %y_tiles[%first, %i] : tile<32x64xf32>, partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    }
    return
  }
  // The loop carries a tile.
  entry @lowest(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>, %rows: tile<i32>, %cols: tile<i32>, %stride: tile<i32>) {
    %stride_16 = assume div_by<8>, %stride : tile<i32>
    %cols_16 = assume div_by<8>, %cols : tile<i32>
    %first, %block_y, %block_z = get_tile_block_id : tile<i32>
    %blocks, %blocks_y, %blocks_z = get_num_tile_blocks : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %x_16 = assume div_by<16>, %x : tile<ptr<f32>>
    %x_tensor = make_tensor_view %x_16, shape = [%rows, %cols_16], strides = [%stride_16, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %x_tiles = make_partition_view %x_tensor : partition_view<tile=(1x1024), padding_value = pos_inf, tensor_view<?x?xf32, strides=[?,1]>>
    %y_16 = assume div_by<16>, %y : tile<ptr<f32>>
    %y_tensor = make_tensor_view %y_16, shape = [%rows, %cols_16], strides = [%stride_16, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %y_tiles = make_partition_view %y_tensor : partition_view<tile=(1x1024), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %none = constant <f32: 100.0> : tile<1x1024xf32>
    %lowest = for %row in (%zero to %rows, step %one) : tile<i32> iter_values(%so_far = %none) -> (tile<1x1024xf32>) {
      %x_tile, %x_read = load_view_tko weak %x_tiles[%row, %zero] : partition_view<tile=(1x1024), padding_value = pos_inf, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<1x1024xf32>, token
      %next = minf %x_tile, %so_far : tile<1x1024xf32>
      continue %next : tile<1x1024xf32>
    }
    %written = store_view_tko weak %lowest, %y_tiles[%zero, %zero] : tile<1x1024xf32>, partition_view<tile=(1x1024), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
