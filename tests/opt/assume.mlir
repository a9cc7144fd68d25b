// RUN: opt --passes=canonicalize
// cuda_tile.module @tests {
//   entry @k(%p: tile<ptr<f32>>, %n: tile<i32>) {
//     %a = assume div_by<16>, %n : tile<i32>
//     %b = assume bounded<0, 64>, %a : tile<i32>
//     %d = assume div_by<8>, %b : tile<i32>
//     %k = constant <i32: 48> : tile<i32>
//     %f = assume bounded<?, 47>, %k : tile<i32>
//     %same = constant <i32: 3> : tile<8xi32>
//     %s = print_tko "%d %d %d %d", %d, %k, %f, %same : tile<i32>, tile<i32>, tile<i32>, tile<8xi32> -> token
//     return
//   }
// }
//
// A fact that was stated before, or that a constant shows, is not stated again; a false one stays.
cuda_tile.module @tests {
  entry @k(%p: tile<ptr<f32>>, %n: tile<i32>) {
    %a = assume div_by<16>, %n : tile<i32>
    %b = assume bounded<0, 64>, %a : tile<i32>
    %c = assume div_by<16>, %b : tile<i32>
    %d = assume div_by<8>, %c : tile<i32>
    %k = constant <i32: 48> : tile<i32>
    %e = assume div_by<16>, %k : tile<i32>
    %f = assume bounded<?, 47>, %k : tile<i32>
    %same = constant <i32: 3> : tile<8xi32>
    %g = assume same_elements<[8]>, %same : tile<8xi32>
    %s = print_tko "%d %d %d %d", %d, %e, %f, %g : tile<i32>, tile<i32>, tile<i32>, tile<8xi32> -> token
    return
  }
}
