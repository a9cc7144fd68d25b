// RUN: opt --passes=plan-cta
// #r0 = reg=[(0,1),(0,2),(8,0),(16,0)] lane=[(0,4),(0,8),(0,16),(1,0),(2,0)] warp=[(4,0)]
// tileas.module @tests <target = "sm_80"> {
//   func @k <num_warps = 2, num_worker_warps_per_cta = 2> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
//     %pm = make_memref %x : ptr -> memref<256x256xf32, [256, 1]>
//     %p = block_tile %pm : memref<256x256xf32, [256, 1]> -> block_tile<[32, 32], memref<256x256xf32, [256, 1]>, step = [32, 32], dims = [0, 1]>
//     %v0, %v0_t = tiled_load %p, [%i, %i] <contiguity = [1, 32], divisibility = 16> : block_tile<[32, 32], memref<256x256xf32, [256, 1]>, step = [32, 32], dims = [0, 1]>, i32, i32 -> tile<32x32xf32, #r0>, token
//     %v1, %v1_t = tiled_load %p, [%i, %n] <contiguity = [1, 32], divisibility = 16> : block_tile<[32, 32], memref<256x256xf32, [256, 1]>, step = [32, 32], dims = [0, 1]>, i32, i32 -> tile<32x32xf32, #r0>, token
//     %s1 = addf %v0, %v1 : tile<32x32xf32, #r0>
//     %done = tiled_store %s1, %p, [%n, %n] <contiguity = [1, 32], divisibility = 16> : tile<32x32xf32, #r0>, block_tile<[32, 32], memref<256x256xf32, [256, 1]>, step = [32, 32], dims = [0, 1]>, i32, i32 -> token
//     return
//   }
// }
//
// The program asks for two warps, and gets them: a hint goes before the model.
#r0 = reg=[(0,1),(0,2),(16,0)] lane=[(0,4),(0,8),(0,16),(1,0),(2,0)] warp=[(4,0),(8,0)]
tileas.module @tests <target = "sm_80"> {
  func @k <num_warps = 4, num_worker_warps_per_cta = 2> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
    %pm = make_memref %x : ptr -> memref<256x256xf32, [256, 1]>
    %p = block_tile %pm : memref<256x256xf32, [256, 1]> -> block_tile<[32, 32], memref<256x256xf32, [256, 1]>, step = [32, 32], dims = [0, 1]>
    %v0, %v0_t = tiled_load %p, [%i, %i] <contiguity = [1, 32], divisibility = 16> : block_tile<[32, 32], memref<256x256xf32, [256, 1]>, step = [32, 32], dims = [0, 1]>, i32, i32 -> tile<32x32xf32, #r0>, token
    %v1, %v1_t = tiled_load %p, [%i, %n] <contiguity = [1, 32], divisibility = 16> : block_tile<[32, 32], memref<256x256xf32, [256, 1]>, step = [32, 32], dims = [0, 1]>, i32, i32 -> tile<32x32xf32, #r0>, token
    %s1 = addf %v0, %v1 : tile<32x32xf32, #r0>
    %done = tiled_store %s1, %p, [%n, %n] <contiguity = [1, 32], divisibility = 16> : tile<32x32xf32, #r0>, block_tile<[32, 32], memref<256x256xf32, [256, 1]>, step = [32, 32], dims = [0, 1]>, i32, i32 -> token
    return
  }
}
