// RUN: opt --passes=assign-dot-layouts
// #r0 = reg=[(0,1),(0,2),(32,0)] lane=[(0,4),(0,8),(1,0),(2,0),(4,0)] warp=[(8,0),(16,0)]
// #r1 = reg=[(0,1),(0,2),(8,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
// #r2 = reg=[(0,1),(0,2),(8,0),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
// #r3 = reg=[(0,1),(8,0),(0,8),(16,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(32,0),(0,0)]
// #r4 = reg=[(1,0),(8,0),(0,8),(0,16)] lane=[(2,0),(4,0),(0,1),(0,2),(0,4)] warp=[(0,0),(0,32)]
// #r5 = reg=[(0,1),(8,0),(0,8),(0,16),(16,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(32,0),(0,32)]
// tileas.module @tests <target = "sm_80"> {
//   func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
//     %a = constant <value = 0x3c00> : tile<64x16xf16, #r0>
//     %b = constant <value = 0x3c00> : tile<16x64xf16, #r1>
//     %c = constant <value = 0.0> : tile<64x64xf32, #r2>
//     %0 = convert_layout %a : tile<64x16xf16, #r0> -> tile<64x16xf16, #r3>
//     %1 = convert_layout %b : tile<16x64xf16, #r1> -> tile<16x64xf16, #r4>
//     %2 = convert_layout %c : tile<64x64xf32, #r2> -> tile<64x64xf32, #r5>
//     %d = dot %0, %1, %2 <instruction = m16n8k16, warps = [2, 2], numbering = plain> : tile<64x16xf16, #r3>, tile<16x64xf16, #r4>, tile<64x64xf32, #r5> -> tile<64x64xf32, #r5>
//     %d_0 = convert_layout %d : tile<64x64xf32, #r5> -> tile<64x64xf32, #r2>
//     %t = print [%d_0] <format = "%f"> : tile<64x64xf32, #r2> -> token
//     return
//   }
// }
//
// The target multiplies 16-bit floats by `m16n8k16`. The four warps divide the sum into squares, two along rows and two
// along columns. Operands and sum are converted to the fragments of the instruction, and the result back to where its
// reader wants it.
#r0 = reg=[(0,1),(0,2),(32,0)] lane=[(0,4),(0,8),(1,0),(2,0),(4,0)] warp=[(8,0),(16,0)]
#r1 = reg=[(0,1),(0,2),(8,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
#r2 = reg=[(0,1),(0,2),(8,0),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
tileas.module @tests <target = "sm_80"> {
  func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
    %a = constant <value = 0x3c00> : tile<64x16xf16, #r0>
    %b = constant <value = 0x3c00> : tile<16x64xf16, #r1>
    %c = constant <value = 0.0> : tile<64x64xf32, #r2>
    %d = dot %a, %b, %c : tile<64x16xf16, #r0>, tile<16x64xf16, #r1>, tile<64x64xf32, #r2> -> tile<64x64xf32, #r2>
    %t = print [%d] <format = "%f"> : tile<64x64xf32, #r2> -> token
    return
  }
}
