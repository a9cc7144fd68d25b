// RUN: run --sanitize --entry wrong --grid 2 --arg 'data:i32[1]=zeros' --arg 'flag:i32[1]=zeros'
// E0571 line 22, with 19: `load_ptr_tko` reads element 0 of the buffer of argument 2 (`%flag`), which `store_ptr_tko` atomically writes in another tile block; nothing orders the two
//   fix: make the `load_ptr_tko` an `acquire` with the scope `device`, as the `store_ptr_tko` is a `release`
// E0571 line 29, with 18: `load_ptr_tko` reads element 0 of the buffer of argument 1 (`%data`), which `store_ptr_tko` writes in another tile block; nothing orders the two
//   fix: give every tile block elements of its own, or write to another buffer; or else publish the `store_ptr_tko` by a `release` that takes its token %stored, and let the `load_ptr_tko` take the token of an `acquire` that reads what was released
// RUN: run --sanitize --entry right --grid 2 --arg 'data:i32[1]=zeros' --arg 'flag:i32[1]=zeros'
// clean
//
// Waiting with plain loads: the compiler may read the flag once and never again.
cuda_tile.module @tests {
  entry @wrong(%data: tile<ptr<i32>>, %flag: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %first = cmpi equal %x, %zero, signed : tile<i32> -> tile<i1>
    %start = make_token : token
    if %first {
      %stored = store_ptr_tko weak %data, %one : tile<ptr<i32>>, tile<i32> -> token
      %released = store_ptr_tko release device %flag, %one token=%stored : tile<ptr<i32>>, tile<i32> -> token
    } else {
      %seen = loop iter_values(%before = %start) : token -> token {
        %f, %tried = load_ptr_tko weak %flag token=%before : tile<ptr<i32>> -> tile<i32>, token
        %set = cmpi equal %f, %one, signed : tile<i32> -> tile<i1>
        if %set {
          break %tried : token
        }
        continue %tried : token
      }
      %v, %read = load_ptr_tko weak %data token=%seen : tile<ptr<i32>> -> tile<i32>, token
    }
    return
  }
  entry @right(%data: tile<ptr<i32>>, %flag: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %first = cmpi equal %x, %zero, signed : tile<i32> -> tile<i1>
    %start = make_token : token
    if %first {
      %stored = store_ptr_tko weak %data, %one : tile<ptr<i32>>, tile<i32> -> token
      %released = store_ptr_tko release device %flag, %one token=%stored : tile<ptr<i32>>, tile<i32> -> token
    } else {
      %seen = loop iter_values(%before = %start) : token -> token {
        %f, %tried = load_ptr_tko acquire device %flag token=%before : tile<ptr<i32>> -> tile<i32>, token
        %set = cmpi equal %f, %one, signed : tile<i32> -> tile<i1>
        if %set {
          break %tried : token
        }
        continue %tried : token
      }
      %v, %read = load_ptr_tko weak %data token=%seen : tile<ptr<i32>> -> tile<i32>, token
    }
    return
  }
}
