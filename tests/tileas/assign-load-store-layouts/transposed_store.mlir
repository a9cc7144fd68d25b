// RUN: opt --passes=assign-load-store-layouts
// #r0 = reg=[(0,1),(0,2),(8,0),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
// #r1 = reg=[(1,0),(2,0),(0,8),(0,16),(0,32)] lane=[(4,0),(8,0),(16,0),(32,0),(0,1)] warp=[(0,2),(0,4)]
// tileas.module @tests <target = "sm_80"> {
//   func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
//     %pm = make_memref %x : ptr -> memref<256x256xf32, [256, 1]>
//     %p = block_tile %pm : memref<256x256xf32, [256, 1]> -> block_tile<[64, 64], memref<256x256xf32, [256, 1]>, step = [64, 64], dims = [0, 1]>
//     %qm = make_memref %y : ptr -> memref<256x256xf32, [1, 256]>
//     %q = block_tile %qm : memref<256x256xf32, [1, 256]> -> block_tile<[64, 64], memref<256x256xf32, [1, 256]>, step = [64, 64], dims = [0, 1]>
//     %v, %v_t = tiled_load %p, [%i, %i] <contiguity = [1, 64], divisibility = 16> : block_tile<[64, 64], memref<256x256xf32, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> tile<64x64xf32, #r0>, token
//     %0 = convert_layout %v : tile<64x64xf32, #r0> -> tile<64x64xf32, #r1>
//     %done = tiled_store %0, %q, [%i, %i] <contiguity = [64, 1], divisibility = 16> : tile<64x64xf32, #r1>, block_tile<[64, 64], memref<256x256xf32, [1, 256]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> token
//     return
//   }
// }
//
// The load wants rows and the store wants columns. Each alone would cost more in the layout of the other than a
// conversion costs, so the load has the layout of the shape, the store its own, and the tile is converted between them.
#r0 = reg=[(0,1),(0,2),(8,0),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
tileas.module @tests <target = "sm_80"> {
  func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
    %pm = make_memref %x : ptr -> memref<256x256xf32, [256, 1]>
    %p = block_tile %pm : memref<256x256xf32, [256, 1]> -> block_tile<[64, 64], memref<256x256xf32, [256, 1]>, step = [64, 64], dims = [0, 1]>
    %qm = make_memref %y : ptr -> memref<256x256xf32, [1, 256]>
    %q = block_tile %qm : memref<256x256xf32, [1, 256]> -> block_tile<[64, 64], memref<256x256xf32, [1, 256]>, step = [64, 64], dims = [0, 1]>
    %v, %v_t = tiled_load %p, [%i, %i] <contiguity = [1, 64], divisibility = 16> : block_tile<[64, 64], memref<256x256xf32, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> tile<64x64xf32, #r0>, token
    %done = tiled_store %v, %q, [%i, %i] <contiguity = [64, 1], divisibility = 16> : tile<64x64xf32, #r0>, block_tile<[64, 64], memref<256x256xf32, [1, 256]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> token
    return
  }
}
