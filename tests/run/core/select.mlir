// RUN: run --show s
// %s = [ 1. -2. -3.  4.]
//
// select chooses element by element.
cuda_tile.module @tests {
  entry @k() {
    %c = constant <i1: [true, false, false, true]> : tile<4xi1>
    %a = constant <f16: [1.0, 2.0, 3.0, 4.0]> : tile<4xf16>
    %b = constant <f16: [-1.0, -2.0, -3.0, -4.0]> : tile<4xf16>
    %s = select %c, %a, %b : tile<4xi1>, tile<4xf16>
    return
  }
}
