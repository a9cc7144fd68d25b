// RUN: run --arg 'a:i16[64,32]=randint(-900,900,seed=1)' --arg 'b:f16[64,32]=randint(-99,99,seed=2)' --arg 'x:i16[64]=zeros' \
//   --arg 'y:f16[64]=zeros' --arg 'z:i16[64]=zeros' --print x --print y --print z
// x = [ -969 -1144  3286  -959 -3355   121  -702 -2187   207  2481  -783  2996
//      -2049 -2039  6434  1696 -1812  1919 -4474   741  -551  -606  1511  1678
//      -1173   -91 -6158  1640 -1080 -8702  2437  6049  3390 -5413  5188 -2284
//      -1299 -5236  -620 -2628  2325  2318 -5308  -569 -3702  5188  1841 -1656
//       4178   397  2811 -9377  6753  1084  1593  -514  2754  1103  1677  3381
//      -2626  -173 -3097 -2100]
// y = [92. 92. 89. 86. 95. 97. 92. 98. 93. 97. 97. 82. 93. 98. 95. 94. 97. 96.
//      94. 79. 94. 97. 92. 95. 91. 87. 97. 78. 92. 94. 88. 96. 88. 88. 91. 94.
//      98. 92. 98. 76. 95. 91. 87. 95. 95. 70. 95. 87. 96. 95. 95. 91. 92. 97.
//      96. 96. 96. 95. 93. 91. 96. 94. 91. 87.]
// z = [17 29 19 27 16 31 12  0 18 21 20 13  5 24 29 24 31 21 19 15 17  8 12 20
//      26 28 17 17  5  0 31  2 29 19 18 27 15 15 16 24 18 27 19  6 17 17  1 25
//      10 22  0 12  0 25 22  3  4 17  2 10 15  3 15 23]
//
// Elements of 16 bits: two of them go from lane to lane in one word. The last reduction has two operands and gives the
// number of the greatest element; the lower one of equals.
cuda_tile.module @tests {
  entry @k(%a: tile<ptr<i16>>, %b: tile<ptr<f16>>, %x: tile<ptr<i16>>, %y: tile<ptr<f16>>, %z: tile<ptr<i16>>) {
    %av = make_tensor_view %a, shape = [64, 32], strides = [32, 1] : tensor_view<64x32xi16, strides=[32,1]>
    %bv = make_tensor_view %b, shape = [64, 32], strides = [32, 1] : tensor_view<64x32xf16, strides=[32,1]>
    %xv = make_tensor_view %x, shape = [64], strides = [1] : tensor_view<64xi16, strides=[1]>
    %yv = make_tensor_view %y, shape = [64], strides = [1] : tensor_view<64xf16, strides=[1]>
    %zv = make_tensor_view %z, shape = [64], strides = [1] : tensor_view<64xi16, strides=[1]>
    %at = make_partition_view %av : partition_view<tile=(64x32), tensor_view<64x32xi16, strides=[32,1]>>
    %bt = make_partition_view %bv : partition_view<tile=(64x32), tensor_view<64x32xf16, strides=[32,1]>>
    %xt = make_partition_view %xv : partition_view<tile=(64), tensor_view<64xi16, strides=[1]>>
    %yt = make_partition_view %yv : partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>
    %zt = make_partition_view %zv : partition_view<tile=(64), tensor_view<64xi16, strides=[1]>>
    %zero = constant <i32: 0> : tile<i32>
    %i, %t0 = load_view_tko weak %at[%zero, %zero] : partition_view<tile=(64x32), tensor_view<64x32xi16, strides=[32,1]>>, tile<i32> -> tile<64x32xi16>, token
    %f, %t1 = load_view_tko weak %bt[%zero, %zero] : partition_view<tile=(64x32), tensor_view<64x32xf16, strides=[32,1]>>, tile<i32> -> tile<64x32xf16>, token
    %sum = reduce %i dim=1 identities=[0 : i16] : tile<64x32xi16> -> tile<64xi16> (%e: tile<i16>, %s: tile<i16>) {
      %n = addi %e, %s : tile<i16>
      yield %n : tile<i16>
    }
    %max = reduce %f dim=1 identities=[-65504.0 : f16] : tile<64x32xf16> -> tile<64xf16> (%e: tile<f16>, %s: tile<f16>) {
      %n = maxf %e, %s : tile<f16>
      yield %n : tile<f16>
    }
    %row = iota : tile<32xi16>
    %row1 = reshape %row : tile<32xi16> -> tile<1x32xi16>
    %rows = broadcast %row1 : tile<1x32xi16> -> tile<64x32xi16>
    %best, %where = reduce %f, %rows dim=1 identities=[-65504.0 : f16, 32767 : i16] : tile<64x32xf16>, tile<64x32xi16> -> tile<64xf16>, tile<64xi16> (%e: tile<f16>, %s: tile<f16>, %en: tile<i16>, %sn: tile<i16>) {
      %more = cmpf greater_than ordered %e, %s : tile<f16> -> tile<i1>
      %same = cmpf equal ordered %e, %s : tile<f16> -> tile<i1>
      %less = cmpi less_than %en, %sn, signed : tile<i16> -> tile<i1>
      %first = andi %same, %less : tile<i1>
      %take = ori %more, %first : tile<i1>
      %v = select %take, %e, %s : tile<i1>, tile<f16>
      %n = select %take, %en, %sn : tile<i1>, tile<i16>
      yield %v, %n : tile<f16>, tile<i16>
    }
    %w0 = store_view_tko weak %sum, %xt[%zero] : tile<64xi16>, partition_view<tile=(64), tensor_view<64xi16, strides=[1]>>, tile<i32> -> token
    %w1 = store_view_tko weak %max, %yt[%zero] : tile<64xf16>, partition_view<tile=(64), tensor_view<64xf16, strides=[1]>>, tile<i32> -> token
    %w2 = store_view_tko weak %where, %zt[%zero] : tile<64xi16>, partition_view<tile=(64), tensor_view<64xi16, strides=[1]>>, tile<i32> -> token
    return
  }
}
