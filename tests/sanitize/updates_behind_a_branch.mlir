// RUN: run --sanitize --entry wrong --arg 'x:i32[1]=ones'
// E0572 line 19, with 11: `store_ptr_tko` updates element 0 of the buffer of argument 1 (`%x`), which `load_ptr_tko` reads; no token orders the two
//   fix: pass token %read of the `load_ptr_tko` to the `store_ptr_tko`
// RUN: run --sanitize --entry right --arg 'x:i32[1]=ones'
// clean
//
// What is stored was computed in a branch from what was loaded before it.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %v, %read = load_ptr_tko weak %x : tile<ptr<i32>> -> tile<i32>, token
    %odd = cmpi equal %v, %one, signed : tile<i32> -> tile<i1>
    %w = if %odd -> (tile<i32>) {
      %u = addi %v, %one : tile<i32>
      yield %u : tile<i32>
    } else {
      yield %v : tile<i32>
    }
    %written = store_ptr_tko weak %x, %w : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @right(%x: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %v, %read = load_ptr_tko weak %x : tile<ptr<i32>> -> tile<i32>, token
    %odd = cmpi equal %v, %one, signed : tile<i32> -> tile<i1>
    %w = if %odd -> (tile<i32>) {
      %u = addi %v, %one : tile<i32>
      yield %u : tile<i32>
    } else {
      yield %v : tile<i32>
    }
    %written = store_ptr_tko weak %x, %w token=%read : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
