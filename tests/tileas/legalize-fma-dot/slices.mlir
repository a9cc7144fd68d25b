// RUN: opt --passes=legalize-fma-dot{buffers=1024}
// #r0 = reg=[(0,1)] lane=[(0,2),(0,4),(0,8),(1,0),(2,0)] warp=[(4,0),(8,0)]
// #s0 = offset=[(0,1),(0,2),(0,4),(1,0),(2,0),(4,0),(8,0)]
// #s1 = offset=[(0,1),(0,2),(0,4),(0,8),(1,0),(2,0),(4,0)]
// tileas.module @tests <target = "sm_80"> {
//   func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
//     %a = constant <value = 1.0> : tile<16x16xf32, #r0>
//     %c = constant <value = 0.0> : tile<16x16xf32, #r0>
//     %0 = alloc_tensor : buffer<16x8xf32, #s0>
//     %1 = alloc_tensor : buffer<8x16xf32, #s1>
//     barrier
//     local_store %a, %0 <slice = [0, 0]> : tile<16x16xf32, #r0>, buffer<16x8xf32, #s0>
//     local_store %a, %1 <slice = [0, 0]> : tile<16x16xf32, #r0>, buffer<8x16xf32, #s1>
//     barrier
//     %2 = fma_dot %0, %1, %c : buffer<16x8xf32, #s0>, buffer<8x16xf32, #s1>, tile<16x16xf32, #r0> -> tile<16x16xf32, #r0>
//     %3 = alloc_tensor : buffer<16x8xf32, #s0>
//     %4 = alloc_tensor : buffer<8x16xf32, #s1>
//     barrier
//     local_store %a, %3 <slice = [0, 1]> : tile<16x16xf32, #r0>, buffer<16x8xf32, #s0>
//     local_store %a, %4 <slice = [1, 0]> : tile<16x16xf32, #r0>, buffer<8x16xf32, #s1>
//     barrier
//     %d = fma_dot %3, %4, %2 : buffer<16x8xf32, #s0>, buffer<8x16xf32, #s1>, tile<16x16xf32, #r0> -> tile<16x16xf32, #r0>
//     %t = print [%d] <format = "%f"> : tile<16x16xf32, #r0> -> token
//     return
//   }
// }
//
// Both operands take 2048 bytes, and the buffers of an op may have 1024. Two slices of the inner dimension go through
// shared memory one after the other, each added to the sum of the one before.
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
