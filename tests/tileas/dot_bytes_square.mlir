// RUN: compile --emit=tileas --target=sm_80
// #r0 = reg=[(0,1),(1,0),(8,0),(0,16)] lane=[(2,0),(4,0),(0,2),(0,4),(0,8)] warp=[(0,32),(16,0)]
// #s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,0),(2,16),(4,32),(8,0),(16,0)]
// #s1 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,0),(2,0),(4,0),(8,0),(16,16),(32,32)]
// #r1 = reg=[(0,1),(0,2),(0,4),(0,8),(8,0)] lane=[(0,16),(0,32),(1,0),(2,0),(4,0)] warp=[(0,0),(16,0)]
// #r2 = reg=[(1,0),(2,0),(0,1),(4,0),(8,0),(0,16)] lane=[(16,0),(32,0),(0,2),(0,4),(0,8)] warp=[(0,32),(0,0)]
// tileas.module @m <target = "sm_80"> {
//   func @k <num_warps = 4, shared_bytes = 24576> (%a: ptr, %b: ptr, %c: ptr) {
//     %at = make_memref %a : ptr -> memref<32x128xi8, [128, 1]>
//     %av = block_tile %at : memref<32x128xi8, [128, 1]> -> block_tile<[32, 64], memref<32x128xi8, [128, 1]>, step = [32, 64], dims = [0, 1]>
//     %bt = make_memref %b : ptr -> memref<128x64xi8, [64, 1]>
//     %bv = block_tile %bt : memref<128x64xi8, [64, 1]> -> block_tile<[64, 64], memref<128x64xi8, [64, 1]>, step = [64, 64], dims = [0, 1]>
//     %ct = make_memref %c : ptr -> memref<32x64xi32, [64, 1]>
//     %cv = block_tile %ct : memref<32x64xi32, [64, 1]> -> block_tile<[32, 64], memref<32x64xi32, [64, 1]>, step = [32, 64], dims = [0, 1]>
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %n = constant <value = 2> : i32
//     %0 = constant <value = 0> : tile<32x64xi32, #r0>
//     %1 = create_pipeline <stages = 4, offset = 0> : buffer<32x64xi8, #s0>
//     %2 = create_pipeline <stages = 4, offset = 8192> : buffer<64x64xi8, #s1>
//     barrier
//     %3 = cmpi %zero, %n <predicate = less_than, signed> : i32, i32 -> i1
//     %4 = constant <value = 0> : i32
//     if %3 : i1 {
//       %23 = producer_acquire %1, %4 : buffer<32x64xi8, #s0>, i32 -> buffer<32x64xi8, #s0>
//       async_tiled_load %av, [%zero, %zero], %23 <contiguity = [1, 64], divisibility = 16> : block_tile<[32, 64], memref<32x128xi8, [128, 1]>, step = [32, 64], dims = [0, 1]>, i32, i32, buffer<32x64xi8, #s0>
//       %24 = producer_acquire %2, %4 : buffer<64x64xi8, #s1>, i32 -> buffer<64x64xi8, #s1>
//       async_tiled_load %bv, [%zero, %zero], %24 <contiguity = [1, 64], divisibility = 16> : block_tile<[64, 64], memref<128x64xi8, [64, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32, buffer<64x64xi8, #s1>
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
//       %23 = producer_acquire %1, %11 : buffer<32x64xi8, #s0>, i32 -> buffer<32x64xi8, #s0>
//       async_tiled_load %av, [%zero, %6], %23 <contiguity = [1, 64], divisibility = 16> : block_tile<[32, 64], memref<32x128xi8, [128, 1]>, step = [32, 64], dims = [0, 1]>, i32, i32, buffer<32x64xi8, #s0>
//       %24 = producer_acquire %2, %11 : buffer<64x64xi8, #s1>, i32 -> buffer<64x64xi8, #s1>
//       async_tiled_load %bv, [%6, %zero], %24 <contiguity = [1, 64], divisibility = 16> : block_tile<[64, 64], memref<128x64xi8, [64, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32, buffer<64x64xi8, #s1>
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
//       %23 = producer_acquire %1, %18 : buffer<32x64xi8, #s0>, i32 -> buffer<32x64xi8, #s0>
//       async_tiled_load %av, [%zero, %13], %23 <contiguity = [1, 64], divisibility = 16> : block_tile<[32, 64], memref<32x128xi8, [128, 1]>, step = [32, 64], dims = [0, 1]>, i32, i32, buffer<32x64xi8, #s0>
//       %24 = producer_acquire %2, %18 : buffer<64x64xi8, #s1>, i32 -> buffer<64x64xi8, #s1>
//       async_tiled_load %bv, [%13, %zero], %24 <contiguity = [1, 64], divisibility = 16> : block_tile<[64, 64], memref<128x64xi8, [64, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32, buffer<64x64xi8, #s1>
//       yield
//     }
//     producer_commit
//     %19 = constant <value = 1> : i32
//     %20 = addi %13, %19 : i32
//     %21 = constant <value = 0> : i32
//     %22 = constant <value = 3> : i32
//     %sum:4 = for %zero, %n, %one, [%0, %21, %22, %20] : i32, i32, i32, tile<32x64xi32, #r0>, i32, i32, i32 -> tile<32x64xi32, #r0>, i32, i32, i32 (%arg0: i32, %arg1: tile<32x64xi32, #r0>, %arg2: i32, %arg3: i32, %arg4: i32) {
//       consumer_wait <pending = 2>
//       %23 = subi %n, %arg0 : i32
//       %24 = constant <value = 3> : i32
//       %25 = cmpi %23, %24 <predicate = greater_than> : i32, i32 -> i1
//       if %25 : i1 {
//         %35 = producer_acquire %1, %arg3 : buffer<32x64xi8, #s0>, i32 -> buffer<32x64xi8, #s0>
//         async_tiled_load %av, [%zero, %arg4], %35 <contiguity = [1, 64], divisibility = 16> : block_tile<[32, 64], memref<32x128xi8, [128, 1]>, step = [32, 64], dims = [0, 1]>, i32, i32, buffer<32x64xi8, #s0>
//         %36 = producer_acquire %2, %arg3 : buffer<64x64xi8, #s1>, i32 -> buffer<64x64xi8, #s1>
//         async_tiled_load %bv, [%arg4, %zero], %36 <contiguity = [1, 64], divisibility = 16> : block_tile<[64, 64], memref<128x64xi8, [64, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32, buffer<64x64xi8, #s1>
//         yield
//       }
//       producer_commit
//       %26 = constant <value = 1> : i32
//       %27 = addi %arg4, %26 : i32
//       %28 = inc_iter %arg2 <stages = 4> : i32
//       %29 = inc_iter %arg3 <stages = 4> : i32
//       %30 = consumer_read %1, %arg2 : buffer<32x64xi8, #s0>, i32 -> buffer<32x64xi8, #s0>
//       %31 = consumer_read %2, %arg2 : buffer<64x64xi8, #s1>, i32 -> buffer<64x64xi8, #s1>
//       %32 = constant <value = 0> : i32
//       %33 = local_load %30, [%32, %32] : buffer<32x64xi8, #s0>, i32, i32 -> tile<32x64xi8, #r1>
//       %34 = local_load %31, [%32, %32] : buffer<64x64xi8, #s1>, i32, i32 -> tile<64x64xi8, #r2>
//       %next = dot %33, %34, %arg1 <signed_rhs, instruction = m16n8k32, warps = [2, 2], numbering = transposed> : tile<32x64xi8, #r1>, tile<64x64xi8, #r2>, tile<32x64xi32, #r0> -> tile<32x64xi32, #r0>
//       continue [%next, %28, %29, %27] : tile<32x64xi32, #r0>, i32, i32, i32
//     }
//     tiled_store %sum#0, %cv, [%zero, %zero] <contiguity = [1, 64], divisibility = 16> : tile<32x64xi32, #r0>, block_tile<[32, 64], memref<32x64xi32, [64, 1]>, step = [32, 64], dims = [0, 1]>, i32, i32
//     return
//   }
// }
//
// A left operand of the shape of the result, whose store wants other neighbours in a thread: its rows are copied whole all the same.
cuda_tile.module @m {
  entry @k(%a: tile<ptr<i8>>, %b: tile<ptr<i8>>, %c: tile<ptr<i32>>) {
    %ap = assume div_by<16>, %a : tile<ptr<i8>>
    %bp = assume div_by<16>, %b : tile<ptr<i8>>
    %cp = assume div_by<16>, %c : tile<ptr<i32>>
    %at = make_tensor_view %ap, shape = [32, 128], strides = [128, 1] : tensor_view<32x128xi8, strides=[128,1]>
    %av = make_partition_view %at : partition_view<tile=(32x64), tensor_view<32x128xi8, strides=[128,1]>>
    %bt = make_tensor_view %bp, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xi8, strides=[64,1]>
    %bv = make_partition_view %bt : partition_view<tile=(64x64), tensor_view<128x64xi8, strides=[64,1]>>
    %ct = make_tensor_view %cp, shape = [32, 64], strides = [64, 1] : tensor_view<32x64xi32, strides=[64,1]>
    %cv = make_partition_view %ct : partition_view<tile=(32x64), tensor_view<32x64xi32, strides=[64,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %n = constant <i32: 2> : tile<i32>
    %none = constant <i32: 0> : tile<32x64xi32>
    %sum = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%so = %none) -> (tile<32x64xi32>) {
      %x, %tx = load_view_tko weak %av[%zero, %i] : partition_view<tile=(32x64), tensor_view<32x128xi8, strides=[128,1]>>, tile<i32> -> tile<32x64xi8>, token
      %y, %ty = load_view_tko weak %bv[%i, %zero] : partition_view<tile=(64x64), tensor_view<128x64xi8, strides=[64,1]>>, tile<i32> -> tile<64x64xi8>, token
      %next = mmai %x, %y, %so unsigned signed : tile<32x64xi8>, tile<64x64xi8>, tile<32x64xi32>
      continue %next : tile<32x64xi32>
    }
    %done = store_view_tko weak %sum, %cv[%zero, %zero] : tile<32x64xi32>, partition_view<tile=(32x64), tensor_view<32x64xi32, strides=[64,1]>>, tile<i32> -> token
    return
  }
}
