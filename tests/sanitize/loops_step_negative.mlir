// RUN: run --sanitize --entry wrong --arg 'out:i32[4]=zeros'
// E0550 line 14: `for`: the step of the loop is -1
//   fix: give the loop a positive step
// RUN: run --sanitize --entry right --arg 'out:i32[4]=zeros'
// clean
//
// Counting down with a negative step: a loop only counts up.
cuda_tile.module @tests {
  entry @wrong(%out: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %minus = constant <i32: -1> : tile<i32>
    for %i in (%three to %zero, step %minus) : tile<i32> {
      %p = offset %out, %i : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %written = store_ptr_tko weak %p, %i : tile<ptr<i32>>, tile<i32> -> token
      continue
    }
    return
  }
  entry @right(%out: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    for %k in (%zero to %three, step %one) : tile<i32> {
      %i = subi %three, %k : tile<i32>
      %p = offset %out, %i : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %written = store_ptr_tko weak %p, %i : tile<ptr<i32>>, tile<i32> -> token
      continue
    }
    return
  }
}
