// RUN: opt --passes=assign-dot-layouts
// #r0 = reg=[(0,1),(0,2),(32,0)] lane=[(0,4),(0,8),(1,0),(2,0),(4,0)] warp=[(8,0),(16,0)]
// #r1 = reg=[(0,1),(0,2),(8,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
// #r2 = reg=[(0,1),(0,2),(8,0),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
// #r3 = reg=[(0,1),(8,0),(0,8)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]
// #r4 = reg=[(1,0),(8,0),(0,8),(0,16),(0,32)] lane=[(2,0),(4,0),(0,1),(0,2),(0,4)] warp=[(0,0),(0,0)]
// #r5 = reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]
// #r6 = reg=[8,16,32] lane=[0,0,0,0,1] warp=[2,4]
// #r7 = reg=[] lane=[1,2,4,8,16] warp=[32,0]
// tileas.module @tests <target = "sm_80"> {
//   func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
//     %a = constant <value = 0x3c00> : tile<64x16xf16, #r0>
//     %b = constant <value = 0x3c00> : tile<16x64xf16, #r1>
//     %c = constant <value = 0.0> : tile<64x64xf32, #r2>
//     %1 = convert_layout %a : tile<64x16xf16, #r0> -> tile<64x16xf16, #r3>
//     %2 = convert_layout %b : tile<16x64xf16, #r1> -> tile<16x64xf16, #r4>
//     %3 = convert_layout %c : tile<64x64xf32, #r2> -> tile<64x64xf32, #r5>
//     %d = dot %1, %2, %3 <instruction = m16n8k16, warps = [4, 1], numbering = plain> : tile<64x16xf16, #r3>, tile<16x64xf16, #r4>, tile<64x64xf32, #r5> -> tile<64x64xf32, #r5>
//     %d_0 = convert_layout %d : tile<64x64xf32, #r5> -> tile<64x64xf32, #r2>
//     %0 = reduce [%d_0] <dim = 1, identities = [0]> : tile<64x64xf32, #r2> -> tile<64xf32, #r6> (%p: f32, %q: f32) {
//       %s = addf %p, %q : f32
//       yield [%s] : f32
//     }
//     %r = convert_layout %0 : tile<64xf32, #r6> -> tile<64xf32, #r7>
//     %t = print [%r] <format = "%f"> : tile<64xf32, #r7> -> token
//     return
//   }
// }
//
// The sum is reduced along its rows. Each warp has whole rows of it, `warps = [4, 1]`, so that the reduction stays
// inside of a warp.
#r0 = reg=[(0,1),(0,2),(32,0)] lane=[(0,4),(0,8),(1,0),(2,0),(4,0)] warp=[(8,0),(16,0)]
#r1 = reg=[(0,1),(0,2),(8,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
#r2 = reg=[(0,1),(0,2),(8,0),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
#r3 = reg=[8,16,32] lane=[0,0,0,0,1] warp=[2,4]
#r4 = reg=[] lane=[1,2,4,8,16] warp=[32,0]
tileas.module @tests <target = "sm_80"> {
  func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
    %a = constant <value = 0x3c00> : tile<64x16xf16, #r0>
    %b = constant <value = 0x3c00> : tile<16x64xf16, #r1>
    %c = constant <value = 0.0> : tile<64x64xf32, #r2>
    %d = dot %a, %b, %c : tile<64x16xf16, #r0>, tile<16x64xf16, #r1>, tile<64x64xf32, #r2> -> tile<64x64xf32, #r2>
    %0 = reduce [%d] <dim = 1, identities = [0]> : tile<64x64xf32, #r2> -> tile<64xf32, #r3> (%p: f32, %q: f32) {
      %s = addf %p, %q : f32
      yield [%s] : f32
    }
    %r = convert_layout %0 : tile<64xf32, #r3> -> tile<64xf32, #r4>
    %t = print [%r] <format = "%f"> : tile<64xf32, #r4> -> token
    return
  }
}
