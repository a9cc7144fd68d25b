// RUN: compile --emit=tileaa
// tileaa.module @tests {
//   func @k (%n: i32) {
//     %0 = constant <value = 0> : tile<2x4xi32>
//     %1 = constant <value = 0> : i32
//     %2 = constant <value = 8> : i32
//     %3 = constant <value = 1> : i32
//     %g = for %1, %2, %3, [%0] : i32, i32, i32, tile<2x4xi32> -> tile<2x4xi32> (%arg0: i32, %arg1: tile<2x4xi32>) {
//       %4 = constant <value = 0> : i32
//       %5 = constant <value = 3> : i32
//       %6 = shri %arg0, %4 : i32
//       %7 = andi %6, %5 : i32
//       %8 = constant <value = 2> : i32
//       %9 = constant <value = 1> : i32
//       %10 = shri %arg0, %8 : i32
//       %11 = andi %10, %9 : i32
//       %below = cmpi %11, %n <predicate = less_than, signed> : i32, i32 -> i1
//       %x = if %below : i1 -> i32 {
//         yield [%7] : i32
//       } {
//         yield [%11] : i32
//       }
//       %12 = view %x : i32 -> tile<1x1xi32>
//       %13 = insert %12, %arg1, [%11, %7] : tile<1x1xi32>, tile<2x4xi32>, i32, i32 -> tile<2x4xi32>
//       continue [%13] : tile<2x4xi32>
//     }
//     %t = print [%g] <format = "%d"> : tile<2x4xi32> -> token
//     return
//   }
// }
//
// A body that is no plain arithmetic is computed for one element after the other.
cuda_tile.module @tests {
  entry @k(%n: tile<i32>) {
    %g = experimental$generate {
    ^bb0(%i: tile<i32>, %j: tile<i32>):
      %below = cmpi less_than %i, %n, signed : tile<i32> -> tile<i1>
      %x = if %below -> (tile<i32>) {
        yield %j : tile<i32>
      } else {
        yield %i : tile<i32>
      }
      yield %x : tile<i32>
    } : tile<2x4xi32>
    %t = print_tko "%d", %g : tile<2x4xi32> -> token
    return
  }
}
