// RUN: run --grid 100 --arg 'i32[1]=zeros' --arg 'passed:i32[1]=zeros' --print passed
// passed = [100]
// RUN: run --grid 100 --schedule 3 --arg 'i32[1]=zeros' --arg 'passed:i32[1]=zeros' --print passed
// passed = [100]
//
// 100 blocks wait for each other: each adds 1 to a counter and goes on when it is 100. More blocks become resident when none
// of the first ones ends.
cuda_tile.module @tests {
  entry @k(%count: tile<ptr<i32>>, %passed: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %n, %ny, %nz = get_num_tile_blocks : tile<i32>
    %old, %t0 = atomic_rmw_tko acq_rel device %count, add, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %t9 = loop iter_values(%t = %t0) : token -> token {
      %c, %t1 = load_ptr_tko acquire device %count token=%t : tile<ptr<i32>> -> tile<i32>, token
      %all = cmpi equal %c, %n, signed : tile<i32> -> tile<i1>
      if %all {
        break %t1 : token
      }
      continue %t1 : token
    }
    %old2, %t2 = atomic_rmw_tko relaxed device %passed, add, %one token=%t9 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    return
  }
}
