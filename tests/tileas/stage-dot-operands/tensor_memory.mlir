// RUN: opt --passes=stage-dot-operands
// #r0 = reg=[(0,1),(0,2),(0,4)] lane=[(0,8),(1,0),(2,0),(4,0),(8,0)] warp=[(16,0),(32,0)]
// #r1 = reg=[(0,1),(0,2),(0,4)] lane=[(0,8),(0,16),(0,32),(1,0),(2,0)] warp=[(4,0),(8,0)]
// #s0 = offset=[(0,1),(0,2),(0,4),(0,8),(1,0),(2,0),(4,8),(8,0),(16,0),(32,0)]
// #s1 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0)]
// #t0 = part=[] column=[(0,1),(0,2),(0,4),(0,8),(0,16)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(0,32)]
// #r2 = reg=[(0,1),(0,2),(0,4),(0,8),(0,16)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(0,32)]
// tileas.module @tests <target = "sm_100a"> {
//   func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
//     %pm = make_memref %x : ptr -> memref<256x256xf16, [256, 1]>
//     %p = block_tile %pm : memref<256x256xf16, [256, 1]> -> block_tile<[64, 16], memref<256x256xf16, [256, 1]>, step = [64, 16], dims = [0, 1]>
//     %qm = make_memref %y : ptr -> memref<256x256xf16, [256, 1]>
//     %q = block_tile %qm : memref<256x256xf16, [256, 1]> -> block_tile<[16, 64], memref<256x256xf16, [256, 1]>, step = [16, 64], dims = [0, 1]>
//     %a, %a_t = tiled_load %p, [%i, %i] <contiguity = [1, 16], divisibility = 16> : block_tile<[64, 16], memref<256x256xf16, [256, 1]>, step = [64, 16], dims = [0, 1]>, i32, i32 -> tile<64x16xf16, #r0>, token
//     %b, %b_t = tiled_load %q, [%i, %i] <contiguity = [1, 64], divisibility = 16> : block_tile<[16, 64], memref<256x256xf16, [256, 1]>, step = [16, 64], dims = [0, 1]>, i32, i32 -> tile<16x64xf16, #r1>, token
//     %0 = alloc_tensor : buffer<64x16xf16, #s0>
//     %1 = alloc_tensor : buffer<16x64xf16, #s1>
//     %2 = constant <value = 0> : i32
//     barrier
//     local_store %a, %0, [%2, %2] : tile<64x16xf16, #r0>, buffer<64x16xf16, #s0>, i32, i32
//     local_store %b, %1, [%2, %2] : tile<16x64xf16, #r1>, buffer<16x64xf16, #s1>, i32, i32
//     %3 = tcgen05.alloc : tmem<64x64xf32, #t0>
//     %4 = constant <value = false> : i1
//     tcgen05.mma %0, %1, %3, [%4] : buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>, tmem<64x64xf32, #t0>, i1
//     %d = tmem_load %3 : tmem<64x64xf32, #t0> -> tile<64x64xf32, #r2>
//     %5 = alloc_tensor : buffer<64x16xf16, #s0>
//     %6 = alloc_tensor : buffer<16x64xf16, #s1>
//     %7 = constant <value = 0> : i32
//     barrier
//     local_store %a, %5, [%7, %7] : tile<64x16xf16, #r0>, buffer<64x16xf16, #s0>, i32, i32
//     local_store %b, %6, [%7, %7] : tile<16x64xf16, #r1>, buffer<16x64xf16, #s1>, i32, i32
//     %8 = tcgen05.alloc : tmem<64x64xf32, #t0>
//     tmem_store %d, %8 : tile<64x64xf32, #r2>, tmem<64x64xf32, #t0>
//     tcgen05.mma %5, %6, %8 : buffer<64x16xf16, #s0>, buffer<16x64xf16, #s1>, tmem<64x64xf32, #t0>
//     %e = tmem_load %8 : tmem<64x64xf32, #t0> -> tile<64x64xf32, #r2>
//     %t = print [%e] <format = "%f"> : tile<64x64xf32, #r2> -> token
//     return
//   }
// }
//
// Products of all warps into tensor memory: the operands go into buffers that descriptors describe, the right one with rows of columns as it was
// loaded. Nothing is added to zero; the second sum starts with the first one.
#r0 = reg=[(0,1),(0,2),(0,4)] lane=[(0,8),(1,0),(2,0),(4,0),(8,0)] warp=[(16,0),(32,0)]
#r1 = reg=[(0,1),(0,2),(0,4)] lane=[(0,8),(0,16),(0,32),(1,0),(2,0)] warp=[(4,0),(8,0)]
#r2 = reg=[(0,1),(0,2),(0,4),(0,8),(0,16)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(0,32)]
tileas.module @tests <target = "sm_100a"> {
  func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
    %pm = make_memref %x : ptr -> memref<256x256xf16, [256, 1]>
    %p = block_tile %pm : memref<256x256xf16, [256, 1]> -> block_tile<[64, 16], memref<256x256xf16, [256, 1]>, step = [64, 16], dims = [0, 1]>
    %qm = make_memref %y : ptr -> memref<256x256xf16, [256, 1]>
    %q = block_tile %qm : memref<256x256xf16, [256, 1]> -> block_tile<[16, 64], memref<256x256xf16, [256, 1]>, step = [16, 64], dims = [0, 1]>
    %a, %a_t = tiled_load %p, [%i, %i] <contiguity = [1, 16], divisibility = 16> : block_tile<[64, 16], memref<256x256xf16, [256, 1]>, step = [64, 16], dims = [0, 1]>, i32, i32 -> tile<64x16xf16, #r0>, token
    %b, %b_t = tiled_load %q, [%i, %i] <contiguity = [1, 64], divisibility = 16> : block_tile<[16, 64], memref<256x256xf16, [256, 1]>, step = [16, 64], dims = [0, 1]>, i32, i32 -> tile<16x64xf16, #r1>, token
    %0 = constant <value = 0.0> : tile<64x64xf32, #r2>
    %d = dot %a, %b, %0 <warpgroups = [1, 1]> : tile<64x16xf16, #r0>, tile<16x64xf16, #r1>, tile<64x64xf32, #r2> -> tile<64x64xf32, #r2>
    %e = dot %a, %b, %d <warpgroups = [1, 1]> : tile<64x16xf16, #r0>, tile<16x64xf16, #r1>, tile<64x64xf32, #r2> -> tile<64x64xf32, #r2>
    %t = print [%e] <format = "%f"> : tile<64x64xf32, #r2> -> token
    return
  }
}
