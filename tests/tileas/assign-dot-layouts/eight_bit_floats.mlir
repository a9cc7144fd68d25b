// RUN: opt --passes=assign-dot-layouts
// #r0 = reg=[(0,1),(0,2),(0,4),(0,8),(32,0)] lane=[(0,16),(0,32),(1,0),(2,0),(4,0)] warp=[(8,0),(16,0)]
// #r1 = reg=[(1,0),(2,0),(4,0),(8,0)] lane=[(16,0),(32,0),(0,1),(0,2),(0,4)] warp=[(0,8),(0,16)]
// #r2 = reg=[(0,1),(0,2),(0,4),(0,8),(32,0),(0,64),(0,128)] lane=[(0,16),(0,32),(1,0),(2,0),(4,0)] warp=[(8,0),(16,0)]
// #r3 = reg=[(1,0),(2,0),(4,0),(8,0),(64,0),(128,0)] lane=[(16,0),(32,0),(0,1),(0,2),(0,4)] warp=[(0,8),(0,16)]
// #r4 = reg=[(0,1),(0,2),(0,4),(32,0)] lane=[(0,8),(0,16),(1,0),(2,0),(4,0)] warp=[(8,0),(16,0)]
// #r5 = reg=[(0,1),(8,0),(0,8),(0,16)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]
// #r6 = reg=[(0,1),(0,2),(8,0),(0,16),(0,32)] lane=[(0,4),(0,8),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]
// #r7 = reg=[(1,0),(2,0),(16,0),(0,1),(0,16),(32,0)] lane=[(4,0),(8,0),(0,2),(0,4),(0,8)] warp=[(0,0),(0,0)]
// #r8 = reg=[(0,1),(0,2),(8,0),(0,16)] lane=[(0,4),(0,8),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]
// #r9 = reg=[(0,1),(0,2),(8,0),(0,16),(0,32),(0,64),(0,128)] lane=[(0,4),(0,8),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]
// #r10 = reg=[(1,0),(2,0),(16,0),(0,1),(0,16),(32,0),(64,0),(128,0)] lane=[(4,0),(8,0),(0,2),(0,4),(0,8)] warp=[(0,0),(0,0)]
// tileas.module @tests <target = "sm_90a"> {
//   func @k <num_warps = 4> (%x: ptr) {
//     %a = constant <value = 0x38> : tile<64x64xf8E4M3FN, #r0>
//     %b = constant <value = 0x38> : tile<64x32xf8E4M3FN, #r1>
//     %la = constant <value = 0x38> : tile<64x256xf8E4M3FN, #r2>
//     %lb = constant <value = 0x38> : tile<256x32xf8E4M3FN, #r3>
//     %z = constant <value = 0.0> : tile<64x32xf32, #r4>
//     %one = constant <value = 1.0> : tile<64x32xf32, #r4>
//     %0 = convert_layout %z : tile<64x32xf32, #r4> -> tile<64x32xf32, #r5>
//     %d = dot %a, %b, %0 <warpgroups = [1, 1]> : tile<64x64xf8E4M3FN, #r0>, tile<64x32xf8E4M3FN, #r1>, tile<64x32xf32, #r5> -> tile<64x32xf32, #r5>
//     %d_0 = convert_layout %d : tile<64x32xf32, #r5> -> tile<64x32xf32, #r4>
//     %1 = convert_layout %a : tile<64x64xf8E4M3FN, #r0> -> tile<64x64xf8E4M3FN, #r6>
//     %2 = convert_layout %b : tile<64x32xf8E4M3FN, #r1> -> tile<64x32xf8E4M3FN, #r7>
//     %3 = convert_layout %one : tile<64x32xf32, #r4> -> tile<64x32xf32, #r8>
//     %e = dot %1, %2, %3 <instruction = m16n8k32, warps = [4, 1], numbering = pairs> : tile<64x64xf8E4M3FN, #r6>, tile<64x32xf8E4M3FN, #r7>, tile<64x32xf32, #r8> -> tile<64x32xf32, #r8>
//     %e_1 = convert_layout %e : tile<64x32xf32, #r8> -> tile<64x32xf32, #r4>
//     %4 = convert_layout %la : tile<64x256xf8E4M3FN, #r2> -> tile<64x256xf8E4M3FN, #r9>
//     %5 = convert_layout %lb : tile<256x32xf8E4M3FN, #r3> -> tile<256x32xf8E4M3FN, #r10>
//     %6 = convert_layout %z : tile<64x32xf32, #r4> -> tile<64x32xf32, #r8>
//     %f = dot %4, %5, %6 <instruction = m16n8k32, warps = [4, 1], numbering = pairs> : tile<64x256xf8E4M3FN, #r9>, tile<256x32xf8E4M3FN, #r10>, tile<64x32xf32, #r8> -> tile<64x32xf32, #r8>
//     %f_2 = convert_layout %f : tile<64x32xf32, #r8> -> tile<64x32xf32, #r4>
//     %t1 = print [%d_0, %e_1, %f_2] <format = "%f %f %f"> : tile<64x32xf32, #r4>, tile<64x32xf32, #r4>, tile<64x32xf32, #r4> -> token
//     return
//   }
// }
//
// `wgmma` adds products of 8-bit floats with fewer bits than f32 has. It computes the first product, which begins at zero and has
// 64 elements along the inner dimension; warps compute the second, which goes on, and the third, over 256 elements.
#r0 = reg=[(0,1),(0,2),(0,4),(0,8),(32,0)] lane=[(0,16),(0,32),(1,0),(2,0),(4,0)] warp=[(8,0),(16,0)]
#r1 = reg=[(0,1),(0,2),(0,4),(0,8),(32,0),(0,64),(0,128)] lane=[(0,16),(0,32),(1,0),(2,0),(4,0)] warp=[(8,0),(16,0)]
#r2 = reg=[(1,0),(2,0),(4,0),(8,0),(64,0),(128,0)] lane=[(16,0),(32,0),(0,1),(0,2),(0,4)] warp=[(0,8),(0,16)]
#r3 = reg=[(1,0),(2,0),(4,0),(8,0)] lane=[(16,0),(32,0),(0,1),(0,2),(0,4)] warp=[(0,8),(0,16)]
#r4 = reg=[(0,1),(0,2),(0,4),(32,0)] lane=[(0,8),(0,16),(1,0),(2,0),(4,0)] warp=[(8,0),(16,0)]
tileas.module @tests <target = "sm_90a"> {
  func @k <num_warps = 4> (%x: ptr) {
    %a = constant <value = 0x38> : tile<64x64xf8E4M3FN, #r0>
    %b = constant <value = 0x38> : tile<64x32xf8E4M3FN, #r3>
    %la = constant <value = 0x38> : tile<64x256xf8E4M3FN, #r1>
    %lb = constant <value = 0x38> : tile<256x32xf8E4M3FN, #r2>
    %z = constant <value = 0.0> : tile<64x32xf32, #r4>
    %one = constant <value = 1.0> : tile<64x32xf32, #r4>
    %d = dot %a, %b, %z : tile<64x64xf8E4M3FN, #r0>, tile<64x32xf8E4M3FN, #r3>, tile<64x32xf32, #r4> -> tile<64x32xf32, #r4>
    %e = dot %a, %b, %one : tile<64x64xf8E4M3FN, #r0>, tile<64x32xf8E4M3FN, #r3>, tile<64x32xf32, #r4> -> tile<64x32xf32, #r4>
    %f = dot %la, %lb, %z : tile<64x256xf8E4M3FN, #r1>, tile<256x32xf8E4M3FN, #r2>, tile<64x32xf32, #r4> -> tile<64x32xf32, #r4>
    %t1 = print [%d, %e, %f] <format = "%f %f %f"> : tile<64x32xf32, #r4>, tile<64x32xf32, #r4>, tile<64x32xf32, #r4> -> token
    return
  }
}
