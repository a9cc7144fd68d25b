// RUN: run --sanitize --entry wrong --arg 120
// E0551 line 12: `for`: the induction variable 100 plus the step 50 overflows i8
//   fix: choose bounds so that the last increment can be represented, or a wider type
// RUN: run --sanitize --entry right --arg 120
// clean
//
// A loop by fifty over a byte steps from 100 over the end of what a byte can count.
cuda_tile.module @tests {
  entry @wrong(%n: tile<i8>) {
    %zero = constant <i8: 0> : tile<i8>
    %fifty = constant <i8: 50> : tile<i8>
    for %i in (%zero to %n, step %fifty) : tile<i8> {
      continue
    }
    return
  }
  entry @right(%n: tile<i8>) {
    %zero = constant <i16: 0> : tile<i16>
    %fifty = constant <i16: 50> : tile<i16>
    %m = exti %n signed : tile<i8> -> tile<i16>
    for %i in (%zero to %m, step %fifty) : tile<i16> {
      continue
    }
    return
  }
}
