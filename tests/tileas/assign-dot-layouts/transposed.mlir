// RUN: opt --passes=assign-dot-layouts
// #r0 = reg=[(0,1),(0,2),(8,0),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
// #r1 = reg=[(0,1),(0,2),(0,4),(0,8),(8,0),(16,0)] lane=[(0,16),(0,32),(1,0),(2,0),(4,0)] warp=[(0,0),(32,0)]
// #r2 = reg=[(1,0),(2,0),(0,1),(4,0),(8,0),(0,16)] lane=[(16,0),(32,0),(0,2),(0,4),(0,8)] warp=[(0,32),(0,0)]
// #r3 = reg=[(0,1),(1,0),(8,0),(16,0),(0,16)] lane=[(2,0),(4,0),(0,2),(0,4),(0,8)] warp=[(0,32),(32,0)]
// tileas.module @tests <target = "sm_80"> {
//   func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
//     %pm = make_memref %x : ptr -> memref<256x256xi8, [256, 1]>
//     %p = block_tile %pm : memref<256x256xi8, [256, 1]> -> block_tile<[64, 64], memref<256x256xi8, [256, 1]>, step = [64, 64], dims = [0, 1]>
//     %qm = make_memref %y : ptr -> memref<256x256xi8, [256, 1]>
//     %q = block_tile %qm : memref<256x256xi8, [256, 1]> -> block_tile<[64, 64], memref<256x256xi8, [256, 1]>, step = [64, 64], dims = [0, 1]>
//     %a, %a_t = tiled_load %p, [%i, %i] <contiguity = [1, 64], divisibility = 16> : block_tile<[64, 64], memref<256x256xi8, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> tile<64x64xi8, #r0>, token
//     %b, %b_t = tiled_load %q, [%i, %i] <contiguity = [1, 64], divisibility = 16> : block_tile<[64, 64], memref<256x256xi8, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> tile<64x64xi8, #r0>, token
//     %c = constant <value = 0> : tile<64x64xi32, #r0>
//     %0 = convert_layout %a : tile<64x64xi8, #r0> -> tile<64x64xi8, #r1>
//     %1 = convert_layout %b : tile<64x64xi8, #r0> -> tile<64x64xi8, #r2>
//     %2 = convert_layout %c : tile<64x64xi32, #r0> -> tile<64x64xi32, #r3>
//     %d = dot %0, %1, %2 <signed_lhs, signed_rhs, instruction = m16n8k32, warps = [2, 2], numbering = transposed> : tile<64x64xi8, #r1>, tile<64x64xi8, #r2>, tile<64x64xi32, #r3> -> tile<64x64xi32, #r3>
//     %d_0 = convert_layout %d : tile<64x64xi32, #r3> -> tile<64x64xi32, #r0>
//     %t = print [%d_0] <format = "%i"> : tile<64x64xi32, #r0> -> token
//     return
//   }
// }
//
// Both operands are bytes whose rows are contiguous in memory. The instruction wants columns of the right one, so it
// computes the transposed product: then the right operand is read as rows, in vectors, and the left one by `ldmatrix`.
#r0 = reg=[(0,1),(0,2),(8,0),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
tileas.module @tests <target = "sm_80"> {
  func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
    %pm = make_memref %x : ptr -> memref<256x256xi8, [256, 1]>
    %p = block_tile %pm : memref<256x256xi8, [256, 1]> -> block_tile<[64, 64], memref<256x256xi8, [256, 1]>, step = [64, 64], dims = [0, 1]>
    %qm = make_memref %y : ptr -> memref<256x256xi8, [256, 1]>
    %q = block_tile %qm : memref<256x256xi8, [256, 1]> -> block_tile<[64, 64], memref<256x256xi8, [256, 1]>, step = [64, 64], dims = [0, 1]>
    %a, %a_t = tiled_load %p, [%i, %i] <contiguity = [1, 64], divisibility = 16> : block_tile<[64, 64], memref<256x256xi8, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> tile<64x64xi8, #r0>, token
    %b, %b_t = tiled_load %q, [%i, %i] <contiguity = [1, 64], divisibility = 16> : block_tile<[64, 64], memref<256x256xi8, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> tile<64x64xi8, #r0>, token
    %c = constant <value = 0> : tile<64x64xi32, #r0>
    %d = dot %a, %b, %c <signed_lhs, signed_rhs> : tile<64x64xi8, #r0>, tile<64x64xi8, #r0>, tile<64x64xi32, #r0> -> tile<64x64xi32, #r0>
    %t = print [%d] <format = "%i"> : tile<64x64xi32, #r0> -> token
    return
  }
}
