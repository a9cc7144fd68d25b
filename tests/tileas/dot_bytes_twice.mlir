// RUN: compile --emit=tileas --target=sm_80
// #r0 = reg=[(0,1),(0,2),(8,0),(0,16),(0,32),(16,0)] lane=[(0,4),(0,8),(1,0),(2,0),(4,0)] warp=[(32,0),(64,0),(0,64)]
// #s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(0,64),(1,16),(2,0),(4,32),(8,64),(16,0),(32,0)]
// #r1 = reg=[(0,1),(0,2),(0,4),(0,8),(64,0)] lane=[(0,16),(0,32),(1,0),(2,0),(4,0)] warp=[(8,0),(16,0),(32,0)]
// #s1 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,0),(2,16),(4,32),(8,0),(16,0),(32,0),(64,0)]
// #r2 = reg=[(0,1),(0,2),(8,0),(0,16),(0,32),(16,0)] lane=[(0,4),(0,8),(1,0),(2,0),(4,0)] warp=[(32,0),(64,0),(0,0)]
// #r3 = reg=[(1,0),(2,0),(16,0),(0,1),(0,16),(32,0),(0,32)] lane=[(4,0),(8,0),(0,2),(0,4),(0,8)] warp=[(0,0),(0,0),(0,64)]
// tileas.module @m <target = "sm_80"> {
//   func @k <num_warps = 8, shared_bytes = 40960> (%a: ptr, %b: ptr, %c: ptr) {
//     %at = make_memref %a : ptr -> memref<128x256xi8, [256, 1]>
//     %av = block_tile %at : memref<128x256xi8, [256, 1]> -> block_tile<[128, 64], memref<128x256xi8, [256, 1]>, step = [128, 64], dims = [0, 1]>
//     %bt = make_memref %b : ptr -> memref<256x128xi8, [128, 1]>
//     %bv = block_tile %bt : memref<256x128xi8, [128, 1]> -> block_tile<[64, 128], memref<256x128xi8, [128, 1]>, step = [64, 128], dims = [0, 1]>
//     %ct = make_memref %c : ptr -> memref<128x128xi32, [128, 1]>
//     %cv = block_tile %ct : memref<128x128xi32, [128, 1]> -> block_tile<[128, 128], memref<128x128xi32, [128, 1]>, step = [128, 128], dims = [0, 1]>
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %n = constant <value = 4> : i32
//     %0 = constant <value = 0> : tile<128x128xi32, #r0>
//     %1 = create_pipeline <stages = 4, offset = 0> : buffer<64x128xi8, #s0>
//     barrier
//     %2 = cmpi %zero, %n <predicate = less_than, signed> : i32, i32 -> i1
//     %3 = constant <value = 0> : i32
//     if %2 : i1 {
//       %22 = producer_acquire %1, %3 : buffer<64x128xi8, #s0>, i32 -> buffer<64x128xi8, #s0>
//       async_tiled_load %bv, [%zero, %zero], %22 <contiguity = [1, 128], divisibility = 16> : block_tile<[64, 128], memref<256x128xi8, [128, 1]>, step = [64, 128], dims = [0, 1]>, i32, i32, buffer<64x128xi8, #s0>
//       yield
//     }
//     producer_commit
//     %4 = constant <value = 1> : i32
//     %5 = addi %zero, %4 : i32
//     %6 = subi %n, %zero : i32
//     %7 = constant <value = 1> : i32
//     %8 = cmpi %6, %7 <predicate = greater_than> : i32, i32 -> i1
//     %9 = andi %2, %8 : i1
//     %10 = constant <value = 1> : i32
//     if %9 : i1 {
//       %22 = producer_acquire %1, %10 : buffer<64x128xi8, #s0>, i32 -> buffer<64x128xi8, #s0>
//       async_tiled_load %bv, [%5, %zero], %22 <contiguity = [1, 128], divisibility = 16> : block_tile<[64, 128], memref<256x128xi8, [128, 1]>, step = [64, 128], dims = [0, 1]>, i32, i32, buffer<64x128xi8, #s0>
//       yield
//     }
//     producer_commit
//     %11 = constant <value = 1> : i32
//     %12 = addi %5, %11 : i32
//     %13 = subi %n, %zero : i32
//     %14 = constant <value = 2> : i32
//     %15 = cmpi %13, %14 <predicate = greater_than> : i32, i32 -> i1
//     %16 = andi %2, %15 : i1
//     %17 = constant <value = 2> : i32
//     if %16 : i1 {
//       %22 = producer_acquire %1, %17 : buffer<64x128xi8, #s0>, i32 -> buffer<64x128xi8, #s0>
//       async_tiled_load %bv, [%12, %zero], %22 <contiguity = [1, 128], divisibility = 16> : block_tile<[64, 128], memref<256x128xi8, [128, 1]>, step = [64, 128], dims = [0, 1]>, i32, i32, buffer<64x128xi8, #s0>
//       yield
//     }
//     producer_commit
//     %18 = constant <value = 1> : i32
//     %19 = addi %12, %18 : i32
//     %20 = constant <value = 0> : i32
//     %21 = constant <value = 3> : i32
//     %sum:4 = for %zero, %n, %one, [%0, %20, %21, %19] : i32, i32, i32, tile<128x128xi32, #r0>, i32, i32, i32 -> tile<128x128xi32, #r0>, i32, i32, i32 (%arg0: i32, %arg1: tile<128x128xi32, #r0>, %arg2: i32, %arg3: i32, %arg4: i32) {
//       consumer_wait <pending = 2>
//       %22 = subi %n, %arg0 : i32
//       %23 = constant <value = 3> : i32
//       %24 = cmpi %22, %23 <predicate = greater_than> : i32, i32 -> i1
//       if %24 : i1 {
//         %37 = producer_acquire %1, %arg3 : buffer<64x128xi8, #s0>, i32 -> buffer<64x128xi8, #s0>
//         async_tiled_load %bv, [%arg4, %zero], %37 <contiguity = [1, 128], divisibility = 16> : block_tile<[64, 128], memref<256x128xi8, [128, 1]>, step = [64, 128], dims = [0, 1]>, i32, i32, buffer<64x128xi8, #s0>
//         yield
//       }
//       producer_commit
//       %25 = constant <value = 1> : i32
//       %26 = addi %arg4, %25 : i32
//       %27 = inc_iter %arg2 <stages = 4> : i32
//       %28 = inc_iter %arg3 <stages = 4> : i32
//       %29 = consumer_read %1, %arg2 : buffer<64x128xi8, #s0>, i32 -> buffer<64x128xi8, #s0>
//       %x = tiled_load %av, [%zero, %arg0] <contiguity = [1, 64], divisibility = 16> : block_tile<[128, 64], memref<128x256xi8, [256, 1]>, step = [128, 64], dims = [0, 1]>, i32, i32 -> tile<128x64xi8, #r1>
//       %x2 = addi %x, %x : tile<128x64xi8, #r1>
//       %30 = alloc_tensor <offset = 32768> : buffer<128x64xi8, #s1>
//       %31 = constant <value = 0> : i32
//       barrier
//       local_store %x, %30, [%31, %31] : tile<128x64xi8, #r1>, buffer<128x64xi8, #s1>, i32, i32
//       barrier
//       %32 = local_load %30, [%31, %31] : buffer<128x64xi8, #s1>, i32, i32 -> tile<128x64xi8, #r2>
//       %33 = local_load %29, [%31, %31] : buffer<64x128xi8, #s0>, i32, i32 -> tile<64x128xi8, #r3>
//       %s1 = dot %32, %33, %arg1 <signed_lhs, signed_rhs, instruction = m16n8k32, warps = [4, 2], numbering = pairs> : tile<128x64xi8, #r2>, tile<64x128xi8, #r3>, tile<128x128xi32, #r0> -> tile<128x128xi32, #r0>
//       %34 = alloc_tensor <offset = 32768> : buffer<128x64xi8, #s1>
//       %35 = constant <value = 0> : i32
//       barrier
//       local_store %x2, %34, [%35, %35] : tile<128x64xi8, #r1>, buffer<128x64xi8, #s1>, i32, i32
//       barrier
//       %36 = local_load %34, [%35, %35] : buffer<128x64xi8, #s1>, i32, i32 -> tile<128x64xi8, #r2>
//       %next = dot %36, %33, %s1 <signed_lhs, signed_rhs, instruction = m16n8k32, warps = [4, 2], numbering = pairs> : tile<128x64xi8, #r2>, tile<64x128xi8, #r3>, tile<128x128xi32, #r0> -> tile<128x128xi32, #r0>
//       continue [%next, %27, %28, %26] : tile<128x128xi32, #r0>, i32, i32, i32
//     }
//     tiled_store %sum#0, %cv, [%zero, %zero] <contiguity = [1, 128], divisibility = 16> : tile<128x128xi32, #r0>, block_tile<[128, 128], memref<128x128xi32, [128, 1]>, step = [128, 128], dims = [0, 1]>, i32, i32
//     return
//   }
// }
//
// Two products into one sum, of which one could be computed transposed: the sum has one layout, and is never converted.
cuda_tile.module @m {
  entry @k(%a: tile<ptr<i8>>, %b: tile<ptr<i8>>, %c: tile<ptr<i32>>) {
    %ap = assume div_by<16>, %a : tile<ptr<i8>>
    %bp = assume div_by<16>, %b : tile<ptr<i8>>
    %cp = assume div_by<16>, %c : tile<ptr<i32>>
    %at = make_tensor_view %ap, shape = [128, 256], strides = [256, 1] : tensor_view<128x256xi8, strides=[256,1]>
    %av = make_partition_view %at : partition_view<tile=(128x64), tensor_view<128x256xi8, strides=[256,1]>>
    %bt = make_tensor_view %bp, shape = [256, 128], strides = [128, 1] : tensor_view<256x128xi8, strides=[128,1]>
    %bv = make_partition_view %bt : partition_view<tile=(64x128), tensor_view<256x128xi8, strides=[128,1]>>
    %ct = make_tensor_view %cp, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xi32, strides=[128,1]>
    %cv = make_partition_view %ct : partition_view<tile=(128x128), tensor_view<128x128xi32, strides=[128,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %n = constant <i32: 4> : tile<i32>
    %none = constant <i32: 0> : tile<128x128xi32>
    %sum = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%so = %none) -> (tile<128x128xi32>) {
      %x, %tx = load_view_tko weak %av[%zero, %i] : partition_view<tile=(128x64), tensor_view<128x256xi8, strides=[256,1]>>, tile<i32> -> tile<128x64xi8>, token
      %y, %ty = load_view_tko weak %bv[%i, %zero] : partition_view<tile=(64x128), tensor_view<256x128xi8, strides=[128,1]>>, tile<i32> -> tile<64x128xi8>, token
      %x2 = addi %x, %x : tile<128x64xi8>
      %s1 = mmai %x, %y, %so signed signed : tile<128x64xi8>, tile<64x128xi8>, tile<128x128xi32>
      %next = mmai %x2, %y, %s1 signed signed : tile<128x64xi8>, tile<64x128xi8>, tile<128x128xi32>
      continue %next : tile<128x128xi32>
    }
    %d = store_view_tko weak %sum, %cv[%zero, %zero] : tile<128x128xi32>, partition_view<tile=(128x128), tensor_view<128x128xi32, strides=[128,1]>>, tile<i32> -> token
    return
  }
}
