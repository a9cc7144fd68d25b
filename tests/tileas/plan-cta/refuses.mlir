// RUN: opt --passes=assign-dot-layouts,plan-cta
// REFUSED: `plan-cta` cannot run: instructions of products are already chosen, for the current number of warps
// REFUSED: run it before `assign-dot-layouts`
//
// The number of warps is in the layouts of fragments, so it cannot change once products have theirs.
#r0 = reg=[(0,1)] lane=[(0,2),(0,4),(0,8),(1,0),(2,0)] warp=[(4,0),(8,0)]
tileas.module @tests <target = "sm_80"> {
  func @k <num_warps = 4> (%x: ptr) {
    %a = constant <value = 0x3c00> : tile<16x16xf16, #r0>
    %c = constant <value = 0.0> : tile<16x16xf32, #r0>
    %d = dot %a, %a, %c : tile<16x16xf16, #r0>, tile<16x16xf16, #r0>, tile<16x16xf32, #r0> -> tile<16x16xf32, #r0>
    %t = print [%d] <format = "%f"> : tile<16x16xf32, #r0> -> token
    return
  }
}
