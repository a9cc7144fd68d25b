// RUN: run --grid 1 --arg 'a:f16[64,128]=randint(-2,3,seed=38)' --arg 'w:f16[64,128]=randint(-2,3,seed=39)' --arg 'o:f32[64,64]=ones' --arg 'ids:i32[64]=randint(0,64,seed=41)' --arg '128' --arg '2' --arg '1' --print o
// o = [[ -7. -65. -19. ...   7. -17.  10.]
//      [-10. -34. -17. ...  17. -11.  23.]
//      [  1. -16.  -6. ...  -6.  -5.  23.]
//      ...
//      [  3. -10. -15. ...  -2.  39.  14.]
//      [ 22.   8. -50. ...  -9.  -7.  -7.]
//      [ -4. -18.  27. ...  26.   2. -27.]]
//
// A view that is made in a loop over tiles, whose tiles the product reads transposed.

cuda_tile.module @m {
  entry @k(%a: tile<ptr<f16>>, %w: tile<ptr<f16>>, %o: tile<ptr<f32>>, %ids: tile<ptr<i32>>, %kn: tile<i32>, %n: tile<i32>, %tiles: tile<i32>) {
    %b1, %b2, %b3 = get_tile_block_id : tile<i32>
    %v4 = constant <i32: 0> : tile<i32>
    %v5 = constant <i32: 1> : tile<i32>
    %p6 = assume div_by<16>, %a : tile<ptr<f16>>
    %p7 = assume div_by<16>, %w : tile<ptr<f16>>
    %p8 = assume div_by<16>, %o : tile<ptr<f32>>
    %p9 = assume div_by<16>, %ids : tile<ptr<i32>>
    %n10 = assume div_by<8>, %kn : tile<i32>
    %tv11 = make_tensor_view %p8, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %pv12 = make_partition_view %tv11 : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    for %i13 in (%b1 to %tiles, step %v5) : tile<i32> {
      %tv14 = make_tensor_view %p6, shape = [64, 128], strides = [128, 1] : tensor_view<64x128xf16, strides=[128,1]>
      %pv15 = make_partition_view %tv14 : partition_view<tile=(64x64), padding_value = zero, tensor_view<64x128xf16, strides=[128,1]>>
      %tv16 = make_tensor_view %p7, shape = [64, %n10], strides = [128, 1] : tile<i32> -> tensor_view<64x?xf16, strides=[128,1]>
      %pv17 = make_partition_view %tv16 : partition_view<tile=(64x64), padding_value = zero, tensor_view<64x?xf16, strides=[128,1]>>
      %v18 = constant <f32: 0.0> : tile<64x64xf32>
      %r21 = for %i19 in (%v4 to %n, step %v5) : tile<i32> iter_values(%c20 = %v18) -> (tile<64x64xf32>) {
        %x22, %t23 = load_view_tko weak %pv15[%v4, %i19] : partition_view<tile=(64x64), padding_value = zero, tensor_view<64x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x64xf16>, token
        %x24, %t25 = load_view_tko weak %pv17[%v4, %i19] : partition_view<tile=(64x64), padding_value = zero, tensor_view<64x?xf16, strides=[128,1]>>, tile<i32> -> tile<64x64xf16>, token
        %v26 = permute %x24 [1, 0] : tile<64x64xf16> -> tile<64x64xf16>
        %v27 = mmaf %x22, %v26, %c20 : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
        continue %v27 : tile<64x64xf32>
      }
      %t28 = store_view_tko weak %r21, %pv12[%i13, %v4] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
      continue
    }
    return
  }
}
