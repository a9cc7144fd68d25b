// RUN: opt --passes=assign-dot-layouts,remove-layout-conversions,slice-and-fuse,stage-dot-operands,place-barriers,materialize-async
// #r0 = reg=[(0,1),(0,2),(0,4),(16,0),(32,0)] lane=[(0,8),(0,16),(0,32),(1,0),(2,0)] warp=[(4,0),(8,0)]
// #r1 = reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]
// #s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]
// tileas.module @tests <target = "sm_90a"> {
//   func @k <num_warps = 4> (%x: ptr, %y: ptr, %n: i32) {
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %am = make_memref %x : ptr -> memref<256x256xf16, [256, 1]>
//     %at = block_tile %am : memref<256x256xf16, [256, 1]> -> block_tile<[64, 64], memref<256x256xf16, [256, 1]>, step = [64, 64], dims = [0, 1]>
//     %q = tiled_load %at, [%zero, %zero] <contiguity = [1, 64], divisibility = 16> : block_tile<[64, 64], memref<256x256xf16, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> tile<64x64xf16, #r0>
//     %0 = constant <value = 0.0> : tile<64x64xf32, #r1>
//     %1 = alloc_tensor : buffer<64x64xf16, #s0>
//     %2 = constant <value = 0> : i32
//     barrier
//     local_store %q, %1, [%2, %2] : tile<64x64xf16, #r0>, buffer<64x64xf16, #s0>, i32, i32
//     mma.fence
//     barrier
//     %3 = create_pipeline <stages = 4> : buffer<64x64xf16, #s0>
//     %4 = create_pipeline <stages = 4> : buffer<64x64xf16, #s0>
//     barrier
//     %5 = cmpi %zero, %n <predicate = less_than, signed> : i32, i32 -> i1
//     %6 = constant <value = 0> : i32
//     if %5 : i1 {
//       %25 = producer_acquire %3, %6 : buffer<64x64xf16, #s0>, i32 -> buffer<64x64xf16, #s0>
//       async_tiled_load %at, [%zero, %zero], %25 <contiguity = [1, 64], divisibility = 16> : block_tile<[64, 64], memref<256x256xf16, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32, buffer<64x64xf16, #s0>
//       %26 = producer_acquire %4, %6 : buffer<64x64xf16, #s0>, i32 -> buffer<64x64xf16, #s0>
//       async_tiled_load %at, [%zero, %zero], %26 <contiguity = [1, 64], divisibility = 16> : block_tile<[64, 64], memref<256x256xf16, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32, buffer<64x64xf16, #s0>
//       yield
//     }
//     producer_commit
//     %7 = constant <value = 1> : i32
//     %8 = addi %zero, %7 : i32
//     %9 = subi %n, %zero : i32
//     %10 = constant <value = 1> : i32
//     %11 = cmpi %9, %10 <predicate = greater_than> : i32, i32 -> i1
//     %12 = andi %5, %11 : i1
//     %13 = constant <value = 1> : i32
//     if %12 : i1 {
//       %25 = producer_acquire %3, %13 : buffer<64x64xf16, #s0>, i32 -> buffer<64x64xf16, #s0>
//       async_tiled_load %at, [%zero, %8], %25 <contiguity = [1, 64], divisibility = 16> : block_tile<[64, 64], memref<256x256xf16, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32, buffer<64x64xf16, #s0>
//       %26 = producer_acquire %4, %13 : buffer<64x64xf16, #s0>, i32 -> buffer<64x64xf16, #s0>
//       async_tiled_load %at, [%8, %zero], %26 <contiguity = [1, 64], divisibility = 16> : block_tile<[64, 64], memref<256x256xf16, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32, buffer<64x64xf16, #s0>
//       yield
//     }
//     producer_commit
//     %14 = constant <value = 1> : i32
//     %15 = addi %8, %14 : i32
//     %16 = subi %n, %zero : i32
//     %17 = constant <value = 2> : i32
//     %18 = cmpi %16, %17 <predicate = greater_than> : i32, i32 -> i1
//     %19 = andi %5, %18 : i1
//     %20 = constant <value = 2> : i32
//     if %19 : i1 {
//       %25 = producer_acquire %3, %20 : buffer<64x64xf16, #s0>, i32 -> buffer<64x64xf16, #s0>
//       async_tiled_load %at, [%zero, %15], %25 <contiguity = [1, 64], divisibility = 16> : block_tile<[64, 64], memref<256x256xf16, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32, buffer<64x64xf16, #s0>
//       %26 = producer_acquire %4, %20 : buffer<64x64xf16, #s0>, i32 -> buffer<64x64xf16, #s0>
//       async_tiled_load %at, [%15, %zero], %26 <contiguity = [1, 64], divisibility = 16> : block_tile<[64, 64], memref<256x256xf16, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32, buffer<64x64xf16, #s0>
//       yield
//     }
//     producer_commit
//     %21 = constant <value = 1> : i32
//     %22 = addi %15, %21 : i32
//     %23 = constant <value = 0> : i32
//     %24 = constant <value = 3> : i32
//     %sum:4 = for %zero, %n, %one, [%0, %23, %24, %22] : i32, i32, i32, tile<64x64xf32, #r1>, i32, i32, i32 -> tile<64x64xf32, #r1>, i32, i32, i32 (%arg0: i32, %arg1: tile<64x64xf32, #r1>, %arg2: i32, %arg3: i32, %arg4: i32) {
//       consumer_wait <pending = 2, fence>
//       %25 = subi %n, %arg0 : i32
//       %26 = constant <value = 3> : i32
//       %27 = cmpi %25, %26 <predicate = greater_than> : i32, i32 -> i1
//       if %27 : i1 {
//         %36 = producer_acquire %3, %arg3 : buffer<64x64xf16, #s0>, i32 -> buffer<64x64xf16, #s0>
//         async_tiled_load %at, [%zero, %arg4], %36 <contiguity = [1, 64], divisibility = 16> : block_tile<[64, 64], memref<256x256xf16, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32, buffer<64x64xf16, #s0>
//         %37 = producer_acquire %4, %arg3 : buffer<64x64xf16, #s0>, i32 -> buffer<64x64xf16, #s0>
//         async_tiled_load %at, [%arg4, %zero], %37 <contiguity = [1, 64], divisibility = 16> : block_tile<[64, 64], memref<256x256xf16, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32, buffer<64x64xf16, #s0>
//         yield
//       }
//       producer_commit
//       %28 = constant <value = 1> : i32
//       %29 = addi %arg4, %28 : i32
//       %30 = inc_iter %arg2 <stages = 4> : i32
//       %31 = inc_iter %arg3 <stages = 4> : i32
//       %32 = consumer_read %3, %arg2 : buffer<64x64xf16, #s0>, i32 -> buffer<64x64xf16, #s0>
//       %33 = consumer_read %4, %arg2 : buffer<64x64xf16, #s0>, i32 -> buffer<64x64xf16, #s0>
//       constant <value = 0> : i32
//       %34 = async.dot %1, %32, %0 : buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>, tile<64x64xf32, #r1> -> pending<64x64xf32, #r1>
//       %p = async.dot_wait %34 : pending<64x64xf32, #r1> -> tile<64x64xf32, #r1>
//       %h = fp_to_fp %p : tile<64x64xf32, #r1> -> tile<64x64xf16, #r1>
//       constant <value = 0> : i32
//       %35 = async.dot %h, %33, %arg1 : tile<64x64xf16, #r1>, buffer<64x64xf16, #s0>, tile<64x64xf32, #r1> -> pending<64x64xf32, #r1>
//       %s2 = async.dot_wait %35 : pending<64x64xf32, #r1> -> tile<64x64xf32, #r1>
//       continue [%s2, %30, %31, %29] : tile<64x64xf32, #r1>, i32, i32, i32
//     }
//     print [%sum#0] <format = "%f"> : tile<64x64xf32, #r1>
//     return
//   }
// }
//
// Products of warpgroups read tiles that are copied ahead from their stages. The wait for the copies has a fence for them.
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
