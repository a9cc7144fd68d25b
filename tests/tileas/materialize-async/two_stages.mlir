// RUN: opt --passes=materialize-async{stages=2}
// #r0 = reg=[(0,1),(8,0),(0,8),(0,16),(16,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(32,0),(0,32)]
// #s0 = offset=[(0,1),(0,2),(0,4),(0,8),(1,0),(2,0),(4,8),(8,0),(16,0),(32,0)]
// #s1 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0)]
// #r1 = reg=[(0,1),(8,0),(0,8),(16,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(32,0),(0,0)]
// #r2 = reg=[(1,0),(8,0),(0,8),(0,16)] lane=[(2,0),(4,0),(0,1),(0,2),(0,4)] warp=[(0,0),(0,32)]
// tileas.module @tests <target = "sm_80"> {
//   func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
//     %pm = make_memref %x : ptr -> memref<256x256xf16, [256, 1]>
//     %p = block_tile %pm : memref<256x256xf16, [256, 1]> -> block_tile<[64, 16], memref<256x256xf16, [256, 1]>, step = [64, 16], dims = [0, 1]>
//     %qm = make_memref %y : ptr -> memref<256x256xf16, [256, 1]>
//     %q = block_tile %qm : memref<256x256xf16, [256, 1]> -> block_tile<[16, 64], memref<256x256xf16, [256, 1]>, step = [16, 64], dims = [0, 1]>
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %0 = constant <value = 0.0> : tile<64x64xf32, #r0>
//     %1 = create_pipeline <stages = 2, bound = most> : buffer<64x16xf16, #s0>
//     %2 = create_pipeline <stages = 2, bound = most> : buffer<16x64xf16, #s1>
//     barrier
//     %6 = cmpi %zero, %n <predicate = less_than, signed> : i32, i32 -> i1
//     %7 = constant <value = 0> : i32
//     if %6 : i1 {
//       %12 = producer_acquire %1, %7 : buffer<64x16xf16, #s0>, i32 -> buffer<64x16xf16, #s0>
//       async_tiled_load %p, [%i, %zero], %12 <contiguity = [1, 16], divisibility = 16> : block_tile<[64, 16], memref<256x256xf16, [256, 1]>, step = [64, 16], dims = [0, 1]>, i32, i32, buffer<64x16xf16, #s0>
//       %13 = producer_acquire %2, %7 : buffer<16x64xf16, #s1>, i32 -> buffer<16x64xf16, #s1>
//       async_tiled_load %q, [%zero, %i], %13 <contiguity = [1, 64], divisibility = 16> : block_tile<[16, 64], memref<256x256xf16, [256, 1]>, step = [16, 64], dims = [0, 1]>, i32, i32, buffer<16x64xf16, #s1>
//       yield
//     }
//     producer_commit
//     %8 = constant <value = 1> : i32
//     %9 = addi %zero, %8 : i32
//     %10 = constant <value = 0> : i32
//     %11 = constant <value = 1> : i32
//     %sum:4 = for %zero, %n, %one, [%0, %10, %11, %9] : i32, i32, i32, tile<64x64xf32, #r0>, i32, i32, i32 -> tile<64x64xf32, #r0>, i32, i32, i32 (%arg0: i32, %arg1: tile<64x64xf32, #r0>, %arg2: i32, %arg3: i32, %arg4: i32) {
//       consumer_wait <pending = 0>
//       %12 = subi %n, %arg0 : i32
//       %13 = constant <value = 1> : i32
//       %14 = cmpi %12, %13 <predicate = greater_than> : i32, i32 -> i1
//       if %14 : i1 {
//         %21 = producer_acquire %1, %arg3 : buffer<64x16xf16, #s0>, i32 -> buffer<64x16xf16, #s0>
//         async_tiled_load %p, [%i, %arg4], %21 <contiguity = [1, 16], divisibility = 16> : block_tile<[64, 16], memref<256x256xf16, [256, 1]>, step = [64, 16], dims = [0, 1]>, i32, i32, buffer<64x16xf16, #s0>
//         %22 = producer_acquire %2, %arg3 : buffer<16x64xf16, #s1>, i32 -> buffer<16x64xf16, #s1>
//         async_tiled_load %q, [%arg4, %i], %22 <contiguity = [1, 64], divisibility = 16> : block_tile<[16, 64], memref<256x256xf16, [256, 1]>, step = [16, 64], dims = [0, 1]>, i32, i32, buffer<16x64xf16, #s1>
//         yield
//       }
//       producer_commit
//       %15 = constant <value = 1> : i32
//       %16 = addi %arg4, %15 : i32
//       %17 = inc_iter %arg2 <stages = 2> : i32
//       %18 = inc_iter %arg3 <stages = 2> : i32
//       %19 = consumer_read %1, %arg2 : buffer<64x16xf16, #s0>, i32 -> buffer<64x16xf16, #s0>
//       %20 = consumer_read %2, %arg2 : buffer<16x64xf16, #s1>, i32 -> buffer<16x64xf16, #s1>
//       %3 = constant <value = 0> : i32
//       %4 = local_load %19, [%3, %3] : buffer<64x16xf16, #s0>, i32, i32 -> tile<64x16xf16, #r1>
//       %5 = local_load %20, [%3, %3] : buffer<16x64xf16, #s1>, i32, i32 -> tile<16x64xf16, #r2>
//       %next = dot %4, %5, %arg1 <instruction = m16n8k16, warps = [2, 2], numbering = plain> : tile<64x16xf16, #r1>, tile<16x64xf16, #r2>, tile<64x64xf32, #r0> -> tile<64x64xf32, #r0>
//       continue [%next, %17, %18, %16] : tile<64x64xf32, #r0>, i32, i32, i32
//     }
//     print [%sum#0] <format = "%f"> : tile<64x64xf32, #r0>
//     return
//   }
// }
//
// The same loop, allowed two stages.
#r0 = reg=[(0,1),(8,0),(0,8),(0,16),(16,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(32,0),(0,32)]
#r1 = reg=[(0,1),(0,2),(0,4)] lane=[(0,8),(1,0),(2,0),(4,0),(8,0)] warp=[(16,0),(32,0)]
#r2 = reg=[(0,1),(0,2),(0,4)] lane=[(0,8),(0,16),(0,32),(1,0),(2,0)] warp=[(4,0),(8,0)]
#s0 = offset=[(0,1),(0,2),(0,4),(0,8),(1,0),(2,0),(4,8),(8,0),(16,0),(32,0)]
#s1 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0)]
#r3 = reg=[(0,1),(8,0),(0,8),(16,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(32,0),(0,0)]
#r4 = reg=[(1,0),(8,0),(0,8),(0,16)] lane=[(2,0),(4,0),(0,1),(0,2),(0,4)] warp=[(0,0),(0,32)]
tileas.module @tests <target = "sm_80"> {
  func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
    %pm = make_memref %x : ptr -> memref<256x256xf16, [256, 1]>
    %p = block_tile %pm : memref<256x256xf16, [256, 1]> -> block_tile<[64, 16], memref<256x256xf16, [256, 1]>, step = [64, 16], dims = [0, 1]>
    %qm = make_memref %y : ptr -> memref<256x256xf16, [256, 1]>
    %q = block_tile %qm : memref<256x256xf16, [256, 1]> -> block_tile<[16, 64], memref<256x256xf16, [256, 1]>, step = [16, 64], dims = [0, 1]>
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %0 = constant <value = 0.0> : tile<64x64xf32, #r0>
    %sum = for %zero, %n, %one, [%0] : i32, i32, i32, tile<64x64xf32, #r0> -> tile<64x64xf32, #r0> (%k: i32, %so_far: tile<64x64xf32, #r0>) {
      %a = tiled_load %p, [%i, %k] <contiguity = [1, 16], divisibility = 16> : block_tile<[64, 16], memref<256x256xf16, [256, 1]>, step = [64, 16], dims = [0, 1]>, i32, i32 -> tile<64x16xf16, #r1>
      %b = tiled_load %q, [%k, %i] <contiguity = [1, 64], divisibility = 16> : block_tile<[16, 64], memref<256x256xf16, [256, 1]>, step = [16, 64], dims = [0, 1]>, i32, i32 -> tile<16x64xf16, #r2>
      %1 = alloc_tensor : buffer<64x16xf16, #s0>
      %2 = alloc_tensor : buffer<16x64xf16, #s1>
      %3 = constant <value = 0> : i32
      barrier
      local_store %a, %1, [%3, %3] : tile<64x16xf16, #r1>, buffer<64x16xf16, #s0>, i32, i32
      local_store %b, %2, [%3, %3] : tile<16x64xf16, #r2>, buffer<16x64xf16, #s1>, i32, i32
      barrier
      %4 = local_load %1, [%3, %3] : buffer<64x16xf16, #s0>, i32, i32 -> tile<64x16xf16, #r3>
      %5 = local_load %2, [%3, %3] : buffer<16x64xf16, #s1>, i32, i32 -> tile<16x64xf16, #r4>
      %next = dot %4, %5, %so_far <instruction = m16n8k16, warps = [2, 2], numbering = plain> : tile<64x16xf16, #r3>, tile<16x64xf16, #r4>, tile<64x64xf32, #r0> -> tile<64x64xf32, #r0>
      continue [%next] : tile<64x64xf32, #r0>
    }
    print [%sum] <format = "%f"> : tile<64x64xf32, #r0>
    return
  }
}
