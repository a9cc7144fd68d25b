// RUN: opt --passes=stage-dot-operands
// #r0 = reg=[(0,1),(0,2),(0,4),(32,0)] lane=[(0,8),(0,16),(1,0),(2,0),(4,0)] warp=[(8,0),(16,0)]
// #r1 = reg=[(0,1),(0,2),(0,4),(16,0)] lane=[(0,8),(0,16),(0,32),(1,0),(2,0)] warp=[(4,0),(8,0)]
// #r2 = reg=[(0,1),(8,0),(0,8),(0,16),(16,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(32,0),(0,32)]
// #s0 = offset=[(0,1),(0,2),(0,4),(0,8),(1,0),(2,0),(4,8),(8,0),(16,0),(32,0)]
// #s1 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0)]
// #r3 = reg=[(0,1),(8,0),(0,8),(16,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(32,0),(0,0)]
// #r4 = reg=[(1,0),(8,0),(0,8),(0,16)] lane=[(2,0),(4,0),(0,1),(0,2),(0,4)] warp=[(0,0),(0,32)]
// tileas.module @tests <target = "sm_80"> {
//   func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
//     %pm = make_memref %x : ptr -> memref<256x256xf16, [256, 1]>
//     %p = block_tile %pm : memref<256x256xf16, [256, 1]> -> block_tile<[64, 32], memref<256x256xf16, [256, 1]>, step = [64, 32], dims = [0, 1]>
//     %qm = make_memref %y : ptr -> memref<256x256xf16, [256, 1]>
//     %q = block_tile %qm : memref<256x256xf16, [256, 1]> -> block_tile<[32, 64], memref<256x256xf16, [256, 1]>, step = [32, 64], dims = [0, 1]>
//     %a, %a_t = tiled_load %p, [%i, %i] <contiguity = [1, 32], divisibility = 16> : block_tile<[64, 32], memref<256x256xf16, [256, 1]>, step = [64, 32], dims = [0, 1]>, i32, i32 -> tile<64x32xf16, #r0>, token
//     %b, %b_t = tiled_load %q, [%i, %i] <contiguity = [1, 64], divisibility = 16> : block_tile<[32, 64], memref<256x256xf16, [256, 1]>, step = [32, 64], dims = [0, 1]>, i32, i32 -> tile<32x64xf16, #r1>, token
//     %0 = constant <value = 0.0> : tile<64x64xf32, #r2>
//     %1 = alloc_tensor : buffer<64x16xf16, #s0>
//     %2 = alloc_tensor : buffer<16x64xf16, #s1>
//     barrier
//     local_store %a, %1 <slice = [0, 0]> : tile<64x32xf16, #r0>, buffer<64x16xf16, #s0>
//     local_store %b, %2 <slice = [0, 0]> : tile<32x64xf16, #r1>, buffer<16x64xf16, #s1>
//     barrier
//     %3 = constant <value = 0> : i32
//     %4 = local_load %1, [%3, %3] : buffer<64x16xf16, #s0>, i32, i32 -> tile<64x16xf16, #r3>
//     %5 = constant <value = 0> : i32
//     %6 = local_load %2, [%5, %5] : buffer<16x64xf16, #s1>, i32, i32 -> tile<16x64xf16, #r4>
//     %7 = dot %4, %6, %0 <instruction = m16n8k16, warps = [2, 2], numbering = plain> : tile<64x16xf16, #r3>, tile<16x64xf16, #r4>, tile<64x64xf32, #r2> -> tile<64x64xf32, #r2>
//     %8 = alloc_tensor : buffer<64x16xf16, #s0>
//     %9 = alloc_tensor : buffer<16x64xf16, #s1>
//     barrier
//     local_store %a, %8 <slice = [0, 1]> : tile<64x32xf16, #r0>, buffer<64x16xf16, #s0>
//     local_store %b, %9 <slice = [1, 0]> : tile<32x64xf16, #r1>, buffer<16x64xf16, #s1>
//     barrier
//     %10 = constant <value = 0> : i32
//     %11 = local_load %8, [%10, %10] : buffer<64x16xf16, #s0>, i32, i32 -> tile<64x16xf16, #r3>
//     %12 = constant <value = 0> : i32
//     %13 = local_load %9, [%12, %12] : buffer<16x64xf16, #s1>, i32, i32 -> tile<16x64xf16, #r4>
//     %d = dot %11, %13, %7 <instruction = m16n8k16, warps = [2, 2], numbering = plain> : tile<64x16xf16, #r3>, tile<16x64xf16, #r4>, tile<64x64xf32, #r2> -> tile<64x64xf32, #r2>
//     %t = print [%d] <format = "%f"> : tile<64x64xf32, #r2> -> token
//     return
//   }
// }
//
// `slice-and-fuse` has decided for two slices: each is stored, multiplied onto the sum of the one before, and
// overwritten.
#r0 = reg=[(0,1),(0,2),(0,4),(32,0)] lane=[(0,8),(0,16),(1,0),(2,0),(4,0)] warp=[(8,0),(16,0)]
#r1 = reg=[(0,1),(0,2),(0,4),(16,0)] lane=[(0,8),(0,16),(0,32),(1,0),(2,0)] warp=[(4,0),(8,0)]
#r2 = reg=[(0,1),(8,0),(0,8),(0,16),(16,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(32,0),(0,32)]
#r3 = reg=[(0,1),(8,0),(0,8),(0,16),(16,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(32,0),(0,0)]
#r4 = reg=[(1,0),(8,0),(0,8),(16,0),(0,16)] lane=[(2,0),(4,0),(0,1),(0,2),(0,4)] warp=[(0,0),(0,32)]
tileas.module @tests <target = "sm_80"> {
  func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
    %pm = make_memref %x : ptr -> memref<256x256xf16, [256, 1]>
    %p = block_tile %pm : memref<256x256xf16, [256, 1]> -> block_tile<[64, 32], memref<256x256xf16, [256, 1]>, step = [64, 32], dims = [0, 1]>
    %qm = make_memref %y : ptr -> memref<256x256xf16, [256, 1]>
    %q = block_tile %qm : memref<256x256xf16, [256, 1]> -> block_tile<[32, 64], memref<256x256xf16, [256, 1]>, step = [32, 64], dims = [0, 1]>
    %a, %a_t = tiled_load %p, [%i, %i] <contiguity = [1, 32], divisibility = 16> : block_tile<[64, 32], memref<256x256xf16, [256, 1]>, step = [64, 32], dims = [0, 1]>, i32, i32 -> tile<64x32xf16, #r0>, token
    %b, %b_t = tiled_load %q, [%i, %i] <contiguity = [1, 64], divisibility = 16> : block_tile<[32, 64], memref<256x256xf16, [256, 1]>, step = [32, 64], dims = [0, 1]>, i32, i32 -> tile<32x64xf16, #r1>, token
    %0 = constant <value = 0.0> : tile<64x64xf32, #r2>
    %1 = convert_layout %a : tile<64x32xf16, #r0> -> tile<64x32xf16, #r3>
    %2 = convert_layout %b : tile<32x64xf16, #r1> -> tile<32x64xf16, #r4>
    %d = dot %1, %2, %0 <instruction = m16n8k16, warps = [2, 2], numbering = plain, slices = 2> : tile<64x32xf16, #r3>, tile<32x64xf16, #r4>, tile<64x64xf32, #r2> -> tile<64x64xf32, #r2>
    %t = print [%d] <format = "%f"> : tile<64x64xf32, #r2> -> token
    return
  }
}
