// RUN: run --sanitize --entry wrong --grid 2 --arg 'flag:i32[1]=zeros'
// E0562 line 20: `load_ptr_tko` waits for element 0 of the buffer of argument 1 (`%flag`) to change, and no tile block is left that could change it
//   fix: let a tile block write what is waited for before it ends or waits itself
// RUN: run --sanitize --entry right --grid 2 --arg 'flag:i32[1]=zeros'
// clean
//
// The flag becomes 1, and the other tile block waits for 2.
cuda_tile.module @tests {
  entry @wrong(%flag: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %goal = constant <i32: 2> : tile<i32>
    %first = cmpi equal %x, %zero, signed : tile<i32> -> tile<i1>
    %start = make_token : token
    if %first {
      %released = store_ptr_tko release device %flag, %one : tile<ptr<i32>>, tile<i32> -> token
    } else {
      %seen = loop iter_values(%before = %start) : token -> token {
        %f, %tried = load_ptr_tko acquire device %flag token=%before : tile<ptr<i32>> -> tile<i32>, token
        %set = cmpi equal %f, %goal, signed : tile<i32> -> tile<i1>
        if %set {
          break %tried : token
        }
        continue %tried : token
      }
    }
    return
  }
  entry @right(%flag: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %goal = constant <i32: 1> : tile<i32>
    %first = cmpi equal %x, %zero, signed : tile<i32> -> tile<i1>
    %start = make_token : token
    if %first {
      %released = store_ptr_tko release device %flag, %one : tile<ptr<i32>>, tile<i32> -> token
    } else {
      %seen = loop iter_values(%before = %start) : token -> token {
        %f, %tried = load_ptr_tko acquire device %flag token=%before : tile<ptr<i32>> -> tile<i32>, token
        %set = cmpi equal %f, %goal, signed : tile<i32> -> tile<i1>
        if %set {
          break %tried : token
        }
        continue %tried : token
      }
    }
    return
  }
}
