// RUN: run --sanitize --entry wrong --grid 3 --arg 'n:i32[1]=zeros'
// E0571 line 17, with 15: `atomic_rmw_tko` atomically writes element 0 of the buffer of argument 1 (`%n`), which `store_ptr_tko` writes in another tile block; nothing orders the two
//   fix: store by an atomic operation instead of the `store_ptr_tko`, or before all tile blocks start
// RUN: run --sanitize --entry right --grid 3 --arg 'n:i32[1]=zeros'
// clean
//
// Block 0 sets the counter to zero with a plain store, while the others count already.
cuda_tile.module @tests {
  entry @wrong(%n: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %first = cmpi equal %x, %zero, signed : tile<i32> -> tile<i1>
    if %first {
      %cleared = store_ptr_tko weak %n, %zero : tile<ptr<i32>>, tile<i32> -> token
    } else {
      %old, %counted = atomic_rmw_tko relaxed device %n, add, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    }
    return
  }
  entry @right(%n: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %first = cmpi equal %x, %zero, signed : tile<i32> -> tile<i1>
    if %first {
    } else {
      %old, %counted = atomic_rmw_tko relaxed device %n, add, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    }
    return
  }
}
