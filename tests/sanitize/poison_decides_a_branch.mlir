// RUN: run --sanitize --entry wrong --grid 2 --arg 'n:i32[1]=ones' --arg 'out:i32[1]=zeros'
// E0502 line 15, with 13: `if`: an undefined value decides a branch: a masked-off load lane without padding, made by `load_ptr_tko`
//   fix: give the load of %v a padding value, or mask what uses %v in the same way
// RUN: run --sanitize --entry right --grid 2 --arg 'n:i32[1]=ones' --arg 'out:i32[1]=zeros'
// clean
//
// A branch is decided by a value that only the first tile block loads.
cuda_tile.module @tests {
  entry @wrong(%n: tile<ptr<i32>>, %out: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %first = cmpi equal %x, %zero, signed : tile<i32> -> tile<i1>
    %v, %t = load_ptr_tko weak %n, %first : tile<ptr<i32>>, tile<i1> -> tile<i32>, token
    %empty = cmpi equal %v, %zero, signed : tile<i32> -> tile<i1>
    if %empty {
      %old, %u = atomic_rmw_tko relaxed device %out, add, %v : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    }
    return
  }
  entry @right(%n: tile<ptr<i32>>, %out: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %first = cmpi equal %x, %zero, signed : tile<i32> -> tile<i1>
    %v, %t = load_ptr_tko weak %n, %first, %zero : tile<ptr<i32>>, tile<i1>, tile<i32> -> tile<i32>, token
    %empty = cmpi equal %v, %zero, signed : tile<i32> -> tile<i1>
    if %empty {
      %old, %u = atomic_rmw_tko relaxed device %out, add, %v : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    }
    return
  }
}
