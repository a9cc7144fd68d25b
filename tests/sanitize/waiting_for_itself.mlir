// RUN: run --sanitize --entry wrong --grid 2 --arg 'flag:i32[1]=zeros'
// E0562 line 13: `load_ptr_tko` waits for element 0 of the buffer of argument 1 (`%flag`) to change, and no tile block is left that could change it
//   fix: let a tile block write what is waited for before it ends or waits itself
// RUN: run --sanitize --entry right --grid 2 --arg 'flag:i32[1]=zeros'
// clean
//
// Every tile block waits for the flag that it would set behind the waiting.
cuda_tile.module @tests {
  entry @wrong(%flag: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %start = make_token : token
    %seen = loop iter_values(%before = %start) : token -> token {
      %f, %tried = load_ptr_tko acquire device %flag token=%before : tile<ptr<i32>> -> tile<i32>, token
      %set = cmpi equal %f, %one, signed : tile<i32> -> tile<i1>
      if %set {
        break %tried : token
      }
      continue %tried : token
    }
    %released = store_ptr_tko release device %flag, %one token=%seen : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @right(%flag: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %start = make_token : token
    %released = store_ptr_tko release device %flag, %one token=%start : tile<ptr<i32>>, tile<i32> -> token
    %seen = loop iter_values(%before = %released) : token -> token {
      %f, %tried = load_ptr_tko acquire device %flag token=%before : tile<ptr<i32>> -> tile<i32>, token
      %set = cmpi equal %f, %one, signed : tile<i32> -> tile<i1>
      if %set {
        break %tried : token
      }
      continue %tried : token
    }
    return
  }
}
