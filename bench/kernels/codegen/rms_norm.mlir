// A row of up to 4096 elements a block.

cuda_tile.module @rms_norm {
  entry @rms_norm(%x: tile<ptr<f32>>, %gamma: tile<ptr<f32>>, %y: tile<ptr<f32>>, %rows: tile<i32>, %cols: tile<i32>) {
    %x_16 = assume div_by<16>, %x : tile<ptr<f32>>
    %gamma_16 = assume div_by<16>, %gamma : tile<ptr<f32>>
    %y_16 = assume div_by<16>, %y : tile<ptr<f32>>
    %rows_16 = assume div_by<16>, %rows : tile<i32>
    %cols_16 = assume div_by<16>, %cols : tile<i32>
    %row, %block_y, %block_z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %x_tensor = make_tensor_view %x_16, shape = [%rows_16, %cols_16], strides = [%cols_16, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %x_tiles = make_partition_view %x_tensor : partition_view<tile=(1x4096), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %y_tensor = make_tensor_view %y_16, shape = [%rows_16, %cols_16], strides = [%cols_16, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %y_tiles = make_partition_view %y_tensor : partition_view<tile=(1x4096), tensor_view<?x?xf32, strides=[?,1]>>
    %x_tile, %x_read = load_view_tko weak %x_tiles[%row, %zero] : partition_view<tile=(1x4096), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<1x4096xf32>, token
    %count = itof %cols_16 signed : tile<i32> -> tile<f32>
    %count_1 = reshape %count : tile<f32> -> tile<1xf32>
    %square = mulf %x_tile, %x_tile : tile<1x4096xf32>
    %square_sum = reduce %square dim=1 identities=[0.0 : f32] : tile<1x4096xf32> -> tile<1xf32> (%element: tile<f32>, %so_far: tile<f32>) {
      %folded = addf %element, %so_far : tile<f32>
      yield %folded : tile<f32>
    }
    %epsilon = constant <f32: 1.0e-5> : tile<1xf32>
    %variance = divf %square_sum, %count_1 : tile<1xf32>
    %above_zero = addf %variance, %epsilon : tile<1xf32>
    %scale = rsqrt %above_zero : tile<1xf32>
    %scale_all_1x1 = reshape %scale : tile<1xf32> -> tile<1x1xf32>
    %scale_all = broadcast %scale_all_1x1 : tile<1x1xf32> -> tile<1x4096xf32>
    %normal = mulf %x_tile, %scale_all : tile<1x4096xf32>
    %gamma_tensor = make_tensor_view %gamma_16, shape = [%cols_16], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %gamma_tiles = make_partition_view %gamma_tensor : partition_view<tile=(4096), tensor_view<?xf32, strides=[1]>>
    %gamma_row, %gamma_read = load_view_tko weak %gamma_tiles[%zero] : partition_view<tile=(4096), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<4096xf32>, token
    %gamma_tile = reshape %gamma_row : tile<4096xf32> -> tile<1x4096xf32>
    %result = mulf %normal, %gamma_tile : tile<1x4096xf32>
    %written = store_view_tko weak %result, %y_tiles[%row, %zero] : tile<1x4096xf32>, partition_view<tile=(1x4096), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
