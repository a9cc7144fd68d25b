// RUN: opt --passes=stage-dot-operands
// REFUSED: `stage-dot-operands` cannot run: shared memory is already allocated, and this pass would need more
// REFUSED: run it before `allocate-shared`
//
// Operands would go through buffers that have no place.
tileas.module @tests <target = "sm_80"> {
  func @k <num_warps = 4, shared_bytes = 0> (%x: ptr) {
    return
  }
}
