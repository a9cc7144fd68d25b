// RUN: opt --passes=assign-dot-layouts
// REFUSED: `assign-dot-layouts` cannot run: shared memory is already allocated, and this pass would need more
// REFUSED: run it before `allocate-shared`
//
// Conversions to fragments may go through shared memory, whose offsets are given out already.
tileas.module @tests <target = "sm_80"> {
  func @k <num_warps = 4, shared_bytes = 0> (%x: ptr) {
    return
  }
}
