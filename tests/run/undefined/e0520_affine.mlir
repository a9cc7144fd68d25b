// RUN: run --grid 4 --arg 'i32[20]=zeros'
// TRAP: error[E0520]
// TRAP: writes 4 bytes just past the end of the buffer of argument 1 (`%x`) of 80 bytes (in tile block 2,0,0, element 4)
//
// Lanes past the end of a buffer, by pointers that follow from scalars and lanes: the first one is named.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<i32>>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %eight = constant <i32: 8> : tile<i32>
    %first = muli %block, %eight : tile<i32>
    %firsts_1 = reshape %first : tile<i32> -> tile<1xi32>
    %firsts = broadcast %firsts_1 : tile<1xi32> -> tile<8xi32>
    %iota = iota : tile<8xi32>
    %index = addi %firsts, %iota : tile<8xi32>
    %xs_1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
    %xs = broadcast %xs_1 : tile<1xptr<i32>> -> tile<8xptr<i32>>
    %xp = offset %xs, %index : tile<8xptr<i32>>, tile<8xi32> -> tile<8xptr<i32>>
    %t = store_ptr_tko weak %xp, %index : tile<8xptr<i32>>, tile<8xi32> -> token
    return
  }
}
