// RUN: opt --passes=assign-dot-layouts,remove-layout-conversions,slice-and-fuse,stage-dot-operands,place-barriers,materialize-async
// #r0 = reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]
// #s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]
// tileas.module @tests <target = "sm_90a"> {
//   func @k <num_warps = 4> (%x: ptr, %n: i32) {
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %am = make_memref %x : ptr -> memref<256x256xf16, [256, 1]>
//     %at = block_tile %am : memref<256x256xf16, [256, 1]> -> block_tile<[64, 64], memref<256x256xf16, [256, 1]>, step = [64, 64], dims = [0, 1]>
//     %0 = constant <value = 0.0> : tile<64x64xf32, #r0>
//     %1 = create_pipeline <stages = 4> : buffer<64x64xf16, #s0>
//     %2 = create_pipeline <stages = 4> : buffer<64x64xf16, #s0>
//     barrier
//     %3 = cmpi %zero, %n <predicate = less_than, signed> : i32, i32 -> i1
//     %4 = constant <value = 0> : i32
//     if %3 : i1 {
//       %25 = producer_acquire %1, %4 : buffer<64x64xf16, #s0>, i32 -> buffer<64x64xf16, #s0>
//       async_tiled_load %at, [%zero, %zero], %25 <contiguity = [1, 64], divisibility = 16> : block_tile<[64, 64], memref<256x256xf16, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32, buffer<64x64xf16, #s0>
//       %26 = producer_acquire %2, %4 : buffer<64x64xf16, #s0>, i32 -> buffer<64x64xf16, #s0>
//       async_tiled_load %at, [%zero, %zero], %26 <contiguity = [1, 64], divisibility = 16> : block_tile<[64, 64], memref<256x256xf16, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32, buffer<64x64xf16, #s0>
//       yield
//     }
//     producer_commit
//     %5 = constant <value = 1> : i32
//     %6 = addi %zero, %5 : i32
//     %7 = subi %n, %zero : i32
//     %8 = constant <value = 1> : i32
//     %9 = cmpi %7, %8 <predicate = greater_than> : i32, i32 -> i1
//     %10 = andi %3, %9 : i1
//     %11 = constant <value = 1> : i32
//     if %10 : i1 {
//       %25 = producer_acquire %1, %11 : buffer<64x64xf16, #s0>, i32 -> buffer<64x64xf16, #s0>
//       async_tiled_load %at, [%zero, %6], %25 <contiguity = [1, 64], divisibility = 16> : block_tile<[64, 64], memref<256x256xf16, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32, buffer<64x64xf16, #s0>
//       %26 = producer_acquire %2, %11 : buffer<64x64xf16, #s0>, i32 -> buffer<64x64xf16, #s0>
//       async_tiled_load %at, [%6, %zero], %26 <contiguity = [1, 64], divisibility = 16> : block_tile<[64, 64], memref<256x256xf16, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32, buffer<64x64xf16, #s0>
//       yield
//     }
//     producer_commit
//     %12 = constant <value = 1> : i32
//     %13 = addi %6, %12 : i32
//     %14 = subi %n, %zero : i32
//     %15 = constant <value = 2> : i32
//     %16 = cmpi %14, %15 <predicate = greater_than> : i32, i32 -> i1
//     %17 = andi %3, %16 : i1
//     %18 = constant <value = 2> : i32
//     if %17 : i1 {
//       %25 = producer_acquire %1, %18 : buffer<64x64xf16, #s0>, i32 -> buffer<64x64xf16, #s0>
//       async_tiled_load %at, [%zero, %13], %25 <contiguity = [1, 64], divisibility = 16> : block_tile<[64, 64], memref<256x256xf16, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32, buffer<64x64xf16, #s0>
//       %26 = producer_acquire %2, %18 : buffer<64x64xf16, #s0>, i32 -> buffer<64x64xf16, #s0>
//       async_tiled_load %at, [%13, %zero], %26 <contiguity = [1, 64], divisibility = 16> : block_tile<[64, 64], memref<256x256xf16, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32, buffer<64x64xf16, #s0>
//       yield
//     }
//     producer_commit
//     %19 = constant <value = 1> : i32
//     %20 = addi %13, %19 : i32
//     %21 = constant <value = 0> : i32
//     %22 = constant <value = 3> : i32
//     %23 = async.dot_begin %0 : tile<64x64xf32, #r0> -> pending<64x64xf32, #r0>
//     %sum:4 = for %zero, %n, %one, [%23, %21, %22, %20] : i32, i32, i32, pending<64x64xf32, #r0>, i32, i32, i32 -> pending<64x64xf32, #r0>, i32, i32, i32 (%arg0: i32, %arg1: pending<64x64xf32, #r0>, %arg2: i32, %arg3: i32, %arg4: i32) {
//       consumer_wait <pending = 2, fence>
//       %25 = constant <value = 1> : i32
//       %26 = addi %arg4, %25 : i32
//       %27 = inc_iter %arg2 <stages = 4> : i32
//       %28 = inc_iter %arg3 <stages = 4> : i32
//       %29 = consumer_read %1, %arg2 : buffer<64x64xf16, #s0>, i32 -> buffer<64x64xf16, #s0>
//       %30 = consumer_read %2, %arg2 : buffer<64x64xf16, #s0>, i32 -> buffer<64x64xf16, #s0>
//       constant <value = 0> : i32
//       %p = async.dot %29, %30, %arg1 : buffer<64x64xf16, #s0>, buffer<64x64xf16, #s0>, pending<64x64xf32, #r0> -> pending<64x64xf32, #r0>
//       %31 = async.dot_wait %p <pending = 1> : pending<64x64xf32, #r0>
//       barrier
//       %32 = subi %n, %arg0 : i32
//       %33 = constant <value = 3> : i32
//       %34 = cmpi %32, %33 <predicate = greater_than> : i32, i32 -> i1
//       if %34 : i1 {
//         %35 = producer_acquire %1, %arg3 : buffer<64x64xf16, #s0>, i32 -> buffer<64x64xf16, #s0>
//         async_tiled_load %at, [%zero, %arg4], %35 <contiguity = [1, 64], divisibility = 16> : block_tile<[64, 64], memref<256x256xf16, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32, buffer<64x64xf16, #s0>
//         %36 = producer_acquire %2, %arg3 : buffer<64x64xf16, #s0>, i32 -> buffer<64x64xf16, #s0>
//         async_tiled_load %at, [%arg4, %zero], %36 <contiguity = [1, 64], divisibility = 16> : block_tile<[64, 64], memref<256x256xf16, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32, buffer<64x64xf16, #s0>
//         yield
//       }
//       producer_commit
//       continue [%31, %27, %28, %26] : pending<64x64xf32, #r0>, i32, i32, i32
//     }
//     %24 = async.dot_wait %sum#0 : pending<64x64xf32, #r0> -> tile<64x64xf32, #r0>
//     print [%24] <format = "%f"> : tile<64x64xf32, #r0>
//     return
//   }
// }
//
// The product of an iteration is waited for in the next one, in front of the barrier behind which its stage is overwritten.
#r0 = reg=[(0,1),(0,2),(0,4),(16,0),(32,0)] lane=[(0,8),(0,16),(0,32),(1,0),(2,0)] warp=[(4,0),(8,0)]
tileas.module @tests <target = "sm_90a"> {
  func @k <num_warps = 4> (%x: ptr, %n: i32) {
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %am = make_memref %x : ptr -> memref<256x256xf16, [256, 1]>
    %at = block_tile %am : memref<256x256xf16, [256, 1]> -> block_tile<[64, 64], memref<256x256xf16, [256, 1]>, step = [64, 64], dims = [0, 1]>
    %none = constant <value = 0.0> : tile<64x64xf32, #r0>
    %sum = for %zero, %n, %one, [%none] : i32, i32, i32, tile<64x64xf32, #r0> -> tile<64x64xf32, #r0> (%i: i32, %s: tile<64x64xf32, #r0>) {
      %k, %t1 = tiled_load %at, [%zero, %i] <contiguity = [1, 64], divisibility = 16> : block_tile<[64, 64], memref<256x256xf16, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> tile<64x64xf16, #r0>, token
      %v, %t2 = tiled_load %at, [%i, %zero] <contiguity = [1, 64], divisibility = 16> : block_tile<[64, 64], memref<256x256xf16, [256, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> tile<64x64xf16, #r0>, token
      %p = dot %k, %v, %s : tile<64x64xf16, #r0>, tile<64x64xf16, #r0>, tile<64x64xf32, #r0> -> tile<64x64xf32, #r0>
      continue [%p] : tile<64x64xf32, #r0>
    }
    %t3 = print [%sum] <format = "%f"> : tile<64x64xf32, #r0> -> token
    return
  }
}
