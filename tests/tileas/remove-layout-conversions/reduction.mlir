// RUN: opt --passes=remove-layout-conversions
// #r0 = reg=[(0,1),(0,2),(8,0),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
// #r1 = reg=[8,16,32] lane=[0,0,0,0,1] warp=[2,4]
// #r2 = reg=[(8,0),(16,0),(32,0)] lane=[(0,0),(0,0),(0,0),(0,0),(1,0)] warp=[(2,0),(4,0)]
// #r3 = reg=[(0,0),(0,0),(8,0),(16,0),(32,0)] lane=[(0,0),(0,0),(0,0),(0,0),(1,0)] warp=[(2,0),(4,0)]
// tileas.module @tests <target = "sm_80"> {
//   func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
//     %pm = make_memref %x : ptr -> memref<256x256xf32, [256, 1]>
//     %p = block_tile %pm : memref<256x256xf32, [256, 1]> -> block_tile<[64, 64], memref<256x256xf32, [256, 1]>, step = [64, 64], dims = [0, 1]>
//     %v, %v_t = tiled_load %p, [%i, %i] <contiguity = [1, 64], divisibility = 16, alias_class = 0> : block_tile<[64, 64], memref<256x256xf32, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> tile<64x64xf32, #r0>, token
//     %0 = reduce [%v] <dim = 1, identities = [0]> : tile<64x64xf32, #r0> -> tile<64xf32, #r1> (%a: f32, %b: f32) {
//       %s = addf %a, %b : f32
//       yield [%s] : f32
//     }
//     %1 = constant <value = 2.0> : tile<64xf32, #r1>
//     %h = mulf %0, %1 : tile<64xf32, #r1>
//     %c1 = view %h : tile<64xf32, #r1> -> tile<64x1xf32, #r2>
//     %2 = convert_layout %c1 : tile<64x1xf32, #r2> -> tile<64x1xf32, #r3>
//     %c2 = broadcast %2 : tile<64x1xf32, #r3> -> tile<64x64xf32, #r0>
//     %o = subf %v, %c2 : tile<64x64xf32, #r0>
//     %done = tiled_store %o, %p, [%i, %i], [%v_t] <contiguity = [1, 64], divisibility = 16, alias_class = 0> : tile<64x64xf32, #r0>, block_tile<[64, 64], memref<256x256xf32, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32, token -> token
//     return
//   }
// }
//
// The sums of rows have the layout that the reduction gives them, and so has what is computed from them: broadcasting
// them back is a renaming of registers.
#r0 = reg=[(0,1),(0,2),(8,0),(16,0),(32,0)] lane=[(0,4),(0,8),(0,16),(0,32),(1,0)] warp=[(2,0),(4,0)]
#r1 = reg=[8,16,32] lane=[0,0,0,0,1] warp=[2,4]
#r2 = reg=[] lane=[1,2,4,8,16] warp=[32,0]
#r3 = reg=[] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(0,0)]
#r4 = reg=[(0,0),(0,0),(8,0),(16,0),(32,0)] lane=[(0,0),(0,0),(0,0),(0,0),(1,0)] warp=[(2,0),(4,0)]
tileas.module @tests <target = "sm_80"> {
  func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
    %pm = make_memref %x : ptr -> memref<256x256xf32, [256, 1]>
    %p = block_tile %pm : memref<256x256xf32, [256, 1]> -> block_tile<[64, 64], memref<256x256xf32, [256, 1]>, step = [64, 64], dims = [0, 1]>
    %v, %v_t = tiled_load %p, [%i, %i] <contiguity = [1, 64], divisibility = 16, alias_class = 0> : block_tile<[64, 64], memref<256x256xf32, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> tile<64x64xf32, #r0>, token
    %0 = reduce [%v] <dim = 1, identities = [0]> : tile<64x64xf32, #r0> -> tile<64xf32, #r1> (%a: f32, %b: f32) {
      %s = addf %a, %b : f32
      yield [%s] : f32
    }
    %r = convert_layout %0 : tile<64xf32, #r1> -> tile<64xf32, #r2>
    %two = constant <value = 2.0> : tile<64xf32, #r2>
    %h = mulf %r, %two : tile<64xf32, #r2>
    %c1 = view %h : tile<64xf32, #r2> -> tile<64x1xf32, #r3>
    %1 = convert_layout %c1 : tile<64x1xf32, #r3> -> tile<64x1xf32, #r4>
    %c2 = broadcast %1 : tile<64x1xf32, #r4> -> tile<64x64xf32, #r0>
    %o = subf %v, %c2 : tile<64x64xf32, #r0>
    %done = tiled_store %o, %p, [%i, %i], [%v_t] <contiguity = [1, 64], divisibility = 16, alias_class = 0> : tile<64x64xf32, #r0>, block_tile<[64, 64], memref<256x256xf32, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32, token -> token
    return
  }
}
