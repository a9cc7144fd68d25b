// RUN: lower --target=sm_80
// #r0 = reg=[(0,0),(0,0),(0,0)] lane=[(0,0),(0,0),(0,0),(0,0),(0,0)] warp=[]
// #r1 = reg=[(0,1),(0,2),(0,4)] lane=[(0,8),(1,0),(2,0),(4,0),(8,0)] warp=[]
// #r2 = reg=[1,2,4] lane=[8,0,0,0,0] warp=[]
// #r3 = reg=[] lane=[(0,0),(0,0),(0,0),(0,0),(0,0)] warp=[]
// #r4 = reg=[] lane=[0,1,2,4,8] warp=[]
// #r5 = reg=[] lane=[(0,0),(1,0),(2,0),(4,0),(8,0)] warp=[]
// #r6 = reg=[(0,0),(0,0),(0,0)] lane=[(0,0),(1,0),(2,0),(4,0),(8,0)] warp=[]
// #r7 = reg=[(1,0),(8,0),(0,8)] lane=[(2,0),(4,0),(0,1),(0,2),(0,4)] warp=[]
// #r8 = reg=[(0,1),(8,0),(0,8)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[]
// #s0 = offset=[(0,1),(0,2),(0,4),(0,8),(1,0),(2,0),(4,8),(8,0)]
// #r9 = reg=[0,0,0] lane=[0,0,0,0,0] warp=[]
// #r10 = reg=[(0,1),(0,2),(0,4)] lane=[(0,8),(0,0),(0,0),(0,0),(0,0)] warp=[]
// tileas.module @tests <target = "sm_80"> {
//   func @k <num_warps = 1, shared_bytes = 2048> (%a: ptr, %n: i32, %m: i32) {
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %sixteen = constant <value = 16> : i32
//     %nothing = constant <value = 0x0> : f16
//     %0 = view %nothing : f16 -> tile<1x1xf16, #r0>
//     %others = broadcast %0 : tile<1x1xf16, #r0> -> tile<16x16xf16, #r1>
//     %1 = make_range : tile<16xi32, #r2>
//     %2 = view %n : i32 -> tile<1x1xi32, #r3>
//     %3 = make_range : tile<16xi32, #r4>
//     %4 = view %3 : tile<16xi32, #r4> -> tile<16x1xi32, #r5>
//     %5 = broadcast %2 : tile<1x1xi32, #r3> -> tile<16x1xi32, #r5>
//     %starts = muli %4, %5 : tile<16x1xi32, #r5>
//     %6 = convert_layout %starts : tile<16x1xi32, #r5> -> tile<16x1xi32, #r6>
//     %starts_all = broadcast %6 : tile<16x1xi32, #r6> -> tile<16x16xi32, #r1>
//     %7 = view %n : i32 -> tile<1x1xi32, #r0>
//     %width_all = broadcast %7 : tile<1x1xi32, #r0> -> tile<16x16xi32, #r1>
//     %8 = view %a : ptr -> tile<1x1xptr, #r0>
//     %base_all = broadcast %8 : tile<1x1xptr, #r0> -> tile<16x16xptr, #r1>
//     %9 = constant <value = 0x3c00> : tile<16x16xf16, #r7>
//     %four = constant <value = 4> : i32
//     %10 = constant <value = 0.0> : tile<16x16xf32, #r8>
//     %11 = create_pipeline <stages = 4, offset = 0> : buffer<16x16xf16, #s0>
//     barrier
//     %12 = cmpi %zero, %four <predicate = less_than, signed> : i32, i32 -> i1
//     %13 = constant <value = 0> : i32
//     if %12 : i1 {
//       %32 = muli %zero, %sixteen : i32
//       %33 = view %32 : i32 -> tile<1xi32, #r9>
//       %34 = broadcast %33 : tile<1xi32, #r9> -> tile<16xi32, #r2>
//       %35 = addi %34, %1 : tile<16xi32, #r2>
//       %36 = view %35 : tile<16xi32, #r2> -> tile<1x16xi32, #r10>
//       %37 = broadcast %36 : tile<1x16xi32, #r10> -> tile<16x16xi32, #r1>
//       %38 = cmpi %37, %width_all <predicate = less_than, signed> : tile<16x16xi32, #r1>, tile<16x16xi32, #r1> -> tile<16x16xi1, #r1>
//       %39 = addi %starts_all, %37 : tile<16x16xi32, #r1>
//       %40 = addptr %base_all, %39 <bytes = 2> : tile<16x16xptr, #r1>, tile<16x16xi32, #r1> -> tile<16x16xptr, #r1>
//       %41 = producer_acquire %11, %13 : buffer<16x16xf16, #s0>, i32 -> buffer<16x16xf16, #s0>
//       async_load %40, [%38], %41 <contiguity = [1, 16], divisibility = 16> : tile<16x16xptr, #r1>, tile<16x16xi1, #r1>, buffer<16x16xf16, #s0>
//       yield
//     }
//     producer_commit
//     %14 = constant <value = 1> : i32
//     %15 = addi %zero, %14 : i32
//     %16 = subi %four, %zero : i32
//     %17 = constant <value = 1> : i32
//     %18 = cmpi %16, %17 <predicate = greater_than> : i32, i32 -> i1
//     %19 = andi %12, %18 : i1
//     %20 = constant <value = 1> : i32
//     if %19 : i1 {
//       %32 = muli %15, %sixteen : i32
//       %33 = view %32 : i32 -> tile<1xi32, #r9>
//       %34 = broadcast %33 : tile<1xi32, #r9> -> tile<16xi32, #r2>
//       %35 = addi %34, %1 : tile<16xi32, #r2>
//       %36 = view %35 : tile<16xi32, #r2> -> tile<1x16xi32, #r10>
//       %37 = broadcast %36 : tile<1x16xi32, #r10> -> tile<16x16xi32, #r1>
//       %38 = cmpi %37, %width_all <predicate = less_than, signed> : tile<16x16xi32, #r1>, tile<16x16xi32, #r1> -> tile<16x16xi1, #r1>
//       %39 = addi %starts_all, %37 : tile<16x16xi32, #r1>
//       %40 = addptr %base_all, %39 <bytes = 2> : tile<16x16xptr, #r1>, tile<16x16xi32, #r1> -> tile<16x16xptr, #r1>
//       %41 = producer_acquire %11, %20 : buffer<16x16xf16, #s0>, i32 -> buffer<16x16xf16, #s0>
//       async_load %40, [%38], %41 <contiguity = [1, 16], divisibility = 16> : tile<16x16xptr, #r1>, tile<16x16xi1, #r1>, buffer<16x16xf16, #s0>
//       yield
//     }
//     producer_commit
//     %21 = constant <value = 1> : i32
//     %22 = addi %15, %21 : i32
//     %23 = subi %four, %zero : i32
//     %24 = constant <value = 2> : i32
//     %25 = cmpi %23, %24 <predicate = greater_than> : i32, i32 -> i1
//     %26 = andi %12, %25 : i1
//     %27 = constant <value = 2> : i32
//     if %26 : i1 {
//       %32 = muli %22, %sixteen : i32
//       %33 = view %32 : i32 -> tile<1xi32, #r9>
//       %34 = broadcast %33 : tile<1xi32, #r9> -> tile<16xi32, #r2>
//       %35 = addi %34, %1 : tile<16xi32, #r2>
//       %36 = view %35 : tile<16xi32, #r2> -> tile<1x16xi32, #r10>
//       %37 = broadcast %36 : tile<1x16xi32, #r10> -> tile<16x16xi32, #r1>
//       %38 = cmpi %37, %width_all <predicate = less_than, signed> : tile<16x16xi32, #r1>, tile<16x16xi32, #r1> -> tile<16x16xi1, #r1>
//       %39 = addi %starts_all, %37 : tile<16x16xi32, #r1>
//       %40 = addptr %base_all, %39 <bytes = 2> : tile<16x16xptr, #r1>, tile<16x16xi32, #r1> -> tile<16x16xptr, #r1>
//       %41 = producer_acquire %11, %27 : buffer<16x16xf16, #s0>, i32 -> buffer<16x16xf16, #s0>
//       async_load %40, [%38], %41 <contiguity = [1, 16], divisibility = 16> : tile<16x16xptr, #r1>, tile<16x16xi1, #r1>, buffer<16x16xf16, #s0>
//       yield
//     }
//     producer_commit
//     %28 = constant <value = 1> : i32
//     %29 = addi %22, %28 : i32
//     %30 = constant <value = 0> : i32
//     %31 = constant <value = 3> : i32
//     %sum:4 = for %zero, %four, %one, [%10, %30, %31, %29] : i32, i32, i32, tile<16x16xf32, #r8>, i32, i32, i32 -> tile<16x16xf32, #r8>, i32, i32, i32 (%arg0: i32, %arg1: tile<16x16xf32, #r8>, %arg2: i32, %arg3: i32, %arg4: i32) {
//       consumer_wait <pending = 2>
//       %32 = subi %four, %arg0 : i32
//       %33 = constant <value = 3> : i32
//       %34 = cmpi %32, %33 <predicate = greater_than> : i32, i32 -> i1
//       if %34 : i1 {
//         %44 = muli %arg4, %sixteen : i32
//         %45 = view %44 : i32 -> tile<1xi32, #r9>
//         %46 = broadcast %45 : tile<1xi32, #r9> -> tile<16xi32, #r2>
//         %47 = addi %46, %1 : tile<16xi32, #r2>
//         %48 = view %47 : tile<16xi32, #r2> -> tile<1x16xi32, #r10>
//         %49 = broadcast %48 : tile<1x16xi32, #r10> -> tile<16x16xi32, #r1>
//         %50 = cmpi %49, %width_all <predicate = less_than, signed> : tile<16x16xi32, #r1>, tile<16x16xi32, #r1> -> tile<16x16xi1, #r1>
//         %51 = addi %starts_all, %49 : tile<16x16xi32, #r1>
//         %52 = addptr %base_all, %51 <bytes = 2> : tile<16x16xptr, #r1>, tile<16x16xi32, #r1> -> tile<16x16xptr, #r1>
//         %53 = producer_acquire %11, %arg3 : buffer<16x16xf16, #s0>, i32 -> buffer<16x16xf16, #s0>
//         async_load %52, [%50], %53 <contiguity = [1, 16], divisibility = 16> : tile<16x16xptr, #r1>, tile<16x16xi1, #r1>, buffer<16x16xf16, #s0>
//         yield
//       }
//       producer_commit
//       %35 = constant <value = 1> : i32
//       %36 = addi %arg4, %35 : i32
//       %37 = inc_iter %arg2 <stages = 4> : i32
//       %38 = inc_iter %arg3 <stages = 4> : i32
//       %39 = consumer_read %11, %arg2 : buffer<16x16xf16, #s0>, i32 -> buffer<16x16xf16, #s0>
//       %first = muli %arg0, %sixteen : i32
//       %40 = view %first : i32 -> tile<1xi32, #r9>
//       %41 = broadcast %40 : tile<1xi32, #r9> -> tile<16xi32, #r2>
//       %columns = addi %41, %1 : tile<16xi32, #r2>
//       %columns_1 = view %columns : tile<16xi32, #r2> -> tile<1x16xi32, #r10>
//       %columns_all = broadcast %columns_1 : tile<1x16xi32, #r10> -> tile<16x16xi32, #r1>
//       %inside = cmpi %columns_all, %width_all <predicate = less_than, signed> : tile<16x16xi32, #r1>, tile<16x16xi32, #r1> -> tile<16x16xi1, #r1>
//       %index = addi %starts_all, %columns_all : tile<16x16xi32, #r1>
//       %there = addptr %base_all, %index <bytes = 2> : tile<16x16xptr, #r1>, tile<16x16xi32, #r1> -> tile<16x16xptr, #r1>
//       %42 = constant <value = 0> : i32
//       %43 = local_load %39, [%42, %42] : buffer<16x16xf16, #s0>, i32, i32 -> tile<16x16xf16, #r8>
//       %next = dot %43, %9, %arg1 <instruction = m16n8k16, warps = [1, 1], numbering = plain> : tile<16x16xf16, #r8>, tile<16x16xf16, #r7>, tile<16x16xf32, #r8> -> tile<16x16xf32, #r8>
//       continue [%next, %37, %38, %36] : tile<16x16xf32, #r8>, i32, i32, i32
//     }
//     print [%sum#0] <format = "%f", scratch = [0, 1024]> : tile<16x16xf32, #r8>
//     return
//   }
// }
//
// Rows that are gathered through addresses are copied ahead, too: what is not there is zero, however zero is spread.
tileaa.module @tests {
  func @k (%a: ptr, %n: i32, %m: i32) {
    %base = assume %a <kind = div_by, numbers = [16]> : ptr
    %known = assume %n <kind = bounded, numbers = [0, 4096]> : i32
    %width = assume %known <kind = div_by, numbers = [16]> : i32
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %sixteen = constant <value = 16> : i32
    %none = constant <value = 0.0> : tile<16x16xf32>
    %nothing = constant <value = 0x0> : f16
    %nothing_1 = view %nothing : f16 -> tile<1x1xf16>
    %others = broadcast %nothing_1 : tile<1x1xf16> -> tile<16x16xf16>
    %lanes = make_range : tile<16xi32>
    %row = view %lanes : tile<16xi32> -> tile<16x1xi32>
    %width_1 = view %width : i32 -> tile<1x1xi32>
    %width_column = broadcast %width_1 : tile<1x1xi32> -> tile<16x1xi32>
    %starts = muli %row, %width_column : tile<16x1xi32>
    %starts_all = broadcast %starts : tile<16x1xi32> -> tile<16x16xi32>
    %width_all = broadcast %width_1 : tile<1x1xi32> -> tile<16x16xi32>
    %base_1 = view %base : ptr -> tile<1x1xptr>
    %base_all = broadcast %base_1 : tile<1x1xptr> -> tile<16x16xptr>
    %b = constant <value = 0x3c00> : tile<16x16xf16>
    %four = constant <value = 4> : i32
    %sum = for %zero, %four, %one, [%none] : i32, i32, i32, tile<16x16xf32> -> tile<16x16xf32> (%i: i32, %so_far: tile<16x16xf32>) {
      %first = muli %i, %sixteen : i32
      %first_1 = view %first : i32 -> tile<1xi32>
      %first_all = broadcast %first_1 : tile<1xi32> -> tile<16xi32>
      %columns = addi %first_all, %lanes : tile<16xi32>
      %columns_1 = view %columns : tile<16xi32> -> tile<1x16xi32>
      %columns_all = broadcast %columns_1 : tile<1x16xi32> -> tile<16x16xi32>
      %inside = cmpi %columns_all, %width_all <predicate = less_than, signed> : tile<16x16xi32>, tile<16x16xi32> -> tile<16x16xi1>
      %index = addi %starts_all, %columns_all : tile<16x16xi32>
      %there = addptr %base_all, %index <bytes = 2> : tile<16x16xptr>, tile<16x16xi32> -> tile<16x16xptr>
      %x, %t0 = load %there, [%inside], [%others] : tile<16x16xptr>, tile<16x16xi1>, tile<16x16xf16> -> tile<16x16xf16>, token
      %next = dot %x, %b, %so_far : tile<16x16xf16>, tile<16x16xf16>, tile<16x16xf32> -> tile<16x16xf32>
      continue [%next] : tile<16x16xf32>
    }
    %t = print [%sum] <format = "%f"> : tile<16x16xf32> -> token
    return
  }
}
