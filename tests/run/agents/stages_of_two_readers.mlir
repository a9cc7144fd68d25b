// RUN: run --grid 1 --arg 'a:f16[128,128]=randint(-2,3,seed=38)' --arg 'w:f16[128,128]=randint(-2,3,seed=39)' --arg 'a2:f16[128,128]=randint(-2,3,seed=40)' --arg 'o:f32[128,128]=ones' --arg '3' --print o
// o = [[ -11.  -16.   -3. ...   47.   55.  -33.]
//      [ -33.  -11.  -80. ...   47.   82.   -7.]
//      [ -69.   79.  -35. ...  -27.    5.  -43.]
//      ...
//      [ -10.  -66.   61. ...   45.   99.   27.]
//      [-100.   83.  -13. ...  -14.  -35.  -58.]
//      [  87.  -41.  -11. ...  -26.  -40.   53.]]
//
// Tiles of one shape: those of the first loop are read by threads, those of the second by the tensor core. They share no stages.

cuda_tile.module @m {
  entry @k(%a: tile<ptr<f16>>, %w: tile<ptr<f16>>, %a2: tile<ptr<f16>>, %o: tile<ptr<f32>>, %n: tile<i32>) {
    %b1, %b2, %b3 = get_tile_block_id : tile<i32>
    %v4 = constant <i32: 0> : tile<i32>
    %v5 = constant <i32: 1> : tile<i32>
    %p6 = assume div_by<16>, %a : tile<ptr<f16>>
    %tv7 = make_tensor_view %p6, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xf16, strides=[128,1]>
    %pv8 = make_partition_view %tv7 : partition_view<tile=(128x32), padding_value = zero, tensor_view<128x128xf16, strides=[128,1]>>
    %p9 = assume div_by<16>, %w : tile<ptr<f16>>
    %tv10 = make_tensor_view %p9, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xf16, strides=[128,1]>
    %pv11 = make_partition_view %tv10 : partition_view<tile=(32x128), padding_value = zero, tensor_view<128x128xf16, strides=[128,1]>>
    %p12 = assume div_by<16>, %a2 : tile<ptr<f16>>
    %tv13 = make_tensor_view %p12, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xf16, strides=[128,1]>
    %pv14 = make_partition_view %tv13 : partition_view<tile=(128x32), padding_value = zero, tensor_view<128x128xf16, strides=[128,1]>>
    %p15 = assume div_by<16>, %o : tile<ptr<f32>>
    %tv16 = make_tensor_view %p15, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xf32, strides=[128,1]>
    %pv17 = make_partition_view %tv16 : partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>
    %v18 = constant <f32: 0.0> : tile<128x128xf32>
    %r21 = for %i19 in (%v4 to %n, step %v5) : tile<i32> iter_values(%c20 = %v18) -> (tile<128x128xf32>) {
      %x22, %t23 = load_view_tko weak %pv8[%v4, %i19] : partition_view<tile=(128x32), padding_value = zero, tensor_view<128x128xf16, strides=[128,1]>>, tile<i32> -> tile<128x32xf16>, token
      %v24 = negf %x22 : tile<128x32xf16>
      %x25, %t26 = load_view_tko weak %pv11[%i19, %v4] : partition_view<tile=(32x128), padding_value = zero, tensor_view<128x128xf16, strides=[128,1]>>, tile<i32> -> tile<32x128xf16>, token
      %v27 = negf %x25 : tile<32x128xf16>
      %v28 = mmaf %v24, %v27, %c20 : tile<128x32xf16>, tile<32x128xf16>, tile<128x128xf32>
      continue %v28 : tile<128x128xf32>
    }
    %v29 = constant <f32: 0.0> : tile<128x128xf32>
    %r32 = for %i30 in (%v4 to %n, step %v5) : tile<i32> iter_values(%c31 = %v29) -> (tile<128x128xf32>) {
      %x33, %t34 = load_view_tko weak %pv14[%v4, %i30] : partition_view<tile=(128x32), padding_value = zero, tensor_view<128x128xf16, strides=[128,1]>>, tile<i32> -> tile<128x32xf16>, token
      %x35, %t36 = load_view_tko weak %pv11[%i30, %v4] : partition_view<tile=(32x128), padding_value = zero, tensor_view<128x128xf16, strides=[128,1]>>, tile<i32> -> tile<32x128xf16>, token
      %v37 = negf %x35 : tile<32x128xf16>
      %v38 = mmaf %x33, %v37, %c31 : tile<128x32xf16>, tile<32x128xf16>, tile<128x128xf32>
      continue %v38 : tile<128x128xf32>
    }
    %v39 = addf %r21, %r21 : tile<128x128xf32>
    %v40 = addf %v39, %r32 : tile<128x128xf32>
    %t41 = store_view_tko weak %v40, %pv17[%v4, %v4] : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>, tile<i32> -> token
    return
  }
}
