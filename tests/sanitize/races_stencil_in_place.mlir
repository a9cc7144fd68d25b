// RUN: run --sanitize --entry wrong --grid 5 --arg 'a:i32[6]=iota' --arg 'out:i32[6]=zeros'
// E0571 line 19, with 16: `store_ptr_tko` writes element 1 of the buffer of argument 1 (`%a`), which `load_ptr_tko` reads in another tile block; nothing orders the two
//   fix: give every tile block elements of its own, or write to another buffer; or else publish the `store_ptr_tko` by a `release` that takes its token %written, and let the `load_ptr_tko` take the token of an `acquire` that reads what was released
// RUN: run --sanitize --entry right --grid 5 --arg 'a:i32[6]=iota' --arg 'out:i32[6]=zeros'
// clean
//
// A stencil in place: each element becomes the sum of itself and its right neighbour, one tile block an element.
cuda_tile.module @tests {
  entry @wrong(%a: tile<ptr<i32>>, %out: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %next = addi %x, %one : tile<i32>
    %p = offset %a, %x : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %q = offset %a, %next : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %v, %t1 = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    %w, %t2 = load_ptr_tko weak %q : tile<ptr<i32>> -> tile<i32>, token
    %s = addi %v, %w : tile<i32>
    %both = join_tokens %t1, %t2 : token
    %written = store_ptr_tko weak %p, %s token=%both : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @right(%a: tile<ptr<i32>>, %out: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %next = addi %x, %one : tile<i32>
    %p = offset %a, %x : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %q = offset %a, %next : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %v, %t1 = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    %w, %t2 = load_ptr_tko weak %q : tile<ptr<i32>> -> tile<i32>, token
    %s = addi %v, %w : tile<i32>
    %both = join_tokens %t1, %t2 : token
    %r = offset %out, %x : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %written = store_ptr_tko weak %r, %s token=%both : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
