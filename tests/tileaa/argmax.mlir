// RUN: compile --emit=tileaa
// tileaa.module @tests {
//   func @k {
//     %v = constant <values = [3, 9, 2, 9, 5, 1, 9, 0]> : tile<8xi32>
//     %i = make_range : tile<8xi32>
//     %max, %place = reduce [%v, %i] <dim = 0, identities = [4294967295, 0]> : tile<8xi32>, tile<8xi32> -> i32, i32 (%best: i32, %x: i32, %best_at: i32, %at: i32) {
//       %greater = cmpi %x, %best <predicate = greater_than, signed> : i32, i32 -> i1
//       %a, %b = if %greater : i1 -> i32, i32 {
//         yield [%x, %at] : i32
//       } {
//         yield [%best, %best_at] : i32
//       }
//       yield [%a, %b] : i32
//     }
//     return
//   }
// }
//
// What was combined so far stands in front of the element.
cuda_tile.module @tests {
  entry @k() {
    %v = constant <i32: [3, 9, 2, 9, 5, 1, 9, 0]> : tile<8xi32>
    %i = iota : tile<8xi32>
    %max, %place = reduce %v, %i dim=0 identities=[-1 : i32, 0 : i32] : tile<8xi32>, tile<8xi32> -> tile<i32>, tile<i32>
    (%x: tile<i32>, %best: tile<i32>, %at: tile<i32>, %best_at: tile<i32>) {
      %greater = cmpi greater_than %x, %best, signed : tile<i32> -> tile<i1>
      %a, %b = if %greater -> (tile<i32>, tile<i32>) {
        yield %x, %at : tile<i32>, tile<i32>
      } else {
        yield %best, %best_at : tile<i32>, tile<i32>
      }
      yield %a, %b : tile<i32>, tile<i32>
    }
    return
  }
}
