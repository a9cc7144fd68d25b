// RUN: run --sanitize --entry wrong --grid 2 --arg 'data:i32[1]=zeros' --arg 'flag:i32[1]=zeros'
// E0571 line 28, with 16, 21: `load_ptr_tko` reads element 0 of the buffer of argument 1 (`%data`), which `store_ptr_tko` writes in another tile block; nothing orders the two
//   fix: pass token %seen of the `load_ptr_tko` to the other `load_ptr_tko`
// RUN: run --sanitize --entry right --grid 2 --arg 'data:i32[1]=zeros' --arg 'flag:i32[1]=zeros'
// clean
//
// Block 1 waits for a flag, but its load does not wait for the waiting.
cuda_tile.module @tests {
  entry @wrong(%data: tile<ptr<i32>>, %flag: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %first = cmpi equal %x, %zero, signed : tile<i32> -> tile<i1>
    if %first {
      %ready = constant <i32: 42> : tile<i32>
      %stored = store_ptr_tko weak %data, %ready : tile<ptr<i32>>, tile<i32> -> token
      %released = store_ptr_tko release device %flag, %one token=%stored : tile<ptr<i32>>, tile<i32> -> token
    } else {
      %start = make_token : token
      %seen = loop iter_values(%before = %start) : token -> token {
        %f, %tried = load_ptr_tko acquire device %flag token=%before : tile<ptr<i32>> -> tile<i32>, token
        %set = cmpi equal %f, %one, signed : tile<i32> -> tile<i1>
        if %set {
          break %tried : token
        }
        continue %tried : token
      }
      %v, %read = load_ptr_tko weak %data : tile<ptr<i32>> -> tile<i32>, token
    }
    return
  }
  entry @right(%data: tile<ptr<i32>>, %flag: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %first = cmpi equal %x, %zero, signed : tile<i32> -> tile<i1>
    if %first {
      %ready = constant <i32: 42> : tile<i32>
      %stored = store_ptr_tko weak %data, %ready : tile<ptr<i32>>, tile<i32> -> token
      %released = store_ptr_tko release device %flag, %one token=%stored : tile<ptr<i32>>, tile<i32> -> token
    } else {
      %start = make_token : token
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
