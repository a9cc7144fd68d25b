// RUN: run --sanitize --entry wrong --grid 2 --arg 'a:i32[1]=zeros' --arg 'b:i32[1]=zeros' --arg 'met:i32[1]=zeros'
// E0562 line 36: `atomic_cas_tko` waits for element 0 of the buffer of argument 2 (`%b`) to change, and no tile block is left that could change it
//   fix: give the lock at %other back, with a `release` store, before the tile block that took it ends or waits again
// RUN: run --sanitize --entry right --grid 2 --arg 'a:i32[1]=zeros' --arg 'b:i32[1]=zeros' --arg 'met:i32[1]=zeros'
// clean
//
// Two tile blocks take two locks in opposite order, and meet between the first and the second.
cuda_tile.module @tests {
  entry @wrong(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %met: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %first = cmpi equal %x, %zero, signed : tile<i32> -> tile<i1>
    %mine = select %first, %a, %b : tile<i1>, tile<ptr<i32>>
    %other = select %first, %b, %a : tile<i1>, tile<ptr<i32>>
    %start = make_token : token
    %one_lock = loop iter_values(%one_lock_before = %start) : token -> token {
      %one_lock_old, %one_lock_tried = atomic_cas_tko acquire device %mine, %zero, %one token=%one_lock_before : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
      %one_lock_free = cmpi equal %one_lock_old, %zero, signed : tile<i32> -> tile<i1>
      if %one_lock_free {
        break %one_lock_tried : token
      }
      continue %one_lock_tried : token
    }
    %n, %met_here = atomic_rmw_tko acq_rel device %met, add, %one token=%one_lock : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %both = loop iter_values(%before = %met_here) : token -> token {
      %f, %tried = load_ptr_tko acquire device %met token=%before : tile<ptr<i32>> -> tile<i32>, token
      %set = cmpi equal %f, %two, signed : tile<i32> -> tile<i1>
      if %set {
        break %tried : token
      }
      continue %tried : token
    }
    %two_locks = loop iter_values(%two_locks_before = %both) : token -> token {
      %two_locks_old, %two_locks_tried = atomic_cas_tko acquire device %other, %zero, %one token=%two_locks_before : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
      %two_locks_free = cmpi equal %two_locks_old, %zero, signed : tile<i32> -> tile<i1>
      if %two_locks_free {
        break %two_locks_tried : token
      }
      continue %two_locks_tried : token
    }
    %back = store_ptr_tko release device %b, %zero token=%two_locks : tile<ptr<i32>>, tile<i32> -> token
    %left = store_ptr_tko release device %a, %zero token=%back : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @right(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %met: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %first = cmpi equal %x, %zero, signed : tile<i32> -> tile<i1>
    %start = make_token : token
    %one_lock = loop iter_values(%one_lock_before = %start) : token -> token {
      %one_lock_old, %one_lock_tried = atomic_cas_tko acquire device %a, %zero, %one token=%one_lock_before : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
      %one_lock_free = cmpi equal %one_lock_old, %zero, signed : tile<i32> -> tile<i1>
      if %one_lock_free {
        break %one_lock_tried : token
      }
      continue %one_lock_tried : token
    }
    %two_locks = loop iter_values(%two_locks_before = %one_lock) : token -> token {
      %two_locks_old, %two_locks_tried = atomic_cas_tko acquire device %b, %zero, %one token=%two_locks_before : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
      %two_locks_free = cmpi equal %two_locks_old, %zero, signed : tile<i32> -> tile<i1>
      if %two_locks_free {
        break %two_locks_tried : token
      }
      continue %two_locks_tried : token
    }
    %back = store_ptr_tko release device %b, %zero token=%two_locks : tile<ptr<i32>>, tile<i32> -> token
    %left = store_ptr_tko release device %a, %zero token=%back : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
