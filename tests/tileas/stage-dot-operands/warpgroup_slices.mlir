// RUN: opt --passes=assign-dot-layouts,remove-layout-conversions,slice-and-fuse{buffers=16384},stage-dot-operands{buffers=16384}
// #r0 = reg=[(0,1),(0,2),(0,4),(16,0),(32,0)] lane=[(0,8),(0,16),(0,32),(1,0),(2,0)] warp=[(4,0),(8,0)]
// #r1 = reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]
// #s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(1,0),(2,8),(4,16),(8,0),(16,0),(32,0)]
// #s1 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0)]
// #s2 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]
// tileas.module @tests <target = "sm_90a"> {
//   func @k <num_warps = 4> (%x: ptr, %y: ptr, %n: i32) {
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %am = make_memref %x : ptr -> memref<256x256xf16, [256, 1]>
//     %at = block_tile %am : memref<256x256xf16, [256, 1]> -> block_tile<[64, 64], memref<256x256xf16, [256, 1]>, step = [64, 64], dims = [0, 1]>
//     %q, %t0 = tiled_load %at, [%zero, %zero] <contiguity = [1, 64], divisibility = 16> : block_tile<[64, 64], memref<256x256xf16, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> tile<64x64xf16, #r0>, token
//     %0 = constant <value = 0.0> : tile<64x64xf32, #r1>
//     %sum = for %zero, %n, %one, [%0] : i32, i32, i32, tile<64x64xf32, #r1> -> tile<64x64xf32, #r1> (%i: i32, %s: tile<64x64xf32, #r1>) {
//       %k, %t1 = tiled_load %at, [%zero, %i] <contiguity = [1, 64], divisibility = 16> : block_tile<[64, 64], memref<256x256xf16, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> tile<64x64xf16, #r0>, token
//       %v, %t2 = tiled_load %at, [%i, %zero] <contiguity = [1, 64], divisibility = 16> : block_tile<[64, 64], memref<256x256xf16, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> tile<64x64xf16, #r0>, token
//       %1 = alloc_tensor : buffer<64x32xf16, #s0>
//       %2 = alloc_tensor : buffer<32x64xf16, #s1>
//       barrier
//       local_store %q, %1 <slice = [0, 0]> : tile<64x64xf16, #r0>, buffer<64x32xf16, #s0>
//       local_store %k, %2 <slice = [0, 0]> : tile<64x64xf16, #r0>, buffer<32x64xf16, #s1>
//       mma.fence
//       barrier
//       %3 = async.dot %1, %2, %0 : buffer<64x32xf16, #s0>, buffer<32x64xf16, #s1>, tile<64x64xf32, #r1> -> pending<64x64xf32, #r1>
//       %4 = async.dot_wait %3 : pending<64x64xf32, #r1> -> tile<64x64xf32, #r1>
//       %5 = alloc_tensor : buffer<64x32xf16, #s0>
//       %6 = alloc_tensor : buffer<32x64xf16, #s1>
//       barrier
//       local_store %q, %5 <slice = [0, 1]> : tile<64x64xf16, #r0>, buffer<64x32xf16, #s0>
//       local_store %k, %6 <slice = [1, 0]> : tile<64x64xf16, #r0>, buffer<32x64xf16, #s1>
//       mma.fence
//       barrier
//       %7 = async.dot %5, %6, %4 : buffer<64x32xf16, #s0>, buffer<32x64xf16, #s1>, tile<64x64xf32, #r1> -> pending<64x64xf32, #r1>
//       %p = async.dot_wait %7 : pending<64x64xf32, #r1> -> tile<64x64xf32, #r1>
//       %h = fp_to_fp %p : tile<64x64xf32, #r1> -> tile<64x64xf16, #r1>
//       %8 = alloc_tensor : buffer<64x64xf16, #s2>
//       %9 = constant <value = 0> : i32
//       barrier
//       local_store %v, %8, [%9, %9] : tile<64x64xf16, #r0>, buffer<64x64xf16, #s2>, i32, i32
//       mma.fence
//       barrier
//       %10 = async.dot %h, %8, %s : tile<64x64xf16, #r1>, buffer<64x64xf16, #s2>, tile<64x64xf32, #r1> -> pending<64x64xf32, #r1>
//       %s2 = async.dot_wait %10 : pending<64x64xf32, #r1> -> tile<64x64xf32, #r1>
//       continue [%s2] : tile<64x64xf32, #r1>
//     }
//     %t3 = print [%sum] <format = "%f"> : tile<64x64xf32, #r1> -> token
//     return
//   }
// }
//
// The operands of each product may take half of 16 KiB, so the first product is computed in two slices of its inner dimension. The
// second one has one operand in shared memory, of 8 KiB.
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
