// A row of up to 4096 elements a block.

cuda_tile.module @softmax {
  entry @softmax(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>, %rows: tile<i32>, %cols: tile<i32>) {
    %x_16 = assume div_by<16>, %x : tile<ptr<f32>>
    %y_16 = assume div_by<16>, %y : tile<ptr<f32>>
    %rows_16 = assume div_by<16>, %rows : tile<i32>
    %cols_16 = assume div_by<16>, %cols : tile<i32>
    %row, %block_y, %block_z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %x_tensor = make_tensor_view %x_16, shape = [%rows_16, %cols_16], strides = [%cols_16, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %x_tiles = make_partition_view %x_tensor : partition_view<tile=(1x4096), padding_value = neg_inf, tensor_view<?x?xf32, strides=[?,1]>>
    %y_tensor = make_tensor_view %y_16, shape = [%rows_16, %cols_16], strides = [%cols_16, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %y_tiles = make_partition_view %y_tensor : partition_view<tile=(1x4096), tensor_view<?x?xf32, strides=[?,1]>>
    %x_tile, %x_read = load_view_tko weak %x_tiles[%row, %zero] : partition_view<tile=(1x4096), padding_value = neg_inf, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<1x4096xf32>, token
    %largest = reduce %x_tile dim=1 identities=[0xFF800000 : f32] : tile<1x4096xf32> -> tile<1xf32> (%element: tile<f32>, %so_far: tile<f32>) {
      %folded = maxf %element, %so_far : tile<f32>
      yield %folded : tile<f32>
    }
    %largest_all_1x1 = reshape %largest : tile<1xf32> -> tile<1x1xf32>
    %largest_all = broadcast %largest_all_1x1 : tile<1x1xf32> -> tile<1x4096xf32>
    %below = subf %x_tile, %largest_all : tile<1x4096xf32>
    %powers = exp %below : tile<1x4096xf32>
    %sum = reduce %powers dim=1 identities=[0.0 : f32] : tile<1x4096xf32> -> tile<1xf32> (%element: tile<f32>, %so_far: tile<f32>) {
      %folded = addf %element, %so_far : tile<f32>
      yield %folded : tile<f32>
    }
    %sum_all_1x1 = reshape %sum : tile<1xf32> -> tile<1x1xf32>
    %sum_all = broadcast %sum_all_1x1 : tile<1x1xf32> -> tile<1x4096xf32>
    %result = divf %powers, %sum_all : tile<1x4096xf32>
    %written = store_view_tko weak %result, %y_tiles[%row, %zero] : tile<1x4096xf32>, partition_view<tile=(1x4096), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
