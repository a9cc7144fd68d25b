// RUN: run --arg 'i32[4]=zeros'
// TRAP: error[E0505]
// TRAP: is stored to memory: a division by zero, made by `divi` (in tile block 0,0,0, element 2)
//
// A division by zero is stored; that of the other lanes is not to blame.
cuda_tile.module @tests {
  entry @k(%out: tile<ptr<i32>>) {
    %a = constant <i32: [6, 7, 8, 9]> : tile<4xi32>
    %b = constant <i32: [3, 1, 0, 3]> : tile<4xi32>
    %q = divi %a, %b signed : tile<4xi32>
    %o1 = reshape %out : tile<ptr<i32>> -> tile<1xptr<i32>>
    %os = broadcast %o1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %i = iota : tile<4xi32>
    %p = offset %os, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %t = store_ptr_tko weak %p, %q : tile<4xptr<i32>>, tile<4xi32> -> token
    return
  }
}
