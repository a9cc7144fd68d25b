// RUN: run --show barrier
// %barrier = [[ 0  1  2  3]
//             [10 11 12 13]
//             [20 21 22 23]
//             [30 31 32 33]]
//
// A tile computed from the indices of its elements.
cuda_tile.module @tests {
  entry @k() {
    %ten = constant <i32: 10> : tile<i32>
    %g = experimental$generate {
    ^bb0(%i: tile<i32>, %j: tile<i32>):
      %a = muli %i, %ten : tile<i32>
      %b = addi %a, %j : tile<i32>
      yield %b : tile<i32>
    } : tile<4x4xi32>
    %barrier = internal$optimization_barrier %g : tile<4x4xi32>
    return
  }
}
