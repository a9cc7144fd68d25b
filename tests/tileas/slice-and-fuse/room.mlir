// RUN: opt --passes=slice-and-fuse{buffers=16384}
// #r0 = reg=[(0,1),(0,2),(0,4),(16,0),(32,0)] lane=[(0,8),(0,16),(0,32),(1,0),(2,0)] warp=[(4,0),(8,0)]
// #r1 = reg=[(0,1),(8,0),(0,8),(0,16),(0,32),(16,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(32,0),(0,0)]
// #r2 = reg=[(1,0),(8,0),(0,8),(16,0),(32,0),(0,16)] lane=[(2,0),(4,0),(0,1),(0,2),(0,4)] warp=[(0,0),(0,32)]
// #r3 = reg=[(0,1),(8,0),(0,8),(0,16),(16,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(32,0),(0,32)]
// tileas.module @tests <target = "sm_80"> {
//   func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
//     %pm = make_memref %x : ptr -> memref<256x256xf16, [256, 1]>
//     %p = block_tile %pm : memref<256x256xf16, [256, 1]> -> block_tile<[64, 64], memref<256x256xf16, [256, 1]>, step = [64, 64], dims = [0, 1]>
//     %qm = make_memref %y : ptr -> memref<256x256xf16, [256, 1]>
//     %q = block_tile %qm : memref<256x256xf16, [256, 1]> -> block_tile<[64, 64], memref<256x256xf16, [256, 1]>, step = [64, 64], dims = [0, 1]>
//     %a, %a_t = tiled_load %p, [%i, %i] <contiguity = [1, 64], divisibility = 16> : block_tile<[64, 64], memref<256x256xf16, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> tile<64x64xf16, #r0>, token
//     %b, %b_t = tiled_load %q, [%i, %i] <contiguity = [1, 64], divisibility = 16> : block_tile<[64, 64], memref<256x256xf16, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> tile<64x64xf16, #r0>, token
//     %0 = convert_layout %a : tile<64x64xf16, #r0> -> tile<64x64xf16, #r1>
//     %1 = convert_layout %b : tile<64x64xf16, #r0> -> tile<64x64xf16, #r2>
//     %2 = constant <value = 0.0> : tile<64x64xf32, #r3>
//     %d = dot %0, %1, %2 <instruction = m16n8k16, warps = [2, 2], numbering = plain> : tile<64x64xf16, #r1>, tile<64x64xf16, #r2>, tile<64x64xf32, #r3> -> tile<64x64xf32, #r3>
//     %t = print [%d] <format = "%f"> : tile<64x64xf32, #r3> -> token
//     return
//   }
// }
//
// Both operands have room, so nothing is decided.
#r0 = reg=[(0,1),(0,2),(0,4),(16,0),(32,0)] lane=[(0,8),(0,16),(0,32),(1,0),(2,0)] warp=[(4,0),(8,0)]
#r1 = reg=[(0,1),(8,0),(0,8),(0,16),(0,32),(16,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(32,0),(0,0)]
#r2 = reg=[(1,0),(8,0),(0,8),(16,0),(32,0),(0,16)] lane=[(2,0),(4,0),(0,1),(0,2),(0,4)] warp=[(0,0),(0,32)]
#r3 = reg=[(0,1),(8,0),(0,8),(0,16),(16,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(32,0),(0,32)]
tileas.module @tests <target = "sm_80"> {
  func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
    %pm = make_memref %x : ptr -> memref<256x256xf16, [256, 1]>
    %p = block_tile %pm : memref<256x256xf16, [256, 1]> -> block_tile<[64, 64], memref<256x256xf16, [256, 1]>, step = [64, 64], dims = [0, 1]>
    %qm = make_memref %y : ptr -> memref<256x256xf16, [256, 1]>
    %q = block_tile %qm : memref<256x256xf16, [256, 1]> -> block_tile<[64, 64], memref<256x256xf16, [256, 1]>, step = [64, 64], dims = [0, 1]>
    %a, %a_t = tiled_load %p, [%i, %i] <contiguity = [1, 64], divisibility = 16> : block_tile<[64, 64], memref<256x256xf16, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> tile<64x64xf16, #r0>, token
    %b, %b_t = tiled_load %q, [%i, %i] <contiguity = [1, 64], divisibility = 16> : block_tile<[64, 64], memref<256x256xf16, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> tile<64x64xf16, #r0>, token
    %0 = convert_layout %a : tile<64x64xf16, #r0> -> tile<64x64xf16, #r1>
    %1 = convert_layout %b : tile<64x64xf16, #r0> -> tile<64x64xf16, #r2>
    %2 = constant <value = 0.0> : tile<64x64xf32, #r3>
    %d = dot %0, %1, %2 <instruction = m16n8k16, warps = [2, 2], numbering = plain> : tile<64x64xf16, #r1>, tile<64x64xf16, #r2>, tile<64x64xf32, #r3> -> tile<64x64xf32, #r3>
    %t = print [%d] <format = "%f"> : tile<64x64xf32, #r3> -> token
    return
  }
}
