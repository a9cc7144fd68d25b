// RUN: run --grid 1
// TRAP: error[E0551]
// TRAP: the induction variable 100 plus the step 100 overflows i8
//
// 100 + 100 is no signed byte.
cuda_tile.module @tests {
  entry @k() {
    %zero = constant <i8: 0> : tile<i8>
    %hundred = constant <i8: 100> : tile<i8>
    %top = constant <i8: 120> : tile<i8>
    for %i in (%zero to %top, step %hundred) : tile<i8> {
      continue
    }
    return
  }
}
