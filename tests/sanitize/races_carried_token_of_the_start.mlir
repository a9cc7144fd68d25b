// RUN: run --sanitize --entry wrong --arg 'x:i32[4]=iota'
// E0570 line 18, with 22: `load_ptr_tko` reads element 1 of the buffer of argument 1 (`%x`), which `store_ptr_tko` writes; no token orders the two
//   fix: carry token %written of the `store_ptr_tko` through the loop (`iter_values`) to the `load_ptr_tko`
// RUN: run --sanitize --entry right --arg 'x:i32[4]=iota'
// clean
//
// A prefix sum in memory: each round reads what the one before wrote, and takes the token from before the loop.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %start = make_token : token
    %end = for %i in (%one to %four, step %one) : tile<i32> iter_values(%t = %start) -> (token) {
      %k = subi %i, %one : tile<i32>
      %p = offset %x, %k : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %q = offset %x, %i : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %a, %ra = load_ptr_tko weak %p token=%start : tile<ptr<i32>> -> tile<i32>, token
      %b, %rb = load_ptr_tko weak %q token=%t : tile<ptr<i32>> -> tile<i32>, token
      %s = addi %a, %b : tile<i32>
      %both = join_tokens %ra, %rb : token
      %written = store_ptr_tko weak %q, %s token=%both : tile<ptr<i32>>, tile<i32> -> token
      continue %written : token
    }
    return
  }
  entry @right(%x: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %start = make_token : token
    %end = for %i in (%one to %four, step %one) : tile<i32> iter_values(%t = %start) -> (token) {
      %k = subi %i, %one : tile<i32>
      %p = offset %x, %k : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %q = offset %x, %i : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %a, %ra = load_ptr_tko weak %p token=%t : tile<ptr<i32>> -> tile<i32>, token
      %b, %rb = load_ptr_tko weak %q token=%t : tile<ptr<i32>> -> tile<i32>, token
      %s = addi %a, %b : tile<i32>
      %both = join_tokens %ra, %rb : token
      %written = store_ptr_tko weak %q, %s token=%both : tile<ptr<i32>>, tile<i32> -> token
      continue %written : token
    }
    return
  }
}
