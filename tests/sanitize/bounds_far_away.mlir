// RUN: run --sanitize --entry wrong --arg 'idx:i32[1]=full(1000000)' --arg 'x:i32[8]=iota'
// E0520 line 12: `load_ptr_tko`: reads 4 bytes, 3999968 bytes past the end of the buffer of argument 2 (`%x`) of 32 bytes
//   fix: mask off the lanes out of bounds, or check sizes before
// RUN: run --sanitize --entry right --arg 'idx:i32[1]=full(1000000)' --arg 'x:i32[8]=iota'
// clean
//
// An index that was never checked leads four megabytes behind the buffer.
cuda_tile.module @tests {
  entry @wrong(%idx: tile<ptr<i32>>, %x: tile<ptr<i32>>) {
    %k, %t = load_ptr_tko weak %idx : tile<ptr<i32>> -> tile<i32>, token
    %p = offset %x, %k : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %v, %u = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    return
  }
  entry @right(%idx: tile<ptr<i32>>, %x: tile<ptr<i32>>) {
    %k, %t = load_ptr_tko weak %idx : tile<ptr<i32>> -> tile<i32>, token
    %p = offset %x, %k : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %n = constant <i32: 8> : tile<i32>
    %inside = cmpi less_than %k, %n, unsigned : tile<i32> -> tile<i1>
    if %inside {
      %v, %u = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    }
    return
  }
}
