// RUN: run --arg 'i32[4]=zeros'
// TRAP: error[E0521]
// TRAP: reads 4 bytes at byte 2 of the buffer of argument 1 (`%out`), which is not a multiple of 4
//
// Two bytes past the start of a 4-byte element.
cuda_tile.module @tests {
  entry @k(%out: tile<ptr<i32>>) {
    %h = ptr_to_ptr %out : tile<ptr<i32>> -> tile<ptr<i16>>
    %one = constant <i32: 1> : tile<i32>
    %q = offset %h, %one : tile<ptr<i16>>, tile<i32> -> tile<ptr<i16>>
    %p = ptr_to_ptr %q : tile<ptr<i16>> -> tile<ptr<i32>>
    %r, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    return
  }
}
