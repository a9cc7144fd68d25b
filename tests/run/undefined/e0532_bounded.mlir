// RUN: run --grid 1
// TRAP: error[E0532]
// TRAP: `assume`: 10 is above 9
//
// 10 is above the bound.
cuda_tile.module @tests {
  entry @k() {
    %i = constant <i32: [1, 10]> : tile<2xi32>
    %a = assume bounded<0, 9>, %i : tile<2xi32>
    return
  }
}
