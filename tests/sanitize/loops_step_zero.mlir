// RUN: run --sanitize --entry wrong --arg 'out:i32[1]=zeros' --arg 0
// E0550 line 12: `for`: the step of the loop is 0
//   fix: give the loop a positive step
// RUN: run --sanitize --entry right --arg 'out:i32[1]=zeros' --arg 0
// clean
//
// A loop by a step that is 0 never gets anywhere.
cuda_tile.module @tests {
  entry @wrong(%out: tile<ptr<i32>>, %step: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %ten = constant <i32: 10> : tile<i32>
    for %i in (%zero to %ten, step %step) : tile<i32> {
      continue
    }
    return
  }
  entry @right(%out: tile<ptr<i32>>, %step: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %ten = constant <i32: 10> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %some = maxi %step, %one signed : tile<i32>
    for %i in (%zero to %ten, step %some) : tile<i32> {
      continue
    }
    return
  }
}
