// RUN: run --sanitize --entry wrong --arg 'out:i32[1]=zeros' --arg 3
// E0508 line 12, with 11: `store_ptr_tko`: an undefined value is stored to memory: an overflow that the operation promised not to happen, made by `subi`
//   fix: drop the `overflow` promise of %rest, or keep its operands in a range where it holds
// RUN: run --sanitize --entry right --arg 'out:i32[1]=zeros' --arg 3
// clean
//
// A difference of unsigned numbers promised not to fall below zero.
cuda_tile.module @tests {
  entry @wrong(%out: tile<ptr<i32>>, %n: tile<i32>) {
    %tile = constant <i32: 4> : tile<i32>
    %rest = subi %n, %tile overflow<no_unsigned_wrap> : tile<i32>
    %written = store_ptr_tko weak %out, %rest : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @right(%out: tile<ptr<i32>>, %n: tile<i32>) {
    %tile = constant <i32: 4> : tile<i32>
    %rest = subi %n, %tile overflow<no_signed_wrap> : tile<i32>
    %written = store_ptr_tko weak %out, %rest : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
