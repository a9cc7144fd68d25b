// RUN: compile --emit=nvvm
// nvvm.module @m <target = "sm_80"> {
//   global @k$shared <space = shared, size = 1536, alignment = 1024>
//   func @k <reqntid = 64, param_bits = [32]> (%x: f32) {
//     %0 = address_of <name = @k$shared> : ptr<shared>
//     %1 = special <name = tid.x> : i32
//     %2 = constant <value = 64> : i32
//     %3 = addi %1, %2 : i32
//     %4 = constant <value = 31> : i32
//     %5 = andi %1, %4 : i32
//     %6 = constant <value = 32> : i32
//     %7 = addi %5, %6 : i32
//     %8 = constant <value = 1> : i32
//     %9 = andi %1, %8 : i32
//     %10 = constant <value = 4> : i32
//     %11 = shli %9, %10 : i32
//     %12 = shri %1, %8 : i32
//     %13 = andi %12, %8 : i32
//     %14 = constant <value = 3> : i32
//     %15 = shli %13, %14 : i32
//     %16 = xori %11, %15 : i32
//     %17 = constant <value = 2> : i32
//     %18 = shri %1, %17 : i32
//     %19 = andi %18, %8 : i32
//     %20 = shli %19, %17 : i32
//     %21 = xori %16, %20 : i32
//     %22 = shri %1, %14 : i32
//     %23 = andi %22, %8 : i32
//     %24 = shli %23, %8 : i32
//     %25 = xori %21, %24 : i32
//     %26 = shri %1, %10 : i32
//     %27 = andi %26, %8 : i32
//     %28 = xori %25, %27 : i32
//     %29 = shfl %5, %28 <kind = idx> : i32
//     %30 = shfl %7, %28 <kind = idx> : i32
//     barrier
//     %31 = addptr %0, %1 <bytes = 4> : ptr<shared>, i32 -> ptr<shared>
//     st %31, [%1] <bits = 32, offset = 1024> : ptr<shared>, i32
//     st %31, [%3] <bits = 32, offset = 1280> : ptr<shared>, i32
//     barrier
//     %32 = addptr %0, %1 <bytes = 8> : ptr<shared>, i32 -> ptr<shared>
//     %33:2 = ld %32 <bits = 32, offset = 1024> : ptr<shared> -> i32, i32
//     %34 = andi %1, %6 : i32
//     %35 = constant <value = 0> : i32
//     %36 = cmpi %34, %35 <predicate = equal> : i32, i32 -> i1
//     %37 = addptr %0, %5 <bytes = 4> : ptr<shared>, i32 -> ptr<shared>
//     st %37, [%5], [%36] <bits = 32> : ptr<shared>, i32, i1
//     st %37, [%7], [%36] <bits = 32, offset = 128> : ptr<shared>, i32, i1
//     %38 = addptr %0, %9 <bytes = 64> : ptr<shared>, i32 -> ptr<shared>
//     %39 = addptr %38, %13 <bytes = 32> : ptr<shared>, i32 -> ptr<shared>
//     %40 = addptr %39, %19 <bytes = 16> : ptr<shared>, i32 -> ptr<shared>
//     %41 = addptr %40, %23 <bytes = 8> : ptr<shared>, i32 -> ptr<shared>
//     %42 = addptr %41, %27 <bytes = 4> : ptr<shared>, i32 -> ptr<shared>
//     st %42, [%29], [%36] <bits = 32, offset = 256> : ptr<shared>, i32, i1
//     st %42, [%30], [%36] <bits = 32, offset = 384> : ptr<shared>, i32, i1
//     st %32, [%33#0, %33#1] <bits = 32, offset = 512> : ptr<shared>, i32, i32
//     return
//   }
// }
//
// Three ways to another layout: registers are renamed, lanes exchange them, or they take a trip through shared memory.
tileas.module @m <target = "sm_80"> {
  func @k <num_warps = 2> (%x: f32) {
    %a = make_range : tile<128xi32, reg=[64] lane=[1,2,4,8,16] warp=[32]>
    %b = make_range : tile<64xi32, reg=[32] lane=[1,2,4,8,16] warp=[0]>
    %renamed = convert_layout %b : tile<64xi32, reg=[32] lane=[1,2,4,8,16] warp=[0]> -> tile<64xi32, reg=[32,0] lane=[1,2,4,8,16] warp=[0]>
    %exchanged = convert_layout %b : tile<64xi32, reg=[32] lane=[1,2,4,8,16] warp=[0]> -> tile<64xi32, reg=[32] lane=[16,8,4,2,1] warp=[0]>
    %moved = convert_layout %a : tile<128xi32, reg=[64] lane=[1,2,4,8,16] warp=[32]> -> tile<128xi32, reg=[1] lane=[2,4,8,16,32] warp=[64]>
    %zero = constant <value = 0> : i32
    %first = alloc_tensor : buffer<64xi32, offset=[1,2,4,8,16,32]>
    %second = alloc_tensor : buffer<64xi32, offset=[1,2,4,8,16,32]>
    %third = alloc_tensor : buffer<128xi32, offset=[1,2,4,8,16,32,64]>
    local_store %renamed, %first, [%zero] : tile<64xi32, reg=[32,0] lane=[1,2,4,8,16] warp=[0]>, buffer<64xi32, offset=[1,2,4,8,16,32]>, i32
    local_store %exchanged, %second, [%zero] : tile<64xi32, reg=[32] lane=[16,8,4,2,1] warp=[0]>, buffer<64xi32, offset=[1,2,4,8,16,32]>, i32
    local_store %moved, %third, [%zero] : tile<128xi32, reg=[1] lane=[2,4,8,16,32] warp=[64]>, buffer<128xi32, offset=[1,2,4,8,16,32,64]>, i32
    return
  }
}
