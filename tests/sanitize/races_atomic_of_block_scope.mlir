// RUN: run --sanitize --entry wrong --grid 3 --arg 'n:i32[1]=zeros'
// E0571 line 11, with 11: `atomic_rmw_tko` atomically writes element 0 of the buffer of argument 1 (`%n`), which `atomic_rmw_tko` atomically writes in another tile block; nothing orders the two
//   fix: use the scope `device` on both
// RUN: run --sanitize --entry right --grid 3 --arg 'n:i32[1]=zeros'
// clean
//
// A counter for all tile blocks is counted with the scope of one.
cuda_tile.module @tests {
  entry @wrong(%n: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %old, %t = atomic_rmw_tko relaxed tl_blk %n, add, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    return
  }
  entry @right(%n: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %old, %t = atomic_rmw_tko relaxed device %n, add, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    return
  }
}
