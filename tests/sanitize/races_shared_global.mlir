// RUN: run --sanitize --entry wrong --grid 4 --arg 'out:i32[1]=zeros'
// E0571 line 16, with 16: `store_ptr_tko` writes element 0 of global `@scratch`, which `store_ptr_tko` writes in another tile block; nothing orders the two
//   fix: give every tile block elements of its own, or make the `store_ptr_tko` an atomic operation
// E0571 line 16, with 17: `store_ptr_tko` writes element 0 of global `@scratch`, which `load_ptr_tko` reads in another tile block; nothing orders the two
//   fix: give every tile block elements of its own, or write to another buffer; or else publish the `store_ptr_tko` by a `release` that takes its token %stored, and let the `load_ptr_tko` take the token of an `acquire` that reads what was released
// RUN: run --sanitize --entry right --grid 4 --arg 'out:i32[1]=zeros'
// clean
//
// A global is one for all tile blocks, not one for each.
cuda_tile.module @tests {
  global @scratch <i32: [0, 0, 0, 0]> : tile<4xi32>
  entry @wrong(%out: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %g = get_global @scratch : tile<ptr<i32>>
    %stored = store_ptr_tko weak %g, %x : tile<ptr<i32>>, tile<i32> -> token
    %v, %read = load_ptr_tko weak %g token=%stored : tile<ptr<i32>> -> tile<i32>, token
    return
  }
  entry @right(%out: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %g = get_global @scratch : tile<ptr<i32>>
    %mine = offset %g, %x : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %stored = store_ptr_tko weak %mine, %x : tile<ptr<i32>>, tile<i32> -> token
    %v, %read = load_ptr_tko weak %mine token=%stored : tile<ptr<i32>> -> tile<i32>, token
    return
  }
}
