// RUN: run --sanitize --entry wrong --arg 'p:i32[1]=zeros'
// E0570 line 17, with 19: `load_ptr_tko` reads element 0 of the buffer of argument 1 (`%p`), which `store_ptr_tko` writes; no token orders the two
//   fix: carry token %written of the `store_ptr_tko` through the loop (`iter_values`) to the `load_ptr_tko`
// E0570 line 19, with 19: `store_ptr_tko` writes element 0 of the buffer of argument 1 (`%p`), which `store_ptr_tko` writes; no token orders the two
//   fix: carry token %written of the `store_ptr_tko` to its next execution (`iter_values`)
// RUN: run --sanitize --entry right --arg 'p:i32[1]=zeros'
// clean
//
// Each iteration loads what the one before stored; only a token that the loop carries orders them.
cuda_tile.module @tests {
  entry @wrong(%p: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %n = constant <i32: 3> : tile<i32>
    %start = make_token : token
    %end = for %k in (%zero to %n, step %one) : tile<i32> iter_values(%before = %start) -> (token) {
      %v, %read = load_ptr_tko weak %p token=%start : tile<ptr<i32>> -> tile<i32>, token
      %w = addi %v, %k : tile<i32>
      %written = store_ptr_tko weak %p, %w token=%read : tile<ptr<i32>>, tile<i32> -> token
      continue %written : token
    }
    return
  }
  entry @right(%p: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %n = constant <i32: 3> : tile<i32>
    %start = make_token : token
    %end = for %k in (%zero to %n, step %one) : tile<i32> iter_values(%before = %start) -> (token) {
      %v, %read = load_ptr_tko weak %p token=%before : tile<ptr<i32>> -> tile<i32>, token
      %w = addi %v, %k : tile<i32>
      %written = store_ptr_tko weak %p, %w token=%read : tile<ptr<i32>>, tile<i32> -> token
      continue %written : token
    }
    return
  }
}
