// How many steps each number 1, 2, 3, .. takes to reach 1 when an even number is halved and an odd number n becomes
// 3n + 1. Teaches control flow: `loop` with `break` and `continue`, and `if` with results. Conditions are tiles of rank
// 0, so a block goes one way as a whole; lanes that need different ways use `select`.
//
// RUN: run --grid 12 --arg 'steps:i32[12]=zeros' --print steps
// steps = [ 0  1  7  2  5  8 16  3 19  6 14  9]

cuda_tile.module @collatz {
  entry @collatz(%steps: tile<ptr<i32>>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %start = addi %block, %one : tile<i32>

    // Two values are carried, one comes out: the types before the arrow are those that `continue` passes on, the
    // type after it is that of `break`.
    %count = loop iter_values(%number = %start, %count_so_far = %zero) : tile<i32>, tile<i32> -> tile<i32> {
      %done = cmpi equal %number, %one, signed : tile<i32> -> tile<i1>
      if %done {
        break %count_so_far : tile<i32>
      }
      %bit = andi %number, %one : tile<i32>
      %odd = cmpi equal %bit, %one, signed : tile<i32> -> tile<i1>
      %next = if %odd -> (tile<i32>) {
        %tripled = muli %number, %three : tile<i32>
        %up = addi %tripled, %one : tile<i32>
        yield %up : tile<i32>
      } else {
        %half = divi %number, %two signed : tile<i32>
        yield %half : tile<i32>
      }
      %count_next = addi %count_so_far, %one : tile<i32>
      continue %next, %count_next : tile<i32>, tile<i32>
    }

    %place = offset %steps, %block : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %written = store_ptr_tko weak %place, %count : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
