// RUN: run --show up --show down
// %up = [ 2. -1.  2. -0.]
// %down = [ 1. -2.  2. -1.]
//
// Rounding to integers keeps the sign of zero.
cuda_tile.module @tests {
  entry @k() {
    %a = constant <f32: [1.5, -1.5, 2.0, -0.25]> : tile<4xf32>
    %up = ceil %a : tile<4xf32>
    %down = floor %a : tile<4xf32>
    return
  }
}
