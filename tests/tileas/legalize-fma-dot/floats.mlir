// RUN: opt --passes=legalize-fma-dot
// #r0 = reg=[(0,1)] lane=[(0,2),(0,4),(0,8),(1,0),(2,0)] warp=[(4,0),(8,0)]
// #s0 = offset=[(0,1),(0,2),(0,4),(0,8),(1,0),(2,0),(4,0),(8,0)]
// tileas.module @tests <target = "sm_80"> {
//   func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
//     %a = constant <value = 1.0> : tile<16x16xf32, #r0>
//     %c = constant <value = 0.0> : tile<16x16xf32, #r0>
//     %0 = alloc_tensor : buffer<16x16xf32, #s0>
//     %1 = alloc_tensor : buffer<16x16xf32, #s0>
//     barrier
//     %2 = constant <value = 0> : i32
//     local_store %a, %0, [%2, %2] : tile<16x16xf32, #r0>, buffer<16x16xf32, #s0>, i32, i32
//     %3 = constant <value = 0> : i32
//     local_store %a, %1, [%3, %3] : tile<16x16xf32, #r0>, buffer<16x16xf32, #s0>, i32, i32
//     barrier
//     %d = fma_dot %0, %1, %c : buffer<16x16xf32, #s0>, buffer<16x16xf32, #s0>, tile<16x16xf32, #r0> -> tile<16x16xf32, #r0>
//     %t = print [%d] <format = "%f"> : tile<16x16xf32, #r0> -> token
//     return
//   }
// }
//
// No instruction multiplies f32. Both operands go to shared memory, and each thread multiplies rows and columns for the
// elements of the sum that it holds.
#r0 = reg=[(0,1)] lane=[(0,2),(0,4),(0,8),(1,0),(2,0)] warp=[(4,0),(8,0)]
tileas.module @tests <target = "sm_80"> {
  func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
    %a = constant <value = 1.0> : tile<16x16xf32, #r0>
    %c = constant <value = 0.0> : tile<16x16xf32, #r0>
    %d = dot %a, %a, %c : tile<16x16xf32, #r0>
    %t = print [%d] <format = "%f"> : tile<16x16xf32, #r0> -> token
    return
  }
}
