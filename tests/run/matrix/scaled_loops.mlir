// RUN: run --entry mxf8 --grid 1 --arg 'f8E4M3FN[64,128]=randint(-3,4,seed=1)' --arg 'f8E4M3FN[32,128]=randint(-3,4,seed=2)' --arg 'f8E8M0FNU[64,4]=randint(1,5,seed=3)' --arg 'f8E8M0FNU[32,4]=randint(1,5,seed=4)' --arg 'c:f32[64,32]=ones' --arg 64 --arg 32 --arg 128 --arg 4 --print c
// c = [[-138.  478. -340. ... -188.  526. -672.]
//      [ 276.  288.   40. ... -188. -564.    0.]
//      [ 192.   32. 1096. ... -176.  454.  508.]
//      ...
//      [ -35.   -8.  -16. ... -461.   56.  230.]
//      [ 486.  183.  -78. ...  146.  842.  -34.]
//      [ -73.  425.   -3. ... -176.  286.  148.]]
// RUN: run --entry mxf8_rows --grid 1 --arg 'f8E5M2[16,128]=randint(-3,4,seed=1)' --arg 'f8E5M2[128,64]=randint(-3,4,seed=2)' --arg 'f8E8M0FNU[16,4]=randint(1,5,seed=3)' --arg 'f8E8M0FNU[4,64]=randint(1,5,seed=4)' --arg 'c:f32[16,64]=ones' --arg 16 --arg 64 --arg 128 --arg 4 --print c
// c = [[  10.  464.  -24. ...  -52.  366.  444.]
//      [ 552. -944.   36. ... -148. -308.   20.]
//      [ 730.  792. -486. ...    2. -188.   28.]
//      ...
//      [ 212.   52.  -61. ...  -24.   34.   -2.]
//      [  58.  608. -200. ...   40.  126.  340.]
//      [  82.  848.   44. ...  506.    8.  156.]]
// RUN: run --entry mxf8_few --grid 1,2 --arg 'f8E4M3FN[16,256]=randint(-3,4,seed=1)' --arg 'f8E4M3FN[256,16]=randint(-3,4,seed=2)' --arg 'f8E8M0FNU[16,8]=randint(1,5,seed=3)' --arg 'f8E8M0FNU[8,16]=randint(1,5,seed=4)' --arg 'c:f32[16,16]=ones' --arg 16 --arg 16 --arg 256 --arg 8 --print c
// c = [[ 1.200e+01 -6.800e+01 -1.800e+02 -2.480e+02 -2.680e+02 -5.560e+02
//       -6.240e+02  5.920e+02 -7.600e+02 -1.720e+02  3.860e+02 -8.600e+02
//       -3.360e+02 -8.360e+02 -7.520e+02  2.312e+03]
//      [-2.240e+02  2.020e+02 -8.600e+01  2.260e+02  3.060e+02  1.900e+02
//       -4.840e+02 -4.500e+02  9.060e+02  2.660e+02  8.200e+01  1.600e+02
//        7.200e+01  7.800e+01  2.760e+02 -2.800e+01]
//      [ 7.200e+01  2.240e+02 -8.160e+02 -2.180e+02 -2.740e+02  4.920e+02
//        6.400e+01  5.380e+02 -5.260e+02 -3.080e+02 -2.980e+02  6.220e+02
//       -9.360e+02  8.000e+00  7.800e+02 -1.156e+03]
//      [ 3.570e+02 -7.710e+02  2.820e+02 -1.018e+03  4.580e+02  4.020e+02
//        1.840e+02 -3.190e+02 -2.700e+01 -1.302e+03 -3.240e+02 -2.460e+02
//        5.500e+02  7.000e+02  3.340e+02 -7.160e+02]
//      [-2.380e+02 -2.330e+02 -4.610e+02  1.180e+02  6.920e+02 -5.560e+02
//       -1.200e+01 -8.280e+02  1.560e+02 -1.680e+02 -1.670e+02 -1.060e+02
//        2.400e+02  4.500e+01 -2.000e+02 -9.200e+02]
//      [-9.000e+00  1.380e+02  3.430e+02  1.010e+03  6.100e+02  9.460e+02
//        3.330e+02  6.900e+01 -1.200e+01  6.800e+01 -6.400e+01 -1.252e+03
//        7.480e+02 -4.110e+02  4.960e+02 -1.000e+02]
//      [ 2.000e+02  1.480e+02 -4.340e+02  1.078e+03 -4.680e+02 -1.560e+02
//        1.390e+02  1.680e+02  1.190e+02 -2.570e+02  2.300e+02  6.720e+02
//       -7.880e+02 -4.860e+02 -3.240e+02 -1.080e+02]
//      [ 5.940e+02 -5.720e+02  1.044e+03  1.620e+03 -2.640e+02  4.000e+01
//       -3.080e+02 -4.880e+02  6.680e+02  2.040e+02 -1.880e+02  6.600e+02
//       -1.960e+02  1.090e+03  1.600e+02 -4.000e+01]
//      [ 2.340e+02 -1.190e+02  1.820e+02  5.080e+02  2.640e+02  9.560e+02
//        5.540e+02 -9.710e+02  6.300e+01 -1.472e+03  1.004e+03  7.080e+02
//        1.120e+02  3.850e+02 -3.600e+01  1.562e+03]
//      [ 5.700e+01  6.000e+02  2.110e+02  2.000e+00  4.020e+02 -4.600e+01
//        6.480e+02  2.420e+02 -5.960e+02 -5.680e+02  8.000e+01  2.140e+02
//        3.000e+02  3.830e+02  9.400e+02  1.120e+02]
//      [-4.000e+02 -4.400e+01  4.520e+02 -1.600e+01 -4.200e+02  3.600e+02
//        2.960e+02 -9.340e+02  6.700e+02 -2.400e+02 -2.080e+02  5.800e+02
//       -7.400e+02  1.800e+02  1.548e+03  6.760e+02]
//      [ 4.460e+02 -3.160e+02  3.810e+02 -2.300e+01  2.720e+02 -2.800e+02
//       -1.140e+02  4.030e+02  6.800e+01  8.740e+02  4.150e+02 -1.840e+02
//       -1.840e+02  3.440e+02  3.580e+02 -8.760e+02]
//      [-1.170e+02 -5.800e+02 -7.200e+01  1.530e+02  8.250e+02  8.670e+02
//        7.040e+02  1.000e+02 -8.120e+02  1.169e+03 -1.700e+02 -4.060e+02
//       -2.720e+02 -5.840e+02  1.520e+02 -6.800e+02]
//      [-1.480e+02  5.220e+02 -2.440e+02 -1.052e+03 -2.560e+02 -1.360e+02
//       -4.300e+02 -2.120e+02  2.300e+02 -6.080e+02 -1.220e+02 -1.320e+02
//        1.120e+02  3.620e+02 -1.120e+02  5.600e+01]
//      [ 7.840e+02 -9.300e+02  4.820e+02 -4.080e+02  9.200e+01 -5.680e+02
//       -4.920e+02 -1.588e+03  6.100e+02 -1.240e+02 -5.420e+02 -5.660e+02
//        2.020e+02 -2.200e+02 -5.520e+02  7.320e+02]
//      [-1.110e+02  1.500e+02 -5.090e+02  2.020e+02 -3.870e+02 -5.540e+02
//        1.490e+02  4.800e+01  7.080e+02 -3.290e+02 -1.402e+03  6.980e+02
//       -9.200e+02 -4.380e+02  4.520e+02 -1.132e+03]]
// RUN: run --entry mxf4 --grid 1 --arg 'f4E2M1FN[32,128]=randint(-3,4,seed=1)' --arg 'f4E2M1FN[32,128]=randint(-3,4,seed=2)' --arg 'f8E8M0FNU[32,4]=randint(1,5,seed=3)' --arg 'f8E8M0FNU[32,4]=randint(1,5,seed=4)' --arg 'c:f32[32,32]=ones' --arg 32 --arg 32 --arg 128 --arg 4 --print c
// c = [[-138.  478. -340. ... -188.  526. -672.]
//      [ 276.  288.   40. ... -188. -564.    0.]
//      [ 192.   32. 1096. ... -176.  454.  508.]
//      ...
//      [-263. -150. -438. ...  -72.  215. -372.]
//      [  62. -269. -220. ...  162.  347.  200.]
//      [-185. -283.  524. ...  -82. -513. -308.]]
// RUN: run --entry nvf4 --grid 1 --arg 'f4E2M1FN[32,64]=randint(-3,4,seed=1)' --arg 'f4E2M1FN[64,32]=randint(-3,4,seed=2)' --arg 'f8E4M3FN[32,4]=randint(1,5,seed=3)' --arg 'f8E4M3FN[4,32]=randint(1,5,seed=4)' --arg 'c:f32[32,32]=ones' --arg 32 --arg 32 --arg 64 --arg 4 --print c
// c = [[-662.  172. -150. ...   84. -412.  434.]
//      [   3.  -71. -264. ...   25. -349.  430.]
//      [  18.   84.  230. ...  -52.  176.  -36.]
//      ...
//      [  51. -220.   24. ...  113.  148.  384.]
//      [-267. -156.  261. ...  -54.  -88.  324.]
//      [ -23. -224.   32. ...   35.  182.   72.]]
// RUN: run --entry nvf4_powers --grid 1 --arg 'f4E2M1FN[16,128]=randint(-3,4,seed=1)' --arg 'f4E2M1FN[16,128]=randint(-3,4,seed=2)' --arg 'f8E8M0FNU[16,8]=randint(1,5,seed=3)' --arg 'f8E8M0FNU[16,8]=randint(1,5,seed=4)' --arg 'c:f32[16,16]=ones' --arg 16 --arg 16 --arg 128 --arg 8 --print c
// c = [[ -510.   260.   572.  -292. -1324.   882.    74.   408.  -104.  -140.
//          48.    -2.  -350.   164.  1076.  -250.]
//      [  -44.   192.  -138.   120.  -632.  -488.    88.  -602.  -194.  -388.
//          62.   192.  -494.   -96.  -574.   942.]
//      [  136.   272.   619.    94.   280.  -693.   -42.   512.   618.  -651.
//         -41.  -163.  -758.  -592.   294.   594.]
//      [   83.  -674.  -107.  -278.   261.  -674.   190.   110.  -530.  -397.
//         475.   186.    64.    78.   896.  -822.]
//      [   83.  -126.  -113.   454.  -245.   400.   -62.   226.   -16.  -306.
//        -322.   -60.   -76.   296.   117.    60.]
//      [ -150.    60.  -185.   354.    29.   456.   456.   458.  -304.   312.
//         -53.  -300.    71.  -474.   154.   -36.]
//      [  126.  -286.    78.    24.  -874.  -624.  -315.  -126.   -28.   600.
//           2.   133.  -585.   968.   580.   199.]
//      [ -180.   584.  -324.  -528.  -996.   142.   -34.   -32.   476.   900.
//           0.   172.   -80.    36.  -556.   942.]
//      [ -200.    80.  -422.  -708.   552.   792.   388.   460.  -174.  -824.
//         178.    72.   523.  -548.  1203.    62.]
//      [  382.  -278.  -295.  -162.   454.  -140.   270.  -106.   108.    48.
//           9.   158.   739.   -80.     7.  -806.]
//      [  -84.    66.   104.  -270.  -404.   152.   292.  -232.   824.   316.
//         -50.    20.   112.   256.   270.  -174.]
//      [ -366.    76.    22.   148. -1023.   -73.  -236.    37.   120.   182.
//         -10.    94.  -478.   874.    18.  -313.]
//      [  286.   226.   -78.    44.    84.   650.   759.  -994.  -267.  -956.
//         130.    95.  -246.    18.  -441.  -294.]
//      [  253.  -286.   137.   542.  -406.  -460.     0.   396.   388.  -317.
//        -494.   182.   -80.  -656.  -764.     0.]
//      [ -115.   116.  -682.  -278.  -716.    92.    24.    30.  -290.   480.
//         346.  -100.  1048.   396.   622.  -720.]
//      [  498.  -224.   114.   176.   -82.   256.   -65.   154.   -81.  -368.
//        -100.   339.    52.    36.   375.   259.]]
//
// Products with block scales in loops: on targets with `mma.sync` of block scales by this instruction, with scales in registers,
// and elsewhere element by element.

