// RUN: opt --passes=place-barriers
// #r0 = reg=[1,2] lane=[4,8,16,32,64] warp=[128,256]
// tileas.module @tests <target = "sm_80"> {
//   func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
//     %pm = make_memref %x : ptr -> memref<4096xf32, [1]>
//     %p = block_tile %pm : memref<4096xf32, [1]> -> block_tile<[512], memref<4096xf32, [1]>, step = [512], dims = [0]>
//     %one = constant <value = 1> : i32
//     for %one, %n, %one : i32, i32, i32 (%k: i32) {
//       barrier
//       %v = tiled_load %p, [%k] <contiguity = [512], divisibility = 16, alias_class = 0> : block_tile<[512], memref<4096xf32, [1]>, step = [512], dims = [0]>, i32 -> tile<512xf32, #r0>
//       tiled_store %v, %p, [%k] <contiguity = [512], divisibility = 16, alias_class = 0> : tile<512xf32, #r0>, block_tile<[512], memref<4096xf32, [1]>, step = [512], dims = [0]>, i32
//       continue
//     }
//     return
//   }
// }
//
// The token that the loop carries stands for the accesses of earlier iterations, which were made at another index. One
// barrier an iteration.
#r0 = reg=[1,2] lane=[4,8,16,32,64] warp=[128,256]
tileas.module @tests <target = "sm_80"> {
  func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
    %pm = make_memref %x : ptr -> memref<4096xf32, [1]>
    %p = block_tile %pm : memref<4096xf32, [1]> -> block_tile<[512], memref<4096xf32, [1]>, step = [512], dims = [0]>
    %one = constant <value = 1> : i32
    %start = create_mem_token : token
    %end = for %one, %n, %one, [%start] : i32, i32, i32, token -> token (%k: i32, %before: token) {
      %v, %v_t = tiled_load %p, [%k], [%before] <contiguity = [512], divisibility = 16, alias_class = 0> : block_tile<[512], memref<4096xf32, [1]>, step = [512], dims = [0]>, i32, token -> tile<512xf32, #r0>, token
      %w = tiled_store %v, %p, [%k], [%v_t] <contiguity = [512], divisibility = 16, alias_class = 0> : tile<512xf32, #r0>, block_tile<[512], memref<4096xf32, [1]>, step = [512], dims = [0]>, i32, token -> token
      continue [%w] : token
    }
    return
  }
}
