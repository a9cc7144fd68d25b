// RUN: run --entry two_rows --grid 1,2 --arg 'i8[2,320]=randint(-8,9,seed=1)' --arg 'i8[96,320]=randint(-8,9,seed=2)' --arg 'c:i32[2,96]=ones' --arg 2 --arg 96 --arg 320 --arg 320 --arg 320 --arg 96 --print c
// c = [[ 503  360  197  808 -368  111 -496  436  360 -228  170    9  670  173
//       -187 -112  347    8 -335  -34  253 -201 -435  146 -397 -613  228  -53
//       -319  499 -245 -596 -640 -387   93  -21  234 -417  174 -563 -460 -275
//        583 -279 -399 -643  136 -749  657  802 -101 1051 -381 -245 -335 -328
//       -218 -564  393 -216 -114  619 -363  662 -116 -582  101 -635  274  587
//       -538  316 -149 -109 -526  102  153  276  579  499   29  112 -602  219
//       -987  240  278 -529  167 -500 -135 -314   80 -368  -58  -28]
//      [ 190  -29 -486 -925  214 -390   43  487   87 -437  536 -467 -575  152
//        157  431  575  794  347   68   39  -87 1361  -89 -319 -442  408 -108
//        157 -311  610  546   10 -152 -307 -370  370 -302  549 -120 -971 -121
//       -372   88 -166   29  468  409   22  670  321  102   -5 -496 -210 -289
//       -289 -314 -300  140  277 -488 -718  153  363  467  541  443  362 -269
//        -66  396 -592  199 -276  355 -388 -199 -258 -546 -314   -9   25    5
//       -114  161 -222  358 -497 -272 -220  757  553  284   34  230]]
// RUN: run --entry four_rows --grid 1,1 --arg 'f16[3,80]=randint(-3,4,seed=1)' --arg 'f16[64,80]=randint(-3,4,seed=2)' --arg 'c:f32[3,64]=ones' --arg 3 --arg 64 --arg 80 --arg 80 --arg 80 --arg 64 --print c
// c = [[-16.   7.  38. -55.   4. -53.  45. -44.  27. -13.  23. -28. -17.  17.
//        57. -77.  -9.  34.   6. -16. -29. -58.   5. -19. -15.  -2. -29.  35.
//        39.  14.  40. -23.   1.  34.  -2.   9.  -6. -22.   1. -11. -51.  77.
//        16.  42. -13.  32. -22.  -8.  17.   7. -31. -18.  34.   6.  83.  18.
//       -19. -15.  -6. -25. -19.  18.  17. -33.]
//      [-62. -28.  38.  53. -29.  76. -17.  21.  26.  20.  35.  22.  26.  32.
//        42.  30.  29.  -2. -17.  13.  52.  19.  -5. -16.  23. -22.  30. -30.
//       -26.  68. -54. -11. -26.   5.  42.  -3.  -4.   0.  67. -10. -21.  49.
//        30.  68.  -3.  43.  33.  -4. -22.  18.  12. -37.  56.  -1.   8. -58.
//         7. -52. -26.   3.  -8. -28. -41.   1.]
//      [ 39.  22. -12.  13.   6.  99. -36.  17.  11. -23. -26.  53.  46. -52.
//        31.  52.  44. -22.  -7.  46.  37. -10.  -3.  -9. -31.  38. -26.  28.
//        12.  67.  -9.  19.  49. -10.  64. -30.   6. -16. -37.  15.   5.  36.
//        42.  33. -40.  17.  -5. -64.  31.  25.  38.  26.  40. -13.  34. -45.
//       -92. -10.  13.   9.   3.  31. -18.  49.]]

// Left operands of few rows, which are loaded transposed. On sm_120a they have stages of 128 bytes, whose rows of 64 and 32 bytes
// a tensor map swizzles by their address, as it does in larger stages. There are several steps.

