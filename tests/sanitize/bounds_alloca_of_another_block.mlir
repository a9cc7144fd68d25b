// RUN: run --sanitize --entry wrong --grid 2 --arg 'slot:i64[1]=zeros' --arg 'flag:i32[1]=zeros'
// E0523 line 41: `store_ptr_tko`: writes the alloca of 1 x i32, which is private to tile block 0,0,0
//   fix: give the `alloca` the flag `global`, or hand the data over in a buffer of the launch
// RUN: run --sanitize --entry right --grid 2 --arg 'slot:i64[1]=zeros' --arg 'flag:i32[1]=zeros'
// clean
//
// Block 0 publishes the address of its private scratch memory, and block 1 writes there.
cuda_tile.module @tests {
  entry @wrong(%slot: tile<ptr<i64>>, %flag: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %first = cmpi equal %x, %zero, signed : tile<i32> -> tile<i1>
    %m = alloca num_elem = 1, alignment = 4 : tile<ptr<i32>>
    if %first {
      %a = ptr_to_int %m : tile<ptr<i32>> -> tile<i64>
      %stored = store_ptr_tko weak %slot, %a : tile<ptr<i64>>, tile<i64> -> token
      %released = store_ptr_tko release device %flag, %one token=%stored : tile<ptr<i32>>, tile<i32> -> token
      %go = make_token : token
      %two = constant <i32: 2> : tile<i32>
      %answered = loop iter_values(%before = %go) : token -> token {
        %f, %tried = load_ptr_tko acquire device %flag token=%before : tile<ptr<i32>> -> tile<i32>, token
        %set = cmpi equal %f, %two, signed : tile<i32> -> tile<i1>
        if %set {
          break %tried : token
        }
        continue %tried : token
      }
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
      %a, %read = load_ptr_tko weak %slot token=%seen : tile<ptr<i64>> -> tile<i64>, token
      %p = int_to_ptr %a : tile<i64> -> tile<ptr<i32>>
      %written = store_ptr_tko weak %p, %one token=%read : tile<ptr<i32>>, tile<i32> -> token
      %two = constant <i32: 2> : tile<i32>
      %answer = store_ptr_tko release device %flag, %two token=%written : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }
  entry @right(%slot: tile<ptr<i64>>, %flag: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %first = cmpi equal %x, %zero, signed : tile<i32> -> tile<i1>
    %m = alloca num_elem = 1, alignment = 4 global : tile<ptr<i32>>
    if %first {
      %a = ptr_to_int %m : tile<ptr<i32>> -> tile<i64>
      %stored = store_ptr_tko weak %slot, %a : tile<ptr<i64>>, tile<i64> -> token
      %released = store_ptr_tko release device %flag, %one token=%stored : tile<ptr<i32>>, tile<i32> -> token
      %go = make_token : token
      %two = constant <i32: 2> : tile<i32>
      %answered = loop iter_values(%before = %go) : token -> token {
        %f, %tried = load_ptr_tko acquire device %flag token=%before : tile<ptr<i32>> -> tile<i32>, token
        %set = cmpi equal %f, %two, signed : tile<i32> -> tile<i1>
        if %set {
          break %tried : token
        }
        continue %tried : token
      }
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
      %a, %read = load_ptr_tko weak %slot token=%seen : tile<ptr<i64>> -> tile<i64>, token
      %p = int_to_ptr %a : tile<i64> -> tile<ptr<i32>>
      %written = store_ptr_tko weak %p, %one token=%read : tile<ptr<i32>>, tile<i32> -> token
      %two = constant <i32: 2> : tile<i32>
      %answer = store_ptr_tko release device %flag, %two token=%written : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }
}
