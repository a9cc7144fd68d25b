// RUN: run --sanitize --entry wrong --arg 250
// E0551 line 12: `for`: the induction variable 200 plus the step 100 overflows i8
//   fix: choose bounds so that the last increment can be represented, or a wider type
// RUN: run --sanitize --entry right --arg 250
// clean
//
// An unsigned loop to 250 by 100: 200 is in it, 300 is no byte.
cuda_tile.module @tests {
  entry @wrong(%n: tile<i8>) {
    %zero = constant <i8: 0> : tile<i8>
    %step = constant <i8: 100> : tile<i8>
    for unsigned %i in (%zero to %n, step %step) : tile<i8> {
      continue
    }
    return
  }
  entry @right(%n: tile<i8>) {
    %zero = constant <i8: 0> : tile<i8>
    %step = constant <i8: 50> : tile<i8>
    for unsigned %i in (%zero to %n, step %step) : tile<i8> {
      continue
    }
    return
  }
}
