// RUN: run --entry eight --grid 1,2 --arg 'bf16[8,96]=randint(-3,4,seed=1)' --arg 'bf16[96,72]=randint(-3,4,seed=2)' --arg 'c:bf16[8,72]=ones' --arg 8 --arg 72 --arg 96 --arg 96 --arg 72 --arg 72 --print c
// c = [[  -3.  -47.   55.   64.  -34.  -25.   48.   22.  -20.   29.  -54.    7.
//          5.   38.   75.   15.   15.   66.  -15.    1.   44.    1.   35.   28.
//        -31.  -16.   -4.    3.  -26.   21.    1.  -42.  -31.   98.  -24.  -29.
//        -33.    1.   87.  -21.  -28.   77.   25.  -88.  -68.  -29.    6.   32.
//         47.  -58.   -1.    8.   46.   13.   19.  -23.   90.   12.   -9.   22.
//         55.  -27.   31.   22.   14.   72.  -14.  -63.    7.  -35.  -43. -104.]
//      [ -15.   46.   68.   -9.   34.   -3.   -5.  -25.    2.   62.   48.   14.
//        -21.   66.  -14.  -55.   52.    4.   -1.  -20.   35.  -23.  -21.    8.
//         31.   30.  -72.  -57.   47.   -5.  -17.  -14.   -3.   -6.   72.   26.
//        -12.   20.    7.   32.   14.  -72. -104.  -16.   -8.  -14.    5.  -12.
//        -20.    9.   -6.  -16.  -25.   -9.    0.    4.  -63.   33.   83.   -8.
//         11.  -23.  -31.    9.  -32.   36.   54.   -5.   63.  -28.   25.  -17.]
//      [ -16.   18.    7.  -12.    8.   94.   -7.  -25.   45.    1.   62.  -21.
//         33.  -84.   -4.  -89.  -35.    3.  -19.  -14.   -6.  -16.   -1.  -33.
//         34.  -21.   21.  -13.  -62.  -29.    9.   58.  -32.   43.   49.  -31.
//        -20.  -31.    1.  -11.   49.   11.   -4.   71.  -37.  -14.    0.    8.
//          1.   63.  -59.  -27.  -26.  -39.   10.   45.   23.   28.  -31.   45.
//         10.   12.   13.   40.  -32.  -52.  -57.   49.  -29.  -34.  -34.   -5.]
//      [   7.   -5.   21.  -57.   92.   19.  -10.  -18.  -47.  -31.  -18.  -92.
//         42.  -79.  -49.   13.   56. -100.    8.  -68.  -44.  -11.   -9.   33.
//        -12. -132.   47.    3.  -38.  -51.  -10.   -9.   21.   -8.   12.   42.
//        -13.   24.  -77.   18.   -7.  -40.    7.   69.   91.   11.   -7.  -17.
//         69.   40.  -12.  -91.  -58.  -58.  -26.   -5.    2.   65.    7.  -38.
//         34.   86.  -26.  -86.  -31.  -97.   11.   36.   13.  -35.   61.   13.]
//      [ -28.  -50.   57.    9.  -67.   44.  -26.   75.  -57.   64.   21.   16.
//        -57.    3.  100.   -3.    2.   19.  -38.  -59.   43.   63.    2.  -11.
//         25.  -30.  -16.  -10.  -52.  -35.   53.  -32.    4.   81.  -26.   33.
//          8.  -47.   55.   20.  -14.   93.   12.  -57.  -66.   20.   14.    7.
//         81.   67.   31.  -15.   -6.   23.   13.   -6.   32.    9.   25.   46.
//         20.  -37.   84.   66.   15.  -37.   10.  -43.   45.   33.  -12.   -6.]
//      [  23.  -44.  -12.  -16.  -14.    6.  -52.  -53.    2.   36.   56.    2.
//        -14.   73.    9.    5.  -28.  -15.  -64.  -26.   32.   43.   41.   25.
//         26.   37.   20.   -1.   19.  -22.   55.   45.   -4.   -6.   12.   40.
//         23.    8.   18.  -11.   -6.  -93.   53.  -22.    8.  -32.  -71.  -84.
//         -6.  -56.  -20.   13.   82.  -24.  -97.    1.  -63.    7.  -44.  -16.
//        -39.   14.   11.  -28.  -46.    1.   14.  -31.   -6.    5.    3.   45.]
//      [ -52.   55.  -75.   12.  -32.   60.   23.   -3.    1.  -48.   23.  -14.
//         36.   63.  -45.  -37.  -14.  -24.  -29.   57.   87.    6.   33.  -31.
//         12.  -34.   38.   31.   45.   20.   15.   28.   -6.    0.   28.  -19.
//          8.   15.   35.  -15.   50.   23.   -7.   28.  -16.   80.  -38.   27.
//         19.   -3.   27.    1.   91.   29.   48.   36.  -46.    9.  -10.   39.
//        -32.   26.   -3.  -31.  -29.  -38.   37.   33.   -9.   44.   34.   67.]
//      [ -16.  -36.  -11.    2.   72.  -29.   60.   -4.   51.  -34.   53.   -3.
//          2.  -74.   31.   52.  -56.   -8.  -27.   21.   54.   66.   38.   18.
//         39.   30.  -41.  -27.   16.   -4.  -73.    3.  -18.  -31.   76.   10.
//        -44.   16.    9.  -32.  -27.   13.   57.  -19.    5.  -37.  -11.   12.
//         33.   22.  -28.    1.   43.  -19.  -21.  -60.   -7.  -26.  -99.   12.
//        -28.   51.   69.   15.   10.   55.   10.   -2.  -17.  -57.  -16.  -66.]]
// RUN: run --entry sixteen --grid 1,2 --arg 'f16[10,72]=randint(-3,4,seed=1)' --arg 'f16[200,72]=randint(-3,4,seed=2)' --arg 'c:f32[10,200]=ones' --arg 10 --arg 200 --arg 70 --arg 72 --arg 72 --arg 200 --print c
// c = [[ -2.  25.  69. ...  32. -17.  20.]
//      [  0. -40.  -2. ...  27.  79. -65.]
//      [ -2. -57. -13. ...  10.  36. -28.]
//      ...
//      [ 37. -19.  37. ...  48.  -6. -24.]
//      [  9.   1.  -6. ... -46.   2.  -5.]
//      [ 10.  11.  -2. ...   5.   7.   9.]]
// RUN: run --entry columns_first --grid 2,1 --arg 'f16[64,24]=randint(-3,4,seed=1)' --arg 'f16[64,64]=randint(-3,4,seed=2)' --arg 'c:f32[64,24]=ones' --arg 20 --arg 64 --arg 64 --arg 24 --arg 64 --arg 24 --print c
// c = [[-31. -15.  62. ...   1.   1.   1.]
//      [-38.  -6.   7. ...   1.   1.   1.]
//      [-69. -55. -48. ...   1.   1.   1.]
//      ...
//      [ -3. -45. -48. ...   1.   1.   1.]
//      [ 36.  27.   4. ...   1.   1.   1.]
//      [-23.   7.  37. ...   1.   1.   1.]]
// RUN: run --entry bias_relu --grid 2,1 --arg 'f16[40,64]=randint(-3,4,seed=1)' --arg 'f16[64,128]=randint(-3,4,seed=2)' --arg 'c:f32[40,128]=ones' --arg 40 --arg 128 --arg 64 --arg 64 --arg 128 --arg 128 --arg 'f32[128]=randint(-9,10,seed=3)' --print c
// c = [[ 0.  0.  0. ... 31. 42.  9.]
//      [ 0.  0.  0. ... 24.  0. 32.]
//      [40. 78.  0. ... 28.  0.  1.]
//      ...
//      [ 0.  7.  0. ... 30.  0. 17.]
//      [ 0. 52. 36. ... 21.  0.  8.]
//      [ 0.  0.  0. ... 33. 15.  7.]]
// RUN: run --entry uneven --grid 1,2 --arg 'f16[16,32]=randint(-3,4,seed=1)' --arg 'f16[32,80]=randint(-3,4,seed=2)' --arg 'c:f16[16,80]=ones' --arg 16 --arg 77 --arg 32 --arg 32 --arg 80 --arg 80 --print c
// c = [[ -1.  11. -39. ...   1.   1.   1.]
//      [ 24. -30.   7. ...   1.   1.   1.]
//      [ -2.  15. -18. ...   1.   1.   1.]
//      ...
//      [  5.  17. -22. ...   1.   1.   1.]
//      [-28.  34.  -1. ...   1.   1.   1.]
//      [-27. -16.  45. ...   1.   1.   1.]]
// RUN: run --entry mixed_signs --grid 1 --arg 'i8[16,128]=randint(-128,128,seed=1)' --arg 'i8[64,128]=randint(-128,128,seed=2)' --arg 'c:i32[16,64]=ones' --arg 16 --arg 64 --arg 128 --arg 128 --arg 128 --arg 64 --print c
// c = [[  91941  -61992   -8207 ...   13133   15888   -7811]
//      [ -78595 -168732 -135869 ... -232468 -166481  -25999]
//      [  48063  -14474     164 ...   22578  228520  110645]
//      ...
//      [  57987  169573  170377 ...  156843  266035  121335]
//      [ 238258  147290  205514 ...   74880   65807  160801]
//      [-257290 -117970  -19170 ... -120502 -177842 -230902]]
// RUN: run --entry promoted --grid 1 --arg 'f8E4M3FN[16,256]=randint(-3,4,seed=1)' --arg 'f8E4M3FN[64,256]=randint(-3,4,seed=2)' --arg 'c:f32[16,64]=ones' --arg 16 --arg 64 --arg 256 --arg 256 --arg 256 --arg 64 --print c
// c = [[ -48.   32. -145. ...   13.   45.   26.]
//      [  38.  150.   -6. ...  108.  -14.  108.]
//      [  52.  -53.  -21. ...  -32.  -38.  -60.]
//      ...
//      [  29.  -30.   15. ...  -43.   32.  -16.]
//      [ -11.   19. -178. ... -195.   10.  104.]
//      [ -28.  -94.    5. ...   11.  -12.    3.]]
// RUN: run --entry less_row_maximum --grid 1 --arg 'f16[16,64]=randint(-3,4,seed=1)' --arg 'f16[64,64]=randint(-3,4,seed=2)' --arg 'c:f32[16,64]=ones' --arg 16 --arg 64 --arg 64 --arg 64 --arg 64 --arg 64 --print c
// c = [[ -27.  -21.  -67. ... -108.  -12.  -29.]
//      [ -82.  -78.  -49. ...  -55.  -60.  -78.]
//      [   0.  -64.  -57. ...  -17. -106.  -25.]
//      ...
//      [ -53.  -60.  -18. ... -124.  -98.  -46.]
//      [ -81.  -79.  -89. ... -106. -122.  -38.]
//      [-153. -104.    0. ...  -77. -141. -196.]]
//
// Products of fewer rows than an instruction of `wgmma` has: operands are swapped, and sums computed transposed. They are
// stored by tensor maps, by threads where rows may end inside of 16 bytes, and after arithmetic and reductions.

