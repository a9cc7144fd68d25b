// RUN: opt --passes=place-barriers
// #r0 = reg=[1,2] lane=[4,8,16,32,64] warp=[128,256]
// tileas.module @tests <target = "sm_80"> {
//   func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
//     %pm = make_memref %x : ptr -> memref<4096xf32, [1]>
//     %p = block_tile %pm : memref<4096xf32, [1]> -> block_tile<[512], memref<4096xf32, [1]>, step = [512], dims = [0]>
//     %v = tiled_load %p, [%i] <contiguity = [512], divisibility = 16, alias_class = 0> : block_tile<[512], memref<4096xf32, [1]>, step = [512], dims = [0]>, i32 -> tile<512xf32, #r0>
//     tiled_store %v, %p, [%i] <contiguity = [512], divisibility = 16, alias_class = 0> : tile<512xf32, #r0>, block_tile<[512], memref<4096xf32, [1]>, step = [512], dims = [0]>, i32
//     %u = tiled_load %p, [%i] <contiguity = [512], divisibility = 16, alias_class = 0> : block_tile<[512], memref<4096xf32, [1]>, step = [512], dims = [0]>, i32 -> tile<512xf32, #r0>
//     tiled_store %u, %p, [%i] <contiguity = [512], divisibility = 16, alias_class = 0> : tile<512xf32, #r0>, block_tile<[512], memref<4096xf32, [1]>, step = [512], dims = [0]>, i32
//     return
//   }
// }
//
// Load and stores touch the same tile (`alias_class = 0`) in one layout: each thread reads and writes its own elements,
// and no barrier is needed.
#r0 = reg=[1,2] lane=[4,8,16,32,64] warp=[128,256]
tileas.module @tests <target = "sm_80"> {
  func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
    %pm = make_memref %x : ptr -> memref<4096xf32, [1]>
    %p = block_tile %pm : memref<4096xf32, [1]> -> block_tile<[512], memref<4096xf32, [1]>, step = [512], dims = [0]>
    %v, %v_t = tiled_load %p, [%i] <contiguity = [512], divisibility = 16, alias_class = 0> : block_tile<[512], memref<4096xf32, [1]>, step = [512], dims = [0]>, i32 -> tile<512xf32, #r0>, token
    %w = tiled_store %v, %p, [%i], [%v_t] <contiguity = [512], divisibility = 16, alias_class = 0> : tile<512xf32, #r0>, block_tile<[512], memref<4096xf32, [1]>, step = [512], dims = [0]>, i32, token -> token
    %u, %u_t = tiled_load %p, [%i], [%w] <contiguity = [512], divisibility = 16, alias_class = 0> : block_tile<[512], memref<4096xf32, [1]>, step = [512], dims = [0]>, i32, token -> tile<512xf32, #r0>, token
    %done = tiled_store %u, %p, [%i], [%u_t] <contiguity = [512], divisibility = 16, alias_class = 0> : tile<512xf32, #r0>, block_tile<[512], memref<4096xf32, [1]>, step = [512], dims = [0]>, i32, token -> token
    return
  }
}
