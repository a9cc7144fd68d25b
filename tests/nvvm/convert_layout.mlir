// RUN: compile --emit=nvvm
// nvvm.module @m <target = "sm_80"> {
//   global @k$shared <space = shared, size = 1536, alignment = 1024>
//   func @k <reqntid = 64, param_bits = [32]> (%x: f32) {
//     %0 = address_of <name = @k$shared> : ptr<shared>
//     %a = special <name = tid.x> : i32
//     %1 = constant <value = 64> : i32
//     %a_0 = addi %a, %1 : i32
//     %2 = constant <value = 31> : i32
//     %b = andi %a, %2 : i32
//     %3 = constant <value = 32> : i32
//     %b_1 = addi %b, %3 : i32
//     %4 = constant <value = 1> : i32
//     %5 = andi %a, %4 : i32
//     %6 = constant <value = 4> : i32
//     %7 = shli %5, %6 : i32
//     %8 = shri %a, %4 : i32
//     %9 = andi %8, %4 : i32
//     %10 = constant <value = 3> : i32
//     %11 = shli %9, %10 : i32
//     %12 = xori %7, %11 : i32
//     %13 = constant <value = 2> : i32
//     %14 = shri %a, %13 : i32
//     %15 = andi %14, %4 : i32
//     %16 = shli %15, %13 : i32
//     %17 = xori %12, %16 : i32
//     %18 = shri %a, %10 : i32
//     %19 = andi %18, %4 : i32
//     %20 = shli %19, %4 : i32
//     %21 = xori %17, %20 : i32
//     %22 = shri %a, %6 : i32
//     %23 = andi %22, %4 : i32
//     %24 = xori %21, %23 : i32
//     %exchanged = shfl %b, %24 <kind = idx> : i32
//     %exchanged_2 = shfl %b_1, %24 <kind = idx> : i32
//     barrier
//     %25 = addptr %0, %a <bytes = 4> : ptr<shared>, i32 -> ptr<shared>
//     st %25, [%a] <bits = 32, offset = 1024> : ptr<shared>, i32
//     st %25, [%a_0] <bits = 32, offset = 1280> : ptr<shared>, i32
//     barrier
//     %26 = addptr %0, %a <bytes = 8> : ptr<shared>, i32 -> ptr<shared>
//     %moved:2 = ld %26 <bits = 32, offset = 1024> : ptr<shared> -> i32, i32
//     %27 = andi %a, %3 : i32
//     %28 = constant <value = 0> : i32
//     %29 = cmpi %27, %28 <predicate = equal> : i32, i32 -> i1
//     %30 = addptr %0, %b <bytes = 4> : ptr<shared>, i32 -> ptr<shared>
//     st %30, [%b], [%29] <bits = 32> : ptr<shared>, i32, i1
//     st %30, [%b_1], [%29] <bits = 32, offset = 128> : ptr<shared>, i32, i1
//     %31 = addptr %0, %5 <bytes = 64> : ptr<shared>, i32 -> ptr<shared>
//     %32 = addptr %31, %9 <bytes = 32> : ptr<shared>, i32 -> ptr<shared>
//     %33 = addptr %32, %15 <bytes = 16> : ptr<shared>, i32 -> ptr<shared>
//     %34 = addptr %33, %19 <bytes = 8> : ptr<shared>, i32 -> ptr<shared>
//     %35 = addptr %34, %23 <bytes = 4> : ptr<shared>, i32 -> ptr<shared>
//     st %35, [%exchanged], [%29] <bits = 32, offset = 256> : ptr<shared>, i32, i1
//     st %35, [%exchanged_2], [%29] <bits = 32, offset = 384> : ptr<shared>, i32, i1
//     st %26, [%moved#0, %moved#1] <bits = 32, offset = 512> : ptr<shared>, i32, i32
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