cuda_tile.module @short_stages {
  entry @two_rows(%a: tile<ptr<i8>>, %b: tile<ptr<i8>>, %c: tile<ptr<i32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<i8>>
    %b_16 = assume div_by<16>, %b : tile<ptr<i8>>
    %c_16 = assume div_by<16>, %c : tile<ptr<i32>>
    %lda_16 = assume div_by<16>, %lda : tile<i32>
    %ldb_16 = assume div_by<16>, %ldb : tile<i32>
    %ldc_16 = assume div_by<16>, %ldc : tile<i32>
    %row, %column, %unused = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %none = constant <i32: 0> : tile<2x64xi32>
    %a_tensor = make_tensor_view %a_16, shape = [%k, %m], strides = [1, %lda_16] : tile<i32> -> tensor_view<?x?xi8, strides=[1,?]>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [1, %ldb_16] : tile<i32> -> tensor_view<?x?xi8, strides=[1,?]>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n], strides = [%ldc_16, 1] : tile<i32> -> tensor_view<?x?xi32, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x2), padding_value = zero, tensor_view<?x?xi8, strides=[1,?]>>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xi8, strides=[1,?]>>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(2x64), tensor_view<?x?xi32, strides=[?,1]>>
    %steps, %row_tiles = get_index_space_shape %a_tiles : partition_view<tile=(64x2), padding_value = zero, tensor_view<?x?xi8, strides=[1,?]>> -> tile<i32>
    %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%so_far = %none) -> (tile<2x64xi32>) {
      %turned, %x_read = load_view_tko weak %a_tiles[%i, %row] : partition_view<tile=(64x2), padding_value = zero, tensor_view<?x?xi8, strides=[1,?]>>, tile<i32> -> tile<64x2xi8>, token
      %x = permute %turned [1, 0] : tile<64x2xi8> -> tile<2x64xi8>
      %y, %y_read = load_view_tko weak %b_tiles[%i, %column] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xi8, strides=[1,?]>>, tile<i32> -> tile<64x64xi8>, token
      %next = mmai %x, %y, %so_far signed signed : tile<2x64xi8>, tile<64x64xi8>, tile<2x64xi32>
      continue %next : tile<2x64xi32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%row, %column] : tile<2x64xi32>, partition_view<tile=(2x64), tensor_view<?x?xi32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @four_rows(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_16 = assume div_by<16>, %lda : tile<i32>
    %ldb_16 = assume div_by<16>, %ldb : tile<i32>
    %ldc_16 = assume div_by<16>, %ldc : tile<i32>
    %row, %column, %unused = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %none = constant <f32: 0.0> : tile<4x64xf32>
    %a_tensor = make_tensor_view %a_16, shape = [%k, %m], strides = [1, %lda_16] : tile<i32> -> tensor_view<?x?xf16, strides=[1,?]>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [1, %ldb_16] : tile<i32> -> tensor_view<?x?xf16, strides=[1,?]>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n], strides = [%ldc_16, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(16x4), padding_value = zero, tensor_view<?x?xf16, strides=[1,?]>>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(16x64), padding_value = zero, tensor_view<?x?xf16, strides=[1,?]>>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(4x64), tensor_view<?x?xf32, strides=[?,1]>>
    %steps, %row_tiles = get_index_space_shape %a_tiles : partition_view<tile=(16x4), padding_value = zero, tensor_view<?x?xf16, strides=[1,?]>> -> tile<i32>
    %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%so_far = %none) -> (tile<4x64xf32>) {
      %turned, %x_read = load_view_tko weak %a_tiles[%i, %row] : partition_view<tile=(16x4), padding_value = zero, tensor_view<?x?xf16, strides=[1,?]>>, tile<i32> -> tile<16x4xf16>, token
      %x = permute %turned [1, 0] : tile<16x4xf16> -> tile<4x16xf16>
      %y, %y_read = load_view_tko weak %b_tiles[%i, %column] : partition_view<tile=(16x64), padding_value = zero, tensor_view<?x?xf16, strides=[1,?]>>, tile<i32> -> tile<16x64xf16>, token
      %next = mmaf %x, %y, %so_far : tile<4x16xf16>, tile<16x64xf16>, tile<4x64xf32>
      continue %next : tile<4x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%row, %column] : tile<4x64xf32>, partition_view<tile=(4x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
