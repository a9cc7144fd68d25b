// RUN: opt --passes=remove-layout-conversions
// #r0 = reg=[(0,1),(8,0),(0,8),(16,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(32,0),(0,0)]
// #r1 = reg=[(1,0),(8,0),(0,8),(0,16)] lane=[(2,0),(4,0),(0,1),(0,2),(0,4)] warp=[(0,0),(0,32)]
// #r2 = reg=[(0,1),(8,0),(0,8),(0,16),(16,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(32,0),(0,32)]
// #r3 = reg=[(0,1),(0,2),(8,0),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
// tileas.module @tests <target = "sm_80"> {
//   func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
//     %pm = make_memref %x : ptr -> memref<256x256xf32, [256, 1]>
//     %p = block_tile %pm : memref<256x256xf32, [256, 1]> -> block_tile<[64, 64], memref<256x256xf32, [256, 1]>, step = [64, 64], dims = [0, 1]>
//     %0 = constant <value = 0x3c00> : tile<64x16xf16, #r0>
//     %1 = constant <value = 0x3c00> : tile<16x64xf16, #r1>
//     %2 = constant <value = 0.0> : tile<64x64xf32, #r2>
//     %3 = dot %0, %1, %2 <instruction = m16n8k16, warps = [2, 2], numbering = plain> : tile<64x16xf16, #r0>, tile<16x64xf16, #r1>, tile<64x64xf32, #r2> -> tile<64x64xf32, #r2>
//     %v, %v_t = tiled_load %p, [%i, %i] <contiguity = [1, 64], divisibility = 16, alias_class = 0> : block_tile<[64, 64], memref<256x256xf32, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> tile<64x64xf32, #r3>, token
//     %two = constant <value = 2.0> : tile<64x64xf32, #r3>
//     %4 = constant <value = 2.0> : tile<64x64xf32, #r2>
//     %d2 = addf %3, %4 : tile<64x64xf32, #r2>
//     %v2 = addf %v, %two : tile<64x64xf32, #r3>
//     %t = print [%d2] <format = "%f"> : tile<64x64xf32, #r2> -> token
//     %done = tiled_store %v2, %p, [%i, %i], [%v_t] <contiguity = [1, 64], divisibility = 16, alias_class = 0> : tile<64x64xf32, #r3>, block_tile<[64, 64], memref<256x256xf32, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32, token -> token
//     return
//   }
// }
//
// The constant is added to a sum in fragments and to a tile in rows. It is made in both layouts, because making it moves
// nothing; a conversion would.
#r0 = reg=[(0,1),(8,0),(0,8),(16,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(32,0),(0,0)]
#r1 = reg=[(1,0),(8,0),(0,8),(0,16)] lane=[(2,0),(4,0),(0,1),(0,2),(0,4)] warp=[(0,0),(0,32)]
#r2 = reg=[(0,1),(8,0),(0,8),(0,16),(16,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(32,0),(0,32)]
#r3 = reg=[(0,1),(0,2),(8,0),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
tileas.module @tests <target = "sm_80"> {
  func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
    %pm = make_memref %x : ptr -> memref<256x256xf32, [256, 1]>
    %p = block_tile %pm : memref<256x256xf32, [256, 1]> -> block_tile<[64, 64], memref<256x256xf32, [256, 1]>, step = [64, 64], dims = [0, 1]>
    %0 = constant <value = 0x3c00> : tile<64x16xf16, #r0>
    %1 = constant <value = 0x3c00> : tile<16x64xf16, #r1>
    %2 = constant <value = 0.0> : tile<64x64xf32, #r2>
    %3 = dot %0, %1, %2 <instruction = m16n8k16, warps = [2, 2], numbering = plain> : tile<64x16xf16, #r0>, tile<16x64xf16, #r1>, tile<64x64xf32, #r2> -> tile<64x64xf32, #r2>
    %d = convert_layout %3 : tile<64x64xf32, #r2> -> tile<64x64xf32, #r3>
    %v, %v_t = tiled_load %p, [%i, %i] <contiguity = [1, 64], divisibility = 16, alias_class = 0> : block_tile<[64, 64], memref<256x256xf32, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> tile<64x64xf32, #r3>, token
    %two = constant <value = 2.0> : tile<64x64xf32, #r3>
    %d2 = addf %d, %two : tile<64x64xf32, #r3>
    %v2 = addf %v, %two : tile<64x64xf32, #r3>
    %t = print [%d2] <format = "%f"> : tile<64x64xf32, #r3> -> token
    %done = tiled_store %v2, %p, [%i, %i], [%v_t] <contiguity = [1, 64], divisibility = 16, alias_class = 0> : tile<64x64xf32, #r3>, block_tile<[64, 64], memref<256x256xf32, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32, token -> token
    return
  }
}
