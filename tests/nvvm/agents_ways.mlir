// RUN: compile --emit=nvvm
// nvvm.module @kernels <target = "sm_90a"> {
//   global @loop_before$shared <space = shared, size = 25600, alignment = 1024>
//   func @loop_before <reqntid = 160, param_bits = [64, 32, 32]> (%from: ptr<global>, %rows: i32, %steps: i32) {
//     %0 = address_of <name = @loop_before$shared> : ptr<shared>
//     %1 = constant <value = 17408> : i32
//     %2 = addptr %0, %1 <bytes = 1> : ptr<shared>, i32 -> ptr<shared>
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %3 = exti %rows : i32 -> i64
//     %4 = constant <value = 64> : i64
//     %5 = tensor_map %from, [%4, %3], [%4] <element = f16, box_shape = [64, 64], swizzle = 128> : ptr<global>, i64, i64, i64 -> ptr<generic>
//     %6 = special <name = tid.x> : i32
//     %7 = cmpi %6, %zero <predicate = equal> : i32, i32 -> i1
//     prefetch_map %5, [%7] : ptr<generic>, i1
//     mbarrier_init %0, [%7] <count = 1, offset = 16384> : ptr<shared>, i1
//     mbarrier_init %0, [%7] <count = 4, offset = 16400> : ptr<shared>, i1
//     mbarrier_init %0, [%7] <count = 1, offset = 16392> : ptr<shared>, i1
//     mbarrier_init %0, [%7] <count = 4, offset = 16408> : ptr<shared>, i1
//     fence <ordering = mbarrier_init, scope = cluster>
//     barrier
//     %8 = constant <value = 5> : i32
//     %9 = shri %6, %8 : i32
//     %10 = shfl %9, %zero <kind = idx> : i32
//     %11 = constant <value = 4> : i32
//     %12 = cmpi %10, %11 <predicate = less_than> : i32, i32 -> i1
//     if %12 : i1 {
//       %13 = elect : i1
//       %14 = cmpi %10, %zero <predicate = equal> : i32, i32 -> i1
//       %15 = andi %13, %14 : i1
//       %none = constant <value = 0.0> : f32
//       mbarrier_wait %0, %zero <offset = 16384> : ptr<shared>, i32
//       %16 = regs [%none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none] : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32 -> regs<32xf32>
//       %17 = ptr_to_int %0 : ptr<shared> -> i32
//       %18 = shri %17, %11 : i32
//       %19 = constant <value = 1073741888> : i32
//       %20 = wgmma_fence [%16] : regs<32xf32> -> pending<32xf32>
//       %21 = constant <value = false> : i1
//       %22 = pack [%18, %19] : i32, i32 -> i64
//       %23 = wgmma %22, %22, %20, [%21] <n = 64, a_format = f16, b_format = f16, transpose_b> : i64, i64, pending<32xf32>, i1 -> pending<32xf32>
//       %24 = constant <value = 128> : i32
//       %25 = addi %18, %24 : i32
//       %26 = pack [%25, %19] : i32, i32 -> i64
//       %27 = constant <value = 2> : i32
//       %28 = addi %18, %27 : i32
//       %29 = pack [%28, %19] : i32, i32 -> i64
//       %30 = wgmma %29, %26, %23 <n = 64, a_format = f16, b_format = f16, transpose_b> : i64, i64, pending<32xf32> -> pending<32xf32>
//       %31 = constant <value = 256> : i32
//       %32 = addi %18, %31 : i32
//       %33 = pack [%32, %19] : i32, i32 -> i64
//       %34 = addi %18, %11 : i32
//       %35 = pack [%34, %19] : i32, i32 -> i64
//       %36 = wgmma %35, %33, %30 <n = 64, a_format = f16, b_format = f16, transpose_b> : i64, i64, pending<32xf32> -> pending<32xf32>
//       %37 = constant <value = 384> : i32
//       %38 = addi %18, %37 : i32
//       %39 = pack [%38, %19] : i32, i32 -> i64
//       %40 = constant <value = 6> : i32
//       %41 = addi %18, %40 : i32
//       %42 = pack [%41, %19] : i32, i32 -> i64
//       %43 = wgmma %42, %39, %36 <n = 64, a_format = f16, b_format = f16, transpose_b> : i64, i64, pending<32xf32> -> pending<32xf32>
//       wgmma_commit
//       %44 = constant <value = 0> : i64
//       %45 = cmpi %3, %44 <predicate = not_equal> : i64, i64 -> i1
//       %46 = andi %15, %45 : i1
//       bulk_tensor_store %0, %5, [%zero, %zero], [%46] : ptr<shared>, ptr<generic>, i32, i32, i1
//       bulk_commit [%15] : i1
//       %47 = ptr_to_int %2 : ptr<shared> -> i32
//       %48 = shri %47, %11 : i32
//       %49 = wgmma_fence [%43] : pending<32xf32> -> pending<32xf32>
//       %50 = pack [%48, %19] : i32, i32 -> i64
//       %51 = wgmma %50, %50, %49 <n = 64, a_format = f16, b_format = f16, transpose_b> : i64, i64, pending<32xf32> -> pending<32xf32>
//       %52 = addi %48, %24 : i32
//       %53 = pack [%52, %19] : i32, i32 -> i64
//       %54 = addi %48, %27 : i32
//       %55 = pack [%54, %19] : i32, i32 -> i64
//       %56 = wgmma %55, %53, %51 <n = 64, a_format = f16, b_format = f16, transpose_b> : i64, i64, pending<32xf32> -> pending<32xf32>
//       %57 = addi %48, %31 : i32
//       %58 = pack [%57, %19] : i32, i32 -> i64
//       %59 = addi %48, %11 : i32
//       %60 = pack [%59, %19] : i32, i32 -> i64
//       %61 = wgmma %60, %58, %56 <n = 64, a_format = f16, b_format = f16, transpose_b> : i64, i64, pending<32xf32> -> pending<32xf32>
//       %62 = addi %48, %37 : i32
//       %63 = pack [%62, %19] : i32, i32 -> i64
//       %64 = addi %48, %40 : i32
//       %65 = pack [%64, %19] : i32, i32 -> i64
//       %66 = wgmma %65, %63, %61 <n = 64, a_format = f16, b_format = f16, transpose_b> : i64, i64, pending<32xf32> -> pending<32xf32>
//       wgmma_commit
//       %67 = constant <value = 64> : i32
//       bulk_tensor_store %0, %5, [%zero, %67], [%46] <offset = 17408> : ptr<shared>, ptr<generic>, i32, i32, i1
//       bulk_commit [%15] : i1
//       %68 = constant <value = 9> : i32
//       %69:4 = for %zero, %steps, %one, [%zero, %66, %one, %zero] : i32, i32, i32, i32, pending<32xf32>, i32, i32 -> i32, pending<32xf32>, i32, i32 (%s: i32, %arg0: i32, %arg1: pending<32xf32>, %arg2: i32, %arg3: i32) {
//         wgmma_wait
//         bulk_wait <read>
//         %71 = addptr %0, %arg0 <bytes = 8> : ptr<shared>, i32 -> ptr<shared>
//         mbarrier_arrive %71, [], [%13] <offset = 16400> : ptr<shared>, i1
//         %72 = addptr %0, %arg2 <bytes = 8> : ptr<shared>, i32 -> ptr<shared>
//         mbarrier_wait %72, %arg3 <offset = 16384> : ptr<shared>, i32
//         %73 = shli %arg2, %68 : i32
//         %74 = addi %18, %73 : i32
//         %75 = wgmma_fence [%arg1] : pending<32xf32> -> pending<32xf32>
//         %76 = pack [%74, %19] : i32, i32 -> i64
//         %77 = wgmma %76, %76, %75 <n = 64, a_format = f16, b_format = f16, transpose_b> : i64, i64, pending<32xf32> -> pending<32xf32>
//         %78 = addi %74, %24 : i32
//         %79 = pack [%78, %19] : i32, i32 -> i64
//         %80 = addi %74, %27 : i32
//         %81 = pack [%80, %19] : i32, i32 -> i64
//         %82 = wgmma %81, %79, %77 <n = 64, a_format = f16, b_format = f16, transpose_b> : i64, i64, pending<32xf32> -> pending<32xf32>
//         %83 = addi %74, %31 : i32
//         %84 = pack [%83, %19] : i32, i32 -> i64
//         %85 = addi %74, %11 : i32
//         %86 = pack [%85, %19] : i32, i32 -> i64
//         %87 = wgmma %86, %84, %82 <n = 64, a_format = f16, b_format = f16, transpose_b> : i64, i64, pending<32xf32> -> pending<32xf32>
//         %88 = addi %74, %37 : i32
//         %89 = pack [%88, %19] : i32, i32 -> i64
//         %90 = addi %74, %40 : i32
//         %91 = pack [%90, %19] : i32, i32 -> i64
//         %92 = wgmma %91, %89, %87 <n = 64, a_format = f16, b_format = f16, transpose_b> : i64, i64, pending<32xf32> -> pending<32xf32>
//         wgmma_commit
//         %93 = addptr %0, %arg2 <bytes = 8192> : ptr<shared>, i32 -> ptr<shared>
//         bulk_tensor_store %93, %5, [%zero, %zero], [%46] : ptr<shared>, ptr<generic>, i32, i32, i1
//         bulk_commit [%15] : i1
//         %94 = addi %arg2, %one : i32
//         %95 = cmpi %94, %27 <predicate = equal> : i32, i32 -> i1
//         %96 = select %95, %zero, %94 : i1, i32, i32 -> i32
//         %97 = select %95, %one, %zero : i1, i32, i32 -> i32
//         %98 = xori %arg3, %97 : i32
//         continue [%arg2, %92, %96, %98] : i32, pending<32xf32>, i32, i32
//       }
//       wgmma_wait [%69#1] : pending<32xf32> -> regs<32xf32>
//       bulk_wait <read>
//       %70 = addptr %0, %69#0 <bytes = 8> : ptr<shared>, i32 -> ptr<shared>
//       mbarrier_arrive %70, [], [%13] <offset = 16400> : ptr<shared>, i1
//       yield
//     } {
//       %13 = elect : i1
//       mbarrier_wait %0, %one <offset = 16400> : ptr<shared>, i32
//       %14 = constant <value = 8192> : i32
//       mbarrier_arrive %0, [%14], [%13] <offset = 16384> : ptr<shared>, i32, i1
//       bulk_tensor_load %0, %0, %5, [%zero, %zero], [], [%13] <barrier_offset = 16384> : ptr<shared>, ptr<shared>, ptr<generic>, i32, i32, i1
//       yield
//     }
//     return
//   }
//   global @loop_inside$shared <space = shared, size = 25600, alignment = 1024>
//   func @loop_inside <reqntid = 160, param_bits = [64, 32, 32]> (%from: ptr<global>, %rows: i32, %steps: i32) {
//     %0 = address_of <name = @loop_inside$shared> : ptr<shared>
//     %1 = constant <value = 17408> : i32
//     %2 = addptr %0, %1 <bytes = 1> : ptr<shared>, i32 -> ptr<shared>
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %3 = exti %rows : i32 -> i64
//     %4 = constant <value = 64> : i64
//     %5 = tensor_map %from, [%4, %3], [%4] <element = f16, box_shape = [64, 64], swizzle = 128> : ptr<global>, i64, i64, i64 -> ptr<generic>
//     %6 = special <name = tid.x> : i32
//     %7 = cmpi %6, %zero <predicate = equal> : i32, i32 -> i1
//     prefetch_map %5, [%7] : ptr<generic>, i1
//     mbarrier_init %0, [%7] <count = 1, offset = 16384> : ptr<shared>, i1
//     mbarrier_init %0, [%7] <count = 4, offset = 16400> : ptr<shared>, i1
//     mbarrier_init %0, [%7] <count = 1, offset = 16392> : ptr<shared>, i1
//     mbarrier_init %0, [%7] <count = 4, offset = 16408> : ptr<shared>, i1
//     fence <ordering = mbarrier_init, scope = cluster>
//     barrier
//     %8 = constant <value = 5> : i32
//     %9 = shri %6, %8 : i32
//     %10 = shfl %9, %zero <kind = idx> : i32
//     %11 = constant <value = 4> : i32
//     %12 = cmpi %10, %11 <predicate = less_than> : i32, i32 -> i1
//     if %12 : i1 {
//       %13 = elect : i1
//       %14 = cmpi %10, %zero <predicate = equal> : i32, i32 -> i1
//       %15 = andi %13, %14 : i1
//       %none = constant <value = 0.0> : f32
//       mbarrier_wait %0, %zero <offset = 16384> : ptr<shared>, i32
//       %16 = regs [%none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none] : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32 -> regs<32xf32>
//       %17 = ptr_to_int %0 : ptr<shared> -> i32
//       %18 = shri %17, %11 : i32
//       %19 = constant <value = 1073741888> : i32
//       %20 = wgmma_fence [%16] : regs<32xf32> -> pending<32xf32>
//       %21 = constant <value = false> : i1
//       %22 = pack [%18, %19] : i32, i32 -> i64
//       %23 = wgmma %22, %22, %20, [%21] <n = 64, a_format = f16, b_format = f16, transpose_b> : i64, i64, pending<32xf32>, i1 -> pending<32xf32>
//       %24 = constant <value = 128> : i32
//       %25 = addi %18, %24 : i32
//       %26 = pack [%25, %19] : i32, i32 -> i64
//       %27 = constant <value = 2> : i32
//       %28 = addi %18, %27 : i32
//       %29 = pack [%28, %19] : i32, i32 -> i64
//       %30 = wgmma %29, %26, %23 <n = 64, a_format = f16, b_format = f16, transpose_b> : i64, i64, pending<32xf32> -> pending<32xf32>
//       %31 = constant <value = 256> : i32
//       %32 = addi %18, %31 : i32
//       %33 = pack [%32, %19] : i32, i32 -> i64
//       %34 = addi %18, %11 : i32
//       %35 = pack [%34, %19] : i32, i32 -> i64
//       %36 = wgmma %35, %33, %30 <n = 64, a_format = f16, b_format = f16, transpose_b> : i64, i64, pending<32xf32> -> pending<32xf32>
//       %37 = constant <value = 384> : i32
//       %38 = addi %18, %37 : i32
//       %39 = pack [%38, %19] : i32, i32 -> i64
//       %40 = constant <value = 6> : i32
//       %41 = addi %18, %40 : i32
//       %42 = pack [%41, %19] : i32, i32 -> i64
//       %43 = wgmma %42, %39, %36 <n = 64, a_format = f16, b_format = f16, transpose_b> : i64, i64, pending<32xf32> -> pending<32xf32>
//       wgmma_commit
//       %44 = constant <value = 0> : i64
//       %45 = cmpi %3, %44 <predicate = not_equal> : i64, i64 -> i1
//       %46 = andi %15, %45 : i1
//       bulk_tensor_store %0, %5, [%zero, %zero], [%46] : ptr<shared>, ptr<generic>, i32, i32, i1
//       bulk_commit [%15] : i1
//       %47 = constant <value = 9> : i32
//       %48 = ptr_to_int %2 : ptr<shared> -> i32
//       %49 = shri %48, %11 : i32
//       %50 = pack [%49, %19] : i32, i32 -> i64
//       %51 = addi %49, %24 : i32
//       %52 = pack [%51, %19] : i32, i32 -> i64
//       %53 = addi %49, %27 : i32
//       %54 = pack [%53, %19] : i32, i32 -> i64
//       %55 = addi %49, %31 : i32
//       %56 = pack [%55, %19] : i32, i32 -> i64
//       %57 = addi %49, %11 : i32
//       %58 = pack [%57, %19] : i32, i32 -> i64
//       %59 = addi %49, %37 : i32
//       %60 = pack [%59, %19] : i32, i32 -> i64
//       %61 = addi %49, %40 : i32
//       %62 = pack [%61, %19] : i32, i32 -> i64
//       %63 = constant <value = 64> : i32
//       %64:4 = for %zero, %steps, %one, [%zero, %43, %one, %zero] : i32, i32, i32, i32, pending<32xf32>, i32, i32 -> i32, pending<32xf32>, i32, i32 (%s: i32, %arg0: i32, %arg1: pending<32xf32>, %arg2: i32, %arg3: i32) {
//         wgmma_wait
//         bulk_wait <read>
//         %66 = addptr %0, %arg0 <bytes = 8> : ptr<shared>, i32 -> ptr<shared>
//         mbarrier_arrive %66, [], [%13] <offset = 16400> : ptr<shared>, i1
//         %67 = addptr %0, %arg2 <bytes = 8> : ptr<shared>, i32 -> ptr<shared>
//         mbarrier_wait %67, %arg3 <offset = 16384> : ptr<shared>, i32
//         %68 = shli %arg2, %47 : i32
//         %69 = addi %18, %68 : i32
//         %70 = wgmma_fence [%arg1] : pending<32xf32> -> pending<32xf32>
//         %71 = pack [%69, %19] : i32, i32 -> i64
//         %72 = wgmma %71, %71, %70 <n = 64, a_format = f16, b_format = f16, transpose_b> : i64, i64, pending<32xf32> -> pending<32xf32>
//         %73 = addi %69, %24 : i32
//         %74 = pack [%73, %19] : i32, i32 -> i64
//         %75 = addi %69, %27 : i32
//         %76 = pack [%75, %19] : i32, i32 -> i64
//         %77 = wgmma %76, %74, %72 <n = 64, a_format = f16, b_format = f16, transpose_b> : i64, i64, pending<32xf32> -> pending<32xf32>
//         %78 = addi %69, %31 : i32
//         %79 = pack [%78, %19] : i32, i32 -> i64
//         %80 = addi %69, %11 : i32
//         %81 = pack [%80, %19] : i32, i32 -> i64
//         %82 = wgmma %81, %79, %77 <n = 64, a_format = f16, b_format = f16, transpose_b> : i64, i64, pending<32xf32> -> pending<32xf32>
//         %83 = addi %69, %37 : i32
//         %84 = pack [%83, %19] : i32, i32 -> i64
//         %85 = addi %69, %40 : i32
//         %86 = pack [%85, %19] : i32, i32 -> i64
//         %87 = wgmma %86, %84, %82 <n = 64, a_format = f16, b_format = f16, transpose_b> : i64, i64, pending<32xf32> -> pending<32xf32>
//         wgmma_commit
//         %88 = addptr %0, %arg2 <bytes = 8192> : ptr<shared>, i32 -> ptr<shared>
//         bulk_tensor_store %88, %5, [%zero, %zero], [%46] : ptr<shared>, ptr<generic>, i32, i32, i1
//         bulk_commit [%15] : i1
//         %89 = wgmma_fence [%87] : pending<32xf32> -> pending<32xf32>
//         %90 = wgmma %50, %50, %89 <n = 64, a_format = f16, b_format = f16, transpose_b> : i64, i64, pending<32xf32> -> pending<32xf32>
//         %91 = wgmma %54, %52, %90 <n = 64, a_format = f16, b_format = f16, transpose_b> : i64, i64, pending<32xf32> -> pending<32xf32>
//         %92 = wgmma %58, %56, %91 <n = 64, a_format = f16, b_format = f16, transpose_b> : i64, i64, pending<32xf32> -> pending<32xf32>
//         %93 = wgmma %62, %60, %92 <n = 64, a_format = f16, b_format = f16, transpose_b> : i64, i64, pending<32xf32> -> pending<32xf32>
//         wgmma_commit
//         bulk_tensor_store %0, %5, [%zero, %63], [%46] <offset = 17408> : ptr<shared>, ptr<generic>, i32, i32, i1
//         bulk_commit [%15] : i1
//         %94 = addi %arg2, %one : i32
//         %95 = cmpi %94, %27 <predicate = equal> : i32, i32 -> i1
//         %96 = select %95, %zero, %94 : i1, i32, i32 -> i32
//         %97 = select %95, %one, %zero : i1, i32, i32 -> i32
//         %98 = xori %arg3, %97 : i32
//         continue [%arg2, %93, %96, %98] : i32, pending<32xf32>, i32, i32
//       }
//       wgmma_wait [%64#1] : pending<32xf32> -> regs<32xf32>
//       bulk_wait <read>
//       %65 = addptr %0, %64#0 <bytes = 8> : ptr<shared>, i32 -> ptr<shared>
//       mbarrier_arrive %65, [], [%13] <offset = 16400> : ptr<shared>, i1
//       yield
//     } {
//       %13 = elect : i1
//       mbarrier_wait %0, %one <offset = 16400> : ptr<shared>, i32
//       %14 = constant <value = 8192> : i32
//       mbarrier_arrive %0, [%14], [%13] <offset = 16384> : ptr<shared>, i32, i1
//       bulk_tensor_load %0, %0, %5, [%zero, %zero], [], [%13] <barrier_offset = 16384> : ptr<shared>, ptr<shared>, ptr<generic>, i32, i32, i1
//       yield
//     }
//     return
//   }
//   global @branch_first$shared <space = shared, size = 25600, alignment = 1024>
//   func @branch_first <reqntid = 160, param_bits = [64, 32, 32]> (%from: ptr<global>, %rows: i32, %steps: i32) {
//     %0 = address_of <name = @branch_first$shared> : ptr<shared>
//     %1 = constant <value = 17408> : i32
//     %2 = addptr %0, %1 <bytes = 1> : ptr<shared>, i32 -> ptr<shared>
//     %zero = constant <value = 0> : i32
//     %3 = exti %rows : i32 -> i64
//     %4 = constant <value = 64> : i64
//     %5 = tensor_map %from, [%4, %3], [%4] <element = f16, box_shape = [64, 64], swizzle = 128> : ptr<global>, i64, i64, i64 -> ptr<generic>
//     %6 = special <name = tid.x> : i32
//     %7 = cmpi %6, %zero <predicate = equal> : i32, i32 -> i1
//     prefetch_map %5, [%7] : ptr<generic>, i1
//     %8 = constant <value = 1> : i32
//     mbarrier_init %0, [%7] <count = 1, offset = 16384> : ptr<shared>, i1
//     mbarrier_init %0, [%7] <count = 4, offset = 16400> : ptr<shared>, i1
//     mbarrier_init %0, [%7] <count = 1, offset = 16392> : ptr<shared>, i1
//     mbarrier_init %0, [%7] <count = 4, offset = 16408> : ptr<shared>, i1
//     fence <ordering = mbarrier_init, scope = cluster>
//     barrier
//     %9 = constant <value = 5> : i32
//     %10 = shri %6, %9 : i32
//     %11 = shfl %10, %zero <kind = idx> : i32
//     %12 = constant <value = 4> : i32
//     %13 = cmpi %11, %12 <predicate = less_than> : i32, i32 -> i1
//     if %13 : i1 {
//       %14 = elect : i1
//       %15 = cmpi %11, %zero <predicate = equal> : i32, i32 -> i1
//       %16 = andi %14, %15 : i1
//       %none = constant <value = 0.0> : f32
//       %any = cmpi %zero, %steps <predicate = less_than, signed> : i32, i32 -> i1
//       %17:2 = if %any : i1 -> i32, pending<32xf32> {
//         mbarrier_wait %0, %zero <offset = 16384> : ptr<shared>, i32
//         %19 = regs [%none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none] : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32 -> regs<32xf32>
//         %20 = ptr_to_int %0 : ptr<shared> -> i32
//         %21 = shri %20, %12 : i32
//         %22 = constant <value = 1073741888> : i32
//         %23 = wgmma_fence [%19] : regs<32xf32> -> pending<32xf32>
//         %24 = constant <value = false> : i1
//         %25 = pack [%21, %22] : i32, i32 -> i64
//         %26 = wgmma %25, %25, %23, [%24] <n = 64, a_format = f16, b_format = f16, transpose_b> : i64, i64, pending<32xf32>, i1 -> pending<32xf32>
//         %27 = constant <value = 128> : i32
//         %28 = addi %21, %27 : i32
//         %29 = pack [%28, %22] : i32, i32 -> i64
//         %30 = constant <value = 2> : i32
//         %31 = addi %21, %30 : i32
//         %32 = pack [%31, %22] : i32, i32 -> i64
//         %33 = wgmma %32, %29, %26 <n = 64, a_format = f16, b_format = f16, transpose_b> : i64, i64, pending<32xf32> -> pending<32xf32>
//         %34 = constant <value = 256> : i32
//         %35 = addi %21, %34 : i32
//         %36 = pack [%35, %22] : i32, i32 -> i64
//         %37 = addi %21, %12 : i32
//         %38 = pack [%37, %22] : i32, i32 -> i64
//         %39 = wgmma %38, %36, %33 <n = 64, a_format = f16, b_format = f16, transpose_b> : i64, i64, pending<32xf32> -> pending<32xf32>
//         %40 = constant <value = 384> : i32
//         %41 = addi %21, %40 : i32
//         %42 = pack [%41, %22] : i32, i32 -> i64
//         %43 = constant <value = 6> : i32
//         %44 = addi %21, %43 : i32
//         %45 = pack [%44, %22] : i32, i32 -> i64
//         %46 = wgmma %45, %42, %39 <n = 64, a_format = f16, b_format = f16, transpose_b> : i64, i64, pending<32xf32> -> pending<32xf32>
//         wgmma_commit
//         %47 = constant <value = 0> : i64
//         %48 = cmpi %3, %47 <predicate = not_equal> : i64, i64 -> i1
//         %49 = andi %16, %48 : i1
//         bulk_tensor_store %0, %5, [%zero, %zero], [%49] : ptr<shared>, ptr<generic>, i32, i32, i1
//         bulk_commit [%16] : i1
//         %50 = ptr_to_int %2 : ptr<shared> -> i32
//         %51 = shri %50, %12 : i32
//         %52 = wgmma_fence [%46] : pending<32xf32> -> pending<32xf32>
//         %53 = pack [%51, %22] : i32, i32 -> i64
//         %54 = wgmma %53, %53, %52 <n = 64, a_format = f16, b_format = f16, transpose_b> : i64, i64, pending<32xf32> -> pending<32xf32>
//         %55 = addi %51, %27 : i32
//         %56 = pack [%55, %22] : i32, i32 -> i64
//         %57 = addi %51, %30 : i32
//         %58 = pack [%57, %22] : i32, i32 -> i64
//         %59 = wgmma %58, %56, %54 <n = 64, a_format = f16, b_format = f16, transpose_b> : i64, i64, pending<32xf32> -> pending<32xf32>
//         %60 = addi %51, %34 : i32
//         %61 = pack [%60, %22] : i32, i32 -> i64
//         %62 = addi %51, %12 : i32
//         %63 = pack [%62, %22] : i32, i32 -> i64
//         %64 = wgmma %63, %61, %59 <n = 64, a_format = f16, b_format = f16, transpose_b> : i64, i64, pending<32xf32> -> pending<32xf32>
//         %65 = addi %51, %40 : i32
//         %66 = pack [%65, %22] : i32, i32 -> i64
//         %67 = addi %51, %43 : i32
//         %68 = pack [%67, %22] : i32, i32 -> i64
//         %69 = wgmma %68, %66, %64 <n = 64, a_format = f16, b_format = f16, transpose_b> : i64, i64, pending<32xf32> -> pending<32xf32>
//         wgmma_commit
//         %70 = constant <value = 64> : i32
//         bulk_tensor_store %0, %5, [%zero, %70], [%49] <offset = 17408> : ptr<shared>, ptr<generic>, i32, i32, i1
//         bulk_commit [%16] : i1
//         yield [%zero, %69] : i32, pending<32xf32>
//       } {
//         mbarrier_wait %0, %zero <offset = 16384> : ptr<shared>, i32
//         %19 = regs [%none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none] : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32 -> regs<32xf32>
//         %20 = ptr_to_int %0 : ptr<shared> -> i32
//         %21 = shri %20, %12 : i32
//         %22 = constant <value = 1073741888> : i32
//         %23 = wgmma_fence [%19] : regs<32xf32> -> pending<32xf32>
//         %24 = constant <value = false> : i1
//         %25 = pack [%21, %22] : i32, i32 -> i64
//         %26 = wgmma %25, %25, %23, [%24] <n = 64, a_format = f16, b_format = f16, transpose_b> : i64, i64, pending<32xf32>, i1 -> pending<32xf32>
//         %27 = constant <value = 128> : i32
//         %28 = addi %21, %27 : i32
//         %29 = pack [%28, %22] : i32, i32 -> i64
//         %30 = constant <value = 2> : i32
//         %31 = addi %21, %30 : i32
//         %32 = pack [%31, %22] : i32, i32 -> i64
//         %33 = wgmma %32, %29, %26 <n = 64, a_format = f16, b_format = f16, transpose_b> : i64, i64, pending<32xf32> -> pending<32xf32>
//         %34 = constant <value = 256> : i32
//         %35 = addi %21, %34 : i32
//         %36 = pack [%35, %22] : i32, i32 -> i64
//         %37 = addi %21, %12 : i32
//         %38 = pack [%37, %22] : i32, i32 -> i64
//         %39 = wgmma %38, %36, %33 <n = 64, a_format = f16, b_format = f16, transpose_b> : i64, i64, pending<32xf32> -> pending<32xf32>
//         %40 = constant <value = 384> : i32
//         %41 = addi %21, %40 : i32
//         %42 = pack [%41, %22] : i32, i32 -> i64
//         %43 = constant <value = 6> : i32
//         %44 = addi %21, %43 : i32
//         %45 = pack [%44, %22] : i32, i32 -> i64
//         %46 = wgmma %45, %42, %39 <n = 64, a_format = f16, b_format = f16, transpose_b> : i64, i64, pending<32xf32> -> pending<32xf32>
//         wgmma_commit
//         %47 = constant <value = 0> : i64
//         %48 = cmpi %3, %47 <predicate = not_equal> : i64, i64 -> i1
//         %49 = andi %16, %48 : i1
//         bulk_tensor_store %0, %5, [%zero, %zero], [%49] : ptr<shared>, ptr<generic>, i32, i32, i1
//         bulk_commit [%16] : i1
//         yield [%zero, %46] : i32, pending<32xf32>
//       }
//       wgmma_wait
//       bulk_wait <read>
//       %18 = addptr %0, %17#0 <bytes = 8> : ptr<shared>, i32 -> ptr<shared>
//       mbarrier_arrive %18, [], [%14] <offset = 16400> : ptr<shared>, i1
//       wgmma_wait [%17#1] : pending<32xf32> -> regs<32xf32>
//       yield
//     } {
//       %14 = elect : i1
//       mbarrier_wait %0, %8 <offset = 16400> : ptr<shared>, i32
//       %15 = constant <value = 8192> : i32
//       mbarrier_arrive %0, [%15], [%14] <offset = 16384> : ptr<shared>, i32, i1
//       bulk_tensor_load %0, %0, %5, [%zero, %zero], [], [%14] <barrier_offset = 16384> : ptr<shared>, ptr<shared>, ptr<generic>, i32, i32, i1
//       yield
//     }
//     return
//   }
//   global @branch_last$shared <space = shared, size = 25600, alignment = 1024>
//   func @branch_last <reqntid = 160, param_bits = [64, 32, 32]> (%from: ptr<global>, %rows: i32, %steps: i32) {
//     %0 = address_of <name = @branch_last$shared> : ptr<shared>
//     %1 = constant <value = 17408> : i32
//     %2 = addptr %0, %1 <bytes = 1> : ptr<shared>, i32 -> ptr<shared>
//     %zero = constant <value = 0> : i32
//     %3 = exti %rows : i32 -> i64
//     %4 = constant <value = 64> : i64
//     %5 = tensor_map %from, [%4, %3], [%4] <element = f16, box_shape = [64, 64], swizzle = 128> : ptr<global>, i64, i64, i64 -> ptr<generic>
//     %6 = special <name = tid.x> : i32
//     %7 = cmpi %6, %zero <predicate = equal> : i32, i32 -> i1
//     prefetch_map %5, [%7] : ptr<generic>, i1
//     %8 = constant <value = 1> : i32
//     mbarrier_init %0, [%7] <count = 1, offset = 16384> : ptr<shared>, i1
//     mbarrier_init %0, [%7] <count = 4, offset = 16400> : ptr<shared>, i1
//     mbarrier_init %0, [%7] <count = 1, offset = 16392> : ptr<shared>, i1
//     mbarrier_init %0, [%7] <count = 4, offset = 16408> : ptr<shared>, i1
//     fence <ordering = mbarrier_init, scope = cluster>
//     barrier
//     %9 = constant <value = 5> : i32
//     %10 = shri %6, %9 : i32
//     %11 = shfl %10, %zero <kind = idx> : i32
//     %12 = constant <value = 4> : i32
//     %13 = cmpi %11, %12 <predicate = less_than> : i32, i32 -> i1
//     if %13 : i1 {
//       %14 = elect : i1
//       %15 = cmpi %11, %zero <predicate = equal> : i32, i32 -> i1
//       %16 = andi %14, %15 : i1
//       %none = constant <value = 0.0> : f32
//       %any = cmpi %zero, %steps <predicate = less_than, signed> : i32, i32 -> i1
//       %17:2 = if %any : i1 -> i32, pending<32xf32> {
//         mbarrier_wait %0, %zero <offset = 16384> : ptr<shared>, i32
//         %19 = regs [%none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none] : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32 -> regs<32xf32>
//         %20 = ptr_to_int %0 : ptr<shared> -> i32
//         %21 = shri %20, %12 : i32
//         %22 = constant <value = 1073741888> : i32
//         %23 = wgmma_fence [%19] : regs<32xf32> -> pending<32xf32>
//         %24 = constant <value = false> : i1
//         %25 = pack [%21, %22] : i32, i32 -> i64
//         %26 = wgmma %25, %25, %23, [%24] <n = 64, a_format = f16, b_format = f16, transpose_b> : i64, i64, pending<32xf32>, i1 -> pending<32xf32>
//         %27 = constant <value = 128> : i32
//         %28 = addi %21, %27 : i32
//         %29 = pack [%28, %22] : i32, i32 -> i64
//         %30 = constant <value = 2> : i32
//         %31 = addi %21, %30 : i32
//         %32 = pack [%31, %22] : i32, i32 -> i64
//         %33 = wgmma %32, %29, %26 <n = 64, a_format = f16, b_format = f16, transpose_b> : i64, i64, pending<32xf32> -> pending<32xf32>
//         %34 = constant <value = 256> : i32
//         %35 = addi %21, %34 : i32
//         %36 = pack [%35, %22] : i32, i32 -> i64
//         %37 = addi %21, %12 : i32
//         %38 = pack [%37, %22] : i32, i32 -> i64
//         %39 = wgmma %38, %36, %33 <n = 64, a_format = f16, b_format = f16, transpose_b> : i64, i64, pending<32xf32> -> pending<32xf32>
//         %40 = constant <value = 384> : i32
//         %41 = addi %21, %40 : i32
//         %42 = pack [%41, %22] : i32, i32 -> i64
//         %43 = constant <value = 6> : i32
//         %44 = addi %21, %43 : i32
//         %45 = pack [%44, %22] : i32, i32 -> i64
//         %46 = wgmma %45, %42, %39 <n = 64, a_format = f16, b_format = f16, transpose_b> : i64, i64, pending<32xf32> -> pending<32xf32>
//         wgmma_commit
//         %47 = constant <value = 0> : i64
//         %48 = cmpi %3, %47 <predicate = not_equal> : i64, i64 -> i1
//         %49 = andi %16, %48 : i1
//         bulk_tensor_store %0, %5, [%zero, %zero], [%49] : ptr<shared>, ptr<generic>, i32, i32, i1
//         bulk_commit [%16] : i1
//         yield [%zero, %46] : i32, pending<32xf32>
//       } {
//         mbarrier_wait %0, %zero <offset = 16384> : ptr<shared>, i32
//         %19 = regs [%none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none, %none] : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32 -> regs<32xf32>
//         %20 = ptr_to_int %0 : ptr<shared> -> i32
//         %21 = shri %20, %12 : i32
//         %22 = constant <value = 1073741888> : i32
//         %23 = wgmma_fence [%19] : regs<32xf32> -> pending<32xf32>
//         %24 = constant <value = false> : i1
//         %25 = pack [%21, %22] : i32, i32 -> i64
//         %26 = wgmma %25, %25, %23, [%24] <n = 64, a_format = f16, b_format = f16, transpose_b> : i64, i64, pending<32xf32>, i1 -> pending<32xf32>
//         %27 = constant <value = 128> : i32
//         %28 = addi %21, %27 : i32
//         %29 = pack [%28, %22] : i32, i32 -> i64
//         %30 = constant <value = 2> : i32
//         %31 = addi %21, %30 : i32
//         %32 = pack [%31, %22] : i32, i32 -> i64
//         %33 = wgmma %32, %29, %26 <n = 64, a_format = f16, b_format = f16, transpose_b> : i64, i64, pending<32xf32> -> pending<32xf32>
//         %34 = constant <value = 256> : i32
//         %35 = addi %21, %34 : i32
//         %36 = pack [%35, %22] : i32, i32 -> i64
//         %37 = addi %21, %12 : i32
//         %38 = pack [%37, %22] : i32, i32 -> i64
//         %39 = wgmma %38, %36, %33 <n = 64, a_format = f16, b_format = f16, transpose_b> : i64, i64, pending<32xf32> -> pending<32xf32>
//         %40 = constant <value = 384> : i32
//         %41 = addi %21, %40 : i32
//         %42 = pack [%41, %22] : i32, i32 -> i64
//         %43 = constant <value = 6> : i32
//         %44 = addi %21, %43 : i32
//         %45 = pack [%44, %22] : i32, i32 -> i64
//         %46 = wgmma %45, %42, %39 <n = 64, a_format = f16, b_format = f16, transpose_b> : i64, i64, pending<32xf32> -> pending<32xf32>
//         wgmma_commit
//         %47 = constant <value = 0> : i64
//         %48 = cmpi %3, %47 <predicate = not_equal> : i64, i64 -> i1
//         %49 = andi %16, %48 : i1
//         bulk_tensor_store %0, %5, [%zero, %zero], [%49] : ptr<shared>, ptr<generic>, i32, i32, i1
//         bulk_commit [%16] : i1
//         %50 = ptr_to_int %2 : ptr<shared> -> i32
//         %51 = shri %50, %12 : i32
//         %52 = wgmma_fence [%46] : pending<32xf32> -> pending<32xf32>
//         %53 = pack [%51, %22] : i32, i32 -> i64
//         %54 = wgmma %53, %53, %52 <n = 64, a_format = f16, b_format = f16, transpose_b> : i64, i64, pending<32xf32> -> pending<32xf32>
//         %55 = addi %51, %27 : i32
//         %56 = pack [%55, %22] : i32, i32 -> i64
//         %57 = addi %51, %30 : i32
//         %58 = pack [%57, %22] : i32, i32 -> i64
//         %59 = wgmma %58, %56, %54 <n = 64, a_format = f16, b_format = f16, transpose_b> : i64, i64, pending<32xf32> -> pending<32xf32>
//         %60 = addi %51, %34 : i32
//         %61 = pack [%60, %22] : i32, i32 -> i64
//         %62 = addi %51, %12 : i32
//         %63 = pack [%62, %22] : i32, i32 -> i64
//         %64 = wgmma %63, %61, %59 <n = 64, a_format = f16, b_format = f16, transpose_b> : i64, i64, pending<32xf32> -> pending<32xf32>
//         %65 = addi %51, %40 : i32
//         %66 = pack [%65, %22] : i32, i32 -> i64
//         %67 = addi %51, %43 : i32
//         %68 = pack [%67, %22] : i32, i32 -> i64
//         %69 = wgmma %68, %66, %64 <n = 64, a_format = f16, b_format = f16, transpose_b> : i64, i64, pending<32xf32> -> pending<32xf32>
//         wgmma_commit
//         %70 = constant <value = 64> : i32
//         bulk_tensor_store %0, %5, [%zero, %70], [%49] <offset = 17408> : ptr<shared>, ptr<generic>, i32, i32, i1
//         bulk_commit [%16] : i1
//         yield [%zero, %69] : i32, pending<32xf32>
//       }
//       wgmma_wait
//       bulk_wait <read>
//       %18 = addptr %0, %17#0 <bytes = 8> : ptr<shared>, i32 -> ptr<shared>
//       mbarrier_arrive %18, [], [%14] <offset = 16400> : ptr<shared>, i1
//       wgmma_wait [%17#1] : pending<32xf32> -> regs<32xf32>
//       yield
//     } {
//       %14 = elect : i1
//       mbarrier_wait %0, %8 <offset = 16400> : ptr<shared>, i32
//       %15 = constant <value = 8192> : i32
//       mbarrier_arrive %0, [%15], [%14] <offset = 16384> : ptr<shared>, i32, i1
//       bulk_tensor_load %0, %0, %5, [%zero, %zero], [], [%14] <barrier_offset = 16384> : ptr<shared>, ptr<shared>, ptr<generic>, i32, i32, i1
//       yield
//     }
//     return
//   }
// }
//
// A release waits for the products and stores that read its stage, and N of its waits is the least number of groups that are begun
// after the read on any way to it. Each kernel has one way with a product and a store more than the other one: before a loop or in
// it, or in a branch. So the waits of each first release are for all groups.
tileas.module @kernels <target = "sm_90a"> {
  func @loop_before <num_warps = 4> (%from: ptr, %rows: i32, %steps: i32) {
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %m = make_memref %from, [%rows] : ptr, i32 -> memref<?x64xf16, [64, 1]>
    %tiles = block_tile %m : memref<?x64xf16, [64, 1]> -> block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>
    %map = make_tiled_tma_desc %m <tma_idx = 0> : memref<?x64xf16, [64, 1]> -> tma_desc<64x64xf16, swizzle = 128>
    %p = async.pipeline.create_pipeline : pipeline<2, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>>
    %w = async.pipeline.create_iterator %p : pipeline<2, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>> -> iterator<2, producer>
    %r = async.pipeline.create_iterator %p : pipeline<2, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>> -> iterator<2, consumer>
    async.pipeline.agent_switch {
      async.pipeline.agent <num_warps = 4> {
        %none = constant <value = 0.0> : tile<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]>
        %own = alloc_tensor : buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>
        %full = async.pipeline.consumer_wait %p, %r : pipeline<2, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>>, iterator<2, consumer> -> stage<full>
        %read, %d = async.pipeline.consumer_read %p, %full : pipeline<2, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>>, stage<full> -> stage<read>, pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]> (%b: buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>) {
          %d0 = async.dot %b, %b, %none : buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>, tile<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]> -> pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]>
          async.tiled_tma_store %b, %tiles, %map, [%zero, %zero] : buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>, block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>, tma_desc<64x64xf16, swizzle = 128>, i32, i32
          async.pipeline.yield [%d0] : pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]>
        }
        %d1 = async.dot %own, %own, %d : buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>, pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]> -> pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]>
        async.tiled_tma_store %own, %tiles, %map, [%one, %zero] : buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>, block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>, tma_desc<64x64xf16, swizzle = 128>, i32, i32
        %r1 = async.pipeline.inc_iter %r : iterator<2, consumer>
        %last, %sum, %r9 = for %zero, %steps, %one, [%read, %d1, %r1] : i32, i32, i32, stage<read>, pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]>, iterator<2, consumer> -> stage<read>, pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]>, iterator<2, consumer> (%s: i32, %before: stage<read>, %acc: pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]>, %it: iterator<2, consumer>) {
        async.pipeline.consumer_release %p, %before : pipeline<2, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>>, stage<read>
        %filled = async.pipeline.consumer_wait %p, %it : pipeline<2, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>>, iterator<2, consumer> -> stage<full>
        %again, %e = async.pipeline.consumer_read %p, %filled : pipeline<2, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>>, stage<full> -> stage<read>, pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]> (%b: buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>) {
          %d0 = async.dot %b, %b, %acc : buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>, pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]> -> pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]>
          async.tiled_tma_store %b, %tiles, %map, [%zero, %zero] : buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>, block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>, tma_desc<64x64xf16, swizzle = 128>, i32, i32
          async.pipeline.yield [%d0] : pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]>
        }
        %more = async.pipeline.inc_iter %it : iterator<2, consumer>
        continue [%again, %e, %more] : stage<read>, pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]>, iterator<2, consumer>
        }
        %ended = async.dot_wait %sum : pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]> -> tile<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]>
        async.pipeline.consumer_release %p, %last : pipeline<2, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>>, stage<read>
        async.pipeline.yield
      }
      async.pipeline.agent <num_warps = 1> {
        %empty = async.pipeline.producer_acquire %p, %w : pipeline<2, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>>, iterator<2, producer> -> stage<empty>
        %written = async.pipeline.producer_write %p, %empty : pipeline<2, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>>, stage<empty> -> stage<written> (%b: buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>) {
          async.tiled_tma_load %tiles, %b, %map, [%zero, %zero] : block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>, tma_desc<64x64xf16, swizzle = 128>, i32, i32
          async.pipeline.yield
        }
        async.pipeline.producer_commit %p, %written : pipeline<2, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>>, stage<written>
        async.pipeline.yield
      }
      async.pipeline.yield
    }
    return
  }
  func @loop_inside <num_warps = 4> (%from: ptr, %rows: i32, %steps: i32) {
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %m = make_memref %from, [%rows] : ptr, i32 -> memref<?x64xf16, [64, 1]>
    %tiles = block_tile %m : memref<?x64xf16, [64, 1]> -> block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>
    %map = make_tiled_tma_desc %m <tma_idx = 0> : memref<?x64xf16, [64, 1]> -> tma_desc<64x64xf16, swizzle = 128>
    %p = async.pipeline.create_pipeline : pipeline<2, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>>
    %w = async.pipeline.create_iterator %p : pipeline<2, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>> -> iterator<2, producer>
    %r = async.pipeline.create_iterator %p : pipeline<2, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>> -> iterator<2, consumer>
    async.pipeline.agent_switch {
      async.pipeline.agent <num_warps = 4> {
        %none = constant <value = 0.0> : tile<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]>
        %own = alloc_tensor : buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>
        %full = async.pipeline.consumer_wait %p, %r : pipeline<2, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>>, iterator<2, consumer> -> stage<full>
        %read, %d = async.pipeline.consumer_read %p, %full : pipeline<2, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>>, stage<full> -> stage<read>, pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]> (%b: buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>) {
          %d0 = async.dot %b, %b, %none : buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>, tile<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]> -> pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]>
          async.tiled_tma_store %b, %tiles, %map, [%zero, %zero] : buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>, block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>, tma_desc<64x64xf16, swizzle = 128>, i32, i32
          async.pipeline.yield [%d0] : pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]>
        }
        %r1 = async.pipeline.inc_iter %r : iterator<2, consumer>
        %last, %sum, %r9 = for %zero, %steps, %one, [%read, %d, %r1] : i32, i32, i32, stage<read>, pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]>, iterator<2, consumer> -> stage<read>, pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]>, iterator<2, consumer> (%s: i32, %before: stage<read>, %acc: pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]>, %it: iterator<2, consumer>) {
        async.pipeline.consumer_release %p, %before : pipeline<2, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>>, stage<read>
        %filled = async.pipeline.consumer_wait %p, %it : pipeline<2, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>>, iterator<2, consumer> -> stage<full>
        %again, %e = async.pipeline.consumer_read %p, %filled : pipeline<2, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>>, stage<full> -> stage<read>, pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]> (%b: buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>) {
          %d0 = async.dot %b, %b, %acc : buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>, pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]> -> pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]>
          async.tiled_tma_store %b, %tiles, %map, [%zero, %zero] : buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>, block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>, tma_desc<64x64xf16, swizzle = 128>, i32, i32
          async.pipeline.yield [%d0] : pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]>
        }
        %e1 = async.dot %own, %own, %e : buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>, pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]> -> pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]>
        async.tiled_tma_store %own, %tiles, %map, [%one, %zero] : buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>, block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>, tma_desc<64x64xf16, swizzle = 128>, i32, i32
        %more = async.pipeline.inc_iter %it : iterator<2, consumer>
        continue [%again, %e1, %more] : stage<read>, pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]>, iterator<2, consumer>
        }
        %ended = async.dot_wait %sum : pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]> -> tile<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]>
        async.pipeline.consumer_release %p, %last : pipeline<2, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>>, stage<read>
        async.pipeline.yield
      }
      async.pipeline.agent <num_warps = 1> {
        %empty = async.pipeline.producer_acquire %p, %w : pipeline<2, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>>, iterator<2, producer> -> stage<empty>
        %written = async.pipeline.producer_write %p, %empty : pipeline<2, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>>, stage<empty> -> stage<written> (%b: buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>) {
          async.tiled_tma_load %tiles, %b, %map, [%zero, %zero] : block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>, tma_desc<64x64xf16, swizzle = 128>, i32, i32
          async.pipeline.yield
        }
        async.pipeline.producer_commit %p, %written : pipeline<2, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>>, stage<written>
        async.pipeline.yield
      }
      async.pipeline.yield
    }
    return
  }
  func @branch_first <num_warps = 4> (%from: ptr, %rows: i32, %steps: i32) {
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %m = make_memref %from, [%rows] : ptr, i32 -> memref<?x64xf16, [64, 1]>
    %tiles = block_tile %m : memref<?x64xf16, [64, 1]> -> block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>
    %map = make_tiled_tma_desc %m <tma_idx = 0> : memref<?x64xf16, [64, 1]> -> tma_desc<64x64xf16, swizzle = 128>
    %p = async.pipeline.create_pipeline : pipeline<2, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>>
    %w = async.pipeline.create_iterator %p : pipeline<2, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>> -> iterator<2, producer>
    %r = async.pipeline.create_iterator %p : pipeline<2, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>> -> iterator<2, consumer>
    async.pipeline.agent_switch {
      async.pipeline.agent <num_warps = 4> {
        %none = constant <value = 0.0> : tile<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]>
        %own = alloc_tensor : buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>
        %any = cmpi %zero, %steps <predicate = less_than, signed> : i32, i32 -> i1
        %stage, %sum = if %any : i1 -> stage<read>, pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]> {
        %full = async.pipeline.consumer_wait %p, %r : pipeline<2, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>>, iterator<2, consumer> -> stage<full>
        %read, %d = async.pipeline.consumer_read %p, %full : pipeline<2, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>>, stage<full> -> stage<read>, pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]> (%b: buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>) {
          %d0 = async.dot %b, %b, %none : buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>, tile<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]> -> pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]>
          async.tiled_tma_store %b, %tiles, %map, [%zero, %zero] : buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>, block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>, tma_desc<64x64xf16, swizzle = 128>, i32, i32
          async.pipeline.yield [%d0] : pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]>
        }
        %d1 = async.dot %own, %own, %d : buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>, pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]> -> pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]>
        async.tiled_tma_store %own, %tiles, %map, [%one, %zero] : buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>, block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>, tma_desc<64x64xf16, swizzle = 128>, i32, i32
        yield [%read, %d1] : stage<read>, pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]>
        } {
        %full = async.pipeline.consumer_wait %p, %r : pipeline<2, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>>, iterator<2, consumer> -> stage<full>
        %read, %d = async.pipeline.consumer_read %p, %full : pipeline<2, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>>, stage<full> -> stage<read>, pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]> (%b: buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>) {
          %d0 = async.dot %b, %b, %none : buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>, tile<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]> -> pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]>
          async.tiled_tma_store %b, %tiles, %map, [%zero, %zero] : buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>, block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>, tma_desc<64x64xf16, swizzle = 128>, i32, i32
          async.pipeline.yield [%d0] : pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]>
        }
        yield [%read, %d] : stage<read>, pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]>
        }
        async.pipeline.consumer_release %p, %stage : pipeline<2, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>>, stage<read>
        %ended = async.dot_wait %sum : pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]> -> tile<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]>
        async.pipeline.yield
      }
      async.pipeline.agent <num_warps = 1> {
        %empty = async.pipeline.producer_acquire %p, %w : pipeline<2, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>>, iterator<2, producer> -> stage<empty>
        %written = async.pipeline.producer_write %p, %empty : pipeline<2, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>>, stage<empty> -> stage<written> (%b: buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>) {
          async.tiled_tma_load %tiles, %b, %map, [%zero, %zero] : block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>, tma_desc<64x64xf16, swizzle = 128>, i32, i32
          async.pipeline.yield
        }
        async.pipeline.producer_commit %p, %written : pipeline<2, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>>, stage<written>
        async.pipeline.yield
      }
      async.pipeline.yield
    }
    return
  }
  func @branch_last <num_warps = 4> (%from: ptr, %rows: i32, %steps: i32) {
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %m = make_memref %from, [%rows] : ptr, i32 -> memref<?x64xf16, [64, 1]>
    %tiles = block_tile %m : memref<?x64xf16, [64, 1]> -> block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>
    %map = make_tiled_tma_desc %m <tma_idx = 0> : memref<?x64xf16, [64, 1]> -> tma_desc<64x64xf16, swizzle = 128>
    %p = async.pipeline.create_pipeline : pipeline<2, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>>
    %w = async.pipeline.create_iterator %p : pipeline<2, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>> -> iterator<2, producer>
    %r = async.pipeline.create_iterator %p : pipeline<2, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>> -> iterator<2, consumer>
    async.pipeline.agent_switch {
      async.pipeline.agent <num_warps = 4> {
        %none = constant <value = 0.0> : tile<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]>
        %own = alloc_tensor : buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>
        %any = cmpi %zero, %steps <predicate = less_than, signed> : i32, i32 -> i1
        %stage, %sum = if %any : i1 -> stage<read>, pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]> {
        %full = async.pipeline.consumer_wait %p, %r : pipeline<2, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>>, iterator<2, consumer> -> stage<full>
        %read, %d = async.pipeline.consumer_read %p, %full : pipeline<2, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>>, stage<full> -> stage<read>, pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]> (%b: buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>) {
          %d0 = async.dot %b, %b, %none : buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>, tile<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]> -> pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]>
          async.tiled_tma_store %b, %tiles, %map, [%zero, %zero] : buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>, block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>, tma_desc<64x64xf16, swizzle = 128>, i32, i32
          async.pipeline.yield [%d0] : pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]>
        }
        yield [%read, %d] : stage<read>, pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]>
        } {
        %full = async.pipeline.consumer_wait %p, %r : pipeline<2, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>>, iterator<2, consumer> -> stage<full>
        %read, %d = async.pipeline.consumer_read %p, %full : pipeline<2, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>>, stage<full> -> stage<read>, pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]> (%b: buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>) {
          %d0 = async.dot %b, %b, %none : buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>, tile<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]> -> pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]>
          async.tiled_tma_store %b, %tiles, %map, [%zero, %zero] : buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>, block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>, tma_desc<64x64xf16, swizzle = 128>, i32, i32
          async.pipeline.yield [%d0] : pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]>
        }
        %d1 = async.dot %own, %own, %d : buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>, pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]> -> pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]>
        async.tiled_tma_store %own, %tiles, %map, [%one, %zero] : buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>, block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>, tma_desc<64x64xf16, swizzle = 128>, i32, i32
        yield [%read, %d1] : stage<read>, pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]>
        }
        async.pipeline.consumer_release %p, %stage : pipeline<2, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>>, stage<read>
        %ended = async.dot_wait %sum : pending<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]> -> tile<64x64xf32, reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]>
        async.pipeline.yield
      }
      async.pipeline.agent <num_warps = 1> {
        %empty = async.pipeline.producer_acquire %p, %w : pipeline<2, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>>, iterator<2, producer> -> stage<empty>
        %written = async.pipeline.producer_write %p, %empty : pipeline<2, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>>, stage<empty> -> stage<written> (%b: buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>) {
          async.tiled_tma_load %tiles, %b, %map, [%zero, %zero] : block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1]>, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>, tma_desc<64x64xf16, swizzle = 128>, i32, i32
          async.pipeline.yield
        }
        async.pipeline.producer_commit %p, %written : pipeline<2, buffer<64x64xf16, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]>>, stage<written>
        async.pipeline.yield
      }
      async.pipeline.yield
    }
    return
  }
}
