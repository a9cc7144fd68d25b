// RUN: run --arg 'a:f32[256,256]=iota' --arg 'o:f32[256,256]=zeros' --print o
// o = [[0.0000e+00 2.5600e+02 5.1200e+02 ... 6.4768e+04 6.5024e+04 6.5280e+04]
//      [1.0000e+00 2.5700e+02 5.1300e+02 ... 6.4769e+04 6.5025e+04 6.5281e+04]
//      [2.0000e+00 2.5800e+02 5.1400e+02 ... 6.4770e+04 6.5026e+04 6.5282e+04]
//      ...
//      [2.5300e+02 5.0900e+02 7.6500e+02 ... 6.5021e+04 6.5277e+04 6.5533e+04]
//      [2.5400e+02 5.1000e+02 7.6600e+02 ... 6.5022e+04 6.5278e+04 6.5534e+04]
//      [2.5500e+02 5.1100e+02 7.6700e+02 ... 6.5023e+04 6.5279e+04 6.5535e+04]]
//
// A transpose of 256 KiB, more than any target has in shared memory: it goes through in rounds.
cuda_tile.module @tests {
  entry @k(%a: tile<ptr<f32>>, %o: tile<ptr<f32>>) {
    %z = constant <i32: 0> : tile<i32>
    %aa = assume div_by<16>, %a : tile<ptr<f32>>
    %at = make_tensor_view %aa, shape = [256,256], strides = [256,1] : tensor_view<256x256xf32, strides=[256,1]>
    %ap = make_partition_view %at : partition_view<tile=(256x256), tensor_view<256x256xf32, strides=[256,1]>>
    %av, %ak = load_view_tko weak %ap[%z, %z] : partition_view<tile=(256x256), tensor_view<256x256xf32, strides=[256,1]>>, tile<i32> -> tile<256x256xf32>, token
    %p = permute %av [1, 0] : tile<256x256xf32> -> tile<256x256xf32>
    %oa = assume div_by<16>, %o : tile<ptr<f32>>
    %ot = make_tensor_view %oa, shape = [256,256], strides = [256,1] : tensor_view<256x256xf32, strides=[256,1]>
    %op = make_partition_view %ot : partition_view<tile=(256x256), tensor_view<256x256xf32, strides=[256,1]>>
    %ok = store_view_tko weak %p, %op[%z, %z] : tile<256x256xf32>, partition_view<tile=(256x256), tensor_view<256x256xf32, strides=[256,1]>>, tile<i32> -> token
    return
  }
}
