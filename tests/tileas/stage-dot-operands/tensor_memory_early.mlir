// RUN: opt --passes=stage-dot-operands
// #r0 = reg=[(0,1),(0,2),(0,4),(0,8),(0,16)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(64,0)]
// #r1 = reg=[(0,1),(0,2),(0,4),(64,0)] lane=[(0,8),(1,0),(2,0),(4,0),(8,0)] warp=[(16,0),(32,0)]
// #r2 = reg=[(0,1),(0,2)] lane=[(0,4),(0,8),(0,16),(1,0),(2,0)] warp=[(4,0),(8,0)]
// #s0 = offset=[(0,1),(0,2),(0,4),(0,8),(1,0),(2,0),(4,8),(8,0),(16,0),(32,0),(64,0)]
// #s1 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(1,0),(2,8),(4,16),(8,0)]
// #t0 = part=[] column=[(0,1),(0,2),(0,4),(0,8),(0,16)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0)]
// tileas.module @m <target = "sm_100a"> {
//   func @one <num_warps = 4> (%a: ptr, %b: ptr, %s: ptr, %steps: i32) {
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %a_v = make_memref %a : ptr -> memref<128x48xf16, [48, 1]>
//     %a_t = block_tile %a_v : memref<128x48xf16, [48, 1]> -> block_tile<[128, 16], memref<128x48xf16, [48, 1]>, step = [128, 16], dims = [0, 1]>
//     %b_v = make_memref %b : ptr -> memref<48x32xf16, [32, 1]>
//     %b_t = block_tile %b_v : memref<48x32xf16, [32, 1]> -> block_tile<[16, 32], memref<48x32xf16, [32, 1]>, step = [16, 32], dims = [0, 1]>
//     %s_v = make_memref %s : ptr -> memref<128x32xf32, [32, 1]>
//     %s_t = block_tile %s_v : memref<128x32xf32, [32, 1]> -> block_tile<[128, 32], memref<128x32xf32, [32, 1]>, step = [128, 32], dims = [0, 1]>
//     %0 = constant <value = 1.0> : tile<128x32xf32, #r0>
//     %s_sum = for %zero, %steps, %one, [%0] : i32, i32, i32, tile<128x32xf32, #r0> -> tile<128x32xf32, #r0> (%i: i32, %s_so_far: tile<128x32xf32, #r0>) {
//       %again = cmpi %i, %one <predicate = equal, signed> : i32, i32 -> i1
//       if %again : i1 {
//         continue [%0] : tile<128x32xf32, #r0>
//       } {
//         yield
//       }
//       %x, %x_r = tiled_load %a_t, [%zero, %i] <contiguity = [1, 16], divisibility = 16> : block_tile<[128, 16], memref<128x48xf16, [48, 1]>, step = [128, 16], dims = [0, 1]>, i32, i32 -> tile<128x16xf16, #r1>, token
//       %y, %y_r = tiled_load %b_t, [%i, %zero] <contiguity = [1, 32], divisibility = 16> : block_tile<[16, 32], memref<48x32xf16, [32, 1]>, step = [16, 32], dims = [0, 1]>, i32, i32 -> tile<16x32xf16, #r2>, token
//       %y2 = addf %y, %y : tile<16x32xf16, #r2>
//       %1 = alloc_tensor : buffer<128x16xf16, #s0>
//       %2 = alloc_tensor : buffer<16x32xf16, #s1>
//       %3 = constant <value = 0> : i32
//       barrier
//       local_store %x, %1, [%3, %3] : tile<128x16xf16, #r1>, buffer<128x16xf16, #s0>, i32, i32
//       local_store %y2, %2, [%3, %3] : tile<16x32xf16, #r2>, buffer<16x32xf16, #s1>, i32, i32
//       %4 = tcgen05.alloc : tmem<128x32xf32, #t0>
//       tmem_store %s_so_far, %4 : tile<128x32xf32, #r0>, tmem<128x32xf32, #t0>
//       tcgen05.mma %1, %2, %4 : buffer<128x16xf16, #s0>, buffer<16x32xf16, #s1>, tmem<128x32xf32, #t0>
//       %s_next = tmem_load %4 : tmem<128x32xf32, #t0> -> tile<128x32xf32, #r0>
//       continue [%s_next] : tile<128x32xf32, #r0>
//     }
//     %s_done = tiled_store %s_sum, %s_t, [%zero, %zero] <contiguity = [1, 32], divisibility = 16> : tile<128x32xf32, #r0>, block_tile<[128, 32], memref<128x32xf32, [32, 1]>, step = [128, 32], dims = [0, 1]>, i32, i32 -> token
//     return
//   }
// }
//
// An iteration ends early and begins the sum again, so the sum does not stay in tensor memory during the loop.
#r0 = reg=[(0,1),(0,2),(0,4),(0,8),(0,16)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(64,0)]
#r1 = reg=[(0,1),(0,2),(0,4),(64,0)] lane=[(0,8),(1,0),(2,0),(4,0),(8,0)] warp=[(16,0),(32,0)]
#r2 = reg=[(0,1),(0,2)] lane=[(0,4),(0,8),(0,16),(1,0),(2,0)] warp=[(4,0),(8,0)]
tileas.module @m <target = "sm_100a"> {
  func @one <num_warps = 4> (%a: ptr, %b: ptr, %s: ptr, %steps: i32) {
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %a_v = make_memref %a : ptr -> memref<128x48xf16, [48, 1]>
    %a_t = block_tile %a_v : memref<128x48xf16, [48, 1]> -> block_tile<[128, 16], memref<128x48xf16, [48, 1]>, step = [128, 16], dims = [0, 1]>
    %b_v = make_memref %b : ptr -> memref<48x32xf16, [32, 1]>
    %b_t = block_tile %b_v : memref<48x32xf16, [32, 1]> -> block_tile<[16, 32], memref<48x32xf16, [32, 1]>, step = [16, 32], dims = [0, 1]>
    %s_v = make_memref %s : ptr -> memref<128x32xf32, [32, 1]>
    %s_t = block_tile %s_v : memref<128x32xf32, [32, 1]> -> block_tile<[128, 32], memref<128x32xf32, [32, 1]>, step = [128, 32], dims = [0, 1]>
    %0 = constant <value = 1.0> : tile<128x32xf32, #r0>
    %s_sum = for %zero, %steps, %one, [%0] : i32, i32, i32, tile<128x32xf32, #r0> -> tile<128x32xf32, #r0> (%i: i32, %s_so_far: tile<128x32xf32, #r0>) {
      %again = cmpi %i, %one <predicate = equal, signed> : i32, i32 -> i1
      if %again : i1 {
        continue [%0] : tile<128x32xf32, #r0>
      } {
        yield
      }
      %x, %x_r = tiled_load %a_t, [%zero, %i] <contiguity = [1, 16], divisibility = 16> : block_tile<[128, 16], memref<128x48xf16, [48, 1]>, step = [128, 16], dims = [0, 1]>, i32, i32 -> tile<128x16xf16, #r1>, token
      %y, %y_r = tiled_load %b_t, [%i, %zero] <contiguity = [1, 32], divisibility = 16> : block_tile<[16, 32], memref<48x32xf16, [32, 1]>, step = [16, 32], dims = [0, 1]>, i32, i32 -> tile<16x32xf16, #r2>, token
      %y2 = addf %y, %y : tile<16x32xf16, #r2>
      %s_next = dot %x, %y2, %s_so_far <warpgroups = [1, 1]> : tile<128x16xf16, #r1>, tile<16x32xf16, #r2>, tile<128x32xf32, #r0> -> tile<128x32xf32, #r0>
      continue [%s_next] : tile<128x32xf32, #r0>
    }
    %s_done = tiled_store %s_sum, %s_t, [%zero, %zero] <contiguity = [1, 32], divisibility = 16> : tile<128x32xf32, #r0>, block_tile<[128, 32], memref<128x32xf32, [32, 1]>, step = [128, 32], dims = [0, 1]>, i32, i32 -> token
    return
  }
}
