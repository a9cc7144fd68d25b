// RUN: run --arg 'i32[4]=zeros'
// TRAP: error[E0508]
// TRAP: `for`: an undefined value bounds a loop: an overflow that the operation promised not to happen
//
// A sum that promised not to wrap bounds a loop.
cuda_tile.module @tests {
  entry @k(%out: tile<ptr<i32>>) {
    %a = constant <i32: 2147483647> : tile<i32>
    %b = constant <i32: 1> : tile<i32>
    %r = addi %a, %b overflow<no_signed_wrap> : tile<i32>
    for %i in (%b to %r, step %b) : tile<i32> {
      continue
    }
    return
  }
}
