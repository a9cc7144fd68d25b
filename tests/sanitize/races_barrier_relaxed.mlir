// RUN: run --sanitize --entry wrong --grid 4 --arg 'count:i32[1]=zeros' --arg 'a:i32[4]=zeros' --arg 'b:i32[4]=zeros'
// E0571 line 28, with 18, 19: `load_ptr_tko` reads element 0 of the buffer of argument 2 (`%a`), which `store_ptr_tko` writes in another tile block; nothing orders the two
//   fix: make the `atomic_rmw_tko` `acq_rel`, so that it takes along what happened before it and sees what others took along
// RUN: run --sanitize --entry right --grid 4 --arg 'count:i32[1]=zeros' --arg 'a:i32[4]=zeros' --arg 'b:i32[4]=zeros'
// clean
//
// A barrier that counts with `relaxed` lets all tile blocks pass together, but hands nothing over.
cuda_tile.module @tests {
  entry @wrong(%count: tile<ptr<i32>>, %a: tile<ptr<i32>>, %b: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %n, %ny, %nz = get_num_tile_blocks : tile<i32>
    %p = offset %a, %x : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %k = subi %three, %x : tile<i32>
    %q = offset %a, %k : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %r = offset %b, %x : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %stored = store_ptr_tko weak %p, %x : tile<ptr<i32>>, tile<i32> -> token
    %old, %arrived = atomic_rmw_tko relaxed device %count, add, %one token=%stored : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %passed = loop iter_values(%before = %arrived) : token -> token {
      %f, %tried = load_ptr_tko acquire device %count token=%before : tile<ptr<i32>> -> tile<i32>, token
      %set = cmpi equal %f, %n, signed : tile<i32> -> tile<i1>
      if %set {
        break %tried : token
      }
      continue %tried : token
    }
    %v, %read = load_ptr_tko weak %q token=%passed : tile<ptr<i32>> -> tile<i32>, token
    %written = store_ptr_tko weak %r, %v : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @right(%count: tile<ptr<i32>>, %a: tile<ptr<i32>>, %b: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %n, %ny, %nz = get_num_tile_blocks : tile<i32>
    %p = offset %a, %x : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %k = subi %three, %x : tile<i32>
    %q = offset %a, %k : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %r = offset %b, %x : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %stored = store_ptr_tko weak %p, %x : tile<ptr<i32>>, tile<i32> -> token
    %old, %arrived = atomic_rmw_tko acq_rel device %count, add, %one token=%stored : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %passed = loop iter_values(%before = %arrived) : token -> token {
      %f, %tried = load_ptr_tko acquire device %count token=%before : tile<ptr<i32>> -> tile<i32>, token
      %set = cmpi equal %f, %n, signed : tile<i32> -> tile<i1>
      if %set {
        break %tried : token
      }
      continue %tried : token
    }
    %v, %read = load_ptr_tko weak %q token=%passed : tile<ptr<i32>> -> tile<i32>, token
    %written = store_ptr_tko weak %r, %v : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
