// RUN: run --sanitize --entry wrong --arg 'out:i32[4]=zeros'
// E0570 line 19, with 16: `load_ptr_tko` reads element 0 of the buffer of argument 1 (`%out`), which `store_ptr_tko` writes; no token orders the two
//   fix: let %end, the result of the `for`, hand on token %written of the `store_ptr_tko`
// RUN: run --sanitize --entry right --arg 'out:i32[4]=zeros'
// clean
//
// A loop gives back the token that it was given, not that of its last store.
cuda_tile.module @tests {
  entry @wrong(%out: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    %start = make_token : token
    %end = for %i in (%zero to %four, step %one) : tile<i32> iter_values(%t = %start) -> (token) {
      %p = offset %out, %i : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %written = store_ptr_tko weak %p, %i token=%t : tile<ptr<i32>>, tile<i32> -> token
      continue %t : token
    }
    %v, %read = load_ptr_tko weak %out token=%end : tile<ptr<i32>> -> tile<i32>, token
    return
  }
  entry @right(%out: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    %start = make_token : token
    %end = for %i in (%zero to %four, step %one) : tile<i32> iter_values(%t = %start) -> (token) {
      %p = offset %out, %i : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %written = store_ptr_tko weak %p, %i token=%t : tile<ptr<i32>>, tile<i32> -> token
      continue %written : token
    }
    %v, %read = load_ptr_tko weak %out token=%end : tile<ptr<i32>> -> tile<i32>, token
    return
  }
}
