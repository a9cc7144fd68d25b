// RUN: opt --passes=place-barriers
// #r0 = reg=[1,2] lane=[4,8,16,32,64] warp=[128,256]
// tileas.module @tests <target = "sm_80"> {
//   func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
//     %pm = make_memref %x : ptr -> memref<4096xf32, [1]>
//     %p = block_tile %pm : memref<4096xf32, [1]> -> block_tile<[512], memref<4096xf32, [1]>, step = [512], dims = [0]>
//     %qm = make_memref %y : ptr -> memref<4096xf32, [1]>
//     %q = block_tile %qm : memref<4096xf32, [1]> -> block_tile<[512], memref<4096xf32, [1]>, step = [512], dims = [0]>
//     %v = tiled_load %p, [%i] <contiguity = [512], divisibility = 16> : block_tile<[512], memref<4096xf32, [1]>, step = [512], dims = [0]>, i32 -> tile<512xf32, #r0>
//     tiled_store %v, %q, [%i] <contiguity = [512], divisibility = 16> : tile<512xf32, #r0>, block_tile<[512], memref<4096xf32, [1]>, step = [512], dims = [0]>, i32
//     return
//   }
// }
//
// No token orders the two, so the program allows either order, and no barrier is placed: nothing but the tokens changes.
#r0 = reg=[1,2] lane=[4,8,16,32,64] warp=[128,256]
tileas.module @tests <target = "sm_80"> {
  func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
    %pm = make_memref %x : ptr -> memref<4096xf32, [1]>
    %p = block_tile %pm : memref<4096xf32, [1]> -> block_tile<[512], memref<4096xf32, [1]>, step = [512], dims = [0]>
    %qm = make_memref %y : ptr -> memref<4096xf32, [1]>
    %q = block_tile %qm : memref<4096xf32, [1]> -> block_tile<[512], memref<4096xf32, [1]>, step = [512], dims = [0]>
    %v, %v_t = tiled_load %p, [%i] <contiguity = [512], divisibility = 16> : block_tile<[512], memref<4096xf32, [1]>, step = [512], dims = [0]>, i32 -> tile<512xf32, #r0>, token
    %done = tiled_store %v, %q, [%i] <contiguity = [512], divisibility = 16> : tile<512xf32, #r0>, block_tile<[512], memref<4096xf32, [1]>, step = [512], dims = [0]>, i32 -> token
    return
  }
}