cuda_tile.module @scaled_loops {
  entry @mxf8(%a: tile<ptr<f8E4M3FN>>, %b: tile<ptr<f8E4M3FN>>, %sa: tile<ptr<f8E8M0FNU>>, %sb: tile<ptr<f8E8M0FNU>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %ks: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f8E4M3FN>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f8E4M3FN>>
    %sa_16 = assume div_by<16>, %sa : tile<ptr<f8E8M0FNU>>
    %sb_16 = assume div_by<16>, %sb : tile<ptr<f8E8M0FNU>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %k_d = assume div_by<32>, %k : tile<i32>
    %n_d = assume div_by<16>, %n : tile<i32>
    %m_d = assume div_by<16>, %m : tile<i32>
    %ks_d = assume div_by<4>, %ks : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_view = make_tensor_view %a_16, shape = [%m, %k_d], strides = [%k_d, 1] : tile<i32> -> tensor_view<?x?xf8E4M3FN, strides=[?,1]>
    %a_tiles = make_partition_view %a_view : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>
    %b_view = make_tensor_view %b_16, shape = [%k_d, %n_d], strides = [1, %k_d] : tile<i32> -> tensor_view<?x?xf8E4M3FN, strides=[1,?]>
    %b_tiles = make_partition_view %b_view : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[1,?]>>
    %sa_view = make_tensor_view %sa_16, shape = [%m, %ks_d], strides = [%ks_d, 1] : tile<i32> -> tensor_view<?x?xf8E8M0FNU, strides=[?,1]>
    %sa_tiles = make_partition_view %sa_view : partition_view<tile=(64x2), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[?,1]>>
    %sb_view = make_tensor_view %sb_16, shape = [%ks_d, %n_d], strides = [1, %ks_d] : tile<i32> -> tensor_view<?x?xf8E8M0FNU, strides=[1,?]>
    %sb_tiles = make_partition_view %sb_view : partition_view<tile=(2x32), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[1,?]>>
    %c_view = make_tensor_view %c_16, shape = [%m, %n_d], strides = [%n_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_view : partition_view<tile=(64x32), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<64x32xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<64x32xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>, tile<i32> -> tile<64x64xf8E4M3FN>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[1,?]>>, tile<i32> -> tile<64x32xf8E4M3FN>, token
      %sa_tile, %sa_read = load_view_tko weak %sa_tiles[%block_row, %i] : partition_view<tile=(64x2), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[?,1]>>, tile<i32> -> tile<64x2xf8E8M0FNU>, token
      %sb_tile, %sb_read = load_view_tko weak %sb_tiles[%i, %block_col] : partition_view<tile=(2x32), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[1,?]>>, tile<i32> -> tile<2x32xf8E8M0FNU>, token
      %sum_next = mmaf_scaled %a_tile, %b_tile, %sum_so_far, %sa_tile, %sb_tile : tile<64x64xf8E4M3FN>, tile<64x32xf8E4M3FN>, tile<64x32xf32>, tile<64x2xf8E8M0FNU>, tile<2x32xf8E8M0FNU>
      continue %sum_next : tile<64x32xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<64x32xf32>, partition_view<tile=(64x32), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @mxf8_rows(%a: tile<ptr<f8E5M2>>, %b: tile<ptr<f8E5M2>>, %sa: tile<ptr<f8E8M0FNU>>, %sb: tile<ptr<f8E8M0FNU>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %ks: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f8E5M2>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f8E5M2>>
    %sa_16 = assume div_by<16>, %sa : tile<ptr<f8E8M0FNU>>
    %sb_16 = assume div_by<16>, %sb : tile<ptr<f8E8M0FNU>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %k_d = assume div_by<32>, %k : tile<i32>
    %n_d = assume div_by<16>, %n : tile<i32>
    %m_d = assume div_by<16>, %m : tile<i32>
    %ks_d = assume div_by<4>, %ks : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_view = make_tensor_view %a_16, shape = [%m, %k_d], strides = [%k_d, 1] : tile<i32> -> tensor_view<?x?xf8E5M2, strides=[?,1]>
    %a_tiles = make_partition_view %a_view : partition_view<tile=(16x32), padding_value = zero, tensor_view<?x?xf8E5M2, strides=[?,1]>>
    %b_view = make_tensor_view %b_16, shape = [%k_d, %n_d], strides = [%n_d, 1] : tile<i32> -> tensor_view<?x?xf8E5M2, strides=[?,1]>
    %b_tiles = make_partition_view %b_view : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf8E5M2, strides=[?,1]>>
    %sa_view = make_tensor_view %sa_16, shape = [%m, %ks_d], strides = [%ks_d, 1] : tile<i32> -> tensor_view<?x?xf8E8M0FNU, strides=[?,1]>
    %sa_tiles = make_partition_view %sa_view : partition_view<tile=(16x1), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[?,1]>>
    %sb_view = make_tensor_view %sb_16, shape = [%ks_d, %n_d], strides = [%n_d, 1] : tile<i32> -> tensor_view<?x?xf8E8M0FNU, strides=[?,1]>
    %sb_tiles = make_partition_view %sb_view : partition_view<tile=(1x64), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[?,1]>>
    %c_view = make_tensor_view %c_16, shape = [%m, %n_d], strides = [%n_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_view : partition_view<tile=(16x64), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(16x32), padding_value = zero, tensor_view<?x?xf8E5M2, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<16x64xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<16x64xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(16x32), padding_value = zero, tensor_view<?x?xf8E5M2, strides=[?,1]>>, tile<i32> -> tile<16x32xf8E5M2>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf8E5M2, strides=[?,1]>>, tile<i32> -> tile<32x64xf8E5M2>, token
      %sa_tile, %sa_read = load_view_tko weak %sa_tiles[%block_row, %i] : partition_view<tile=(16x1), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[?,1]>>, tile<i32> -> tile<16x1xf8E8M0FNU>, token
      %sb_tile, %sb_read = load_view_tko weak %sb_tiles[%i, %block_col] : partition_view<tile=(1x64), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[?,1]>>, tile<i32> -> tile<1x64xf8E8M0FNU>, token
      %sum_next = mmaf_scaled %a_tile, %b_tile, %sum_so_far, %sa_tile, %sb_tile : tile<16x32xf8E5M2>, tile<32x64xf8E5M2>, tile<16x64xf32>, tile<16x1xf8E8M0FNU>, tile<1x64xf8E8M0FNU>
      continue %sum_next : tile<16x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<16x64xf32>, partition_view<tile=(16x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @mxf8_few(%a: tile<ptr<f8E4M3FN>>, %b: tile<ptr<f8E4M3FN>>, %sa: tile<ptr<f8E8M0FNU>>, %sb: tile<ptr<f8E8M0FNU>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %ks: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f8E4M3FN>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f8E4M3FN>>
    %sa_16 = assume div_by<16>, %sa : tile<ptr<f8E8M0FNU>>
    %sb_16 = assume div_by<16>, %sb : tile<ptr<f8E8M0FNU>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %k_d = assume div_by<32>, %k : tile<i32>
    %n_d = assume div_by<16>, %n : tile<i32>
    %m_d = assume div_by<16>, %m : tile<i32>
    %ks_d = assume div_by<4>, %ks : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_view = make_tensor_view %a_16, shape = [%m, %k_d], strides = [%k_d, 1] : tile<i32> -> tensor_view<?x?xf8E4M3FN, strides=[?,1]>
    %a_tiles = make_partition_view %a_view : partition_view<tile=(16x128), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>
    %b_view = make_tensor_view %b_16, shape = [%k_d, %n_d], strides = [%n_d, 1] : tile<i32> -> tensor_view<?x?xf8E4M3FN, strides=[?,1]>
    %b_tiles = make_partition_view %b_view : partition_view<tile=(128x8), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>
    %sa_view = make_tensor_view %sa_16, shape = [%m, %ks_d], strides = [%ks_d, 1] : tile<i32> -> tensor_view<?x?xf8E8M0FNU, strides=[?,1]>
    %sa_tiles = make_partition_view %sa_view : partition_view<tile=(16x4), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[?,1]>>
    %sb_view = make_tensor_view %sb_16, shape = [%ks_d, %n_d], strides = [%n_d, 1] : tile<i32> -> tensor_view<?x?xf8E8M0FNU, strides=[?,1]>
    %sb_tiles = make_partition_view %sb_view : partition_view<tile=(4x8), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[?,1]>>
    %c_view = make_tensor_view %c_16, shape = [%m, %n_d], strides = [%n_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_view : partition_view<tile=(16x8), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(16x128), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<16x8xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<16x8xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(16x128), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>, tile<i32> -> tile<16x128xf8E4M3FN>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(128x8), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>, tile<i32> -> tile<128x8xf8E4M3FN>, token
      %sa_tile, %sa_read = load_view_tko weak %sa_tiles[%block_row, %i] : partition_view<tile=(16x4), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[?,1]>>, tile<i32> -> tile<16x4xf8E8M0FNU>, token
      %sb_tile, %sb_read = load_view_tko weak %sb_tiles[%i, %block_col] : partition_view<tile=(4x8), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[?,1]>>, tile<i32> -> tile<4x8xf8E8M0FNU>, token
      %sum_next = mmaf_scaled %a_tile, %b_tile, %sum_so_far, %sa_tile, %sb_tile : tile<16x128xf8E4M3FN>, tile<128x8xf8E4M3FN>, tile<16x8xf32>, tile<16x4xf8E8M0FNU>, tile<4x8xf8E8M0FNU>
      continue %sum_next : tile<16x8xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<16x8xf32>, partition_view<tile=(16x8), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @mxf4(%a: tile<ptr<f4E2M1FN>>, %b: tile<ptr<f4E2M1FN>>, %sa: tile<ptr<f8E8M0FNU>>, %sb: tile<ptr<f8E8M0FNU>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %ks: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f4E2M1FN>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f4E2M1FN>>
    %sa_16 = assume div_by<16>, %sa : tile<ptr<f8E8M0FNU>>
    %sb_16 = assume div_by<16>, %sb : tile<ptr<f8E8M0FNU>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %k_d = assume div_by<32>, %k : tile<i32>
    %n_d = assume div_by<16>, %n : tile<i32>
    %m_d = assume div_by<16>, %m : tile<i32>
    %ks_d = assume div_by<4>, %ks : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_view = make_tensor_view %a_16, shape = [%m, %k_d], strides = [%k_d, 1] : tile<i32> -> tensor_view<?x?xf4E2M1FN, strides=[?,1]>
    %a_tiles = make_partition_view %a_view : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[?,1]>>
    %b_view = make_tensor_view %b_16, shape = [%k_d, %n_d], strides = [1, %k_d] : tile<i32> -> tensor_view<?x?xf4E2M1FN, strides=[1,?]>
    %b_tiles = make_partition_view %b_view : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[1,?]>>
    %sa_view = make_tensor_view %sa_16, shape = [%m, %ks_d], strides = [%ks_d, 1] : tile<i32> -> tensor_view<?x?xf8E8M0FNU, strides=[?,1]>
    %sa_tiles = make_partition_view %sa_view : partition_view<tile=(32x2), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[?,1]>>
    %sb_view = make_tensor_view %sb_16, shape = [%ks_d, %n_d], strides = [1, %ks_d] : tile<i32> -> tensor_view<?x?xf8E8M0FNU, strides=[1,?]>
    %sb_tiles = make_partition_view %sb_view : partition_view<tile=(2x32), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[1,?]>>
    %c_view = make_tensor_view %c_16, shape = [%m, %n_d], strides = [%n_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_view : partition_view<tile=(32x32), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<32x32xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<32x32xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[?,1]>>, tile<i32> -> tile<32x64xf4E2M1FN>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[1,?]>>, tile<i32> -> tile<64x32xf4E2M1FN>, token
      %sa_tile, %sa_read = load_view_tko weak %sa_tiles[%block_row, %i] : partition_view<tile=(32x2), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[?,1]>>, tile<i32> -> tile<32x2xf8E8M0FNU>, token
      %sb_tile, %sb_read = load_view_tko weak %sb_tiles[%i, %block_col] : partition_view<tile=(2x32), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[1,?]>>, tile<i32> -> tile<2x32xf8E8M0FNU>, token
      %sum_next = mmaf_scaled %a_tile, %b_tile, %sum_so_far, %sa_tile, %sb_tile : tile<32x64xf4E2M1FN>, tile<64x32xf4E2M1FN>, tile<32x32xf32>, tile<32x2xf8E8M0FNU>, tile<2x32xf8E8M0FNU>
      continue %sum_next : tile<32x32xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<32x32xf32>, partition_view<tile=(32x32), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @nvf4(%a: tile<ptr<f4E2M1FN>>, %b: tile<ptr<f4E2M1FN>>, %sa: tile<ptr<f8E4M3FN>>, %sb: tile<ptr<f8E4M3FN>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %ks: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f4E2M1FN>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f4E2M1FN>>
    %sa_16 = assume div_by<16>, %sa : tile<ptr<f8E4M3FN>>
    %sb_16 = assume div_by<16>, %sb : tile<ptr<f8E4M3FN>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %k_d = assume div_by<32>, %k : tile<i32>
    %n_d = assume div_by<16>, %n : tile<i32>
    %m_d = assume div_by<16>, %m : tile<i32>
    %ks_d = assume div_by<4>, %ks : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_view = make_tensor_view %a_16, shape = [%m, %k_d], strides = [%k_d, 1] : tile<i32> -> tensor_view<?x?xf4E2M1FN, strides=[?,1]>
    %a_tiles = make_partition_view %a_view : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[?,1]>>
    %b_view = make_tensor_view %b_16, shape = [%k_d, %n_d], strides = [%n_d, 1] : tile<i32> -> tensor_view<?x?xf4E2M1FN, strides=[?,1]>
    %b_tiles = make_partition_view %b_view : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[?,1]>>
    %sa_view = make_tensor_view %sa_16, shape = [%m, %ks_d], strides = [%ks_d, 1] : tile<i32> -> tensor_view<?x?xf8E4M3FN, strides=[?,1]>
    %sa_tiles = make_partition_view %sa_view : partition_view<tile=(32x4), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>
    %sb_view = make_tensor_view %sb_16, shape = [%ks_d, %n_d], strides = [%n_d, 1] : tile<i32> -> tensor_view<?x?xf8E4M3FN, strides=[?,1]>
    %sb_tiles = make_partition_view %sb_view : partition_view<tile=(4x32), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>
    %c_view = make_tensor_view %c_16, shape = [%m, %n_d], strides = [%n_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_view : partition_view<tile=(32x32), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<32x32xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<32x32xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[?,1]>>, tile<i32> -> tile<32x64xf4E2M1FN>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[?,1]>>, tile<i32> -> tile<64x32xf4E2M1FN>, token
      %sa_tile, %sa_read = load_view_tko weak %sa_tiles[%block_row, %i] : partition_view<tile=(32x4), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>, tile<i32> -> tile<32x4xf8E4M3FN>, token
      %sb_tile, %sb_read = load_view_tko weak %sb_tiles[%i, %block_col] : partition_view<tile=(4x32), padding_value = zero, tensor_view<?x?xf8E4M3FN, strides=[?,1]>>, tile<i32> -> tile<4x32xf8E4M3FN>, token
      %sum_next = mmaf_scaled %a_tile, %b_tile, %sum_so_far, %sa_tile, %sb_tile : tile<32x64xf4E2M1FN>, tile<64x32xf4E2M1FN>, tile<32x32xf32>, tile<32x4xf8E4M3FN>, tile<4x32xf8E4M3FN>
      continue %sum_next : tile<32x32xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<32x32xf32>, partition_view<tile=(32x32), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @nvf4_powers(%a: tile<ptr<f4E2M1FN>>, %b: tile<ptr<f4E2M1FN>>, %sa: tile<ptr<f8E8M0FNU>>, %sb: tile<ptr<f8E8M0FNU>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %ks: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f4E2M1FN>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f4E2M1FN>>
    %sa_16 = assume div_by<16>, %sa : tile<ptr<f8E8M0FNU>>
    %sb_16 = assume div_by<16>, %sb : tile<ptr<f8E8M0FNU>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %k_d = assume div_by<32>, %k : tile<i32>
    %n_d = assume div_by<16>, %n : tile<i32>
    %m_d = assume div_by<16>, %m : tile<i32>
    %ks_d = assume div_by<4>, %ks : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_view = make_tensor_view %a_16, shape = [%m, %k_d], strides = [%k_d, 1] : tile<i32> -> tensor_view<?x?xf4E2M1FN, strides=[?,1]>
    %a_tiles = make_partition_view %a_view : partition_view<tile=(16x64), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[?,1]>>
    %b_view = make_tensor_view %b_16, shape = [%k_d, %n_d], strides = [1, %k_d] : tile<i32> -> tensor_view<?x?xf4E2M1FN, strides=[1,?]>
    %b_tiles = make_partition_view %b_view : partition_view<tile=(64x16), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[1,?]>>
    %sa_view = make_tensor_view %sa_16, shape = [%m, %ks_d], strides = [%ks_d, 1] : tile<i32> -> tensor_view<?x?xf8E8M0FNU, strides=[?,1]>
    %sa_tiles = make_partition_view %sa_view : partition_view<tile=(16x4), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[?,1]>>
    %sb_view = make_tensor_view %sb_16, shape = [%ks_d, %n_d], strides = [1, %ks_d] : tile<i32> -> tensor_view<?x?xf8E8M0FNU, strides=[1,?]>
    %sb_tiles = make_partition_view %sb_view : partition_view<tile=(4x16), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[1,?]>>
    %c_view = make_tensor_view %c_16, shape = [%m, %n_d], strides = [%n_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_view : partition_view<tile=(16x16), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(16x64), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<16x16xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<16x16xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(16x64), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[?,1]>>, tile<i32> -> tile<16x64xf4E2M1FN>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(64x16), padding_value = zero, tensor_view<?x?xf4E2M1FN, strides=[1,?]>>, tile<i32> -> tile<64x16xf4E2M1FN>, token
      %sa_tile, %sa_read = load_view_tko weak %sa_tiles[%block_row, %i] : partition_view<tile=(16x4), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[?,1]>>, tile<i32> -> tile<16x4xf8E8M0FNU>, token
      %sb_tile, %sb_read = load_view_tko weak %sb_tiles[%i, %block_col] : partition_view<tile=(4x16), padding_value = zero, tensor_view<?x?xf8E8M0FNU, strides=[1,?]>>, tile<i32> -> tile<4x16xf8E8M0FNU>, token
      %sum_next = mmaf_scaled %a_tile, %b_tile, %sum_so_far, %sa_tile, %sb_tile : tile<16x64xf4E2M1FN>, tile<64x16xf4E2M1FN>, tile<16x16xf32>, tile<16x4xf8E8M0FNU>, tile<4x16xf8E8M0FNU>
      continue %sum_next : tile<16x16xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<16x16xf32>, partition_view<tile=(16x16), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
