// RUN: run --entry e4m3 --grid 2,2 --arg 144 --arg 144 --arg 80 --arg 'f16[144,80]=randint(-3,4,seed=1)' --arg 'f16[80,144]=randint(-3,4,seed=2)' --arg 'c:f8E4M3FN[144,144]=ones' --print c
// c = [[ 16. -32. -28. ... -44.  28.  -1.]
//      [ 32. -22. -48. ...  60. -10.  -1.]
//      [-20.   8. -28. ...  72. -52.   0.]
//      ...
//      [ 80.  32.  72. ...  -2.  15.  44.]
//      [ -6.  20.   2. ... -26. -24.  16.]
//      [ 20. -20. -11. ... -30. -13. -28.]]
// RUN: run --entry e5m2 --grid 1 --arg 128 --arg 128 --arg 64 --arg 'f16[128,64]=randint(-3,4,seed=1)' --arg 'f16[64,128]=randint(-3,4,seed=2)' --arg 'c:f8E5M2[128,128]=ones' --print c
// c = [[-16.  -4. -32. ...  24.  40.  10.]
//      [-48. -12. -40. ...  16. -16.  32.]
//      [ 32.  80. -28. ...  24.  -4.   2.]
//      ...
//      [  4. -28. -32. ... -24.  20.  32.]
//      [-12. -32.  32. ...  24. -24.   8.]
//      [ -2.   1. -24. ... -14.  -4.   4.]]
// RUN: run --entry shifted --grid 2,1 --arg 128 --arg 240 --arg 64 --arg 'f16[128,64]=randint(-3,4,seed=1)' --arg 'f16[64,240]=randint(-3,4,seed=2)' --arg 'c:f8E4M3FN[128,240]=ones' --arg 'f32[240]=randint(-9,9,seed=3)' --print c
// c = [[-24.  24. -12. ... -13.  56. -13.]
//      [-48.  -7.   3. ... -20.  -4. -32.]
//      [ 24.  16.   1. ...  32. -16. -12.]
//      ...
//      [-28. -22. -24. ... -26.  96. -16.]
//      [ -8.  11.   5. ...  20. -30.  40.]
//      [ 20.  15.   1. ...  36.  -5.  32.]]
// RUN: run --entry four --grid 1,2 --arg 144 --arg 256 --arg 48 --arg 'f16[144,48]=randint(-3,4,seed=1)' --arg 'f16[48,256]=randint(-3,4,seed=2)' --arg 'c:f32[144,256]=ones' --arg 'd:f16[144,256]=ones' --arg 'e:f16[256,144]=ones' --arg 'g:f16[144,256]=ones' --arg 'f32[256]=randint(-9,9,seed=3)' --print c --print d --print e --print g
// c = [[-26.  -7.   0. ...   0.  -9.   5.]
//      [ 15. -73.  26. ...  -4.  11. -16.]
//      [  7.  27. -56. ... -23.   7.   1.]
//      ...
//      [ -1.  -3. -23. ...  52.   3.  34.]
//      [  2.  59.  54. ...  51. -19.  -2.]
//      [ 27.   2.  -3. ... -28.   1.   2.]]
// d = [[-26.  -7.   0. ...   0.  -9.   5.]
//      [ 15. -73.  26. ...  -4.  11. -16.]
//      [  7.  27. -56. ... -23.   7.   1.]
//      ...
//      [ -1.  -3. -23. ...  52.   3.  34.]
//      [  2.  59.  54. ...  51. -19.  -2.]
//      [ 27.   2.  -3. ... -28.   1.   2.]]
// e = [[-26.  15.   7. ...  -1.   2.  27.]
//      [ -7. -73.  27. ...  -3.  59.   2.]
//      [  0.  26. -56. ... -23.  54.  -3.]
//      ...
//      [  0.  -4. -23. ...  52.  51. -28.]
//      [ -9.  11.   7. ...   3. -19.   1.]
//      [  5. -16.   1. ...  34.  -2.   2.]]
// g = [[-21.  -9.  -2. ...  -5. -18.  12.]
//      [ 20. -75.  24. ...  -9.   2.  -9.]
//      [ 12.  25. -58. ... -28.  -2.   8.]
//      ...
//      [  4.  -5. -25. ...  47.  -6.  41.]
//      [  7.  57.  52. ...  46. -28.   5.]
//      [ 32.   0.  -5. ... -33.  -8.   9.]]
// RUN: run --entry best --grid 1,2 --arg 144 --arg 256 --arg 48 --arg 'f16[144,48]=randint(-3,4,seed=1)' --arg 'f16[48,256]=randint(-3,4,seed=2)' --arg 'c:f32[144]=ones' --arg 'd:i32[144]=ones' --print c --print d
// c = [ 71.  69.  67.  61.  68.  71.  89.  73.  95.  73.  61.  70.  57.  64.
//       65.  76.  72.  91.  55.  77.  94.  92.  85.  71.  57.  70.  63.  74.
//       70.  81.  63. 104.  77. 108.  73.  79.  77.  83.  72.  67.  69. 101.
//       76.  97.  92.  88.  86.  64.  78.  78.  77.  85.  65.  92.  74.  71.
//       67.  76.  74.  81.  81.  76. 102.  69.  67.  98. 115. 107.  82.  80.
//       71.  79.  79.  77.  66.  67.  83.  96.  79.  81.  74.  75.  85.  75.
//       85.  80.  61.  76. 104.  70.  95.  60.  78.  58.  73.  70.  60.  93.
//       75.  82.  85.  61.  69.  52.  77.  85.  70.  64.  87.  80.  58.  86.
//       88.  79.  81.  89.  67.  78.  97.  61.  81.  78. 112.  77.  83.  79.
//       92.  71.  71.  90.  82.  68. 104.  62.  71.  70.  68.  71.  77.  72.
//       59.  79.  61.  70.]
// d = [222 174  67 243 144  38 106 208  55 104 115  40  45  49  39  21 211 210
//       20 123 104  64  93  53  70 119 128   7 128  44 221 154 210 238 243 211
//       96 218 164 184  28 108 254   1  95 201  64   3 111 177  61 215  47  40
//       51  48  42  73 255 240 217  19 193 134 236   4 211   6 207 129  96 130
//       57 244 186 156 142 141  25 214 107 103   5  58 145 218 224 217 244  87
//       93  99 123  92  56 217 140  35 142  12   3  41  45  77 106  83 224   6
//       28 217  67  29  64 231  67  93 112 164 134  26  66 116  43  61 150 242
//       52 128 207 173 187  64 245  56  58  28  49  83  83 130 162 162 156  55]
//
// Much is done with a sum: it becomes an 8-bit float, which is several instructions where the target has none for it; it is stored
// in four ways; or its elements are compared with their numbers. The last two are tiles of 256 columns, which eight warps hold as
// a whole where sums are in tensor memory.

