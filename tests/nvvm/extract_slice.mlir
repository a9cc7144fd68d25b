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
//     %12 = constant <value = 0> : i32
//     %13 = cmpi %1, %12 <predicate = equal> : i32, i32 -> i1
//     if %13 : i1 {
//       %14 = constant <value = 32> : i32
//       %15 = constant <value = 31> : i32
//       for %12, %14, %3 : i32, i32, i32 (%arg0: i32) {
//         %16 = cmpi %arg0, %12 <predicate = equal> : i32, i32 -> i1
//         if %16 : i1 {
//           printf <format = "[">
//           yield
//         }
//         %17 = addptr %0, %arg0 <bytes = 4> : ptr<shared>, i32 -> ptr<shared>
//         %18 = ld %17 <bits = 32, offset = 512> : ptr<shared> -> i32
//         printf [%18] <format = "%d"> : i32
//         %19 = addi %arg0, %3 : i32
//         %20 = andi %19, %15 : i32
//         %21 = cmpi %20, %12 <predicate = equal> : i32, i32 -> i1
//         if %21 : i1 {
//           printf <format = "]">
//           yield
//         }
//         %22 = cmpi %19, %14 <predicate = less_than> : i32, i32 -> i1
//         if %22 : i1 {
//           printf <format = ", ">
//           yield
//         }
//         continue
//       }
//       yield
//     }
//     if %13 : i1 {
//       printf <format = " ">
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
