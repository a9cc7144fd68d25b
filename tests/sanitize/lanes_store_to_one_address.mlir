// RUN: run --sanitize --entry wrong --arg 'out:i32[1]=zeros'
// E0525 line 15: `store_ptr_tko`: writes two different values to element 0 of the buffer of argument 1 (`%out`)
//   fix: make the addresses of the lanes differ, or use an atomic operation
// RUN: run --sanitize --entry right --arg 'out:i32[1]=zeros'
// clean
//
// All lanes store their own number at one address, as if the last one would win.
cuda_tile.module @tests {
  entry @wrong(%out: tile<ptr<i32>>) {
    %i = iota : tile<8xi32>
    %nothing = constant <i32: 0> : tile<8xi32>
    %p1 = reshape %out : tile<ptr<i32>> -> tile<1xptr<i32>>
    %pn = broadcast %p1 : tile<1xptr<i32>> -> tile<8xptr<i32>>
    %p = offset %pn, %nothing : tile<8xptr<i32>>, tile<8xi32> -> tile<8xptr<i32>>
    %written = store_ptr_tko weak %p, %i : tile<8xptr<i32>>, tile<8xi32> -> token
    return
  }
  entry @right(%out: tile<ptr<i32>>) {
    %i = iota : tile<8xi32>
    %nothing = constant <i32: 0> : tile<8xi32>
    %p1 = reshape %out : tile<ptr<i32>> -> tile<1xptr<i32>>
    %pn = broadcast %p1 : tile<1xptr<i32>> -> tile<8xptr<i32>>
    %p = offset %pn, %nothing : tile<8xptr<i32>>, tile<8xi32> -> tile<8xptr<i32>>
    %old, %written = atomic_rmw_tko relaxed device %p, max, %i : tile<8xptr<i32>>, tile<8xi32> -> tile<8xi32>, token
    return
  }
}
