// Products in loops whose operands lie the other way round in memory: what is loaded is permuted, viewed, or both, on its way.
//
// RUN: run --entry both --grid 2,2 --arg 'a:f16[96,64]=randint(-4,5,seed=1)' --arg 'b:f16[64,96]=randint(-4,5,seed=2)' --arg 'c:f32[64,64]=zeros' --print c
// c = [[   4.  -41.  -67. ...    3.  -38.   21.]
//      [  87.  -10.  -86. ...  106.   85.  -27.]
//      [-110.   24.   89. ...   36.  -56.  -17.]
//      ...
//      [ 136.  -68.    1. ...  -89.   15.   55.]
//      [ -23.  -48.  -61. ...   36.   24.   28.]
//      [  13.   40.  -42. ...   13.  -31.  -70.]]
// RUN: run --entry left --grid 2,1 --arg 'a:tf32[40,32]=randint(-4,5,seed=3)' --arg 'b:tf32[40,16]=randint(-4,5,seed=4)' --arg 'c:f32[32,16]=zeros' --print c
// c = [[  80.   96.   19.   25.  -46.  -20.  -30.   21.    6.  -23.  111.  -34.
//        -60.    9.   27.   -1.]
//      [  47.   21.   10.   61.    5.  119.   40.  -97.   -6.   -1.  -20.  -33.
//         27.   -1.  -39.   58.]
//      [  22.   -2.   91.    3.  -47.  -29.  -48.   -9.  -30.   61.   -2.    2.
//        -20.   10.    0.  -36.]
//      [ -53.  -72.   -8.   42.    0.  -12.   -4.  -42.   41.   -1.  -62.  -70.
//         91.   11.   49.   34.]
//      [  84.   17.   -4.  -50.  -19.    9.   -4.   15.   24.   31.  -42.   28.
//         95.    5.   24.  -64.]
//      [  16.   20.   20.  -34.  -13.   33.   -9.   23.   28.  -62.   35.   34.
//         47.    9.   -3.  -34.]
//      [  44.    5.   47.  -11.  -13.   42.   41.  -22.   50.  -33.   81.   29.
//        -54.   28.  -32.   27.]
//      [  -3.   49.  -24.   40.   -7.  -33.  -28.   26.  -40.  -30.  -71.   28.
//          6.  -22.  -35.    2.]
//      [ -24.   11.   68.  -65.  -49.   -6.   -9.  -22.  -65.   33.   24.  -25.
//        -99.  -29.  -37.   23.]
//      [  33.   67.   20.   78.    1.    0.  -27.   55.    7.    0.   81.    2.
//        -10.   49.  -47.  -69.]
//      [ -22.   30.  -47.   25.   -7.  -33.  -37.    6.  -17.   39.  -62.  -55.
//         14.  -70.  -21.  -20.]
//      [  38.   13.  -11.  -36.   38.    2.   -7.   59.  -69.    3.  -72.  -44.
//        -25.  -41.  -43.  -49.]
//      [ -67.   -3.   52.   55.  -50.   55.   31.   22.  -65.  -24.    1.  -14.
//        -99.   10.  -32.   40.]
//      [   0.  -29.    0.   40.   -6.   63.  -60.   70.   57.  -30.   78.  -36.
//         18.  -15.   -4.  -11.]
//      [   2.   67.  -21.  -19.    4.  -36.    4.   15.   20.   27.   58.   33.
//        -13.  -53.   -9.  -26.]
//      [   9.  -32.   23.  -91.    4.  -14.   -9.    6.   48.   15.   67.  -26.
//         73.  -87.   -7.   23.]
//      [ -16.  -32.   71.  -29.   77.   54.  -28.   40.    4.   39. -105.   -4.
//          2.   12.  -58.   21.]
//      [   0.   53.  -31.  -26.   -5.  -64.  -37.  -22.   34.  -20.  -24.  -11.
//        -14.  -27.  -38.   27.]
//      [ -77.    6.  -22.  -36.  -16.    2.  -29.   -1.   60.  -41.   42.   32.
//         21.   21.   55.   69.]
//      [ -74.   58.  -33.   33.  -81.  -43.  -45.    6.  -28.  -33.  -16.  -35.
//        -57.   -9.   24.  -15.]
//      [  -8.   90.  -50.   21.   17.  -12.  -86.   52.  -25.   39.    9.  -28.
//         -8.   65.   27.    7.]
//      [ -30.  -31.  -25.  -57.   37.   10.  -13.  -28.   60.   50.    6.   85.
//         61.   47.  -41.   21.]
//      [  46.  -28.   37.   -4.  -16.   13.   50.  -66.   61.   -3.   15.   40.
//        -58.  -56.  -84.  -29.]
//      [  41.   79.  -55.    3.  -13.  -38.  -58.   30.  -45.   28. -116.  -60.
//         11.   -8.   24.  -50.]
//      [ -20.  -44.    4.   19.   -3.  -10.   63.   14.  -20.  -18.   52.  -32.
//        -28.   97.   37.  -34.]
//      [ -23.  -62.    1.  -33.   52.  -13.   21.   58.   21.   -1.   40.   40.
//          0.  -59.  -51.   -1.]
//      [ -19.  -21.   37.    3.   39.   31.    4.   69.  -52.  -25.  -18.  -10.
//        -21.  102.   11.    6.]
//      [ -49.    0.  -25.   33.  -61.   -5.  -69.   31.   14.   20.   52.   18.
//         21.  -45.   -6.    7.]
//      [  -2.  -54.    5.    3.   12.    9.  -47.    8.   32.   63.   27.    3.
//         47.  113.   10.   31.]
//      [ -26.  -60.  -49.   18.   -9.  -17.   41.   37.   49.   11.    3.   93.
//         10.  -55.   38.   19.]
//      [ 117.   42.  -18.  -27.  -44.   45.   18.   -1.    2.  -39.   62.  -29.
//        -73.  -92.    0.   48.]
//      [ -95. -119.  -18.  -72.    4.   -8.   74.  -35.    5.   40.    1.   15.
//         28.  -19.  -60.  -41.]]
// RUN: run --entry bytes --grid 1,2 --arg 'a:i8[192,32]=randint(-4,5,seed=1)' --arg 'b:i8[64,192]=randint(-4,5,seed=2)' --arg 'c:i32[32,64]=zeros' --print c
// c = [[  81    9  -47 ... -107  -40  -12]
//      [ -84  159 -121 ...  -67  102 -107]
//      [  40    9 -111 ...   25  -13    9]
//      ...
//      [ -50 -109   66 ...  162   19   53]
//      [ -62   80   29 ...   54  -22  -33]
//      [ -26 -149 -163 ...  -47  119   -2]]
// RUN: run --entry batches --grid 1 --arg 'a:f16[80,2,32]=randint(-4,5,seed=5)' --arg 'b:f16[2,80,32]=randint(-4,5,seed=6)' --arg 'c:f32[2,32,32]=zeros' --print c
// c = [[[  31.   73.  -83. ...   26.  -16.   36.]
//       [  96.   35.   10. ...   13.  -58.  -24.]
//       [   4.   43.  -83. ...  -75.   -3.  -43.]
//       ...
//       [-185.  -35. -231. ... -104.   55.   36.]
//       [  52.  180.   -2. ...  -29.  -17.   31.]
//       [ -53.  -49.   95. ...  185.  -73.  -48.]]
//      [[ -38.   11.    0. ...    2.  -11.   17.]
//       [ -97.   49.   84. ...   50.   10.  -56.]
//       [ -41.   -8.   31. ...  -84.  149.  -21.]
//       ...
//       [ -42.   39.   64. ...   48.   17.   40.]
//       [  87.   18.   19. ...  -70.    0.   39.]
//       [ -86.  -15.   54. ...    2.   18.   23.]]]
cuda_tile.module @tests {
  entry @both(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>) {
    %ap = assume div_by<16>, %a : tile<ptr<f16>>
    %bp = assume div_by<16>, %b : tile<ptr<f16>>
    %at = make_tensor_view %ap, shape = [96, 64], strides = [64, 1] : tensor_view<96x64xf16, strides=[64,1]>
    %bt = make_tensor_view %bp, shape = [64, 96], strides = [96, 1] : tensor_view<64x96xf16, strides=[96,1]>
    %ct = make_tensor_view %c, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %av = make_partition_view %at : partition_view<tile=(16x32), tensor_view<96x64xf16, strides=[64,1]>>
    %bv = make_partition_view %bt : partition_view<tile=(32x16), tensor_view<64x96xf16, strides=[96,1]>>
    %cv = make_partition_view %ct : partition_view<tile=(32x32), tensor_view<64x64xf32, strides=[64,1]>>
    %bx, %by, %bz = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %six = constant <i32: 6> : tile<i32>
    %none = constant <f32: 0.0> : tile<32x32xf32>
    %sum = for %i in (%zero to %six, step %one) : tile<i32> iter_values(%so_far = %none) -> (tile<32x32xf32>) {
      %x, %t0 = load_view_tko weak %av[%i, %bx] : partition_view<tile=(16x32), tensor_view<96x64xf16, strides=[64,1]>>, tile<i32> -> tile<16x32xf16>, token
      %y, %t1 = load_view_tko weak %bv[%by, %i] : partition_view<tile=(32x16), tensor_view<64x96xf16, strides=[96,1]>>, tile<i32> -> tile<32x16xf16>, token
      %xt = permute %x [1, 0] : tile<16x32xf16> -> tile<32x16xf16>
      %yt = permute %y [1, 0] : tile<32x16xf16> -> tile<16x32xf16>
      %next = mmaf %xt, %yt, %so_far : tile<32x16xf16>, tile<16x32xf16>, tile<32x32xf32>
      continue %next : tile<32x32xf32>
    }
    %done = store_view_tko weak %sum, %cv[%bx, %by] : tile<32x32xf32>, partition_view<tile=(32x32), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
  entry @left(%a: tile<ptr<tf32>>, %b: tile<ptr<tf32>>, %c: tile<ptr<f32>>) {
    %ap = assume div_by<16>, %a : tile<ptr<tf32>>
    %bp = assume div_by<16>, %b : tile<ptr<tf32>>
    %at = make_tensor_view %ap, shape = [40, 32], strides = [32, 1] : tensor_view<40x32xtf32, strides=[32,1]>
    %bt = make_tensor_view %bp, shape = [40, 16], strides = [16, 1] : tensor_view<40x16xtf32, strides=[16,1]>
    %ct = make_tensor_view %c, shape = [32, 16], strides = [16, 1] : tensor_view<32x16xf32, strides=[16,1]>
    %av = make_partition_view %at : partition_view<tile=(8x16), tensor_view<40x32xtf32, strides=[32,1]>>
    %bv = make_partition_view %bt : partition_view<tile=(8x16), tensor_view<40x16xtf32, strides=[16,1]>>
    %cv = make_partition_view %ct : partition_view<tile=(16x16), tensor_view<32x16xf32, strides=[16,1]>>
    %bx, %by, %bz = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %five = constant <i32: 5> : tile<i32>
    %none = constant <f32: 0.0> : tile<16x16xf32>
    %sum = for %i in (%zero to %five, step %one) : tile<i32> iter_values(%so_far = %none) -> (tile<16x16xf32>) {
      %x, %t0 = load_view_tko weak %av[%i, %bx] : partition_view<tile=(8x16), tensor_view<40x32xtf32, strides=[32,1]>>, tile<i32> -> tile<8x16xtf32>, token
      %y, %t1 = load_view_tko weak %bv[%i, %zero] : partition_view<tile=(8x16), tensor_view<40x16xtf32, strides=[16,1]>>, tile<i32> -> tile<8x16xtf32>, token
      %xt = permute %x [1, 0] : tile<8x16xtf32> -> tile<16x8xtf32>
      %next = mmaf %xt, %y, %so_far : tile<16x8xtf32>, tile<8x16xtf32>, tile<16x16xf32>
      continue %next : tile<16x16xf32>
    }
    %done = store_view_tko weak %sum, %cv[%bx, %zero] : tile<16x16xf32>, partition_view<tile=(16x16), tensor_view<32x16xf32, strides=[16,1]>>, tile<i32> -> token
    return
  }
  entry @bytes(%a: tile<ptr<i8>>, %b: tile<ptr<i8>>, %c: tile<ptr<i32>>) {
    %ap = assume div_by<16>, %a : tile<ptr<i8>>
    %bp = assume div_by<16>, %b : tile<ptr<i8>>
    %at = make_tensor_view %ap, shape = [192, 32], strides = [32, 1] : tensor_view<192x32xi8, strides=[32,1]>
    %bt = make_tensor_view %bp, shape = [64, 192], strides = [192, 1] : tensor_view<64x192xi8, strides=[192,1]>
    %ct = make_tensor_view %c, shape = [32, 64], strides = [64, 1] : tensor_view<32x64xi32, strides=[64,1]>
    %av = make_partition_view %at : partition_view<tile=(32x32), tensor_view<192x32xi8, strides=[32,1]>>
    %bv = make_partition_view %bt : partition_view<tile=(32x32), tensor_view<64x192xi8, strides=[192,1]>>
    %cv = make_partition_view %ct : partition_view<tile=(32x32), tensor_view<32x64xi32, strides=[64,1]>>
    %bx, %by, %bz = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %six = constant <i32: 6> : tile<i32>
    %none = constant <i32: 0> : tile<32x32xi32>
    %sum = for %i in (%zero to %six, step %one) : tile<i32> iter_values(%so_far = %none) -> (tile<32x32xi32>) {
      %x, %t0 = load_view_tko weak %av[%i, %zero] : partition_view<tile=(32x32), tensor_view<192x32xi8, strides=[32,1]>>, tile<i32> -> tile<32x32xi8>, token
      %y, %t1 = load_view_tko weak %bv[%by, %i] : partition_view<tile=(32x32), tensor_view<64x192xi8, strides=[192,1]>>, tile<i32> -> tile<32x32xi8>, token
      %xt = permute %x [1, 0] : tile<32x32xi8> -> tile<32x32xi8>
      %yt = permute %y [1, 0] : tile<32x32xi8> -> tile<32x32xi8>
      %next = mmai %xt, %yt, %so_far signed signed : tile<32x32xi8>, tile<32x32xi8>, tile<32x32xi32>
      continue %next : tile<32x32xi32>
    }
    %done = store_view_tko weak %sum, %cv[%zero, %by] : tile<32x32xi32>, partition_view<tile=(32x32), tensor_view<32x64xi32, strides=[64,1]>>, tile<i32> -> token
    return
  }
  entry @batches(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>) {
    %ap = assume div_by<16>, %a : tile<ptr<f16>>
    %bp = assume div_by<16>, %b : tile<ptr<f16>>
    %at = make_tensor_view %ap, shape = [80, 2, 32], strides = [64, 32, 1] : tensor_view<80x2x32xf16, strides=[64,32,1]>
    %bt = make_tensor_view %bp, shape = [2, 80, 32], strides = [2560, 32, 1] : tensor_view<2x80x32xf16, strides=[2560,32,1]>
    %ct = make_tensor_view %c, shape = [2, 32, 32], strides = [1024, 32, 1] : tensor_view<2x32x32xf32, strides=[1024,32,1]>
    %av = make_partition_view %at : partition_view<tile=(16x2x32), tensor_view<80x2x32xf16, strides=[64,32,1]>>
    %bv = make_partition_view %bt : partition_view<tile=(2x16x32), tensor_view<2x80x32xf16, strides=[2560,32,1]>>
    %cv = make_partition_view %ct : partition_view<tile=(2x32x32), tensor_view<2x32x32xf32, strides=[1024,32,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %five = constant <i32: 5> : tile<i32>
    %none = constant <f32: 0.0> : tile<2x32x32xf32>
    %sum = for %i in (%zero to %five, step %one) : tile<i32> iter_values(%so_far = %none) -> (tile<2x32x32xf32>) {
      %x, %t0 = load_view_tko weak %av[%i, %zero, %zero] : partition_view<tile=(16x2x32), tensor_view<80x2x32xf16, strides=[64,32,1]>>, tile<i32> -> tile<16x2x32xf16>, token
      %y, %t1 = load_view_tko weak %bv[%zero, %i, %zero] : partition_view<tile=(2x16x32), tensor_view<2x80x32xf16, strides=[2560,32,1]>>, tile<i32> -> tile<2x16x32xf16>, token
      %xt = permute %x [1, 2, 0] : tile<16x2x32xf16> -> tile<2x32x16xf16>
      %next = mmaf %xt, %y, %so_far : tile<2x32x16xf16>, tile<2x16x32xf16>, tile<2x32x32xf32>
      continue %next : tile<2x32x32xf32>
    }
    %done = store_view_tko weak %sum, %cv[%zero, %zero, %zero] : tile<2x32x32xf32>, partition_view<tile=(2x32x32), tensor_view<2x32x32xf32, strides=[1024,32,1]>>, tile<i32> -> token
    return
  }
}
