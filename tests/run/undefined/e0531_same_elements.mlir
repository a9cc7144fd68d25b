// RUN: run --grid 1
// TRAP: error[E0531]
// TRAP: `assume`: 3 differs from 2, the first element of its block (in tile block 0,0,0, element 3)
//
// The second block has two different elements.
cuda_tile.module @tests {
  entry @k() {
    %i = constant <i32: [1, 1, 2, 3]> : tile<4xi32>
    %a = assume same_elements<[2]>, %i : tile<4xi32>
    return
  }
}
