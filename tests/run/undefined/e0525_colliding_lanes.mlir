// RUN: run --arg 'i32[4]=zeros'
// TRAP: error[E0525]
// TRAP: `store_ptr_tko`: writes two different values to element 1 of the buffer of argument 1 (`%out`)
// TRAP: element 3
// TRAP: the other value comes from element number 1 in row-major order
//
// Two lanes write different values to one element.
cuda_tile.module @tests {
  entry @k(%out: tile<ptr<i32>>) {
    %o1 = reshape %out : tile<ptr<i32>> -> tile<1xptr<i32>>
    %os = broadcast %o1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %i = constant <i32: [0, 1, 2, 1]> : tile<4xi32>
    %p = offset %os, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %v = constant <i32: [1, 2, 3, 4]> : tile<4xi32>
    %t = store_ptr_tko weak %p, %v : tile<4xptr<i32>>, tile<4xi32> -> token
    return
  }
}
