// RUN: run --sanitize --entry wrong --arg 'x:i32[6,4]=zeros'
// E0533 line 15: `store_view_tko`: the tile reaches outside of the 6 elements of dimension 0
//   fix: drop `inbounds` for this dimension, or leave out the tiles at the edge
// RUN: run --sanitize --entry right --arg 'x:i32[6,4]=zeros'
// clean
//
// Of a tile of 4x4 in a tensor of 6x4, the columns are inside and the rows are not.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %t = constant <i32: 7> : tile<4x4xi32>
    %v_t = make_tensor_view %x, shape = [6, 4], strides = [4, 1] : tensor_view<6x4xi32, strides=[4,1]>
    %v = make_partition_view %v_t : partition_view<tile=(4x4), tensor_view<6x4xi32, strides=[4,1]>>
    %written = store_view_tko weak %t, %v[%one, %zero] inbounds = [true, true] : tile<4x4xi32>, partition_view<tile=(4x4), tensor_view<6x4xi32, strides=[4,1]>>, tile<i32> -> token
    return
  }
  entry @right(%x: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %t = constant <i32: 7> : tile<4x4xi32>
    %v_t = make_tensor_view %x, shape = [6, 4], strides = [4, 1] : tensor_view<6x4xi32, strides=[4,1]>
    %v = make_partition_view %v_t : partition_view<tile=(4x4), tensor_view<6x4xi32, strides=[4,1]>>
    %written = store_view_tko weak %t, %v[%one, %zero] inbounds = [false, true] : tile<4x4xi32>, partition_view<tile=(4x4), tensor_view<6x4xi32, strides=[4,1]>>, tile<i32> -> token
    return
  }
}
