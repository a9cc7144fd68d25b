// RUN: run --sanitize --entry wrong --arg 'x:i32[2]=zeros'
// E0570 line 17, with 16: `load_ptr_tko` reads element 1 of the buffer of argument 1 (`%x`), which `store_ptr_tko` writes; no token orders the two
//   fix: pass token %stored of the `store_ptr_tko` to the `load_ptr_tko`
// RUN: run --sanitize --entry right --arg 'x:i32[2]=zeros'
// clean
//
// One byte of a number is written while the whole number is read.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<i32>>) {
    %six = constant <i32: 6> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %b = constant <i8: 7> : tile<i8>
    %bytes = ptr_to_ptr %x : tile<ptr<i32>> -> tile<ptr<i8>>
    %p = offset %bytes, %six : tile<ptr<i8>>, tile<i32> -> tile<ptr<i8>>
    %q = offset %x, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %stored = store_ptr_tko weak %p, %b : tile<ptr<i8>>, tile<i8> -> token
    %v, %read = load_ptr_tko weak %q : tile<ptr<i32>> -> tile<i32>, token
    return
  }
  entry @right(%x: tile<ptr<i32>>) {
    %six = constant <i32: 6> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %b = constant <i8: 7> : tile<i8>
    %bytes = ptr_to_ptr %x : tile<ptr<i32>> -> tile<ptr<i8>>
    %p = offset %bytes, %six : tile<ptr<i8>>, tile<i32> -> tile<ptr<i8>>
    %q = offset %x, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %stored = store_ptr_tko weak %p, %b : tile<ptr<i8>>, tile<i8> -> token
    %v, %read = load_ptr_tko weak %q token=%stored : tile<ptr<i32>> -> tile<i32>, token
    return
  }
}
