// Y = alpha * X + Y on matrices of any size. Teaches views: a tensor view says how a matrix is stored, a partition
// view cuts it into tiles, and loads and stores name a tile by its place. No pointer arithmetic and no masks: what
// sticks out over the edge is left out by the view.
//
// RUN: run --grid 2,2 --arg 'X:f32[5,6]=iota' --arg 'Y:f32[5,6]=ones' --arg 10 --arg 'X.shape[0]' --arg 'X.shape[1]' --print Y
// Y = [[  1.  11.  21.  31.  41.  51.]
//      [ 61.  71.  81.  91. 101. 111.]
//      [121. 131. 141. 151. 161. 171.]
//      [181. 191. 201. 211. 221. 231.]
//      [241. 251. 261. 271. 281. 291.]]

cuda_tile.module @saxpy_views {
  entry @saxpy(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>, %alpha: tile<f32>, %rows: tile<i32>, %cols: tile<i32>) {
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>

    // `?` is an extent or stride that is known only when the program runs; the op takes one operand for each. Row-major:
    // one row further is `cols` elements away, one column further is one element away.
    %x_tensor = make_tensor_view %x, shape = [%rows, %cols], strides = [%cols, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %y_tensor = make_tensor_view %y, shape = [%rows, %cols], strides = [%cols, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>

    // Tiles of 4 x 4. A matrix of 5 x 6 has 2 x 2 of them, three of which stick out.
    %x_tiles = make_partition_view %x_tensor : partition_view<tile=(4x4), tensor_view<?x?xf32, strides=[?,1]>>
    %y_tiles = make_partition_view %y_tensor : partition_view<tile=(4x4), tensor_view<?x?xf32, strides=[?,1]>>

    // Indices count tiles, not elements.
    %x_tile, %x_read = load_view_tko weak %x_tiles[%block_row, %block_col] : partition_view<tile=(4x4), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<4x4xf32>, token
    %y_tile, %y_read = load_view_tko weak %y_tiles[%block_row, %block_col] : partition_view<tile=(4x4), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<4x4xf32>, token

    %alpha_1x1 = reshape %alpha : tile<f32> -> tile<1x1xf32>
    %alpha_4x4 = broadcast %alpha_1x1 : tile<1x1xf32> -> tile<4x4xf32>
    %scaled = mulf %alpha_4x4, %x_tile : tile<4x4xf32>
    %sum = addf %scaled, %y_tile : tile<4x4xf32>

    // This store overwrites what the second load reads, and a program has no order of its own: the token of the load
    // says "first read, then write".
    %written = store_view_tko weak %sum, %y_tiles[%block_row, %block_col] token = %y_read : tile<4x4xf32>, partition_view<tile=(4x4), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
