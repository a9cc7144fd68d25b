// RUN: compile --emit=nvvm --target=sm_100a
// nvvm.module @m <target = "sm_100a"> {
//   global @product$shared <space = shared, size = 6144, alignment = 1024>
//   func @product <reqntid = 128, param_bits = [64, 64, 64]> (%a: ptr<global>, %b: ptr<global>, %c: ptr<global>) {
//     %0 = address_of <name = @product$shared> : ptr<shared>
//     %1 = constant <value = 1024> : i32
//     %2 = addptr %0, %1 <bytes = 1> : ptr<shared>, i32 -> ptr<shared>
//     %3 = constant <value = 5120> : i32
//     %4 = addptr %0, %3 <bytes = 1> : ptr<shared>, i32 -> ptr<shared>
//     %5 = special <name = tid.x> : i32
//     %6 = constant <value = 5> : i32
//     %7 = shri %5, %6 : i32
//     %8 = constant <value = 0> : i32
//     %9 = shfl %7, %8 <kind = idx> : i32
//     %10 = cmpi %9, %8 <predicate = equal> : i32, i32 -> i1
//     if %10 : i1 {
//       tmem_alloc %0 <columns = 32> : ptr<shared>
//       yield
//     }
//     tmem_fence <side = before>
//     %11 = cmpi %5, %8 <predicate = equal> : i32, i32 -> i1
//     if %11 : i1 {
//       mbarrier_init %0 <count = 2, offset = 8> : ptr<shared>
//       st %0, [%8] <bits = 32, offset = 4> : ptr<shared>, i32
//       yield
//     }
//     fence <ordering = mbarrier_init, scope = cluster>
//     barrier
//     tmem_fence <side = after>
//     %12 = ld %0 <bits = 32> : ptr<shared> -> i32
//     %13 = shfl %7, %8 <kind = idx> : i32
//     %14 = elect : i1
//     %15 = cmpi %13, %8 <predicate = equal> : i32, i32 -> i1
//     %16 = andi %14, %15 : i1
//     %17 = constant <value = 1> : i32
//     %18 = shri %5, %17 : i32
//     %19 = andi %5, %17 : i32
//     %20 = constant <value = 3> : i32
//     %21 = addptr %a, %18 <bytes = 32> : ptr<global>, i32 -> ptr<global>
//     %22 = addptr %21, %19 <bytes = 16> : ptr<global>, i32 -> ptr<global>
//     %23:4 = ld %22 <bits = 32> : ptr<global> -> i32, i32, i32, i32
//     %24:4 = ld %22 <bits = 32, offset = 2048> : ptr<global> -> i32, i32, i32, i32
//     %25 = andi %5, %20 : i32
//     %26 = constant <value = 2> : i32
//     %27 = shri %5, %26 : i32
//     %28 = addptr %b, %25 <bytes = 8> : ptr<global>, i32 -> ptr<global>
//     %29 = addptr %28, %27 <bytes = 32> : ptr<global>, i32 -> ptr<global>
//     %30:2 = ld %29 <bits = 32> : ptr<global> -> i32, i32
//     tmem_fence <side = before>
//     barrier
//     tmem_fence <side = after>
//     %31 = constant <value = 7> : i32
//     %32 = andi %5, %31 : i32
//     %33 = shli %32, %20 : i32
//     %34 = shri %5, %20 : i32
//     %35 = andi %34, %17 : i32
//     %36 = constant <value = 72> : i32
//     %37 = muli %35, %36 : i32
//     %38 = xori %33, %37 : i32
//     %39 = constant <value = 4> : i32
//     %40 = shri %5, %39 : i32
//     %41 = addptr %0, %38 <bytes = 2> : ptr<shared>, i32 -> ptr<shared>
//     %42 = addptr %41, %40 <bytes = 256> : ptr<shared>, i32 -> ptr<shared>
//     st %42, [%23#0, %23#1, %23#2, %23#3] <bits = 32, offset = 1024> : ptr<shared>, i32, i32, i32, i32
//     st %42, [%24#0, %24#1, %24#2, %24#3] <bits = 32, offset = 3072> : ptr<shared>, i32, i32, i32, i32
//     %43 = constant <value = 15> : i32
//     %44 = andi %5, %43 : i32
//     %45 = shli %44, %26 : i32
//     %46 = andi %40, %17 : i32
//     %47 = muli %46, %36 : i32
//     %48 = xori %45, %47 : i32
//     %49 = addptr %0, %7 <bytes = 256> : ptr<shared>, i32 -> ptr<shared>
//     %50 = addptr %49, %48 <bytes = 2> : ptr<shared>, i32 -> ptr<shared>
//     st %50, [%30#0, %30#1] <bits = 32, offset = 5120> : ptr<shared>, i32, i32
//     %51 = constant <value = false> : i1
//     %52 = ld %0 <bits = 32, offset = 4> : ptr<shared> -> i32
//     fence <ordering = async_shared, scope = cta>
//     tmem_fence <side = before>
//     barrier
//     tmem_fence <side = after>
//     if %15 : i1 {
//       %60 = ptr_to_int %2 : ptr<shared> -> i32
//       %61 = shri %60, %39 : i32
//       %62 = constant <value = -1073725424> : i32
//       %63 = ptr_to_int %4 : ptr<shared> -> i32
//       %64 = shri %63, %39 : i32
//       %65 = pack [%61, %62] : i32, i32 -> i64
//       %66 = pack [%64, %62] : i32, i32 -> i64
//       tcgen05_mma %12, %65, %66, [%51], [%16] <m = 128, n = 32, a_format = f16, b_format = f16> : i32, i64, i64, i1, i1
//       %67 = constant <value = 8> : i64
//       %68 = addptr %0, %67 <bytes = 1> : ptr<shared>, i64 -> ptr<shared>
//       tcgen05_commit %68, [], [%16] : ptr<shared>, i1
//       %69 = xori %52, %17 : i32
//       st %0, [%69], [%16] <bits = 32, offset = 4> : ptr<shared>, i32, i1
//       mbarrier_arrive %0, [], [%16] <offset = 8> : ptr<shared>, i1
//       yield
//     }
//     mbarrier_wait %0, %52 <offset = 8> : ptr<shared>, i32
//     tmem_fence <side = after>
//     %53 = andi %13, %20 : i32
//     %54 = constant <value = 21> : i32
//     %55 = shli %53, %54 <overflow = no_signed_wrap> : i32
//     %56 = addi %12, %55 : i32
//     %sum:32 = tmem_load %56 : i32 -> f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32
//     %57 = addptr %c, %5 <bytes = 128> : ptr<global>, i32 -> ptr<global>
//     st %57, [%sum#0, %sum#1, %sum#2, %sum#3] <bits = 32> : ptr<global>, f32, f32, f32, f32
//     st %57, [%sum#4, %sum#5, %sum#6, %sum#7] <bits = 32, offset = 16> : ptr<global>, f32, f32, f32, f32
//     st %57, [%sum#8, %sum#9, %sum#10, %sum#11] <bits = 32, offset = 32> : ptr<global>, f32, f32, f32, f32
//     st %57, [%sum#12, %sum#13, %sum#14, %sum#15] <bits = 32, offset = 48> : ptr<global>, f32, f32, f32, f32
//     st %57, [%sum#16, %sum#17, %sum#18, %sum#19] <bits = 32, offset = 64> : ptr<global>, f32, f32, f32, f32
//     st %57, [%sum#20, %sum#21, %sum#22, %sum#23] <bits = 32, offset = 80> : ptr<global>, f32, f32, f32, f32
//     st %57, [%sum#24, %sum#25, %sum#26, %sum#27] <bits = 32, offset = 96> : ptr<global>, f32, f32, f32, f32
//     st %57, [%sum#28, %sum#29, %sum#30, %sum#31] <bits = 32, offset = 112> : ptr<global>, f32, f32, f32, f32
//     tmem_fence <side = before>
//     barrier
//     tmem_fence <side = after>
//     %58 = shfl %7, %8 <kind = idx> : i32
//     %59 = cmpi %58, %8 <predicate = equal> : i32, i32 -> i1
//     if %59 : i1 {
//       tmem_free %12 <columns = 32> : i32
//       yield
//     }
//     return
//   }
// }
//
// A product into tensor memory without agents. The kernel takes columns and frees them before it returns; fences order tensor memory
// around each barrier. The product does not add onto the zeros.
cuda_tile.module @m {
  entry @product(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a_d = assume div_by<16>, %a : tile<ptr<f16>>
    %b_d = assume div_by<16>, %b : tile<ptr<f16>>
    %c_d = assume div_by<16>, %c : tile<ptr<f32>>
    %a_v = make_tensor_view %a_d, shape = [128, 16], strides = [16, 1] : tensor_view<128x16xf16, strides=[16,1]>
    %b_v = make_tensor_view %b_d, shape = [16, 32], strides = [1, 16] : tensor_view<16x32xf16, strides=[1,16]>
    %c_v = make_tensor_view %c_d, shape = [128, 32], strides = [32, 1] : tensor_view<128x32xf32, strides=[32,1]>
    %a_t = make_partition_view %a_v : partition_view<tile=(128x16), tensor_view<128x16xf16, strides=[16,1]>>
    %b_t = make_partition_view %b_v : partition_view<tile=(16x32), tensor_view<16x32xf16, strides=[1,16]>>
    %c_t = make_partition_view %c_v : partition_view<tile=(128x32), tensor_view<128x32xf32, strides=[32,1]>>
    %none = constant <f32: 0.0> : tile<128x32xf32>
    %x, %x_r = load_view_tko weak %a_t[%zero, %zero] : partition_view<tile=(128x16), tensor_view<128x16xf16, strides=[16,1]>>, tile<i32> -> tile<128x16xf16>, token
    %y, %y_r = load_view_tko weak %b_t[%zero, %zero] : partition_view<tile=(16x32), tensor_view<16x32xf16, strides=[1,16]>>, tile<i32> -> tile<16x32xf16>, token
    %sum = mmaf %x, %y, %none : tile<128x16xf16>, tile<16x32xf16>, tile<128x32xf32>
    %done = store_view_tko weak %sum, %c_t[%zero, %zero] : tile<128x32xf32>, partition_view<tile=(128x32), tensor_view<128x32xf32, strides=[32,1]>>, tile<i32> -> token
    return
  }
}
