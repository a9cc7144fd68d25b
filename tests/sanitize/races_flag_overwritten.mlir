// RUN: run --sanitize --entry wrong --grid 3 --arg 'data:i32[1]=zeros' --arg 'flag:i32[1]=zeros'
// E0571 line 31, with 19, 41: `load_ptr_tko` reads element 0 of the buffer of argument 1 (`%data`), which `store_ptr_tko` writes in another tile block; nothing orders the two
//   fix: make the `store_ptr_tko` that the other tile block reads a `release`
// RUN: run --sanitize --entry right --grid 3 --arg 'data:i32[1]=zeros' --arg 'flag:i32[1]=zeros'
// clean
//
// Block 0 releases the flag, block 1 overwrites it with a `relaxed` store, and block 2 waits for what block 1 wrote:
// nobody released that.
cuda_tile.module @tests {
  entry @wrong(%data: tile<ptr<i32>>, %flag: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %first = cmpi equal %x, %zero, signed : tile<i32> -> tile<i1>
    %last = cmpi equal %x, %two, signed : tile<i32> -> tile<i1>
    %start = make_token : token
    if %first {
      %stored = store_ptr_tko weak %data, %one : tile<ptr<i32>>, tile<i32> -> token
      %released = store_ptr_tko release device %flag, %one token=%stored : tile<ptr<i32>>, tile<i32> -> token
    } else {
      if %last {
        %seen = loop iter_values(%before = %start) : token -> token {
          %f, %tried = load_ptr_tko acquire device %flag token=%before : tile<ptr<i32>> -> tile<i32>, token
          %set = cmpi equal %f, %two, signed : tile<i32> -> tile<i1>
          if %set {
            break %tried : token
          }
          continue %tried : token
        }
        %v, %read = load_ptr_tko weak %data token=%seen : tile<ptr<i32>> -> tile<i32>, token
      } else {
        %seen = loop iter_values(%before = %start) : token -> token {
          %f, %tried = load_ptr_tko acquire device %flag token=%before : tile<ptr<i32>> -> tile<i32>, token
          %set = cmpi equal %f, %one, signed : tile<i32> -> tile<i1>
          if %set {
            break %tried : token
          }
          continue %tried : token
        }
        %passed = store_ptr_tko relaxed device %flag, %two token=%seen : tile<ptr<i32>>, tile<i32> -> token
      }
    }
    return
  }
  entry @right(%data: tile<ptr<i32>>, %flag: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %first = cmpi equal %x, %zero, signed : tile<i32> -> tile<i1>
    %last = cmpi equal %x, %two, signed : tile<i32> -> tile<i1>
    %start = make_token : token
    if %first {
      %stored = store_ptr_tko weak %data, %one : tile<ptr<i32>>, tile<i32> -> token
      %released = store_ptr_tko release device %flag, %one token=%stored : tile<ptr<i32>>, tile<i32> -> token
    } else {
      if %last {
        %seen = loop iter_values(%before = %start) : token -> token {
          %f, %tried = load_ptr_tko acquire device %flag token=%before : tile<ptr<i32>> -> tile<i32>, token
          %set = cmpi equal %f, %two, signed : tile<i32> -> tile<i1>
          if %set {
            break %tried : token
          }
          continue %tried : token
        }
        %v, %read = load_ptr_tko weak %data token=%seen : tile<ptr<i32>> -> tile<i32>, token
      } else {
        %seen = loop iter_values(%before = %start) : token -> token {
          %f, %tried = load_ptr_tko acquire device %flag token=%before : tile<ptr<i32>> -> tile<i32>, token
          %set = cmpi equal %f, %one, signed : tile<i32> -> tile<i1>
          if %set {
            break %tried : token
          }
          continue %tried : token
        }
        %passed = store_ptr_tko release device %flag, %two token=%seen : tile<ptr<i32>>, tile<i32> -> token
      }
    }
    return
  }
}
