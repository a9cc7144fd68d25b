// RUN: run --entry f16_computed --grid 1 --arg 'f16[4096]=randint(-3,4,seed=1)' --arg 'f16[4096]=randint(-3,4,seed=2)' --arg 'c:f32[64,64]=ones' --print c
// c = [[  57.   69.  -23. ... -105.   87.   53.]
//      [ -41.  -33.   25. ...   13.    3.  -33.]
//      [ 125.   -3.   11. ...   91.  -87.   75.]
//      ...
//      [ -21.  133.  -65. ...    9.    1.   -3.]
//      [  17.  -19.   51. ...   51.  -33.   15.]
//      [  13.   27.  -39. ...   -1.  -51. -107.]]
// RUN: run --entry f16_by_f16 --grid 1 --arg 'f16[2048]=randint(-3,4,seed=1)' --arg 'f16[1024]=randint(-3,4,seed=2)' --arg 'c:f16[64,32]=ones' --print c
// c = [[-39.  25.  29. ... -20. -13.  27.]
//      [-33.  29.  21. ...  44.   0.  -1.]
//      [ 41.  -1. -23. ...  -6. -15.  19.]
//      ...
//      [  4.  -8. -17. ... -17. -16.   1.]
//      [  5.   0.  14. ...  53.  31. -12.]
//      [ 28.   6.  11. ...  -6.   2. -33.]]
// RUN: run --entry bf16_transposed --grid 1 --arg 'bf16[4096]=randint(-3,4,seed=1)' --arg 'bf16[2048]=randint(-3,4,seed=2)' --arg 'c:f32[128,64]=ones' --print c
// c = [[-15.   5. -57. ...  -2. -15.   8.]
//      [-11. -25. -25. ... -67.  -9.  -8.]
//      [  0. -18. -18. ...  38.  -9.  -6.]
//      ...
//      [-11.  45.   3. ...  39. -36. -12.]
//      [ -9.   2.  24. ...  12.  21.  -3.]
//      [  7.  53.  -8. ...  15. -22. -40.]]
// RUN: run --entry i8_signs --grid 1 --arg 'i8[4096]=randint(-3,4,seed=1)' --arg 'i8[1024]=randint(-3,4,seed=2)' --arg 'c:i32[64,16]=ones' --print c
// c = [[ -499  -499   746 ...  1027 -1258   245]
//      [-3052  5543 -1280 ...  1777   522  -247]
//      [    0 -4084 -3557 ... -4068  -811  -752]
//      ...
//      [ 5308    31  1042 ...  2551   516  3070]
//      [-3269  1286  2799 ...    14  2797   271]
//      [-1294 -5104 -2091 ... -3301  -279 -1543]]
// RUN: run --entry tf32 --grid 1 --arg 'f32[64,16]=randint(-3,4,seed=1)' --arg 'f32[16,32]=randint(-3,4,seed=2)' --arg 'c:f32[64,32]=ones' --print c
// c = [[-15.   9.  20. ...   0.  -5.  28.]
//      [-14. -18.  11. ...  36.  -8.   8.]
//      [-20.  21.   0. ...  15.  -8. -12.]
//      ...
//      [  6.   8.  -8. ... -27.   6.  16.]
//      [-22.  32.  -3. ...  15.  -2.  15.]
//      [ 15.  23.  -9. ... -16.   5.  23.]]
// RUN: run --entry batch_of_one --grid 1 --arg 'f16[2048]=randint(-3,4,seed=1)' --arg 'f16[2048]=randint(-3,4,seed=2)' --arg 'c:f32[64,64]=ones' --print c
// c = [[ 18.  28.  -8. ... -20.  30.  23.]
//      [ 47.  33.  35. ... -15.  46.  -1.]
//      [  6.   2.   2. ...  19. -20. -19.]
//      ...
//      [ 27. -55.   2. ...  32.  10. -30.]
//      [-41. -25.  -1. ...  15.   2.   6.]
//      [  0.   0. -39. ...  -5.  -9. -11.]]
// RUN: run --entry chain --grid 1 --arg 'f16[64,64]=randint(-1,2,seed=1)' --arg 'f16[64,132]=randint(-1,2,seed=2)' --arg 'f16[128,68]=randint(-1,2,seed=3)' --arg 'c:f32[64,64]=ones' --print c
// c = [[-18.  44.   2. ...  -5.  88.  66.]
//      [-91. -77.   1. ...  17. -38.  16.]
//      [ 57.   3.  -2. ... -30. -70. -34.]
//      ...
//      [ 73.  19.  -6. ... -33.  33.   5.]
//      [ 26. -27. -73. ... -84. -46. -58.]
//      [ 16.  78. -27. ... -49. -18.  74.]]
// RUN: run --entry shared_sum --grid 1 --arg 'f16[128,324]=randint(-1,2,seed=1)' --arg 'f16[320,132]=randint(-1,2,seed=2)' --arg 'c:f32[128,128]=ones' --print c
// c = [[ 26.  -8.   4. ...   8.   1.   7.]
//      [  4. -21.  26. ...   9.  -3.  22.]
//      [ -8.   4.   5. ...  16.   2.  10.]
//      ...
//      [ -3.  -6. -15. ...   0.  -2.   1.]
//      [ 14. -10.  13. ...   3. -10.   3.]
//      [-11.  -2.  -2. ...   1.   1. -22.]]
// RUN: run --entry two_groups --grid 1 --arg 'bf16[4096]=randint(-3,4,seed=1)' --arg 'bf16[8192]=randint(-3,4,seed=2)' --arg 'c:f32[128,256]=ones' --print c
// c = [[-15.  -7.  -2. ...  -6. -11.  -3.]
//      [ 13. -23.   2. ...   0.   0.  -7.]
//      [ 11. -15.  -3. ...  -5.  -9.  27.]
//      ...
//      [  1. -23.   4. ... -19.  39.   0.]
//      [-34.   9. -13. ... -15.  23.  16.]
//      [-29. -23. -11. ... -43. -33. -14.]]
// RUN: run --entry slices --grid 1 --arg 'f16[64,1024]=randint(-3,4,seed=1)' --arg 'c:f32[64,64]=ones' --print c
// c = [[-47. -47. -47. ... -47. -47. -47.]
//      [-13. -13. -13. ... -13. -13. -13.]
//      [137. 137. 137. ... 137. 137. 137.]
//      ...
//      [-19. -19. -19. ... -19. -19. -19.]
//      [125. 125. 125. ... 125. 125. 125.]
//      [-25. -25. -25. ... -25. -25. -25.]]
// RUN: run --entry scaled_parts --grid 1 --arg 'f8E4M3FN[64,256]=randint(-3,4,seed=1)' --arg 'f8E4M3FN[32,256]=randint(-3,4,seed=2)' --arg 'c:f32[64,32]=ones' --print c
// c = [[ -17.   54. -190. ...  -83.  -27.  -74.]
//      [  42.  140.  -51. ...  -67.  -67. -129.]
//      [  51.  -55.    6. ...    1.   68.  -53.]
//      ...
//      [ -36. -217.   -9. ...  -52.  -89.  -59.]
//      [-115. -135.    0. ...  -19.  -55.   91.]
//      [ -21.  127.  -41. ...  180.   85.  -40.]]
//
// Products of at least 64 rows, which warpgroups of sm_90a compute: operands that are computed, in both orders, batches of one,
// left operands that stay in registers, sums that products in a loop and in a branch share, operands in slices,
// and products of 8-bit floats over 128 elements, whose sums are scaled before they are added up.
cuda_tile.module @tests {
  entry @f16_computed(%x_p: tile<ptr<f16>>, %y_p: tile<ptr<f16>>, %z_p: tile<ptr<f32>>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %x = assume div_by<16>, %x_p : tile<ptr<f16>>
    %y = assume div_by<16>, %y_p : tile<ptr<f16>>
    %z = assume div_by<16>, %z_p : tile<ptr<f32>>
    %xv = make_tensor_view %x, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf16, strides=[64,1]>
    %yv = make_tensor_view %y, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf16, strides=[64,1]>
    %zv = make_tensor_view %z, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %xt = make_partition_view %xv : partition_view<tile=(64x64), tensor_view<64x64xf16, strides=[64,1]>>
    %yt = make_partition_view %yv : partition_view<tile=(64x64), tensor_view<64x64xf16, strides=[64,1]>>
    %zt = make_partition_view %zv : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %a, %a_t = load_view_tko weak %xt[%c0, %c0] : partition_view<tile=(64x64), tensor_view<64x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    %b, %b_t = load_view_tko weak %yt[%c0, %c0] : partition_view<tile=(64x64), tensor_view<64x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    %d, %d_t = load_view_tko weak %zt[%c0, %c0] : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> tile<64x64xf32>, token
    %b2 = addf %b, %b rounding<nearest_even> : tile<64x64xf16>
    %e = mmaf %a, %b2, %d : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    %e_s = store_view_tko weak %e, %zt[%c0, %c0] token=%d_t : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
  entry @f16_by_f16(%x_p: tile<ptr<f16>>, %y_p: tile<ptr<f16>>, %z_p: tile<ptr<f16>>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %x = assume div_by<16>, %x_p : tile<ptr<f16>>
    %y = assume div_by<16>, %y_p : tile<ptr<f16>>
    %z = assume div_by<16>, %z_p : tile<ptr<f16>>
    %xv = make_tensor_view %x, shape = [64, 32], strides = [32, 1] : tensor_view<64x32xf16, strides=[32,1]>
    %yv = make_tensor_view %y, shape = [32, 32], strides = [32, 1] : tensor_view<32x32xf16, strides=[32,1]>
    %zv = make_tensor_view %z, shape = [64, 32], strides = [32, 1] : tensor_view<64x32xf16, strides=[32,1]>
    %xt = make_partition_view %xv : partition_view<tile=(64x32), tensor_view<64x32xf16, strides=[32,1]>>
    %yt = make_partition_view %yv : partition_view<tile=(32x32), tensor_view<32x32xf16, strides=[32,1]>>
    %zt = make_partition_view %zv : partition_view<tile=(64x32), tensor_view<64x32xf16, strides=[32,1]>>
    %a, %a_t = load_view_tko weak %xt[%c0, %c0] : partition_view<tile=(64x32), tensor_view<64x32xf16, strides=[32,1]>>, tile<i32> -> tile<64x32xf16>, token
    %b, %b_t = load_view_tko weak %yt[%c0, %c0] : partition_view<tile=(32x32), tensor_view<32x32xf16, strides=[32,1]>>, tile<i32> -> tile<32x32xf16>, token
    %d, %d_t = load_view_tko weak %zt[%c0, %c0] : partition_view<tile=(64x32), tensor_view<64x32xf16, strides=[32,1]>>, tile<i32> -> tile<64x32xf16>, token
    %e = mmaf %a, %b, %d : tile<64x32xf16>, tile<32x32xf16>, tile<64x32xf16>
    %e_s = store_view_tko weak %e, %zt[%c0, %c0] token=%d_t : tile<64x32xf16>, partition_view<tile=(64x32), tensor_view<64x32xf16, strides=[32,1]>>, tile<i32> -> token
    return
  }
  entry @bf16_transposed(%x_p: tile<ptr<bf16>>, %y_p: tile<ptr<bf16>>, %z_p: tile<ptr<f32>>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %x = assume div_by<16>, %x_p : tile<ptr<bf16>>
    %y = assume div_by<16>, %y_p : tile<ptr<bf16>>
    %z = assume div_by<16>, %z_p : tile<ptr<f32>>
    %xv = make_tensor_view %x, shape = [128, 32], strides = [1, 128] : tensor_view<128x32xbf16, strides=[1,128]>
    %yv = make_tensor_view %y, shape = [32, 64], strides = [1, 32] : tensor_view<32x64xbf16, strides=[1,32]>
    %zv = make_tensor_view %z, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    %xt = make_partition_view %xv : partition_view<tile=(128x32), tensor_view<128x32xbf16, strides=[1,128]>>
    %yt = make_partition_view %yv : partition_view<tile=(32x64), tensor_view<32x64xbf16, strides=[1,32]>>
    %zt = make_partition_view %zv : partition_view<tile=(128x64), tensor_view<128x64xf32, strides=[64,1]>>
    %a, %a_t = load_view_tko weak %xt[%c0, %c0] : partition_view<tile=(128x32), tensor_view<128x32xbf16, strides=[1,128]>>, tile<i32> -> tile<128x32xbf16>, token
    %b, %b_t = load_view_tko weak %yt[%c0, %c0] : partition_view<tile=(32x64), tensor_view<32x64xbf16, strides=[1,32]>>, tile<i32> -> tile<32x64xbf16>, token
    %d, %d_t = load_view_tko weak %zt[%c0, %c0] : partition_view<tile=(128x64), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> tile<128x64xf32>, token
    %e = mmaf %a, %b, %d : tile<128x32xbf16>, tile<32x64xbf16>, tile<128x64xf32>
    %e_s = store_view_tko weak %e, %zt[%c0, %c0] token=%d_t : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
  entry @i8_signs(%x_p: tile<ptr<i8>>, %y_p: tile<ptr<i8>>, %z_p: tile<ptr<i32>>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %x = assume div_by<16>, %x_p : tile<ptr<i8>>
    %y = assume div_by<16>, %y_p : tile<ptr<i8>>
    %z = assume div_by<16>, %z_p : tile<ptr<i32>>
    %xv = make_tensor_view %x, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xi8, strides=[64,1]>
    %yv = make_tensor_view %y, shape = [64, 16], strides = [1, 64] : tensor_view<64x16xi8, strides=[1,64]>
    %zv = make_tensor_view %z, shape = [64, 16], strides = [16, 1] : tensor_view<64x16xi32, strides=[16,1]>
    %xt = make_partition_view %xv : partition_view<tile=(64x64), tensor_view<64x64xi8, strides=[64,1]>>
    %yt = make_partition_view %yv : partition_view<tile=(64x16), tensor_view<64x16xi8, strides=[1,64]>>
    %zt = make_partition_view %zv : partition_view<tile=(64x16), tensor_view<64x16xi32, strides=[16,1]>>
    %a, %a_t = load_view_tko weak %xt[%c0, %c0] : partition_view<tile=(64x64), tensor_view<64x64xi8, strides=[64,1]>>, tile<i32> -> tile<64x64xi8>, token
    %b, %b_t = load_view_tko weak %yt[%c0, %c0] : partition_view<tile=(64x16), tensor_view<64x16xi8, strides=[1,64]>>, tile<i32> -> tile<64x16xi8>, token
    %d, %d_t = load_view_tko weak %zt[%c0, %c0] : partition_view<tile=(64x16), tensor_view<64x16xi32, strides=[16,1]>>, tile<i32> -> tile<64x16xi32>, token
    %e = mmai %a, %b, %d signed unsigned : tile<64x64xi8>, tile<64x16xi8>, tile<64x16xi32>
    %e_s = store_view_tko weak %e, %zt[%c0, %c0] token=%d_t : tile<64x16xi32>, partition_view<tile=(64x16), tensor_view<64x16xi32, strides=[16,1]>>, tile<i32> -> token
    return
  }
  entry @tf32(%x_p: tile<ptr<f32>>, %y_p: tile<ptr<f32>>, %z_p: tile<ptr<f32>>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %x = assume div_by<16>, %x_p : tile<ptr<f32>>
    %y = assume div_by<16>, %y_p : tile<ptr<f32>>
    %z = assume div_by<16>, %z_p : tile<ptr<f32>>
    %xv = make_tensor_view %x, shape = [64, 16], strides = [16, 1] : tensor_view<64x16xf32, strides=[16,1]>
    %yv = make_tensor_view %y, shape = [16, 32], strides = [32, 1] : tensor_view<16x32xf32, strides=[32,1]>
    %zv = make_tensor_view %z, shape = [64, 32], strides = [32, 1] : tensor_view<64x32xf32, strides=[32,1]>
    %xt = make_partition_view %xv : partition_view<tile=(64x16), tensor_view<64x16xf32, strides=[16,1]>>
    %yt = make_partition_view %yv : partition_view<tile=(16x32), tensor_view<16x32xf32, strides=[32,1]>>
    %zt = make_partition_view %zv : partition_view<tile=(64x32), tensor_view<64x32xf32, strides=[32,1]>>
    %a, %a_t = load_view_tko weak %xt[%c0, %c0] : partition_view<tile=(64x16), tensor_view<64x16xf32, strides=[16,1]>>, tile<i32> -> tile<64x16xf32>, token
    %b, %b_t = load_view_tko weak %yt[%c0, %c0] : partition_view<tile=(16x32), tensor_view<16x32xf32, strides=[32,1]>>, tile<i32> -> tile<16x32xf32>, token
    %d, %d_t = load_view_tko weak %zt[%c0, %c0] : partition_view<tile=(64x32), tensor_view<64x32xf32, strides=[32,1]>>, tile<i32> -> tile<64x32xf32>, token
    %ar = ftof %a rounding<nearest_even> : tile<64x16xf32> -> tile<64x16xtf32>
    %br = ftof %b rounding<nearest_even> : tile<16x32xf32> -> tile<16x32xtf32>
    %e = mmaf %ar, %br, %d : tile<64x16xtf32>, tile<16x32xtf32>, tile<64x32xf32>
    %e_s = store_view_tko weak %e, %zt[%c0, %c0] token=%d_t : tile<64x32xf32>, partition_view<tile=(64x32), tensor_view<64x32xf32, strides=[32,1]>>, tile<i32> -> token
    return
  }
  entry @batch_of_one(%x_p: tile<ptr<f16>>, %y_p: tile<ptr<f16>>, %z_p: tile<ptr<f32>>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %x = assume div_by<16>, %x_p : tile<ptr<f16>>
    %y = assume div_by<16>, %y_p : tile<ptr<f16>>
    %z = assume div_by<16>, %z_p : tile<ptr<f32>>
    %xv = make_tensor_view %x, shape = [1, 64, 32], strides = [2048, 32, 1] : tensor_view<1x64x32xf16, strides=[2048,32,1]>
    %yv = make_tensor_view %y, shape = [1, 32, 64], strides = [2048, 64, 1] : tensor_view<1x32x64xf16, strides=[2048,64,1]>
    %zv = make_tensor_view %z, shape = [1, 64, 64], strides = [4096, 64, 1] : tensor_view<1x64x64xf32, strides=[4096,64,1]>
    %xt = make_partition_view %xv : partition_view<tile=(1x64x32), tensor_view<1x64x32xf16, strides=[2048,32,1]>>
    %yt = make_partition_view %yv : partition_view<tile=(1x32x64), tensor_view<1x32x64xf16, strides=[2048,64,1]>>
    %zt = make_partition_view %zv : partition_view<tile=(1x64x64), tensor_view<1x64x64xf32, strides=[4096,64,1]>>
    %a, %a_t = load_view_tko weak %xt[%c0, %c0, %c0] : partition_view<tile=(1x64x32), tensor_view<1x64x32xf16, strides=[2048,32,1]>>, tile<i32> -> tile<1x64x32xf16>, token
    %b, %b_t = load_view_tko weak %yt[%c0, %c0, %c0] : partition_view<tile=(1x32x64), tensor_view<1x32x64xf16, strides=[2048,64,1]>>, tile<i32> -> tile<1x32x64xf16>, token
    %d, %d_t = load_view_tko weak %zt[%c0, %c0, %c0] : partition_view<tile=(1x64x64), tensor_view<1x64x64xf32, strides=[4096,64,1]>>, tile<i32> -> tile<1x64x64xf32>, token
    %e = mmaf %a, %b, %d : tile<1x64x32xf16>, tile<1x32x64xf16>, tile<1x64x64xf32>
    %e_s = store_view_tko weak %e, %zt[%c0, %c0, %c0] token=%d_t : tile<1x64x64xf32>, partition_view<tile=(1x64x64), tensor_view<1x64x64xf32, strides=[4096,64,1]>>, tile<i32> -> token
    return
  }
  entry @chain(%q_p: tile<ptr<f16>>, %k_p: tile<ptr<f16>>, %v_p: tile<ptr<f16>>, %z_p: tile<ptr<f32>>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %q = assume div_by<16>, %q_p : tile<ptr<f16>>
    %k = assume div_by<16>, %k_p : tile<ptr<f16>>
    %v = assume div_by<16>, %v_p : tile<ptr<f16>>
    %z = assume div_by<16>, %z_p : tile<ptr<f32>>
    %qv = make_tensor_view %q, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf16, strides=[64,1]>
    %kv = make_tensor_view %k, shape = [64, 128], strides = [132, 1] : tensor_view<64x128xf16, strides=[132,1]>
    %vv = make_tensor_view %v, shape = [128, 64], strides = [68, 1] : tensor_view<128x64xf16, strides=[68,1]>
    %zv = make_tensor_view %z, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %qt = make_partition_view %qv : partition_view<tile=(64x64), tensor_view<64x64xf16, strides=[64,1]>>
    %kt = make_partition_view %kv : partition_view<tile=(64x32), tensor_view<64x128xf16, strides=[132,1]>>
    %vt = make_partition_view %vv : partition_view<tile=(32x64), tensor_view<128x64xf16, strides=[68,1]>>
    %zt = make_partition_view %zv : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %a, %a_t = load_view_tko weak %qt[%c0, %c0] : partition_view<tile=(64x64), tensor_view<64x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    %d, %d_t = load_view_tko weak %zt[%c0, %c0] : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> tile<64x64xf32>, token
    %zero = constant <f32: 0.0> : tile<64x32xf32>
    %n = constant <i32: 4> : tile<i32>
    %e = for %i in (%c0 to %n, step %c1) : tile<i32> iter_values(%s = %d) -> (tile<64x64xf32>) {
    %b, %b_t = load_view_tko weak %kt[%c0, %i] : partition_view<tile=(64x32), tensor_view<64x128xf16, strides=[132,1]>>, tile<i32> -> tile<64x32xf16>, token
    %w, %w_t = load_view_tko weak %vt[%i, %c0] : partition_view<tile=(32x64), tensor_view<128x64xf16, strides=[68,1]>>, tile<i32> -> tile<32x64xf16>, token
    %p = mmaf %a, %b, %zero : tile<64x64xf16>, tile<64x32xf16>, tile<64x32xf32>
    %h = ftof %p rounding<nearest_even> : tile<64x32xf32> -> tile<64x32xf16>
    %s2 = mmaf %h, %w, %s : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
    continue %s2 : tile<64x64xf32>
    }
    %e_s = store_view_tko weak %e, %zt[%c0, %c0] token=%d_t : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
  entry @shared_sum(%x_p: tile<ptr<f16>>, %y_p: tile<ptr<f16>>, %z_p: tile<ptr<f32>>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %x = assume div_by<16>, %x_p : tile<ptr<f16>>
    %y = assume div_by<16>, %y_p : tile<ptr<f16>>
    %z = assume div_by<16>, %z_p : tile<ptr<f32>>
    %xv = make_tensor_view %x, shape = [128, 320], strides = [324, 1] : tensor_view<128x320xf16, strides=[324,1]>
    %yv = make_tensor_view %y, shape = [320, 128], strides = [132, 1] : tensor_view<320x128xf16, strides=[132,1]>
    %zv = make_tensor_view %z, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xf32, strides=[128,1]>
    %xt = make_partition_view %xv : partition_view<tile=(128x32), tensor_view<128x320xf16, strides=[324,1]>>
    %yt = make_partition_view %yv : partition_view<tile=(32x128), tensor_view<320x128xf16, strides=[132,1]>>
    %zt = make_partition_view %zv : partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>
    %d, %d_t = load_view_tko weak %zt[%c0, %c0] : partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>, tile<i32> -> tile<128x128xf32>, token
    %n = constant <i32: 9> : tile<i32>
    %e = for %i in (%c0 to %n, step %c1) : tile<i32> iter_values(%s = %d) -> (tile<128x128xf32>) {
    %a, %a_t = load_view_tko weak %xt[%c0, %i] : partition_view<tile=(128x32), tensor_view<128x320xf16, strides=[324,1]>>, tile<i32> -> tile<128x32xf16>, token
    %b, %b_t = load_view_tko weak %yt[%i, %c0] : partition_view<tile=(32x128), tensor_view<320x128xf16, strides=[132,1]>>, tile<i32> -> tile<32x128xf16>, token
    %s2 = mmaf %a, %b, %s : tile<128x32xf16>, tile<32x128xf16>, tile<128x128xf32>
    continue %s2 : tile<128x128xf32>
    }
    %m = remi %n, %c1 signed : tile<i32>
    %is = cmpi equal %m, %c0, signed : tile<i32> -> tile<i1>
    %f = if %is -> (tile<128x128xf32>) {
    %a9, %a9_t = load_view_tko weak %xt[%c0, %n] : partition_view<tile=(128x32), tensor_view<128x320xf16, strides=[324,1]>>, tile<i32> -> tile<128x32xf16>, token
    %b9, %b9_t = load_view_tko weak %yt[%n, %c0] : partition_view<tile=(32x128), tensor_view<320x128xf16, strides=[132,1]>>, tile<i32> -> tile<32x128xf16>, token
    %g = mmaf %a9, %b9, %e : tile<128x32xf16>, tile<32x128xf16>, tile<128x128xf32>
    yield %g : tile<128x128xf32>
    } else {
    yield %e : tile<128x128xf32>
    }
    %f_s = store_view_tko weak %f, %zt[%c0, %c0] token=%d_t : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>, tile<i32> -> token
    return
  }
  entry @two_groups(%x_p: tile<ptr<bf16>>, %y_p: tile<ptr<bf16>>, %z_p: tile<ptr<f32>>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %x = assume div_by<16>, %x_p : tile<ptr<bf16>>
    %y = assume div_by<16>, %y_p : tile<ptr<bf16>>
    %z = assume div_by<16>, %z_p : tile<ptr<f32>>
    %xv = make_tensor_view %x, shape = [128, 32], strides = [32, 1] : tensor_view<128x32xbf16, strides=[32,1]>
    %yv = make_tensor_view %y, shape = [32, 256], strides = [256, 1] : tensor_view<32x256xbf16, strides=[256,1]>
    %zv = make_tensor_view %z, shape = [128, 256], strides = [256, 1] : tensor_view<128x256xf32, strides=[256,1]>
    %xt = make_partition_view %xv : partition_view<tile=(128x32), tensor_view<128x32xbf16, strides=[32,1]>>
    %yt = make_partition_view %yv : partition_view<tile=(32x256), tensor_view<32x256xbf16, strides=[256,1]>>
    %zt = make_partition_view %zv : partition_view<tile=(128x256), tensor_view<128x256xf32, strides=[256,1]>>
    %a, %a_t = load_view_tko weak %xt[%c0, %c0] : partition_view<tile=(128x32), tensor_view<128x32xbf16, strides=[32,1]>>, tile<i32> -> tile<128x32xbf16>, token
    %b, %b_t = load_view_tko weak %yt[%c0, %c0] : partition_view<tile=(32x256), tensor_view<32x256xbf16, strides=[256,1]>>, tile<i32> -> tile<32x256xbf16>, token
    %d, %d_t = load_view_tko weak %zt[%c0, %c0] : partition_view<tile=(128x256), tensor_view<128x256xf32, strides=[256,1]>>, tile<i32> -> tile<128x256xf32>, token
    %e = mmaf %a, %b, %d : tile<128x32xbf16>, tile<32x256xbf16>, tile<128x256xf32>
    %e_s = store_view_tko weak %e, %zt[%c0, %c0] token=%d_t : tile<128x256xf32>, partition_view<tile=(128x256), tensor_view<128x256xf32, strides=[256,1]>>, tile<i32> -> token
    return
  }
  entry @slices(%x_p: tile<ptr<f16>>, %z_p: tile<ptr<f32>>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %x = assume div_by<16>, %x_p : tile<ptr<f16>>
    %z = assume div_by<16>, %z_p : tile<ptr<f32>>
    %xv = make_tensor_view %x, shape = [64, 1024], strides = [1024, 1] : tensor_view<64x1024xf16, strides=[1024,1]>
    %zv = make_tensor_view %z, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %xt = make_partition_view %xv : partition_view<tile=(64x1024), tensor_view<64x1024xf16, strides=[1024,1]>>
    %zt = make_partition_view %zv : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %a, %a_t = load_view_tko weak %xt[%c0, %c0] : partition_view<tile=(64x1024), tensor_view<64x1024xf16, strides=[1024,1]>>, tile<i32> -> tile<64x1024xf16>, token
    %d, %d_t = load_view_tko weak %zt[%c0, %c0] : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> tile<64x64xf32>, token
    %b = constant <f16: 2.0> : tile<1024x64xf16>
    %e = mmaf %a, %b, %d : tile<64x1024xf16>, tile<1024x64xf16>, tile<64x64xf32>
    %e_s = store_view_tko weak %e, %zt[%c0, %c0] token=%d_t : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
  entry @scaled_parts(%x_p: tile<ptr<f8E4M3FN>>, %y_p: tile<ptr<f8E4M3FN>>, %z_p: tile<ptr<f32>>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %x = assume div_by<16>, %x_p : tile<ptr<f8E4M3FN>>
    %y = assume div_by<16>, %y_p : tile<ptr<f8E4M3FN>>
    %z = assume div_by<16>, %z_p : tile<ptr<f32>>
    %xv = make_tensor_view %x, shape = [64, 256], strides = [256, 1] : tensor_view<64x256xf8E4M3FN, strides=[256,1]>
    %yv = make_tensor_view %y, shape = [256, 32], strides = [1, 256] : tensor_view<256x32xf8E4M3FN, strides=[1,256]>
    %zv = make_tensor_view %z, shape = [64, 32], strides = [32, 1] : tensor_view<64x32xf32, strides=[32,1]>
    %xt = make_partition_view %xv : partition_view<tile=(64x128), tensor_view<64x256xf8E4M3FN, strides=[256,1]>>
    %yt = make_partition_view %yv : partition_view<tile=(128x32), tensor_view<256x32xf8E4M3FN, strides=[1,256]>>
    %zt = make_partition_view %zv : partition_view<tile=(64x32), tensor_view<64x32xf32, strides=[32,1]>>
    %d, %d_t = load_view_tko weak %zt[%c0, %c0] : partition_view<tile=(64x32), tensor_view<64x32xf32, strides=[32,1]>>, tile<i32> -> tile<64x32xf32>, token
    %n = constant <i32: 2> : tile<i32>
    %zero = constant <f32: 0.0> : tile<64x32xf32>
    %e = for %i in (%c0 to %n, step %c1) : tile<i32> iter_values(%s = %d) -> (tile<64x32xf32>) {
      %a, %a_t = load_view_tko weak %xt[%c0, %i] : partition_view<tile=(64x128), tensor_view<64x256xf8E4M3FN, strides=[256,1]>>, tile<i32> -> tile<64x128xf8E4M3FN>, token
      %b, %b_t = load_view_tko weak %yt[%i, %c0] : partition_view<tile=(128x32), tensor_view<256x32xf8E4M3FN, strides=[1,256]>>, tile<i32> -> tile<128x32xf8E4M3FN>, token
      %p = mmaf %a, %b, %zero : tile<64x128xf8E4M3FN>, tile<128x32xf8E4M3FN>, tile<64x32xf32>
      %i1 = addi %i, %c1 : tile<i32>
      %if = itof %i1 signed : tile<i32> -> tile<f32>
      %ir = reshape %if : tile<f32> -> tile<1x1xf32>
      %it = broadcast %ir : tile<1x1xf32> -> tile<64x32xf32>
      %q = mulf %p, %it : tile<64x32xf32>
      %s2 = addf %s, %q : tile<64x32xf32>
      continue %s2 : tile<64x32xf32>
    }
    %e_s = store_view_tko weak %e, %zt[%c0, %c0] token=%d_t : tile<64x32xf32>, partition_view<tile=(64x32), tensor_view<64x32xf32, strides=[32,1]>>, tile<i32> -> token
    return
  }
}
