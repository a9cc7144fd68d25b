// RUN: run --sanitize --entry wrong --arg 'out:i32[1]=zeros' --arg 2147483647
// E0508 line 12, with 11: `store_ptr_tko`: an undefined value is stored to memory: an overflow that the operation promised not to happen, made by `addi`
//   fix: drop the `overflow` promise of %next, or keep its operands in a range where it holds
// RUN: run --sanitize --entry right --arg 'out:i32[1]=zeros' --arg 2147483647
// clean
//
// A sum that promised not to wrap does: the next of the greatest number.
cuda_tile.module @tests {
  entry @wrong(%out: tile<ptr<i32>>, %n: tile<i32>) {
    %one = constant <i32: 1> : tile<i32>
    %next = addi %n, %one overflow<no_signed_wrap> : tile<i32>
    %written = store_ptr_tko weak %out, %next : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @right(%out: tile<ptr<i32>>, %n: tile<i32>) {
    %one = constant <i32: 1> : tile<i32>
    %next = addi %n, %one overflow<no_unsigned_wrap> : tile<i32>
    %written = store_ptr_tko weak %out, %next : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
