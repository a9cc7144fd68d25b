// RUN: run --grid 1
// TRAP: error[E0550]
// TRAP: `for`: the step of the loop is 0
//
// A step of 0.
cuda_tile.module @tests {
  entry @k() {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    for %i in (%zero to %one, step %zero) : tile<i32> {
      continue
    }
    return
  }
}
