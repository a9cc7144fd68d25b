// RUN: run --sanitize --entry wrong --grid 2,2 --arg 'm:i32[4,4]=zeros'
// E0571 line 16, with 16: `store_view_tko` writes element 0,0 of the buffer of argument 1 (`%m`), which `store_view_tko` writes in another tile block; nothing orders the two
//   fix: give every tile block elements of its own, or make the `store_view_tko` an atomic operation
// RUN: run --sanitize --entry right --grid 2,2 --arg 'm:i32[4,4]=zeros'
// clean
//
// The column of a tile is forgotten in its index, so that all blocks of a row write the same tile.
cuda_tile.module @tests {
  entry @wrong(%m: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %v1 = reshape %y : tile<i32> -> tile<1x1xi32>
    %v = broadcast %v1 : tile<1x1xi32> -> tile<2x2xi32>
    %t_t = make_tensor_view %m, shape = [4, 4], strides = [4, 1] : tensor_view<4x4xi32, strides=[4,1]>
    %t = make_partition_view %t_t : partition_view<tile=(2x2), tensor_view<4x4xi32, strides=[4,1]>>
    %written = store_view_tko weak %v, %t[%x, %zero] : tile<2x2xi32>, partition_view<tile=(2x2), tensor_view<4x4xi32, strides=[4,1]>>, tile<i32> -> token
    return
  }
  entry @right(%m: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %v1 = reshape %y : tile<i32> -> tile<1x1xi32>
    %v = broadcast %v1 : tile<1x1xi32> -> tile<2x2xi32>
    %t_t = make_tensor_view %m, shape = [4, 4], strides = [4, 1] : tensor_view<4x4xi32, strides=[4,1]>
    %t = make_partition_view %t_t : partition_view<tile=(2x2), tensor_view<4x4xi32, strides=[4,1]>>
    %written = store_view_tko weak %v, %t[%x, %y] : tile<2x2xi32>, partition_view<tile=(2x2), tensor_view<4x4xi32, strides=[4,1]>>, tile<i32> -> token
    return
  }
}
