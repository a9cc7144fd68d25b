// RUN: run --grid 6 --arg 'x:i32[6]=zeros' --print x
// x = [0 3 6 9 0 3]
//
// Every tile block adds its tile to the view; elements outside of the tensor are skipped.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<i32>>) {
    %v = make_tensor_view %x, shape = [6], strides = [1] : tensor_view<6xi32, strides=[1]>
    %p = make_partition_view %v : partition_view<tile=(4), tensor_view<6xi32, strides=[1]>>
    %b, %y, %z = get_tile_block_id : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %k = andi %b, %one : tile<i32>
    %i = iota : tile<4xi32>
    %t = atomic_red_view_tko relaxed device %p[%k], add, %i : tile<4xi32>, partition_view<tile=(4), tensor_view<6xi32, strides=[1]>>, tile<i32> -> token
    %u = atomic_red_view_tko relaxed device %p[%k], max, %i : tile<4xi32>, partition_view<tile=(4), tensor_view<6xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
