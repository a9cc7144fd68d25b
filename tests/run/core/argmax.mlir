// RUN: run --show max --show place
// %max = 9
// %place = 1
//
// Several operands are folded together: the greatest value and the first place where it stands. The body branches, so it
// runs as ordinary code.
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
