// RUN: run --grid 1 --arg 'f16[512,64]=randint(-2,3,seed=1)' --arg 'f16[1024,64]=randint(-2,3,seed=2)' --arg 'c:f32[64,64]=zeros' --arg 2 --print c
// c = [[  84.   13.   59. ...  -85.   42.  -77.]
//      [  48.  147.  166. ...   93.   15.  -16.]
//      [  55.  102.    9. ...   64.   76.   52.]
//      ...
//      [ -33.   40.   77. ...  -17.   55.  -57.]
//      [  12.   76.   -1. ...  -20.   15.  -19.]
//      [ -29.  168.  107. ...   43.    2. -189.]]
//
// A product over a dimension that is gathered, by numbers from outside of the loop, and longer than what a loop is sliced to.

cuda_tile.module @tests {
  entry @gathered(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %times: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %av = make_tensor_view %a, shape = [512, 64], strides = [64, 1] : tensor_view<512x64xf16, strides=[64,1]>
    %at = make_gather_scatter_view %av : gather_scatter_view<tile=(512x64), padding_value = zero, tensor_view<512x64xf16, strides=[64,1]>, sparse_dim=0>
    %bv = make_tensor_view %b, shape = [1024, 64], strides = [64, 1] : tensor_view<1024x64xf16, strides=[64,1]>
    %bt = make_partition_view %bv : partition_view<tile=(512x64), tensor_view<1024x64xf16, strides=[64,1]>>
    %cv = make_tensor_view %c, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %ct = make_partition_view %cv : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %up = iota : tile<512xi32>
    %mask = constant <i32: 511> : tile<512xi32>
    %rows = xori %up, %mask : tile<512xi32>
    %none = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%zero to %times, step %one) : tile<i32> iter_values(%s = %none) -> (tile<64x64xf32>) {
      %x, %x_t = load_view_tko weak %at[%rows, %zero] : gather_scatter_view<tile=(512x64), padding_value = zero, tensor_view<512x64xf16, strides=[64,1]>, sparse_dim=0>, tile<512xi32>, tile<i32> -> tile<512x64xf16>, token
      %xt = permute %x [1, 0] : tile<512x64xf16> -> tile<64x512xf16>
      %y, %y_t = load_view_tko weak %bt[%i, %zero] : partition_view<tile=(512x64), tensor_view<1024x64xf16, strides=[64,1]>>, tile<i32> -> tile<512x64xf16>, token
      %n = mmaf %xt, %y, %s : tile<64x512xf16>, tile<512x64xf16>, tile<64x64xf32>
      continue %n : tile<64x64xf32>
    }
    %done = store_view_tko weak %sum, %ct[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
}
