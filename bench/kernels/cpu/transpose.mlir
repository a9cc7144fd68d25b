// B = the transpose of A: a tile is read, its dimensions change places, and it is written to the mirrored place.

cuda_tile.module @transpose {
  entry @transpose(%a: tile<ptr<f32>>, %b: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>) {
    %column, %row, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>
    %b_tensor = make_tensor_view %b, shape = [%n, %m], strides = [%m, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>
    %tile, %read = load_view_tko weak %a_tiles[%row, %column] : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<64x64xf32>, token
    %mirrored = permute %tile [1, 0] : tile<64x64xf32> -> tile<64x64xf32>
    %written = store_view_tko weak %mirrored, %b_tiles[%column, %row] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
