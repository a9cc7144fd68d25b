// Products in loops whose loads are copied ahead: more runs than stages, fewer, and none that is whole.
//
// RUN: run --entry halves --grid 2,2 --arg 'a:f16[64,144]=randint(-4,5,seed=1)' --arg 'b:f16[144,64]=randint(-4,5,seed=2)' --arg 'c:f32[64,64]=zeros' --print c
// c = [[  25.   47.   -1. ... -109.  136.  171.]
//      [  72.  -63.   10. ...   43. -169. -262.]
//      [-287.  -64.   19. ...  136.  -31.  111.]
//      ...
//      [ -36.  158.  -79. ... -148.   78.   28.]
//      [ 108.   91.  -41. ...  -18.    7.  -42.]
//      [  36. -126.    5. ...    7.  -14.   73.]]
// RUN: run --entry transposed --grid 2,2 --arg 'a:bf16[64,160]=randint(-4,5,seed=1)' --arg 'b:bf16[64,160]=randint(-4,5,seed=2)' --arg 'c:f32[64,64]=zeros' --print c
// c = [[ -27.  142.   94. ...  -10.  -92.  -67.]
//      [ -10.  153.   64. ...  -41.   25.  -57.]
//      [  80.   10.   24. ...  -51.   47.   11.]
//      ...
//      [  25.    9.   78. ...   34.  -84.   33.]
//      [  84.  -57. -136. ...   69.   48.    0.]
//      [  42.  -38. -101. ...  -25.  120.  -85.]]
// RUN: run --entry bytes --grid 1,2 --arg 'a:i8[32,192]=randint(-4,5,seed=1)' --arg 'b:i8[192,64]=randint(-4,5,seed=2)' --arg 'c:i32[32,64]=zeros' --print c
// c = [[   9   98   -1 ...  -73  157  191]
//      [-225   27  -27 ...   96  -69  -62]
//      [  93 -155  164 ...   20    1   11]
//      ...
//      [  49  -16  177 ...   88   95  117]
//      [-136    5 -149 ...   63  154  -38]
//      [ -50   -3 -134 ...   52  -99  -70]]
// RUN: run --entry one_run --grid 1,1 --arg 'a:f16[16,16]=randint(-4,5,seed=1)' --arg 'b:f16[16,16]=randint(-4,5,seed=2)' --arg 'c:f32[16,16]=zeros' --print c
// c = [[-17.  22.   0.   8.   2.   4.  11.  -2. -29.   6.   7. -39.  17. -13.
//       -31.  -7.]
//      [ -9.  -1.  24.   3.  -6.  13. -10.  12. -38. -15.  13. -32.  69.  10.
//       -17. -36.]
//      [-12. -28.  11.  35.  22.  15.  -8.  -4. -21. -11. -10.   4.   4.  33.
//        -3. -38.]
//      [ 34.  36.  -6. -27.  -6.  23. -63.  13.   4.  47. -18.  -7.  11.  49.
//       -20. -45.]
//      [ 19. -44.   6.   7. -40. -16.  -8. -18.  16.  14.   9.  28.   9. -35.
//       -25.   3.]
//      [ 73.  28.  -2. -19.  21. -12.   6.   2.  67.  15. -40. -21. -48.  12.
//        67. -13.]
//      [ 35.  21. -17.  -6.  -7.  24.  29. -19.  26.  26. -50.  -7. -27.  67.
//        -5. -50.]
//      [-19.  -6.  18.  33.  31.   3. -16. -16. -31. -19.  10.  -1.   6.  14.
//        10.  20.]
//      [-25.   6.  11. -27. -11. -51. -10.  19.  18. -30.  40.  28.   7. -15.
//        -5.  17.]
//      [ 24.  34.  -1.  -7.  12.  18.   9.  35.  -6.  15.  27. -37.  14. -35.
//       -30. -12.]
//      [-42.  11.  38.   6.  29. -45. -29.  -2.  14. -35.   3.   4. -27.  23.
//        37.  -5.]
//      [ -4.  -4. -36. -19. -19.  -6. -14.   4.  14.  14.   5. -14. -24. -18.
//        11.  30.]
//      [ 32. -36. -34. -12. -24.   1.  22. -24.  33.  20.   6.  13. -34.  12.
//        20.  35.]
//      [ 41. -56. -21.  32. -24. -32.  23. -52.  66. -42. -24.  -4.   0. -12.
//        25.   9.]
//      [ -9. -11.  15.  66.   5.   6.  33. -25. -28. -24. -29.  11.  -7. -29.
//       -38. -25.]
//      [ 10. -14.  -1.  36.  25. -17.  21.  -1.  25. -41.  -5.  20. -22. -36.
//        20.  28.]]
// RUN: run --entry two_runs --grid 1,1 --arg 'a:tf32[32,32]=randint(-4,5,seed=1)' --arg 'b:tf32[32,16]=randint(-4,5,seed=2)' --arg 'c:f32[32,16]=zeros' --print c
// c = [[ -20.   30.  -10.   43.   -4.  -26.    8.   28.  -54.   -8.    1.  -88.
//         15.    6.  -58.   42.]
//      [  26.  -15.   58.   23.   24.    2.   54.    2. -103.  -15.  -47.  -39.
//         13.   68.  -17.   -8.]
//      [  22.  -19.   60.  -17.  -39.   15.   11.  -37.   15.    3.   14.   54.
//         47.  -12.  -53.  -32.]
//      [ -11.   13.  -38.  -63.   53.  -13.   45.  -15.   -9.    2.  -64.  -25.
//        -41.   80.  -35.  -64.]
//      [ -48.   63.   -9.    8.   -5.  -73.  -37.   69.   32.  -60.   45.    8.
//         30.  -23.   12.   41.]
//      [ -20.   21.   19.   28.   16.  -14.  -47.  -11.   39.   -5.  -21.   11.
//         -3.  -20.   63.  -13.]
//      [  -4.  -95.   -2.    2.  -11.   -9.  -15.  -41.   30.   -8.   38.   17.
//        -17.    8.  -38.   49.]
//      [ -35.  -46.   41.   55.   36.   11.    9.  -39.    5.  -40.  -12.   53.
//         -3.  -22.  -76.  -63.]
//      [ -30.   62.  -55.  -47.  -23.   -5.   -3.   15.   11.  -13.   16.   -4.
//         67.    0.  -41.  -44.]
//      [ -51.  -54.   76.  -30.  -18.  -11.  -55.   19.   -3.  -45.   66.    0.
//        -23.    4.   22.   73.]
//      [   0.   59.  -24.  -33.   15.  -14.   81.   21.  -29.    8.   -1.  -43.
//         -2.   62.   25.  -20.]
//      [  25.   26.    4.  -12.  -32.   26.   40.    6.  -53.   83.   -5.  -14.
//        -34.  -50.    6.   40.]
//      [ -85.   23.    7.   18.   21.  -45.  -73.   -1.    1.   21.   30.   14.
//          6.   20.    8.   12.]
//      [  27.  -64.   37.   17.  -59.  -31.  -40.   -8.   26.   -8.   41.   -1.
//         22.   18.  -29.   -2.]
//      [ -15.  -48.   10.   42.  -82.   -8.  -31.  -47.   32.  -42.   22.   26.
//         -2.  -19.  -39.   10.]
//      [  -5.  -68.   19.   39.   47.  -15.  -22.   34.  -49.  -19.  -22.    0.
//         24.  -94.  -27.   26.]
//      [  -9.   19.    6.   53.  -29.  -55.   25.   11.   31.  -29.  -17.    5.
//         17.   -8.  -38.   19.]
//      [  18.  -11.   21.   34.  -31.  -47.   59.  -29.  -29.   15.  -29.   -7.
//        -30.   47.  -28.   -7.]
//      [  34.   53.  -45.  -35.   -3.    7.   30.   12.  -15.   -8.  -13.  -22.
//          7.  123.   41.  -33.]
//      [ -74.  -39.    5.  -21.    1. -108.  -44.  -49.   37.  -16.  -15.   11.
//         -8.   12.    3.  -65.]
//      [  -1.   80.   16.  -89.   17.   10.   66.   23.  -19.   15.  -25.  -13.
//         54.  -15.  -36.   19.]
//      [ -40.  -12.   48.   25.   42.  -39.   52.   12.   -7.  -71.   14.   46.
//        -39.  -41.   13.   -8.]
//      [ -58.  -15.   53.  -41.   50.   13.  -13.  -42.  -10.    8.  -33.   13.
//        -14.  -90.  -51.   -8.]
//      [  -6.  -38.   45.  -37.   35.   18.  -79.  -12.   34.  -29.   -7.   52.
//        -35.   19.  -19.  -50.]
//      [  48.  -17.   -2.    5.   36.  -12.    0.   15.   12.    3.  -21.   -6.
//         21.   -1.   -6.  -65.]
//      [ -79.   47.  -19.   52.   56.  -20.  -56.   43.   -6.  -21.  -13.  -34.
//        -33.  -11.   20.   -9.]
//      [  -5.   -6.  -22.    1.  -13.  -53.   65.  -15.    3.  -11.   36.  -21.
//         34.   -4.   76.   17.]
//      [ -13.   91.  -16.   -5.  -12.  -23.  -41.   29.    9.    3.  -18.  -36.
//        -25.   52.    3.  -31.]
//      [ -16.  -27.  -65.  -32.   19.  -69.    6.    5.    6.   14.    6.  -81.
//         -5.   -5.   27.    4.]
//      [  32.   82.  -63.   39.  -34.    1.   10.   59.  -30.    6.   30.  -49.
//         87.   12.   -9.  -10.]
//      [   4.  -21.   -4.  -30.   26.   17.  -21.   15.   -1.  -35.   45.    2.
//          2.  -32.  -37.  -16.]
//      [ -58.   24.   23.   70.  -38.   25.  -29.  -32.   25.  -52.   -6.   -9.
//        -35.    1.   19.  -21.]]
// RUN: run --entry half_sums --grid 1,1 --arg 'a:f16[64,96]=randint(-4,5,seed=1)' --arg 'b:f16[96,64]=randint(-4,5,seed=2)' --arg 'c:f16[64,64]=zeros' --print c
// c = [[  12.   43.    6. ... -100.   89.   16.]
//      [ -25.   15.  -86. ...    2.   70.   90.]
//      [ -49.   27.   35. ...  125.  -27.  -65.]
//      ...
//      [  23.   30.   66. ...  -17.  -74.   84.]
//      [  25.   46.  -81. ...  -35.  -46.  -61.]
//      [ -47.  -14.   10. ...   61.  -31.   43.]]

