// RUN: run --entry swapped_16x64 --grid 1 --arg 'f16[16,64]=randint(-3,4,seed=1)' --arg 'f16[64,64]=randint(-3,4,seed=2)' --arg 'c:f32[16,64]=ones' --print c
// c = [[ 29.  35. -11. ... -52.  44.  27.]
//      [-20. -16.  13. ...   7.   2. -16.]
//      [ 63.  -1.   6. ...  46. -43.  38.]
//      ...
//      [ 15.   8.  50. ... -56. -30.  22.]
//      [  4.   6.  -4. ... -21. -37.  47.]
//      [-33.  16. 120. ...  43. -21. -76.]]
// RUN: run --entry swapped_32x128_bf16 --grid 1 --arg 'bf16[32,32]=randint(-3,4,seed=1)' --arg 'bf16[32,128]=randint(-3,4,seed=2)' --arg 'c:f32[32,128]=ones' --print c
// c = [[-69.  35. -57. ...  33.  33. -83.]
//      [-21. -51. -63. ... -63.  27.  49.]
//      [ 15.  23. -33. ... -37.   7.  -9.]
//      ...
//      [ 37.  67. -13. ... -19.  15.  -9.]
//      [ 19. -79.   1. ... -63.  19.  19.]
//      [ 13.  23. -33. ...  53. -45. -63.]]
// RUN: run --entry swapped_8x64_computed --grid 1 --arg 'f16[8,64]=randint(-3,4,seed=1)' --arg 'f16[64,64]=randint(-3,4,seed=2)' --arg 'c:f16[8,64]=ones' --print c
// c = [[  57.   69.  -23.  -15. -127.  -37.  -47.   25.  -43.   23.  -27.  -73.
//        -39.   97.   15.   27.   -9.   63.    5.  -27.  -37.   43. -211.   69.
//        -53.  -11.   79.   29.  -87.  -23.   77.   43.  -27.   61.   41.   19.
//        -57.  -67.   89.  -83.  111.   -7. -125.  -57.  -25.   23.   19.  -15.
//          7.  -35.  -49.  -73.  -99.   37.   29.  -77.   91.   69.  -71.  -41.
//         -1. -105.   87.   53.]
//      [ -41.  -33.   25.  -63.  -39.    9.   59.   29.  -63.   49.   -7.   61.
//       -107.   69.    1.   81.   93.  -91.  101.   87.   33.  -31.    9.  -79.
//         19. -171.   -5.  -53.   51.  -69.   15.   37.   99.   55.   81. -119.
//         97.   23. -109.  -33.  -27.   79.  -53.   53. -123.  -83.    9.   55.
//         67.  -53.  -49.   -9.  -55.  -37.   45.   41.  -87.  123.   -9.  -59.
//         23.   13.    3.  -33.]
//      [ 125.   -3.   11.   95.  -87.  -89.   67.    3.  -97.  -37. -115. -199.
//          7.   63.  -11.   17.  -23.   -5.   -5.  -47.   25.   51.   43.  -55.
//         -5.    5.  -15.   83.    5.   19.   69.  -55.  -57.  -31.   35.  -45.
//         23.    1.   91.   41.  -51. -105.  -21.    3.   93.   79. -109.  -61.
//         19.   71.   -9.   57.   27.  -19.   75.   49.   79. -109.  -15.   17.
//         41.   91.  -87.   75.]
//      [ -91.  -53.   37. -169.   39.  -21.   17.  -27.   69.   87.   49.  -29.
//          1.   57.  -11.  -31.  -31.  -13.  119.  -29.   17.    3.  115.   29.
//         13.    9.   77.  -73.   77.   -1.  -61.  117.    9.   -1.    1.  -95.
//        -19.  -27.    9.    3.   91.   61.  -47.   29.   45. -151.  -55.   27.
//         11.  -11.  101.   43.   73.   -1.  -51.    5.   53. -127.  -51.   71.
//         83.  115.  -29.  -55.]
//      [  43.   -7.  -67.   85.   91.  -39.  -13.  101.  -73.  -87.  143.  -65.
//        123.   -7.  -85.   67.  -81.  -27.   -5.    5.   21.   37.  -75.  109.
//         61.  -37.    5.   89.  -47.   55.   57.  -97.   57.   65.   55.  -31.
//        101.  -49.   87.  -17.  -75.  -25. -145.   33.   11.   69.   11.    5.
//         29.  -27.  -41.  -47.  115.   17.  -83.   15.   61.   55.   -3.   51.
//         69.   -7.  -47.   31.]
//      [   9.  -21.  135.   27.  -25.    7.  107.   51.   33.  109.  -11.  -35.
//         47.   57.    5.   45.  143.   67.  -33.   37.  -37.  -21.  -73.  -27.
//        -79.   73.   13.   45.  -83.    5.  125.  -15. -113.   35.   75.  -87.
//        -43. -105.  103.   -9.  -15.   25.  -95.   35.  -31.   91.   17. -117.
//        -13.  -37.   47. -143.    5.   43.   -1.  -25.   81.  -27.   15.  -29.
//         63.  -25.  -47.   69.]
//      [  55. -105.  109. -117.  -51.    5.  -29.   47.  -71.  -47.   17. -107.
//         85.  127.  -35.    3.  -31.    5.  -83.  -91.  -27.  -15.   45.   31.
//       -119.   11.   -5.  -45.  -69.  -13.  -21.  -47.  -31.  -57.   31.  -57.
//         23. -139.   95.    5.  -27.   11. -115.  -35.   47.   67.    3.   25.
//         37.   35.   53.   55.  -31.  147.  -51.   71.  123.    5.   19.   43.
//         75.  -67.    3.  137.]
//      [  33.   33.  -99.  -69.    7.    7.  -77.  -57.  123.  -39.  -37.   47.
//          1.  -51.  -57. -101.  -93. -113.   45.   25.   23.   67.   19.  -35.
//         19.   -5.   -1. -103.  119.   27.  -29.   59.    7.  -11.   69.   71.
//        -71.   67.   -7.   25.   67.  113.   65.   37.   19.  -53.  -11.   21.
//          1.  -69.  -65.   41.   21.   13.    5. -181.   19.  -17. -135.  -21.
//        -97.  -67.  109.  -77.]]
// RUN: run --entry swapped_loop --grid 1 --arg 'f16[16,192]=randint(-3,4,seed=1)' --arg 'f16[128,192]=randint(-3,4,seed=2)' --arg 'c:f32[16,128]=ones' --print c
// c = [[-51.  56. -33. ... -50.  78. -10.]
//      [-42. 166. -18. ...  48.  51. -68.]
//      [ -3. -55. -27. ... -40.  74. -40.]
//      ...
//      [ 73.  19. -38. ...  46. -99. -11.]
//      [ 47. -27. 150. ... -23.  -9. -56.]
//      [ 45.  -3.  36. ... -31.  13. -38.]]
// RUN: run --entry swapped_tf32 --grid 1 --arg 'f32[32,16]=randint(-3,4,seed=1)' --arg 'f32[64,16]=randint(-3,4,seed=2)' --arg 'c:f32[32,64]=ones' --print c
// c = [[ -1. -13.  -2. ...  10.  -7.  19.]
//      [ 12.  -3.   1. ... -12.   5. -13.]
//      [ 16.   0.   8. ...  -8.   0. -24.]
//      ...
//      [ -4.  -2. -13. ...  24.  -6.  -9.]
//      [ 25.   6. -24. ... -15.   5.   8.]
//      [-10.   2.  -5. ...  14.  -1.   7.]]
// RUN: run --entry swapped_i8 --grid 1 --arg 'i8[16,64]=randint(-3,4,seed=1)' --arg 'i8[64,64]=randint(-3,4,seed=2)' --arg 'c:i32[16,64]=ones' --print c
// c = [[-2291  -243  1258 ... -2786  4321  1016]
//      [-2284  3495 -2304 ... -4057  -717  2543]
//      [ -512  -756 -3557 ... -4034  3056  3058]
//      ...
//      [    3 -2519 -2565 ... -3572  1057  2787]
//      [-2532 -2278 -5597 ... -4052  5592  1298]
//      [  -16  3014 -3330 ...  -564   782  3081]]
// RUN: run --entry repeated_32x32 --grid 1 --arg 'f16[32,32]=randint(-3,4,seed=1)' --arg 'f16[32,32]=randint(-3,4,seed=2)' --arg 'c:f32[32,32]=ones' --print c
// c = [[ 35. -10.  50. ...  -3. -24. -16.]
//      [ -2.  12.  21. ...   8. -18.  -6.]
//      [ 27. -21.   8. ...  41. -16. -19.]
//      ...
//      [ 20.  -3.  -5. ... -16.  23.  26.]
//      [ 36.   1.  -4. ...  12. -45. -11.]
//      [-52.   1.  -4. ... -34.  -3.   1.]]
// RUN: run --entry repeated_rhs --grid 1 --arg 'f16[32,64]=randint(-3,4,seed=1)' --arg 'f16[64,32]=randint(-3,4,seed=2)' --arg 'c:f32[32,32]=ones' --print c
// c = [[-75.  31. -10. ...  12. -52.  28.]
//      [ 20.  -1. -43. ...  -2. -25.  52.]
//      [ 37.   8.   7. ... -33.  29. -11.]
//      ...
//      [ 52. -32.  17. ...   0.  33.  50.]
//      [-30. -21.  43. ...  13.  -9.  30.]
//      [ 14. -33.  -6. ...  27.  36.  17.]]
// RUN: run --entry repeated_8x16 --grid 1 --arg 'f16[8,64]=randint(-3,4,seed=1)' --arg 'f16[16,64]=randint(-3,4,seed=2)' --arg 'c:f32[8,16]=ones' --print c
// c = [[ 13.  13. -22.  -1. -51. -12.  18.  20. -32. -14.  25. -22.  29.   3.
//        22. -11.]
//      [ 20. -89.   0.  35.  60.  64.  78. -13.   8. -65. -40.  19.   0. -15.
//        10.   9.]
//      [  0.  12.  27. -21.   6.  -1.  -5.  27. -36.  14.  -9.  44. -12.  28.
//       -43.  16.]
//      [-20.  32. -36.   5.   0. -19. -29.  28. -41. -20.  34. -35. -52.  28.
//         8. -57.]
//      [ 10. -63.  40.   6. 106.   0.  10.  16.  48.   1. -37. -12.  45. -15.
//       -31.  19.]
//      [  7.  27.  43.   4. -40.  57. -16.  18.  -3.  -6.  -2. -21.   2.   0.
//       -16.  -1.]
//      [  8.  25.  24. -38.   5.  -1. -30.  -4.  23.  40. -29. -18.  39.  71.
//        21.  -3.]
//      [-35.   8.  -4. -19. -25. -17.  15.  21. -64.   3.  19. -15.   2.  -6.
//        41.  28.]]
// RUN: run --entry repeated_16x16_bf16 --grid 1 --arg 'bf16[64,16]=randint(-3,4,seed=1)' --arg 'bf16[64,16]=randint(-3,4,seed=2)' --arg 'c:f32[16,16]=ones' --print c
// c = [[ -20.   16.   49.  -10.  -44.  -26.   21.  -42.   14.  -28.  -17.  -46.
//         52.   11.   -9.   27.]
//      [   4.   -6.   -9.  -46.   -3.  -17.  -31.  -12.    7.   17.   43.  -23.
//         -2.   -6.  -40.   34.]
//      [  -1.    3.    7.  -16.  -33.   -2.  -17.   -8.   18.   53.   -6.    1.
//         56.   -4.  -43.    1.]
//      [-101.    1.   33.    2.   34.   21.   56.    0.    1.   -8.   14.   69.
//         42.   -8.  -16.  -33.]
//      [  -6.  -54.    2.   15.    7.  -18.  -39.  -16.    1.  -37.    7.  -34.
//         27.   16.  -10.   89.]
//      [  17.  -17.   -3.   12.   23.   33.   30.   -3.   19.  -35.  -54.  -23.
//         17.    2.    7.   17.]
//      [ -39.  -29.   20.  -20.   94.   24.   18.   -2.    8.   -6.  -36.    7.
//        -22.   -7.   32.  -13.]
//      [   4.   22.  -13.   -5.   -8.    1.  -21.   35.   -2.    6.   20.   28.
//        -13.   28.   27.    7.]
//      [ -44.  -27.    4.  -22.   39.  -21.  -31.   19.   41.   51.  -42.    6.
//        -12.  -69.   20.   31.]
//      [  29.   39.  -10.   65.   42.   77.   27.  -45.   17.   11.  -69.  -13.
//        -72.   18.   50.  -40.]
//      [ -18.  -72.    4.   77.   -4.  -39.   -8.  -22.   33.  -64.  -13.  -44.
//        -65.    0.   52.   69.]
//      [ -17.   -9.   17.  -42.  -11.    1.   28.   17.   42.   75.  -12.  -21.
//          4.  -33.   21.  -31.]
//      [  16.   29.   23.   30.  -39.   18.  -29.  -31.   20.   24.   28.   10.
//         26.   24.  -17.  -17.]
//      [  31.  -19.   23.  -16.  -21.    7.  -31.  -37.  -49.  -33.    6.   13.
//        -35.   41.   15.    3.]
//      [   2.   24.  -43.  -25.  -10.  -17.   -2.   -1.  -38.   -4.  -42.  -30.
//        -34.   50.   26.   32.]
//      [ -11.  -45.   10.   31.    0.   47.   41.  -12.  -32.  -32.   17.   33.
//         48.  -29.  -55.  -40.]]
// RUN: run --entry repeated_i8 --grid 1 --arg 'i8[8,64]=randint(-3,4,seed=1)' --arg 'i8[32,64]=randint(-3,4,seed=2)' --arg 'c:i32[8,32]=ones' --print c
// c = [[ 13  13 -22  -1 -51 -12  18  20 -32 -14  25 -22  29   3  22 -11  16  21
//       -42 -14 -18   1  34 -19  16 -23  29 -30  40  26  17 -34]
//      [ 20 -89   0  35  60  64  78 -13   8 -65 -40  19   0 -15  10   9  30 -29
//         9  13 -13  19 -24   2 -29 -46  -3  -3  -5  38  43 -20]
//      [  0  12  27 -21   6  -1  -5  27 -36  14  -9  44 -12  28 -43  16  10   5
//       -12  59  11   5  -7  41 -45  61  27  17  -8  16  49   4]
//      [-20  32 -36   5   0 -19 -29  28 -41 -20  34 -35 -52  28   8 -57  -1 -43
//        26   2 -40  -7   9   0 -26 -30 -33 -25  -4 -42   0  40]
//      [ 10 -63  40   6 106   0  10  16  48   1 -37 -12  45 -15 -31  19  11 -36
//         4  76  18  -5 -41  33 -43  35 -29  -6  13  44  28  -7]
//      [  7  27  43   4 -40  57 -16  18  -3  -6  -2 -21   2   0 -16  -1 -16  49
//       -36 -48   6 -40 -54   9  34 -31   2 -22 -13  30 -39  48]
//      [  8  25  24 -38   5  -1 -30  -4  23  40 -29 -18  39  71  21  -3 -43   0
//       -44   7  95 -47  50  -3  -4 -28  -9 -20  17   2 -14 -12]
//      [-35   8  -4 -19 -25 -17  15  21 -64   3  19 -15   2  -6  41  28  29 -44
//       -20 -34  26 -12  56  -8 -34  24  -5  -8  -8  58 -18 -62]]
// RUN: run --entry swapped_8x256 --grid 1 --arg 'f16[8,128]=randint(-3,4,seed=1)' --arg 'f16[128,256]=randint(-3,4,seed=2)' --arg 'c:f32[8,256]=ones' --print c
// c = [[-18. -57.   8. ...  -7.  23.  27.]
//      [ 25.  70. -94. ... -13.  25.  41.]
//      [-56.  -1. -19. ...  -7.  12.  18.]
//      ...
//      [ 15.   0. -79. ...  80.  15.  22.]
//      [-25.  58.  75. ...  41. -41. -14.]
//      [ 31.  38. -23. ... -26. -59.  87.]]
// RUN: run --entry small_k_loop --grid 1 --arg 'f16[128,32]=randint(-3,4,seed=1)' --arg 'f16[64,128]=randint(-3,4,seed=2)' --arg 'c:f32[32,64]=ones' --print c
// c = [[  62.  -29.   36. ...  -58.   36.  -32.]
//      [  29.  -55.   37. ...   41. -100.  -34.]
//      [  -3.   25.  -16. ...  -21.   -7.  -74.]
//      ...
//      [ -12.   16.  -12. ...    6.   96.   31.]
//      [  14.  -42.  -56. ...   43.  -19.  106.]
//      [ -23.   63.   33. ...  -88.    6.  -19.]]
// RUN: run --entry attention_8x64 --grid 1 --arg 'bf16[8,128]=randint(-1,2,seed=1)' --arg 'bf16[128,128]=randint(-1,2,seed=2)' --arg 'bf16[128,128]=randint(-1,2,seed=3)' --arg 'c:f32[8,128]=ones' --print c
// c = [[ 41. -50. -35. ... -66. -66. -70.]
//      [ 34. -51. -35. ... -68. -63. -59.]
//      [ 37. -45. -42. ... -64. -71. -56.]
//      ...
//      [ 31. -47. -43. ... -64. -63. -63.]
//      [ 34. -54. -46. ... -74. -70. -70.]
//      [ 33. -48. -44. ... -68. -65. -60.]]
// RUN: run --entry attention_16x128 --grid 1 --arg 'bf16[16,64]=randint(-1,2,seed=1)' --arg 'bf16[256,64]=randint(-1,2,seed=2)' --arg 'bf16[256,64]=randint(-1,2,seed=3)' --arg 'c:f32[16,64]=ones' --print c
// c = [[  31.  -21.  -49. ... -124.  -78.  -39.]
//      [  29.  -17.  -67. ... -117. -101.  -55.]
//      [  28.  -14.  -64. ... -122.  -90.  -36.]
//      ...
//      [  20.  -24.  -64. ... -132. -100.  -48.]
//      [  27.  -16.  -63. ... -127.  -88.  -47.]
//      [  33.  -22.  -75. ... -127.  -99.  -37.]]
// RUN: run --entry attention_32x32 --grid 1 --arg 'f16[32,64]=randint(-1,2,seed=1)' --arg 'f16[64,64]=randint(-1,2,seed=2)' --arg 'f16[64,64]=randint(-1,2,seed=3)' --arg 'c:f32[32,64]=ones' --print c
// c = [[  4. -42. -10. ... -73. -55. -27.]
//      [ 13. -44. -24. ... -70. -65. -41.]
//      [  1. -59. -34. ... -77. -87. -37.]
//      ...
//      [  4. -57. -20. ... -88. -71. -35.]
//      [  4. -56. -24. ... -80. -76. -44.]
//      [  8. -44. -29. ... -71. -72. -31.]]
// RUN: run --entry chain_32x64 --grid 1 --arg 'f16[32,128]=randint(-1,2,seed=1)' --arg 'f16[128,128]=randint(-1,2,seed=2)' --arg 'f16[128,128]=randint(-1,2,seed=3)' --arg 'c:f32[32,128]=ones' --print c
// c = [[ -25.  -42.   31. ...    1.  -71.  -46.]
//      [-142.  -14.   72. ...   68.  -11.   44.]
//      [  35.  -13.   -3. ...  -16.  -17.  144.]
//      ...
//      [ -31.   28.  -44. ...   15.  -61.  -50.]
//      [  43.  -34.   37. ...  -48.   67.   -7.]
//      [ -23.   -7.   86. ...   32.   16.   -2.]]
// RUN: run --entry chain_16x64 --grid 1 --arg 'bf16[16,64]=randint(-1,2,seed=1)' --arg 'bf16[128,64]=randint(-1,2,seed=2)' --arg 'bf16[128,64]=randint(-1,2,seed=3)' --arg 'c:f32[16,64]=ones' --print c
// c = [[ -1. -29.  50. ... -56.  75.  -3.]
//      [ 18.  72. -20. ...  77.  59.   5.]
//      [ -7. -29.  -1. ...  62. -31.  -2.]
//      ...
//      [-13. -39.  18. ... -11.  10.  86.]
//      [-37.  57.  -4. ...  34.  31.  84.]
//      [-23. -52. -38. ...  17.  14.  36.]]
//
// Products of fewer than 64 rows, which warpgroups of sm_90a compute transposed or with rows that a matrix descriptor repeats,
// where that costs less than the instruction of warps: loaded and computed operands in both orders, loops with copies ahead,
// and products of sums of other products.
cuda_tile.module @tests {
  entry @swapped_16x64(%x_p: tile<ptr<f16>>, %y_p: tile<ptr<f16>>, %z_p: tile<ptr<f32>>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %x = assume div_by<16>, %x_p : tile<ptr<f16>>
    %y = assume div_by<16>, %y_p : tile<ptr<f16>>
    %z = assume div_by<16>, %z_p : tile<ptr<f32>>
    %xv = make_tensor_view %x, shape = [16, 64], strides = [64, 1] : tensor_view<16x64xf16, strides=[64,1]>
    %xt = make_partition_view %xv : partition_view<tile=(16x64), tensor_view<16x64xf16, strides=[64,1]>>
    %yv = make_tensor_view %y, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf16, strides=[64,1]>
    %yt = make_partition_view %yv : partition_view<tile=(64x64), tensor_view<64x64xf16, strides=[64,1]>>
    %zv = make_tensor_view %z, shape = [16, 64], strides = [64, 1] : tensor_view<16x64xf32, strides=[64,1]>
    %zt = make_partition_view %zv : partition_view<tile=(16x64), tensor_view<16x64xf32, strides=[64,1]>>
    %d, %d_t = load_view_tko weak %zt[%c0, %c0] : partition_view<tile=(16x64), tensor_view<16x64xf32, strides=[64,1]>>, tile<i32> -> tile<16x64xf32>, token
    %xl, %xk = load_view_tko weak %xt[%c0, %c0] : partition_view<tile=(16x64), tensor_view<16x64xf16, strides=[64,1]>>, tile<i32> -> tile<16x64xf16>, token
    %yl, %yk = load_view_tko weak %yt[%c0, %c0] : partition_view<tile=(64x64), tensor_view<64x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    %e1 = mmaf %xl, %yl, %d : tile<16x64xf16>, tile<64x64xf16>, tile<16x64xf32>
    %e_s = store_view_tko weak %e1, %zt[%c0, %c0] token=%d_t : tile<16x64xf32>, partition_view<tile=(16x64), tensor_view<16x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
  entry @swapped_32x128_bf16(%x_p: tile<ptr<bf16>>, %y_p: tile<ptr<bf16>>, %z_p: tile<ptr<f32>>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %x = assume div_by<16>, %x_p : tile<ptr<bf16>>
    %y = assume div_by<16>, %y_p : tile<ptr<bf16>>
    %z = assume div_by<16>, %z_p : tile<ptr<f32>>
    %xv = make_tensor_view %x, shape = [32, 32], strides = [32, 1] : tensor_view<32x32xbf16, strides=[32,1]>
    %xt = make_partition_view %xv : partition_view<tile=(32x32), tensor_view<32x32xbf16, strides=[32,1]>>
    %yv = make_tensor_view %y, shape = [32, 128], strides = [128, 1] : tensor_view<32x128xbf16, strides=[128,1]>
    %yt = make_partition_view %yv : partition_view<tile=(32x128), tensor_view<32x128xbf16, strides=[128,1]>>
    %zv = make_tensor_view %z, shape = [32, 128], strides = [128, 1] : tensor_view<32x128xf32, strides=[128,1]>
    %zt = make_partition_view %zv : partition_view<tile=(32x128), tensor_view<32x128xf32, strides=[128,1]>>
    %d, %d_t = load_view_tko weak %zt[%c0, %c0] : partition_view<tile=(32x128), tensor_view<32x128xf32, strides=[128,1]>>, tile<i32> -> tile<32x128xf32>, token
    %xl, %xk = load_view_tko weak %xt[%c0, %c0] : partition_view<tile=(32x32), tensor_view<32x32xbf16, strides=[32,1]>>, tile<i32> -> tile<32x32xbf16>, token
    %xp = permute %xl [1, 0] : tile<32x32xbf16> -> tile<32x32xbf16>
    %yl, %yk = load_view_tko weak %yt[%c0, %c0] : partition_view<tile=(32x128), tensor_view<32x128xbf16, strides=[128,1]>>, tile<i32> -> tile<32x128xbf16>, token
    %yc = addf %yl, %yl rounding<nearest_even> : tile<32x128xbf16>
    %e1 = mmaf %xp, %yc, %d : tile<32x32xbf16>, tile<32x128xbf16>, tile<32x128xf32>
    %e_s = store_view_tko weak %e1, %zt[%c0, %c0] token=%d_t : tile<32x128xf32>, partition_view<tile=(32x128), tensor_view<32x128xf32, strides=[128,1]>>, tile<i32> -> token
    return
  }
  entry @swapped_8x64_computed(%x_p: tile<ptr<f16>>, %y_p: tile<ptr<f16>>, %z_p: tile<ptr<f16>>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %x = assume div_by<16>, %x_p : tile<ptr<f16>>
    %y = assume div_by<16>, %y_p : tile<ptr<f16>>
    %z = assume div_by<16>, %z_p : tile<ptr<f16>>
    %xv = make_tensor_view %x, shape = [8, 64], strides = [64, 1] : tensor_view<8x64xf16, strides=[64,1]>
    %xt = make_partition_view %xv : partition_view<tile=(8x64), tensor_view<8x64xf16, strides=[64,1]>>
    %yv = make_tensor_view %y, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf16, strides=[64,1]>
    %yt = make_partition_view %yv : partition_view<tile=(64x64), tensor_view<64x64xf16, strides=[64,1]>>
    %zv = make_tensor_view %z, shape = [8, 64], strides = [64, 1] : tensor_view<8x64xf16, strides=[64,1]>
    %zt = make_partition_view %zv : partition_view<tile=(8x64), tensor_view<8x64xf16, strides=[64,1]>>
    %d, %d_t = load_view_tko weak %zt[%c0, %c0] : partition_view<tile=(8x64), tensor_view<8x64xf16, strides=[64,1]>>, tile<i32> -> tile<8x64xf16>, token
    %xl, %xk = load_view_tko weak %xt[%c0, %c0] : partition_view<tile=(8x64), tensor_view<8x64xf16, strides=[64,1]>>, tile<i32> -> tile<8x64xf16>, token
    %xc = addf %xl, %xl rounding<nearest_even> : tile<8x64xf16>
    %yl, %yk = load_view_tko weak %yt[%c0, %c0] : partition_view<tile=(64x64), tensor_view<64x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    %e1 = mmaf %xc, %yl, %d : tile<8x64xf16>, tile<64x64xf16>, tile<8x64xf16>
    %e_s = store_view_tko weak %e1, %zt[%c0, %c0] token=%d_t : tile<8x64xf16>, partition_view<tile=(8x64), tensor_view<8x64xf16, strides=[64,1]>>, tile<i32> -> token
    return
  }
  entry @swapped_loop(%x_p: tile<ptr<f16>>, %y_p: tile<ptr<f16>>, %z_p: tile<ptr<f32>>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %x = assume div_by<16>, %x_p : tile<ptr<f16>>
    %y = assume div_by<16>, %y_p : tile<ptr<f16>>
    %z = assume div_by<16>, %z_p : tile<ptr<f32>>
    %xv = make_tensor_view %x, shape = [16, 192], strides = [192, 1] : tensor_view<16x192xf16, strides=[192,1]>
    %xt = make_partition_view %xv : partition_view<tile=(16x64), tensor_view<16x192xf16, strides=[192,1]>>
    %yv = make_tensor_view %y, shape = [128, 192], strides = [192, 1] : tensor_view<128x192xf16, strides=[192,1]>
    %yt = make_partition_view %yv : partition_view<tile=(128x64), tensor_view<128x192xf16, strides=[192,1]>>
    %zv = make_tensor_view %z, shape = [16, 128], strides = [128, 1] : tensor_view<16x128xf32, strides=[128,1]>
    %zt = make_partition_view %zv : partition_view<tile=(16x128), tensor_view<16x128xf32, strides=[128,1]>>
    %d, %d_t = load_view_tko weak %zt[%c0, %c0] : partition_view<tile=(16x128), tensor_view<16x128xf32, strides=[128,1]>>, tile<i32> -> tile<16x128xf32>, token
    %cn = constant <i32: 3> : tile<i32>
    %e = for %i in (%c0 to %cn, step %c1) : tile<i32> iter_values(%s = %d) -> (tile<16x128xf32>) {
      %xl, %xk = load_view_tko weak %xt[%c0, %i] : partition_view<tile=(16x64), tensor_view<16x192xf16, strides=[192,1]>>, tile<i32> -> tile<16x64xf16>, token
      %yl, %yk = load_view_tko weak %yt[%c0, %i] : partition_view<tile=(128x64), tensor_view<128x192xf16, strides=[192,1]>>, tile<i32> -> tile<128x64xf16>, token
      %yp = permute %yl [1, 0] : tile<128x64xf16> -> tile<64x128xf16>
      %e1 = mmaf %xl, %yp, %s : tile<16x64xf16>, tile<64x128xf16>, tile<16x128xf32>
      continue %e1 : tile<16x128xf32>
    }
    %e_s = store_view_tko weak %e, %zt[%c0, %c0] token=%d_t : tile<16x128xf32>, partition_view<tile=(16x128), tensor_view<16x128xf32, strides=[128,1]>>, tile<i32> -> token
    return
  }
  entry @swapped_tf32(%x_p: tile<ptr<f32>>, %y_p: tile<ptr<f32>>, %z_p: tile<ptr<f32>>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %x = assume div_by<16>, %x_p : tile<ptr<f32>>
    %y = assume div_by<16>, %y_p : tile<ptr<f32>>
    %z = assume div_by<16>, %z_p : tile<ptr<f32>>
    %xv = make_tensor_view %x, shape = [32, 16], strides = [16, 1] : tensor_view<32x16xf32, strides=[16,1]>
    %xt = make_partition_view %xv : partition_view<tile=(32x16), tensor_view<32x16xf32, strides=[16,1]>>
    %yv = make_tensor_view %y, shape = [64, 16], strides = [16, 1] : tensor_view<64x16xf32, strides=[16,1]>
    %yt = make_partition_view %yv : partition_view<tile=(64x16), tensor_view<64x16xf32, strides=[16,1]>>
    %zv = make_tensor_view %z, shape = [32, 64], strides = [64, 1] : tensor_view<32x64xf32, strides=[64,1]>
    %zt = make_partition_view %zv : partition_view<tile=(32x64), tensor_view<32x64xf32, strides=[64,1]>>
    %d, %d_t = load_view_tko weak %zt[%c0, %c0] : partition_view<tile=(32x64), tensor_view<32x64xf32, strides=[64,1]>>, tile<i32> -> tile<32x64xf32>, token
    %xl, %xk = load_view_tko weak %xt[%c0, %c0] : partition_view<tile=(32x16), tensor_view<32x16xf32, strides=[16,1]>>, tile<i32> -> tile<32x16xf32>, token
    %xq = ftof %xl rounding<nearest_even> : tile<32x16xf32> -> tile<32x16xtf32>
    %yl, %yk = load_view_tko weak %yt[%c0, %c0] : partition_view<tile=(64x16), tensor_view<64x16xf32, strides=[16,1]>>, tile<i32> -> tile<64x16xf32>, token
    %yp = permute %yl [1, 0] : tile<64x16xf32> -> tile<16x64xf32>
    %yq = ftof %yp rounding<nearest_even> : tile<16x64xf32> -> tile<16x64xtf32>
    %e1 = mmaf %xq, %yq, %d : tile<32x16xtf32>, tile<16x64xtf32>, tile<32x64xf32>
    %e_s = store_view_tko weak %e1, %zt[%c0, %c0] token=%d_t : tile<32x64xf32>, partition_view<tile=(32x64), tensor_view<32x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
  entry @swapped_i8(%x_p: tile<ptr<i8>>, %y_p: tile<ptr<i8>>, %z_p: tile<ptr<i32>>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %x = assume div_by<16>, %x_p : tile<ptr<i8>>
    %y = assume div_by<16>, %y_p : tile<ptr<i8>>
    %z = assume div_by<16>, %z_p : tile<ptr<i32>>
    %xv = make_tensor_view %x, shape = [16, 64], strides = [64, 1] : tensor_view<16x64xi8, strides=[64,1]>
    %xt = make_partition_view %xv : partition_view<tile=(16x64), tensor_view<16x64xi8, strides=[64,1]>>
    %yv = make_tensor_view %y, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xi8, strides=[64,1]>
    %yt = make_partition_view %yv : partition_view<tile=(64x64), tensor_view<64x64xi8, strides=[64,1]>>
    %zv = make_tensor_view %z, shape = [16, 64], strides = [64, 1] : tensor_view<16x64xi32, strides=[64,1]>
    %zt = make_partition_view %zv : partition_view<tile=(16x64), tensor_view<16x64xi32, strides=[64,1]>>
    %d, %d_t = load_view_tko weak %zt[%c0, %c0] : partition_view<tile=(16x64), tensor_view<16x64xi32, strides=[64,1]>>, tile<i32> -> tile<16x64xi32>, token
    %xl, %xk = load_view_tko weak %xt[%c0, %c0] : partition_view<tile=(16x64), tensor_view<16x64xi8, strides=[64,1]>>, tile<i32> -> tile<16x64xi8>, token
    %yl, %yk = load_view_tko weak %yt[%c0, %c0] : partition_view<tile=(64x64), tensor_view<64x64xi8, strides=[64,1]>>, tile<i32> -> tile<64x64xi8>, token
    %yp = permute %yl [1, 0] : tile<64x64xi8> -> tile<64x64xi8>
    %e1 = mmai %xl, %yp, %d unsigned signed : tile<16x64xi8>, tile<64x64xi8>, tile<16x64xi32>
    %e_s = store_view_tko weak %e1, %zt[%c0, %c0] token=%d_t : tile<16x64xi32>, partition_view<tile=(16x64), tensor_view<16x64xi32, strides=[64,1]>>, tile<i32> -> token
    return
  }
  entry @repeated_32x32(%x_p: tile<ptr<f16>>, %y_p: tile<ptr<f16>>, %z_p: tile<ptr<f32>>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %x = assume div_by<16>, %x_p : tile<ptr<f16>>
    %y = assume div_by<16>, %y_p : tile<ptr<f16>>
    %z = assume div_by<16>, %z_p : tile<ptr<f32>>
    %xv = make_tensor_view %x, shape = [32, 32], strides = [32, 1] : tensor_view<32x32xf16, strides=[32,1]>
    %xt = make_partition_view %xv : partition_view<tile=(32x32), tensor_view<32x32xf16, strides=[32,1]>>
    %yv = make_tensor_view %y, shape = [32, 32], strides = [32, 1] : tensor_view<32x32xf16, strides=[32,1]>
    %yt = make_partition_view %yv : partition_view<tile=(32x32), tensor_view<32x32xf16, strides=[32,1]>>
    %zv = make_tensor_view %z, shape = [32, 32], strides = [32, 1] : tensor_view<32x32xf32, strides=[32,1]>
    %zt = make_partition_view %zv : partition_view<tile=(32x32), tensor_view<32x32xf32, strides=[32,1]>>
    %d, %d_t = load_view_tko weak %zt[%c0, %c0] : partition_view<tile=(32x32), tensor_view<32x32xf32, strides=[32,1]>>, tile<i32> -> tile<32x32xf32>, token
    %xl, %xk = load_view_tko weak %xt[%c0, %c0] : partition_view<tile=(32x32), tensor_view<32x32xf16, strides=[32,1]>>, tile<i32> -> tile<32x32xf16>, token
    %xp = permute %xl [1, 0] : tile<32x32xf16> -> tile<32x32xf16>
    %yl, %yk = load_view_tko weak %yt[%c0, %c0] : partition_view<tile=(32x32), tensor_view<32x32xf16, strides=[32,1]>>, tile<i32> -> tile<32x32xf16>, token
    %yp = permute %yl [1, 0] : tile<32x32xf16> -> tile<32x32xf16>
    %e1 = mmaf %xp, %yp, %d : tile<32x32xf16>, tile<32x32xf16>, tile<32x32xf32>
    %e_s = store_view_tko weak %e1, %zt[%c0, %c0] token=%d_t : tile<32x32xf32>, partition_view<tile=(32x32), tensor_view<32x32xf32, strides=[32,1]>>, tile<i32> -> token
    return
  }
  entry @repeated_rhs(%x_p: tile<ptr<f16>>, %y_p: tile<ptr<f16>>, %z_p: tile<ptr<f32>>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %x = assume div_by<16>, %x_p : tile<ptr<f16>>
    %y = assume div_by<16>, %y_p : tile<ptr<f16>>
    %z = assume div_by<16>, %z_p : tile<ptr<f32>>
    %xv = make_tensor_view %x, shape = [32, 64], strides = [64, 1] : tensor_view<32x64xf16, strides=[64,1]>
    %xt = make_partition_view %xv : partition_view<tile=(32x32), tensor_view<32x64xf16, strides=[64,1]>>
    %yv = make_tensor_view %y, shape = [64, 32], strides = [32, 1] : tensor_view<64x32xf16, strides=[32,1]>
    %yt = make_partition_view %yv : partition_view<tile=(32x32), tensor_view<64x32xf16, strides=[32,1]>>
    %zv = make_tensor_view %z, shape = [32, 32], strides = [32, 1] : tensor_view<32x32xf32, strides=[32,1]>
    %zt = make_partition_view %zv : partition_view<tile=(32x32), tensor_view<32x32xf32, strides=[32,1]>>
    %d, %d_t = load_view_tko weak %zt[%c0, %c0] : partition_view<tile=(32x32), tensor_view<32x32xf32, strides=[32,1]>>, tile<i32> -> tile<32x32xf32>, token
    %cn = constant <i32: 2> : tile<i32>
    %e = for %i in (%c0 to %cn, step %c1) : tile<i32> iter_values(%s = %d) -> (tile<32x32xf32>) {
      %xl, %xk = load_view_tko weak %xt[%c0, %i] : partition_view<tile=(32x32), tensor_view<32x64xf16, strides=[64,1]>>, tile<i32> -> tile<32x32xf16>, token
      %yl, %yk = load_view_tko weak %yt[%i, %c0] : partition_view<tile=(32x32), tensor_view<64x32xf16, strides=[32,1]>>, tile<i32> -> tile<32x32xf16>, token
      %e1 = mmaf %xl, %yl, %s : tile<32x32xf16>, tile<32x32xf16>, tile<32x32xf32>
      continue %e1 : tile<32x32xf32>
    }
    %e_s = store_view_tko weak %e, %zt[%c0, %c0] token=%d_t : tile<32x32xf32>, partition_view<tile=(32x32), tensor_view<32x32xf32, strides=[32,1]>>, tile<i32> -> token
    return
  }
  entry @repeated_8x16(%x_p: tile<ptr<f16>>, %y_p: tile<ptr<f16>>, %z_p: tile<ptr<f32>>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %x = assume div_by<16>, %x_p : tile<ptr<f16>>
    %y = assume div_by<16>, %y_p : tile<ptr<f16>>
    %z = assume div_by<16>, %z_p : tile<ptr<f32>>
    %xv = make_tensor_view %x, shape = [8, 64], strides = [64, 1] : tensor_view<8x64xf16, strides=[64,1]>
    %xt = make_partition_view %xv : partition_view<tile=(8x64), tensor_view<8x64xf16, strides=[64,1]>>
    %yv = make_tensor_view %y, shape = [16, 64], strides = [64, 1] : tensor_view<16x64xf16, strides=[64,1]>
    %yt = make_partition_view %yv : partition_view<tile=(16x64), tensor_view<16x64xf16, strides=[64,1]>>
    %zv = make_tensor_view %z, shape = [8, 16], strides = [16, 1] : tensor_view<8x16xf32, strides=[16,1]>
    %zt = make_partition_view %zv : partition_view<tile=(8x16), tensor_view<8x16xf32, strides=[16,1]>>
    %d, %d_t = load_view_tko weak %zt[%c0, %c0] : partition_view<tile=(8x16), tensor_view<8x16xf32, strides=[16,1]>>, tile<i32> -> tile<8x16xf32>, token
    %xl, %xk = load_view_tko weak %xt[%c0, %c0] : partition_view<tile=(8x64), tensor_view<8x64xf16, strides=[64,1]>>, tile<i32> -> tile<8x64xf16>, token
    %yl, %yk = load_view_tko weak %yt[%c0, %c0] : partition_view<tile=(16x64), tensor_view<16x64xf16, strides=[64,1]>>, tile<i32> -> tile<16x64xf16>, token
    %yp = permute %yl [1, 0] : tile<16x64xf16> -> tile<64x16xf16>
    %e1 = mmaf %xl, %yp, %d : tile<8x64xf16>, tile<64x16xf16>, tile<8x16xf32>
    %e_s = store_view_tko weak %e1, %zt[%c0, %c0] token=%d_t : tile<8x16xf32>, partition_view<tile=(8x16), tensor_view<8x16xf32, strides=[16,1]>>, tile<i32> -> token
    return
  }
  entry @repeated_16x16_bf16(%x_p: tile<ptr<bf16>>, %y_p: tile<ptr<bf16>>, %z_p: tile<ptr<f32>>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %x = assume div_by<16>, %x_p : tile<ptr<bf16>>
    %y = assume div_by<16>, %y_p : tile<ptr<bf16>>
    %z = assume div_by<16>, %z_p : tile<ptr<f32>>
    %xv = make_tensor_view %x, shape = [64, 16], strides = [16, 1] : tensor_view<64x16xbf16, strides=[16,1]>
    %xt = make_partition_view %xv : partition_view<tile=(32x16), tensor_view<64x16xbf16, strides=[16,1]>>
    %yv = make_tensor_view %y, shape = [64, 16], strides = [16, 1] : tensor_view<64x16xbf16, strides=[16,1]>
    %yt = make_partition_view %yv : partition_view<tile=(32x16), tensor_view<64x16xbf16, strides=[16,1]>>
    %zv = make_tensor_view %z, shape = [16, 16], strides = [16, 1] : tensor_view<16x16xf32, strides=[16,1]>
    %zt = make_partition_view %zv : partition_view<tile=(16x16), tensor_view<16x16xf32, strides=[16,1]>>
    %d, %d_t = load_view_tko weak %zt[%c0, %c0] : partition_view<tile=(16x16), tensor_view<16x16xf32, strides=[16,1]>>, tile<i32> -> tile<16x16xf32>, token
    %cn = constant <i32: 2> : tile<i32>
    %e = for %i in (%c0 to %cn, step %c1) : tile<i32> iter_values(%s = %d) -> (tile<16x16xf32>) {
      %xl, %xk = load_view_tko weak %xt[%i, %c0] : partition_view<tile=(32x16), tensor_view<64x16xbf16, strides=[16,1]>>, tile<i32> -> tile<32x16xbf16>, token
      %xp = permute %xl [1, 0] : tile<32x16xbf16> -> tile<16x32xbf16>
      %yl, %yk = load_view_tko weak %yt[%i, %c0] : partition_view<tile=(32x16), tensor_view<64x16xbf16, strides=[16,1]>>, tile<i32> -> tile<32x16xbf16>, token
      %e1 = mmaf %xp, %yl, %s : tile<16x32xbf16>, tile<32x16xbf16>, tile<16x16xf32>
      continue %e1 : tile<16x16xf32>
    }
    %e_s = store_view_tko weak %e, %zt[%c0, %c0] token=%d_t : tile<16x16xf32>, partition_view<tile=(16x16), tensor_view<16x16xf32, strides=[16,1]>>, tile<i32> -> token
    return
  }
  entry @repeated_i8(%x_p: tile<ptr<i8>>, %y_p: tile<ptr<i8>>, %z_p: tile<ptr<i32>>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %x = assume div_by<16>, %x_p : tile<ptr<i8>>
    %y = assume div_by<16>, %y_p : tile<ptr<i8>>
    %z = assume div_by<16>, %z_p : tile<ptr<i32>>
    %xv = make_tensor_view %x, shape = [8, 64], strides = [64, 1] : tensor_view<8x64xi8, strides=[64,1]>
    %xt = make_partition_view %xv : partition_view<tile=(8x64), tensor_view<8x64xi8, strides=[64,1]>>
    %yv = make_tensor_view %y, shape = [32, 64], strides = [64, 1] : tensor_view<32x64xi8, strides=[64,1]>
    %yt = make_partition_view %yv : partition_view<tile=(32x64), tensor_view<32x64xi8, strides=[64,1]>>
    %zv = make_tensor_view %z, shape = [8, 32], strides = [32, 1] : tensor_view<8x32xi32, strides=[32,1]>
    %zt = make_partition_view %zv : partition_view<tile=(8x32), tensor_view<8x32xi32, strides=[32,1]>>
    %d, %d_t = load_view_tko weak %zt[%c0, %c0] : partition_view<tile=(8x32), tensor_view<8x32xi32, strides=[32,1]>>, tile<i32> -> tile<8x32xi32>, token
    %xl, %xk = load_view_tko weak %xt[%c0, %c0] : partition_view<tile=(8x64), tensor_view<8x64xi8, strides=[64,1]>>, tile<i32> -> tile<8x64xi8>, token
    %yl, %yk = load_view_tko weak %yt[%c0, %c0] : partition_view<tile=(32x64), tensor_view<32x64xi8, strides=[64,1]>>, tile<i32> -> tile<32x64xi8>, token
    %yp = permute %yl [1, 0] : tile<32x64xi8> -> tile<64x32xi8>
    %e1 = mmai %xl, %yp, %d signed signed : tile<8x64xi8>, tile<64x32xi8>, tile<8x32xi32>
    %e_s = store_view_tko weak %e1, %zt[%c0, %c0] token=%d_t : tile<8x32xi32>, partition_view<tile=(8x32), tensor_view<8x32xi32, strides=[32,1]>>, tile<i32> -> token
    return
  }
  entry @swapped_8x256(%x_p: tile<ptr<f16>>, %y_p: tile<ptr<f16>>, %z_p: tile<ptr<f32>>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %x = assume div_by<16>, %x_p : tile<ptr<f16>>
    %y = assume div_by<16>, %y_p : tile<ptr<f16>>
    %z = assume div_by<16>, %z_p : tile<ptr<f32>>
    %xv = make_tensor_view %x, shape = [8, 128], strides = [128, 1] : tensor_view<8x128xf16, strides=[128,1]>
    %xt = make_partition_view %xv : partition_view<tile=(8x64), tensor_view<8x128xf16, strides=[128,1]>>
    %yv = make_tensor_view %y, shape = [128, 256], strides = [256, 1] : tensor_view<128x256xf16, strides=[256,1]>
    %yt = make_partition_view %yv : partition_view<tile=(64x256), tensor_view<128x256xf16, strides=[256,1]>>
    %zv = make_tensor_view %z, shape = [8, 256], strides = [256, 1] : tensor_view<8x256xf32, strides=[256,1]>
    %zt = make_partition_view %zv : partition_view<tile=(8x256), tensor_view<8x256xf32, strides=[256,1]>>
    %d, %d_t = load_view_tko weak %zt[%c0, %c0] : partition_view<tile=(8x256), tensor_view<8x256xf32, strides=[256,1]>>, tile<i32> -> tile<8x256xf32>, token
    %cn = constant <i32: 2> : tile<i32>
    %e = for %i in (%c0 to %cn, step %c1) : tile<i32> iter_values(%s = %d) -> (tile<8x256xf32>) {
      %xl, %xk = load_view_tko weak %xt[%c0, %i] : partition_view<tile=(8x64), tensor_view<8x128xf16, strides=[128,1]>>, tile<i32> -> tile<8x64xf16>, token
      %yl, %yk = load_view_tko weak %yt[%i, %c0] : partition_view<tile=(64x256), tensor_view<128x256xf16, strides=[256,1]>>, tile<i32> -> tile<64x256xf16>, token
      %e1 = mmaf %xl, %yl, %s : tile<8x64xf16>, tile<64x256xf16>, tile<8x256xf32>
      continue %e1 : tile<8x256xf32>
    }
    %e_s = store_view_tko weak %e, %zt[%c0, %c0] token=%d_t : tile<8x256xf32>, partition_view<tile=(8x256), tensor_view<8x256xf32, strides=[256,1]>>, tile<i32> -> token
    return
  }
  entry @small_k_loop(%x_p: tile<ptr<f16>>, %y_p: tile<ptr<f16>>, %z_p: tile<ptr<f32>>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %x = assume div_by<16>, %x_p : tile<ptr<f16>>
    %y = assume div_by<16>, %y_p : tile<ptr<f16>>
    %z = assume div_by<16>, %z_p : tile<ptr<f32>>
    %xv = make_tensor_view %x, shape = [128, 32], strides = [32, 1] : tensor_view<128x32xf16, strides=[32,1]>
    %xt = make_partition_view %xv : partition_view<tile=(32x32), tensor_view<128x32xf16, strides=[32,1]>>
    %yv = make_tensor_view %y, shape = [64, 128], strides = [128, 1] : tensor_view<64x128xf16, strides=[128,1]>
    %yt = make_partition_view %yv : partition_view<tile=(64x32), tensor_view<64x128xf16, strides=[128,1]>>
    %zv = make_tensor_view %z, shape = [32, 64], strides = [64, 1] : tensor_view<32x64xf32, strides=[64,1]>
    %zt = make_partition_view %zv : partition_view<tile=(32x64), tensor_view<32x64xf32, strides=[64,1]>>
    %d, %d_t = load_view_tko weak %zt[%c0, %c0] : partition_view<tile=(32x64), tensor_view<32x64xf32, strides=[64,1]>>, tile<i32> -> tile<32x64xf32>, token
    %cn = constant <i32: 4> : tile<i32>
    %e = for %i in (%c0 to %cn, step %c1) : tile<i32> iter_values(%s = %d) -> (tile<32x64xf32>) {
      %xl, %xk = load_view_tko weak %xt[%i, %c0] : partition_view<tile=(32x32), tensor_view<128x32xf16, strides=[32,1]>>, tile<i32> -> tile<32x32xf16>, token
      %xp = permute %xl [1, 0] : tile<32x32xf16> -> tile<32x32xf16>
      %yl, %yk = load_view_tko weak %yt[%c0, %i] : partition_view<tile=(64x32), tensor_view<64x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x32xf16>, token
      %yp = permute %yl [1, 0] : tile<64x32xf16> -> tile<32x64xf16>
      %e1 = mmaf %xp, %yp, %s : tile<32x32xf16>, tile<32x64xf16>, tile<32x64xf32>
      continue %e1 : tile<32x64xf32>
    }
    %e_s = store_view_tko weak %e, %zt[%c0, %c0] token=%d_t : tile<32x64xf32>, partition_view<tile=(32x64), tensor_view<32x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
  entry @attention_8x64(%q_p: tile<ptr<bf16>>, %k_p: tile<ptr<bf16>>, %v_p: tile<ptr<bf16>>, %o_p: tile<ptr<f32>>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %cn = constant <i32: 2> : tile<i32>
    %q = assume div_by<16>, %q_p : tile<ptr<bf16>>
    %k = assume div_by<16>, %k_p : tile<ptr<bf16>>
    %v = assume div_by<16>, %v_p : tile<ptr<bf16>>
    %o = assume div_by<16>, %o_p : tile<ptr<f32>>
    %qv = make_tensor_view %q, shape = [8, 128], strides = [128, 1] : tensor_view<8x128xbf16, strides=[128,1]>
    %qt = make_partition_view %qv : partition_view<tile=(8x128), tensor_view<8x128xbf16, strides=[128,1]>>
    %kv = make_tensor_view %k, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xbf16, strides=[128,1]>
    %kt = make_partition_view %kv : partition_view<tile=(64x128), tensor_view<128x128xbf16, strides=[128,1]>>
    %vv = make_tensor_view %v, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xbf16, strides=[128,1]>
    %vt = make_partition_view %vv : partition_view<tile=(64x128), tensor_view<128x128xbf16, strides=[128,1]>>
    %ov = make_tensor_view %o, shape = [8, 128], strides = [128, 1] : tensor_view<8x128xf32, strides=[128,1]>
    %ot = make_partition_view %ov : partition_view<tile=(8x128), tensor_view<8x128xf32, strides=[128,1]>>
    %ql, %qk = load_view_tko weak %qt[%c0, %c0] : partition_view<tile=(8x128), tensor_view<8x128xbf16, strides=[128,1]>>, tile<i32> -> tile<8x128xbf16>, token
    %ol, %ok = load_view_tko weak %ot[%c0, %c0] : partition_view<tile=(8x128), tensor_view<8x128xf32, strides=[128,1]>>, tile<i32> -> tile<8x128xf32>, token
    %zero = constant <f32: 0.0> : tile<8x64xf32>
    %low = constant <f32: -1000.0> : tile<8xf32>
    %acc, %mx = for %i in (%c0 to %cn, step %c1) : tile<i32> iter_values(%s = %ol, %mo = %low) -> (tile<8x128xf32>, tile<8xf32>) {
      %kl, %kk = load_view_tko weak %kt[%i, %c0] : partition_view<tile=(64x128), tensor_view<128x128xbf16, strides=[128,1]>>, tile<i32> -> tile<64x128xbf16>, token
      %kp = permute %kl [1, 0] : tile<64x128xbf16> -> tile<128x64xbf16>
      %qs = mmaf %ql, %kp, %zero : tile<8x128xbf16>, tile<128x64xbf16>, tile<8x64xf32>
      %r = reduce %qs dim=1 identities=[-1000.0 : f32] : tile<8x64xf32> -> tile<8xf32> (%a: tile<f32>, %b: tile<f32>) { %mm = maxf %a, %b : tile<f32>
        yield %mm : tile<f32> }
      %mn = maxf %mo, %r : tile<8xf32>
      %mr = reshape %mn : tile<8xf32> -> tile<8x1xf32>
      %mb = broadcast %mr : tile<8x1xf32> -> tile<8x64xf32>
      %df = subf %qs, %mb rounding<nearest_even> : tile<8x64xf32>
      %cl = constant <f32: -4.0> : tile<8x64xf32>
      %df2 = maxf %df, %cl : tile<8x64xf32>
      %p = ftof %df2 rounding<nearest_even> : tile<8x64xf32> -> tile<8x64xbf16>
      %mrd = broadcast %mr : tile<8x1xf32> -> tile<8x128xf32>
      %s2 = subf %s, %mrd rounding<nearest_even> : tile<8x128xf32>
      %vl, %vk = load_view_tko weak %vt[%i, %c0] : partition_view<tile=(64x128), tensor_view<128x128xbf16, strides=[128,1]>>, tile<i32> -> tile<64x128xbf16>, token
      %s3 = mmaf %p, %vl, %s2 : tile<8x64xbf16>, tile<64x128xbf16>, tile<8x128xf32>
      continue %s3, %mn : tile<8x128xf32>, tile<8xf32>
    }
    %st = store_view_tko weak %acc, %ot[%c0, %c0] token=%ok : tile<8x128xf32>, partition_view<tile=(8x128), tensor_view<8x128xf32, strides=[128,1]>>, tile<i32> -> token
    return
  }
  entry @attention_16x128(%q_p: tile<ptr<bf16>>, %k_p: tile<ptr<bf16>>, %v_p: tile<ptr<bf16>>, %o_p: tile<ptr<f32>>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %cn = constant <i32: 2> : tile<i32>
    %q = assume div_by<16>, %q_p : tile<ptr<bf16>>
    %k = assume div_by<16>, %k_p : tile<ptr<bf16>>
    %v = assume div_by<16>, %v_p : tile<ptr<bf16>>
    %o = assume div_by<16>, %o_p : tile<ptr<f32>>
    %qv = make_tensor_view %q, shape = [16, 64], strides = [64, 1] : tensor_view<16x64xbf16, strides=[64,1]>
    %qt = make_partition_view %qv : partition_view<tile=(16x64), tensor_view<16x64xbf16, strides=[64,1]>>
    %kv = make_tensor_view %k, shape = [256, 64], strides = [64, 1] : tensor_view<256x64xbf16, strides=[64,1]>
    %kt = make_partition_view %kv : partition_view<tile=(128x64), tensor_view<256x64xbf16, strides=[64,1]>>
    %vv = make_tensor_view %v, shape = [256, 64], strides = [64, 1] : tensor_view<256x64xbf16, strides=[64,1]>
    %vt = make_partition_view %vv : partition_view<tile=(128x64), tensor_view<256x64xbf16, strides=[64,1]>>
    %ov = make_tensor_view %o, shape = [16, 64], strides = [64, 1] : tensor_view<16x64xf32, strides=[64,1]>
    %ot = make_partition_view %ov : partition_view<tile=(16x64), tensor_view<16x64xf32, strides=[64,1]>>
    %ql, %qk = load_view_tko weak %qt[%c0, %c0] : partition_view<tile=(16x64), tensor_view<16x64xbf16, strides=[64,1]>>, tile<i32> -> tile<16x64xbf16>, token
    %ol, %ok = load_view_tko weak %ot[%c0, %c0] : partition_view<tile=(16x64), tensor_view<16x64xf32, strides=[64,1]>>, tile<i32> -> tile<16x64xf32>, token
    %zero = constant <f32: 0.0> : tile<16x128xf32>
    %low = constant <f32: -1000.0> : tile<16xf32>
    %acc, %mx = for %i in (%c0 to %cn, step %c1) : tile<i32> iter_values(%s = %ol, %mo = %low) -> (tile<16x64xf32>, tile<16xf32>) {
      %kl, %kk = load_view_tko weak %kt[%i, %c0] : partition_view<tile=(128x64), tensor_view<256x64xbf16, strides=[64,1]>>, tile<i32> -> tile<128x64xbf16>, token
      %kp = permute %kl [1, 0] : tile<128x64xbf16> -> tile<64x128xbf16>
      %qs = mmaf %ql, %kp, %zero : tile<16x64xbf16>, tile<64x128xbf16>, tile<16x128xf32>
      %r = reduce %qs dim=1 identities=[-1000.0 : f32] : tile<16x128xf32> -> tile<16xf32> (%a: tile<f32>, %b: tile<f32>) { %mm = maxf %a, %b : tile<f32>
        yield %mm : tile<f32> }
      %mn = maxf %mo, %r : tile<16xf32>
      %mr = reshape %mn : tile<16xf32> -> tile<16x1xf32>
      %mb = broadcast %mr : tile<16x1xf32> -> tile<16x128xf32>
      %df = subf %qs, %mb rounding<nearest_even> : tile<16x128xf32>
      %cl = constant <f32: -4.0> : tile<16x128xf32>
      %df2 = maxf %df, %cl : tile<16x128xf32>
      %p = ftof %df2 rounding<nearest_even> : tile<16x128xf32> -> tile<16x128xbf16>
      %mrd = broadcast %mr : tile<16x1xf32> -> tile<16x64xf32>
      %s2 = subf %s, %mrd rounding<nearest_even> : tile<16x64xf32>
      %vl, %vk = load_view_tko weak %vt[%i, %c0] : partition_view<tile=(128x64), tensor_view<256x64xbf16, strides=[64,1]>>, tile<i32> -> tile<128x64xbf16>, token
      %s3 = mmaf %p, %vl, %s2 : tile<16x128xbf16>, tile<128x64xbf16>, tile<16x64xf32>
      continue %s3, %mn : tile<16x64xf32>, tile<16xf32>
    }
    %st = store_view_tko weak %acc, %ot[%c0, %c0] token=%ok : tile<16x64xf32>, partition_view<tile=(16x64), tensor_view<16x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
  entry @attention_32x32(%q_p: tile<ptr<f16>>, %k_p: tile<ptr<f16>>, %v_p: tile<ptr<f16>>, %o_p: tile<ptr<f32>>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %cn = constant <i32: 2> : tile<i32>
    %q = assume div_by<16>, %q_p : tile<ptr<f16>>
    %k = assume div_by<16>, %k_p : tile<ptr<f16>>
    %v = assume div_by<16>, %v_p : tile<ptr<f16>>
    %o = assume div_by<16>, %o_p : tile<ptr<f32>>
    %qv = make_tensor_view %q, shape = [32, 64], strides = [64, 1] : tensor_view<32x64xf16, strides=[64,1]>
    %qt = make_partition_view %qv : partition_view<tile=(32x64), tensor_view<32x64xf16, strides=[64,1]>>
    %kv = make_tensor_view %k, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf16, strides=[64,1]>
    %kt = make_partition_view %kv : partition_view<tile=(32x64), tensor_view<64x64xf16, strides=[64,1]>>
    %vv = make_tensor_view %v, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf16, strides=[64,1]>
    %vt = make_partition_view %vv : partition_view<tile=(32x64), tensor_view<64x64xf16, strides=[64,1]>>
    %ov = make_tensor_view %o, shape = [32, 64], strides = [64, 1] : tensor_view<32x64xf32, strides=[64,1]>
    %ot = make_partition_view %ov : partition_view<tile=(32x64), tensor_view<32x64xf32, strides=[64,1]>>
    %ql, %qk = load_view_tko weak %qt[%c0, %c0] : partition_view<tile=(32x64), tensor_view<32x64xf16, strides=[64,1]>>, tile<i32> -> tile<32x64xf16>, token
    %ol, %ok = load_view_tko weak %ot[%c0, %c0] : partition_view<tile=(32x64), tensor_view<32x64xf32, strides=[64,1]>>, tile<i32> -> tile<32x64xf32>, token
    %zero = constant <f32: 0.0> : tile<32x32xf32>
    %low = constant <f32: -1000.0> : tile<32xf32>
    %acc, %mx = for %i in (%c0 to %cn, step %c1) : tile<i32> iter_values(%s = %ol, %mo = %low) -> (tile<32x64xf32>, tile<32xf32>) {
      %kl, %kk = load_view_tko weak %kt[%i, %c0] : partition_view<tile=(32x64), tensor_view<64x64xf16, strides=[64,1]>>, tile<i32> -> tile<32x64xf16>, token
      %kp = permute %kl [1, 0] : tile<32x64xf16> -> tile<64x32xf16>
      %qs = mmaf %ql, %kp, %zero : tile<32x64xf16>, tile<64x32xf16>, tile<32x32xf32>
      %r = reduce %qs dim=1 identities=[-1000.0 : f32] : tile<32x32xf32> -> tile<32xf32> (%a: tile<f32>, %b: tile<f32>) { %mm = maxf %a, %b : tile<f32>
        yield %mm : tile<f32> }
      %mn = maxf %mo, %r : tile<32xf32>
      %mr = reshape %mn : tile<32xf32> -> tile<32x1xf32>
      %mb = broadcast %mr : tile<32x1xf32> -> tile<32x32xf32>
      %df = subf %qs, %mb rounding<nearest_even> : tile<32x32xf32>
      %cl = constant <f32: -4.0> : tile<32x32xf32>
      %df2 = maxf %df, %cl : tile<32x32xf32>
      %p = ftof %df2 rounding<nearest_even> : tile<32x32xf32> -> tile<32x32xf16>
      %mrd = broadcast %mr : tile<32x1xf32> -> tile<32x64xf32>
      %s2 = subf %s, %mrd rounding<nearest_even> : tile<32x64xf32>
      %vl, %vk = load_view_tko weak %vt[%i, %c0] : partition_view<tile=(32x64), tensor_view<64x64xf16, strides=[64,1]>>, tile<i32> -> tile<32x64xf16>, token
      %s3 = mmaf %p, %vl, %s2 : tile<32x32xf16>, tile<32x64xf16>, tile<32x64xf32>
      continue %s3, %mn : tile<32x64xf32>, tile<32xf32>
    }
    %st = store_view_tko weak %acc, %ot[%c0, %c0] token=%ok : tile<32x64xf32>, partition_view<tile=(32x64), tensor_view<32x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
  entry @chain_32x64(%q_p: tile<ptr<f16>>, %k_p: tile<ptr<f16>>, %v_p: tile<ptr<f16>>, %o_p: tile<ptr<f32>>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %cn = constant <i32: 2> : tile<i32>
    %q = assume div_by<16>, %q_p : tile<ptr<f16>>
    %k = assume div_by<16>, %k_p : tile<ptr<f16>>
    %v = assume div_by<16>, %v_p : tile<ptr<f16>>
    %o = assume div_by<16>, %o_p : tile<ptr<f32>>
    %qv = make_tensor_view %q, shape = [32, 128], strides = [128, 1] : tensor_view<32x128xf16, strides=[128,1]>
    %qt = make_partition_view %qv : partition_view<tile=(32x128), tensor_view<32x128xf16, strides=[128,1]>>
    %kv = make_tensor_view %k, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xf16, strides=[128,1]>
    %kt = make_partition_view %kv : partition_view<tile=(64x128), tensor_view<128x128xf16, strides=[128,1]>>
    %vv = make_tensor_view %v, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xf16, strides=[128,1]>
    %vt = make_partition_view %vv : partition_view<tile=(64x128), tensor_view<128x128xf16, strides=[128,1]>>
    %ov = make_tensor_view %o, shape = [32, 128], strides = [128, 1] : tensor_view<32x128xf32, strides=[128,1]>
    %ot = make_partition_view %ov : partition_view<tile=(32x128), tensor_view<32x128xf32, strides=[128,1]>>
    %ql, %qk = load_view_tko weak %qt[%c0, %c0] : partition_view<tile=(32x128), tensor_view<32x128xf16, strides=[128,1]>>, tile<i32> -> tile<32x128xf16>, token
    %ol, %ok = load_view_tko weak %ot[%c0, %c0] : partition_view<tile=(32x128), tensor_view<32x128xf32, strides=[128,1]>>, tile<i32> -> tile<32x128xf32>, token
    %zero = constant <f32: 0.0> : tile<32x64xf32>
    %low = constant <f32: -1000.0> : tile<32xf32>
    %acc, %mx = for %i in (%c0 to %cn, step %c1) : tile<i32> iter_values(%s = %ol, %mo = %low) -> (tile<32x128xf32>, tile<32xf32>) {
      %kl, %kk = load_view_tko weak %kt[%i, %c0] : partition_view<tile=(64x128), tensor_view<128x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x128xf16>, token
      %kp = permute %kl [1, 0] : tile<64x128xf16> -> tile<128x64xf16>
      %qs = mmaf %ql, %kp, %zero : tile<32x128xf16>, tile<128x64xf16>, tile<32x64xf32>
      %cl = constant <f32: -4.0> : tile<32x64xf32>
      %df2 = maxf %qs, %cl : tile<32x64xf32>
      %p = ftof %df2 rounding<nearest_even> : tile<32x64xf32> -> tile<32x64xf16>
      %vl, %vk = load_view_tko weak %vt[%i, %c0] : partition_view<tile=(64x128), tensor_view<128x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x128xf16>, token
      %s3 = mmaf %p, %vl, %s : tile<32x64xf16>, tile<64x128xf16>, tile<32x128xf32>
      continue %s3, %mo : tile<32x128xf32>, tile<32xf32>
    }
    %st = store_view_tko weak %acc, %ot[%c0, %c0] token=%ok : tile<32x128xf32>, partition_view<tile=(32x128), tensor_view<32x128xf32, strides=[128,1]>>, tile<i32> -> token
    return
  }
  entry @chain_16x64(%q_p: tile<ptr<bf16>>, %k_p: tile<ptr<bf16>>, %v_p: tile<ptr<bf16>>, %o_p: tile<ptr<f32>>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %cn = constant <i32: 2> : tile<i32>
    %q = assume div_by<16>, %q_p : tile<ptr<bf16>>
    %k = assume div_by<16>, %k_p : tile<ptr<bf16>>
    %v = assume div_by<16>, %v_p : tile<ptr<bf16>>
    %o = assume div_by<16>, %o_p : tile<ptr<f32>>
    %qv = make_tensor_view %q, shape = [16, 64], strides = [64, 1] : tensor_view<16x64xbf16, strides=[64,1]>
    %qt = make_partition_view %qv : partition_view<tile=(16x64), tensor_view<16x64xbf16, strides=[64,1]>>
    %kv = make_tensor_view %k, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xbf16, strides=[64,1]>
    %kt = make_partition_view %kv : partition_view<tile=(64x64), tensor_view<128x64xbf16, strides=[64,1]>>
    %vv = make_tensor_view %v, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xbf16, strides=[64,1]>
    %vt = make_partition_view %vv : partition_view<tile=(64x64), tensor_view<128x64xbf16, strides=[64,1]>>
    %ov = make_tensor_view %o, shape = [16, 64], strides = [64, 1] : tensor_view<16x64xf32, strides=[64,1]>
    %ot = make_partition_view %ov : partition_view<tile=(16x64), tensor_view<16x64xf32, strides=[64,1]>>
    %ql, %qk = load_view_tko weak %qt[%c0, %c0] : partition_view<tile=(16x64), tensor_view<16x64xbf16, strides=[64,1]>>, tile<i32> -> tile<16x64xbf16>, token
    %ol, %ok = load_view_tko weak %ot[%c0, %c0] : partition_view<tile=(16x64), tensor_view<16x64xf32, strides=[64,1]>>, tile<i32> -> tile<16x64xf32>, token
    %zero = constant <f32: 0.0> : tile<16x64xf32>
    %low = constant <f32: -1000.0> : tile<16xf32>
    %acc, %mx = for %i in (%c0 to %cn, step %c1) : tile<i32> iter_values(%s = %ol, %mo = %low) -> (tile<16x64xf32>, tile<16xf32>) {
      %kl, %kk = load_view_tko weak %kt[%i, %c0] : partition_view<tile=(64x64), tensor_view<128x64xbf16, strides=[64,1]>>, tile<i32> -> tile<64x64xbf16>, token
      %kp = permute %kl [1, 0] : tile<64x64xbf16> -> tile<64x64xbf16>
      %qs = mmaf %ql, %kp, %zero : tile<16x64xbf16>, tile<64x64xbf16>, tile<16x64xf32>
      %cl = constant <f32: -4.0> : tile<16x64xf32>
      %df2 = maxf %qs, %cl : tile<16x64xf32>
      %p = ftof %df2 rounding<nearest_even> : tile<16x64xf32> -> tile<16x64xbf16>
      %vl, %vk = load_view_tko weak %vt[%i, %c0] : partition_view<tile=(64x64), tensor_view<128x64xbf16, strides=[64,1]>>, tile<i32> -> tile<64x64xbf16>, token
      %s3 = mmaf %p, %vl, %s : tile<16x64xbf16>, tile<64x64xbf16>, tile<16x64xf32>
      continue %s3, %mo : tile<16x64xf32>, tile<16xf32>
    }
    %st = store_view_tko weak %acc, %ot[%c0, %c0] token=%ok : tile<16x64xf32>, partition_view<tile=(16x64), tensor_view<16x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
}
