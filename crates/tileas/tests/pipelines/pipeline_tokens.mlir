// RUN: lower --target=sm_80
// #r0 = reg=[(0,1),(0,2),(8,0)] lane=[(0,4),(0,8),(1,0),(2,0),(4,0)] warp=[]
// #r1 = reg=[(0,1),(8,0),(0,8)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[]
// #s0 = offset=[(0,1),(0,2),(0,4),(0,8),(1,0),(2,0),(4,8),(8,0)]
// #r2 = reg=[(1,0),(8,0),(0,8)] lane=[(2,0),(4,0),(0,1),(0,2),(0,4)] warp=[]
// tileas.module @tests <target = "sm_80"> {
//   func @k <num_warps = 1, shared_bytes = 1024> (%a: ptr, %c: ptr) {
//     %t = make_memref %a : ptr -> memref<64x64xf16, [64, 1]>
//     %v = block_tile %t : memref<64x64xf16, [64, 1]> -> block_tile<[16, 16], memref<64x64xf16, [64, 1]>, step = [16, 16], dims = [0, 1]>
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %four = constant <value = 4> : i32
//     %tile_0 = constant <value = 0x3c00> : tile<16x16xf16, #r0>
//     tiled_store %tile_0, %v, [%zero, %one] <contiguity = [1, 16], divisibility = 16> : tile<16x16xf16, #r0>, block_tile<[16, 16], memref<64x64xf16, [64, 1]>, step = [16, 16], dims = [0, 1]>, i32, i32
//     %0 = constant <value = 0.0> : tile<16x16xf32, #r1>
//     %sum = for %zero, %four, %one, [%0] : i32, i32, i32, tile<16x16xf32, #r1> -> tile<16x16xf32, #r1> (%i: i32, %so_far: tile<16x16xf32, #r1>) {
//       barrier
//       %x = tiled_load %v, [%zero, %i] <contiguity = [1, 16], divisibility = 16> : block_tile<[16, 16], memref<64x64xf16, [64, 1]>, step = [16, 16], dims = [0, 1]>, i32, i32 -> tile<16x16xf16, #r0>
//       %y = tiled_load %v, [%i, %one] <contiguity = [1, 16], divisibility = 16> : block_tile<[16, 16], memref<64x64xf16, [64, 1]>, step = [16, 16], dims = [0, 1]>, i32, i32 -> tile<16x16xf16, #r0>
//       %1 = alloc_tensor <offset = 0> : buffer<16x16xf16, #s0>
//       %2 = alloc_tensor <offset = 512> : buffer<16x16xf16, #s0>
//       %3 = constant <value = 0> : i32
//       barrier
//       local_store %x, %1, [%3, %3] : tile<16x16xf16, #r0>, buffer<16x16xf16, #s0>, i32, i32
//       local_store %y, %2, [%3, %3] : tile<16x16xf16, #r0>, buffer<16x16xf16, #s0>, i32, i32
//       barrier
//       %4 = local_load %1, [%3, %3] : buffer<16x16xf16, #s0>, i32, i32 -> tile<16x16xf16, #r1>
//       %5 = local_load %2, [%3, %3] : buffer<16x16xf16, #s0>, i32, i32 -> tile<16x16xf16, #r2>
//       %next = dot %4, %5, %so_far <instruction = m16n8k16, warps = [1, 1], numbering = plain> : tile<16x16xf16, #r1>, tile<16x16xf16, #r2>, tile<16x16xf32, #r1> -> tile<16x16xf32, #r1>
//       continue [%next] : tile<16x16xf32, #r1>
//     }
//     %ct = make_memref %c : ptr -> memref<16x16xf32, [16, 1]>
//     %cv = block_tile %ct : memref<16x16xf32, [16, 1]> -> block_tile<[16, 16], memref<16x16xf32, [16, 1]>, step = [16, 16], dims = [0, 1]>
//     tiled_store %sum, %cv, [%zero, %zero] <contiguity = [1, 16], divisibility = 1> : tile<16x16xf32, #r1>, block_tile<[16, 16], memref<16x16xf32, [16, 1]>, step = [16, 16], dims = [0, 1]>, i32, i32
//     return
//   }
// }
//
// No pipeline: the loop reads what a store in front of it wrote, and waits for all threads to have done so.
tileaa.module @tests {
  func @k (%a: ptr, %c: ptr) {
    %ap = assume %a <kind = div_by, numbers = [16]> : ptr
    %t = make_memref %ap : ptr -> memref<64x64xf16, [64, 1]>
    %v = block_tile %t : memref<64x64xf16, [64, 1]> -> block_tile<[16, 16], memref<64x64xf16, [64, 1]>, step = [16, 16], dims = [0, 1]>
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %four = constant <value = 4> : i32
    %none = constant <value = 0.0> : tile<16x16xf32>
    %tile_0 = constant <value = 0x3c00> : tile<16x16xf16>
    %ready = tiled_store %tile_0, %v, [%zero, %one] : tile<16x16xf16>, block_tile<[16, 16], memref<64x64xf16, [64, 1]>, step = [16, 16], dims = [0, 1]>, i32, i32 -> token
    %sum = for %zero, %four, %one, [%none] : i32, i32, i32, tile<16x16xf32> -> tile<16x16xf32> (%i: i32, %so_far: tile<16x16xf32>) {
      %x, %t0 = tiled_load %v, [%zero, %i], [%ready] : block_tile<[16, 16], memref<64x64xf16, [64, 1]>, step = [16, 16], dims = [0, 1]>, i32, i32, token -> tile<16x16xf16>, token
      %y, %t1 = tiled_load %v, [%i, %one], [%ready] : block_tile<[16, 16], memref<64x64xf16, [64, 1]>, step = [16, 16], dims = [0, 1]>, i32, i32, token -> tile<16x16xf16>, token
      %next = dot %x, %y, %so_far : tile<16x16xf16>, tile<16x16xf16>, tile<16x16xf32> -> tile<16x16xf32>
      continue [%next] : tile<16x16xf32>
    }
    %ct = make_memref %c : ptr -> memref<16x16xf32, [16, 1]>
    %cv = block_tile %ct : memref<16x16xf32, [16, 1]> -> block_tile<[16, 16], memref<16x16xf32, [16, 1]>, step = [16, 16], dims = [0, 1]>
    %done = tiled_store %sum, %cv, [%zero, %zero] : tile<16x16xf32>, block_tile<[16, 16], memref<16x16xf32, [16, 1]>, step = [16, 16], dims = [0, 1]>, i32, i32 -> token
    return
  }
}