cuda_tile.module @few_rows {
  entry @eight(%a: tile<ptr<bf16>>, %b: tile<ptr<bf16>>, %c: tile<ptr<bf16>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<bf16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<bf16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<bf16>>
    %lda_d = assume div_by<8>, %lda : tile<i32>
    %ldb_d = assume div_by<8>, %ldb : tile<i32>
    %ldc_d = assume div_by<8>, %ldc : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_d, 1] : tile<i32> -> tensor_view<?x?xbf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(8x32), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_d, 1] : tile<i32> -> tensor_view<?x?xbf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>>
    %n_8 = assume div_by<8>, %n : tile<i32>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_8], strides = [%ldc_d, 1] : tile<i32> -> tensor_view<?x?xbf16, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(8x64), tensor_view<?x?xbf16, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(8x32), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<8x64xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<8x64xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(8x32), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>>, tile<i32> -> tile<8x32xbf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>>, tile<i32> -> tile<32x64xbf16>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<8x32xbf16>, tile<32x64xbf16>, tile<8x64xf32>
      continue %sum_next : tile<8x64xf32>
    }
    %narrow = ftof %sum : tile<8x64xf32> -> tile<8x64xbf16>
    %written = store_view_tko weak %narrow, %c_tiles[%block_row, %block_col] : tile<8x64xbf16>, partition_view<tile=(8x64), tensor_view<?x?xbf16, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @sixteen(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_d = assume div_by<8>, %lda : tile<i32>
    %ldb_d = assume div_by<8>, %ldb : tile<i32>
    %ldc_d = assume div_by<8>, %ldc : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_d, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(16x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [1, %ldb_d] : tile<i32> -> tensor_view<?x?xf16, strides=[1,?]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[1,?]>>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(16x128), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(16x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<16x128xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<16x128xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(16x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<16x64xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[1,?]>>, tile<i32> -> tile<64x128xf16>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<16x64xf16>, tile<64x128xf16>, tile<16x128xf32>
      continue %sum_next : tile<16x128xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<16x128xf32>, partition_view<tile=(16x128), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @columns_first(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_d = assume div_by<8>, %lda : tile<i32>
    %ldb_d = assume div_by<8>, %ldb : tile<i32>
    %ldc_d = assume div_by<8>, %ldc : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [1, %lda_d] : tile<i32> -> tensor_view<?x?xf16, strides=[1,?]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(16x32), padding_value = zero, tensor_view<?x?xf16, strides=[1,?]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_d, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %m_4 = assume div_by<4>, %m : tile<i32>
    %c_tensor = make_tensor_view %c_16, shape = [%m_4, %n], strides = [1, %ldc_d] : tile<i32> -> tensor_view<?x?xf32, strides=[1,?]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(16x64), tensor_view<?x?xf32, strides=[1,?]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(16x32), padding_value = zero, tensor_view<?x?xf16, strides=[1,?]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<16x64xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<16x64xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(16x32), padding_value = zero, tensor_view<?x?xf16, strides=[1,?]>>, tile<i32> -> tile<16x32xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x64xf16>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<16x32xf16>, tile<32x64xf16>, tile<16x64xf32>
      continue %sum_next : tile<16x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<16x64xf32>, partition_view<tile=(16x64), tensor_view<?x?xf32, strides=[1,?]>>, tile<i32> -> token
    return
  }

  entry @bias_relu(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>, %bias: tile<ptr<f32>>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_d = assume div_by<8>, %lda : tile<i32>
    %ldb_d = assume div_by<8>, %ldb : tile<i32>
    %ldc_d = assume div_by<8>, %ldc : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_d, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(32x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_d, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(32x128), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(32x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<32x128xf32>
    %bias_tensor = make_tensor_view %bias, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %bias_tiles = make_partition_view %bias_tensor : partition_view<tile=(128), padding_value = zero, tensor_view<?xf32, strides=[1]>>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<32x128xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(32x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x32xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(32x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x128xf16>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<32x32xf16>, tile<32x128xf16>, tile<32x128xf32>
      continue %sum_next : tile<32x128xf32>
    }
    %row_bias, %bias_read = load_view_tko weak %bias_tiles[%block_col] : partition_view<tile=(128), padding_value = zero, tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<128xf32>, token
    %bias_1 = reshape %row_bias : tile<128xf32> -> tile<1x128xf32>
    %bias_all = broadcast %bias_1 : tile<1x128xf32> -> tile<32x128xf32>
    %with_bias = addf %sum, %bias_all : tile<32x128xf32>
    %least = constant <f32: 0.0> : tile<32x128xf32>
    %positive = maxf %with_bias, %least : tile<32x128xf32>
    %written = store_view_tko weak %positive, %c_tiles[%block_row, %block_col] : tile<32x128xf32>, partition_view<tile=(32x128), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @uneven(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f16>>
    %lda_d = assume div_by<8>, %lda : tile<i32>
    %ldb_d = assume div_by<8>, %ldb : tile<i32>
    %ldc_d = assume div_by<8>, %ldc : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_d, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(16x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_d, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n], strides = [%ldc_d, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(16x64), tensor_view<?x?xf16, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(16x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<16x64xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<16x64xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(16x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<16x32xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x64xf16>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<16x32xf16>, tile<32x64xf16>, tile<16x64xf32>
      continue %sum_next : tile<16x64xf32>
    }
    %narrow = ftof %sum : tile<16x64xf32> -> tile<16x64xf16>
    %written = store_view_tko weak %narrow, %c_tiles[%block_row, %block_col] : tile<16x64xf16>, partition_view<tile=(16x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @mixed_signs(%a: tile<ptr<i8>>, %b: tile<ptr<i8>>, %c: tile<ptr<i32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<i8>>
    %b_16 = assume div_by<16>, %b : tile<ptr<i8>>
    %c_16 = assume div_by<16>, %c : tile<ptr<i32>>
    %lda_d = assume div_by<16>, %lda : tile<i32>
    %ldb_d = assume div_by<16>, %ldb : tile<i32>
    %ldc_d = assume div_by<8>, %ldc : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_d, 1] : tile<i32> -> tensor_view<?x?xi8, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(16x64), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [1, %ldb_d] : tile<i32> -> tensor_view<?x?xi8, strides=[1,?]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xi8, strides=[1,?]>>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_d, 1] : tile<i32> -> tensor_view<?x?xi32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(16x64), tensor_view<?x?xi32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(16x64), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <i32: 0> : tile<16x64xi32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<16x64xi32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(16x64), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>>, tile<i32> -> tile<16x64xi8>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xi8, strides=[1,?]>>, tile<i32> -> tile<64x64xi8>, token
      %sum_next = mmai %a_tile, %b_tile, %sum_so_far signed unsigned : tile<16x64xi8>, tile<64x64xi8>, tile<16x64xi32>
      continue %sum_next : tile<16x64xi32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<16x64xi32>, partition_view<tile=(16x64), tensor_view<?x?xi32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @promoted(%a: tile<ptr<f8E4M3FN>>, %b: tile<ptr<f8E4M3FN>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f8E4M3FN>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f8E4M3FN>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_d = assume div_by<16>, %lda : tile<i32>
    %ldb_d = assume div_by<16>, %ldb : tile<i32>
    %ldc_d = assume div_by<8>, %ldc : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_d, 1] : tile<i32> -> tensor_view<?x?xf8E4M3FN, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(16x128), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [1, %ldb_d] : tile<i32> -> tensor_view<?x?xf8E4M3FN, strides=[1,?]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[1,?]>>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(16x64), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(16x128), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<16x64xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<16x64xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(16x128), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>, tile<i32> -> tile<16x128xf8E4M3FN>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[1,?]>>, tile<i32> -> tile<128x64xf8E4M3FN>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<16x128xf8E4M3FN>, tile<128x64xf8E4M3FN>, tile<16x64xf32>
      continue %sum_next : tile<16x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<16x64xf32>, partition_view<tile=(16x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @less_row_maximum(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_d = assume div_by<8>, %lda : tile<i32>
    %ldb_d = assume div_by<8>, %ldb : tile<i32>
    %ldc_d = assume div_by<8>, %ldc : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_d, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(16x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_d, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(16x64), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(16x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<16x64xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<16x64xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(16x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<16x32xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x64xf16>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<16x32xf16>, tile<32x64xf16>, tile<16x64xf32>
      continue %sum_next : tile<16x64xf32>
    }
    %largest = reduce %sum dim=1 identities=[0xff800000 : f32] : tile<16x64xf32> -> tile<16xf32>
    (%x: tile<f32>, %y: tile<f32>) {
      %larger = maxf %x, %y : tile<f32>
      yield %larger : tile<f32>
    }
    %largest_1 = reshape %largest : tile<16xf32> -> tile<16x1xf32>
    %largest_all = broadcast %largest_1 : tile<16x1xf32> -> tile<16x64xf32>
    %less = subf %sum, %largest_all : tile<16x64xf32>
    %written = store_view_tko weak %less, %c_tiles[%block_row, %block_col] : tile<16x64xf32>, partition_view<tile=(16x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
