// RUN: run --sanitize --entry wrong --grid 2 --arg 'a:f32[8]=iota'
// E0571 line 25, with 22: `store_ptr_tko` writes element 4 of the buffer of argument 1 (`%a`), which `load_ptr_tko` reads in another tile block; nothing orders the two
//   fix: give every tile block elements of its own, or write to another buffer; or else publish the `store_ptr_tko` by a `release` that takes its token %written, and let the `load_ptr_tko` take the token of an `acquire` that reads what was released
// RUN: run --sanitize --entry right --grid 2 --arg 'a:f32[8]=iota'
// clean
//
// Each tile block smooths its tile in place and reads the first element of its neighbour, which that one overwrites.
cuda_tile.module @tests {
  entry @wrong(%a: tile<ptr<f32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %zero = constant <f32: 0.0> : tile<f32>
    %one = constant <i32: 1> : tile<i32>
    %start = muli %x, %four : tile<i32>
    %p = offset %a, %start : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %next = addi %x, %one : tile<i32>
    %beyond = muli %next, %four : tile<i32>
    %q = offset %a, %beyond : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %has = cmpi less_than %next, %two, signed : tile<i32> -> tile<i1>
    %v, %t1 = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token
    %w, %t2 = load_ptr_tko weak %q, %has, %zero : tile<ptr<f32>>, tile<i1>, tile<f32> -> tile<f32>, token
    %s = addf %v, %w : tile<f32>
    %both = join_tokens %t1, %t2 : token
    %written = store_ptr_tko weak %p, %s token=%both : tile<ptr<f32>>, tile<f32> -> token
    return
  }
  entry @right(%a: tile<ptr<f32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %zero = constant <f32: 0.0> : tile<f32>
    %one = constant <i32: 1> : tile<i32>
    %start = muli %x, %four : tile<i32>
    %p = offset %a, %start : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %next = addi %x, %one : tile<i32>
    %beyond = muli %next, %four : tile<i32>
    %q = offset %a, %beyond : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %has = cmpi less_than %next, %two, signed : tile<i32> -> tile<i1>
    %v, %t1 = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token
    %w, %t2 = load_ptr_tko weak %q, %has, %zero : tile<ptr<f32>>, tile<i1>, tile<f32> -> tile<f32>, token
    %s = addf %v, %w : tile<f32>
    %both = join_tokens %t1, %t2 : token
    %r = offset %p, %one : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %written = store_ptr_tko weak %r, %s token=%both : tile<ptr<f32>>, tile<f32> -> token
    return
  }
}
