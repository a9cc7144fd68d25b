// Prefix sums of every row: y[i] = x[0] + .. + x[i]. Teaches `scan`, which keeps the intermediate values of a reduce,
// and a value that a loop carries from tile to tile, so that rows may be of any length. A block takes one row.
//
// RUN: run --grid 2 --arg 'x:i32[2,20]=iota' --arg 'y:i32[2,20]=zeros' --arg 'x.shape[0]' --arg 'x.shape[1]' --print y
// y = [[  0   1   3   6  10  15  21  28  36  45  55  66  78  91 105 120 136 153
//       171 190]
//      [ 20  41  63  86 110 135 161 188 216 245 275 306 338 371 405 440 476 513
//       551 590]]

cuda_tile.module @scan {
  entry @prefix_sum(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>, %rows: tile<i32>, %cols: tile<i32>) {
    %row, %block_y, %block_z = get_tile_block_id : tile<i32>
    %x_tensor = make_tensor_view %x, shape = [%rows, %cols], strides = [%cols, 1] : tile<i32> -> tensor_view<?x?xi32, strides=[?,1]>
    %x_tiles = make_partition_view %x_tensor : partition_view<tile=(1x8), padding_value = zero, tensor_view<?x?xi32, strides=[?,1]>>
    %y_tensor = make_tensor_view %y, shape = [%rows, %cols], strides = [%cols, 1] : tile<i32> -> tensor_view<?x?xi32, strides=[?,1]>
    %y_tiles = make_partition_view %y_tensor : partition_view<tile=(1x8), tensor_view<?x?xi32, strides=[?,1]>>
    %row_tiles, %col_tiles = get_index_space_shape %x_tiles : partition_view<tile=(1x8), padding_value = zero, tensor_view<?x?xi32, strides=[?,1]>> -> tile<i32>

    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %last = constant <i32: 7> : tile<i32>
    %end = for %i in (%zero to %col_tiles, step %one) : tile<i32> iter_values(%carry = %zero) -> (tile<i32>) {
      %values, %read = load_view_tko weak %x_tiles[%row, %i] : partition_view<tile=(1x8), padding_value = zero, tensor_view<?x?xi32, strides=[?,1]>>, tile<i32> -> tile<1x8xi32>, token

      // Sums within the tile. Unlike `reduce`, `scan` keeps the shape; with `reverse=true` it would run from the back.
      %sums = scan %values dim=1 reverse=false identities=[0 : i32] : tile<1x8xi32> -> tile<1x8xi32> (%element: tile<i32>, %so_far: tile<i32>) {
        %sum = addi %element, %so_far : tile<i32>
        yield %sum : tile<i32>
      }

      // Plus the sum of all tiles before.
      %carry_1x1 = reshape %carry : tile<i32> -> tile<1x1xi32>
      %carry_all = broadcast %carry_1x1 : tile<1x1xi32> -> tile<1x8xi32>
      %result = addi %sums, %carry_all : tile<1x8xi32>
      %written = store_view_tko weak %result, %y_tiles[%row, %i] : tile<1x8xi32>, partition_view<tile=(1x8), tensor_view<?x?xi32, strides=[?,1]>>, tile<i32> -> token

      // The last element goes on to the next tile. `extract` cuts a tile into blocks of the result's shape, here of
      // 1 x 1, and picks one by its number.
      %carry_next_1x1 = extract %result[%zero, %last] : tile<1x8xi32> -> tile<1x1xi32>
      %carry_next = reshape %carry_next_1x1 : tile<1x1xi32> -> tile<i32>
      continue %carry_next : tile<i32>
    }
    return
  }
}
