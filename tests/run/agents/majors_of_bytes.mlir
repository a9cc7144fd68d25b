// RUN: run --entry nn --grid 2,1 --arg 'i8[128,160]=randint(-128,128,seed=1)' --arg 'i8[160,64]=randint(-128,128,seed=2)' --arg 'c:i32[128,64]=ones' --arg 128 --arg 64 --arg 160 --arg 160 --arg 64 --arg 64 --print c
// c = [[  27354   56425   27159 ... -104431  115734  151619]
//      [-101918   93502   49928 ...   50118   40542  195041]
//      [  51583   19977   21748 ...  -18608   17585   16952]
//      ...
//      [-122803 -150863  -55773 ...   70725 -102173   -8483]
//      [ -52936  -76184  -76064 ...  126841   21677  -82739]
//      [ -14724   50148   11152 ...   16350  -21975   -2945]]
// RUN: run --entry tn --grid 2,1 --arg 'i8[160,256]=randint(-128,128,seed=1)' --arg 'i8[160,128]=randint(-128,128,seed=2)' --arg 'c:i32[256,128]=ones' --arg 256 --arg 128 --arg 160 --arg 256 --arg 128 --arg 128 --print c
// c = [[ -62332  186781  -96599 ...   -9830   94639   72969]
//      [  95337  -24901   28028 ... -118881 -122970  -73646]
//      [ -74509  -50183  -53039 ...   93572    4773   55905]
//      ...
//      [ -21730  -71665    3587 ...  -72038  -79814 -112608]
//      [  10821   18458   67195 ... -116823  -46441   62746]
//      [ -46358   -5899   81598 ...   69584  -23422   20298]]
// RUN: run --entry tt --grid 2,1 --arg 'i8[80,128]=randint(-128,128,seed=1)' --arg 'i8[64,80]=randint(-128,128,seed=2)' --arg 'c:i32[128,64]=ones' --arg 128 --arg 64 --arg 80 --arg 128 --arg 80 --arg 64 --print c
// c = [[-48271 -10487 -35522 ... -33483   8503  42594]
//      [-56431 -10589  19067 ... -18687 -64335 -15466]
//      [ 35817 -47810 -19860 ... -71076 -83469 -12209]
//      ...
//      [-26264    393  70503 ...  27262  18035  17038]
//      [ -4800   -582   7782 ... -17656 -75899  88059]
//      [ 32704  75836 -49597 ...  21517 -75190  27089]]
// RUN: run --entry narrow --grid 2,1 --arg 'i8[320,64]=randint(-128,128,seed=1)' --arg 'i8[320,16]=randint(-128,128,seed=2)' --arg 'c:i32[64,16]=ones' --arg 64 --arg 16 --arg 320 --arg 64 --arg 16 --arg 16 --print c
// c = [[ -73724     723  102883 ...   99563   44309   18142]
//      [  86838  -82263  -10563 ... -258860   36976   18213]
//      [-197886 -161536 -260265 ...  114141   -9397  -23705]
//      ...
//      [  19400   15577  101823 ... -108887 -125308  230102]
//      [ -77120  -87198  -17231 ... -117011    2807  123068]
//      [ 155187   70842   78916 ...   17602   57254   71735]]
// RUN: run --entry floats --grid 2,1 --arg 'f8E4M3FN[160,256]=randint(-3,4,seed=1)' --arg 'f8E4M3FN[160,64]=randint(-3,4,seed=2)' --arg 'c:f32[256,64]=ones' --arg 256 --arg 64 --arg 160 --arg 256 --arg 64 --arg 64 --print c
// c = [[  72.  -22.  -30. ...    2.   26.  -24.]
//      [  43.   14.   42. ...   -7.  -22.  -43.]
//      [-103.   32. -127. ...  102.  -85.   -8.]
//      ...
//      [  -3.  -20.  -11. ...  -22.   -5.   60.]
//      [  38.  -85.  -66. ...   42.    4.    9.]
//      [  16.   28.  -75. ...  -41.  -33.   55.]]
// RUN: run --entry nn_floats --grid 2,1 --arg 'f8E5M2[128,320]=randint(-3,4,seed=1)' --arg 'f8E5M2[320,128]=randint(-3,4,seed=2)' --arg 'c:f32[128,128]=ones' --arg 128 --arg 128 --arg 320 --arg 320 --arg 128 --arg 128 --print c
// c = [[  -6.  -11.  -14. ...  136.  -37. -103.]
//      [  48.   25.   76. ... -157.  -17.  -31.]
//      [ -63.  -30.  -28. ...   63.  -85.   22.]
//      ...
//      [ 128.  -72.  111. ...   46.   53.   52.]
//      [   7.  -86.    0. ...   91.   14.   78.]
//      [ -43.   18.  110. ...    7.  121.   12.]]
//
// Bytes that lie along the rows of the left operand, along the columns of the right one, or both: `ldmatrix` transposes
// them on the targets whose warps multiply for agents, 16 columns at a time. In `narrow`, a warp has 8. The inner dimension ends
// within a tile.

