// RUN: run --sanitize --entry wrong --arg 'x:i32[2]=zeros'
// E0570 line 16, with 13: `load_ptr_tko` reads element 1 of the buffer of argument 1 (`%x`), which `store_ptr_tko` writes; no token orders the two
//   fix: join token %second of the `store_ptr_tko` with %both and pass the result to the `load_ptr_tko`
// RUN: run --sanitize --entry right --arg 'x:i32[2]=zeros'
// clean
//
// Two stores, and a join of one of their tokens with itself.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %q = offset %x, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %first = store_ptr_tko weak %x, %one : tile<ptr<i32>>, tile<i32> -> token
    %second = store_ptr_tko weak %q, %one : tile<ptr<i32>>, tile<i32> -> token
    %both = join_tokens %first, %first : token
    %v, %t = load_ptr_tko weak %x token=%both : tile<ptr<i32>> -> tile<i32>, token
    %w, %u = load_ptr_tko weak %q token=%both : tile<ptr<i32>> -> tile<i32>, token
    return
  }
  entry @right(%x: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %q = offset %x, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %first = store_ptr_tko weak %x, %one : tile<ptr<i32>>, tile<i32> -> token
    %second = store_ptr_tko weak %q, %one : tile<ptr<i32>>, tile<i32> -> token
    %both = join_tokens %first, %second : token
    %v, %t = load_ptr_tko weak %x token=%both : tile<ptr<i32>> -> tile<i32>, token
    %w, %u = load_ptr_tko weak %q token=%both : tile<ptr<i32>> -> tile<i32>, token
    return
  }
}
