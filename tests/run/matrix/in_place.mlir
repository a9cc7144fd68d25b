// RUN: run --entry once --grid 2 --arg 'f16[200,256]=randint(-3,4,seed=1)' --arg 'f16[256,16]=randint(-3,4,seed=2)' --arg 'c:f32[200,16]=ones' --arg 200 --arg 16 --arg 256 --print c
// c = [[ -6.  20. -17. ... -62. -49. 183.]
//      [-95.  27. -46. ...  11.  11.  29.]
//      [ 24.  41. -62. ... -26.   6. -38.]
//      ...
//      [ 13. -68. 100. ...  -7.  95.  60.]
//      [-16.  35.  67. ... -39.  68.  27.]
//      [  2.  15.  64. ... -43. -96. 111.]]
// RUN: run --entry once --grid 1 --arg 'f16[128,248]=randint(-3,4,seed=1)' --arg 'f16[248,8]=randint(-3,4,seed=2)' --arg 'c:f32[128,8]=ones' --arg 128 --arg 8 --arg 248 --print c
// c = [[  47.  -63.  -80. ...  -79.   23.  -38.]
//      [  21.   57.   95. ...    2.   18.   20.]
//      [  55.  -68.  -23. ...   12.  -71.    4.]
//      ...
//      [ -62.   53.  -25. ...  -34. -129. -102.]
//      [ -29.  -12.  -22. ...  -45.   -5.  -10.]
//      [  61.   71.  -80. ...  -29.  -18.   77.]]
// RUN: run --entry in_a_loop --grid 1 --arg 'f16[304,256]=randint(-3,4,seed=1)' --arg 'f16[256,16]=randint(-3,4,seed=2)' --arg 'c:f32[304,16]=ones' --arg 304 --arg 16 --arg 256 --print c
// c = [[ -6.  20. -17. ... -62. -49. 183.]
//      [-95.  27. -46. ...  11.  11.  29.]
//      [ 24.  41. -62. ... -26.   6. -38.]
//      ...
//      [-23.  49.  23. ... -64.  91.  81.]
//      [ 37. -80.  65. ... -68. -71. -66.]
//      [ 63. -43.  -5. ...  16. -66. -22.]]
// RUN: run --entry in_a_loop --grid 1 --arg 'f16[0,8]=randint(-3,4,seed=1)' --arg 'f16[8,16]=randint(-3,4,seed=2)' --arg 'c:f32[0,16]=ones' --arg 0 --arg 16 --arg 8 --print c
// c = []
// RUN: run --entry transposed --grid 2 --arg 'f16[192,136]=randint(-3,4,seed=1)' --arg 'f16[192,32]=randint(-3,4,seed=2)' --arg 'c:f32[136,32]=ones' --arg 136 --arg 32 --arg 192 --print c
// c = [[ -18.   36.    1. ...   26.   24.   26.]
//      [  -6.   12.  -53. ...   98.  -80.   23.]
//      [ -13.   65.  -19. ...   55.  -87.  -21.]
//      ...
//      [  23. -106.   41. ...   26. -106.  -59.]
//      [  22.  -57.  -56. ...   24.  -47.  -41.]
//      [  24.  -28. -131. ...  -39.  -25.   -2.]]
// RUN: run --entry both --grid 1 --arg 'f16[128,256]=randint(-3,4,seed=1)' --arg 'f16[256,128]=randint(-3,4,seed=2)' --arg 'c:f32[128,128]=ones' --arg 128 --arg 128 --arg 256 --print c
// c = [[  -1.    0.  -12. ...  109.  -50.  -24.]
//      [ -13.   60.   90. ...   72.   75.  -53.]
//      [  13.   -3. -106. ...  109.  -48.   14.]
//      ...
//      [ -40.  -46.    3. ...    0.   16.   13.]
//      [ -35.   62.  -50. ...  -96.  -29.   -3.]
//      [ 136.   40.   54. ...   40.    7.   94.]]
//
// Operands that need more than 64 registers of a thread, and that no loop copies ahead: they are copied to shared memory where their
// tiles would be stored, in part next to tiles that threads store. Edges are zeros; a loop that writes memory cannot copy ahead.

