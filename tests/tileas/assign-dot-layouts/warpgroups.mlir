// RUN: opt --passes=assign-dot-layouts
// #r0 = reg=[(0,1),(0,2),(0,4),(16,0),(32,0)] lane=[(0,8),(0,16),(0,32),(1,0),(2,0)] warp=[(4,0),(8,0)]
// #r1 = reg=[(0,1),(0,2),(0,4),(16,0)] lane=[(0,8),(0,16),(0,32),(1,0),(2,0)] warp=[(4,0),(8,0)]
// #r2 = reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]
// #r3 = reg=[(1,0),(0,8),(8,0),(16,0)] lane=[(2,0),(4,0),(0,1),(0,2),(0,4)] warp=[(0,16),(0,32)]
// tileas.module @tests <target = "sm_90a"> {
//   func @k <num_warps = 4> (%x: ptr, %y: ptr, %i: i32) {
//     %a = constant <value = 0x3c00> : tile<64x64xf16, #r0>
//     %am = make_memref %x : ptr -> memref<256x256xf16, [256, 1]>
//     %at = block_tile %am : memref<256x256xf16, [256, 1]> -> block_tile<[64, 64], memref<256x256xf16, [256, 1]>, step = [64, 64], dims = [0, 1]>
//     %b, %t0 = tiled_load %at, [%i, %i] <contiguity = [1, 64], divisibility = 16> : block_tile<[64, 64], memref<256x256xf16, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> tile<64x64xf16, #r0>, token
//     %l = extract_slice %b, [%i, %i] : tile<64x64xf16, #r0>, i32, i32 -> tile<32x64xf16, #r1>
//     %c = constant <value = 0.0> : tile<64x64xf32, #r0>
//     %z = constant <value = 0.0> : tile<32x64xf32, #r1>
//     %0 = convert_layout %c : tile<64x64xf32, #r0> -> tile<64x64xf32, #r2>
//     %d = dot %b, %a, %0 <warpgroups = [1, 1]> : tile<64x64xf16, #r0>, tile<64x64xf16, #r0>, tile<64x64xf32, #r2> -> tile<64x64xf32, #r2>
//     %d_0 = convert_layout %d : tile<64x64xf32, #r2> -> tile<64x64xf32, #r0>
//     %h = fp_to_fp %d_0 : tile<64x64xf32, #r0> -> tile<64x64xf16, #r0>
//     %1 = convert_layout %d_0 : tile<64x64xf32, #r0> -> tile<64x64xf32, #r2>
//     %2 = convert_layout %h : tile<64x64xf16, #r0> -> tile<64x64xf16, #r2>
//     %e = dot %2, %b, %1 <warpgroups = [1, 1]> : tile<64x64xf16, #r2>, tile<64x64xf16, #r0>, tile<64x64xf32, #r2> -> tile<64x64xf32, #r2>
//     %e_1 = convert_layout %e : tile<64x64xf32, #r2> -> tile<64x64xf32, #r0>
//     %3 = convert_layout %z : tile<32x64xf32, #r1> -> tile<32x64xf32, #r3>
//     %f = dot %l, %b, %3 <warpgroups = [1, 1]> : tile<32x64xf16, #r1>, tile<64x64xf16, #r0>, tile<32x64xf32, #r3> -> tile<32x64xf32, #r3>
//     %f_2 = convert_layout %f : tile<32x64xf32, #r3> -> tile<32x64xf32, #r1>
//     %t1 = print [%e_1, %f_2] <format = "%f %f"> : tile<64x64xf32, #r0>, tile<32x64xf32, #r1> -> token
//     return
//   }
// }
//
// Without agents, warpgroups of sm_90a compute products of at least 64 rows. The left operand of the second product is computed
// from the sum of the first, and stays in registers, as fragments of `wgmma`. Warps compute the last product, of 32 rows.
#r0 = reg=[(0,1),(0,2),(0,4),(16,0),(32,0)] lane=[(0,8),(0,16),(0,32),(1,0),(2,0)] warp=[(4,0),(8,0)]
#r1 = reg=[(0,1),(0,2),(0,4),(16,0)] lane=[(0,8),(0,16),(0,32),(1,0),(2,0)] warp=[(4,0),(8,0)]
tileas.module @tests <target = "sm_90a"> {
  func @k <num_warps = 4> (%x: ptr, %y: ptr, %i: i32) {
    %a = constant <value = 0x3c00> : tile<64x64xf16, #r0>
    %am = make_memref %x : ptr -> memref<256x256xf16, [256, 1]>
    %at = block_tile %am : memref<256x256xf16, [256, 1]> -> block_tile<[64, 64], memref<256x256xf16, [256, 1]>, step = [64, 64], dims = [0, 1]>
    %b, %t0 = tiled_load %at, [%i, %i] <contiguity = [1, 64], divisibility = 16> : block_tile<[64, 64], memref<256x256xf16, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> tile<64x64xf16, #r0>, token
    %l = extract_slice %b, [%i, %i] : tile<64x64xf16, #r0>, i32, i32 -> tile<32x64xf16, #r1>
    %c = constant <value = 0.0> : tile<64x64xf32, #r0>
    %z = constant <value = 0.0> : tile<32x64xf32, #r1>
    %d = dot %b, %a, %c : tile<64x64xf16, #r0>, tile<64x64xf16, #r0>, tile<64x64xf32, #r0> -> tile<64x64xf32, #r0>
    %h = fp_to_fp %d : tile<64x64xf32, #r0> -> tile<64x64xf16, #r0>
    %e = dot %h, %b, %d : tile<64x64xf16, #r0>, tile<64x64xf16, #r0>, tile<64x64xf32, #r0> -> tile<64x64xf32, #r0>
    %f = dot %l, %b, %z : tile<32x64xf16, #r1>, tile<64x64xf16, #r0>, tile<32x64xf32, #r1> -> tile<32x64xf32, #r1>
    %t1 = print [%e, %f] <format = "%f %f"> : tile<64x64xf32, #r0>, tile<32x64xf32, #r1> -> token
    return
  }
}
