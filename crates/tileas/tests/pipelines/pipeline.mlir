// RUN: lower --target=sm_80
// #r0 = reg=[(0,1),(8,0),(0,8)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[]
// #s0 = offset=[(0,1),(0,2),(0,4),(0,8),(1,0),(2,0),(4,8),(8,0)]
// #r1 = reg=[(1,0),(8,0),(0,8)] lane=[(2,0),(4,0),(0,1),(0,2),(0,4)] warp=[]
// tileas.module @tests <target = "sm_80"> {
//   func @k <num_warps = 1, shared_bytes = 4096> (%a: ptr, %c: ptr) {
//     %t = make_memref %a : ptr -> memref<64x64xf16, [64, 1]>
//     %v = block_tile %t : memref<64x64xf16, [64, 1]> -> block_tile<[16, 16], memref<64x64xf16, [64, 1]>, step = [16, 16], dims = [0, 1]>
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %four = constant <value = 4> : i32
//     %0 = constant <value = 0.0> : tile<16x16xf32, #r0>
//     %1 = create_pipeline <stages = 4, offset = 0> : buffer<16x16xf16, #s0>
//     %2 = create_pipeline <stages = 4, offset = 2048> : buffer<16x16xf16, #s0>
//     barrier
//     %3 = cmpi %zero, %four <predicate = less_than, signed> : i32, i32 -> i1
//     %4 = constant <value = 0> : i32
//     if %3 : i1 {
//       %23 = producer_acquire %1, %4 : buffer<16x16xf16, #s0>, i32 -> buffer<16x16xf16, #s0>
//       async_tiled_load %v, [%zero, %zero], %23 <contiguity = [1, 16], divisibility = 16> : block_tile<[16, 16], memref<64x64xf16, [64, 1]>, step = [16, 16], dims = [0, 1]>, i32, i32, buffer<16x16xf16, #s0>
//       %24 = producer_acquire %2, %4 : buffer<16x16xf16, #s0>, i32 -> buffer<16x16xf16, #s0>
//       async_tiled_load %v, [%zero, %one], %24 <contiguity = [1, 16], divisibility = 16> : block_tile<[16, 16], memref<64x64xf16, [64, 1]>, step = [16, 16], dims = [0, 1]>, i32, i32, buffer<16x16xf16, #s0>
//       yield
//     }
//     producer_commit
//     %5 = constant <value = 1> : i32
//     %6 = addi %zero, %5 : i32
//     %7 = subi %four, %zero : i32
//     %8 = constant <value = 1> : i32
//     %9 = cmpi %7, %8 <predicate = greater_than> : i32, i32 -> i1
//     %10 = andi %3, %9 : i1
//     %11 = constant <value = 1> : i32
//     if %10 : i1 {
//       %23 = producer_acquire %1, %11 : buffer<16x16xf16, #s0>, i32 -> buffer<16x16xf16, #s0>
//       async_tiled_load %v, [%zero, %6], %23 <contiguity = [1, 16], divisibility = 16> : block_tile<[16, 16], memref<64x64xf16, [64, 1]>, step = [16, 16], dims = [0, 1]>, i32, i32, buffer<16x16xf16, #s0>
//       %24 = producer_acquire %2, %11 : buffer<16x16xf16, #s0>, i32 -> buffer<16x16xf16, #s0>
//       async_tiled_load %v, [%6, %one], %24 <contiguity = [1, 16], divisibility = 16> : block_tile<[16, 16], memref<64x64xf16, [64, 1]>, step = [16, 16], dims = [0, 1]>, i32, i32, buffer<16x16xf16, #s0>
//       yield
//     }
//     producer_commit
//     %12 = constant <value = 1> : i32
//     %13 = addi %6, %12 : i32
//     %14 = subi %four, %zero : i32
//     %15 = constant <value = 2> : i32
//     %16 = cmpi %14, %15 <predicate = greater_than> : i32, i32 -> i1
//     %17 = andi %3, %16 : i1
//     %18 = constant <value = 2> : i32
//     if %17 : i1 {
//       %23 = producer_acquire %1, %18 : buffer<16x16xf16, #s0>, i32 -> buffer<16x16xf16, #s0>
//       async_tiled_load %v, [%zero, %13], %23 <contiguity = [1, 16], divisibility = 16> : block_tile<[16, 16], memref<64x64xf16, [64, 1]>, step = [16, 16], dims = [0, 1]>, i32, i32, buffer<16x16xf16, #s0>
//       %24 = producer_acquire %2, %18 : buffer<16x16xf16, #s0>, i32 -> buffer<16x16xf16, #s0>
//       async_tiled_load %v, [%13, %one], %24 <contiguity = [1, 16], divisibility = 16> : block_tile<[16, 16], memref<64x64xf16, [64, 1]>, step = [16, 16], dims = [0, 1]>, i32, i32, buffer<16x16xf16, #s0>
//       yield
//     }
//     producer_commit
//     %19 = constant <value = 1> : i32
//     %20 = addi %13, %19 : i32
//     %21 = constant <value = 0> : i32
//     %22 = constant <value = 3> : i32
//     %sum:4 = for %zero, %four, %one, [%0, %21, %22, %20] : i32, i32, i32, tile<16x16xf32, #r0>, i32, i32, i32 -> tile<16x16xf32, #r0>, i32, i32, i32 (%arg0: i32, %arg1: tile<16x16xf32, #r0>, %arg2: i32, %arg3: i32, %arg4: i32) {
//       consumer_wait <pending = 2>
//       %23 = subi %four, %arg0 : i32
//       %24 = constant <value = 3> : i32
//       %25 = cmpi %23, %24 <predicate = greater_than> : i32, i32 -> i1
//       if %25 : i1 {
//         %35 = producer_acquire %1, %arg3 : buffer<16x16xf16, #s0>, i32 -> buffer<16x16xf16, #s0>
//         async_tiled_load %v, [%zero, %arg4], %35 <contiguity = [1, 16], divisibility = 16> : block_tile<[16, 16], memref<64x64xf16, [64, 1]>, step = [16, 16], dims = [0, 1]>, i32, i32, buffer<16x16xf16, #s0>
//         %36 = producer_acquire %2, %arg3 : buffer<16x16xf16, #s0>, i32 -> buffer<16x16xf16, #s0>
//         async_tiled_load %v, [%arg4, %one], %36 <contiguity = [1, 16], divisibility = 16> : block_tile<[16, 16], memref<64x64xf16, [64, 1]>, step = [16, 16], dims = [0, 1]>, i32, i32, buffer<16x16xf16, #s0>
//         yield
//       }
//       producer_commit
//       %26 = constant <value = 1> : i32
//       %27 = addi %arg4, %26 : i32
//       %28 = inc_iter %arg2 <stages = 4> : i32
//       %29 = inc_iter %arg3 <stages = 4> : i32
//       %30 = consumer_read %1, %arg2 : buffer<16x16xf16, #s0>, i32 -> buffer<16x16xf16, #s0>
//       %31 = consumer_read %2, %arg2 : buffer<16x16xf16, #s0>, i32 -> buffer<16x16xf16, #s0>
//       %32 = constant <value = 0> : i32
//       %33 = local_load %30, [%32, %32] : buffer<16x16xf16, #s0>, i32, i32 -> tile<16x16xf16, #r0>
//       %34 = local_load %31, [%32, %32] : buffer<16x16xf16, #s0>, i32, i32 -> tile<16x16xf16, #r1>
//       %next = dot %33, %34, %arg1 <instruction = m16n8k16, warps = [1, 1], numbering = plain> : tile<16x16xf16, #r0>, tile<16x16xf16, #r1>, tile<16x16xf32, #r0> -> tile<16x16xf32, #r0>
//       continue [%next, %28, %29, %27] : tile<16x16xf32, #r0>, i32, i32, i32
//     }
//     %ct = make_memref %c : ptr -> memref<16x16xf32, [16, 1]>
//     %cv = block_tile %ct : memref<16x16xf32, [16, 1]> -> block_tile<[16, 16], memref<16x16xf32, [16, 1]>, step = [16, 16], dims = [0, 1]>
//     tiled_store %sum#0, %cv, [%zero, %zero] <contiguity = [1, 16], divisibility = 1> : tile<16x16xf32, #r0>, block_tile<[16, 16], memref<16x16xf32, [16, 1]>, step = [16, 16], dims = [0, 1]>, i32, i32
//     return
//   }
// }
//
// What a loop loads for its product is copied some runs ahead: a prologue, one barrier a run, groups of nothing at the end.
tileaa.module @tests {
  func @k (%a: ptr, %c: ptr) {
    %ap = assume %a <kind = div_by, numbers = [16]> : ptr
    %t = make_memref %ap : ptr -> memref<64x64xf16, [64, 1]>
    %v = block_tile %t : memref<64x64xf16, [64, 1]> -> block_tile<[16, 16], memref<64x64xf16, [64, 1]>, step = [16, 16], dims = [0, 1]>
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %four = constant <value = 4> : i32
    %none = constant <value = 0.0> : tile<16x16xf32>
    %sum = for %zero, %four, %one, [%none] : i32, i32, i32, tile<16x16xf32> -> tile<16x16xf32> (%i: i32, %so_far: tile<16x16xf32>) {
      %x, %t0 = tiled_load %v, [%zero, %i] : block_tile<[16, 16], memref<64x64xf16, [64, 1]>, step = [16, 16], dims = [0, 1]>, i32, i32 -> tile<16x16xf16>, token
      %y, %t1 = tiled_load %v, [%i, %one] : block_tile<[16, 16], memref<64x64xf16, [64, 1]>, step = [16, 16], dims = [0, 1]>, i32, i32 -> tile<16x16xf16>, token
      %next = dot %x, %y, %so_far : tile<16x16xf16>, tile<16x16xf16>, tile<16x16xf32> -> tile<16x16xf32>
      continue [%next] : tile<16x16xf32>
    }
    %ct = make_memref %c : ptr -> memref<16x16xf32, [16, 1]>
    %cv = block_tile %ct : memref<16x16xf32, [16, 1]> -> block_tile<[16, 16], memref<16x16xf32, [16, 1]>, step = [16, 16], dims = [0, 1]>
    %done = tiled_store %sum, %cv, [%zero, %zero] : tile<16x16xf32>, block_tile<[16, 16], memref<16x16xf32, [16, 1]>, step = [16, 16], dims = [0, 1]>, i32, i32 -> token
    return
  }
}
