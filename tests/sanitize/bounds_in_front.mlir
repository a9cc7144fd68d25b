// RUN: run --sanitize --entry wrong --arg 'x:f32[8]=iota' --arg 'y:f32[8]=zeros'
// E0520 line 19: `load_ptr_tko`: reads 4 bytes, 4 bytes before the beginning of the buffer of argument 1 (`%x`) of 32 bytes
//   fix: mask off the lanes out of bounds, or check sizes before
// RUN: run --sanitize --entry right --arg 'x:f32[8]=iota' --arg 'y:f32[8]=zeros'
// clean
//
// A stencil reads its left neighbour; the first element has none.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>) {
    %i = iota : tile<8xi32>
    %one = constant <i32: 1> : tile<8xi32>
    %left = subi %i, %one : tile<8xi32>
    %p1 = reshape %x : tile<ptr<f32>> -> tile<1xptr<f32>>
    %pn = broadcast %p1 : tile<1xptr<f32>> -> tile<8xptr<f32>>
    %p = offset %pn, %left : tile<8xptr<f32>>, tile<8xi32> -> tile<8xptr<f32>>
    %q1 = reshape %y : tile<ptr<f32>> -> tile<1xptr<f32>>
    %qn = broadcast %q1 : tile<1xptr<f32>> -> tile<8xptr<f32>>
    %q = offset %qn, %i : tile<8xptr<f32>>, tile<8xi32> -> tile<8xptr<f32>>
    %v, %t = load_ptr_tko weak %p : tile<8xptr<f32>> -> tile<8xf32>, token
    %written = store_ptr_tko weak %q, %v : tile<8xptr<f32>>, tile<8xf32> -> token
    return
  }
  entry @right(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>) {
    %i = iota : tile<8xi32>
    %one = constant <i32: 1> : tile<8xi32>
    %left = subi %i, %one : tile<8xi32>
    %p1 = reshape %x : tile<ptr<f32>> -> tile<1xptr<f32>>
    %pn = broadcast %p1 : tile<1xptr<f32>> -> tile<8xptr<f32>>
    %p = offset %pn, %left : tile<8xptr<f32>>, tile<8xi32> -> tile<8xptr<f32>>
    %q1 = reshape %y : tile<ptr<f32>> -> tile<1xptr<f32>>
    %qn = broadcast %q1 : tile<1xptr<f32>> -> tile<8xptr<f32>>
    %q = offset %qn, %i : tile<8xptr<f32>>, tile<8xi32> -> tile<8xptr<f32>>
    %none = constant <f32: 0.0> : tile<8xf32>
    %least = constant <i32: 0> : tile<8xi32>
    %inside = cmpi greater_than_or_equal %left, %least, signed : tile<8xi32> -> tile<8xi1>
    %v, %t = load_ptr_tko weak %p, %inside, %none : tile<8xptr<f32>>, tile<8xi1>, tile<8xf32> -> tile<8xf32>, token
    %written = store_ptr_tko weak %q, %v : tile<8xptr<f32>>, tile<8xf32> -> token
    return
  }
}
