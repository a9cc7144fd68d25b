// RUN: run --sanitize --entry wrong --grid 16 --arg 'v:i32[16]=randint(0,4)' --arg 'bins:i32[4]=zeros'
// E0571 line 17, with 19: `load_ptr_tko` reads element 1 of the buffer of argument 2 (`%bins`), which `store_ptr_tko` writes in another tile block; nothing orders the two
//   fix: load, change and store the element in one atomic operation (`atomic_rmw_tko`)
// E0571 line 19, with 19: `store_ptr_tko` writes element 1 of the buffer of argument 2 (`%bins`), which `store_ptr_tko` writes in another tile block; nothing orders the two
//   fix: give every tile block elements of its own, or make the `store_ptr_tko` an atomic operation
// RUN: run --sanitize --entry right --grid 16 --arg 'v:i32[16]=randint(0,4)' --arg 'bins:i32[4]=zeros'
// clean
//
// A histogram that counts by loading, adding and storing.
cuda_tile.module @tests {
  entry @wrong(%v: tile<ptr<i32>>, %bins: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %p = offset %v, %x : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %k, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    %b = offset %bins, %k : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %n, %read = load_ptr_tko weak %b : tile<ptr<i32>> -> tile<i32>, token
    %m = addi %n, %one : tile<i32>
    %written = store_ptr_tko weak %b, %m token=%read : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @right(%v: tile<ptr<i32>>, %bins: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %p = offset %v, %x : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %k, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    %b = offset %bins, %k : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %n, %counted = atomic_rmw_tko relaxed device %b, add, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    return
  }
}
