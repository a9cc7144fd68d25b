// RUN: run --entry left --grid 2,2 --arg 'f16[90,136]=randint(-3,4,seed=1)' --arg 'f16[136,136]=randint(-3,4,seed=2)' --arg 'c:f32[200,136]=ones' --arg 'i32[200]=randint(-9,100,seed=5)' --arg 90 --arg 200 --arg 136 --arg 136 --print c
// c = [[ 44.  30. -90. ... -22. -50.  18.]
//      [-24.  50. -88. ...  36. -59.  39.]
//      [ -7. -37.   8. ...  20.  88.  43.]
//      ...
//      [-78. -72.  40. ...  69. -28.  47.]
//      [-17. -11.   4. ...  19. -53.  71.]
//      [ 39.  47. -23. ...  41.  30. -45.]]
// RUN: run --entry left --grid 1,1 --arg 'f16[4,8]=randint(-3,4,seed=1)' --arg 'f16[8,128]=randint(-3,4,seed=2)' --arg 'c:f32[120,128]=ones' --arg 'i32[120]=randint(0,4,seed=5)' --arg 4 --arg 120 --arg 128 --arg 8 --print c
// c = [[ -7.   5.  -1. ...   6.  11.   7.]
//      [  6. -11.  17. ...  -2.  -5. -15.]
//      [ -2.  -5.   4. ...  -3.   7.  -6.]
//      ...
//      [ 12.   9.   9. ...   1.  12.   5.]
//      [ -7.   5.  -1. ...   6.  11.   7.]
//      [  6. -11.  17. ...  -2.  -5. -15.]]
// RUN: run --entry wide --grid 1,2 --arg 'f16[300,264]=randint(-3,4,seed=1)' --arg 'f16[264,72]=randint(-3,4,seed=2)' --arg 'c:f32[250,72]=ones' --arg 'i32[250]=randint(0,301,seed=5)' --arg 300 --arg 250 --arg 72 --arg 264 --print c
// c = [[ 93. -27.   9. ...  41.  66.  -3.]
//      [ 35.   8.   8. ...  40. -54.  15.]
//      [-46. -30.  31. ...  41. -83. -10.]
//      ...
//      [ 77.  75. -69. ...  12. -39. 162.]
//      [-39.  14.  76. ... -41.   5. -33.]
//      [113.   7. -44. ... -75.  24.  82.]]
// RUN: run --entry keys --grid 1,2 --arg 'f16[100,136]=randint(-3,4,seed=1)' --arg 'f16[80,136]=randint(-3,4,seed=2)' --arg 'c:f32[100,120]=ones' --arg 'i32[120]=randint(0,90,seed=5)' --arg 80 --arg 100 --arg 120 --arg 136 --print c
// c = [[-20.  46.  15. ... -98. 104.  17.]
//      [ 63.  46.  63. ... -28. -35. -58.]
//      [  4.  37.  14. ... -30. -31. -78.]
//      ...
//      [-26.  13. -20. ...  15. -38.  27.]
//      [-32. -26. -46. ... -15.  25.  37.]
//      [ 19.  33.  13. ...  44.  60. -12.]]
// RUN: run --entry inner --grid 1,2 --arg 'f16[100,136]=randint(-3,4,seed=1)' --arg 'f16[80,136]=randint(-3,4,seed=2)' --arg 'c:f32[100,136]=ones' --arg 'i32[136]=randint(0,80,seed=5)' --arg 80 --arg 100 --arg 136 --arg 136 --print c
// c = [[ 51. -11.  31. ... -78. -15.  37.]
//      [-13.  -7.  19. ... -39.  13. -10.]
//      [ -3.  41.  54. ... -78.  19. -36.]
//      ...
//      [-20.  26. -30. ...  15.   0.  -3.]
//      [ 88.  -2.  15. ... -65.  -5.  -5.]
//      [  9. -16.  75. ... -17.  75. -62.]]
// RUN: run --entry pair --grid 1,2 --arg 'f16[300,136]=randint(-3,4,seed=1)' --arg 'f16[136,264]=randint(-3,4,seed=2)' --arg 'c:f32[250,264]=ones' --arg 'i32[250]=randint(-3,310,seed=5)' --arg 300 --arg 250 --arg 264 --arg 136 --print c
// c = [[ 55.  43.  22. ...  61.  27.   7.]
//      [  9. -20. -25. ...  -9.  20.   6.]
//      [ 31.   2.  62. ...  29. -15. -12.]
//      ...
//      [ 34.  40.  -7. ...  32.  33.  11.]
//      [-12. 122. -52. ...  14. -41.  39.]
//      [  0.   0.   0. ...   0.   0.   0.]]
// RUN: run --entry narrow --grid 2,2 --arg 'f16[300,40]=randint(-3,4,seed=1)' --arg 'f16[40,72]=randint(-3,4,seed=2)' --arg 'c:f32[100,72]=ones' --arg 'i32[100]=randint(-3,310,seed=5)' --arg 300 --arg 100 --arg 72 --arg 40 --print c
// c = [[-37. -29.  29. ... -42. -26.  -7.]
//      [  0.  15.  19. ... -34. -12.  -3.]
//      [ 45.   0. -17. ...  31. -46. -29.]
//      ...
//      [ -2.  -8.   2. ...  11.   4. -23.]
//      [ 20.  15. -32. ...  22.  -4. -19.]
//      [  8. -10.  -5. ... -11. -11.  -7.]]
//
// Rows that views pick. On sm_100a to sm_110a, one warp copies them by a tensor map, four in a copy; on other targets threads do.
//
// `left` picks rows of the left operand, some twice and some outside of the memory; `wide` has 256 rows and two boxes along the inner
// dimension, so that lanes hold two groups of rows; `keys` picks rows of the right operand, which is transposed; `inner` picks along the
// inner dimension, other rows in each iteration; a pair of thread blocks computes `pair`, each with rows of its own; the rows of `narrow` have
// 32 bytes.
cuda_tile.module @gathered_rows {
  entry @left(%a_0: tile<ptr<f16>>, %b_0: tile<ptr<f16>>, %c_0: tile<ptr<f32>>, %rows_0: tile<ptr<i32>>, %h: tile<i32>, %m: tile<i32>, %n_0: tile<i32>, %k_0: tile<i32>) {
    %a = assume div_by<16>, %a_0 : tile<ptr<f16>>
    %b = assume div_by<16>, %b_0 : tile<ptr<f16>>
    %c = assume div_by<16>, %c_0 : tile<ptr<f32>>
    %n = assume div_by<8>, %n_0 : tile<i32>
    %k = assume div_by<8>, %k_0 : tile<i32>
    %row, %column, %z = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a, shape = [%h, %k], strides = [%k, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tensor = make_tensor_view %b, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %c_tensor = make_tensor_view %c, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %r_tensor = make_tensor_view %rows_0, shape = [%m], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %a_tiles = make_gather_scatter_view %a_tensor : gather_scatter_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>, sparse_dim=0>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>
    %r_tiles = make_partition_view %r_tensor : partition_view<tile=(128), padding_value = zero, tensor_view<?xi32, strides=[1]>>
    %picked, %picked_read = load_view_tko weak %r_tiles[%row] : partition_view<tile=(128), padding_value = zero, tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<128xi32>, token
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %deep = constant <i32: 64> : tile<i32>
    %steps = divi %k, %deep signed rounding<positive_inf> : tile<i32>
    %nothing = constant <f32: 0.0> : tile<128x128xf32>
    %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%so_far = %nothing) -> (tile<128x128xf32>) {
      %at = muli %i, %deep : tile<i32>
      %a_tile, %a_read = load_view_tko weak %a_tiles[%picked, %at] : gather_scatter_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>, sparse_dim=0>, tile<128xi32>, tile<i32> -> tile<128x64xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %column] : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x128xf16>, token
      %next = mmaf %a_tile, %b_tile, %so_far : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
      continue %next : tile<128x128xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%row, %column] : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @wide(%a_0: tile<ptr<f16>>, %b_0: tile<ptr<f16>>, %c_0: tile<ptr<f32>>, %rows_0: tile<ptr<i32>>, %h: tile<i32>, %m: tile<i32>, %n_0: tile<i32>, %k_0: tile<i32>) {
    %a = assume div_by<16>, %a_0 : tile<ptr<f16>>
    %b = assume div_by<16>, %b_0 : tile<ptr<f16>>
    %c = assume div_by<16>, %c_0 : tile<ptr<f32>>
    %n = assume div_by<8>, %n_0 : tile<i32>
    %k = assume div_by<8>, %k_0 : tile<i32>
    %row, %column, %z = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a, shape = [%h, %k], strides = [%k, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tensor = make_tensor_view %b, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %c_tensor = make_tensor_view %c, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %r_tensor = make_tensor_view %rows_0, shape = [%m], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %a_tiles = make_gather_scatter_view %a_tensor : gather_scatter_view<tile=(256x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>, sparse_dim=0>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(256x64), tensor_view<?x?xf32, strides=[?,1]>>
    %r_tiles = make_partition_view %r_tensor : partition_view<tile=(256), padding_value = zero, tensor_view<?xi32, strides=[1]>>
    %picked, %picked_read = load_view_tko weak %r_tiles[%row] : partition_view<tile=(256), padding_value = zero, tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<256xi32>, token
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %deep = constant <i32: 128> : tile<i32>
    %steps = divi %k, %deep signed rounding<positive_inf> : tile<i32>
    %nothing = constant <f32: 0.0> : tile<256x64xf32>
    %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%so_far = %nothing) -> (tile<256x64xf32>) {
      %at = muli %i, %deep : tile<i32>
      %a_tile, %a_read = load_view_tko weak %a_tiles[%picked, %at] : gather_scatter_view<tile=(256x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>, sparse_dim=0>, tile<256xi32>, tile<i32> -> tile<256x128xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %column] : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x64xf16>, token
      %next = mmaf %a_tile, %b_tile, %so_far : tile<256x128xf16>, tile<128x64xf16>, tile<256x64xf32>
      continue %next : tile<256x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%row, %column] : tile<256x64xf32>, partition_view<tile=(256x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @keys(%a_0: tile<ptr<f16>>, %b_0: tile<ptr<f16>>, %c_0: tile<ptr<f32>>, %rows_0: tile<ptr<i32>>, %h: tile<i32>, %m: tile<i32>, %n_0: tile<i32>, %k_0: tile<i32>) {
    %a = assume div_by<16>, %a_0 : tile<ptr<f16>>
    %b = assume div_by<16>, %b_0 : tile<ptr<f16>>
    %c = assume div_by<16>, %c_0 : tile<ptr<f32>>
    %n = assume div_by<8>, %n_0 : tile<i32>
    %k = assume div_by<8>, %k_0 : tile<i32>
    %row, %column, %z = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tensor = make_tensor_view %b, shape = [%h, %k], strides = [%k, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %c_tensor = make_tensor_view %c, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %r_tensor = make_tensor_view %rows_0, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tiles = make_gather_scatter_view %b_tensor : gather_scatter_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>, sparse_dim=0>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(128x64), tensor_view<?x?xf32, strides=[?,1]>>
    %r_tiles = make_partition_view %r_tensor : partition_view<tile=(64), padding_value = zero, tensor_view<?xi32, strides=[1]>>
    %picked, %picked_read = load_view_tko weak %r_tiles[%column] : partition_view<tile=(64), padding_value = zero, tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<64xi32>, token
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %deep = constant <i32: 64> : tile<i32>
    %wide = constant <i32: 64> : tile<i32>
    %steps = divi %k, %deep signed rounding<positive_inf> : tile<i32>
    %first = muli %column, %wide : tile<i32>
    %nothing = constant <f32: 0.0> : tile<128x64xf32>
    %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%so_far = %nothing) -> (tile<128x64xf32>) {
      %at = muli %i, %deep : tile<i32>
      %b_tile, %b_read = load_view_tko weak %b_tiles[%picked, %at] : gather_scatter_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>, sparse_dim=0>, tile<64xi32>, tile<i32> -> tile<64x64xf16>, token
      %a_tile, %a_read = load_view_tko weak %a_tiles[%row, %i] : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x64xf16>, token
      %turned = permute %b_tile [1, 0] : tile<64x64xf16> -> tile<64x64xf16>
      %next = mmaf %a_tile, %turned, %so_far : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
      continue %next : tile<128x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%row, %column] : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @inner(%a_0: tile<ptr<f16>>, %b_0: tile<ptr<f16>>, %c_0: tile<ptr<f32>>, %rows_0: tile<ptr<i32>>, %h: tile<i32>, %m: tile<i32>, %n_0: tile<i32>, %k_0: tile<i32>) {
    %a = assume div_by<16>, %a_0 : tile<ptr<f16>>
    %b = assume div_by<16>, %b_0 : tile<ptr<f16>>
    %c = assume div_by<16>, %c_0 : tile<ptr<f32>>
    %n = assume div_by<8>, %n_0 : tile<i32>
    %k = assume div_by<8>, %k_0 : tile<i32>
    %row, %column, %z = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tensor = make_tensor_view %b, shape = [%h, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %c_tensor = make_tensor_view %c, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %r_tensor = make_tensor_view %rows_0, shape = [%k], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tiles = make_gather_scatter_view %b_tensor : gather_scatter_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>, sparse_dim=0>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>
    %r_tiles = make_partition_view %r_tensor : partition_view<tile=(64), padding_value = zero, tensor_view<?xi32, strides=[1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %deep = constant <i32: 64> : tile<i32>
    %wide = constant <i32: 128> : tile<i32>
    %steps = divi %k, %deep signed rounding<positive_inf> : tile<i32>
    %first = muli %column, %wide : tile<i32>
    %nothing = constant <f32: 0.0> : tile<128x128xf32>
    %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%so_far = %nothing) -> (tile<128x128xf32>) {
      %at = muli %i, %deep : tile<i32>
      %picked, %picked_read = load_view_tko weak %r_tiles[%i] : partition_view<tile=(64), padding_value = zero, tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<64xi32>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%picked, %first] : gather_scatter_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>, sparse_dim=0>, tile<64xi32>, tile<i32> -> tile<64x128xf16>, token
      %a_tile, %a_read = load_view_tko weak %a_tiles[%row, %i] : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x64xf16>, token
      %next = mmaf %a_tile, %b_tile, %so_far : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
      continue %next : tile<128x128xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%row, %column] : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @pair(%a_0: tile<ptr<f16>>, %b_0: tile<ptr<f16>>, %c_0: tile<ptr<f32>>, %rows_0: tile<ptr<i32>>, %h: tile<i32>, %m: tile<i32>, %n_0: tile<i32>, %k_0: tile<i32>) {
    %a = assume div_by<16>, %a_0 : tile<ptr<f16>>
    %b = assume div_by<16>, %b_0 : tile<ptr<f16>>
    %c = assume div_by<16>, %c_0 : tile<ptr<f32>>
    %n = assume div_by<8>, %n_0 : tile<i32>
    %k = assume div_by<8>, %k_0 : tile<i32>
    %row, %column, %z = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a, shape = [%h, %k], strides = [%k, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tensor = make_tensor_view %b, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %c_tensor = make_tensor_view %c, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %r_tensor = make_tensor_view %rows_0, shape = [%m], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %a_tiles = make_gather_scatter_view %a_tensor : gather_scatter_view<tile=(256x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>, sparse_dim=0>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(256x256), tensor_view<?x?xf32, strides=[?,1]>>
    %r_tiles = make_partition_view %r_tensor : partition_view<tile=(256), padding_value = zero, tensor_view<?xi32, strides=[1]>>
    %picked, %picked_read = load_view_tko weak %r_tiles[%row] : partition_view<tile=(256), padding_value = zero, tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<256xi32>, token
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %deep = constant <i32: 64> : tile<i32>
    %steps = divi %k, %deep signed rounding<positive_inf> : tile<i32>
    %nothing = constant <f32: 0.0> : tile<256x256xf32>
    %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%so_far = %nothing) -> (tile<256x256xf32>) {
      %at = muli %i, %deep : tile<i32>
      %a_tile, %a_read = load_view_tko weak %a_tiles[%picked, %at] : gather_scatter_view<tile=(256x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>, sparse_dim=0>, tile<256xi32>, tile<i32> -> tile<256x64xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %column] : partition_view<tile=(64x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x256xf16>, token
      %next = mmaf %a_tile, %b_tile, %so_far : tile<256x64xf16>, tile<64x256xf16>, tile<256x256xf32>
      continue %next : tile<256x256xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%row, %column] : tile<256x256xf32>, partition_view<tile=(256x256), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @narrow(%a_0: tile<ptr<f16>>, %b_0: tile<ptr<f16>>, %c_0: tile<ptr<f32>>, %rows_0: tile<ptr<i32>>, %h: tile<i32>, %m: tile<i32>, %n_0: tile<i32>, %k_0: tile<i32>) {
    %a = assume div_by<16>, %a_0 : tile<ptr<f16>>
    %b = assume div_by<16>, %b_0 : tile<ptr<f16>>
    %c = assume div_by<16>, %c_0 : tile<ptr<f32>>
    %n = assume div_by<8>, %n_0 : tile<i32>
    %k = assume div_by<8>, %k_0 : tile<i32>
    %row, %column, %z = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a, shape = [%h, %k], strides = [%k, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tensor = make_tensor_view %b, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %c_tensor = make_tensor_view %c, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %r_tensor = make_tensor_view %rows_0, shape = [%m], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %a_tiles = make_gather_scatter_view %a_tensor : gather_scatter_view<tile=(64x16), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>, sparse_dim=0>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(16x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>
    %r_tiles = make_partition_view %r_tensor : partition_view<tile=(64), padding_value = zero, tensor_view<?xi32, strides=[1]>>
    %picked, %picked_read = load_view_tko weak %r_tiles[%row] : partition_view<tile=(64), padding_value = zero, tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<64xi32>, token
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %deep = constant <i32: 16> : tile<i32>
    %steps = divi %k, %deep signed rounding<positive_inf> : tile<i32>
    %nothing = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%so_far = %nothing) -> (tile<64x64xf32>) {
      %at = muli %i, %deep : tile<i32>
      %a_tile, %a_read = load_view_tko weak %a_tiles[%picked, %at] : gather_scatter_view<tile=(64x16), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>, sparse_dim=0>, tile<64xi32>, tile<i32> -> tile<64x16xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %column] : partition_view<tile=(16x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<16x64xf16>, token
      %next = mmaf %a_tile, %b_tile, %so_far : tile<64x16xf16>, tile<16x64xf16>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%row, %column] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
