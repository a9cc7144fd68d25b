// RUN: opt --passes=assign-dot-layouts,remove-layout-conversions,slice-and-fuse,stage-dot-operands
// #r0 = reg=[(0,1),(0,2),(0,4),(16,0),(32,0)] lane=[(0,8),(0,16),(0,32),(1,0),(2,0)] warp=[(4,0),(8,0)]
// #r1 = reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]
// #s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]
// tileas.module @tests <target = "sm_90a"> {
//   func @k <num_warps = 4> (%x: ptr, %y: ptr, %n: i32) {
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %am = make_memref %x : ptr -> memref<256x256xf16, [256, 1]>
//     %at = block_tile %am : memref<256x256xf16, [256, 1]> -> block_tile<[64, 64], memref<256x256xf16, [256, 1]>, step = [64, 64], dims = [0, 1]>
//     %q, %t0 = tiled_load %at, [%zero, %zero] <contiguity = [1, 64], divisibility = 16> : block_tile<[64, 64], memref<256x256xf16, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> tile<64x64xf16, #r0>, token
//     %0 = constant <value = 0.0> : tile<64x64xf32, #r1>
//     %1 = alloc_tensor : buffer<64x64xf16, #s0>
//     %2 = constant <value = 0> : i32
//     barrier
//     local_store %q, %1, [%2, %2] : tile<64x64xf16, #r0>, buffer<64x64xf16, #s0>, i32, i32
//     mma.fence
//     barrier
//     %sum = for %zero, %n, %one, [%0] : i32, i32, i32, tile<64x64xf32, #r1> -> tile<64x64xf32, #r1> (%i: i32, %s: tile<64x64xf32, #r1>) {
//       %k, %t1 = tiled_load %at, [%zero, %i] <contiguity = [1, 64], divisibility = 16> : block_tile<[64, 64], memref<256x256xf16, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> tile<64x64xf16, #r0>, token
//       %v, %t2 = tiled_load %at, [%i, %zero] <contiguity = [1, 64], divisibility = 16> : block_tile<[64, 64], memref<256x256xf16, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> tile<64x64xf16, #r0>, token
//       %3 = alloc_tensor : buffer<64x64xf16, #s0>
//       %4 = constant <value = 0> : i32
//       barrier
//       local_store %k, %3, [%4, %4] : tile<64x64xf16, #r0>, buffer<64x64xf16, #s0>, i32, i32
//       mma.fence
//       barrier
//       %5 = async.dot %1, %3, %0 : buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>, tile<64x64xf32, #r1> -> pending<64x64xf32, #r1>
//       %p = async.dot_wait %5 : pending<64x64xf32, #r1> -> tile<64x64xf32, #r1>
//       %h = fp_to_fp %p : tile<64x64xf32, #r1> -> tile<64x64xf16, #r1>
//       %6 = alloc_tensor : buffer<64x64xf16, #s0>
//       %7 = constant <value = 0> : i32
//       barrier
//       local_store %v, %6, [%7, %7] : tile<64x64xf16, #r0>, buffer<64x64xf16, #s0>, i32, i32
//       mma.fence
//       barrier
//       %8 = async.dot %h, %6, %s : tile<64x64xf16, #r1>, buffer<64x64xf16, #s0>, tile<64x64xf32, #r1> -> pending<64x64xf32, #r1>
//       %s2 = async.dot_wait %8 : pending<64x64xf32, #r1> -> tile<64x64xf32, #r1>
//       continue [%s2] : tile<64x64xf32, #r1>
//     }
//     %t3 = print [%sum] <format = "%f"> : tile<64x64xf32, #r1> -> token
//     return
//   }
// }
//
// Products of warpgroups read buffers that matrix descriptors describe. Threads store tiles there, and a fence makes the stores
// visible to the products. The operand from outside of the loop is stored once, before the loop; the left operand of the second
// product is in registers.
#r0 = reg=[(0,1),(0,2),(0,4),(16,0),(32,0)] lane=[(0,8),(0,16),(0,32),(1,0),(2,0)] warp=[(4,0),(8,0)]
tileas.module @tests <target = "sm_90a"> {
  func @k <num_warps = 4> (%x: ptr, %y: ptr, %n: i32) {
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %am = make_memref %x : ptr -> memref<256x256xf16, [256, 1]>
    %at = block_tile %am : memref<256x256xf16, [256, 1]> -> block_tile<[64, 64], memref<256x256xf16, [256, 1]>, step = [64, 64], dims = [0, 1]>
    %q, %t0 = tiled_load %at, [%zero, %zero] <contiguity = [1, 64], divisibility = 16> : block_tile<[64, 64], memref<256x256xf16, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> tile<64x64xf16, #r0>, token
    %none = constant <value = 0.0> : tile<64x64xf32, #r0>
    %sum = for %zero, %n, %one, [%none] : i32, i32, i32, tile<64x64xf32, #r0> -> tile<64x64xf32, #r0> (%i: i32, %s: tile<64x64xf32, #r0>) {
      %k, %t1 = tiled_load %at, [%zero, %i] <contiguity = [1, 64], divisibility = 16> : block_tile<[64, 64], memref<256x256xf16, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> tile<64x64xf16, #r0>, token
      %v, %t2 = tiled_load %at, [%i, %zero] <contiguity = [1, 64], divisibility = 16> : block_tile<[64, 64], memref<256x256xf16, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> tile<64x64xf16, #r0>, token
      %p = dot %q, %k, %none : tile<64x64xf16, #r0>, tile<64x64xf16, #r0>, tile<64x64xf32, #r0> -> tile<64x64xf32, #r0>
      %h = fp_to_fp %p : tile<64x64xf32, #r0> -> tile<64x64xf16, #r0>
      %s2 = dot %h, %v, %s : tile<64x64xf16, #r0>, tile<64x64xf16, #r0>, tile<64x64xf32, #r0> -> tile<64x64xf32, #r0>
      continue [%s2] : tile<64x64xf32, #r0>
    }
    %t3 = print [%sum] <format = "%f"> : tile<64x64xf32, #r0> -> token
    return
  }
}
