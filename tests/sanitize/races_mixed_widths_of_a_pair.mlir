// RUN: run --sanitize --entry wrong --grid 2 --arg 'pair:i32[2]=zeros'
// E0571 line 19, with 17: `atomic_rmw_tko` atomically writes element 0 of the buffer of argument 1 (`%pair`), which `atomic_rmw_tko` atomically writes in another tile block; nothing orders the two
//   fix: access the element with one size on both sides
// RUN: run --sanitize --entry right --grid 2 --arg 'pair:i32[2]=zeros'
// clean
//
// Two numbers of 32 bits are exchanged at once as one of 64, while another tile block counts one of them.
cuda_tile.module @tests {
  entry @wrong(%pair: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %both = constant <i64: 7> : tile<i64>
    %first = cmpi equal %x, %zero, signed : tile<i32> -> tile<i1>
    if %first {
      %p = ptr_to_ptr %pair : tile<ptr<i32>> -> tile<ptr<i64>>
      %old, %t = atomic_rmw_tko relaxed device %p, xchg, %both : tile<ptr<i64>>, tile<i64> -> tile<i64>, token
    } else {
      %old, %u = atomic_rmw_tko relaxed device %pair, add, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    }
    return
  }
  entry @right(%pair: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %both = constant <i64: 7> : tile<i64>
    %first = cmpi equal %x, %zero, signed : tile<i32> -> tile<i1>
    if %first {
      %p = ptr_to_ptr %pair : tile<ptr<i32>> -> tile<ptr<i64>>
    } else {
      %old, %u = atomic_rmw_tko relaxed device %pair, add, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    }
    return
  }
}