cuda_tile.module @pipeline {
  entry @halves(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>) {
    %ap = assume div_by<16>, %a : tile<ptr<f16>>
    %bp = assume div_by<16>, %b : tile<ptr<f16>>
    %cp = assume div_by<16>, %c : tile<ptr<f32>>
    %at = make_tensor_view %ap, shape = [64, 144], strides = [144, 1] : tensor_view<64x144xf16, strides=[144,1]>
    %bt = make_tensor_view %bp, shape = [144, 64], strides = [64, 1] : tensor_view<144x64xf16, strides=[64,1]>
    %ct = make_tensor_view %cp, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %av = make_partition_view %at : partition_view<tile=(32x16), tensor_view<64x144xf16, strides=[144,1]>>
    %bv = make_partition_view %bt : partition_view<tile=(16x32), tensor_view<144x64xf16, strides=[64,1]>>
    %cv = make_partition_view %ct : partition_view<tile=(32x32), tensor_view<64x64xf32, strides=[64,1]>>
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %n = constant <i32: 9> : tile<i32>
    %acc = constant <f32: 0.0> : tile<32x32xf32>
    %r = for %k in (%zero to %n, step %one) : tile<i32> iter_values(%s = %acc) -> (tile<32x32xf32>) {
      %xa, %t0 = load_view_tko weak %av[%x, %k] : partition_view<tile=(32x16), tensor_view<64x144xf16, strides=[144,1]>>, tile<i32> -> tile<32x16xf16>, token
      %xb, %t1 = load_view_tko weak %bv[%k, %y] : partition_view<tile=(16x32), tensor_view<144x64xf16, strides=[64,1]>>, tile<i32> -> tile<16x32xf16>, token
      %q = mmaf %xa, %xb, %s : tile<32x16xf16>, tile<16x32xf16>, tile<32x32xf32>
      continue %q : tile<32x32xf32>
    }
    %t2 = store_view_tko weak %r, %cv[%x, %y] : tile<32x32xf32>, partition_view<tile=(32x32), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
  entry @transposed(%a: tile<ptr<bf16>>, %b: tile<ptr<bf16>>, %c: tile<ptr<f32>>) {
    %ap = assume div_by<16>, %a : tile<ptr<bf16>>
    %bp = assume div_by<16>, %b : tile<ptr<bf16>>
    %cp = assume div_by<16>, %c : tile<ptr<f32>>
    %at = make_tensor_view %ap, shape = [64, 160], strides = [160, 1] : tensor_view<64x160xbf16, strides=[160,1]>
    %bt = make_tensor_view %bp, shape = [64, 160], strides = [160, 1] : tensor_view<64x160xbf16, strides=[160,1]>
    %ct = make_tensor_view %cp, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %av = make_partition_view %at : partition_view<tile=(32x32), tensor_view<64x160xbf16, strides=[160,1]>>
    %bv = make_partition_view %bt : partition_view<tile=(32x32), tensor_view<64x160xbf16, strides=[160,1]>, dim_map=[1, 0]>
    %cv = make_partition_view %ct : partition_view<tile=(32x32), tensor_view<64x64xf32, strides=[64,1]>>
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %n = constant <i32: 5> : tile<i32>
    %acc = constant <f32: 0.0> : tile<32x32xf32>
    %r = for %k in (%zero to %n, step %one) : tile<i32> iter_values(%s = %acc) -> (tile<32x32xf32>) {
      %xa, %t0 = load_view_tko weak %av[%x, %k] : partition_view<tile=(32x32), tensor_view<64x160xbf16, strides=[160,1]>>, tile<i32> -> tile<32x32xbf16>, token
      %xb, %t1 = load_view_tko weak %bv[%k, %y] : partition_view<tile=(32x32), tensor_view<64x160xbf16, strides=[160,1]>, dim_map=[1, 0]>, tile<i32> -> tile<32x32xbf16>, token
      %q = mmaf %xa, %xb, %s : tile<32x32xbf16>, tile<32x32xbf16>, tile<32x32xf32>
      continue %q : tile<32x32xf32>
    }
    %t2 = store_view_tko weak %r, %cv[%x, %y] : tile<32x32xf32>, partition_view<tile=(32x32), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
  entry @bytes(%a: tile<ptr<i8>>, %b: tile<ptr<i8>>, %c: tile<ptr<i32>>) {
    %ap = assume div_by<16>, %a : tile<ptr<i8>>
    %bp = assume div_by<16>, %b : tile<ptr<i8>>
    %cp = assume div_by<16>, %c : tile<ptr<i32>>
    %at = make_tensor_view %ap, shape = [32, 192], strides = [192, 1] : tensor_view<32x192xi8, strides=[192,1]>
    %bt = make_tensor_view %bp, shape = [192, 64], strides = [64, 1] : tensor_view<192x64xi8, strides=[64,1]>
    %ct = make_tensor_view %cp, shape = [32, 64], strides = [64, 1] : tensor_view<32x64xi32, strides=[64,1]>
    %av = make_partition_view %at : partition_view<tile=(32x32), tensor_view<32x192xi8, strides=[192,1]>>
    %bv = make_partition_view %bt : partition_view<tile=(32x32), tensor_view<192x64xi8, strides=[64,1]>>
    %cv = make_partition_view %ct : partition_view<tile=(32x32), tensor_view<32x64xi32, strides=[64,1]>>
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %n = constant <i32: 6> : tile<i32>
    %acc = constant <i32: 0> : tile<32x32xi32>
    %r = for %k in (%zero to %n, step %one) : tile<i32> iter_values(%s = %acc) -> (tile<32x32xi32>) {
      %xa, %t0 = load_view_tko weak %av[%x, %k] : partition_view<tile=(32x32), tensor_view<32x192xi8, strides=[192,1]>>, tile<i32> -> tile<32x32xi8>, token
      %xb, %t1 = load_view_tko weak %bv[%k, %y] : partition_view<tile=(32x32), tensor_view<192x64xi8, strides=[64,1]>>, tile<i32> -> tile<32x32xi8>, token
      %q = mmai %xa, %xb, %s signed signed : tile<32x32xi8>, tile<32x32xi8>, tile<32x32xi32>
      continue %q : tile<32x32xi32>
    }
    %t2 = store_view_tko weak %r, %cv[%x, %y] : tile<32x32xi32>, partition_view<tile=(32x32), tensor_view<32x64xi32, strides=[64,1]>>, tile<i32> -> token
    return
  }
  entry @one_run(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>) {
    %ap = assume div_by<16>, %a : tile<ptr<f16>>
    %bp = assume div_by<16>, %b : tile<ptr<f16>>
    %cp = assume div_by<16>, %c : tile<ptr<f32>>
    %at = make_tensor_view %ap, shape = [16, 16], strides = [16, 1] : tensor_view<16x16xf16, strides=[16,1]>
    %bt = make_tensor_view %bp, shape = [16, 16], strides = [16, 1] : tensor_view<16x16xf16, strides=[16,1]>
    %ct = make_tensor_view %cp, shape = [16, 16], strides = [16, 1] : tensor_view<16x16xf32, strides=[16,1]>
    %av = make_partition_view %at : partition_view<tile=(16x16), tensor_view<16x16xf16, strides=[16,1]>>
    %bv = make_partition_view %bt : partition_view<tile=(16x16), tensor_view<16x16xf16, strides=[16,1]>>
    %cv = make_partition_view %ct : partition_view<tile=(16x16), tensor_view<16x16xf32, strides=[16,1]>>
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %n = constant <i32: 1> : tile<i32>
    %acc = constant <f32: 0.0> : tile<16x16xf32>
    %r = for %k in (%zero to %n, step %one) : tile<i32> iter_values(%s = %acc) -> (tile<16x16xf32>) {
      %xa, %t0 = load_view_tko weak %av[%x, %k] : partition_view<tile=(16x16), tensor_view<16x16xf16, strides=[16,1]>>, tile<i32> -> tile<16x16xf16>, token
      %xb, %t1 = load_view_tko weak %bv[%k, %y] : partition_view<tile=(16x16), tensor_view<16x16xf16, strides=[16,1]>>, tile<i32> -> tile<16x16xf16>, token
      %q = mmaf %xa, %xb, %s : tile<16x16xf16>, tile<16x16xf16>, tile<16x16xf32>
      continue %q : tile<16x16xf32>
    }
    %t2 = store_view_tko weak %r, %cv[%x, %y] : tile<16x16xf32>, partition_view<tile=(16x16), tensor_view<16x16xf32, strides=[16,1]>>, tile<i32> -> token
    return
  }
  entry @two_runs(%a: tile<ptr<tf32>>, %b: tile<ptr<tf32>>, %c: tile<ptr<f32>>) {
    %ap = assume div_by<16>, %a : tile<ptr<tf32>>
    %bp = assume div_by<16>, %b : tile<ptr<tf32>>
    %cp = assume div_by<16>, %c : tile<ptr<f32>>
    %at = make_tensor_view %ap, shape = [32, 32], strides = [32, 1] : tensor_view<32x32xtf32, strides=[32,1]>
    %bt = make_tensor_view %bp, shape = [32, 16], strides = [16, 1] : tensor_view<32x16xtf32, strides=[16,1]>
    %ct = make_tensor_view %cp, shape = [32, 16], strides = [16, 1] : tensor_view<32x16xf32, strides=[16,1]>
    %av = make_partition_view %at : partition_view<tile=(32x16), tensor_view<32x32xtf32, strides=[32,1]>>
    %bv = make_partition_view %bt : partition_view<tile=(16x16), tensor_view<32x16xtf32, strides=[16,1]>>
    %cv = make_partition_view %ct : partition_view<tile=(32x16), tensor_view<32x16xf32, strides=[16,1]>>
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %n = constant <i32: 2> : tile<i32>
    %acc = constant <f32: 0.0> : tile<32x16xf32>
    %r = for %k in (%zero to %n, step %one) : tile<i32> iter_values(%s = %acc) -> (tile<32x16xf32>) {
      %xa, %t0 = load_view_tko weak %av[%x, %k] : partition_view<tile=(32x16), tensor_view<32x32xtf32, strides=[32,1]>>, tile<i32> -> tile<32x16xtf32>, token
      %xb, %t1 = load_view_tko weak %bv[%k, %y] : partition_view<tile=(16x16), tensor_view<32x16xtf32, strides=[16,1]>>, tile<i32> -> tile<16x16xtf32>, token
      %q = mmaf %xa, %xb, %s : tile<32x16xtf32>, tile<16x16xtf32>, tile<32x16xf32>
      continue %q : tile<32x16xf32>
    }
    %t2 = store_view_tko weak %r, %cv[%x, %y] : tile<32x16xf32>, partition_view<tile=(32x16), tensor_view<32x16xf32, strides=[16,1]>>, tile<i32> -> token
    return
  }
  entry @half_sums(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>) {
    %ap = assume div_by<16>, %a : tile<ptr<f16>>
    %bp = assume div_by<16>, %b : tile<ptr<f16>>
    %cp = assume div_by<16>, %c : tile<ptr<f16>>
    %at = make_tensor_view %ap, shape = [64, 96], strides = [96, 1] : tensor_view<64x96xf16, strides=[96,1]>
    %bt = make_tensor_view %bp, shape = [96, 64], strides = [64, 1] : tensor_view<96x64xf16, strides=[64,1]>
    %ct = make_tensor_view %cp, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf16, strides=[64,1]>
    %av = make_partition_view %at : partition_view<tile=(64x32), tensor_view<64x96xf16, strides=[96,1]>>
    %bv = make_partition_view %bt : partition_view<tile=(32x64), tensor_view<96x64xf16, strides=[64,1]>>
    %cv = make_partition_view %ct : partition_view<tile=(64x64), tensor_view<64x64xf16, strides=[64,1]>>
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %n = constant <i32: 3> : tile<i32>
    %acc = constant <f16: 0.0> : tile<64x64xf16>
    %r = for %k in (%zero to %n, step %one) : tile<i32> iter_values(%s = %acc) -> (tile<64x64xf16>) {
      %xa, %t0 = load_view_tko weak %av[%x, %k] : partition_view<tile=(64x32), tensor_view<64x96xf16, strides=[96,1]>>, tile<i32> -> tile<64x32xf16>, token
      %xb, %t1 = load_view_tko weak %bv[%k, %y] : partition_view<tile=(32x64), tensor_view<96x64xf16, strides=[64,1]>>, tile<i32> -> tile<32x64xf16>, token
      %q = mmaf %xa, %xb, %s : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf16>
      continue %q : tile<64x64xf16>
    }
    %t2 = store_view_tko weak %r, %cv[%x, %y] : tile<64x64xf16>, partition_view<tile=(64x64), tensor_view<64x64xf16, strides=[64,1]>>, tile<i32> -> token
    return
  }
}
