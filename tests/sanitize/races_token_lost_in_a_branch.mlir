// RUN: run --sanitize --entry wrong --arg 'out:i32[1]=zeros'
// E0570 line 20, with 15: `load_ptr_tko` reads element 0 of the buffer of argument 1 (`%out`), which `store_ptr_tko` writes; no token orders the two
//   fix: let %done, the result of the `if`, hand on token %written of the `store_ptr_tko`
// RUN: run --sanitize --entry right --arg 'out:i32[1]=zeros'
// clean
//
// A branch stores, but does not hand its token out.
cuda_tile.module @tests {
  entry @wrong(%out: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %yes = constant <i1: true> : tile<i1>
    %zero = constant <i32: 0> : tile<i32>
    %cleared = store_ptr_tko weak %out, %zero : tile<ptr<i32>>, tile<i32> -> token
    %done = if %yes -> (token) {
      %written = store_ptr_tko weak %out, %one token=%cleared : tile<ptr<i32>>, tile<i32> -> token
      yield %cleared : token
    } else {
      yield %cleared : token
    }
    %v, %read = load_ptr_tko weak %out token=%done : tile<ptr<i32>> -> tile<i32>, token
    return
  }
  entry @right(%out: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %yes = constant <i1: true> : tile<i1>
    %zero = constant <i32: 0> : tile<i32>
    %cleared = store_ptr_tko weak %out, %zero : tile<ptr<i32>>, tile<i32> -> token
    %done = if %yes -> (token) {
      %written = store_ptr_tko weak %out, %one token=%cleared : tile<ptr<i32>>, tile<i32> -> token
      yield %written : token
    } else {
      yield %cleared : token
    }
    %v, %read = load_ptr_tko weak %out token=%done : tile<ptr<i32>> -> tile<i32>, token
    return
  }
}
