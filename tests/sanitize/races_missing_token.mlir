// RUN: run --sanitize --entry wrong --arg 'x:i32[4]=zeros'
// E0570 line 15, with 14: `load_ptr_tko` reads element 0 of the buffer of argument 1 (`%x`), which `store_ptr_tko` writes; no token orders the two
//   fix: pass token %stored of the `store_ptr_tko` to the `load_ptr_tko`
// RUN: run --sanitize --entry right --arg 'x:i32[4]=zeros'
// clean
//
// A store, then a load of the same elements, with and without a token between them.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<i32>>) {
    %i = iota : tile<4xi32>
    %x1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
    %xs = broadcast %x1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p = offset %xs, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %stored = store_ptr_tko weak %p, %i : tile<4xptr<i32>>, tile<4xi32> -> token
    %v, %loaded = load_ptr_tko weak %p : tile<4xptr<i32>> -> tile<4xi32>, token
    return
  }
  entry @right(%x: tile<ptr<i32>>) {
    %i = iota : tile<4xi32>
    %x1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
    %xs = broadcast %x1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p = offset %xs, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %stored = store_ptr_tko weak %p, %i : tile<4xptr<i32>>, tile<4xi32> -> token
    %v, %loaded = load_ptr_tko weak %p token=%stored : tile<4xptr<i32>> -> tile<4xi32>, token
    return
  }
}
