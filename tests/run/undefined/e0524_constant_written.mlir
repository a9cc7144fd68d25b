// RUN: run --grid 1
// TRAP: error[E0524]
// TRAP: writes to global `@table`, which is constant
//
// A constant global is written.
cuda_tile.module @tests {
  global constant @table <i32: [1, 2]> : tile<2xi32>
  entry @k() {
    %p = get_global @table : tile<ptr<i32>>
    %one = constant <i32: 1> : tile<i32>
    %t = store_ptr_tko weak %p, %one : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
