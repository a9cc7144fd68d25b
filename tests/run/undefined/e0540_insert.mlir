// RUN: run --grid 2
// TRAP: error[E0540]
// TRAP: `insert`: block index 2 of dimension 0 is not below 2
//
// The block to replace does not exist.
cuda_tile.module @tests {
  entry @k() {
    %i = iota : tile<8xi32>
    %j = iota : tile<4xi32>
    %x, %y, %z = get_num_tile_blocks : tile<i32>
    %b = insert %j, %i[%x] : tile<4xi32>, tile<8xi32>
    return
  }
}
