// RUN: run --sanitize --entry wrong --arg 'locks:i32[4]=zeros'
// E0520 line 14: `atomic_cas_tko`: writes (acquire, device) 4 bytes just past the end of the buffer of argument 1 (`%locks`) of 16 bytes
//   fix: mask off the lanes out of bounds, or check sizes before
// RUN: run --sanitize --entry right --arg 'locks:i32[4]=zeros'
// clean
//
// The number of a lock is counted from one.
cuda_tile.module @tests {
  entry @wrong(%locks: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %last = constant <i32: 4> : tile<i32>
    %lock = offset %locks, %last : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %old, %t = atomic_cas_tko acquire device %lock, %zero, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    return
  }
  entry @right(%locks: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %last = constant <i32: 3> : tile<i32>
    %lock = offset %locks, %last : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %old, %t = atomic_cas_tko acquire device %lock, %zero, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    return
  }
}
