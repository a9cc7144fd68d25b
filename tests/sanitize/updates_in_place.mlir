// RUN: run --sanitize --entry wrong --arg 'x:i32[4]=iota'
// E0572 line 16, with 14: `store_ptr_tko` updates element 0 of the buffer of argument 1 (`%x`), which `load_ptr_tko` reads; no token orders the two
//   fix: pass token %read of the `load_ptr_tko` to the `store_ptr_tko`
// RUN: run --sanitize --entry right --arg 'x:i32[4]=iota'
// clean
//
// What is stored was computed from what was loaded from there, but no token says that the load comes first.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<i32>>) {
    %i = iota : tile<4xi32>
    %p1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
    %pn = broadcast %p1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p = offset %pn, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %v, %read = load_ptr_tko weak %p : tile<4xptr<i32>> -> tile<4xi32>, token
    %w = addi %v, %v : tile<4xi32>
    %written = store_ptr_tko weak %p, %w : tile<4xptr<i32>>, tile<4xi32> -> token
    return
  }
  entry @right(%x: tile<ptr<i32>>) {
    %i = iota : tile<4xi32>
    %p1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
    %pn = broadcast %p1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p = offset %pn, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %v, %read = load_ptr_tko weak %p : tile<4xptr<i32>> -> tile<4xi32>, token
    %w = addi %v, %v : tile<4xi32>
    %written = store_ptr_tko weak %p, %w token=%read : tile<4xptr<i32>>, tile<4xi32> -> token
    return
  }
}
