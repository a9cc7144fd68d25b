// RUN: opt --passes=assign-dot-layouts
// #r0 = reg=[(0,1)] lane=[(0,2),(0,4),(0,8),(1,0),(2,0)] warp=[(4,0),(8,0)]
// #r1 = reg=[] lane=[(0,1),(0,2),(0,4),(1,0),(2,0)] warp=[(4,0),(8,0)]
// #r2 = reg=[] lane=[(0,1),(0,2),(0,4),(0,8),(1,0)] warp=[(2,0),(4,0)]
// tileas.module @tests <target = "sm_80"> {
//   func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
//     %a = constant <value = 1.0> : tile<16x16xf32, #r0>
//     %c = constant <value = 0.0> : tile<16x16xf32, #r0>
//     %d = dot %a, %a, %c : tile<16x16xf32, #r0>
//     %e = constant <value = 0x3c00> : tile<16x8xf16, #r1>
//     %f = constant <value = 0x3c00> : tile<8x16xf16, #r2>
//     %g = dot %e, %f, %d : tile<16x8xf16, #r1>, tile<8x16xf16, #r2>, tile<16x16xf32, #r0> -> tile<16x16xf32, #r0>
//     %t = print [%g] <format = "%f"> : tile<16x16xf32, #r0> -> token
//     return
//   }
// }
//
// There is no instruction for f32, and none that takes f16 where the inner dimension has less than 16: both products are
// left alone, for `legalize-fma-dot`.
#r0 = reg=[(0,1)] lane=[(0,2),(0,4),(0,8),(1,0),(2,0)] warp=[(4,0),(8,0)]
#r1 = reg=[] lane=[(0,1),(0,2),(0,4),(1,0),(2,0)] warp=[(4,0),(8,0)]
#r2 = reg=[] lane=[(0,1),(0,2),(0,4),(0,8),(1,0)] warp=[(2,0),(4,0)]
tileas.module @tests <target = "sm_80"> {
  func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
    %a = constant <value = 1.0> : tile<16x16xf32, #r0>
    %c = constant <value = 0.0> : tile<16x16xf32, #r0>
    %d = dot %a, %a, %c : tile<16x16xf32, #r0>
    %e = constant <value = 0x3c00> : tile<16x8xf16, #r1>
    %f = constant <value = 0x3c00> : tile<8x16xf16, #r2>
    %g = dot %e, %f, %d : tile<16x8xf16, #r1>, tile<8x16xf16, #r2>, tile<16x16xf32, #r0> -> tile<16x16xf32, #r0>
    %t = print [%g] <format = "%f"> : tile<16x16xf32, #r0> -> token
    return
  }
}
