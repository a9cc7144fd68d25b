// RUN: run --sanitize --entry wrong --arg 'x:i32[4]=zeros'
// E0520 line 16: `store_ptr_tko`: writes 4 bytes just past the end of the buffer of argument 1 (`%x`) of 16 bytes
//   fix: mask off the lanes out of bounds, or check sizes before
// RUN: run --sanitize --entry right --arg 'x:i32[4]=zeros'
// clean
//
// An off-by-one: the store begins at element 1 and ends behind the last.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<i32>>) {
    %i = iota : tile<4xi32>
    %one = constant <i32: 1> : tile<4xi32>
    %k = addi %i, %one : tile<4xi32>
    %p1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
    %pn = broadcast %p1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p = offset %pn, %k : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %written = store_ptr_tko weak %p, %i : tile<4xptr<i32>>, tile<4xi32> -> token
    return
  }
  entry @right(%x: tile<ptr<i32>>) {
    %i = iota : tile<4xi32>
    %one = constant <i32: 0> : tile<4xi32>
    %k = addi %i, %one : tile<4xi32>
    %p1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
    %pn = broadcast %p1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p = offset %pn, %k : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %written = store_ptr_tko weak %p, %i : tile<4xptr<i32>>, tile<4xi32> -> token
    return
  }
}
