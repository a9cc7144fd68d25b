// RUN: run --entry large --grid 1,1 --arg 'f16[256,16]=randint(-3,4,seed=1)' --arg 'f16[256,16]=randint(-3,4,seed=2)' --arg 'c:f32[256,256]=ones' --arg 256 --arg 256 --arg 0 --arg 16 --arg 16 --arg 256 --print c
// c = [[0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      ...
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]]
// RUN: run --entry large --grid 1,1 --arg 'f16[256,64]=randint(-3,4,seed=1)' --arg 'f16[256,64]=randint(-3,4,seed=2)' --arg 'c:f32[256,256]=ones' --arg 256 --arg 256 --arg 64 --arg 64 --arg 64 --arg 256 --print c
// c = [[ 12.  12. -23. ...  29.  28.  -1.]
//      [ 19. -90.  -1. ...  56.  16. -15.]
//      [ -1.  11.  26. ... -23. -51.  -3.]
//      ...
//      [ 27.  29. -26. ...  23.  14. -30.]
//      [ 42.  32. -65. ... -23. -33.  23.]
//      [-31.  66.  41. ... -10.  17. -30.]]
// RUN: run --entry large --grid 1,1 --arg 'f16[200,400]=randint(-3,4,seed=1)' --arg 'f16[136,400]=randint(-3,4,seed=2)' --arg 'c:f32[200,136]=ones' --arg 200 --arg 136 --arg 400 --arg 400 --arg 400 --arg 136 --print c
// c = [[  98.  -77.  146. ...  -10.   87.   46.]
//      [ -86.   10.    8. ...  -94.   60.   37.]
//      [ -42.   23.  -12. ...  -28.   -6.  -53.]
//      ...
//      [-140.   50.  -22. ...  -11.   -2.   38.]
//      [ -14.   -1.   86. ...   54.  108.   42.]
//      [  31.  212.   81. ...   89.   -2.  -10.]]
// RUN: run --entry large --grid 2,3 --arg 'f16[400,200]=randint(-3,4,seed=1)' --arg 'f16[520,200]=randint(-3,4,seed=2)' --arg 'c:f32[400,520]=ones' --arg 400 --arg 520 --arg 200 --arg 200 --arg 200 --arg 520 --print c
// c = [[ -63.  -79.  -78. ...   29.  -16.  -58.]
//      [-106.  161.   37. ...  -18.   58. -113.]
//      [ -32.   10.    0. ...   25.   98.  -30.]
//      ...
//      [  78.   52.    1. ...   19.   87.   20.]
//      [  78.    8.   78. ...   32.    1.   26.]
//      [ 132.  -47.  -62. ...  -83.    0. -112.]]
// RUN: run --entry columns --grid 1,2 --arg 'f16[256,200]=randint(-3,4,seed=1)' --arg 'f16[200,256]=randint(-3,4,seed=2)' --arg 'c:f16[256,256]=ones' --arg 256 --arg 256 --arg 200 --arg 200 --arg 256 --arg 256 --print c
// c = [[ -58.  -63.  -10. ...  -29.  -16.   52.]
//      [ -69.  -44.   -3. ...   47.   75.   19.]
//      [   2.  -17.  -57. ...  -24. -113.   -3.]
//      ...
//      [  54.   31.  -54. ...  -12.   33.  -34.]
//      [ 142.  -90.  -32. ...  -17.   14.   15.]
//      [ -12.   90.  -58. ...   54.  -38.   -5.]]
// RUN: run --entry columns --grid 2,1 --arg 'f16[496,384]=randint(-3,4,seed=1)' --arg 'f16[384,64]=randint(-3,4,seed=2)' --arg 'c:f16[496,64]=ones' --arg 496 --arg 64 --arg 384 --arg 384 --arg 64 --arg 64 --print c
// c = [[  38.   43.  -55. ... -107.   57.   63.]
//      [  -6.  -60.   62. ...   75.   10.  107.]
//      [  45.   39.  100. ...    5.    8.   47.]
//      ...
//      [  67. -282.  113. ...  -99.  -27. -153.]
//      [   4.   -5.  130. ...    6.  -82.   72.]
//      [ -10.  152.   77. ...   87.   86.   48.]]
// RUN: run --entry few_columns --grid 2,3 --arg 'f16[200,264]=randint(-3,4,seed=1)' --arg 'f16[200,96]=randint(-3,4,seed=2)' --arg 'c:f32[264,96]=ones' --arg 264 --arg 96 --arg 200 --arg 264 --arg 96 --arg 96 --print c
// c = [[ -16.   86.  -81. ...  -65.  -35.  -33.]
//      [ -27.  -99.   37. ...   49.  -26.   67.]
//      [  17.   -7.   41. ...   32. -158.   23.]
//      ...
//      [ -20.  -49.  -24. ...  -18.   74.  -77.]
//      [ -67.  -20.  -12. ...  -70.  -52.  -26.]
//      [  16.  -88.   39. ... -157.  -11.  -16.]]
// RUN: run --entry bytes --grid 1,2 --arg 'f8E4M3FN[250,384]=randint(-3,4,seed=1)' --arg 'f8E4M3FN[256,384]=randint(-3,4,seed=2)' --arg 'c:f16[250,256]=ones' --arg 250 --arg 256 --arg 384 --arg 384 --arg 384 --arg 256 --print c
// c = [[ 113. -115.  -32. ...  187.  -38.  -68.]
//      [ -72.  -32.   32. ...  108.  -19.  -20.]
//      [  31.    1.   32. ...  -14.  151.  208.]
//      ...
//      [ 113.  -63.  -56. ...  114.  -74.  -81.]
//      [  96.   76.   71. ...   -1.   32.  -79.]
//      [  29.  115.   89. ... -106.  -23.  -62.]]
// RUN: run --entry integers --grid 2,1 --arg 'i8[300,400]=randint(-3,4,seed=1)' --arg 'i8[64,400]=randint(-3,4,seed=2)' --arg 'c:i32[300,64]=ones' --arg 300 --arg 64 --arg 400 --arg 400 --arg 400 --arg 64 --print c
// c = [[  98  -77  146 ...  -19  135   60]
//      [ -86   10    8 ...    4  -29   55]
//      [ -42   23  -12 ...  112   69  -17]
//      ...
//      [ -73   70  -97 ...  -62  -22  -69]
//      [ -22  -29  119 ...  -12  103 -123]
//      [ 164 -103  -67 ...   49  -23   82]]
// RUN: run --entry onto --grid 1,2 --arg 'f16[200,328]=randint(-3,4,seed=1)' --arg 'f16[128,328]=randint(-3,4,seed=2)' --arg 'c:f32[200,128]=randint(-9,10,seed=3)' --arg 200 --arg 128 --arg 328 --arg 328 --arg 328 --arg 128 --print c
// c = [[  62.   20. -102. ...   23.   20. -119.]
//      [ 103.    5.  -41. ...  241.  -79.  115.]
//      [ 129.   -4.   84. ...  -46.   23.   33.]
//      ...
//      [   5.  -40.    2. ...   59.  -57.  -75.]
//      [  -4.  -26.   28. ...  138.   60.  -71.]
//      [  21.  -91.  -92. ...  -93.  -26.   45.]]
// RUN: run --entry onto --grid 1,1 --arg 'f16[256,16]=randint(-3,4,seed=1)' --arg 'f16[64,16]=randint(-3,4,seed=2)' --arg 'c:f32[256,64]=randint(-9,10,seed=3)' --arg 256 --arg 64 --arg 0 --arg 16 --arg 16 --arg 64 --print c
// c = [[ 6. -1. -2. ...  3.  2.  8.]
//      [ 3.  8.  1. ...  6.  2. -1.]
//      [-5.  9.  3. ...  8.  7.  7.]
//      ...
//      [ 1. -5. -3. ...  3. -3.  0.]
//      [-3. -6. -2. ...  7.  8.  5.]
//      [-3.  9. -9. ...  8. -4.  9.]]
// RUN: run --entry rows --grid 1,1 --arg 'f16[900,200]=randint(-3,4,seed=1)' --arg 'f16[136,200]=randint(-3,4,seed=2)' --arg 'c:f16[900,136]=ones' --arg 900 --arg 136 --arg 200 --arg 200 --arg 200 --arg 136 --print c
// c = [[ -63.  -79.  -78. ...    1.    1.    1.]
//      [-106.  161.   37. ...    1.    1.    1.]
//      [ -32.   10.    0. ...    1.    1.    1.]
//      ...
//      [  51.   20.   96. ...    1.    1.    1.]
//      [ -35.   11. -124. ...    1.    1.    1.]
//      [ -56.   56.   16. ...    1.    1.    1.]]
// RUN: run --entry rows --grid 2,1 --arg 'f16[900,328]=randint(-3,4,seed=1)' --arg 'f16[136,328]=randint(-3,4,seed=2)' --arg 'c:f16[900,136]=ones' --arg 900 --arg 136 --arg 328 --arg 328 --arg 328 --arg 136 --print c
// c = [[  56.   21. -100. ...    1.    1.    1.]
//      [ 108.   -4.  -44. ...    1.    1.    1.]
//      [ 129.   -9.   75. ...    1.    1.    1.]
//      ...
//      [  13. -144.   61. ...    1.    1.    1.]
//      [ -90.  127.  -17. ...    1.    1.    1.]
//      [   8.   26.   69. ...    1.    1.    1.]]
// RUN: run --entry both --grid 1,1 --arg 'f16[256,328]=randint(-3,4,seed=1)' --arg 'f16[128,328]=randint(-3,4,seed=2)' --arg 'c:f32[256,128]=ones' --arg 256 --arg 128 --arg 328 --arg 328 --arg 328 --arg 128 --print c
// c = [[ 217.   57. -202. ...    1.    1.    1.]
//      [  71.   99.  -18. ...    1.    1.    1.]
//      [ 129.   72.  142. ...    1.    1.    1.]
//      ...
//      [ 223.   30.   39. ...    1.    1.    1.]
//      [  27.  -69.   26. ...    1.    1.    1.]
//      [ -15.  -14.  252. ...    1.    1.    1.]]
//
// On targets with tensor memory, a pair of thread blocks multiplies together: the sum that one could not hold, and those that ask for it.
// Each copies its rows of the left operand and half of the columns of the right one, which may be contiguous either way. Some of the
// pairs take over tiles of others; one that adds onto memory does not, and one goes on from tile to tile by itself.

