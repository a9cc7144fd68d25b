// RUN: run --grid 8 --arg 'i32[1]=zeros'
// the flag is set
//
// Block 0 waits for a flag that the last block sets: it does not keep the others from running.
cuda_tile.module @tests {
  entry @k(%flag: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %last = constant <i32: 7> : tile<i32>
    %x, %y, %z = get_tile_block_id : tile<i32>
    %first = cmpi equal %x, %zero, signed : tile<i32> -> tile<i1>
    if %first {
      %t0 = make_token : token
      %t9 = loop iter_values(%t = %t0) : token -> token {
        %f, %t1 = load_ptr_tko acquire device %flag token=%t : tile<ptr<i32>> -> tile<i32>, token
        %set = cmpi equal %f, %one, signed : tile<i32> -> tile<i1>
        if %set {
          break %t1 : token
        }
        continue %t1 : token
      }
      print_tko "the flag is set\n" token=%t9 -> token
    }
    %end = cmpi equal %x, %last, signed : tile<i32> -> tile<i1>
    if %end {
      %t = store_ptr_tko release device %flag, %one : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }
}
