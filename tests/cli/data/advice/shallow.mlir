// A product in a loop whose tiles have too little of the inner dimension for `wgmma`.
cuda_tile.module @m {
  entry @gemm(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %a_view = make_tensor_view %a_16, shape = [64, 128], strides = [128, 1] : tensor_view<64x128xf16, strides=[128,1]>
    %b_view = make_tensor_view %b_16, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf16, strides=[64,1]>
    %c_view = make_tensor_view %c_16, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %a_tiles = make_partition_view %a_view : partition_view<tile=(64x8), tensor_view<64x128xf16, strides=[128,1]>>
    %b_tiles = make_partition_view %b_view : partition_view<tile=(8x64), tensor_view<128x64xf16, strides=[64,1]>>
    %c_tiles = make_partition_view %c_view : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %steps = constant <i32: 16> : tile<i32>
    %none = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %none) -> (tile<64x64xf32>) {
      %left, %left_read = load_view_tko weak %a_tiles[%zero, %i] : partition_view<tile=(64x8), tensor_view<64x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x8xf16>, token
      %right, %right_read = load_view_tko weak %b_tiles[%i, %zero] : partition_view<tile=(8x64), tensor_view<128x64xf16, strides=[64,1]>>, tile<i32> -> tile<8x64xf16>, token
      %next = mmaf %left, %right, %acc : tile<64x8xf16>, tile<8x64xf16>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
}