cuda_tile.module @long_epilogues {
  entry @e4m3(%m_raw: tile<i32>, %n_raw: tile<i32>, %k_raw: tile<i32>, %a_raw: tile<ptr<f16>>, %b_raw: tile<ptr<f16>>, %c_raw: tile<ptr<f8E4M3FN>>) {
    %bx, %by, %bz = get_tile_block_id : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %m = assume div_by<16>, %m_raw : tile<i32>
    %n = assume div_by<16>, %n_raw : tile<i32>
    %k = assume div_by<16>, %k_raw : tile<i32>
    %a = assume div_by<16>, %a_raw : tile<ptr<f16>>
    %a_t = make_tensor_view %a, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_v = make_partition_view %a_t : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b = assume div_by<16>, %b_raw : tile<ptr<f16>>
    %b_t = make_tensor_view %b, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_v = make_partition_view %b_t : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c = assume div_by<16>, %c_raw : tile<ptr<f8E4M3FN>>
    %c_t = make_tensor_view %c, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf8E4M3FN, strides=[?,1]>
    %c_v = make_partition_view %c_t : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>
    %steps_m, %steps = get_index_space_shape %a_v : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %none = constant <f32: 0.0> : tile<128x128xf32>
    %s = for %i in (%c0 to %steps, step %c1) : tile<i32> iter_values(%so = %none) -> (tile<128x128xf32>) {
      %x, %xt = load_view_tko weak %a_v[%by, %i] : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x64xf16>, token
      %y, %yt = load_view_tko weak %b_v[%i, %bx] : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x128xf16>, token
      %nx = mmaf %x, %y, %so : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
      continue %nx : tile<128x128xf32>
    }
    %q = ftof %s : tile<128x128xf32> -> tile<128x128xf8E4M3FN>
    %wc = store_view_tko weak %q, %c_v[%by, %bx] : tile<128x128xf8E4M3FN>, partition_view<tile=(128x128), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @e5m2(%m_raw: tile<i32>, %n_raw: tile<i32>, %k_raw: tile<i32>, %a_raw: tile<ptr<f16>>, %b_raw: tile<ptr<f16>>, %c_raw: tile<ptr<f8E5M2>>) {
    %bx, %by, %bz = get_tile_block_id : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %m = assume div_by<16>, %m_raw : tile<i32>
    %n = assume div_by<16>, %n_raw : tile<i32>
    %k = assume div_by<16>, %k_raw : tile<i32>
    %a = assume div_by<16>, %a_raw : tile<ptr<f16>>
    %a_t = make_tensor_view %a, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_v = make_partition_view %a_t : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b = assume div_by<16>, %b_raw : tile<ptr<f16>>
    %b_t = make_tensor_view %b, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_v = make_partition_view %b_t : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c = assume div_by<16>, %c_raw : tile<ptr<f8E5M2>>
    %c_t = make_tensor_view %c, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf8E5M2, strides=[?,1]>
    %c_v = make_partition_view %c_t : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x?xf8E5M2, strides=[?,1]>>
    %steps_m, %steps = get_index_space_shape %a_v : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %none = constant <f32: 0.0> : tile<128x128xf32>
    %s = for %i in (%c0 to %steps, step %c1) : tile<i32> iter_values(%so = %none) -> (tile<128x128xf32>) {
      %x, %xt = load_view_tko weak %a_v[%by, %i] : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x64xf16>, token
      %y, %yt = load_view_tko weak %b_v[%i, %bx] : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x128xf16>, token
      %nx = mmaf %x, %y, %so : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
      continue %nx : tile<128x128xf32>
    }
    %q = ftof %s : tile<128x128xf32> -> tile<128x128xf8E5M2>
    %wc = store_view_tko weak %q, %c_v[%by, %bx] : tile<128x128xf8E5M2>, partition_view<tile=(128x128), padding_value = zero, tensor_view<?x?xf8E5M2, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @shifted(%m_raw: tile<i32>, %n_raw: tile<i32>, %k_raw: tile<i32>, %a_raw: tile<ptr<f16>>, %b_raw: tile<ptr<f16>>, %c_raw: tile<ptr<f8E4M3FN>>, %bias_raw: tile<ptr<f32>>) {
    %bx, %by, %bz = get_tile_block_id : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %m = assume div_by<16>, %m_raw : tile<i32>
    %n = assume div_by<16>, %n_raw : tile<i32>
    %k = assume div_by<16>, %k_raw : tile<i32>
    %a = assume div_by<16>, %a_raw : tile<ptr<f16>>
    %a_t = make_tensor_view %a, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_v = make_partition_view %a_t : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b = assume div_by<16>, %b_raw : tile<ptr<f16>>
    %b_t = make_tensor_view %b, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_v = make_partition_view %b_t : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c = assume div_by<16>, %c_raw : tile<ptr<f8E4M3FN>>
    %c_t = make_tensor_view %c, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf8E4M3FN, strides=[?,1]>
    %c_v = make_partition_view %c_t : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>
    %bias = assume div_by<16>, %bias_raw : tile<ptr<f32>>
    %bias_t = make_tensor_view %bias, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %bias_v = make_partition_view %bias_t : partition_view<tile=(128), padding_value = zero, tensor_view<?xf32, strides=[1]>>
    %steps_m, %steps = get_index_space_shape %a_v : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %none = constant <f32: 0.0> : tile<128x128xf32>
    %s = for %i in (%c0 to %steps, step %c1) : tile<i32> iter_values(%so = %none) -> (tile<128x128xf32>) {
      %x, %xt = load_view_tko weak %a_v[%by, %i] : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x64xf16>, token
      %y, %yt = load_view_tko weak %b_v[%i, %bx] : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x128xf16>, token
      %nx = mmaf %x, %y, %so : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
      continue %nx : tile<128x128xf32>
    }
    %bi, %bi_tok = load_view_tko weak %bias_v[%bx] : partition_view<tile=(128), padding_value = zero, tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<128xf32>, token
    %b1 = reshape %bi : tile<128xf32> -> tile<1x128xf32>
    %bb = broadcast %b1 : tile<1x128xf32> -> tile<128x128xf32>
    %z = addf %s, %bb : tile<128x128xf32>
    %q = ftof %z : tile<128x128xf32> -> tile<128x128xf8E4M3FN>
    %wc = store_view_tko weak %q, %c_v[%by, %bx] : tile<128x128xf8E4M3FN>, partition_view<tile=(128x128), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @four(%m_raw: tile<i32>, %n_raw: tile<i32>, %k_raw: tile<i32>, %a_raw: tile<ptr<f16>>, %b_raw: tile<ptr<f16>>, %c_raw: tile<ptr<f32>>, %d_raw: tile<ptr<f16>>, %e_raw: tile<ptr<f16>>, %g_raw: tile<ptr<f16>>, %bias_raw: tile<ptr<f32>>) {
    %bx, %by, %bz = get_tile_block_id : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %m = assume div_by<16>, %m_raw : tile<i32>
    %n = assume div_by<16>, %n_raw : tile<i32>
    %k = assume div_by<16>, %k_raw : tile<i32>
    %a = assume div_by<16>, %a_raw : tile<ptr<f16>>
    %a_t = make_tensor_view %a, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_v = make_partition_view %a_t : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b = assume div_by<16>, %b_raw : tile<ptr<f16>>
    %b_t = make_tensor_view %b, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_v = make_partition_view %b_t : partition_view<tile=(64x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c = assume div_by<16>, %c_raw : tile<ptr<f32>>
    %c_t = make_tensor_view %c, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_v = make_partition_view %c_t : partition_view<tile=(128x256), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %d = assume div_by<16>, %d_raw : tile<ptr<f16>>
    %d_t = make_tensor_view %d, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %d_v = make_partition_view %d_t : partition_view<tile=(128x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %e = assume div_by<16>, %e_raw : tile<ptr<f16>>
    %e_t = make_tensor_view %e, shape = [%n, %m], strides = [%m, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %e_v = make_partition_view %e_t : partition_view<tile=(256x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %g = assume div_by<16>, %g_raw : tile<ptr<f16>>
    %g_t = make_tensor_view %g, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %g_v = make_partition_view %g_t : partition_view<tile=(128x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %bias = assume div_by<16>, %bias_raw : tile<ptr<f32>>
    %bias_t = make_tensor_view %bias, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %bias_v = make_partition_view %bias_t : partition_view<tile=(256), padding_value = zero, tensor_view<?xf32, strides=[1]>>
    %steps_m, %steps = get_index_space_shape %a_v : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %none = constant <f32: 0.0> : tile<128x256xf32>
    %s = for %i in (%c0 to %steps, step %c1) : tile<i32> iter_values(%so = %none) -> (tile<128x256xf32>) {
      %x, %xt = load_view_tko weak %a_v[%by, %i] : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x64xf16>, token
      %y, %yt = load_view_tko weak %b_v[%i, %bx] : partition_view<tile=(64x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x256xf16>, token
      %nx = mmaf %x, %y, %so : tile<128x64xf16>, tile<64x256xf16>, tile<128x256xf32>
      continue %nx : tile<128x256xf32>
    }
    %wc = store_view_tko weak %s, %c_v[%by, %bx] : tile<128x256xf32>, partition_view<tile=(128x256), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    %h = ftof %s : tile<128x256xf32> -> tile<128x256xf16>
    %wd = store_view_tko weak %h, %d_v[%by, %bx] : tile<128x256xf16>, partition_view<tile=(128x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
    %tr = permute %h [1, 0] : tile<128x256xf16> -> tile<256x128xf16>
    %we = store_view_tko weak %tr, %e_v[%bx, %by] : tile<256x128xf16>, partition_view<tile=(256x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
    %bi, %bi_tok = load_view_tko weak %bias_v[%bx] : partition_view<tile=(256), padding_value = zero, tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<256xf32>, token
    %b1 = reshape %bi : tile<256xf32> -> tile<1x256xf32>
    %bb = broadcast %b1 : tile<1x256xf32> -> tile<128x256xf32>
    %z = addf %s, %bb : tile<128x256xf32>
    %zh = ftof %z : tile<128x256xf32> -> tile<128x256xf16>
    %wg = store_view_tko weak %zh, %g_v[%by, %bx] : tile<128x256xf16>, partition_view<tile=(128x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @best(%m_raw: tile<i32>, %n_raw: tile<i32>, %k_raw: tile<i32>, %a_raw: tile<ptr<f16>>, %b_raw: tile<ptr<f16>>, %c_raw: tile<ptr<f32>>, %d_raw: tile<ptr<i32>>) {
    %bx, %by, %bz = get_tile_block_id : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %m = assume div_by<16>, %m_raw : tile<i32>
    %n = assume div_by<16>, %n_raw : tile<i32>
    %k = assume div_by<16>, %k_raw : tile<i32>
    %a = assume div_by<16>, %a_raw : tile<ptr<f16>>
    %a_t = make_tensor_view %a, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_v = make_partition_view %a_t : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b = assume div_by<16>, %b_raw : tile<ptr<f16>>
    %b_t = make_tensor_view %b, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_v = make_partition_view %b_t : partition_view<tile=(64x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c = assume div_by<16>, %c_raw : tile<ptr<f32>>
    %c_t = make_tensor_view %c, shape = [%m], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %c_v = make_partition_view %c_t : partition_view<tile=(128), padding_value = zero, tensor_view<?xf32, strides=[1]>>
    %d = assume div_by<16>, %d_raw : tile<ptr<i32>>
    %d_t = make_tensor_view %d, shape = [%m], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %d_v = make_partition_view %d_t : partition_view<tile=(128), padding_value = zero, tensor_view<?xi32, strides=[1]>>
    %steps_m, %steps = get_index_space_shape %a_v : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %none = constant <f32: 0.0> : tile<128x256xf32>
    %s = for %i in (%c0 to %steps, step %c1) : tile<i32> iter_values(%so = %none) -> (tile<128x256xf32>) {
      %x, %xt = load_view_tko weak %a_v[%by, %i] : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x64xf16>, token
      %y, %yt = load_view_tko weak %b_v[%i, %bx] : partition_view<tile=(64x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x256xf16>, token
      %nx = mmaf %x, %y, %so : tile<128x64xf16>, tile<64x256xf16>, tile<128x256xf32>
      continue %nx : tile<128x256xf32>
    }
    %io = iota : tile<256xi32>
    %io1 = reshape %io : tile<256xi32> -> tile<1x256xi32>
    %ix = broadcast %io1 : tile<1x256xi32> -> tile<128x256xi32>
    %best, %at = reduce %s, %ix dim=1 identities=[-3.40282347e+38 : f32, 0 : i32] : tile<128x256xf32>, tile<128x256xi32> -> tile<128xf32>, tile<128xi32>
    (%l: tile<f32>, %o: tile<f32>, %p: tile<i32>, %q: tile<i32>) {
      %gt = cmpf greater_than ordered %l, %o : tile<f32> -> tile<i1>
      %eq = cmpf equal ordered %l, %o : tile<f32> -> tile<i1>
      %lo = cmpi less_than %p, %q, signed : tile<i32> -> tile<i1>
      %both = andi %eq, %lo : tile<i1>
      %pick = ori %gt, %both : tile<i1>
      %bv = select %pick, %l, %o : tile<i1>, tile<f32>
      %bi = select %pick, %p, %q : tile<i1>, tile<i32>
      yield %bv, %bi : tile<f32>, tile<i32>
    }
    %wc = store_view_tko weak %best, %c_v[%by] : tile<128xf32>, partition_view<tile=(128), padding_value = zero, tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    %wd = store_view_tko weak %at, %d_v[%by] : tile<128xi32>, partition_view<tile=(128), padding_value = zero, tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
