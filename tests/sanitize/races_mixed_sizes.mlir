// RUN: run --sanitize --entry wrong --grid 2 --arg 'p:i32[1]=zeros'
// E0571 line 19, with 16: `store_ptr_tko` atomically writes element 0 (of 16 bits) of the buffer of argument 1 (`%p`), which `atomic_rmw_tko` atomically writes in another tile block; nothing orders the two
//   fix: access the element with one size on both sides
// RUN: run --sanitize --entry right --grid 2 --arg 'p:i32[1]=zeros'
// clean
//
// Accesses that are meant to meet must be of one size: half of a counter is not the counter.
cuda_tile.module @tests {
  entry @wrong(%p: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %half = constant <i16: 1> : tile<i16>
    %first = cmpi equal %x, %zero, signed : tile<i32> -> tile<i1>
    if %first {
      %old, %t = atomic_rmw_tko relaxed device %p, add, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    } else {
      %q = ptr_to_ptr %p : tile<ptr<i32>> -> tile<ptr<i16>>
      %t = store_ptr_tko relaxed device %q, %half : tile<ptr<i16>>, tile<i16> -> token
    }
    return
  }
  entry @right(%p: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %half = constant <i16: 1> : tile<i16>
    %first = cmpi equal %x, %zero, signed : tile<i32> -> tile<i1>
    if %first {
      %old, %t = atomic_rmw_tko relaxed device %p, add, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    } else {
      %t = store_ptr_tko relaxed device %p, %one : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }
}
