// RUN: run --entry tiles --grid 1,1 --arg 'f16[256,96]=randint(-3,4,seed=1)' --arg 'f16[96,64]=randint(-3,4,seed=2)' --arg 'c:f32[256,64]=ones' --arg 256 --arg 64 --arg 96 --arg 96 --arg 64 --arg 64 --print c
// c = [[  4.  17.   2. ... -54.  52.   0.]
//      [-13.  11. -66. ...   7.  39.  50.]
//      [-24.  13.  32. ...  82. -20. -40.]
//      ...
//      [  7. -63.  16. ...  21. -34. -75.]
//      [ 30.  -9.  29. ...   9. -89.  -8.]
//      [ -8. -29.  47. ...  15.   1.  21.]]
// RUN: run --entry tiles --grid 3,1 --arg 'f16[256,160]=randint(-3,4,seed=1)' --arg 'f16[160,64]=randint(-3,4,seed=2)' --arg 'c:f32[256,64]=ones' --arg 256 --arg 64 --arg 160 --arg 160 --arg 64 --arg 64 --print c
// c = [[ 17.  44.  30. ... -77.  84. 100.]
//      [-68.  62.  35. ...  22.  29. 139.]
//      [ 29.  10.  18. ... -15.   9.  15.]
//      ...
//      [ 14. -40.  48. ...   6.  33. -30.]
//      [ -1.  21. -56. ...  59.  11.  34.]
//      [ 17.  43. -39. ...  13. -34. -58.]]
// RUN: run --entry tiles --grid 2,1 --arg 'f16[64,96]=randint(-3,4,seed=1)' --arg 'f16[96,64]=randint(-3,4,seed=2)' --arg 'c:f32[64,64]=ones' --arg 64 --arg 64 --arg 96 --arg 96 --arg 64 --arg 64 --print c
// c = [[  4.  17.   2. ... -54.  52.   0.]
//      [-13.  11. -66. ...   7.  39.  50.]
//      [-24.  13.  32. ...  82. -20. -40.]
//      ...
//      [  0.  13.  52. ... -20. -38.  36.]
//      [ 17.  35. -27. ... -33. -15. -36.]
//      [-23.   0.   7. ...  28.  -8.  17.]]
// RUN: run --entry tiles --grid 2,1 --arg 'f16[128,8]=randint(-3,4,seed=1)' --arg 'f16[8,64]=randint(-3,4,seed=2)' --arg 'c:f32[128,64]=ones' --arg 128 --arg 64 --arg 0 --arg 8 --arg 64 --arg 64 --print c
// c = [[0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      ...
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]]
// RUN: run --entry steps --grid 2,1 --arg 'f16[128,32]=randint(-3,4,seed=1)' --arg 'f16[32,64]=randint(-3,4,seed=2)' --arg 'c:f32[128,64]=ones' --arg 128 --arg 64 --arg 32 --arg 32 --arg 64 --arg 64 --print c
// c = [[ 17.  27.  -9. ... -21.  29.  22.]
//      [ 46.  32.  34. ... -16.  45.  -2.]
//      [  5.   1.   1. ...  18. -21. -20.]
//      ...
//      [ 11.   1. -40. ...  49. -47. -32.]
//      [ 14. -19. -17. ... -15. -50. -30.]
//      [-10. -33. -12. ... -11.  -8.   7.]]
// RUN: run --entry steps --grid 2,1 --arg 'f16[128,224]=randint(-3,4,seed=1)' --arg 'f16[224,64]=randint(-3,4,seed=2)' --arg 'c:f32[128,64]=ones' --arg 128 --arg 64 --arg 224 --arg 224 --arg 64 --arg 64 --print c
// c = [[  -4.   94.   30. ...  -53.   66.   86.]
//      [ -13.   28.  -47. ...  -81.  -33.    5.]
//      [ -36.  -37. -122. ...  -79.   85.  -17.]
//      ...
//      [ -35.   21.   47. ...   25.  -10.    6.]
//      [-103.  130.  166. ...  -95.  -35.  -24.]
//      [ -60.  -71.   62. ...   44.  -26. -106.]]
// RUN: run --entry steps --grid 1,1 --arg 'f16[64,8]=randint(-3,4,seed=1)' --arg 'f16[8,64]=randint(-3,4,seed=2)' --arg 'c:f32[64,64]=ones' --arg 64 --arg 64 --arg 0 --arg 8 --arg 64 --arg 64 --print c
// c = [[0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      ...
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]]
// RUN: run --entry at_end --grid 1,1 --arg 'f16[192,32]=randint(-3,4,seed=1)' --arg 'f16[32,64]=randint(-3,4,seed=2)' --arg 'c:f32[192,64]=ones' --arg 192 --arg 64 --arg 32 --arg 32 --arg 64 --arg 64 --print c
// c = [[ 17.  27.  -9. ... -21.  29.  22.]
//      [ 46.  32.  34. ... -16.  45.  -2.]
//      [  5.   1.   1. ...  18. -21. -20.]
//      ...
//      [-40. -35.  -6. ...  18.   3.   6.]
//      [ -2. -17. -15. ...  35. -23.  32.]
//      [ 21.   7.  15. ... -34. -14.  -4.]]
// RUN: run --entry at_end --grid 1,1 --arg 'f16[128,224]=randint(-3,4,seed=1)' --arg 'f16[224,64]=randint(-3,4,seed=2)' --arg 'c:f32[128,64]=ones' --arg 128 --arg 64 --arg 224 --arg 224 --arg 64 --arg 64 --print c
// c = [[  -4.   94.   30. ...  -53.   66.   86.]
//      [ -13.   28.  -47. ...  -81.  -33.    5.]
//      [ -36.  -37. -122. ...  -79.   85.  -17.]
//      ...
//      [ -35.   21.   47. ...   25.  -10.    6.]
//      [-103.  130.  166. ...  -95.  -35.  -24.]
//      [ -60.  -71.   62. ...   44.  -26. -106.]]
// RUN: run --entry skipped --grid 2,1 --arg 'f16[128,32]=randint(-3,4,seed=1)' --arg 'f16[32,64]=randint(-3,4,seed=2)' --arg 'c:f32[128,64]=ones' --arg 128 --arg 64 --arg 32 --arg 32 --arg 64 --arg 64 --print c
// c = [[ 17.  27.  -9. ... -21.  29.  22.]
//      [ 46.  32.  34. ... -16.  45.  -2.]
//      [  5.   1.   1. ...  18. -21. -20.]
//      ...
//      [ 11.   1. -40. ...  49. -47. -32.]
//      [ 14. -19. -17. ... -15. -50. -30.]
//      [-10. -33. -12. ... -11.  -8.   7.]]
// RUN: run --entry skipped --grid 2,1 --arg 'f16[128,224]=randint(-3,4,seed=1)' --arg 'f16[224,64]=randint(-3,4,seed=2)' --arg 'c:f32[128,64]=ones' --arg 128 --arg 64 --arg 224 --arg 224 --arg 64 --arg 64 --print c
// c = [[ -15.   87.   33. ...  -21.   52.   82.]
//      [ -28.    9.  -40. ...  -89.  -37.   19.]
//      [ -60.  -13.  -81. ...  -50.   64.   14.]
//      ...
//      [ -29.    9.   38. ...   22.   -6.   15.]
//      [-102.   91.  195. ...  -82.  -61.  -22.]
//      [ -60.  -68.   54. ...   30.  -24. -121.]]
// RUN: run --entry skipped --grid 1,1 --arg 'f16[64,64]=randint(-3,4,seed=1)' --arg 'f16[64,64]=randint(-3,4,seed=2)' --arg 'c:f32[64,64]=ones' --arg 64 --arg 64 --arg 64 --arg 64 --arg 64 --arg 64 --print c
// c = [[ 17.  27.  -9. ... -21.  29.  22.]
//      [  5.   1.   1. ...  18. -21. -20.]
//      [ 32.   7.  15. ...  16. -15.  34.]
//      ...
//      [  5.  61. -55. ... -15.  17.   2.]
//      [-20. -11.   8. ...  23. -10.  -6.]
//      [ 14. -19. -17. ... -15. -50. -30.]]
// RUN: run --entry returned --grid 4,1 --arg 'f16[64,96]=randint(-3,4,seed=1)' --arg 'f16[96,64]=randint(-3,4,seed=2)' --arg 'c:f32[64,64]=ones' --arg 64 --arg 64 --arg 96 --arg 96 --arg 64 --arg 64 --print c
// c = [[  4.  17.   2. ... -54.  52.   0.]
//      [-13.  11. -66. ...   7.  39.  50.]
//      [-24.  13.  32. ...  82. -20. -40.]
//      ...
//      [  0.  13.  52. ... -20. -38.  36.]
//      [ 17.  35. -27. ... -33. -15. -36.]
//      [-23.   0.   7. ...  28.  -8.  17.]]
// RUN: run --entry returned --grid 4,1 --arg 'f16[256,32]=randint(-3,4,seed=1)' --arg 'f16[32,64]=randint(-3,4,seed=2)' --arg 'c:f32[256,64]=ones' --arg 256 --arg 64 --arg 32 --arg 32 --arg 64 --arg 64 --print c
// c = [[ 17.  27.  -9. ... -21.  29.  22.]
//      [ 46.  32.  34. ... -16.  45.  -2.]
//      [  5.   1.   1. ...  18. -21. -20.]
//      ...
//      [  1.   1.   1. ...   1.   1.   1.]
//      [  1.   1.   1. ...   1.   1.   1.]
//      [  1.   1.   1. ...   1.   1.   1.]]
// RUN: run --entry groups --grid 1 --arg 'f16[512,64]=randint(-3,4,seed=1)' --arg 'f16[320,64]=randint(-3,4,seed=2)' --arg 'c:f32[512,64]=ones' --arg 'i32[5]=randint(0,101,seed=3)' --arg 5 --print c
// c = [[ 28.  34. -12. ... -53.  43.  26.]
//      [-21. -17.  12. ...   6.   1. -17.]
//      [ 62.  -2.   5. ...  45. -44.  37.]
//      ...
//      [  1.   1.   1. ...   1.   1.   1.]
//      [  1.   1.   1. ...   1.   1.   1.]
//      [  1.   1.   1. ...   1.   1.   1.]]
// RUN: run --entry groups --grid 3 --arg 'f16[512,64]=randint(-3,4,seed=1)' --arg 'f16[320,64]=randint(-3,4,seed=2)' --arg 'c:f32[512,64]=ones' --arg 'i32[5]=randint(0,101,seed=3)' --arg 5 --print c
// c = [[ 28.  34. -12. ... -53.  43.  26.]
//      [-21. -17.  12. ...   6.   1. -17.]
//      [ 62.  -2.   5. ...  45. -44.  37.]
//      ...
//      [  1.   1.   1. ...   1.   1.   1.]
//      [  1.   1.   1. ...   1.   1.   1.]
//      [  1.   1.   1. ...   1.   1.   1.]]
//
// Loops that end where a branch says so, and early exits. Both agents leave them under the same conditions, in front of the stage of an iteration
// or behind it. An early `return`, or `continue` in a `for`, becomes a branch around what it skips.

