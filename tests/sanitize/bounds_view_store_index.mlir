// RUN: run --sanitize --entry wrong --grid 4,2 --arg 'm:i32[4,4]=zeros'
// E0541 line 14: `store_view_tko`: view index 2 of dimension 1 is not below 2
//   fix: keep the index below the extent that `get_index_space_shape` gives of %v
// RUN: run --sanitize --entry right --grid 4,2 --arg 'm:i32[4,4]=zeros'
// clean
//
// Row and column are exchanged in the index of a store: there are four rows of tiles and two columns.
cuda_tile.module @tests {
  entry @wrong(%m: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %t = constant <i32: 1> : tile<1x2xi32>
    %v_t = make_tensor_view %m, shape = [4, 4], strides = [4, 1] : tensor_view<4x4xi32, strides=[4,1]>
    %v = make_partition_view %v_t : partition_view<tile=(1x2), tensor_view<4x4xi32, strides=[4,1]>>
    %written = store_view_tko weak %t, %v[%y, %x] : tile<1x2xi32>, partition_view<tile=(1x2), tensor_view<4x4xi32, strides=[4,1]>>, tile<i32> -> token
    return
  }
  entry @right(%m: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %t = constant <i32: 1> : tile<1x2xi32>
    %v_t = make_tensor_view %m, shape = [4, 4], strides = [4, 1] : tensor_view<4x4xi32, strides=[4,1]>
    %v = make_partition_view %v_t : partition_view<tile=(1x2), tensor_view<4x4xi32, strides=[4,1]>>
    %written = store_view_tko weak %t, %v[%x, %y] : tile<1x2xi32>, partition_view<tile=(1x2), tensor_view<4x4xi32, strides=[4,1]>>, tile<i32> -> token
    return
  }
}
