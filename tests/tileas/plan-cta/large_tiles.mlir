// RUN: opt --passes=plan-cta
// #r0 = reg=[(0,1),(0,2),(16,0),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0),(8,0)]
// tileas.module @tests <target = "sm_80"> {
//   func @k <num_warps = 8> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
//     %pm = make_memref %x : ptr -> memref<1024x1024xf32, [1024, 1]>
//     %p = block_tile %pm : memref<1024x1024xf32, [1024, 1]> -> block_tile<[128, 64], memref<1024x1024xf32, [1024, 1]>, step = [128, 64], dims = [0, 1]>
//     %v0, %v0_t = tiled_load %p, [%i, %i] <contiguity = [1, 64], divisibility = 16> : block_tile<[128, 64], memref<1024x1024xf32, [1024, 1]>, step = [128, 64], dims = [0, 1]>, i32, i32 -> tile<128x64xf32, #r0>, token
//     %v1, %v1_t = tiled_load %p, [%i, %n] <contiguity = [1, 64], divisibility = 16> : block_tile<[128, 64], memref<1024x1024xf32, [1024, 1]>, step = [128, 64], dims = [0, 1]>, i32, i32 -> tile<128x64xf32, #r0>, token
//     %s1 = addf %v0, %v1 : tile<128x64xf32, #r0>
//     %done = tiled_store %s1, %p, [%n, %n] <contiguity = [1, 64], divisibility = 16> : tile<128x64xf32, #r0>, block_tile<[128, 64], memref<1024x1024xf32, [1024, 1]>, step = [128, 64], dims = [0, 1]>, i32, i32 -> token
//     return
//   }
// }
//
// Two tiles of 128x64 numbers are live at once: 128 registers a thread of four warps, of which tiles are to take 96.
// Eight warps share them, and every tile has its default layout for eight.
#r0 = reg=[(0,1),(0,2),(8,0),(16,0),(32,0),(64,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
tileas.module @tests <target = "sm_80"> {
  func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
    %pm = make_memref %x : ptr -> memref<1024x1024xf32, [1024, 1]>
    %p = block_tile %pm : memref<1024x1024xf32, [1024, 1]> -> block_tile<[128, 64], memref<1024x1024xf32, [1024, 1]>, step = [128, 64], dims = [0, 1]>
    %v0, %v0_t = tiled_load %p, [%i, %i] <contiguity = [1, 64], divisibility = 16> : block_tile<[128, 64], memref<1024x1024xf32, [1024, 1]>, step = [128, 64], dims = [0, 1]>, i32, i32 -> tile<128x64xf32, #r0>, token
    %v1, %v1_t = tiled_load %p, [%i, %n] <contiguity = [1, 64], divisibility = 16> : block_tile<[128, 64], memref<1024x1024xf32, [1024, 1]>, step = [128, 64], dims = [0, 1]>, i32, i32 -> tile<128x64xf32, #r0>, token
    %s1 = addf %v0, %v1 : tile<128x64xf32, #r0>
    %done = tiled_store %s1, %p, [%n, %n] <contiguity = [1, 64], divisibility = 16> : tile<128x64xf32, #r0>, block_tile<[128, 64], memref<1024x1024xf32, [1024, 1]>, step = [128, 64], dims = [0, 1]>, i32, i32 -> token
    return
  }
}
