// RUN: opt --passes=stage-dot-operands
// #r0 = reg=[(0,1),(0,2),(0,4)] lane=[(0,8),(1,0),(2,0),(4,0),(8,0)] warp=[(16,0),(32,0)]
// #r1 = reg=[(0,1),(0,2),(0,4)] lane=[(0,8),(0,16),(0,32),(1,0),(2,0)] warp=[(4,0),(8,0)]
// #r2 = reg=[(0,1),(8,0),(0,8),(0,16),(16,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(32,0),(0,32)]
// #s0 = offset=[(0,1),(0,2),(0,4),(0,8),(1,0),(2,0),(4,8),(8,0),(16,0),(32,0)]
// #s1 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0)]
// #r3 = reg=[(0,1),(8,0),(0,8),(16,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(32,0),(0,0)]
// #r4 = reg=[(1,0),(8,0),(0,8),(0,16)] lane=[(2,0),(4,0),(0,1),(0,2),(0,4)] warp=[(0,0),(0,32)]
// tileas.module @tests <target = "sm_80"> {
//   func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
//     %pm = make_memref %x : ptr -> memref<256x256xf16, [256, 1]>
//     %p = block_tile %pm : memref<256x256xf16, [256, 1]> -> block_tile<[64, 16], memref<256x256xf16, [256, 1]>, step = [64, 16], dims = [0, 1]>
//     %qm = make_memref %y : ptr -> memref<256x256xf16, [256, 1]>
//     %q = block_tile %qm : memref<256x256xf16, [256, 1]> -> block_tile<[16, 64], memref<256x256xf16, [256, 1]>, step = [16, 64], dims = [0, 1]>
//     %a, %a_t = tiled_load %p, [%i, %i] <contiguity = [1, 16], divisibility = 16> : block_tile<[64, 16], memref<256x256xf16, [256, 1]>, step = [64, 16], dims = [0, 1]>, i32, i32 -> tile<64x16xf16, #r0>, token
//     %b, %b_t = tiled_load %q, [%i, %i] <contiguity = [1, 64], divisibility = 16> : block_tile<[16, 64], memref<256x256xf16, [256, 1]>, step = [16, 64], dims = [0, 1]>, i32, i32 -> tile<16x64xf16, #r1>, token
//     %0 = constant <value = 0.0> : tile<64x64xf32, #r2>
//     %3 = alloc_tensor : buffer<64x16xf16, #s0>
//     %4 = alloc_tensor : buffer<16x64xf16, #s1>
//     %5 = constant <value = 0> : i32
//     barrier
//     local_store %a, %3, [%5, %5] : tile<64x16xf16, #r0>, buffer<64x16xf16, #s0>, i32, i32
//     local_store %b, %4, [%5, %5] : tile<16x64xf16, #r1>, buffer<16x64xf16, #s1>, i32, i32
//     barrier
//     %1 = local_load %3, [%5, %5] : buffer<64x16xf16, #s0>, i32, i32 -> tile<64x16xf16, #r3>
//     %2 = local_load %4, [%5, %5] : buffer<16x64xf16, #s1>, i32, i32 -> tile<16x64xf16, #r4>
//     %d = dot %1, %2, %0 <instruction = m16n8k16, warps = [2, 2], numbering = plain> : tile<64x16xf16, #r3>, tile<16x64xf16, #r4>, tile<64x64xf32, #r2> -> tile<64x64xf32, #r2>
//     %t = print [%d] <format = "%f"> : tile<64x64xf32, #r2> -> token
//     return
//   }
// }
//
// Both operands go through buffers whose rows are permuted so that matrices can be loaded without bank conflicts. They
// share the barriers.
#r0 = reg=[(0,1),(0,2),(0,4)] lane=[(0,8),(1,0),(2,0),(4,0),(8,0)] warp=[(16,0),(32,0)]
#r1 = reg=[(0,1),(0,2),(0,4)] lane=[(0,8),(0,16),(0,32),(1,0),(2,0)] warp=[(4,0),(8,0)]
#r2 = reg=[(0,1),(8,0),(0,8),(0,16),(16,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(32,0),(0,32)]
#r3 = reg=[(0,1),(8,0),(0,8),(16,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(32,0),(0,0)]
#r4 = reg=[(1,0),(8,0),(0,8),(0,16)] lane=[(2,0),(4,0),(0,1),(0,2),(0,4)] warp=[(0,0),(0,32)]
tileas.module @tests <target = "sm_80"> {
  func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
    %pm = make_memref %x : ptr -> memref<256x256xf16, [256, 1]>
    %p = block_tile %pm : memref<256x256xf16, [256, 1]> -> block_tile<[64, 16], memref<256x256xf16, [256, 1]>, step = [64, 16], dims = [0, 1]>
    %qm = make_memref %y : ptr -> memref<256x256xf16, [256, 1]>
    %q = block_tile %qm : memref<256x256xf16, [256, 1]> -> block_tile<[16, 64], memref<256x256xf16, [256, 1]>, step = [16, 64], dims = [0, 1]>
    %a, %a_t = tiled_load %p, [%i, %i] <contiguity = [1, 16], divisibility = 16> : block_tile<[64, 16], memref<256x256xf16, [256, 1]>, step = [64, 16], dims = [0, 1]>, i32, i32 -> tile<64x16xf16, #r0>, token
    %b, %b_t = tiled_load %q, [%i, %i] <contiguity = [1, 64], divisibility = 16> : block_tile<[16, 64], memref<256x256xf16, [256, 1]>, step = [16, 64], dims = [0, 1]>, i32, i32 -> tile<16x64xf16, #r1>, token
    %0 = constant <value = 0.0> : tile<64x64xf32, #r2>
    %1 = convert_layout %a : tile<64x16xf16, #r0> -> tile<64x16xf16, #r3>
    %2 = convert_layout %b : tile<16x64xf16, #r1> -> tile<16x64xf16, #r4>
    %d = dot %1, %2, %0 <instruction = m16n8k16, warps = [2, 2], numbering = plain> : tile<64x16xf16, #r3>, tile<16x64xf16, #r4>, tile<64x64xf32, #r2> -> tile<64x64xf32, #r2>
    %t = print [%d] <format = "%f"> : tile<64x64xf32, #r2> -> token
    return
  }
}
