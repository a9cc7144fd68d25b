// RUN: run --sanitize --entry wrong --arg 'idx:i32[4]=arange(6,1)' --arg 'x:i32[8]=iota'
// E0520 line 18: `load_ptr_tko`: reads 4 bytes just past the end of the buffer of argument 2 (`%x`) of 32 bytes
//   fix: mask off the lanes out of bounds, or check sizes before
// RUN: run --sanitize --entry right --arg 'idx:i32[4]=arange(6,1)' --arg 'x:i32[8]=iota'
// clean
//
// A gather whose indices run past the end of the buffer; masked, it is fine.
cuda_tile.module @tests {
  entry @wrong(%idx: tile<ptr<i32>>, %x: tile<ptr<i32>>) {
    %i = iota : tile<4xi32>
    %ip1 = reshape %idx : tile<ptr<i32>> -> tile<1xptr<i32>>
    %ipn = broadcast %ip1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %ip = offset %ipn, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %k, %t0 = load_ptr_tko weak %ip : tile<4xptr<i32>> -> tile<4xi32>, token
    %x1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
    %xn = broadcast %x1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p = offset %xn, %k : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %v, %t1 = load_ptr_tko weak %p : tile<4xptr<i32>> -> tile<4xi32>, token
    return
  }
  entry @right(%idx: tile<ptr<i32>>, %x: tile<ptr<i32>>) {
    %i = iota : tile<4xi32>
    %ip1 = reshape %idx : tile<ptr<i32>> -> tile<1xptr<i32>>
    %ipn = broadcast %ip1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %ip = offset %ipn, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %k, %t0 = load_ptr_tko weak %ip : tile<4xptr<i32>> -> tile<4xi32>, token
    %x1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
    %xn = broadcast %x1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p = offset %xn, %k : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %n = constant <i32: 8> : tile<4xi32>
    %none = constant <i32: 0> : tile<4xi32>
    %inside = cmpi less_than %k, %n, unsigned : tile<4xi32> -> tile<4xi1>
    %v, %t1 = load_ptr_tko weak %p, %inside, %none : tile<4xptr<i32>>, tile<4xi1>, tile<4xi32> -> tile<4xi32>, token
    return
  }
}
