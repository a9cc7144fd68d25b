// RUN: compile --emit=nvvm
// nvvm.module @rows <target = "sm_100a"> {
//   func @pick <reqntid = 160, param_bits = [64, 64, 32, 32], dynamic_shared = 131200> (%from: ptr<global>, %numbers: ptr<global>, %high: i32, %wide: i32) {
//     %0 = dynamic_shared : ptr<shared>
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %row = special <name = ctaid.x> : i32
//     %tiles_along = constant <value = 2> : i32
//     %1 = exti %high : i32 -> i64
//     %2 = exti %wide : i32 -> i64
//     %3 = tensor_map %from, [%2, %1], [%2] <element = f16, box_shape = [64, 1], swizzle = 128> : ptr<global>, i64, i64, i64 -> ptr<generic>
//     %4 = special <name = tid.x> : i32
//     %5 = cmpi %4, %zero <predicate = equal> : i32, i32 -> i1
//     prefetch_map %3, [%5] : ptr<generic>, i1
//     mbarrier_init %0, [%5] <count = 1, offset = 131072> : ptr<shared>, i1
//     mbarrier_init %0, [%5] <count = 1, offset = 131088> : ptr<shared>, i1
//     mbarrier_init %0, [%5] <count = 1, offset = 131080> : ptr<shared>, i1
//     mbarrier_init %0, [%5] <count = 1, offset = 131096> : ptr<shared>, i1
//     fence <ordering = mbarrier_init, scope = cluster>
//     barrier
//     %6 = constant <value = 5> : i32
//     %7 = shri %4, %6 : i32
//     %8 = shfl %7, %zero <kind = idx> : i32
//     %9 = constant <value = 4> : i32
//     %10 = cmpi %8, %9 <predicate = less_than> : i32, i32 -> i1
//     if %10 : i1 {
//       %11 = cmpi %8, %zero <predicate = equal> : i32, i32 -> i1
//       if %11 : i1 {
//         %12 = elect : i1
//         for %zero, %tiles_along, %one, [%zero, %zero] : i32, i32, i32, i32, i32 -> i32, i32 (%i: i32, %arg0: i32, %arg1: i32) {
//           %13 = addptr %0, %arg0 <bytes = 8> : ptr<shared>, i32 -> ptr<shared>
//           mbarrier_wait %13, %arg1 <offset = 131072> : ptr<shared>, i32
//           mbarrier_arrive %13, [], [%12] <offset = 131088> : ptr<shared>, i1
//           %14 = addi %arg0, %one : i32
//           %15 = cmpi %14, %tiles_along <predicate = equal> : i32, i32 -> i1
//           %16 = select %15, %zero, %14 : i1, i32, i32 -> i32
//           %17 = select %15, %one, %zero : i1, i32, i32 -> i32
//           %18 = xori %arg1, %17 : i32
//           continue [%16, %18] : i32
//         }
//         yield
//       }
//       yield
//     } {
//       %11 = elect : i1
//       %12 = shfl %3, %zero <kind = idx> : ptr<generic>, i32 -> ptr<generic>
//       %13 = constant <value = 256> : i32
//       %14 = mulwide %row, %13 <signed> : i32, i32 -> i64
//       %15 = constant <value = -128> : i32
//       %16 = addi %4, %15 : i32
//       %17 = constant <value = 31> : i32
//       %18 = andi %16, %17 : i32
//       %19 = shli %18, %tiles_along : i32
//       %20 = addi %19, %one : i32
//       %21 = addi %19, %tiles_along : i32
//       %22 = constant <value = 3> : i32
//       %23 = addi %19, %22 : i32
//       %24 = constant <value = 128> : i32
//       %25 = addi %19, %24 : i32
//       %26 = constant <value = 129> : i32
//       %27 = addi %19, %26 : i32
//       %28 = constant <value = 130> : i32
//       %29 = addi %19, %28 : i32
//       %30 = constant <value = 131> : i32
//       %31 = addi %19, %30 : i32
//       %32 = exti %19 : i32 -> i64
//       %33 = addi %14, %32 : i64
//       %34 = exti %20 : i32 -> i64
//       %35 = addi %14, %34 : i64
//       %36 = exti %21 : i32 -> i64
//       %37 = addi %14, %36 : i64
//       %38 = exti %23 : i32 -> i64
//       %39 = addi %14, %38 : i64
//       %40 = exti %25 : i32 -> i64
//       %41 = addi %14, %40 : i64
//       %42 = exti %27 : i32 -> i64
//       %43 = addi %14, %42 : i64
//       %44 = exti %29 : i32 -> i64
//       %45 = addi %14, %44 : i64
//       %46 = exti %31 : i32 -> i64
//       %47 = addi %14, %46 : i64
//       %48 = cmpi %33, %1 <predicate = less_than> : i64, i64 -> i1
//       %49 = cmpi %35, %1 <predicate = less_than> : i64, i64 -> i1
//       %50 = cmpi %37, %1 <predicate = less_than> : i64, i64 -> i1
//       %51 = cmpi %39, %1 <predicate = less_than> : i64, i64 -> i1
//       %52 = cmpi %41, %1 <predicate = less_than> : i64, i64 -> i1
//       %53 = cmpi %43, %1 <predicate = less_than> : i64, i64 -> i1
//       %54 = cmpi %45, %1 <predicate = less_than> : i64, i64 -> i1
//       %55 = cmpi %47, %1 <predicate = less_than> : i64, i64 -> i1
//       %56 = addptr %numbers, %row <bytes = 1024> : ptr<global>, i32 -> ptr<global>
//       %57 = addptr %56, %18 <bytes = 16> : ptr<global>, i32 -> ptr<global>
//       %picked = ld %57, [%48], [%zero] <bits = 32> : ptr<global>, i1, i32 -> i32
//       %picked_0 = ld %57, [%49], [%zero] <bits = 32, offset = 4> : ptr<global>, i1, i32 -> i32
//       %picked_1 = ld %57, [%50], [%zero] <bits = 32, offset = 8> : ptr<global>, i1, i32 -> i32
//       %picked_2 = ld %57, [%51], [%zero] <bits = 32, offset = 12> : ptr<global>, i1, i32 -> i32
//       %picked_3 = ld %57, [%52], [%zero] <bits = 32, offset = 512> : ptr<global>, i1, i32 -> i32
//       %picked_4 = ld %57, [%53], [%zero] <bits = 32, offset = 516> : ptr<global>, i1, i32 -> i32
//       %picked_5 = ld %57, [%54], [%zero] <bits = 32, offset = 520> : ptr<global>, i1, i32 -> i32
//       %picked_6 = ld %57, [%55], [%zero] <bits = 32, offset = 524> : ptr<global>, i1, i32 -> i32
//       %58 = constant <value = 7> : i32
//       %59 = constant <value = 131072> : i64
//       %60 = addptr %0, %59 <bytes = 1> : ptr<shared>, i64 -> ptr<shared>
//       %61 = constant <value = 65536> : i32
//       %62 = special <name = laneid> : i32
//       %63 = constant <value = 64> : i32
//       for %zero, %tiles_along, %one, [%zero, %one] : i32, i32, i32, i32, i32 -> i32, i32 (%i: i32, %arg0: i32, %arg1: i32) {
//         %at = shli %i, %58 <overflow = no_signed_wrap> : i32
//         %64 = addptr %60, %arg0 <bytes = 8> : ptr<shared>, i32 -> ptr<shared>
//         mbarrier_wait %64, %arg1 <offset = 16> : ptr<shared>, i32
//         mbarrier_arrive %64, [%61], [%11] : ptr<shared>, i32, i1
//         %65 = addptr %0, %arg0 <bytes = 65536> : ptr<shared>, i32 -> ptr<shared>
//         %66 = addptr %65, %62 <bytes = 512> : ptr<shared>, i32 -> ptr<shared>
//         bulk_tensor_load %66, %64, %12, [%at, %picked, %picked_0, %picked_1, %picked_2] <gather> : ptr<shared>, ptr<shared>, ptr<generic>, i32, i32, i32, i32, i32
//         %67 = addi %at, %63 : i32
//         bulk_tensor_load %66, %64, %12, [%67, %picked, %picked_0, %picked_1, %picked_2] <offset = 32768, gather> : ptr<shared>, ptr<shared>, ptr<generic>, i32, i32, i32, i32, i32
//         bulk_tensor_load %66, %64, %12, [%at, %picked_3, %picked_4, %picked_5, %picked_6] <offset = 16384, gather> : ptr<shared>, ptr<shared>, ptr<generic>, i32, i32, i32, i32, i32
//         bulk_tensor_load %66, %64, %12, [%67, %picked_3, %picked_4, %picked_5, %picked_6] <offset = 49152, gather> : ptr<shared>, ptr<shared>, ptr<generic>, i32, i32, i32, i32, i32
//         %68 = addi %arg0, %one : i32
//         %69 = cmpi %68, %tiles_along <predicate = equal> : i32, i32 -> i1
//         %70 = select %69, %zero, %68 : i1, i32, i32 -> i32
//         %71 = select %69, %one, %zero : i1, i32, i32 -> i32
//         %72 = xori %arg1, %71 : i32
//         continue [%70, %72] : i32
//       }
//       yield
//     }
//     return
//   }
// }
//
// 256 rows of 128 elements that a tensor map picks: a lane has the numbers of two groups of four rows, 128 rows apart, and copies both
// halves of each, 64 elements wide. All lanes start copies; the elected one says before how many bytes come.
#s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0),(64,0),(128,0),(0,64)]
#r0 = reg=[1,2,128] lane=[4,8,16,32,64] warp=[]
tileas.module @rows <target = "sm_100a"> {
  func @pick <num_warps = 4> (%from: ptr, %numbers: ptr, %high: i32, %wide: i32) {
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %row = get_program_id <axis = 0> : i32
    %tiles_along = constant <value = 2> : i32
    %deep = constant <value = 128> : i32
    %n = make_memref %numbers, [%high] : ptr, i32 -> memref<?xi32, [1]>
    %m = make_memref %from, [%high, %wide], [%wide] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %which = block_tile %n : memref<?xi32, [1]> -> block_tile<[256], memref<?xi32, [1]>, step = [256], dims = [0], padding = zero>
    %in = block_tile %m : memref<?x?xf16, [?, 1]> -> block_tile<[256, 128], memref<?x?xf16, [?, 1]>, step = [1, 1], dims = [0, 1], gather = 0, padding = zero>
    %map = make_tiled_tma_desc %m <tma_idx = 0> : memref<?x?xf16, [?, 1]> -> tma_desc<1x64xf16, swizzle = 128>
    %p = async.pipeline.create_pipeline : pipeline<2, buffer<256x128xf16, #s0>>
    %w = async.pipeline.create_iterator %p : pipeline<2, buffer<256x128xf16, #s0>> -> iterator<2, producer>
    %r = async.pipeline.create_iterator %p : pipeline<2, buffer<256x128xf16, #s0>> -> iterator<2, consumer>
    async.pipeline.agent_switch {
      async.pipeline.agent <name = "work", num_warps = 4> {
        %r9 = for %zero, %tiles_along, %one, [%r] : i32, i32, i32, iterator<2, consumer> -> iterator<2, consumer> (%i: i32, %it: iterator<2, consumer>) {
          %full = async.pipeline.consumer_wait %p, %it : pipeline<2, buffer<256x128xf16, #s0>>, iterator<2, consumer> -> stage<full>
          %read = async.pipeline.consumer_read %p, %full : pipeline<2, buffer<256x128xf16, #s0>>, stage<full> -> stage<read> (%b: buffer<256x128xf16, #s0>) {
            async.pipeline.yield
          }
          async.pipeline.consumer_release %p, %read : pipeline<2, buffer<256x128xf16, #s0>>, stage<read>
          %next = async.pipeline.inc_iter %it : iterator<2, consumer>
          continue [%next] : iterator<2, consumer>
        }
        async.pipeline.yield
      }
      async.pipeline.agent <name = "load", num_warps = 1> {
        %picked = tiled_load %which, [%row] : block_tile<[256], memref<?xi32, [1]>, step = [256], dims = [0], padding = zero>, i32 -> tile<256xi32, #r0>
        %w9 = for %zero, %tiles_along, %one, [%w] : i32, i32, i32, iterator<2, producer> -> iterator<2, producer> (%i: i32, %it: iterator<2, producer>) {
          %at = muli %i, %deep : i32
          %empty = async.pipeline.producer_acquire %p, %it : pipeline<2, buffer<256x128xf16, #s0>>, iterator<2, producer> -> stage<empty>
          %written = async.pipeline.producer_write %p, %empty : pipeline<2, buffer<256x128xf16, #s0>>, stage<empty> -> stage<written> (%b: buffer<256x128xf16, #s0>) {
            async.tiled_tma_load %in, %b, %map, [%picked, %at] : block_tile<[256, 128], memref<?x?xf16, [?, 1]>, step = [1, 1], dims = [0, 1], gather = 0, padding = zero>, buffer<256x128xf16, #s0>, tma_desc<1x64xf16, swizzle = 128>, tile<256xi32, #r0>, i32
            async.pipeline.yield
          }
          async.pipeline.producer_commit %p, %written : pipeline<2, buffer<256x128xf16, #s0>>, stage<written>
          %next = async.pipeline.inc_iter %it : iterator<2, producer>
          continue [%next] : iterator<2, producer>
        }
        async.pipeline.yield
      }
      async.pipeline.yield
    }
    return
  }
}
