// RUN: run --arg 'a:i8[16,1024]=iota' --arg 'b:i8[1024,128]=iota' --arg 'o:f32[16,128]=zeros' --print o
// o = [[1.0000e+00 3.5850e+03 7.1690e+03 ... 3.5850e+03 7.1690e+03 1.0753e+04]
//      [1.0000e+00 3.5850e+03 7.1690e+03 ... 3.5850e+03 7.1690e+03 1.0753e+04]
//      [1.0000e+00 3.5850e+03 7.1690e+03 ... 3.5850e+03 7.1690e+03 1.0753e+04]
//      ...
//      [1.0000e+00 3.5850e+03 7.1690e+03 ... 3.5850e+03 7.1690e+03 1.0753e+04]
//      [1.0000e+00 3.5850e+03 7.1690e+03 ... 3.5850e+03 7.1690e+03 1.0753e+04]
//      [1.0000e+00 3.5850e+03 7.1690e+03 ... 3.5850e+03 7.1690e+03 1.0753e+04]]
//
// A product whose right operand has 256 KiB: both operands go through shared memory in slices of k.
cuda_tile.module @tests {
  entry @k(%a: tile<ptr<i8>>, %b: tile<ptr<i8>>, %o: tile<ptr<f32>>) {
    %z = constant <i32: 0> : tile<i32>
    %aa = assume div_by<16>, %a : tile<ptr<i8>>
    %at = make_tensor_view %aa, shape = [16,1024], strides = [1024,1] : tensor_view<16x1024xi8, strides=[1024,1]>
    %ap = make_partition_view %at : partition_view<tile=(16x1024), tensor_view<16x1024xi8, strides=[1024,1]>>
    %av, %ak = load_view_tko weak %ap[%z, %z] : partition_view<tile=(16x1024), tensor_view<16x1024xi8, strides=[1024,1]>>, tile<i32> -> tile<16x1024xi8>, token
    %m0 = constant <i8: 7> : tile<16x1024xi8>
    %w0 = andi %av, %m0 : tile<16x1024xi8>
    %f0 = itof %w0 signed : tile<16x1024xi8> -> tile<16x1024xf16>
    %ba = assume div_by<16>, %b : tile<ptr<i8>>
    %bt = make_tensor_view %ba, shape = [1024,128], strides = [128,1] : tensor_view<1024x128xi8, strides=[128,1]>
    %bp = make_partition_view %bt : partition_view<tile=(1024x128), tensor_view<1024x128xi8, strides=[128,1]>>
    %bv, %bk = load_view_tko weak %bp[%z, %z] : partition_view<tile=(1024x128), tensor_view<1024x128xi8, strides=[128,1]>>, tile<i32> -> tile<1024x128xi8>, token
    %m1 = constant <i8: 3> : tile<1024x128xi8>
    %w1 = andi %bv, %m1 : tile<1024x128xi8>
    %f1 = itof %w1 signed : tile<1024x128xi8> -> tile<1024x128xf16>
    %c = constant <f32: 1.0> : tile<16x128xf32>
    %d = mmaf %f0, %f1, %c : tile<16x1024xf16>, tile<1024x128xf16>, tile<16x128xf32>
    %oa = assume div_by<16>, %o : tile<ptr<f32>>
    %ot = make_tensor_view %oa, shape = [16,128], strides = [128,1] : tensor_view<16x128xf32, strides=[128,1]>
    %op = make_partition_view %ot : partition_view<tile=(16x128), tensor_view<16x128xf32, strides=[128,1]>>
    %ok = store_view_tko weak %d, %op[%z, %z] : tile<16x128xf32>, partition_view<tile=(16x128), tensor_view<16x128xf32, strides=[128,1]>>, tile<i32> -> token
    return
  }
}
