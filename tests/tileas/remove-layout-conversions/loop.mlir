// RUN: opt --passes=remove-layout-conversions
// #r0 = reg=[(0,1),(8,0),(0,8),(0,16),(16,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(32,0),(0,32)]
// #r1 = reg=[(0,1),(0,2),(0,4)] lane=[(0,8),(1,0),(2,0),(4,0),(8,0)] warp=[(16,0),(32,0)]
// #r2 = reg=[(0,1),(0,2),(0,4)] lane=[(0,8),(0,16),(0,32),(1,0),(2,0)] warp=[(4,0),(8,0)]
// #r3 = reg=[(0,1),(8,0),(0,8),(16,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(32,0),(0,0)]
// #r4 = reg=[(1,0),(8,0),(0,8),(0,16)] lane=[(2,0),(4,0),(0,1),(0,2),(0,4)] warp=[(0,0),(0,32)]
// tileas.module @tests <target = "sm_80"> {
//   func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
//     %pm = make_memref %x : ptr -> memref<256x256xf16, [256, 1]>
//     %p = block_tile %pm : memref<256x256xf16, [256, 1]> -> block_tile<[64, 16], memref<256x256xf16, [256, 1]>, step = [64, 16], dims = [0, 1]>
//     %qm = make_memref %y : ptr -> memref<256x256xf16, [256, 1]>
//     %q = block_tile %qm : memref<256x256xf16, [256, 1]> -> block_tile<[16, 64], memref<256x256xf16, [256, 1]>, step = [16, 64], dims = [0, 1]>
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %0 = constant <value = 0.0> : tile<64x64xf32, #r0>
//     %sum = for %zero, %n, %one, [%0] : i32, i32, i32, tile<64x64xf32, #r0> -> tile<64x64xf32, #r0> (%k: i32, %so_far: tile<64x64xf32, #r0>) {
//       %a, %a_t = tiled_load %p, [%i, %k] <contiguity = [1, 16], divisibility = 16> : block_tile<[64, 16], memref<256x256xf16, [256, 1]>, step = [64, 16], dims = [0, 1]>, i32, i32 -> tile<64x16xf16, #r1>, token
//       %b, %b_t = tiled_load %q, [%k, %i] <contiguity = [1, 64], divisibility = 16> : block_tile<[16, 64], memref<256x256xf16, [256, 1]>, step = [16, 64], dims = [0, 1]>, i32, i32 -> tile<16x64xf16, #r2>, token
//       %1 = convert_layout %a : tile<64x16xf16, #r1> -> tile<64x16xf16, #r3>
//       %2 = convert_layout %b : tile<16x64xf16, #r2> -> tile<16x64xf16, #r4>
//       %4 = dot %1, %2, %so_far <instruction = m16n8k16, warps = [2, 2], numbering = plain> : tile<64x16xf16, #r3>, tile<16x64xf16, #r4>, tile<64x64xf32, #r0> -> tile<64x64xf32, #r0>
//       continue [%4] : tile<64x64xf32, #r0>
//     }
//     %rm = make_memref %z : ptr -> memref<256x256xf32, [256, 1]>
//     %r = block_tile %rm : memref<256x256xf32, [256, 1]> -> block_tile<[64, 64], memref<256x256xf32, [256, 1]>, step = [64, 64], dims = [0, 1]>
//     %done = tiled_store %sum, %r, [%i, %i] <contiguity = [1, 64], divisibility = 16> : tile<64x64xf32, #r0>, block_tile<[64, 64], memref<256x256xf32, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> token
//     return
//   }
// }
//
// The sum was converted to fragments and back in every iteration. Sum, what the loop carries and what it starts from are
// one class, which takes the layout of the fragments: no conversion of it is left.
#r0 = reg=[(0,1),(0,2),(8,0),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
#r1 = reg=[(0,1),(0,2),(0,4)] lane=[(0,8),(1,0),(2,0),(4,0),(8,0)] warp=[(16,0),(32,0)]
#r2 = reg=[(0,1),(0,2),(0,4)] lane=[(0,8),(0,16),(0,32),(1,0),(2,0)] warp=[(4,0),(8,0)]
#r3 = reg=[(0,1),(8,0),(0,8),(16,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(32,0),(0,0)]
#r4 = reg=[(1,0),(8,0),(0,8),(0,16)] lane=[(2,0),(4,0),(0,1),(0,2),(0,4)] warp=[(0,0),(0,32)]
#r5 = reg=[(0,1),(8,0),(0,8),(0,16),(16,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(32,0),(0,32)]
tileas.module @tests <target = "sm_80"> {
  func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
    %pm = make_memref %x : ptr -> memref<256x256xf16, [256, 1]>
    %p = block_tile %pm : memref<256x256xf16, [256, 1]> -> block_tile<[64, 16], memref<256x256xf16, [256, 1]>, step = [64, 16], dims = [0, 1]>
    %qm = make_memref %y : ptr -> memref<256x256xf16, [256, 1]>
    %q = block_tile %qm : memref<256x256xf16, [256, 1]> -> block_tile<[16, 64], memref<256x256xf16, [256, 1]>, step = [16, 64], dims = [0, 1]>
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %c = constant <value = 0.0> : tile<64x64xf32, #r0>
    %sum = for %zero, %n, %one, [%c] : i32, i32, i32, tile<64x64xf32, #r0> -> tile<64x64xf32, #r0> (%k: i32, %so_far: tile<64x64xf32, #r0>) {
      %a, %a_t = tiled_load %p, [%i, %k] <contiguity = [1, 16], divisibility = 16> : block_tile<[64, 16], memref<256x256xf16, [256, 1]>, step = [64, 16], dims = [0, 1]>, i32, i32 -> tile<64x16xf16, #r1>, token
      %b, %b_t = tiled_load %q, [%k, %i] <contiguity = [1, 64], divisibility = 16> : block_tile<[16, 64], memref<256x256xf16, [256, 1]>, step = [16, 64], dims = [0, 1]>, i32, i32 -> tile<16x64xf16, #r2>, token
      %1 = convert_layout %a : tile<64x16xf16, #r1> -> tile<64x16xf16, #r3>
      %2 = convert_layout %b : tile<16x64xf16, #r2> -> tile<16x64xf16, #r4>
      %3 = convert_layout %so_far : tile<64x64xf32, #r0> -> tile<64x64xf32, #r5>
      %4 = dot %1, %2, %3 <instruction = m16n8k16, warps = [2, 2], numbering = plain> : tile<64x16xf16, #r3>, tile<16x64xf16, #r4>, tile<64x64xf32, #r5> -> tile<64x64xf32, #r5>
      %next = convert_layout %4 : tile<64x64xf32, #r5> -> tile<64x64xf32, #r0>
      continue [%next] : tile<64x64xf32, #r0>
    }
    %rm = make_memref %z : ptr -> memref<256x256xf32, [256, 1]>
    %r = block_tile %rm : memref<256x256xf32, [256, 1]> -> block_tile<[64, 64], memref<256x256xf32, [256, 1]>, step = [64, 64], dims = [0, 1]>
    %0 = convert_layout %sum : tile<64x64xf32, #r0> -> tile<64x64xf32, #r5>
    %done = tiled_store %0, %r, [%i, %i] <contiguity = [1, 64], divisibility = 16> : tile<64x64xf32, #r5>, block_tile<[64, 64], memref<256x256xf32, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> token
    return
  }
}
