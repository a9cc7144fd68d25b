// RUN: run --sanitize --entry wrong --grid 2 --arg 'l:i32[1]=zeros'
// E0562 line 22, with 14: `atomic_cas_tko` waits for element 0 of the buffer of argument 1 (`%l`) to change, and no tile block is left that could change it
//   fix: give the lock at %l back, with a `release` store, before the tile block that took it ends or waits again
// RUN: run --sanitize --entry right --grid 2 --arg 'l:i32[1]=zeros'
// clean
//
// A tile block takes a lock that it holds already.
cuda_tile.module @tests {
  entry @wrong(%l: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %start = make_token : token
    %held = loop iter_values(%held_before = %start) : token -> token {
      %held_old, %held_tried = atomic_cas_tko acquire device %l, %zero, %one token=%held_before : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
      %held_free = cmpi equal %held_old, %zero, signed : tile<i32> -> tile<i1>
      if %held_free {
        break %held_tried : token
      }
      continue %held_tried : token
    }
    %again = loop iter_values(%again_before = %held) : token -> token {
      %again_old, %again_tried = atomic_cas_tko acquire device %l, %zero, %one token=%again_before : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
      %again_free = cmpi equal %again_old, %zero, signed : tile<i32> -> tile<i1>
      if %again_free {
        break %again_tried : token
      }
      continue %again_tried : token
    }
    %left = store_ptr_tko release device %l, %zero token=%again : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @right(%l: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %start = make_token : token
    %held = loop iter_values(%held_before = %start) : token -> token {
      %held_old, %held_tried = atomic_cas_tko acquire device %l, %zero, %one token=%held_before : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
      %held_free = cmpi equal %held_old, %zero, signed : tile<i32> -> tile<i1>
      if %held_free {
        break %held_tried : token
      }
      continue %held_tried : token
    }
    %left = store_ptr_tko release device %l, %zero token=%held : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
