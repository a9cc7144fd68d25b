// RUN: run --sanitize --entry wrong --grid 3 --arg 'ready:i32[1]=zeros' --arg 'l:i32[1]=zeros' --arg 'table:i32[1]=zeros' --arg 'out:i32[3]=zeros'
// E0571 line 41, with 34, 16: `load_ptr_tko` reads element 0 of the buffer of argument 3 (`%table`), which `store_ptr_tko` writes in another tile block; nothing orders the two
//   fix: make the `load_ptr_tko` that reads what was released an `acquire`
// RUN: run --sanitize --entry right --grid 3 --arg 'ready:i32[1]=zeros' --arg 'l:i32[1]=zeros' --arg 'table:i32[1]=zeros' --arg 'out:i32[3]=zeros'
// clean
//
// A table is made by the first tile block that comes. The check in front of the lock is `relaxed`: it sees the flag,
// not the table.
cuda_tile.module @tests {
  entry @wrong(%ready: tile<ptr<i32>>, %l: tile<ptr<i32>>, %table: tile<ptr<i32>>, %out: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %seven = constant <i32: 7> : tile<i32>
    %start = make_token : token
    %r0, %checked = load_ptr_tko relaxed device %ready token=%start : tile<ptr<i32>> -> tile<i32>, token
    %made = cmpi equal %r0, %one, signed : tile<i32> -> tile<i1>
    %there = if %made -> (token) {
      yield %checked : token
    } else {
      %taken = loop iter_values(%taken_before = %checked) : token -> token {
        %taken_old, %taken_tried = atomic_cas_tko acquire device %l, %zero, %one token=%taken_before : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
        %taken_free = cmpi equal %taken_old, %zero, signed : tile<i32> -> tile<i1>
        if %taken_free {
          break %taken_tried : token
        }
        continue %taken_tried : token
      }
      %r1, %again = load_ptr_tko relaxed device %ready token=%taken : tile<ptr<i32>> -> tile<i32>, token
      %meanwhile = cmpi equal %r1, %one, signed : tile<i32> -> tile<i1>
      %built = if %meanwhile -> (token) {
        yield %again : token
      } else {
        %stored = store_ptr_tko weak %table, %seven token=%again : tile<ptr<i32>>, tile<i32> -> token
        %published = store_ptr_tko release device %ready, %one token=%stored : tile<ptr<i32>>, tile<i32> -> token
        yield %published : token
      }
      %left = store_ptr_tko release device %l, %zero token=%built : tile<ptr<i32>>, tile<i32> -> token
      yield %left : token
    }
    %v, %read = load_ptr_tko weak %table token=%there : tile<ptr<i32>> -> tile<i32>, token
    %p = offset %out, %x : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %written = store_ptr_tko weak %p, %v : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @right(%ready: tile<ptr<i32>>, %l: tile<ptr<i32>>, %table: tile<ptr<i32>>, %out: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %seven = constant <i32: 7> : tile<i32>
    %start = make_token : token
    %r0, %checked = load_ptr_tko acquire device %ready token=%start : tile<ptr<i32>> -> tile<i32>, token
    %made = cmpi equal %r0, %one, signed : tile<i32> -> tile<i1>
    %there = if %made -> (token) {
      yield %checked : token
    } else {
      %taken = loop iter_values(%taken_before = %checked) : token -> token {
        %taken_old, %taken_tried = atomic_cas_tko acquire device %l, %zero, %one token=%taken_before : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
        %taken_free = cmpi equal %taken_old, %zero, signed : tile<i32> -> tile<i1>
        if %taken_free {
          break %taken_tried : token
        }
        continue %taken_tried : token
      }
      %r1, %again = load_ptr_tko relaxed device %ready token=%taken : tile<ptr<i32>> -> tile<i32>, token
      %meanwhile = cmpi equal %r1, %one, signed : tile<i32> -> tile<i1>
      %built = if %meanwhile -> (token) {
        yield %again : token
      } else {
        %stored = store_ptr_tko weak %table, %seven token=%again : tile<ptr<i32>>, tile<i32> -> token
        %published = store_ptr_tko release device %ready, %one token=%stored : tile<ptr<i32>>, tile<i32> -> token
        yield %published : token
      }
      %left = store_ptr_tko release device %l, %zero token=%built : tile<ptr<i32>>, tile<i32> -> token
      yield %left : token
    }
    %v, %read = load_ptr_tko weak %table token=%there : tile<ptr<i32>> -> tile<i32>, token
    %p = offset %out, %x : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %written = store_ptr_tko weak %p, %v : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
