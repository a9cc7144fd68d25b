// RUN: opt --passes=assign-dot-layouts,stage-dot-operands
// #r0 = reg=[(0,1),(0,2),(0,4)] lane=[(0,8),(1,0),(2,0),(4,0),(8,0)] warp=[(0,16),(0,0)]
// #r1 = reg=[(0,1),(0,2),(0,4),(8,0),(16,0)] lane=[(0,8),(0,16),(0,32),(0,64),(1,0)] warp=[(2,0),(4,0)]
// #r2 = reg=[(0,1),(0,2),(0,4)] lane=[(0,8),(0,16),(1,0),(2,0),(4,0)] warp=[(8,0),(16,0)]
// #r3 = reg=[(0,1),(0,2)] lane=[(0,4),(0,8),(0,16),(1,0),(2,0)] warp=[(4,0),(8,0)]
// #r4 = reg=[(1,0),(2,0),(4,0),(0,8),(0,16)] lane=[(8,0),(16,0),(32,0),(64,0),(0,1)] warp=[(0,2),(0,4)]
// #r5 = reg=[(1,0),(2,0),(4,0)] lane=[(8,0),(0,1),(0,2),(0,4),(0,8)] warp=[(16,0),(0,0)]
// #s0 = offset=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(8,1),(16,2),(32,4),(0,8),(0,16),(64,0)]
// #s1 = offset=[(1,0),(2,0),(4,0),(8,0),(16,0),(0,1),(8,2),(16,4),(0,8)]
// #t0 = part=[] column=[(0,1),(0,2),(0,4),(0,8)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0)]
// #r6 = reg=[(0,1),(0,2),(0,4),(0,8)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(64,0)]
// #r7 = reg=[(1,0),(2,0),(4,0),(8,0)] lane=[(0,1),(0,2),(0,4),(0,8),(0,16)] warp=[(0,32),(0,64)]
// #r8 = reg=[(0,1),(0,2),(0,4),(0,8)] lane=[(0,16),(0,32),(0,64),(1,0),(2,0)] warp=[(4,0),(8,0)]
// #r9 = reg=[(1,0),(2,0),(4,0),(8,0)] lane=[(0,1),(0,2),(0,4),(0,8),(0,16)] warp=[(0,0),(0,0)]
// #r10 = reg=[(1,0),(2,0),(4,0)] lane=[(8,0),(16,0),(0,1),(0,2),(0,4)] warp=[(0,8),(0,16)]
// #s2 = offset=[(1,0),(2,0),(4,0),(8,0),(16,0),(0,1),(8,2),(16,4),(0,8),(0,16)]
// #t1 = part=[] column=[(0,1),(0,2),(0,4),(0,8)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0),(0,0),(0,0)]
// #r11 = reg=[(0,1),(0,2),(0,4),(0,8)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(0,0),(0,0)]
// tileas.module @tests <target = "sm_100a"> {
//   func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
//     %pm = make_memref %x : ptr -> memref<256x256xf16, [256, 1]>
//     %p = block_tile %pm : memref<256x256xf16, [256, 1]> -> block_tile<[16, 32], memref<256x256xf16, [256, 1]>, step = [16, 32], dims = [0, 1]>
//     %qm = make_memref %y : ptr -> memref<256x256xf16, [256, 1]>
//     %q = block_tile %qm : memref<256x256xf16, [256, 1]> -> block_tile<[32, 128], memref<256x256xf16, [256, 1]>, step = [32, 128], dims = [0, 1]>
//     %om = make_memref %z : ptr -> memref<256x256xf16, [256, 1]>
//     %o = block_tile %om : memref<256x256xf16, [256, 1]> -> block_tile<[32, 32], memref<256x256xf16, [256, 1]>, step = [32, 32], dims = [0, 1]>
//     %a, %a_t = tiled_load %p, [%i, %i] <contiguity = [1, 16], divisibility = 16> : block_tile<[16, 32], memref<256x256xf16, [256, 1]>, step = [16, 32], dims = [0, 1]>, i32, i32 -> tile<16x32xf16, #r0>, token
//     %b, %b_t = tiled_load %q, [%i, %i] <contiguity = [1, 64], divisibility = 16> : block_tile<[32, 128], memref<256x256xf16, [256, 1]>, step = [32, 128], dims = [0, 1]>, i32, i32 -> tile<32x128xf16, #r1>, token
//     %c, %c_t = tiled_load %o, [%i, %i] <contiguity = [1, 32], divisibility = 16> : block_tile<[32, 32], memref<256x256xf16, [256, 1]>, step = [32, 32], dims = [0, 1]>, i32, i32 -> tile<32x32xf16, #r2>, token
//     %1 = constant <value = 1.0> : tile<16x32xf32, #r3>
//     %0 = permute %b <permutation = [1, 0]> : tile<32x128xf16, #r1> -> tile<128x32xf16, #r4>
//     %2 = permute %a <permutation = [1, 0]> : tile<16x32xf16, #r0> -> tile<32x16xf16, #r5>
//     %3 = alloc_tensor : buffer<128x32xf16, #s0>
//     %4 = alloc_tensor : buffer<32x16xf16, #s1>
//     %5 = constant <value = 0> : i32
//     barrier
//     local_store %0, %3, [%5, %5] : tile<128x32xf16, #r4>, buffer<128x32xf16, #s0>, i32, i32
//     local_store %2, %4, [%5, %5] : tile<32x16xf16, #r5>, buffer<32x16xf16, #s1>, i32, i32
//     %6 = tcgen05.alloc : tmem<128x16xf32, #t0>
//     %7 = constant <value = false> : i1
//     tcgen05.mma %3, %4, %6, [%7] : buffer<128x32xf16, #s0>, buffer<32x16xf16, #s1>, tmem<128x16xf32, #t0>, i1
//     %8 = tmem_load %6 : tmem<128x16xf32, #t0> -> tile<128x16xf32, #r6>
//     %d = permute %8 <permutation = [1, 0]> : tile<128x16xf32, #r6> -> tile<16x128xf32, #r7>
//     %d_0 = convert_layout %d : tile<16x128xf32, #r7> -> tile<16x128xf32, #r8>
//     %9 = convert_layout %1 : tile<16x32xf32, #r3> -> tile<16x32xf32, #r9>
//     %10 = permute %c <permutation = [1, 0]> : tile<32x32xf16, #r2> -> tile<32x32xf16, #r10>
//     %11 = permute %a <permutation = [1, 0]> : tile<16x32xf16, #r0> -> tile<32x16xf16, #r5>
//     %12 = alloc_tensor : buffer<32x32xf16, #s2>
//     %13 = alloc_tensor : buffer<32x16xf16, #s1>
//     %14 = constant <value = 0> : i32
//     barrier
//     local_store %10, %12, [%14, %14] : tile<32x32xf16, #r10>, buffer<32x32xf16, #s2>, i32, i32
//     local_store %11, %13, [%14, %14] : tile<32x16xf16, #r5>, buffer<32x16xf16, #s1>, i32, i32
//     %15 = tcgen05.alloc : tmem<32x16xf32, #t1>
//     %16 = permute %9 <permutation = [1, 0]> : tile<16x32xf32, #r9> -> tile<32x16xf32, #r11>
//     tmem_store %16, %15 : tile<32x16xf32, #r11>, tmem<32x16xf32, #t1>
//     tcgen05.mma %12, %13, %15 : buffer<32x32xf16, #s2>, buffer<32x16xf16, #s1>, tmem<32x16xf32, #t1>
//     %17 = tmem_load %15 : tmem<32x16xf32, #t1> -> tile<32x16xf32, #r11>
//     %e = permute %17 <permutation = [1, 0]> : tile<32x16xf32, #r11> -> tile<16x32xf32, #r9>
//     %e_1 = convert_layout %e : tile<16x32xf32, #r9> -> tile<16x32xf32, #r3>
//     %t = print [%d_0] <format = "%f"> : tile<16x128xf32, #r8> -> token
//     %u = print [%e_1] <format = "%f"> : tile<16x32xf32, #r3> -> token
//     return
//   }
// }
//
// Products that no instruction of `tcgen05` has: one of 16 rows and 128 columns is computed transposed, and one of 16 rows and 32
// columns transposed with rows and columns that are repeated, which the buffer of 32 rows has side by side.
#r0 = reg=[(0,1),(0,2),(0,4)] lane=[(0,8),(1,0),(2,0),(4,0),(8,0)] warp=[(0,16),(0,0)]
#r1 = reg=[(0,1),(0,2),(0,4),(8,0),(16,0)] lane=[(0,8),(0,16),(0,32),(0,64),(1,0)] warp=[(2,0),(4,0)]
#r2 = reg=[(0,1),(0,2)] lane=[(0,4),(0,8),(0,16),(1,0),(2,0)] warp=[(4,0),(8,0)]
#r3 = reg=[(0,1),(0,2),(0,4),(0,8)] lane=[(0,16),(0,32),(0,64),(1,0),(2,0)] warp=[(4,0),(8,0)]
#r4 = reg=[(0,1),(0,2),(0,4)] lane=[(0,8),(0,16),(1,0),(2,0),(4,0)] warp=[(8,0),(16,0)]
tileas.module @tests <target = "sm_100a"> {
  func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
    %pm = make_memref %x : ptr -> memref<256x256xf16, [256, 1]>
    %p = block_tile %pm : memref<256x256xf16, [256, 1]> -> block_tile<[16, 32], memref<256x256xf16, [256, 1]>, step = [16, 32], dims = [0, 1]>
    %qm = make_memref %y : ptr -> memref<256x256xf16, [256, 1]>
    %q = block_tile %qm : memref<256x256xf16, [256, 1]> -> block_tile<[32, 128], memref<256x256xf16, [256, 1]>, step = [32, 128], dims = [0, 1]>
    %om = make_memref %z : ptr -> memref<256x256xf16, [256, 1]>
    %o = block_tile %om : memref<256x256xf16, [256, 1]> -> block_tile<[32, 32], memref<256x256xf16, [256, 1]>, step = [32, 32], dims = [0, 1]>
    %a, %a_t = tiled_load %p, [%i, %i] <contiguity = [1, 16], divisibility = 16> : block_tile<[16, 32], memref<256x256xf16, [256, 1]>, step = [16, 32], dims = [0, 1]>, i32, i32 -> tile<16x32xf16, #r0>, token
    %b, %b_t = tiled_load %q, [%i, %i] <contiguity = [1, 64], divisibility = 16> : block_tile<[32, 128], memref<256x256xf16, [256, 1]>, step = [32, 128], dims = [0, 1]>, i32, i32 -> tile<32x128xf16, #r1>, token
    %c, %c_t = tiled_load %o, [%i, %i] <contiguity = [1, 32], divisibility = 16> : block_tile<[32, 32], memref<256x256xf16, [256, 1]>, step = [32, 32], dims = [0, 1]>, i32, i32 -> tile<32x32xf16, #r4>, token
    %0 = constant <value = 0.0> : tile<16x128xf32, #r3>
    %1 = constant <value = 1.0> : tile<16x32xf32, #r2>
    %d = dot %a, %b, %0 : tile<16x32xf16, #r0>, tile<32x128xf16, #r1>, tile<16x128xf32, #r3> -> tile<16x128xf32, #r3>
    %e = dot %a, %c, %1 : tile<16x32xf16, #r0>, tile<32x32xf16, #r4>, tile<16x32xf32, #r2> -> tile<16x32xf32, #r2>
    %t = print [%d] <format = "%f"> : tile<16x128xf32, #r3> -> token
    %u = print [%e] <format = "%f"> : tile<16x32xf32, #r2> -> token
    return
  }
}
