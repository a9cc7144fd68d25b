// RUN: run --arg 'x:f16[64,2048]=randint(-3,4,seed=1)' --arg 'y:f16[64,2048]=randint(-3,4,seed=2)' --arg 'z:f32[64,64]=zeros' --arg 2 --print z
// z = [[ 199. -203. -125. ... -181.  233.  103.]
//      [ -17.   66. -289. ...   20. -173. -317.]
//      [  29.  439.  -37. ...  -69.  132.   30.]
//      ...
//      [ -19. -493.  294. ...  -52.  -38. -137.]
//      [ 393. -266.  193. ...   30.  -98.   10.]
//      [  27. -167.   87. ... -254. -106.   63.]]
//
// Each iteration sums over 1024 numbers of 16 bits, more than two stages of a pipeline in any shared memory: the loop runs in slices.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<f16>>, %y: tile<ptr<f16>>, %z: tile<ptr<f32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %av = make_tensor_view %x, shape = [64, 2048], strides = [2048, 1] : tensor_view<64x2048xf16, strides=[2048,1]>
    %bv = make_tensor_view %y, shape = [64, 2048], strides = [2048, 1] : tensor_view<64x2048xf16, strides=[2048,1]>
    %cv = make_tensor_view %z, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %a = make_partition_view %av : partition_view<tile=(64x1024), tensor_view<64x2048xf16, strides=[2048,1]>>
    %b = make_partition_view %bv : partition_view<tile=(64x1024), tensor_view<64x2048xf16, strides=[2048,1]>>
    %c = make_partition_view %cv : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %start = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%acc = %start) -> (tile<64x64xf32>) {
      %at, %ta = load_view_tko weak %a[%zero, %i] : partition_view<tile=(64x1024), tensor_view<64x2048xf16, strides=[2048,1]>>, tile<i32> -> tile<64x1024xf16>, token
      %bt, %tb = load_view_tko weak %b[%zero, %i] : partition_view<tile=(64x1024), tensor_view<64x2048xf16, strides=[2048,1]>>, tile<i32> -> tile<64x1024xf16>, token
      %br = permute %bt [1, 0] : tile<64x1024xf16> -> tile<1024x64xf16>
      %next = mmaf %at, %br, %acc : tile<64x1024xf16>, tile<1024x64xf16>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %u = store_view_tko weak %sum, %c[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
}
