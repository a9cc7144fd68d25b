// RUN: run --sanitize --entry wrong --grid 8 --arg 'a:i32[8]=iota' --arg 'out:i32[8]=zeros'
// E0571 line 15, with 16: `load_ptr_tko` reads element 4 of the buffer of argument 1 (`%a`), which `store_ptr_tko` writes in another tile block; nothing orders the two
//   fix: give every tile block elements of its own, or write to another buffer; or else publish the `store_ptr_tko` by a `release` that takes its token %written, and let the `load_ptr_tko` take the token of an `acquire` that reads what was released
// RUN: run --sanitize --entry right --grid 8 --arg 'a:i32[8]=iota' --arg 'out:i32[8]=zeros'
// clean
//
// A vector is reversed in place by tile blocks that write where others read.
cuda_tile.module @tests {
  entry @wrong(%a: tile<ptr<i32>>, %out: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %seven = constant <i32: 7> : tile<i32>
    %k = subi %seven, %x : tile<i32>
    %p = offset %a, %x : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %q = offset %a, %k : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %v, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    %written = store_ptr_tko weak %q, %v token=%t : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @right(%a: tile<ptr<i32>>, %out: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %seven = constant <i32: 7> : tile<i32>
    %k = subi %seven, %x : tile<i32>
    %p = offset %a, %x : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %q = offset %out, %k : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %v, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    %written = store_ptr_tko weak %q, %v token=%t : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