cuda_tile.module @in_place {

  entry @once(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) optimization_hints=<default = {num_worker_warps_per_cta = 4}> {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %m_8 = assume div_by<8>, %m : tile<i32>
    %n_8 = assume div_by<8>, %n : tile<i32>
    %k_8 = assume div_by<8>, %k : tile<i32>
    %block, %unused_y, %unused_z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %a_all = make_tensor_view %a_16, shape = [%m, %k_8], strides = [%k_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_all : partition_view<tile=(128x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_all = make_tensor_view %b_16, shape = [%k, %n_8], strides = [%n_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_all : partition_view<tile=(256x16), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_all = make_tensor_view %c_16, shape = [%m, %n_8], strides = [%n_8, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_all : partition_view<tile=(128x16), tensor_view<?x?xf32, strides=[?,1]>>
    %none = constant <f32: 0.0> : tile<128x16xf32>
    %left, %left_read = load_view_tko weak %a_tiles[%block, %zero] : partition_view<tile=(128x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x256xf16>, token
    %right, %right_read = load_view_tko weak %b_tiles[%zero, %zero] : partition_view<tile=(256x16), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<256x16xf16>, token
    %sum = mmaf %left, %right, %none : tile<128x256xf16>, tile<256x16xf16>, tile<128x16xf32>
    %written = store_view_tko weak %sum, %c_tiles[%block, %zero] : tile<128x16xf32>, partition_view<tile=(128x16), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @in_a_loop(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) optimization_hints=<default = {num_worker_warps_per_cta = 4}> {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %m_8 = assume div_by<8>, %m : tile<i32>
    %n_8 = assume div_by<8>, %n : tile<i32>
    %k_8 = assume div_by<8>, %k : tile<i32>
    %block, %unused_y, %unused_z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %a_all = make_tensor_view %a_16, shape = [%m, %k_8], strides = [%k_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_all : partition_view<tile=(128x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_all = make_tensor_view %b_16, shape = [%k, %n_8], strides = [%n_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_all : partition_view<tile=(256x16), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_all = make_tensor_view %c_16, shape = [%m, %n_8], strides = [%n_8, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_all : partition_view<tile=(128x16), tensor_view<?x?xf32, strides=[?,1]>>
    %none = constant <f32: 0.0> : tile<128x16xf32>
    %rows, %columns = get_index_space_shape %c_tiles : partition_view<tile=(128x16), tensor_view<?x?xf32, strides=[?,1]>> -> tile<i32>
    for %i in (%zero to %rows, step %one) : tile<i32> {
      %left, %left_read = load_view_tko weak %a_tiles[%i, %zero] : partition_view<tile=(128x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x256xf16>, token
      %right, %right_read = load_view_tko weak %b_tiles[%zero, %zero] : partition_view<tile=(256x16), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<256x16xf16>, token
      %sum = mmaf %left, %right, %none : tile<128x256xf16>, tile<256x16xf16>, tile<128x16xf32>
      %written = store_view_tko weak %sum, %c_tiles[%i, %zero] : tile<128x16xf32>, partition_view<tile=(128x16), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
      continue
    }
    return
  }

  entry @transposed(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) optimization_hints=<default = {num_worker_warps_per_cta = 4}> {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %m_8 = assume div_by<8>, %m : tile<i32>
    %n_8 = assume div_by<8>, %n : tile<i32>
    %k_8 = assume div_by<8>, %k : tile<i32>
    %block, %unused_y, %unused_z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %a_all = make_tensor_view %a_16, shape = [%k, %m_8], strides = [%m_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_all : partition_view<tile=(256x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_all = make_tensor_view %b_16, shape = [%k, %n_8], strides = [%n_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_all : partition_view<tile=(256x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_all = make_tensor_view %c_16, shape = [%m, %n_8], strides = [%n_8, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_all : partition_view<tile=(128x32), tensor_view<?x?xf32, strides=[?,1]>>
    %none = constant <f32: 0.0> : tile<128x32xf32>
    %left, %left_read = load_view_tko weak %a_tiles[%zero, %block] : partition_view<tile=(256x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<256x128xf16>, token
    %right, %right_read = load_view_tko weak %b_tiles[%zero, %zero] : partition_view<tile=(256x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<256x32xf16>, token
    %turned = permute %left [1, 0] : tile<256x128xf16> -> tile<128x256xf16>
    %sum = mmaf %turned, %right, %none : tile<128x256xf16>, tile<256x32xf16>, tile<128x32xf32>
    %written = store_view_tko weak %sum, %c_tiles[%block, %zero] : tile<128x32xf32>, partition_view<tile=(128x32), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @both(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) optimization_hints=<default = {num_worker_warps_per_cta = 4}> {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %m_8 = assume div_by<8>, %m : tile<i32>
    %n_8 = assume div_by<8>, %n : tile<i32>
    %k_8 = assume div_by<8>, %k : tile<i32>
    %block, %unused_y, %unused_z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %a_all = make_tensor_view %a_16, shape = [%m, %k_8], strides = [%k_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_all : partition_view<tile=(128x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_all = make_tensor_view %b_16, shape = [%k, %n_8], strides = [%n_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_all : partition_view<tile=(256x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_all = make_tensor_view %c_16, shape = [%m, %n_8], strides = [%n_8, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_all : partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>
    %none = constant <f32: 0.0> : tile<128x128xf32>
    %left, %left_read = load_view_tko weak %a_tiles[%block, %zero] : partition_view<tile=(128x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x256xf16>, token
    %right, %right_read = load_view_tko weak %b_tiles[%zero, %zero] : partition_view<tile=(256x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<256x128xf16>, token
    %sum = mmaf %left, %right, %none : tile<128x256xf16>, tile<256x128xf16>, tile<128x128xf32>
    %written = store_view_tko weak %sum, %c_tiles[%block, %zero] : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
