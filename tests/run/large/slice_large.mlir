// RUN: run --arg 'a:f64[512,128]=iota' --arg 'o:f64[256,128]=zeros' --print o
// o = [[32768. 32769. 32770. ... 32893. 32894. 32895.]
//      [32896. 32897. 32898. ... 33021. 33022. 33023.]
//      [33024. 33025. 33026. ... 33149. 33150. 33151.]
//      ...
//      [65152. 65153. 65154. ... 65277. 65278. 65279.]
//      [65280. 65281. 65282. ... 65405. 65406. 65407.]
//      [65408. 65409. 65410. ... 65533. 65534. 65535.]]
//
// The slice has no room itself.
cuda_tile.module @tests {
  entry @k(%a: tile<ptr<f64>>, %o: tile<ptr<f64>>) {
    %z = constant <i32: 0> : tile<i32>
    %aa = assume div_by<16>, %a : tile<ptr<f64>>
    %at = make_tensor_view %aa, shape = [512,128], strides = [128,1] : tensor_view<512x128xf64, strides=[128,1]>
    %ap = make_partition_view %at : partition_view<tile=(512x128), tensor_view<512x128xf64, strides=[128,1]>>
    %av, %ak = load_view_tko weak %ap[%z, %z] : partition_view<tile=(512x128), tensor_view<512x128xf64, strides=[128,1]>>, tile<i32> -> tile<512x128xf64>, token
    %i0c = constant <i32: 1> : tile<i32>
    %i1c = constant <i32: 0> : tile<i32>
    %p = extract %av[%i0c, %i1c] : tile<512x128xf64> -> tile<256x128xf64>
    %oa = assume div_by<16>, %o : tile<ptr<f64>>
    %ot = make_tensor_view %oa, shape = [256,128], strides = [128,1] : tensor_view<256x128xf64, strides=[128,1]>
    %op = make_partition_view %ot : partition_view<tile=(256x128), tensor_view<256x128xf64, strides=[128,1]>>
    %ok = store_view_tko weak %p, %op[%z, %z] : tile<256x128xf64>, partition_view<tile=(256x128), tensor_view<256x128xf64, strides=[128,1]>>, tile<i32> -> token
    return
  }
}
