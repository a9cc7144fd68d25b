// RUN: run --grid 3 --arg 'i32[4]=zeros'
// TRAP: error[E0541]
// TRAP: `load_view_tko`: view index 2 of dimension 0 is not below 2 (in tile block 2,0,0)
//
// A tile that lies outside as a whole is not padded.
cuda_tile.module @tests {
  entry @k(%out: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %v = make_tensor_view %out, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
    %p = make_partition_view %v : partition_view<tile=(2), padding_value = zero, tensor_view<4xi32, strides=[1]>>
    %a, %t = load_view_tko weak %p[%x] : partition_view<tile=(2), padding_value = zero, tensor_view<4xi32, strides=[1]>>, tile<i32> -> tile<2xi32>, token
    return
  }
}
