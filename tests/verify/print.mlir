// RUN: check
// Format strings.

cuda_tile.module @print {
  entry @formats(%i: tile<i32>, %f: tile<f32>) {
    %0 = print_tko "plain" -> token
    %1 = print_tko "%d and %5.2f, 100%%\0A", %i, %f : tile<i32>, tile<f32> -> token
    %5 = print_tko "<%, %> blocks", %i, %i : tile<i32>, tile<i32> -> token
    %6 = print_tko "%5%d", %i, %i : tile<i32>, tile<i32> -> token
    %7 = print_tko "%5%", %i : tile<i32> -> token
    // ERROR: 'cuda_tile.print_tko' op found unterminated format expression
    %2 = print_tko "%d", %i, %f : tile<i32>, tile<f32> -> token
    // ERROR: 'cuda_tile.print_tko' op incorrect number of operands: expected 1, found 2
    %3 = print_tko "%d %d %d", %i, %f : tile<i32>, tile<f32> -> token
    // ERROR: 'cuda_tile.print_tko' op incorrect number of operands: expected 3, found 2
    %4 = print_tko "%5.2", %f : tile<f32> -> token
    // ERROR: 'cuda_tile.print_tko' op found unterminated format expression
    return
  }
}
