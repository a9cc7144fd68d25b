// RUN: opt --passes=materialize-async
// #r0 = reg=[(0,1),(0,2),(0,4),(64,0),(128,0)] lane=[(0,8),(1,0),(2,0),(4,0),(8,0)] warp=[(16,0),(32,0)]
// #r1 = reg=[(0,1),(8,0),(0,8),(16,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(32,0),(64,0)]
// #s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64),(0,128),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0),(64,0)]
// #s1 = offset=[(0,1),(0,2),(0,4),(0,8),(1,0),(2,0),(4,8),(8,0),(16,0),(32,0),(64,0),(128,0)]
// #r2 = reg=[(0,1),(8,0),(0,8),(0,16),(0,32),(0,64),(0,128),(16,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(32,0),(64,0)]
// #r3 = reg=[(1,0),(8,0),(0,8),(16,0),(32,0),(64,0),(128,0)] lane=[(2,0),(4,0),(0,1),(0,2),(0,4)] warp=[(0,0),(0,0)]
// tileas.module @in_place <target = "sm_80"> {
//   func @once <num_warps = 4, num_worker_warps_per_cta = 4> (%a: ptr, %b: ptr, %c: ptr) {
//     %zero = constant <value = 0> : i32
//     %a_all = make_memref %a : ptr -> memref<128x256xf16, [256, 1]>
//     %a_tiles = block_tile %a_all : memref<128x256xf16, [256, 1]> -> block_tile<[128, 256], memref<128x256xf16, [256, 1]>, step = [128, 256], dims = [0, 1]>
//     %b_all = make_memref %b : ptr -> memref<256x16xf16, [16, 1]>
//     %b_tiles = block_tile %b_all : memref<256x16xf16, [16, 1]> -> block_tile<[256, 16], memref<256x16xf16, [16, 1]>, step = [256, 16], dims = [0, 1]>
//     %c_all = make_memref %c : ptr -> memref<128x16xf32, [16, 1]>
//     %c_tiles = block_tile %c_all : memref<128x16xf32, [16, 1]> -> block_tile<[128, 16], memref<128x16xf32, [16, 1]>, step = [128, 16], dims = [0, 1]>
//     %right = tiled_load %b_tiles, [%zero, %zero] <contiguity = [1, 16], divisibility = 16> : block_tile<[256, 16], memref<256x16xf16, [16, 1]>, step = [256, 16], dims = [0, 1]>, i32, i32 -> tile<256x16xf16, #r0>
//     %0 = constant <value = 0.0> : tile<128x16xf32, #r1>
//     %1 = create_pipeline <stages = 1> : buffer<128x256xf16, #s0>
//     %2 = alloc_tensor : buffer<256x16xf16, #s1>
//     %3 = constant <value = 0> : i32
//     barrier
//     %6 = constant <value = 0> : i32
//     %7 = producer_acquire %1, %6 : buffer<128x256xf16, #s0>, i32 -> buffer<128x256xf16, #s0>
//     async_tiled_load %a_tiles, [%zero, %zero], %7 <contiguity = [1, 256], divisibility = 16> : block_tile<[128, 256], memref<128x256xf16, [256, 1]>, step = [128, 256], dims = [0, 1]>, i32, i32, buffer<128x256xf16, #s0>
//     local_store %right, %2, [%3, %3] : tile<256x16xf16, #r0>, buffer<256x16xf16, #s1>, i32, i32
//     producer_commit
//     consumer_wait <pending = 0>
//     %8 = constant <value = 0> : i32
//     %9 = consumer_read %1, %8 : buffer<128x256xf16, #s0>, i32 -> buffer<128x256xf16, #s0>
//     %4 = local_load %9, [%3, %3] : buffer<128x256xf16, #s0>, i32, i32 -> tile<128x256xf16, #r2>
//     %5 = local_load %2, [%3, %3] : buffer<256x16xf16, #s1>, i32, i32 -> tile<256x16xf16, #r3>
//     %sum = dot %4, %5, %0 <instruction = m16n8k16, warps = [4, 1], numbering = plain> : tile<128x256xf16, #r2>, tile<256x16xf16, #r3>, tile<128x16xf32, #r1> -> tile<128x16xf32, #r1>
//     tiled_store %sum, %c_tiles, [%zero, %zero] <contiguity = [1, 16], divisibility = 1> : tile<128x16xf32, #r1>, block_tile<[128, 16], memref<128x16xf32, [16, 1]>, step = [128, 16], dims = [0, 1]>, i32, i32
//     return
//   }
// }
//
// A thread would need 128 registers for the left operand, and no loop copies it ahead: it is copied to shared memory where it would be
// stored. The right operand needs 16, and keeps its load and store. One wait serves both.
#r0 = reg=[(0,1),(0,2),(0,4),(4,0),(8,0),(16,0),(32,0),(64,0)] lane=[(0,8),(0,16),(0,32),(0,64),(0,128)] warp=[(1,0),(2,0)]
#r1 = reg=[(0,1),(0,2),(0,4),(64,0),(128,0)] lane=[(0,8),(1,0),(2,0),(4,0),(8,0)] warp=[(16,0),(32,0)]
#r2 = reg=[(0,1),(8,0),(0,8),(16,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(32,0),(64,0)]
#s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64),(0,128),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0),(64,0)]
#s1 = offset=[(0,1),(0,2),(0,4),(0,8),(1,0),(2,0),(4,8),(8,0),(16,0),(32,0),(64,0),(128,0)]
#r3 = reg=[(0,1),(8,0),(0,8),(0,16),(0,32),(0,64),(0,128),(16,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(32,0),(64,0)]
#r4 = reg=[(1,0),(8,0),(0,8),(16,0),(32,0),(64,0),(128,0)] lane=[(2,0),(4,0),(0,1),(0,2),(0,4)] warp=[(0,0),(0,0)]
tileas.module @in_place <target = "sm_80"> {
  func @once <num_warps = 4, num_worker_warps_per_cta = 4> (%a: ptr, %b: ptr, %c: ptr) {
    %zero = constant <value = 0> : i32
    %a_all = make_memref %a : ptr -> memref<128x256xf16, [256, 1]>
    %a_tiles = block_tile %a_all : memref<128x256xf16, [256, 1]> -> block_tile<[128, 256], memref<128x256xf16, [256, 1]>, step = [128, 256], dims = [0, 1]>
    %b_all = make_memref %b : ptr -> memref<256x16xf16, [16, 1]>
    %b_tiles = block_tile %b_all : memref<256x16xf16, [16, 1]> -> block_tile<[256, 16], memref<256x16xf16, [16, 1]>, step = [256, 16], dims = [0, 1]>
    %c_all = make_memref %c : ptr -> memref<128x16xf32, [16, 1]>
    %c_tiles = block_tile %c_all : memref<128x16xf32, [16, 1]> -> block_tile<[128, 16], memref<128x16xf32, [16, 1]>, step = [128, 16], dims = [0, 1]>
    %left = tiled_load %a_tiles, [%zero, %zero] <contiguity = [1, 256], divisibility = 16> : block_tile<[128, 256], memref<128x256xf16, [256, 1]>, step = [128, 256], dims = [0, 1]>, i32, i32 -> tile<128x256xf16, #r0>
    %right = tiled_load %b_tiles, [%zero, %zero] <contiguity = [1, 16], divisibility = 16> : block_tile<[256, 16], memref<256x16xf16, [16, 1]>, step = [256, 16], dims = [0, 1]>, i32, i32 -> tile<256x16xf16, #r1>
    %0 = constant <value = 0.0> : tile<128x16xf32, #r2>
    %1 = alloc_tensor : buffer<128x256xf16, #s0>
    %2 = alloc_tensor : buffer<256x16xf16, #s1>
    %3 = constant <value = 0> : i32
    barrier
    local_store %left, %1, [%3, %3] : tile<128x256xf16, #r0>, buffer<128x256xf16, #s0>, i32, i32
    local_store %right, %2, [%3, %3] : tile<256x16xf16, #r1>, buffer<256x16xf16, #s1>, i32, i32
    barrier
    %4 = local_load %1, [%3, %3] : buffer<128x256xf16, #s0>, i32, i32 -> tile<128x256xf16, #r3>
    %5 = local_load %2, [%3, %3] : buffer<256x16xf16, #s1>, i32, i32 -> tile<256x16xf16, #r4>
    %sum = dot %4, %5, %0 <instruction = m16n8k16, warps = [4, 1], numbering = plain> : tile<128x256xf16, #r3>, tile<256x16xf16, #r4>, tile<128x16xf32, #r2> -> tile<128x16xf32, #r2>
    tiled_store %sum, %c_tiles, [%zero, %zero] <contiguity = [1, 16], divisibility = 1> : tile<128x16xf32, #r2>, block_tile<[128, 16], memref<128x16xf32, [16, 1]>, step = [128, 16], dims = [0, 1]>, i32, i32
    return
  }
}
