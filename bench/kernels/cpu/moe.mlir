// A mixture-of-experts layer, y[t] = x[t] W[expert of t], on tokens that are sorted by expert: each block takes 64 tokens
// of one expert, whose numbers `tokens` lists and whose rows are gathered and scattered. Sizes are multiples of 64.
// Grid: columns / 64, groups of tokens.

cuda_tile.module @moe {
  entry @moe(%x: tile<ptr<f32>>, %w: tile<ptr<f32>>, %tokens: tile<ptr<i32>>, %experts: tile<ptr<i32>>, %y: tile<ptr<f32>>, %count: tile<i32>, %expert_count: tile<i32>, %width: tile<i32>) {
    %column, %group, %unused = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %side = constant <i32: 64> : tile<i32>
    %token_tensor = make_tensor_view %tokens, shape = [%count], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %token_tiles = make_partition_view %token_tensor : partition_view<tile=(64), tensor_view<?xi32, strides=[1]>>
    %token, %token_read = load_view_tko weak %token_tiles[%group] : partition_view<tile=(64), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<64xi32>, token
    %expert_place = offset %experts, %group : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %expert, %expert_read = load_ptr_tko weak %expert_place : tile<ptr<i32>> -> tile<i32>, token
    %x_tensor = make_tensor_view %x, shape = [%count, %width], strides = [%width, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %x_rows = make_gather_scatter_view %x_tensor : gather_scatter_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>, sparse_dim=0>
    %y_tensor = make_tensor_view %y, shape = [%count, %width], strides = [%width, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %y_rows = make_gather_scatter_view %y_tensor : gather_scatter_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>, sparse_dim=0>
    %square = muli %width, %width : tile<i32>
    %w_tensor = make_tensor_view %w, shape = [%expert_count, %width, %width], strides = [%square, %width, 1] : tile<i32> -> tensor_view<?x?x?xf32, strides=[?,?,1]>
    %w_tiles = make_partition_view %w_tensor : partition_view<tile=(1x64x64), tensor_view<?x?x?xf32, strides=[?,?,1]>>
    %w_experts, %k_tiles, %w_columns = get_index_space_shape %w_tiles : partition_view<tile=(1x64x64), tensor_view<?x?x?xf32, strides=[?,?,1]>> -> tile<i32>
    %nothing = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%so_far = %nothing) -> (tile<64x64xf32>) {
      %element = muli %i, %side : tile<i32>
      %x_tile, %x_read = load_view_tko weak %x_rows[%token, %element] : gather_scatter_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>, sparse_dim=0>, tile<64xi32>, tile<i32> -> tile<64x64xf32>, token
      %w_1, %w_read = load_view_tko weak %w_tiles[%expert, %i, %column] : partition_view<tile=(1x64x64), tensor_view<?x?x?xf32, strides=[?,?,1]>>, tile<i32> -> tile<1x64x64xf32>, token
      %w_tile = reshape %w_1 : tile<1x64x64xf32> -> tile<64x64xf32>
      %next = mmaf %x_tile, %w_tile, %so_far : tile<64x64xf32>, tile<64x64xf32>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %first_column = muli %column, %side : tile<i32>
    %written = store_view_tko weak %sum, %y_rows[%token, %first_column] : tile<64x64xf32>, gather_scatter_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>, sparse_dim=0>, tile<64xi32>, tile<i32> -> token
    return
  }
}
