// The softmax of every row, exp(x) / sum(exp(x)), in the form that cannot overflow: the largest element of the row is
// subtracted first. Teaches `reduce`, which folds one dimension of a tile with a small function. Rows may have up to 32
// elements; a block takes four of them. (Below every row is the one before plus 5, which makes no difference.)
//
// RUN: run --grid 1 --arg 'x:f32[3,5]=iota' --arg 'y:f32[3,5]=zeros' --arg 'x.shape[0]' --arg 'x.shape[1]' --print y
// y = [[0.01165623 0.03168492 0.08612854 0.23412165 0.63640857]
//      [0.01165623 0.03168492 0.08612854 0.23412165 0.63640857]
//      [0.01165623 0.03168492 0.08612854 0.23412165 0.63640857]]

cuda_tile.module @softmax {
  entry @softmax(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>, %rows: tile<i32>, %cols: tile<i32>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>

    // Columns past the end read minus infinity, which is the smallest candidate for a maximum and whose exponential is 0:
    // the right padding depends on what is done with the elements.
    %x_tensor = make_tensor_view %x, shape = [%rows, %cols], strides = [%cols, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %x_tiles = make_partition_view %x_tensor : partition_view<tile=(4x32), padding_value = neg_inf, tensor_view<?x?xf32, strides=[?,1]>>
    %x_tile, %x_read = load_view_tko weak %x_tiles[%block, %zero] : partition_view<tile=(4x32), padding_value = neg_inf, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<4x32xf32>, token

    // `dim=1` disappears: 4 x 32 becomes 4. The function takes pairs of elements in an order that is not promised, so it
    // must be associative; the identity is the value that changes nothing, here minus infinity as bits.
    %largest = reduce %x_tile dim=1 identities=[0xFF800000 : f32] : tile<4x32xf32> -> tile<4xf32> (%element: tile<f32>, %so_far: tile<f32>) {
      %larger = maxf %element, %so_far : tile<f32>
      yield %larger : tile<f32>
    }
    %largest_4x1 = reshape %largest : tile<4xf32> -> tile<4x1xf32>
    %largest_all = broadcast %largest_4x1 : tile<4x1xf32> -> tile<4x32xf32>
    %shifted = subf %x_tile, %largest_all : tile<4x32xf32>
    %powers = exp %shifted : tile<4x32xf32>

    %sum = reduce %powers dim=1 identities=[0.0 : f32] : tile<4x32xf32> -> tile<4xf32> (%element: tile<f32>, %so_far: tile<f32>) {
      %total = addf %element, %so_far : tile<f32>
      yield %total : tile<f32>
    }
    %sum_4x1 = reshape %sum : tile<4xf32> -> tile<4x1xf32>
    %sum_all = broadcast %sum_4x1 : tile<4x1xf32> -> tile<4x32xf32>
    %result = divf %powers, %sum_all : tile<4x32xf32>

    %y_tensor = make_tensor_view %y, shape = [%rows, %cols], strides = [%cols, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %y_tiles = make_partition_view %y_tensor : partition_view<tile=(4x32), tensor_view<?x?xf32, strides=[?,1]>>
    %written = store_view_tko weak %result, %y_tiles[%block, %zero] : tile<4x32xf32>, partition_view<tile=(4x32), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
