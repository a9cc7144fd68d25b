// RUN: opt --passes=materialize-async
// REFUSED: `materialize-async` cannot run: the module names no target
// REFUSED: write `<target = "sm_80">`
//
// Before sm_80 there are no asynchronous copies, and how many stages have room depends on the target.
tileas.module @tests {
  func @k <num_warps = 4> (%x: ptr) {
    return
  }
}
