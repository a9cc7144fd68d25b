// RUN: run --sanitize --entry wrong --arg 'x:i8[16]=iota'
// E0521 line 13: `load_ptr_tko`: reads 4 bytes at byte 1 of the buffer of argument 1 (`%x`), which is not a multiple of 4
//   fix: offset the pointer by whole elements
// RUN: run --sanitize --entry right --arg 'x:i8[16]=iota'
// clean
//
// Numbers of 32 bits are read from the second byte of a buffer.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<i8>>) {
    %one = constant <i32: 1> : tile<i32>
    %p = offset %x, %one : tile<ptr<i8>>, tile<i32> -> tile<ptr<i8>>
    %q = ptr_to_ptr %p : tile<ptr<i8>> -> tile<ptr<i32>>
    %v, %t = load_ptr_tko weak %q : tile<ptr<i32>> -> tile<i32>, token
    return
  }
  entry @right(%x: tile<ptr<i8>>) {
    %one = constant <i32: 1> : tile<i32>
    %b = ptr_to_ptr %x : tile<ptr<i8>> -> tile<ptr<i32>>
    %q = offset %b, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %v, %t = load_ptr_tko weak %q : tile<ptr<i32>> -> tile<i32>, token
    return
  }
}
