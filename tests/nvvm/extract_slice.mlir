// RUN: compile --emit=nvvm
// nvvm.module @m <target = "sm_80"> {
//   global @k$shared <space = shared, size = 640, alignment = 1024>
//   func @k <reqntid = 32, param_bits = [64, 32]> (%p: ptr<global>, %at: i32) {
//     %0 = address_of <name = @k$shared> : ptr<shared>
//     %1 = special <name = tid.x> : i32
//     %2 = constant <value = 2> : i32
//     %range = shli %1, %2 : i32
//     %3 = constant <value = 1> : i32
//     %range_0 = addi %range, %3 : i32
//     %range_1 = addi %range, %2 : i32
//     %4 = constant <value = 3> : i32
//     %range_2 = addi %range, %4 : i32
//     %5 = addptr %0, %1 <bytes = 16> : ptr<shared>, i32 -> ptr<shared>
//     st %5, [%range, %range_0, %range_1, %range_2] <bits = 32> : ptr<shared>, i32, i32, i32, i32
//     barrier
//     %6 = andi %at, %3 : i32
//     %7 = shri %at, %3 : i32
//     %8 = andi %7, %3 : i32
//     %9 = addptr %0, %1 <bytes = 4> : ptr<shared>, i32 -> ptr<shared>
//     %10 = addptr %9, %6 <bytes = 128> : ptr<shared>, i32 -> ptr<shared>
//     %11 = addptr %10, %8 <bytes = 256> : ptr<shared>, i32 -> ptr<shared>
//     %part = ld %11 <bits = 32> : ptr<shared> -> i32
//     barrier
//     st %9, [%part] <bits = 32, offset = 512> : ptr<shared>, i32
//     barrier
//     %12 = ld %0 <bits = 32, offset = 512> : ptr<shared> -> i32
//     %13 = ld %0 <bits = 32, offset = 516> : ptr<shared> -> i32
//     %14 = ld %0 <bits = 32, offset = 520> : ptr<shared> -> i32
//     %15 = ld %0 <bits = 32, offset = 524> : ptr<shared> -> i32
//     %16 = ld %0 <bits = 32, offset = 528> : ptr<shared> -> i32
//     %17 = ld %0 <bits = 32, offset = 532> : ptr<shared> -> i32
//     %18 = ld %0 <bits = 32, offset = 536> : ptr<shared> -> i32
//     %19 = ld %0 <bits = 32, offset = 540> : ptr<shared> -> i32
//     %20 = ld %0 <bits = 32, offset = 544> : ptr<shared> -> i32
//     %21 = ld %0 <bits = 32, offset = 548> : ptr<shared> -> i32
//     %22 = ld %0 <bits = 32, offset = 552> : ptr<shared> -> i32
//     %23 = ld %0 <bits = 32, offset = 556> : ptr<shared> -> i32
//     %24 = ld %0 <bits = 32, offset = 560> : ptr<shared> -> i32
//     %25 = ld %0 <bits = 32, offset = 564> : ptr<shared> -> i32
//     %26 = ld %0 <bits = 32, offset = 568> : ptr<shared> -> i32
//     %27 = ld %0 <bits = 32, offset = 572> : ptr<shared> -> i32
//     %28 = ld %0 <bits = 32, offset = 576> : ptr<shared> -> i32
//     %29 = ld %0 <bits = 32, offset = 580> : ptr<shared> -> i32
//     %30 = ld %0 <bits = 32, offset = 584> : ptr<shared> -> i32
//     %31 = ld %0 <bits = 32, offset = 588> : ptr<shared> -> i32
//     %32 = ld %0 <bits = 32, offset = 592> : ptr<shared> -> i32
//     %33 = ld %0 <bits = 32, offset = 596> : ptr<shared> -> i32
//     %34 = ld %0 <bits = 32, offset = 600> : ptr<shared> -> i32
//     %35 = ld %0 <bits = 32, offset = 604> : ptr<shared> -> i32
//     %36 = ld %0 <bits = 32, offset = 608> : ptr<shared> -> i32
//     %37 = ld %0 <bits = 32, offset = 612> : ptr<shared> -> i32
//     %38 = ld %0 <bits = 32, offset = 616> : ptr<shared> -> i32
//     %39 = ld %0 <bits = 32, offset = 620> : ptr<shared> -> i32
//     %40 = ld %0 <bits = 32, offset = 624> : ptr<shared> -> i32
//     %41 = ld %0 <bits = 32, offset = 628> : ptr<shared> -> i32
//     %42 = ld %0 <bits = 32, offset = 632> : ptr<shared> -> i32
//     %43 = ld %0 <bits = 32, offset = 636> : ptr<shared> -> i32
//     %44 = constant <value = 0> : i32
//     %45 = cmpi %1, %44 <predicate = equal> : i32, i32 -> i1
//     if %45 : i1 {
//       printf [%12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43] <format = "[%d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d] "> : i32
//       yield
//     }
//     return
//   }
// }
//
// A slice of a buffer is an address: what the index says is added to where the buffer starts.
tileas.module @m <target = "sm_80"> {
  func @k <num_warps = 1> (%p: ptr, %at: i32) {
    %zero = constant <value = 0> : i32
    %range = make_range : tile<128xi32, reg=[1,2] lane=[4,8,16,32,64] warp=[]>
    %whole = alloc_tensor : buffer<128xi32, offset=[1,2,4,8,16,32,64]>
    local_store %range, %whole, [%zero] : tile<128xi32, reg=[1,2] lane=[4,8,16,32,64] warp=[]>, buffer<128xi32, offset=[1,2,4,8,16,32,64]>, i32
    barrier
    %slice = extract_slice %whole, [%at] : buffer<128xi32, offset=[1,2,4,8,16,32,64]>, i32 -> buffer<32xi32, offset=[1,2,4,8,16]>
    %part = local_load %slice, [%zero] : buffer<32xi32, offset=[1,2,4,8,16]>, i32 -> tile<32xi32, reg=[] lane=[1,2,4,8,16] warp=[]>
    print [%part] <format = "%d "> : tile<32xi32, reg=[] lane=[1,2,4,8,16] warp=[]>
    return
  }
}
