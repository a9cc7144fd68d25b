// RUN: run --entry f32 --grid 2,2 --arg 'f32[7,19]=randint(-3,4,seed=1)' --arg 'f32[19,6]=randint(-3,4,seed=2)' --arg 'c:f32[7,6]=ones' --arg 7 --arg 6 --arg 19 --print c
// c = [[ -9. -19.  -3.  17. -13. -11.]
//      [-13. -19.   9.  10.  10.  -1.]
//      [ 17.  12.   2.   6.   5.  13.]
//      [ 30.  21. -30. -17.  -2.   3.]
//      [ 16. -15. -13.   4.  27.   2.]
//      [-12.  23.   3.   4.  -2. -10.]
//      [ -6.  10.  30.   8.   6.  23.]]
// RUN: run --entry f64 --grid 1 --arg 'f64[4,19]=randint(-3,4,seed=1)' --arg 'f64[19,4]=randint(-3,4,seed=2)' --arg 'c:f64[4,4]=ones' --arg 4 --arg 4 --arg 19 --print c
// c = [[-17.   6.  -2.   2.]
//      [-20. -23.  -4. -17.]
//      [  5.  10.   6.   9.]
//      [-16.  31.   8.  24.]]
// RUN: run --entry f16 --grid 1 --arg 'f16[4,16]=randint(-3,4,seed=1)' --arg 'f16[16,4]=randint(-3,4,seed=2)' --arg 'c:f32[4,4]=ones' --arg 4 --arg 4 --arg 16 --print c
// c = [[-17.  -3.  -2.  11.]
//      [ 11. -16.   3. -10.]
//      [ 24.  -2. -18. -10.]
//      [ 20. -29.   0. -29.]]
// RUN: run --entry rounded --grid 1 --arg 'f16[2,8]=ones' --arg 'f16[8,2]=ones' --arg 'c:f16[2,2]=full(2048)' --arg 2 --arg 2 --arg 8 --print c
// c = [[2.048e+03 2.048e+03]
//      [2.048e+03 2.048e+03]]
// RUN: run --entry bf16 --grid 2,1 --arg 'bf16[4,14]=randint(-3,4,seed=1)' --arg 'bf16[14,8]=randint(-3,4,seed=2)' --arg 'c:f32[4,8]=ones' --arg 4 --arg 8 --arg 14 --print c
// c = [[ 10.  13.   2.   4.  10.  -7.  18.  30.]
//      [  0.  -8.  30.   2. -12. -42.  16.   8.]
//      [ 20.   8.  -2.   0.   5.  18.   1.  11.]
//      [-10.  15.  19. -20.   5.  11.  18.  11.]]
// RUN: run --entry bf16_odd --grid 1 --arg 'bf16[2,7]=randint(-3,4,seed=1)' --arg 'bf16[7,2]=randint(-3,4,seed=2)' --arg 'c:f32[2,2]=ones' --arg 2 --arg 2 --arg 7 --print c
// c = [[ 9. 11.]
//      [ 6.  9.]]
// RUN: run --entry tf32 --grid 1 --arg 'tf32[2,8]=randint(-3,4,seed=1)' --arg 'tf32[8,2]=randint(-3,4,seed=2)' --arg 'c:f32[2,2]=ones' --arg 2 --arg 2 --arg 8 --print c
// c = [[13. 11.]
//      [ 4.  3.]]
// RUN: run --entry f8 --grid 1 --arg 'f8E4M3FN[2,8]=randint(-3,4,seed=1)' --arg 'f8E4M3FN[8,2]=randint(-3,4,seed=2)' --arg 'c:f32[2,2]=ones' --arg 2 --arg 2 --arg 8 --print c
// c = [[13. 11.]
//      [ 4.  3.]]
// RUN: run --entry i8 --grid 1 --arg 'i8[4,20]=randint(-128,128,seed=1)' --arg 'i8[20,4]=randint(-128,128,seed=2)' --arg 'c:i32[4,4]=ones' --arg 4 --arg 4 --arg 20 --print c
// c = [[ -8703   7351   8086   1401]
//      [-46836 -16472   8246  17827]
//      [-19539 -23325 -46930   9323]
//      [ 55124  88406  58059  63231]]
// RUN: run --entry transposed --grid 2,2 --arg 'f32[19,7]=randint(-3,4,seed=1)' --arg 'f32[6,19]=randint(-3,4,seed=2)' --arg 'c:f32[7,6]=ones' --arg 7 --arg 6 --arg 19 --print c
// c = [[ -7.  10.   0.  -9.  -1.  17.]
//      [ -4. -30.  22. -14.  13.   7.]
//      [-10.   0.   7.  26.   5.   2.]
//      [-16.   5.  19.  46. -22.   5.]
//      [-14.  -4.   3.  -5.   6.  20.]
//      [  4.  17. -21. -30.   2. -38.]
//      [-25.  -3.   9.   6.  35. -31.]]
// RUN: run --entry nan --grid 1 --arg 'f32[2,5]=randint(-3,4,seed=1)' --arg 'f32[5,3]=randint(-3,4,seed=2)' --arg 'c:f32[2,3]=ones' --arg 2 --arg 3 --arg 5 --print c
// c = [[nan nan nan]
//      [nan nan nan]]
// RUN: run --entry infinite --grid 1 --arg 'f32[2,8]=full(inf)' --arg 'f32[8,2]=ones' --arg 'c:f32[2,2]=ones' --arg 2 --arg 2 --arg 8 --print c
// c = [[inf inf]
//      [inf inf]]
// RUN: run --entry steps --grid 1 --arg 'f32[2,20]=randint(-3,4,seed=1)' --arg 'f32[20,2]=randint(-3,4,seed=2)' --arg 'c:f32[2,2]=ones' --arg 2 --arg 2 --arg 20 --print c
// c = [[16. 10.]
//      [ 1. 11.]]
// RUN: run --entry none --grid 1 --arg 'f32[2,2]=randint(-3,4,seed=1)' --arg 'f32[2,2]=randint(-3,4,seed=2)' --arg 'c:f32[2,2]=ones' --arg 2 --arg 2 --arg 2 --print c
// c = [[1. 1.]
//      [1. 1.]]
// RUN: run --entry too_far --grid 1 --arg 'f32[2,9]=randint(-3,4,seed=1)' --arg 'f32[9,2]=randint(-3,4,seed=2)' --arg 'c:f32[2,2]=ones' --arg 2 --arg 2 --arg 9
// TRAP: error[E0541]
// TRAP: view index 5 of dimension 1 is not below 5
// RUN: run --entry f32 --grid 1 --arg 'f32[4,8]=iota' --arg 'f32[4,4]=iota' --arg 'c:f32[4,4]=ones' --arg 4 --arg 4 --arg 8
// TRAP: error[E0520]
//
// Products whose operands only they need read them where they lie, and several iterations at a time: any type, edges in
// every direction, other steps, transposed tensors. f16 sums are rounded in every iteration: 2048 + 1 is 2048. A tile that
// is not there, or memory that is not, is noticed in its iteration.
cuda_tile.module @tests {
  entry @f32(%a: tile<ptr<f32>>, %b: tile<ptr<f32>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
    %column, %row, %z = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %b_tensor = make_tensor_view %b, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tensor = make_tensor_view %c, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(4x4), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(4x4), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(4x4), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(4x4), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %far = constant <i32: 1000> : tile<i32>
    %start, %start_read = load_view_tko weak %c_tiles[%row, %column] : partition_view<tile=(4x4), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<4x4xf32>, token
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%so_far = %start) -> (tile<4x4xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%row, %i] : partition_view<tile=(4x4), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<4x4xf32>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %column] : partition_view<tile=(4x4), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<4x4xf32>, token
      %next = mmaf %a_tile, %b_tile, %so_far : tile<4x4xf32>, tile<4x4xf32>, tile<4x4xf32>
      continue %next : tile<4x4xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%row, %column] token=%start_read : tile<4x4xf32>, partition_view<tile=(4x4), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @f64(%a: tile<ptr<f64>>, %b: tile<ptr<f64>>, %c: tile<ptr<f64>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
    %column, %row, %z = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> tensor_view<?x?xf64, strides=[?,1]>
    %b_tensor = make_tensor_view %b, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf64, strides=[?,1]>
    %c_tensor = make_tensor_view %c, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf64, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(4x2), padding_value = zero, tensor_view<?x?xf64, strides=[?,1]>>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(2x4), padding_value = zero, tensor_view<?x?xf64, strides=[?,1]>>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(4x4), tensor_view<?x?xf64, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(4x2), padding_value = zero, tensor_view<?x?xf64, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %far = constant <i32: 1000> : tile<i32>
    %start, %start_read = load_view_tko weak %c_tiles[%row, %column] : partition_view<tile=(4x4), tensor_view<?x?xf64, strides=[?,1]>>, tile<i32> -> tile<4x4xf64>, token
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%so_far = %start) -> (tile<4x4xf64>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%row, %i] : partition_view<tile=(4x2), padding_value = zero, tensor_view<?x?xf64, strides=[?,1]>>, tile<i32> -> tile<4x2xf64>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %column] : partition_view<tile=(2x4), padding_value = zero, tensor_view<?x?xf64, strides=[?,1]>>, tile<i32> -> tile<2x4xf64>, token
      %next = mmaf %a_tile, %b_tile, %so_far : tile<4x2xf64>, tile<2x4xf64>, tile<4x4xf64>
      continue %next : tile<4x4xf64>
    }
    %written = store_view_tko weak %sum, %c_tiles[%row, %column] token=%start_read : tile<4x4xf64>, partition_view<tile=(4x4), tensor_view<?x?xf64, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @f16(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
    %column, %row, %z = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tensor = make_tensor_view %b, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %c_tensor = make_tensor_view %c, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(4x4), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(4x4), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(4x4), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(4x4), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %far = constant <i32: 1000> : tile<i32>
    %start, %start_read = load_view_tko weak %c_tiles[%row, %column] : partition_view<tile=(4x4), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<4x4xf32>, token
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%so_far = %start) -> (tile<4x4xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%row, %i] : partition_view<tile=(4x4), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<4x4xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %column] : partition_view<tile=(4x4), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<4x4xf16>, token
      %next = mmaf %a_tile, %b_tile, %so_far : tile<4x4xf16>, tile<4x4xf16>, tile<4x4xf32>
      continue %next : tile<4x4xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%row, %column] token=%start_read : tile<4x4xf32>, partition_view<tile=(4x4), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @rounded(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
    %column, %row, %z = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tensor = make_tensor_view %b, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %c_tensor = make_tensor_view %c, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(2x1), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(1x2), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(2x2), tensor_view<?x?xf16, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(2x1), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %far = constant <i32: 1000> : tile<i32>
    %start, %start_read = load_view_tko weak %c_tiles[%row, %column] : partition_view<tile=(2x2), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<2x2xf16>, token
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%so_far = %start) -> (tile<2x2xf16>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%row, %i] : partition_view<tile=(2x1), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<2x1xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %column] : partition_view<tile=(1x2), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<1x2xf16>, token
      %next = mmaf %a_tile, %b_tile, %so_far : tile<2x1xf16>, tile<1x2xf16>, tile<2x2xf16>
      continue %next : tile<2x2xf16>
    }
    %written = store_view_tko weak %sum, %c_tiles[%row, %column] token=%start_read : tile<2x2xf16>, partition_view<tile=(2x2), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @bf16(%a: tile<ptr<bf16>>, %b: tile<ptr<bf16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
    %column, %row, %z = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> tensor_view<?x?xbf16, strides=[?,1]>
    %b_tensor = make_tensor_view %b, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xbf16, strides=[?,1]>
    %c_tensor = make_tensor_view %c, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(4x4), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(4x4), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(4x4), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(4x4), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %far = constant <i32: 1000> : tile<i32>
    %start, %start_read = load_view_tko weak %c_tiles[%row, %column] : partition_view<tile=(4x4), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<4x4xf32>, token
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%so_far = %start) -> (tile<4x4xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%row, %i] : partition_view<tile=(4x4), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>>, tile<i32> -> tile<4x4xbf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %column] : partition_view<tile=(4x4), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>>, tile<i32> -> tile<4x4xbf16>, token
      %next = mmaf %a_tile, %b_tile, %so_far : tile<4x4xbf16>, tile<4x4xbf16>, tile<4x4xf32>
      continue %next : tile<4x4xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%row, %column] token=%start_read : tile<4x4xf32>, partition_view<tile=(4x4), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @bf16_odd(%a: tile<ptr<bf16>>, %b: tile<ptr<bf16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
    %column, %row, %z = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> tensor_view<?x?xbf16, strides=[?,1]>
    %b_tensor = make_tensor_view %b, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xbf16, strides=[?,1]>
    %c_tensor = make_tensor_view %c, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(2x1), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(1x2), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(2x2), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(2x1), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %far = constant <i32: 1000> : tile<i32>
    %start, %start_read = load_view_tko weak %c_tiles[%row, %column] : partition_view<tile=(2x2), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<2x2xf32>, token
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%so_far = %start) -> (tile<2x2xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%row, %i] : partition_view<tile=(2x1), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>>, tile<i32> -> tile<2x1xbf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %column] : partition_view<tile=(1x2), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>>, tile<i32> -> tile<1x2xbf16>, token
      %next = mmaf %a_tile, %b_tile, %so_far : tile<2x1xbf16>, tile<1x2xbf16>, tile<2x2xf32>
      continue %next : tile<2x2xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%row, %column] token=%start_read : tile<2x2xf32>, partition_view<tile=(2x2), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @tf32(%a: tile<ptr<tf32>>, %b: tile<ptr<tf32>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
    %column, %row, %z = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> tensor_view<?x?xtf32, strides=[?,1]>
    %b_tensor = make_tensor_view %b, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xtf32, strides=[?,1]>
    %c_tensor = make_tensor_view %c, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(2x2), padding_value = zero, tensor_view<?x?xtf32, strides=[?,1]>>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(2x2), padding_value = zero, tensor_view<?x?xtf32, strides=[?,1]>>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(2x2), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(2x2), padding_value = zero, tensor_view<?x?xtf32, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %far = constant <i32: 1000> : tile<i32>
    %start, %start_read = load_view_tko weak %c_tiles[%row, %column] : partition_view<tile=(2x2), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<2x2xf32>, token
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%so_far = %start) -> (tile<2x2xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%row, %i] : partition_view<tile=(2x2), padding_value = zero, tensor_view<?x?xtf32, strides=[?,1]>>, tile<i32> -> tile<2x2xtf32>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %column] : partition_view<tile=(2x2), padding_value = zero, tensor_view<?x?xtf32, strides=[?,1]>>, tile<i32> -> tile<2x2xtf32>, token
      %next = mmaf %a_tile, %b_tile, %so_far : tile<2x2xtf32>, tile<2x2xtf32>, tile<2x2xf32>
      continue %next : tile<2x2xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%row, %column] token=%start_read : tile<2x2xf32>, partition_view<tile=(2x2), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @f8(%a: tile<ptr<f8E4M3FN>>, %b: tile<ptr<f8E4M3FN>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
    %column, %row, %z = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> tensor_view<?x?xf8E4M3FN, strides=[?,1]>
    %b_tensor = make_tensor_view %b, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf8E4M3FN, strides=[?,1]>
    %c_tensor = make_tensor_view %c, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(2x2), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(2x2), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(2x2), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(2x2), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %far = constant <i32: 1000> : tile<i32>
    %start, %start_read = load_view_tko weak %c_tiles[%row, %column] : partition_view<tile=(2x2), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<2x2xf32>, token
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%so_far = %start) -> (tile<2x2xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%row, %i] : partition_view<tile=(2x2), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>, tile<i32> -> tile<2x2xf8E4M3FN>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %column] : partition_view<tile=(2x2), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>, tile<i32> -> tile<2x2xf8E4M3FN>, token
      %next = mmaf %a_tile, %b_tile, %so_far : tile<2x2xf8E4M3FN>, tile<2x2xf8E4M3FN>, tile<2x2xf32>
      continue %next : tile<2x2xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%row, %column] token=%start_read : tile<2x2xf32>, partition_view<tile=(2x2), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @i8(%a: tile<ptr<i8>>, %b: tile<ptr<i8>>, %c: tile<ptr<i32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
    %column, %row, %z = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> tensor_view<?x?xi8, strides=[?,1]>
    %b_tensor = make_tensor_view %b, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xi8, strides=[?,1]>
    %c_tensor = make_tensor_view %c, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xi32, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(4x4), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(4x4), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(4x4), tensor_view<?x?xi32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(4x4), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %far = constant <i32: 1000> : tile<i32>
    %start, %start_read = load_view_tko weak %c_tiles[%row, %column] : partition_view<tile=(4x4), tensor_view<?x?xi32, strides=[?,1]>>, tile<i32> -> tile<4x4xi32>, token
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%so_far = %start) -> (tile<4x4xi32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%row, %i] : partition_view<tile=(4x4), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>>, tile<i32> -> tile<4x4xi8>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %column] : partition_view<tile=(4x4), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>>, tile<i32> -> tile<4x4xi8>, token
      %next = mmai %a_tile, %b_tile, %so_far signed unsigned : tile<4x4xi8>, tile<4x4xi8>, tile<4x4xi32>
      continue %next : tile<4x4xi32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%row, %column] token=%start_read : tile<4x4xi32>, partition_view<tile=(4x4), tensor_view<?x?xi32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @transposed(%a: tile<ptr<f32>>, %b: tile<ptr<f32>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
    %column, %row, %z = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a, shape = [%k, %m], strides = [%m, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %b_tensor = make_tensor_view %b, shape = [%n, %k], strides = [%k, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tensor = make_tensor_view %c, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(4x4), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>, dim_map=[1, 0]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(4x4), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>, dim_map=[1, 0]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(4x4), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(4x4), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>, dim_map=[1, 0]> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %far = constant <i32: 1000> : tile<i32>
    %start, %start_read = load_view_tko weak %c_tiles[%row, %column] : partition_view<tile=(4x4), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<4x4xf32>, token
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%so_far = %start) -> (tile<4x4xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%row, %i] : partition_view<tile=(4x4), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>, dim_map=[1, 0]>, tile<i32> -> tile<4x4xf32>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %column] : partition_view<tile=(4x4), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>, dim_map=[1, 0]>, tile<i32> -> tile<4x4xf32>, token
      %next = mmaf %a_tile, %b_tile, %so_far : tile<4x4xf32>, tile<4x4xf32>, tile<4x4xf32>
      continue %next : tile<4x4xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%row, %column] token=%start_read : tile<4x4xf32>, partition_view<tile=(4x4), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @nan(%a: tile<ptr<f32>>, %b: tile<ptr<f32>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
    %column, %row, %z = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %b_tensor = make_tensor_view %b, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tensor = make_tensor_view %c, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(2x4), padding_value = nan, tensor_view<?x?xf32, strides=[?,1]>>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(4x4), padding_value = nan, tensor_view<?x?xf32, strides=[?,1]>>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(2x4), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(2x4), padding_value = nan, tensor_view<?x?xf32, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %far = constant <i32: 1000> : tile<i32>
    %start, %start_read = load_view_tko weak %c_tiles[%row, %column] : partition_view<tile=(2x4), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<2x4xf32>, token
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%so_far = %start) -> (tile<2x4xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%row, %i] : partition_view<tile=(2x4), padding_value = nan, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<2x4xf32>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %column] : partition_view<tile=(4x4), padding_value = nan, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<4x4xf32>, token
      %next = mmaf %a_tile, %b_tile, %so_far : tile<2x4xf32>, tile<4x4xf32>, tile<2x4xf32>
      continue %next : tile<2x4xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%row, %column] token=%start_read : tile<2x4xf32>, partition_view<tile=(2x4), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @infinite(%a: tile<ptr<f32>>, %b: tile<ptr<f32>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
    %column, %row, %z = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %b_tensor = make_tensor_view %b, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tensor = make_tensor_view %c, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(2x2), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(2x2), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(2x2), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(2x2), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %far = constant <i32: 1000> : tile<i32>
    %start, %start_read = load_view_tko weak %c_tiles[%row, %column] : partition_view<tile=(2x2), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<2x2xf32>, token
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%so_far = %start) -> (tile<2x2xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%row, %i] : partition_view<tile=(2x2), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<2x2xf32>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %column] : partition_view<tile=(2x2), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<2x2xf32>, token
      %next = mmaf %a_tile, %b_tile, %so_far : tile<2x2xf32>, tile<2x2xf32>, tile<2x2xf32>
      continue %next : tile<2x2xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%row, %column] token=%start_read : tile<2x2xf32>, partition_view<tile=(2x2), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @steps(%a: tile<ptr<f32>>, %b: tile<ptr<f32>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
    %column, %row, %z = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %b_tensor = make_tensor_view %b, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tensor = make_tensor_view %c, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(2x2), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(2x2), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(2x2), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(2x2), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %far = constant <i32: 1000> : tile<i32>
    %start, %start_read = load_view_tko weak %c_tiles[%row, %column] : partition_view<tile=(2x2), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<2x2xf32>, token
    %sum = for %i in (%one to %k_tiles, step %two) : tile<i32> iter_values(%so_far = %start) -> (tile<2x2xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%row, %i] : partition_view<tile=(2x2), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<2x2xf32>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %column] : partition_view<tile=(2x2), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<2x2xf32>, token
      %next = mmaf %a_tile, %b_tile, %so_far : tile<2x2xf32>, tile<2x2xf32>, tile<2x2xf32>
      continue %next : tile<2x2xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%row, %column] token=%start_read : tile<2x2xf32>, partition_view<tile=(2x2), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @none(%a: tile<ptr<f32>>, %b: tile<ptr<f32>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
    %column, %row, %z = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %b_tensor = make_tensor_view %b, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tensor = make_tensor_view %c, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(2x2), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(2x2), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(2x2), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(2x2), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %far = constant <i32: 1000> : tile<i32>
    %start, %start_read = load_view_tko weak %c_tiles[%row, %column] : partition_view<tile=(2x2), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<2x2xf32>, token
    %sum = for %i in (%one to %k_tiles, step %one) : tile<i32> iter_values(%so_far = %start) -> (tile<2x2xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%row, %i] : partition_view<tile=(2x2), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<2x2xf32>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %column] : partition_view<tile=(2x2), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<2x2xf32>, token
      %next = mmaf %a_tile, %b_tile, %so_far : tile<2x2xf32>, tile<2x2xf32>, tile<2x2xf32>
      continue %next : tile<2x2xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%row, %column] token=%start_read : tile<2x2xf32>, partition_view<tile=(2x2), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @too_far(%a: tile<ptr<f32>>, %b: tile<ptr<f32>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
    %column, %row, %z = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %b_tensor = make_tensor_view %b, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tensor = make_tensor_view %c, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(2x2), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(2x2), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(2x2), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(2x2), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %far = constant <i32: 1000> : tile<i32>
    %start, %start_read = load_view_tko weak %c_tiles[%row, %column] : partition_view<tile=(2x2), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<2x2xf32>, token
    %sum = for %i in (%zero to %far, step %one) : tile<i32> iter_values(%so_far = %start) -> (tile<2x2xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%row, %i] : partition_view<tile=(2x2), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<2x2xf32>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %column] : partition_view<tile=(2x2), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<2x2xf32>, token
      %next = mmaf %a_tile, %b_tile, %so_far : tile<2x2xf32>, tile<2x2xf32>, tile<2x2xf32>
      continue %next : tile<2x2xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%row, %column] token=%start_read : tile<2x2xf32>, partition_view<tile=(2x2), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
