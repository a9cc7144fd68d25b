// RUN: opt --passes=slice-and-fuse
// REFUSED: `slice-and-fuse` cannot run: shared memory is already allocated, and this pass would need more
// REFUSED: run it before `allocate-shared`
//
// Products are sliced so that their operands have room in shared memory, which is given out already.
tileas.module @tests <target = "sm_80"> {
  func @k <num_warps = 4, shared_bytes = 0> (%x: ptr) {
    return
  }
}
