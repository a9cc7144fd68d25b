// RUN: opt --passes=stage-tiles
// REFUSED: `stage-tiles` cannot run: shared memory is already allocated, and this pass would need more
// REFUSED: run it before `allocate-shared`
//
// A buffer that is made now would have no place.
tileas.module @tests <target = "sm_80"> {
  func @k <num_warps = 4, shared_bytes = 0> (%x: ptr) {
    return
  }
}
