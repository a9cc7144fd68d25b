// RUN: run --sanitize --entry wrong --grid 4 --arg 'next:i32[1]=zeros' --arg 'out:i32[8]=zeros'
// E0571 line 14, with 16: `load_ptr_tko` reads element 0 of the buffer of argument 1 (`%next`), which `store_ptr_tko` writes in another tile block; nothing orders the two
//   fix: load, change and store the element in one atomic operation (`atomic_rmw_tko`)
// E0571 line 16, with 16: `store_ptr_tko` writes element 0 of the buffer of argument 1 (`%next`), which `store_ptr_tko` writes in another tile block; nothing orders the two
//   fix: give every tile block elements of its own, or make the `store_ptr_tko` an atomic operation
// RUN: run --sanitize --entry right --grid 4 --arg 'next:i32[1]=zeros' --arg 'out:i32[8]=zeros'
// clean
//
// Tile blocks draw tickets by a load and a store, so that two may draw the same one and write the same element.
cuda_tile.module @tests {
  entry @wrong(%next: tile<ptr<i32>>, %out: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %ticket, %read = load_ptr_tko weak %next : tile<ptr<i32>> -> tile<i32>, token
    %rest = addi %ticket, %one : tile<i32>
    %drawn = store_ptr_tko weak %next, %rest token=%read : tile<ptr<i32>>, tile<i32> -> token
    %p = offset %out, %ticket : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %written = store_ptr_tko weak %p, %x : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @right(%next: tile<ptr<i32>>, %out: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %ticket, %drawn = atomic_rmw_tko relaxed device %next, add, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %p = offset %out, %ticket : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %written = store_ptr_tko weak %p, %x : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
