// RUN: run --sanitize --entry wrong --arg 'x:i32[4]=iota'
// E0570 line 14, with 13: `store_ptr_tko` writes element 3 of the buffer of argument 1 (`%x`), which `load_ptr_tko` reads; no token orders the two
//   fix: pass token %read of the `load_ptr_tko` to the `store_ptr_tko`
// RUN: run --sanitize --entry right --arg 'x:i32[4]=iota'
// clean
//
// The last element is read and then overwritten with something else: nothing keeps the store behind the load.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<i32>>) {
    %three = constant <i32: 3> : tile<i32>
    %nine = constant <i32: 9> : tile<i32>
    %p = offset %x, %three : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %v, %read = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    %written = store_ptr_tko weak %p, %nine : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @right(%x: tile<ptr<i32>>) {
    %three = constant <i32: 3> : tile<i32>
    %nine = constant <i32: 9> : tile<i32>
    %p = offset %x, %three : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %v, %read = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    %written = store_ptr_tko weak %p, %nine token=%read : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
