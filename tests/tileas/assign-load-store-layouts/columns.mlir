// RUN: opt --passes=assign-load-store-layouts
// #r0 = reg=[(1,0),(2,0),(4,0),(0,16),(0,32)] lane=[(8,0),(16,0),(32,0),(0,1),(0,2)] warp=[(0,4),(0,8)]
// tileas.module @tests <target = "sm_80"> {
//   func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
//     %pm = make_memref %x : ptr -> memref<256x256xf16, [1, 256]>
//     %p = block_tile %pm : memref<256x256xf16, [1, 256]> -> block_tile<[64, 64], memref<256x256xf16, [1, 256]>, step = [64, 64], dims = [0, 1]>
//     %qm = make_memref %y : ptr -> memref<256x256xf16, [1, 256]>
//     %q = block_tile %qm : memref<256x256xf16, [1, 256]> -> block_tile<[64, 64], memref<256x256xf16, [1, 256]>, step = [64, 64], dims = [0, 1]>
//     %v, %v_t = tiled_load %p, [%i, %i] <contiguity = [64, 1], divisibility = 16> : block_tile<[64, 64], memref<256x256xf16, [1, 256]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> tile<64x64xf16, #r0>, token
//     %done = tiled_store %v, %q, [%i, %i] <contiguity = [64, 1], divisibility = 16> : tile<64x64xf16, #r0>, block_tile<[64, 64], memref<256x256xf16, [1, 256]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> token
//     return
//   }
// }
//
// Here columns are contiguous. Threads follow each other along the first dimension, and each has its elements in a
// column.
#r0 = reg=[(0,1),(0,2),(8,0),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
tileas.module @tests <target = "sm_80"> {
  func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
    %pm = make_memref %x : ptr -> memref<256x256xf16, [1, 256]>
    %p = block_tile %pm : memref<256x256xf16, [1, 256]> -> block_tile<[64, 64], memref<256x256xf16, [1, 256]>, step = [64, 64], dims = [0, 1]>
    %qm = make_memref %y : ptr -> memref<256x256xf16, [1, 256]>
    %q = block_tile %qm : memref<256x256xf16, [1, 256]> -> block_tile<[64, 64], memref<256x256xf16, [1, 256]>, step = [64, 64], dims = [0, 1]>
    %v, %v_t = tiled_load %p, [%i, %i] <contiguity = [64, 1], divisibility = 16> : block_tile<[64, 64], memref<256x256xf16, [1, 256]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> tile<64x64xf16, #r0>, token
    %done = tiled_store %v, %q, [%i, %i] <contiguity = [64, 1], divisibility = 16> : tile<64x64xf16, #r0>, block_tile<[64, 64], memref<256x256xf16, [1, 256]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> token
    return
  }
}