cuda_tile.module @pairs {
  entry @large(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_8 = assume div_by<8>, %lda : tile<i32>
    %ldb_8 = assume div_by<8>, %ldb : tile<i32>
    %ldc_8 = assume div_by<8>, %ldc : tile<i32>
    %n_8 = assume div_by<8>, %n : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(256x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n_8], strides = [1, %ldb_8] : tile<i32> -> tensor_view<?x?xf16, strides=[1,?]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x256), padding_value = zero, tensor_view<?x?xf16, strides=[1,?]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_8], strides = [%ldc_8, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(256x256), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(256x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %nothing = constant <f32: 0.0> : tile<256x256xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%so_far = %nothing) -> (tile<256x256xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(256x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<256x64xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(64x256), padding_value = zero, tensor_view<?x?xf16, strides=[1,?]>>, tile<i32> -> tile<64x256xf16>, token
      %next = mmaf %a_tile, %b_tile, %so_far : tile<256x64xf16>, tile<64x256xf16>, tile<256x256xf32>
      continue %next : tile<256x256xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<256x256xf32>, partition_view<tile=(256x256), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @columns(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) optimization_hints=<sm_100 = {num_cta_in_cga = 2}> {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f16>>
    %lda_8 = assume div_by<8>, %lda : tile<i32>
    %ldb_8 = assume div_by<8>, %ldb : tile<i32>
    %ldc_8 = assume div_by<8>, %ldc : tile<i32>
    %n_8 = assume div_by<8>, %n : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(256x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n_8], strides = [%ldb_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_8], strides = [%ldc_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(256x128), tensor_view<?x?xf16, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(256x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %nothing = constant <f32: 0.0> : tile<256x128xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%so_far = %nothing) -> (tile<256x128xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(256x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<256x64xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x128xf16>, token
      %next = mmaf %a_tile, %b_tile, %so_far : tile<256x64xf16>, tile<64x128xf16>, tile<256x128xf32>
      continue %next : tile<256x128xf32>
    }
    %narrow = ftof %sum : tile<256x128xf32> -> tile<256x128xf16>
    %written = store_view_tko weak %narrow, %c_tiles[%block_row, %block_col] : tile<256x128xf16>, partition_view<tile=(256x128), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @few_columns(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) optimization_hints=<sm_100 = {num_cta_in_cga = 2}> {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_8 = assume div_by<8>, %lda : tile<i32>
    %ldb_8 = assume div_by<8>, %ldb : tile<i32>
    %ldc_8 = assume div_by<8>, %ldc : tile<i32>
    %n_8 = assume div_by<8>, %n : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [1, %lda_8] : tile<i32> -> tensor_view<?x?xf16, strides=[1,?]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(256x64), padding_value = zero, tensor_view<?x?xf16, strides=[1,?]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n_8], strides = [%ldb_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_8], strides = [%ldc_8, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(256x32), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(256x64), padding_value = zero, tensor_view<?x?xf16, strides=[1,?]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %nothing = constant <f32: 0.0> : tile<256x32xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%so_far = %nothing) -> (tile<256x32xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(256x64), padding_value = zero, tensor_view<?x?xf16, strides=[1,?]>>, tile<i32> -> tile<256x64xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x32xf16>, token
      %next = mmaf %a_tile, %b_tile, %so_far : tile<256x64xf16>, tile<64x32xf16>, tile<256x32xf32>
      continue %next : tile<256x32xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<256x32xf32>, partition_view<tile=(256x32), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @bytes(%a: tile<ptr<f8E4M3FN>>, %b: tile<ptr<f8E4M3FN>>, %c: tile<ptr<f16>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) optimization_hints=<sm_100 = {num_cta_in_cga = 2}> {
    %a_16 = assume div_by<16>, %a : tile<ptr<f8E4M3FN>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f8E4M3FN>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f16>>
    %lda_16 = assume div_by<16>, %lda : tile<i32>
    %ldb_16 = assume div_by<16>, %ldb : tile<i32>
    %ldc_16 = assume div_by<16>, %ldc : tile<i32>
    %n_8 = assume div_by<8>, %n : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_16, 1] : tile<i32> -> tensor_view<?x?xf8E4M3FN, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(256x128), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n_8], strides = [1, %ldb_16] : tile<i32> -> tensor_view<?x?xf8E4M3FN, strides=[1,?]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[1,?]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_8], strides = [%ldc_16, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(256x128), tensor_view<?x?xf16, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(256x128), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %nothing = constant <f32: 0.0> : tile<256x128xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%so_far = %nothing) -> (tile<256x128xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(256x128), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>, tile<i32> -> tile<256x128xf8E4M3FN>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[1,?]>>, tile<i32> -> tile<128x128xf8E4M3FN>, token
      %next = mmaf %a_tile, %b_tile, %so_far : tile<256x128xf8E4M3FN>, tile<128x128xf8E4M3FN>, tile<256x128xf32>
      continue %next : tile<256x128xf32>
    }
    %narrow = ftof %sum : tile<256x128xf32> -> tile<256x128xf16>
    %written = store_view_tko weak %narrow, %c_tiles[%block_row, %block_col] : tile<256x128xf16>, partition_view<tile=(256x128), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @integers(%a: tile<ptr<i8>>, %b: tile<ptr<i8>>, %c: tile<ptr<i32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) optimization_hints=<sm_100 = {num_cta_in_cga = 2}> {
    %a_16 = assume div_by<16>, %a : tile<ptr<i8>>
    %b_16 = assume div_by<16>, %b : tile<ptr<i8>>
    %c_16 = assume div_by<16>, %c : tile<ptr<i32>>
    %lda_16 = assume div_by<16>, %lda : tile<i32>
    %ldb_16 = assume div_by<16>, %ldb : tile<i32>
    %ldc_16 = assume div_by<16>, %ldc : tile<i32>
    %n_8 = assume div_by<8>, %n : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_16, 1] : tile<i32> -> tensor_view<?x?xi8, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(256x128), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n_8], strides = [1, %ldb_16] : tile<i32> -> tensor_view<?x?xi8, strides=[1,?]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xi8, strides=[1,?]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_8], strides = [%ldc_16, 1] : tile<i32> -> tensor_view<?x?xi32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(256x64), tensor_view<?x?xi32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(256x128), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %nothing = constant <i32: 0> : tile<256x64xi32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%so_far = %nothing) -> (tile<256x64xi32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(256x128), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>>, tile<i32> -> tile<256x128xi8>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xi8, strides=[1,?]>>, tile<i32> -> tile<128x64xi8>, token
      %next = mmai %a_tile, %b_tile, %so_far signed signed : tile<256x128xi8>, tile<128x64xi8>, tile<256x64xi32>
      continue %next : tile<256x64xi32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<256x64xi32>, partition_view<tile=(256x64), tensor_view<?x?xi32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @onto(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) optimization_hints=<sm_100 = {num_cta_in_cga = 2}> {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_8 = assume div_by<8>, %lda : tile<i32>
    %ldb_8 = assume div_by<8>, %ldb : tile<i32>
    %ldc_8 = assume div_by<8>, %ldc : tile<i32>
    %n_8 = assume div_by<8>, %n : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(256x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n_8], strides = [1, %ldb_8] : tile<i32> -> tensor_view<?x?xf16, strides=[1,?]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[1,?]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_8], strides = [%ldc_8, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(256x64), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(256x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %nothing = constant <f32: 0.0> : tile<256x64xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%so_far = %nothing) -> (tile<256x64xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(256x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<256x64xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[1,?]>>, tile<i32> -> tile<64x64xf16>, token
      %next = mmaf %a_tile, %b_tile, %so_far : tile<256x64xf16>, tile<64x64xf16>, tile<256x64xf32>
      continue %next : tile<256x64xf32>
    }
    %old, %old_read = load_view_tko weak %c_tiles[%block_row, %block_col] : partition_view<tile=(256x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<256x64xf32>, token
    %all = addf %sum, %old rounding<nearest_even> : tile<256x64xf32>
    %written = store_view_tko weak %all, %c_tiles[%block_row, %block_col] token=%old_read : tile<256x64xf32>, partition_view<tile=(256x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @rows(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) optimization_hints=<sm_100 = {num_cta_in_cga = 2}> {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f16>>
    %lda_8 = assume div_by<8>, %lda : tile<i32>
    %ldb_8 = assume div_by<8>, %ldb : tile<i32>
    %ldc_8 = assume div_by<8>, %ldc : tile<i32>
    %n_8 = assume div_by<8>, %n : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %blocks, %columns, %unused_count = get_num_tile_blocks : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(256x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n_8], strides = [1, %ldb_8] : tile<i32> -> tensor_view<?x?xf16, strides=[1,?]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[1,?]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_8], strides = [%ldc_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(256x128), tensor_view<?x?xf16, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(256x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %nothing = constant <f32: 0.0> : tile<256x128xf32>
    for %row in (%block_row to %row_tiles, step %blocks) : tile<i32> {
      %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%so_far = %nothing) -> (tile<256x128xf32>) {
        %a_tile, %a_read = load_view_tko weak %a_tiles[%row, %i] : partition_view<tile=(256x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<256x64xf16>, token
        %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[1,?]>>, tile<i32> -> tile<64x128xf16>, token
        %next = mmaf %a_tile, %b_tile, %so_far : tile<256x64xf16>, tile<64x128xf16>, tile<256x128xf32>
        continue %next : tile<256x128xf32>
      }
      %narrow = ftof %sum : tile<256x128xf32> -> tile<256x128xf16>
      %written = store_view_tko weak %narrow, %c_tiles[%row, %block_col] : tile<256x128xf16>, partition_view<tile=(256x128), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
      continue
    }
    return
  }

  entry @both(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) optimization_hints=<sm_100 = {num_cta_in_cga = 2}> {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_8 = assume div_by<8>, %lda : tile<i32>
    %ldb_8 = assume div_by<8>, %ldb : tile<i32>
    %ldc_8 = assume div_by<8>, %ldc : tile<i32>
    %n_8 = assume div_by<8>, %n : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(256x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n_8], strides = [1, %ldb_8] : tile<i32> -> tensor_view<?x?xf16, strides=[1,?]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[1,?]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_8], strides = [%ldc_8, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(256x64), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(256x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %nothing = constant <f32: 0.0> : tile<256x64xf32>
    %second_block = addi %block_col, %one : tile<i32>
    %sum, %other = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%so_far = %nothing, %other_so_far = %nothing) -> (tile<256x64xf32>, tile<256x64xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(256x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<256x64xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[1,?]>>, tile<i32> -> tile<64x64xf16>, token
      %b_other, %other_read = load_view_tko weak %b_tiles[%i, %second_block] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[1,?]>>, tile<i32> -> tile<64x64xf16>, token
      %next = mmaf %a_tile, %b_tile, %so_far : tile<256x64xf16>, tile<64x64xf16>, tile<256x64xf32>
      %other_next = mmaf %a_tile, %b_other, %other_so_far : tile<256x64xf16>, tile<64x64xf16>, tile<256x64xf32>
      continue %next, %other_next : tile<256x64xf32>, tile<256x64xf32>
    }
    %both = addf %sum, %other rounding<nearest_even> : tile<256x64xf32>
    %written = store_view_tko weak %both, %c_tiles[%block_row, %block_col] : tile<256x64xf32>, partition_view<tile=(256x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
