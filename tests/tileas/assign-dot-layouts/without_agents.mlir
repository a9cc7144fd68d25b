// RUN: opt --passes=assign-dot-layouts
// #r0 = reg=[(0,1),(0,2),(32,0)] lane=[(0,4),(0,8),(1,0),(2,0),(4,0)] warp=[(8,0),(16,0)]
// #r1 = reg=[(0,1),(0,2),(8,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
// #r2 = reg=[(0,1),(0,2),(8,0),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
// #r3 = reg=[(0,1),(0,2),(0,4),(0,8),(0,16)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(0,32)]
// #r4 = reg=[(0,1)] lane=[(0,2),(0,4),(0,8),(1,0),(2,0)] warp=[(4,0),(8,0)]
// #r5 = reg=[(0,1),(0,2),(0,4)] lane=[(0,8),(0,16),(0,32),(1,0),(2,0)] warp=[(4,0),(8,0)]
// #r6 = reg=[(1,0),(2,0),(4,0),(8,0)] lane=[(0,1),(0,2),(0,4),(0,8),(0,16)] warp=[(0,32),(0,0)]
// tileas.module @tests <target = "sm_100a"> {
//   func @k <num_warps = 4> (%x: ptr) {
//     %a = constant <value = 0x3c00> : tile<64x16xf16, #r0>
//     %b = constant <value = 0x3c00> : tile<16x64xf16, #r1>
//     %c = constant <value = 0.0> : tile<64x64xf32, #r2>
//     %0 = convert_layout %c : tile<64x64xf32, #r2> -> tile<64x64xf32, #r3>
//     %d = dot %a, %b, %0 <warpgroups = [1, 1]> : tile<64x16xf16, #r0>, tile<16x64xf16, #r1>, tile<64x64xf32, #r3> -> tile<64x64xf32, #r3>
//     %d_0 = convert_layout %d : tile<64x64xf32, #r3> -> tile<64x64xf32, #r2>
//     %t0 = print [%d_0] <format = "%f"> : tile<64x64xf32, #r2> -> token
//     %e = constant <value = 0x3c00> : tile<16x16xf16, #r4>
//     %f = constant <value = 0.0> : tile<16x64xf32, #r5>
//     %1 = convert_layout %f : tile<16x64xf32, #r5> -> tile<16x64xf32, #r6>
//     %g = dot %e, %b, %1 <warpgroups = [1, 1]> : tile<16x16xf16, #r4>, tile<16x64xf16, #r1>, tile<16x64xf32, #r6> -> tile<16x64xf32, #r6>
//     %g_1 = convert_layout %g : tile<16x64xf32, #r6> -> tile<16x64xf32, #r5>
//     %t1 = print [%g_1] <format = "%f"> : tile<16x64xf32, #r5> -> token
//     return
//   }
// }
//
// Without agents, threads take rows of a sum from tensor memory too. 16 rows are computed transposed, so threads take columns there.
#r0 = reg=[(0,1),(0,2),(32,0)] lane=[(0,4),(0,8),(1,0),(2,0),(4,0)] warp=[(8,0),(16,0)]
#r1 = reg=[(0,1),(0,2),(8,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
#r2 = reg=[(0,1),(0,2),(8,0),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
#r3 = reg=[(0,1)] lane=[(0,2),(0,4),(0,8),(1,0),(2,0)] warp=[(4,0),(8,0)]
#r4 = reg=[(0,1),(0,2),(0,4)] lane=[(0,8),(0,16),(0,32),(1,0),(2,0)] warp=[(4,0),(8,0)]
tileas.module @tests <target = "sm_100a"> {
  func @k <num_warps = 4> (%x: ptr) {
    %a = constant <value = 0x3c00> : tile<64x16xf16, #r0>
    %b = constant <value = 0x3c00> : tile<16x64xf16, #r1>
    %c = constant <value = 0.0> : tile<64x64xf32, #r2>
    %d = dot %a, %b, %c : tile<64x16xf16, #r0>, tile<16x64xf16, #r1>, tile<64x64xf32, #r2> -> tile<64x64xf32, #r2>
    %t0 = print [%d] <format = "%f"> : tile<64x64xf32, #r2> -> token
    %e = constant <value = 0x3c00> : tile<16x16xf16, #r3>
    %f = constant <value = 0.0> : tile<16x64xf32, #r4>
    %g = dot %e, %b, %f : tile<16x16xf16, #r3>, tile<16x64xf16, #r1>, tile<16x64xf32, #r4> -> tile<16x64xf32, #r4>
    %t1 = print [%g] <format = "%f"> : tile<16x64xf32, #r4> -> token
    return
  }
}
