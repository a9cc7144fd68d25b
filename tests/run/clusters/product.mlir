// RUN: run --grid 2,2 --arg 'a:f16[64,64]=randint(-3,4,seed=1)' --arg 'b:f16[64,64]=randint(-3,4,seed=2)' --arg 'c:f32[64,64]=zeros' --print c
// c = [[ 28.  34. -12. ... -53.  43.  26.]
//      [-21. -17.  12. ...   6.   1. -17.]
//      [ 62.  -2.   5. ...  45. -44.  37.]
//      ...
//      [-11.  66. -33. ...   4.   0.  -2.]
//      [  8. -10.  25. ...  25. -17.   7.]
//      [  6.  13. -20. ...  -1. -26. -54.]]
//
// Each thread block of a cluster has half of the rows of a product, in a loop with copies ahead.
cuda_tile.module @tests {
  entry @k(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>) optimization_hints=<default = {num_cta_in_cga = 2}> {
    %a16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b16 = assume div_by<16>, %b : tile<ptr<f16>>
    %at = make_tensor_view %a16, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf16, strides=[64,1]>
    %bt = make_tensor_view %b16, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf16, strides=[64,1]>
    %ct = make_tensor_view %c, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %ap = make_partition_view %at : partition_view<tile=(32x16), tensor_view<64x64xf16, strides=[64,1]>>
    %bp = make_partition_view %bt : partition_view<tile=(16x32), tensor_view<64x64xf16, strides=[64,1]>>
    %cp = make_partition_view %ct : partition_view<tile=(32x32), tensor_view<64x64xf32, strides=[64,1]>>
    %i, %j, %l = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    %none = constant <f32: 0.0> : tile<32x32xf32>
    %sum = for %s in (%zero to %four, step %one) : tile<i32> iter_values(%so_far = %none) -> (tile<32x32xf32>) {
      %x, %t0 = load_view_tko weak %ap[%i, %s] : partition_view<tile=(32x16), tensor_view<64x64xf16, strides=[64,1]>>, tile<i32> -> tile<32x16xf16>, token
      %y, %t1 = load_view_tko weak %bp[%s, %j] : partition_view<tile=(16x32), tensor_view<64x64xf16, strides=[64,1]>>, tile<i32> -> tile<16x32xf16>, token
      %next = mmaf %x, %y, %so_far : tile<32x16xf16>, tile<16x32xf16>, tile<32x32xf32>
      continue %next : tile<32x32xf32>
    }
    %t2 = store_view_tko weak %sum, %cp[%i, %j] : tile<32x32xf32>, partition_view<tile=(32x32), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
}
