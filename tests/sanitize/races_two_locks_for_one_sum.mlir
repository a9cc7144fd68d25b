// RUN: run --sanitize --entry wrong --grid 4 --arg 'locks:i32[2]=zeros' --arg 'sum:i32[1]=zeros'
// E0571 line 26, with 28: `load_ptr_tko` reads element 0 of the buffer of argument 2 (`%sum`), which `store_ptr_tko` writes in another tile block; nothing orders the two
//   fix: load, change and store the element in one atomic operation (`atomic_rmw_tko`)
// E0571 line 28, with 28: `store_ptr_tko` writes element 0 of the buffer of argument 2 (`%sum`), which `store_ptr_tko` writes in another tile block; nothing orders the two
//   fix: give every tile block elements of its own, or make the `store_ptr_tko` an atomic operation
// RUN: run --sanitize --entry right --grid 4 --arg 'locks:i32[2]=zeros' --arg 'sum:i32[1]=zeros'
// clean
//
// Tile blocks protect one sum by two different locks.
cuda_tile.module @tests {
  entry @wrong(%locks: tile<ptr<i32>>, %sum: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %k = andi %x, %one : tile<i32>
    %l = offset %locks, %k : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %start = make_token : token
    %taken = loop iter_values(%taken_before = %start) : token -> token {
      %taken_old, %taken_tried = atomic_cas_tko acquire device %l, %zero, %one token=%taken_before : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
      %taken_free = cmpi equal %taken_old, %zero, signed : tile<i32> -> tile<i1>
      if %taken_free {
        break %taken_tried : token
      }
      continue %taken_tried : token
    }
    %v, %read = load_ptr_tko weak %sum token=%taken : tile<ptr<i32>> -> tile<i32>, token
    %w = addi %v, %one : tile<i32>
    %written = store_ptr_tko weak %sum, %w token=%read : tile<ptr<i32>>, tile<i32> -> token
    %left = store_ptr_tko release device %l, %zero token=%written : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @right(%locks: tile<ptr<i32>>, %sum: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %k = andi %x, %one : tile<i32>
    %l = offset %locks, %zero : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %start = make_token : token
    %taken = loop iter_values(%taken_before = %start) : token -> token {
      %taken_old, %taken_tried = atomic_cas_tko acquire device %l, %zero, %one token=%taken_before : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
      %taken_free = cmpi equal %taken_old, %zero, signed : tile<i32> -> tile<i1>
      if %taken_free {
        break %taken_tried : token
      }
      continue %taken_tried : token
    }
    %v, %read = load_ptr_tko weak %sum token=%taken : tile<ptr<i32>> -> tile<i32>, token
    %w = addi %v, %one : tile<i32>
    %written = store_ptr_tko weak %sum, %w token=%read : tile<ptr<i32>>, tile<i32> -> token
    %left = store_ptr_tko release device %l, %zero token=%written : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
