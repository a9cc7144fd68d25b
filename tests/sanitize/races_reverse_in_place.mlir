// RUN: run --sanitize --entry wrong --arg 'x:i32[4]=iota'
// E0570 line 19, with 18: `store_ptr_tko` writes element 3 of the buffer of argument 1 (`%x`), which `load_ptr_tko` reads; no token orders the two
//   fix: pass token %read of the `load_ptr_tko` to the `store_ptr_tko`
// RUN: run --sanitize --entry right --arg 'x:i32[4]=iota'
// clean
//
// A tile is reversed in place. Each element is overwritten with another one, so not even the data orders the load of an
// element before its store.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<i32>>) {
    %i = iota : tile<4xi32>
    %p1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
    %pn = broadcast %p1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p = offset %pn, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %three = constant <i32: 3> : tile<4xi32>
    %j = subi %three, %i : tile<4xi32>
    %q = offset %pn, %j : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %v, %read = load_ptr_tko weak %p : tile<4xptr<i32>> -> tile<4xi32>, token
    %written = store_ptr_tko weak %q, %v : tile<4xptr<i32>>, tile<4xi32> -> token
    return
  }
  entry @right(%x: tile<ptr<i32>>) {
    %i = iota : tile<4xi32>
    %p1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
    %pn = broadcast %p1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p = offset %pn, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %three = constant <i32: 3> : tile<4xi32>
    %j = subi %three, %i : tile<4xi32>
    %q = offset %pn, %j : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %v, %read = load_ptr_tko weak %p : tile<4xptr<i32>> -> tile<4xi32>, token
    %written = store_ptr_tko weak %q, %v token=%read : tile<4xptr<i32>>, tile<4xi32> -> token
    return
  }
}
