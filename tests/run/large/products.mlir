// RUN: run --arg 'a:i8[16,256]=iota' --arg 'b:i8[512,256]=iota' --arg 'o:f32[16,256]=zeros' --print o
// o = [[     0.  51200. 102400. ...  51200. 102400. 153600.]
//      [     0.  51200. 102400. ...  51200. 102400. 153600.]
//      [     0.  51200. 102400. ...  51200. 102400. 153600.]
//      ...
//      [     0.  51200. 102400. ...  51200. 102400. 153600.]
//      [     0.  51200. 102400. ...  51200. 102400. 153600.]
//      [     0.  51200. 102400. ...  51200. 102400. 153600.]]
//
// The sum of a product is an operand of the next. The right operands have 256 KiB.
cuda_tile.module @tests {
  entry @k(%a: tile<ptr<i8>>, %b: tile<ptr<i8>>, %o: tile<ptr<f32>>) {
    %z = constant <i32: 0> : tile<i32>
    %aa = assume div_by<16>, %a : tile<ptr<i8>>
    %at = make_tensor_view %aa, shape = [16,256], strides = [256,1] : tensor_view<16x256xi8, strides=[256,1]>
    %ap = make_partition_view %at : partition_view<tile=(16x256), tensor_view<16x256xi8, strides=[256,1]>>
    %av, %ak = load_view_tko weak %ap[%z, %z] : partition_view<tile=(16x256), tensor_view<16x256xi8, strides=[256,1]>>, tile<i32> -> tile<16x256xi8>, token
    %m0 = constant <i8: 7> : tile<16x256xi8>
    %w0 = andi %av, %m0 : tile<16x256xi8>
    %f0 = itof %w0 signed : tile<16x256xi8> -> tile<16x256xf16>
    %ba = assume div_by<16>, %b : tile<ptr<i8>>
    %bt = make_tensor_view %ba, shape = [512,256], strides = [256,1] : tensor_view<512x256xi8, strides=[256,1]>
    %bp = make_partition_view %bt : partition_view<tile=(512x256), tensor_view<512x256xi8, strides=[256,1]>>
    %bv, %bk = load_view_tko weak %bp[%z, %z] : partition_view<tile=(512x256), tensor_view<512x256xi8, strides=[256,1]>>, tile<i32> -> tile<512x256xi8>, token
    %m1 = constant <i8: 3> : tile<512x256xi8>
    %w1 = andi %bv, %m1 : tile<512x256xi8>
    %f1 = itof %w1 signed : tile<512x256xi8> -> tile<512x256xf16>
    %kt = permute %f1 [1, 0] : tile<512x256xf16> -> tile<256x512xf16>
    %none = constant <f32: 0.0> : tile<16x512xf32>
    %s = mmaf %f0, %kt, %none : tile<16x256xf16>, tile<256x512xf16>, tile<16x512xf32>
    %most = constant <f32: 100.0> : tile<16x512xf32>
    %cut = minf %s, %most : tile<16x512xf32>
    %p = ftof %cut : tile<16x512xf32> -> tile<16x512xf16>
    %nothing = constant <f32: 0.0> : tile<16x256xf32>
    %d = mmaf %p, %f1, %nothing : tile<16x512xf16>, tile<512x256xf16>, tile<16x256xf32>
    %oa = assume div_by<16>, %o : tile<ptr<f32>>
    %ot = make_tensor_view %oa, shape = [16,256], strides = [256,1] : tensor_view<16x256xf32, strides=[256,1]>
    %op = make_partition_view %ot : partition_view<tile=(16x256), tensor_view<16x256xf32, strides=[256,1]>>
    %ok = store_view_tko weak %d, %op[%z, %z] : tile<16x256xf32>, partition_view<tile=(16x256), tensor_view<16x256xf32, strides=[256,1]>>, tile<i32> -> token
    return
  }
}
