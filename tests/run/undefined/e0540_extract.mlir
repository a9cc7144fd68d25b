// RUN: run --grid 4
// TRAP: error[E0540]
// TRAP: `extract`: block index 4 of dimension 0 is not below 2
//
// Indices count blocks: there are two of them.
cuda_tile.module @tests {
  entry @k() {
    %i = iota : tile<8xi32>
    %x, %y, %z = get_num_tile_blocks : tile<i32>
    %b = extract %i[%x] : tile<8xi32> -> tile<4xi32>
    return
  }
}
