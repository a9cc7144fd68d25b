// RUN: run --arg 'a:i8[16,4096]=iota' --arg 'b:i8[64,4096]=iota' --arg 'o:i32[16,64]=zeros' --print o
// o = [[26625 26625 26625 ... 26625 26625 26625]
//      [26625 26625 26625 ... 26625 26625 26625]
//      [26625 26625 26625 ... 26625 26625 26625]
//      ...
//      [26625 26625 26625 ... 26625 26625 26625]
//      [26625 26625 26625 ... 26625 26625 26625]
//      [26625 26625 26625 ... 26625 26625 26625]]
//
// The same of bytes that lie along k.
cuda_tile.module @tests {
  entry @k(%a: tile<ptr<i8>>, %b: tile<ptr<i8>>, %o: tile<ptr<i32>>) {
    %z = constant <i32: 0> : tile<i32>
    %aa = assume div_by<16>, %a : tile<ptr<i8>>
    %at = make_tensor_view %aa, shape = [16,4096], strides = [4096,1] : tensor_view<16x4096xi8, strides=[4096,1]>
    %ap = make_partition_view %at : partition_view<tile=(16x4096), tensor_view<16x4096xi8, strides=[4096,1]>>
    %av, %ak = load_view_tko weak %ap[%z, %z] : partition_view<tile=(16x4096), tensor_view<16x4096xi8, strides=[4096,1]>>, tile<i32> -> tile<16x4096xi8>, token
    %m0 = constant <i8: 7> : tile<16x4096xi8>
    %w0 = andi %av, %m0 : tile<16x4096xi8>
    %ba = assume div_by<16>, %b : tile<ptr<i8>>
    %bt = make_tensor_view %ba, shape = [64,4096], strides = [4096,1] : tensor_view<64x4096xi8, strides=[4096,1]>
    %bp = make_partition_view %bt : partition_view<tile=(64x4096), tensor_view<64x4096xi8, strides=[4096,1]>>
    %bv, %bk = load_view_tko weak %bp[%z, %z] : partition_view<tile=(64x4096), tensor_view<64x4096xi8, strides=[4096,1]>>, tile<i32> -> tile<64x4096xi8>, token
    %m1 = constant <i8: 3> : tile<64x4096xi8>
    %w1 = andi %bv, %m1 : tile<64x4096xi8>
    %turned = permute %w1 [1, 0] : tile<64x4096xi8> -> tile<4096x64xi8>
    %c = constant <i32: 1> : tile<16x64xi32>
    %d = mmai %w0, %turned, %c signed signed : tile<16x4096xi8>, tile<4096x64xi8>, tile<16x64xi32>
    %oa = assume div_by<16>, %o : tile<ptr<i32>>
    %ot = make_tensor_view %oa, shape = [16,64], strides = [64,1] : tensor_view<16x64xi32, strides=[64,1]>
    %op = make_partition_view %ot : partition_view<tile=(16x64), tensor_view<16x64xi32, strides=[64,1]>>
    %ok = store_view_tko weak %d, %op[%z, %z] : tile<16x64xi32>, partition_view<tile=(16x64), tensor_view<16x64xi32, strides=[64,1]>>, tile<i32> -> token
    return
  }
}
