// RUN: opt --passes=stage-dot-operands
// #r0 = reg=[(0,1),(0,2),(0,4)] lane=[(0,8),(0,16),(0,32),(1,0),(2,0)] warp=[(4,0),(8,0)]
// #s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0)]
// #r1 = reg=[(1,0),(8,0),(0,8),(0,16)] lane=[(2,0),(4,0),(0,1),(0,2),(0,4)] warp=[(0,0),(0,32)]
// #r2 = reg=[(0,1),(8,0),(0,8),(0,16),(16,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(32,0),(0,32)]
// #r3 = reg=[(0,1),(0,2),(0,4)] lane=[(0,8),(1,0),(2,0),(4,0),(8,0)] warp=[(16,0),(32,0)]
// #s1 = offset=[(0,1),(0,2),(0,4),(0,8),(1,0),(2,0),(4,8),(8,0),(16,0),(32,0)]
// #r4 = reg=[(0,1),(8,0),(0,8),(16,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(32,0),(0,0)]
// tileas.module @tests <target = "sm_80"> {
//   func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
//     %pm = make_memref %x : ptr -> memref<256x256xf16, [256, 1]>
//     %p = block_tile %pm : memref<256x256xf16, [256, 1]> -> block_tile<[64, 16], memref<256x256xf16, [256, 1]>, step = [64, 16], dims = [0, 1]>
//     %qm = make_memref %y : ptr -> memref<256x256xf16, [256, 1]>
//     %q = block_tile %qm : memref<256x256xf16, [256, 1]> -> block_tile<[16, 64], memref<256x256xf16, [256, 1]>, step = [16, 64], dims = [0, 1]>
//     %b, %b_t = tiled_load %q, [%i, %i] <contiguity = [1, 64], divisibility = 16> : block_tile<[16, 64], memref<256x256xf16, [256, 1]>, step = [16, 64], dims = [0, 1]>, i32, i32 -> tile<16x64xf16, #r0>, token
//     %3 = alloc_tensor : buffer<16x64xf16, #s0>
//     %4 = constant <value = 0> : i32
//     barrier
//     local_store %b, %3, [%4, %4] : tile<16x64xf16, #r0>, buffer<16x64xf16, #s0>, i32, i32
//     barrier
//     %0 = local_load %3, [%4, %4] : buffer<16x64xf16, #s0>, i32, i32 -> tile<16x64xf16, #r1>
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %1 = constant <value = 0.0> : tile<64x64xf32, #r2>
//     %d = for %zero, %n, %one, [%1] : i32, i32, i32, tile<64x64xf32, #r2> -> tile<64x64xf32, #r2> (%k: i32, %so_far: tile<64x64xf32, #r2>) {
//       %a, %a_t = tiled_load %p, [%i, %k] <contiguity = [1, 16], divisibility = 16> : block_tile<[64, 16], memref<256x256xf16, [256, 1]>, step = [64, 16], dims = [0, 1]>, i32, i32 -> tile<64x16xf16, #r3>, token
//       %5 = alloc_tensor : buffer<64x16xf16, #s1>
//       %6 = constant <value = 0> : i32
//       barrier
//       local_store %a, %5, [%6, %6] : tile<64x16xf16, #r3>, buffer<64x16xf16, #s1>, i32, i32
//       barrier
//       %2 = local_load %5, [%6, %6] : buffer<64x16xf16, #s1>, i32, i32 -> tile<64x16xf16, #r4>
//       %next = dot %2, %0, %so_far <instruction = m16n8k16, warps = [2, 2], numbering = plain> : tile<64x16xf16, #r4>, tile<16x64xf16, #r1>, tile<64x64xf32, #r2> -> tile<64x64xf32, #r2>
//       continue [%next] : tile<64x64xf32, #r2>
//     }
//     %t = print [%d] <format = "%f"> : tile<64x64xf32, #r2> -> token
//     return
//   }
// }
//
// The right operand is loaded in front of the loop and is staged there, once. The left one is staged in every iteration.
#r0 = reg=[(0,1),(0,2),(0,4)] lane=[(0,8),(0,16),(0,32),(1,0),(2,0)] warp=[(4,0),(8,0)]
#r1 = reg=[(1,0),(8,0),(0,8),(0,16)] lane=[(2,0),(4,0),(0,1),(0,2),(0,4)] warp=[(0,0),(0,32)]
#r2 = reg=[(0,1),(8,0),(0,8),(0,16),(16,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(32,0),(0,32)]
#r3 = reg=[(0,1),(0,2),(0,4)] lane=[(0,8),(1,0),(2,0),(4,0),(8,0)] warp=[(16,0),(32,0)]
#r4 = reg=[(0,1),(8,0),(0,8),(16,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(32,0),(0,0)]
tileas.module @tests <target = "sm_80"> {
  func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
    %pm = make_memref %x : ptr -> memref<256x256xf16, [256, 1]>
    %p = block_tile %pm : memref<256x256xf16, [256, 1]> -> block_tile<[64, 16], memref<256x256xf16, [256, 1]>, step = [64, 16], dims = [0, 1]>
    %qm = make_memref %y : ptr -> memref<256x256xf16, [256, 1]>
    %q = block_tile %qm : memref<256x256xf16, [256, 1]> -> block_tile<[16, 64], memref<256x256xf16, [256, 1]>, step = [16, 64], dims = [0, 1]>
    %b, %b_t = tiled_load %q, [%i, %i] <contiguity = [1, 64], divisibility = 16> : block_tile<[16, 64], memref<256x256xf16, [256, 1]>, step = [16, 64], dims = [0, 1]>, i32, i32 -> tile<16x64xf16, #r0>, token
    %0 = convert_layout %b : tile<16x64xf16, #r0> -> tile<16x64xf16, #r1>
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %1 = constant <value = 0.0> : tile<64x64xf32, #r2>
    %d = for %zero, %n, %one, [%1] : i32, i32, i32, tile<64x64xf32, #r2> -> tile<64x64xf32, #r2> (%k: i32, %so_far: tile<64x64xf32, #r2>) {
      %a, %a_t = tiled_load %p, [%i, %k] <contiguity = [1, 16], divisibility = 16> : block_tile<[64, 16], memref<256x256xf16, [256, 1]>, step = [64, 16], dims = [0, 1]>, i32, i32 -> tile<64x16xf16, #r3>, token
      %2 = convert_layout %a : tile<64x16xf16, #r3> -> tile<64x16xf16, #r4>
      %next = dot %2, %0, %so_far <instruction = m16n8k16, warps = [2, 2], numbering = plain> : tile<64x16xf16, #r4>, tile<16x64xf16, #r1>, tile<64x64xf32, #r2> -> tile<64x64xf32, #r2>
      continue [%next] : tile<64x64xf32, #r2>
    }
    %t = print [%d] <format = "%f"> : tile<64x64xf32, #r2> -> token
    return
  }
}
