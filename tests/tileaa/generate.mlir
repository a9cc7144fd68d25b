// RUN: compile --emit=tileaa
// tileaa.module @tests {
//   func @k {
//     %ten = constant <value = 10> : i32
//     %0 = make_range : tile<4xi32>
//     %1 = view %0 : tile<4xi32> -> tile<4x1xi32>
//     %2 = broadcast %1 : tile<4x1xi32> -> tile<4x4xi32>
//     %3 = make_range : tile<4xi32>
//     %4 = view %3 : tile<4xi32> -> tile<1x4xi32>
//     %5 = broadcast %4 : tile<1x4xi32> -> tile<4x4xi32>
//     %6 = view %ten : i32 -> tile<1x1xi32>
//     %7 = broadcast %6 : tile<1x1xi32> -> tile<4x4xi32>
//     %a = muli %2, %7 : tile<4x4xi32>
//     %b = addi %a, %5 : tile<4x4xi32>
//     return
//   }
// }
//
// A body of arithmetic is computed on tiles of indices.
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
