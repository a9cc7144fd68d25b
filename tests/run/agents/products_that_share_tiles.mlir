// RUN: run --grid 1 --arg 'f16[256,256]=randint(-2,3,seed=1)' --arg 'f16[256,128]=randint(-2,3,seed=2)' --arg 'o:f32[128,64]=zeros' --arg 3 --print o
// o = [[ 53.  16.  25. ...  93.  34.  12.]
//      [ 78.  12.  20. ...  73.  39.  34.]
//      [ 18.   8.  12. ...  71.  47.  28.]
//      ...
//      [ 52.  -1.  27. ...  14.  15. -15.]
//      [ 18.  28.  24. ...  14.   5.  24.]
//      [ 43.  25.  30. ...  20.  46.  31.]]
//
// The third product multiplies a tile of each of the two before it: all four come in one stage.

cuda_tile.module @tests {
  entry @k(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %o: tile<ptr<f32>>, %steps: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %a_all = make_tensor_view %a_16, shape = [256, 256], strides = [256, 1] : tensor_view<256x256xf16, strides=[256,1]>
    %a_tiles = make_partition_view %a_all : partition_view<tile=(128x64), tensor_view<256x256xf16, strides=[256,1]>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %b_all = make_tensor_view %b_16, shape = [256, 128], strides = [128, 1] : tensor_view<256x128xf16, strides=[128,1]>
    %b_tiles = make_partition_view %b_all : partition_view<tile=(64x64), tensor_view<256x128xf16, strides=[128,1]>>
    %o_16 = assume div_by<16>, %o : tile<ptr<f32>>
    %o_all = make_tensor_view %o_16, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
    %o_tiles = make_partition_view %o_all : partition_view<tile=(128x64), tensor_view<128x64xf32, strides=[64,1]>>
    %none = constant <f32: 0.0> : tile<128x64xf32>
    %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%so_far = %none) -> (tile<128x64xf32>) {
      %a1, %a1_read = load_view_tko weak %a_tiles[%zero, %i] : partition_view<tile=(128x64), tensor_view<256x256xf16, strides=[256,1]>>, tile<i32> -> tile<128x64xf16>, token
      %b1, %b1_read = load_view_tko weak %b_tiles[%i, %zero] : partition_view<tile=(64x64), tensor_view<256x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x64xf16>, token
      %a2, %a2_read = load_view_tko weak %a_tiles[%one, %i] : partition_view<tile=(128x64), tensor_view<256x256xf16, strides=[256,1]>>, tile<i32> -> tile<128x64xf16>, token
      %b2, %b2_read = load_view_tko weak %b_tiles[%i, %one] : partition_view<tile=(64x64), tensor_view<256x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x64xf16>, token
      %first = mmaf %a1, %b1, %none : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
      %second = mmaf %a2, %b2, %none : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
      %larger = maxf %first, %second : tile<128x64xf32>
      %both = maxf %larger, %so_far : tile<128x64xf32>
      %third = mmaf %a1, %b2, %both : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
      continue %third : tile<128x64xf32>
    }
    %done = store_view_tko weak %sum, %o_tiles[%zero, %zero] : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
}
