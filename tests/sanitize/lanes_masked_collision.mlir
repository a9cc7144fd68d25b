// RUN: run --sanitize --entry wrong --arg 'out:i32[4]=zeros'
// E0525 line 18: `store_ptr_tko`: writes two different values to element 0 of the buffer of argument 1 (`%out`)
//   fix: make the addresses of the lanes differ, or use an atomic operation
// RUN: run --sanitize --entry right --arg 'out:i32[4]=zeros'
// clean
//
// Indices are taken modulo the size of the table, and two lanes that are not masked off get the same one.
cuda_tile.module @tests {
  entry @wrong(%out: tile<ptr<i32>>) {
    %i = iota : tile<8xi32>
    %size = constant <i32: 4> : tile<8xi32>
    %five = constant <i32: 5> : tile<8xi32>
    %k = remi %i, %size unsigned : tile<8xi32>
    %low = cmpi less_than %i, %five, signed : tile<8xi32> -> tile<8xi1>
    %p1 = reshape %out : tile<ptr<i32>> -> tile<1xptr<i32>>
    %pn = broadcast %p1 : tile<1xptr<i32>> -> tile<8xptr<i32>>
    %p = offset %pn, %k : tile<8xptr<i32>>, tile<8xi32> -> tile<8xptr<i32>>
    %written = store_ptr_tko weak %p, %i, %low : tile<8xptr<i32>>, tile<8xi32>, tile<8xi1> -> token
    return
  }
  entry @right(%out: tile<ptr<i32>>) {
    %i = iota : tile<8xi32>
    %size = constant <i32: 4> : tile<8xi32>
    %five = constant <i32: 4> : tile<8xi32>
    %k = remi %i, %size unsigned : tile<8xi32>
    %low = cmpi less_than %i, %five, signed : tile<8xi32> -> tile<8xi1>
    %p1 = reshape %out : tile<ptr<i32>> -> tile<1xptr<i32>>
    %pn = broadcast %p1 : tile<1xptr<i32>> -> tile<8xptr<i32>>
    %p = offset %pn, %k : tile<8xptr<i32>>, tile<8xi32> -> tile<8xptr<i32>>
    %written = store_ptr_tko weak %p, %i, %low : tile<8xptr<i32>>, tile<8xi32>, tile<8xi1> -> token
    return
  }
}
