// RUN: run --sanitize --entry wrong --arg 'x:i32[4]=zeros'
// E0525 line 15: `store_ptr_tko`: writes two different values to element 1 of the buffer of argument 1 (`%x`)
//   fix: make the addresses of the lanes differ, or use an atomic operation
// RUN: run --sanitize --entry right --arg 'x:i32[4]=zeros'
// clean
//
// Two lanes of a scatter write different values to one element.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<i32>>) {
    %i = constant <i32: [3, 1, 2, 1]> : tile<4xi32>
    %v = iota : tile<4xi32>
    %x1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
    %xn = broadcast %x1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p = offset %xn, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %t = store_ptr_tko weak %p, %v : tile<4xptr<i32>>, tile<4xi32> -> token
    return
  }
  entry @right(%x: tile<ptr<i32>>) {
    %i = constant <i32: [3, 1, 2, 0]> : tile<4xi32>
    %v = iota : tile<4xi32>
    %x1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
    %xn = broadcast %x1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p = offset %xn, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %t = store_ptr_tko weak %p, %v : tile<4xptr<i32>>, tile<4xi32> -> token
    return
  }
}