cuda_tile.module @majors_of_bytes {
  entry @nn(%a: tile<ptr<i8>>, %b: tile<ptr<i8>>, %c: tile<ptr<i32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<i8>>
    %b_16 = assume div_by<16>, %b : tile<ptr<i8>>
    %c_16 = assume div_by<16>, %c : tile<ptr<i32>>
    %lda_16 = assume div_by<16>, %lda : tile<i32>
    %ldb_16 = assume div_by<16>, %ldb : tile<i32>
    %ldc_4 = assume div_by<4>, %ldc : tile<i32>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_16, 1] : tile<i32> -> tensor_view<?x?xi8, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_16, 1] : tile<i32> -> tensor_view<?x?xi8, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_4, 1] : tile<i32> -> tensor_view<?x?xi32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x64), tensor_view<?x?xi32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <i32: 0> : tile<64x64xi32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<64x64xi32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>>, tile<i32> -> tile<64x64xi8>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>>, tile<i32> -> tile<64x64xi8>, token
      %sum_next = mmai %a_tile, %b_tile, %sum_so_far signed signed : tile<64x64xi8>, tile<64x64xi8>, tile<64x64xi32>
      continue %sum_next : tile<64x64xi32>
    }
    %stored = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<64x64xi32>, partition_view<tile=(64x64), tensor_view<?x?xi32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @tn(%a: tile<ptr<i8>>, %b: tile<ptr<i8>>, %c: tile<ptr<i32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<i8>>
    %b_16 = assume div_by<16>, %b : tile<ptr<i8>>
    %c_16 = assume div_by<16>, %c : tile<ptr<i32>>
    %lda_16 = assume div_by<16>, %lda : tile<i32>
    %ldb_16 = assume div_by<16>, %ldb : tile<i32>
    %ldc_4 = assume div_by<4>, %ldc : tile<i32>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [1, %lda_16] : tile<i32> -> tensor_view<?x?xi8, strides=[1,?]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xi8, strides=[1,?]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_16, 1] : tile<i32> -> tensor_view<?x?xi8, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_4, 1] : tile<i32> -> tensor_view<?x?xi32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(128x128), tensor_view<?x?xi32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xi8, strides=[1,?]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <i32: 0> : tile<128x128xi32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<128x128xi32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xi8, strides=[1,?]>>, tile<i32> -> tile<128x64xi8>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>>, tile<i32> -> tile<64x128xi8>, token
      %sum_next = mmai %a_tile, %b_tile, %sum_so_far signed signed : tile<128x64xi8>, tile<64x128xi8>, tile<128x128xi32>
      continue %sum_next : tile<128x128xi32>
    }
    %stored = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<128x128xi32>, partition_view<tile=(128x128), tensor_view<?x?xi32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @tt(%a: tile<ptr<i8>>, %b: tile<ptr<i8>>, %c: tile<ptr<i32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<i8>>
    %b_16 = assume div_by<16>, %b : tile<ptr<i8>>
    %c_16 = assume div_by<16>, %c : tile<ptr<i32>>
    %lda_16 = assume div_by<16>, %lda : tile<i32>
    %ldb_16 = assume div_by<16>, %ldb : tile<i32>
    %ldc_4 = assume div_by<4>, %ldc : tile<i32>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [1, %lda_16] : tile<i32> -> tensor_view<?x?xi8, strides=[1,?]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xi8, strides=[1,?]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [1, %ldb_16] : tile<i32> -> tensor_view<?x?xi8, strides=[1,?]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xi8, strides=[1,?]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_4, 1] : tile<i32> -> tensor_view<?x?xi32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x64), tensor_view<?x?xi32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xi8, strides=[1,?]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <i32: 0> : tile<64x64xi32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<64x64xi32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xi8, strides=[1,?]>>, tile<i32> -> tile<64x32xi8>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xi8, strides=[1,?]>>, tile<i32> -> tile<32x64xi8>, token
      %sum_next = mmai %a_tile, %b_tile, %sum_so_far signed signed : tile<64x32xi8>, tile<32x64xi8>, tile<64x64xi32>
      continue %sum_next : tile<64x64xi32>
    }
    %stored = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<64x64xi32>, partition_view<tile=(64x64), tensor_view<?x?xi32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @narrow(%a: tile<ptr<i8>>, %b: tile<ptr<i8>>, %c: tile<ptr<i32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<i8>>
    %b_16 = assume div_by<16>, %b : tile<ptr<i8>>
    %c_16 = assume div_by<16>, %c : tile<ptr<i32>>
    %lda_16 = assume div_by<16>, %lda : tile<i32>
    %ldb_16 = assume div_by<16>, %ldb : tile<i32>
    %ldc_4 = assume div_by<4>, %ldc : tile<i32>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [1, %lda_16] : tile<i32> -> tensor_view<?x?xi8, strides=[1,?]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(32x128), padding_value = zero, tensor_view<?x?xi8, strides=[1,?]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_16, 1] : tile<i32> -> tensor_view<?x?xi8, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(128x16), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_4, 1] : tile<i32> -> tensor_view<?x?xi32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(32x16), tensor_view<?x?xi32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(32x128), padding_value = zero, tensor_view<?x?xi8, strides=[1,?]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <i32: 0> : tile<32x16xi32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<32x16xi32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(32x128), padding_value = zero, tensor_view<?x?xi8, strides=[1,?]>>, tile<i32> -> tile<32x128xi8>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(128x16), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>>, tile<i32> -> tile<128x16xi8>, token
      %sum_next = mmai %a_tile, %b_tile, %sum_so_far signed signed : tile<32x128xi8>, tile<128x16xi8>, tile<32x16xi32>
      continue %sum_next : tile<32x16xi32>
    }
    %stored = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<32x16xi32>, partition_view<tile=(32x16), tensor_view<?x?xi32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @floats(%a: tile<ptr<f8E4M3FN>>, %b: tile<ptr<f8E4M3FN>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f8E4M3FN>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f8E4M3FN>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_16 = assume div_by<16>, %lda : tile<i32>
    %ldb_16 = assume div_by<16>, %ldb : tile<i32>
    %ldc_4 = assume div_by<4>, %ldc : tile<i32>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [1, %lda_16] : tile<i32> -> tensor_view<?x?xf8E4M3FN, strides=[1,?]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[1,?]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_16, 1] : tile<i32> -> tensor_view<?x?xf8E4M3FN, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_4, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(128x64), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[1,?]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<128x64xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<128x64xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[1,?]>>, tile<i32> -> tile<128x64xf8E4M3FN>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>, tile<i32> -> tile<64x64xf8E4M3FN>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<128x64xf8E4M3FN>, tile<64x64xf8E4M3FN>, tile<128x64xf32>
      continue %sum_next : tile<128x64xf32>
    }
    %stored = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @nn_floats(%a: tile<ptr<f8E5M2>>, %b: tile<ptr<f8E5M2>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f8E5M2>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f8E5M2>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_16 = assume div_by<16>, %lda : tile<i32>
    %ldb_16 = assume div_by<16>, %ldb : tile<i32>
    %ldc_4 = assume div_by<4>, %ldc : tile<i32>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_16, 1] : tile<i32> -> tensor_view<?x?xf8E5M2, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf8E5M2, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_16, 1] : tile<i32> -> tensor_view<?x?xf8E5M2, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x?xf8E5M2, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_4, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x128), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf8E5M2, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<64x128xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<64x128xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf8E5M2, strides=[?,1]>>, tile<i32> -> tile<64x128xf8E5M2>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x?xf8E5M2, strides=[?,1]>>, tile<i32> -> tile<128x128xf8E5M2>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<64x128xf8E5M2>, tile<128x128xf8E5M2>, tile<64x128xf32>
      continue %sum_next : tile<64x128xf32>
    }
    %stored = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<64x128xf32>, partition_view<tile=(64x128), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
