// RUN: opt --passes=legalize-fma-dot
// REFUSED: `legalize-fma-dot` cannot run: the module names no target
// REFUSED: write `<target = "sm_80">`
//
// Which products have an instruction depends on the target.
tileas.module @tests {
  func @k <num_warps = 4> (%x: ptr) {
    return
  }
}
