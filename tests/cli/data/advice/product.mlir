// A product of f32, which tensor cores do not multiply.
cuda_tile.module @m {
  entry @product(%a: tile<ptr<f32>>, %b: tile<ptr<f32>>, %c: tile<ptr<f32>>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f32>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f32>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %a_view = make_tensor_view %a_16, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %b_view = make_tensor_view %b_16, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %c_view = make_tensor_view %c_16, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %a_tiles = make_partition_view %a_view : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %b_tiles = make_partition_view %b_view : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %c_tiles = make_partition_view %c_view : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %left, %left_read = load_view_tko weak %a_tiles[%zero, %zero] : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> tile<64x64xf32>, token
    %right, %right_read = load_view_tko weak %b_tiles[%zero, %zero] : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> tile<64x64xf32>, token
    %none = constant <f32: 0.0> : tile<64x64xf32>
    %sum = mmaf %left, %right, %none : tile<64x64xf32>, tile<64x64xf32>, tile<64x64xf32>
    %written = store_view_tko weak %sum, %c_tiles[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
}
