// RUN: run --arg 'a:f32[128,256]=iota' --arg 'b:f32[128,256]=iota' --arg 'o:f32[128,512]=zeros' --print o
// o = [[0.0000e+00 1.0000e+00 2.0000e+00 ... 1.0000e+00 2.0000e+00 3.0000e+00]
//      [2.5600e+02 2.5700e+02 2.5800e+02 ... 5.0000e+00 6.0000e+00 0.0000e+00]
//      [5.1200e+02 5.1300e+02 5.1400e+02 ... 2.0000e+00 3.0000e+00 4.0000e+00]
//      ...
//      [3.2000e+04 3.2001e+04 3.2002e+04 ... 4.0000e+00 5.0000e+00 6.0000e+00]
//      [3.2256e+04 3.2257e+04 3.2258e+04 ... 1.0000e+00 2.0000e+00 3.0000e+00]
//      [3.2512e+04 3.2513e+04 3.2514e+04 ... 5.0000e+00 6.0000e+00 0.0000e+00]]
//
// Two tiles of 128 KiB become one.
cuda_tile.module @tests {
  entry @k(%a: tile<ptr<f32>>, %b: tile<ptr<f32>>, %o: tile<ptr<f32>>) {
    %z = constant <i32: 0> : tile<i32>
    %aa = assume div_by<16>, %a : tile<ptr<f32>>
    %at = make_tensor_view %aa, shape = [128,256], strides = [256,1] : tensor_view<128x256xf32, strides=[256,1]>
    %ap = make_partition_view %at : partition_view<tile=(128x256), tensor_view<128x256xf32, strides=[256,1]>>
    %av, %ak = load_view_tko weak %ap[%z, %z] : partition_view<tile=(128x256), tensor_view<128x256xf32, strides=[256,1]>>, tile<i32> -> tile<128x256xf32>, token
    %ba = assume div_by<16>, %b : tile<ptr<f32>>
    %bt = make_tensor_view %ba, shape = [128,256], strides = [256,1] : tensor_view<128x256xf32, strides=[256,1]>
    %bp = make_partition_view %bt : partition_view<tile=(128x256), tensor_view<128x256xf32, strides=[256,1]>>
    %bv, %bk = load_view_tko weak %bp[%z, %z] : partition_view<tile=(128x256), tensor_view<128x256xf32, strides=[256,1]>>, tile<i32> -> tile<128x256xf32>, token
    %mm0 = constant <f32: 7.0> : tile<128x256xf32>
    %sm0 = remf %bv, %mm0 : tile<128x256xf32>
    %p = cat %av, %sm0 dim = 1 : tile<128x256xf32>, tile<128x256xf32> -> tile<128x512xf32>
    %oa = assume div_by<16>, %o : tile<ptr<f32>>
    %ot = make_tensor_view %oa, shape = [128,512], strides = [512,1] : tensor_view<128x512xf32, strides=[512,1]>
    %op = make_partition_view %ot : partition_view<tile=(128x512), tensor_view<128x512xf32, strides=[512,1]>>
    %ok = store_view_tko weak %p, %op[%z, %z] : tile<128x512xf32>, partition_view<tile=(128x512), tensor_view<128x512xf32, strides=[512,1]>>, tile<i32> -> token
    return
  }
}
