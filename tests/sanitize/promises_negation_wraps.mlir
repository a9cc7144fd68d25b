// RUN: run --sanitize --entry wrong --arg 'out:i32[4]=zeros'
// E0508 line 16, with 12: `store_ptr_tko`: an undefined value is stored to memory: an overflow that the operation promised not to happen, made by `negi`
//   fix: drop the `overflow` promise of %w, or keep its operands in a range where it holds
// RUN: run --sanitize --entry right --arg 'out:i32[4]=zeros'
// clean
//
// The opposite of the least integer is no integer.
cuda_tile.module @tests {
  entry @wrong(%out: tile<ptr<i32>>) {
    %i = iota : tile<4xi32>
    %v = constant <i32: [1, -2147483648, 3, 4]> : tile<4xi32>
    %w = negi %v overflow<no_signed_wrap> : tile<4xi32>
    %p1 = reshape %out : tile<ptr<i32>> -> tile<1xptr<i32>>
    %pn = broadcast %p1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p = offset %pn, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %written = store_ptr_tko weak %p, %w : tile<4xptr<i32>>, tile<4xi32> -> token
    return
  }
  entry @right(%out: tile<ptr<i32>>) {
    %i = iota : tile<4xi32>
    %v = constant <i32: [1, -2147483647, 3, 4]> : tile<4xi32>
    %w = negi %v overflow<no_signed_wrap> : tile<4xi32>
    %p1 = reshape %out : tile<ptr<i32>> -> tile<1xptr<i32>>
    %pn = broadcast %p1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p = offset %pn, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %written = store_ptr_tko weak %p, %w : tile<4xptr<i32>>, tile<4xi32> -> token
    return
  }
}
