// RUN: opt --passes=legalize-fma-dot
// #r0 = reg=[(0,1)] lane=[(0,2),(0,4),(0,8),(1,0),(2,0)] warp=[(4,0),(8,0)]
// #r1 = reg=[(0,1),(8,0),(0,8)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(0,0),(0,0)]
// #r2 = reg=[(1,0),(8,0)] lane=[(2,0),(4,0),(0,1),(0,2),(0,4)] warp=[(0,8),(0,0)]
// #r3 = reg=[(0,1),(8,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(0,8),(0,0)]
// tileas.module @tests <target = "sm_80"> {
//   func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
//     %a = constant <value = 0x3c00> : tile<16x16xf16, #r0>
//     %c = constant <value = 0.0> : tile<16x16xf32, #r0>
//     %0 = convert_layout %a : tile<16x16xf16, #r0> -> tile<16x16xf16, #r1>
//     %1 = convert_layout %a : tile<16x16xf16, #r0> -> tile<16x16xf16, #r2>
//     %2 = convert_layout %c : tile<16x16xf32, #r0> -> tile<16x16xf32, #r3>
//     %d = dot %0, %1, %2 <instruction = m16n8k16, warps = [1, 4], numbering = plain> : tile<16x16xf16, #r1>, tile<16x16xf16, #r2>, tile<16x16xf32, #r3> -> tile<16x16xf32, #r3>
//     %d_0 = convert_layout %d : tile<16x16xf32, #r3> -> tile<16x16xf32, #r0>
//     %t = print [%d_0] <format = "%f"> : tile<16x16xf32, #r0> -> token
//     return
//   }
// }
//
// A product that has its instruction is left alone.
#r0 = reg=[(0,1)] lane=[(0,2),(0,4),(0,8),(1,0),(2,0)] warp=[(4,0),(8,0)]
#r1 = reg=[(0,1),(8,0),(0,8)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(0,0),(0,0)]
#r2 = reg=[(1,0),(8,0)] lane=[(2,0),(4,0),(0,1),(0,2),(0,4)] warp=[(0,8),(0,0)]
#r3 = reg=[(0,1),(8,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(0,8),(0,0)]
tileas.module @tests <target = "sm_80"> {
  func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
    %a = constant <value = 0x3c00> : tile<16x16xf16, #r0>
    %c = constant <value = 0.0> : tile<16x16xf32, #r0>
    %0 = convert_layout %a : tile<16x16xf16, #r0> -> tile<16x16xf16, #r1>
    %1 = convert_layout %a : tile<16x16xf16, #r0> -> tile<16x16xf16, #r2>
    %2 = convert_layout %c : tile<16x16xf32, #r0> -> tile<16x16xf32, #r3>
    %d = dot %0, %1, %2 <instruction = m16n8k16, warps = [1, 4], numbering = plain> : tile<16x16xf16, #r1>, tile<16x16xf16, #r2>, tile<16x16xf32, #r3> -> tile<16x16xf32, #r3>
    %d_0 = convert_layout %d : tile<16x16xf32, #r3> -> tile<16x16xf32, #r0>
    %t = print [%d_0] <format = "%f"> : tile<16x16xf32, #r0> -> token
    return
  }
}
