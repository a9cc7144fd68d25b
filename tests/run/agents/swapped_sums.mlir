// RUN: run --grid 1 --arg 'f16[32,192]=randint(-2,3,seed=1)' --arg 'f16[192,128]=randint(-2,3,seed=2)' --arg 'f16[192,128]=randint(-2,3,seed=3)' --arg 'c:f32[32,128]=zeros' --arg 3 --print c
// c = [[   66.   308.  -572. ...  2336.     7.  -117.]
//      [  -33.    96.  1770. ...  1716.   -12.  -540.]
//      [  -78.  -756.  -112. ...  -216.  -884.   570.]
//      ...
//      [  196.  -279. -1334. ...    22.    76.  1525.]
//      [ 1914.   925.  -512. ...  -292.  -198.   352.]
//      [   48.   -26.   442. ...   -11.    51.   451.]]
//
// Two sums of few rows, both computed transposed, are multiplied by each other before they are stored.

cuda_tile.module @tests {
  entry @gated(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %d: tile<ptr<f16>>, %c: tile<ptr<f32>>, %times: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %a_v = make_tensor_view %a_16, shape = [32, 192], strides = [192, 1] : tensor_view<32x192xf16, strides=[192,1]>
    %a_t = make_partition_view %a_v : partition_view<tile=(32x64), tensor_view<32x192xf16, strides=[192,1]>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %b_v = make_tensor_view %b_16, shape = [192, 128], strides = [128, 1] : tensor_view<192x128xf16, strides=[128,1]>
    %b_t = make_partition_view %b_v : partition_view<tile=(64x128), tensor_view<192x128xf16, strides=[128,1]>>
    %d_16 = assume div_by<16>, %d : tile<ptr<f16>>
    %d_v = make_tensor_view %d_16, shape = [192, 128], strides = [128, 1] : tensor_view<192x128xf16, strides=[128,1]>
    %d_t = make_partition_view %d_v : partition_view<tile=(64x128), tensor_view<192x128xf16, strides=[128,1]>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %c_v = make_tensor_view %c_16, shape = [32, 128], strides = [128, 1] : tensor_view<32x128xf32, strides=[128,1]>
    %c_t = make_partition_view %c_v : partition_view<tile=(32x128), tensor_view<32x128xf32, strides=[128,1]>>
    %none = constant <f32: 0.0> : tile<32x128xf32>
    %up, %gate = for %i in (%zero to %times, step %one) : tile<i32> iter_values(%u = %none, %g = %none) -> (tile<32x128xf32>, tile<32x128xf32>) {
      %x, %x_t = load_view_tko weak %a_t[%zero, %i] : partition_view<tile=(32x64), tensor_view<32x192xf16, strides=[192,1]>>, tile<i32> -> tile<32x64xf16>, token
      %y, %y_t = load_view_tko weak %b_t[%i, %zero] : partition_view<tile=(64x128), tensor_view<192x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x128xf16>, token
      %z, %z_t = load_view_tko weak %d_t[%i, %zero] : partition_view<tile=(64x128), tensor_view<192x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x128xf16>, token
      %u2 = mmaf %x, %y, %u : tile<32x64xf16>, tile<64x128xf16>, tile<32x128xf32>
      %g2 = mmaf %x, %z, %g : tile<32x64xf16>, tile<64x128xf16>, tile<32x128xf32>
      continue %u2, %g2 : tile<32x128xf32>, tile<32x128xf32>
    }
    %product = mulf %up, %gate : tile<32x128xf32>
    %done = store_view_tko weak %product, %c_t[%zero, %zero] : tile<32x128xf32>, partition_view<tile=(32x128), tensor_view<32x128xf32, strides=[128,1]>>, tile<i32> -> token
    return
  }
}
