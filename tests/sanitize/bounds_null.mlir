// RUN: run --sanitize --entry wrong --arg 'out:i32[1]=zeros'
// E0520 line 13: `load_ptr_tko`: reads 4 bytes at address 0x0, a null pointer; the nearest memory is the buffer of argument 1 (`%out`) of 4 bytes
//   fix: mask off the lanes out of bounds, or check sizes before
// RUN: run --sanitize --entry right --arg 'out:i32[1]=zeros'
// clean
//
// A null pointer is read, as it is where a buffer is optional and was not given.
cuda_tile.module @tests {
  entry @wrong(%out: tile<ptr<i32>>) {
    %null = constant <i64: 0> : tile<i64>
    %zero = constant <i32: 0> : tile<i32>
    %p = int_to_ptr %null : tile<i64> -> tile<ptr<i32>>
    %v, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    %written = store_ptr_tko weak %out, %v : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @right(%out: tile<ptr<i32>>) {
    %null = constant <i64: 0> : tile<i64>
    %zero = constant <i32: 0> : tile<i32>
    %p = int_to_ptr %null : tile<i64> -> tile<ptr<i32>>
    %given = cmpi not_equal %null, %null, unsigned : tile<i64> -> tile<i1>
    %v, %t = load_ptr_tko weak %p, %given, %zero : tile<ptr<i32>>, tile<i1>, tile<i32> -> tile<i32>, token
    %written = store_ptr_tko weak %out, %v : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
