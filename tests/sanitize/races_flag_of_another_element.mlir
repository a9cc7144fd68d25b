// RUN: run --sanitize --entry wrong --grid 3 --arg 'data:i32[2]=zeros' --arg 'flags:i32[2]=zeros'
// E0571 line 27, with 31, 32: `load_ptr_tko` reads element 1 of the buffer of argument 1 (`%data`), which `store_ptr_tko` writes in another tile block; nothing orders the two
//   fix: let the `load_ptr_tko` read what tile block 1,0,0 releases: what it read tells of another one
// RUN: run --sanitize --entry right --grid 3 --arg 'data:i32[2]=zeros' --arg 'flags:i32[2]=zeros'
// clean
//
// Two elements are published by two flags; the reader waits for the first and reads the second.
cuda_tile.module @tests {
  entry @wrong(%data: tile<ptr<i32>>, %flags: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %d1 = offset %data, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %f1 = offset %flags, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %reader = cmpi equal %x, %two, signed : tile<i32> -> tile<i1>
    %start = make_token : token
    if %reader {
      %seen = loop iter_values(%before = %start) : token -> token {
        %f, %tried = load_ptr_tko acquire device %flags token=%before : tile<ptr<i32>> -> tile<i32>, token
        %set = cmpi equal %f, %one, signed : tile<i32> -> tile<i1>
        if %set {
          break %tried : token
        }
        continue %tried : token
      }
      %v, %read = load_ptr_tko weak %d1 token=%seen : tile<ptr<i32>> -> tile<i32>, token
    } else {
      %d = offset %data, %x : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %f = offset %flags, %x : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %stored = store_ptr_tko weak %d, %one : tile<ptr<i32>>, tile<i32> -> token
      %released = store_ptr_tko release device %f, %one token=%stored : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }
  entry @right(%data: tile<ptr<i32>>, %flags: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %d1 = offset %data, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %f1 = offset %flags, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %reader = cmpi equal %x, %two, signed : tile<i32> -> tile<i1>
    %start = make_token : token
    if %reader {
      %seen = loop iter_values(%before = %start) : token -> token {
        %f, %tried = load_ptr_tko acquire device %f1 token=%before : tile<ptr<i32>> -> tile<i32>, token
        %set = cmpi equal %f, %one, signed : tile<i32> -> tile<i1>
        if %set {
          break %tried : token
        }
        continue %tried : token
      }
      %v, %read = load_ptr_tko weak %d1 token=%seen : tile<ptr<i32>> -> tile<i32>, token
    } else {
      %d = offset %data, %x : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %f = offset %flags, %x : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %stored = store_ptr_tko weak %d, %one : tile<ptr<i32>>, tile<i32> -> token
      %released = store_ptr_tko release device %f, %one token=%stored : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }
}