cuda_tile.module @loops {
  entry @tiles(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_8 = assume div_by<8>, %lda : tile<i32>
    %ldb_8 = assume div_by<8>, %ldb : tile<i32>
    %ldc_8 = assume div_by<8>, %ldc : tile<i32>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_8, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<64x64xf32>
    %blocks_x, %blocks_y, %blocks_z = get_num_tile_blocks : tile<i32>
    %last = loop iter_values(%row = %block_row) : tile<i32> -> tile<i32> {
      %more = cmpi less_than %row, %row_tiles, signed : tile<i32> -> tile<i1>
      if %more {
      } else {
        break %row : tile<i32>
      }
      %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<64x64xf32>) {
        %a_tile, %a_read = load_view_tko weak %a_tiles[%row, %i] : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x32xf16>, token
        %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x64xf16>, token
        %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
        continue %sum_next : tile<64x64xf32>
      }
      %written = store_view_tko weak %sum, %c_tiles[%row, %block_col] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
      %next = addi %row, %blocks_x : tile<i32>
      continue %next : tile<i32>
    }
    return
  }

  entry @steps(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_8 = assume div_by<8>, %lda : tile<i32>
    %ldb_8 = assume div_by<8>, %ldb : tile<i32>
    %ldc_8 = assume div_by<8>, %ldc : tile<i32>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_8, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<64x64xf32>
    %sum = loop iter_values(%i = %zero, %sum_so_far = %sum_0) : tile<i32>, tile<64x64xf32> -> tile<64x64xf32> {
      %done = cmpi greater_than_or_equal %i, %k_tiles, signed : tile<i32> -> tile<i1>
      if %done {
        break %sum_so_far : tile<64x64xf32>
      }
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x32xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x64xf16>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
      %next = addi %i, %one : tile<i32>
      continue %next, %sum_next : tile<i32>, tile<64x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @at_end(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_8 = assume div_by<8>, %lda : tile<i32>
    %ldb_8 = assume div_by<8>, %ldb : tile<i32>
    %ldc_8 = assume div_by<8>, %ldc : tile<i32>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_8, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<64x64xf32>
    %all = loop iter_values(%row = %block_row) : tile<i32> -> tile<i32> {
      %sum, %steps = loop iter_values(%i = %zero, %sum_so_far = %sum_0) : tile<i32>, tile<64x64xf32> -> tile<64x64xf32>, tile<i32> {
        %a_tile, %a_read = load_view_tko weak %a_tiles[%row, %i] : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x32xf16>, token
        %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x64xf16>, token
        %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
        %next = addi %i, %one : tile<i32>
        %done = cmpi greater_than_or_equal %next, %k_tiles, signed : tile<i32> -> tile<i1>
        if %done {
          break %sum_next, %next : tile<64x64xf32>, tile<i32>
        }
        continue %next, %sum_next : tile<i32>, tile<64x64xf32>
      }
      %written = store_view_tko weak %sum, %c_tiles[%row, %block_col] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
      %rounds = divi %steps, %k_tiles signed : tile<i32>
      %row_next = addi %row, %rounds : tile<i32>
      %more = cmpi less_than %row_next, %row_tiles, signed : tile<i32> -> tile<i1>
      if %more {
        continue %row_next : tile<i32>
      }
      break %row_next : tile<i32>
    }
    return
  }

  entry @skipped(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_8 = assume div_by<8>, %lda : tile<i32>
    %ldb_8 = assume div_by<8>, %ldb : tile<i32>
    %ldc_8 = assume div_by<8>, %ldc : tile<i32>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_8, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<64x64xf32>) {
      %skip = cmpi equal %i, %one, signed : tile<i32> -> tile<i1>
      if %skip {
        continue %sum_so_far : tile<64x64xf32>
      }
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x32xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x64xf16>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
      continue %sum_next : tile<64x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @returned(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_8 = assume div_by<8>, %lda : tile<i32>
    %ldb_8 = assume div_by<8>, %ldb : tile<i32>
    %ldc_8 = assume div_by<8>, %ldc : tile<i32>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<64x64xf32>
    %two = constant <i32: 2> : tile<i32>
    %last = cmpi greater_than %block_row, %two, signed : tile<i32> -> tile<i1>
    if %last {
      return
    }
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_8, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %beyond = cmpi greater_than_or_equal %block_row, %row_tiles, signed : tile<i32> -> tile<i1>
    if %beyond {
      return
    } else {
      yield
    }
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<64x64xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x32xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x64xf16>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
      continue %sum_next : tile<64x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  // Rows of several matrices, one after the other, each multiplied by a matrix of its own: memory is made in the loop, so threads copy.
  entry @groups(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %sizes: tile<ptr<i32>>, %groups: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %blocks_x, %blocks_y, %blocks_z = get_num_tile_blocks : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<64x64xf32>
    %depth = constant <i32: 64> : tile<i32>
    %width = constant <i32: 64> : tile<i32>
    %sizes_tensor = make_tensor_view %sizes, shape = [%groups], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %sizes_tiles = make_partition_view %sizes_tensor : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
    %tile_end, %row_end = for %g in (%zero to %groups, step %one) : tile<i32> iter_values(%tile = %block, %first = %zero) -> (tile<i32>, tile<i32>) {
      %size_1, %size_read = load_view_tko weak %sizes_tiles[%g] : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<1xi32>, token
      %size_0 = reshape %size_1 : tile<1xi32> -> tile<i32>
      %size = assume bounded<0, ?>, %size_0 : tile<i32>
      %a_rows = muli %first, %depth : tile<i32>
      %a_rows_8 = assume div_by<8>, %a_rows : tile<i32>
      %a_g = offset %a_16, %a_rows_8 : tile<ptr<f16>>, tile<i32> -> tile<ptr<f16>>
      %b_rows = muli %g, %depth : tile<i32>
      %b_first = muli %b_rows, %width : tile<i32>
      %b_g = offset %b_16, %b_first : tile<ptr<f16>>, tile<i32> -> tile<ptr<f16>>
      %c_rows = muli %first, %width : tile<i32>
      %c_g = offset %c_16, %c_rows : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
      %a_tensor = make_tensor_view %a_g, shape = [%size, 64], strides = [64, 1] : tile<i32> -> tensor_view<?x64xf16, strides=[64,1]>
      %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x64xf16, strides=[64,1]>>
      %b_tensor = make_tensor_view %b_g, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf16, strides=[64,1]>
      %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x64), padding_value = zero, tensor_view<64x64xf16, strides=[64,1]>>
      %c_tensor = make_tensor_view %c_g, shape = [%size, 64], strides = [64, 1] : tile<i32> -> tensor_view<?x64xf32, strides=[64,1]>
      %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x64), tensor_view<?x64xf32, strides=[64,1]>>
      %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x64xf16, strides=[64,1]>> -> tile<i32>
      %tile_next = loop iter_values(%at = %tile) : tile<i32> -> tile<i32> {
        %more = cmpi less_than %at, %row_tiles, signed : tile<i32> -> tile<i1>
        if %more {
        } else {
          %over = subi %at, %row_tiles : tile<i32>
          break %over : tile<i32>
        }
        %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<64x64xf32>) {
          %a_tile, %a_read = load_view_tko weak %a_tiles[%at, %i] : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x32xf16>, token
          %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %zero] : partition_view<tile=(32x64), padding_value = zero, tensor_view<64x64xf16, strides=[64,1]>>, tile<i32> -> tile<32x64xf16>, token
          %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
          continue %sum_next : tile<64x64xf32>
        }
        %written = store_view_tko weak %sum, %c_tiles[%at, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x64xf32, strides=[64,1]>>, tile<i32> -> token
        %next = addi %at, %blocks_x : tile<i32>
        continue %next : tile<i32>
      }
      %first_next = addi %first, %size : tile<i32>
      continue %tile_next, %first_next : tile<i32>, tile<i32>
    }
    return
  }
}
