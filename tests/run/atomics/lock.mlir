// RUN: run --grid 100 --arg 'i32[1]=zeros' --arg 'sum:i32[1]=zeros' --print sum
// sum = [4950]
// RUN: run --grid 100 --schedule 7 --arg 'i32[1]=zeros' --arg 'sum:i32[1]=zeros' --print sum
// sum = [4950]
//
// A lock across tile blocks: each block spins until it has exchanged 0 for 1, adds to the sum, and unlocks. Blocks take
// turns, so the one that holds the lock comes to release it, in every order.
cuda_tile.module @tests {
  entry @k(%lock: tile<ptr<i32>>, %sum: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %x, %y, %z = get_tile_block_id : tile<i32>
    %t0 = make_token : token
    %taken = loop iter_values(%t = %t0) : token -> token {
      %old, %t1 = atomic_cas_tko acquire device %lock, %zero, %one token=%t : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
      %free = cmpi equal %old, %zero, signed : tile<i32> -> tile<i1>
      if %free {
        break %t1 : token
      }
      continue %t1 : token
    }
    %s, %t2 = load_ptr_tko weak %sum token=%taken : tile<ptr<i32>> -> tile<i32>, token
    %s1 = addi %s, %x : tile<i32>
    %t3 = store_ptr_tko weak %sum, %s1 token=%t2 : tile<ptr<i32>>, tile<i32> -> token
    %old, %t4 = atomic_rmw_tko release device %lock, xchg, %zero token=%t3 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    return
  }
}
