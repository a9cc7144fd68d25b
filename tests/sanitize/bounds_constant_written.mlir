// RUN: run --sanitize --entry wrong --arg 'out:i32[1]=zeros'
// E0524 line 14: `store_ptr_tko`: writes to global `@table`, which is constant
//   fix: take `constant` from the global, or write elsewhere
// RUN: run --sanitize --entry right --arg 'out:i32[1]=zeros'
// clean
//
// A table that was declared constant is written.
cuda_tile.module @tests {
  global constant @table <i32: [1, 2, 3, 4]> : tile<4xi32>
  global @scratch <i32: [1, 2, 3, 4]> : tile<4xi32>
  entry @wrong(%out: tile<ptr<i32>>) {
    %nine = constant <i32: 9> : tile<i32>
    %p = get_global @table : tile<ptr<i32>>
    %stored = store_ptr_tko weak %p, %nine : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @right(%out: tile<ptr<i32>>) {
    %nine = constant <i32: 9> : tile<i32>
    %p = get_global @scratch : tile<ptr<i32>>
    %stored = store_ptr_tko weak %p, %nine : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
