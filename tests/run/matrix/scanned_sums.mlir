// RUN: run --grid 1 --arg 'f16[64,64]=randint(-2,3,seed=1)' --arg 'f16[64,128]=randint(-2,3,seed=2)' --arg 'o:f32[64,128]=zeros' --print o
// o = [[ -6.  -3. -14. ...  37.  18.  -2.]
//      [163. 179. 183. ...   8.   3.  19.]
//      [ 15.  35. -15. ...  11.  -4.   0.]
//      ...
//      [-29.   8.  -8. ...   5.  -2.  -8.]
//      [ 18.  -7.  -5. ... -17.   8.   3.]
//      [ 87. 114.  84. ...  16. -33. -32.]]
//
// A scan of a sum that tensor memory held on sm_100, and another use of the sum.

cuda_tile.module @m {
  entry @k(%a: tile<ptr<f16>>, %w: tile<ptr<f16>>, %c: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %ta = make_tensor_view %a, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf16, strides=[64,1]>
    %pa = make_partition_view %ta : partition_view<tile=(64x64), tensor_view<64x64xf16, strides=[64,1]>>
    %tw = make_tensor_view %w, shape = [64, 128], strides = [128, 1] : tensor_view<64x128xf16, strides=[128,1]>
    %pw = make_partition_view %tw : partition_view<tile=(64x128), tensor_view<64x128xf16, strides=[128,1]>>
    %tc = make_tensor_view %c, shape = [64, 128], strides = [128, 1] : tensor_view<64x128xf32, strides=[128,1]>
    %pc = make_partition_view %tc : partition_view<tile=(64x128), tensor_view<64x128xf32, strides=[128,1]>>
    %none = constant <f32: 0.0> : tile<64x128xf32>
    %x, %t1 = load_view_tko weak %pa[%zero, %zero] : partition_view<tile=(64x64), tensor_view<64x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    %y, %t2 = load_view_tko weak %pw[%zero, %zero] : partition_view<tile=(64x128), tensor_view<64x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x128xf16>, token
    %s = mmaf %x, %y, %none : tile<64x64xf16>, tile<64x128xf16>, tile<64x128xf32>
    %r = scan %s dim=1 reverse=true identities=[0.0 : f32] : tile<64x128xf32> -> tile<64x128xf32> (%l: tile<f32>, %q: tile<f32>) {
      %o = addf %l, %q : tile<f32>
      yield %o : tile<f32>
    }
    %z = cmpf greater_than ordered %r, %none : tile<64x128xf32> -> tile<64x128xi1>
    %m = select %z, %r, %s : tile<64x128xi1>, tile<64x128xf32>
    %t3 = store_view_tko weak %m, %pc[%zero, %zero] : tile<64x128xf32>, partition_view<tile=(64x128), tensor_view<64x128xf32, strides=[128,1]>>, tile<i32> -> token
    return
  }
}
