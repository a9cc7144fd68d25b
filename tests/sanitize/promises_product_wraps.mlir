// RUN: run --sanitize --entry wrong --arg 'x:f32[4]=iota' --arg 65536 --arg 65536
// E0508 line 12, with 10: `load_ptr_tko`: an undefined value is used as an address: an overflow that the operation promised not to happen, made by `muli`
//   fix: drop the `overflow` promise of %k, or keep its operands in a range where it holds
// RUN: run --sanitize --entry right --arg 'x:f32[4]=iota' --arg 65536 --arg 65536
// clean
//
// The index of an element is computed in 32 bits, although row times stride does not fit them.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<f32>>, %row: tile<i32>, %stride: tile<i32>) {
    %k = muli %row, %stride overflow<no_signed_wrap> : tile<i32>
    %p = offset %x, %k : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %v, %t = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token
    return
  }
  entry @right(%x: tile<ptr<f32>>, %row: tile<i32>, %stride: tile<i32>) {
    %r = exti %row signed : tile<i32> -> tile<i64>
    %s = exti %stride signed : tile<i32> -> tile<i64>
    %k = muli %r, %s overflow<no_signed_wrap> : tile<i64>
    %n = constant <i64: 4> : tile<i64>
    %inside = cmpi less_than %k, %n, signed : tile<i64> -> tile<i1>
    %p = offset %x, %k : tile<ptr<f32>>, tile<i64> -> tile<ptr<f32>>
    %v, %t = load_ptr_tko weak %p, %inside : tile<ptr<f32>>, tile<i1> -> tile<f32>, token
    return
  }
}
