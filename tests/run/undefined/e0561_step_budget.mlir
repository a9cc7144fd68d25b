// RUN: run --steps 1000 --arg 'i32[4]=zeros'
// TRAP: error[E0561]
// TRAP: the step budget is used up (in tile block 0,0,0)
//
// A lock that nobody releases.
cuda_tile.module @tests {
  entry @k(%out: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    loop {
      %old, %t = atomic_cas_tko acquire device %out, %one, %zero : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
      %got = cmpi equal %old, %one, signed : tile<i32> -> tile<i1>
      if %got {
        break
      }
    }
    return
  }
}
