// RUN: run --sanitize --entry wrong --arg 'out:i32[4]=zeros' --arg 0x10000000
// E0508 line 12, with 11: `store_ptr_tko`: an undefined value is stored to memory: an overflow that the operation promised not to happen, made by `shli`
//   fix: drop the `overflow` promise of %w, or keep its operands in a range where it holds
// RUN: run --sanitize --entry right --arg 'out:i32[4]=zeros' --arg 0x10000000
// clean
//
// A shift to the left is meant as a product by 16, and promises that no bit is lost.
cuda_tile.module @tests {
  entry @wrong(%out: tile<ptr<i32>>, %n: tile<i32>) {
    %four = constant <i32: 4> : tile<i32>
    %w = shli %n, %four overflow<no_unsigned_wrap> : tile<i32>
    %written = store_ptr_tko weak %out, %w : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @right(%out: tile<ptr<i32>>, %n: tile<i32>) {
    %four = constant <i32: 4> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %w = shli %n, %two overflow<no_unsigned_wrap> : tile<i32>
    %written = store_ptr_tko weak %out, %w : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
