// RUN: opt --passes=stage-dot-operands
// #r0 = reg=[(1,0),(8,0),(0,8)] lane=[(2,0),(4,0),(0,1),(0,2),(0,4)] warp=[(0,0),(0,0)]
// #r1 = reg=[(0,1),(8,0),(0,8)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]
// tileas.module @tests <target = "sm_80"> {
//   func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
//     %0 = constant <value = 0x3c00> : tile<16x16xf16, #r0>
//     %1 = constant <value = 0x3c00> : tile<64x16xf16, #r1>
//     %2 = constant <value = 0.0> : tile<64x16xf32, #r1>
//     %d = dot %1, %0, %2 <instruction = m16n8k16, warps = [4, 1], numbering = plain> : tile<64x16xf16, #r1>, tile<16x16xf16, #r0>, tile<64x16xf32, #r1> -> tile<64x16xf32, #r1>
//     %h = fp_to_fp %d : tile<64x16xf32, #r1> -> tile<64x16xf16, #r1>
//     %e = dot %h, %0, %2 <instruction = m16n8k16, warps = [4, 1], numbering = plain> : tile<64x16xf16, #r1>, tile<16x16xf16, #r0>, tile<64x16xf32, #r1> -> tile<64x16xf32, #r1>
//     %t = print [%e] <format = "%f"> : tile<64x16xf32, #r1> -> token
//     return
//   }
// }
//
// The sum of the first product is the left operand of the second. Its fragments are the same registers under other
// names, so it is left alone.
#r0 = reg=[(1,0),(8,0),(0,8)] lane=[(2,0),(4,0),(0,1),(0,2),(0,4)] warp=[(0,0),(0,0)]
#r1 = reg=[(0,1),(8,0),(0,8)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]
tileas.module @tests <target = "sm_80"> {
  func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
    %0 = constant <value = 0x3c00> : tile<16x16xf16, #r0>
    %1 = constant <value = 0x3c00> : tile<64x16xf16, #r1>
    %2 = constant <value = 0.0> : tile<64x16xf32, #r1>
    %d = dot %1, %0, %2 <instruction = m16n8k16, warps = [4, 1], numbering = plain> : tile<64x16xf16, #r1>, tile<16x16xf16, #r0>, tile<64x16xf32, #r1> -> tile<64x16xf32, #r1>
    %h = fp_to_fp %d : tile<64x16xf32, #r1> -> tile<64x16xf16, #r1>
    %e = dot %h, %0, %2 <instruction = m16n8k16, warps = [4, 1], numbering = plain> : tile<64x16xf16, #r1>, tile<16x16xf16, #r0>, tile<64x16xf32, #r1> -> tile<64x16xf32, #r1>
    %t = print [%e] <format = "%f"> : tile<64x16xf32, #r1> -> token
    return
  }
}
