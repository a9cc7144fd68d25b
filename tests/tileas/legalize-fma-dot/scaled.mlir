// RUN: opt --passes=legalize-fma-dot
// #r0 = reg=[(0,1),(0,2)] lane=[(0,4),(0,8),(0,16),(1,0),(2,0)] warp=[(4,0),(8,0)]
// #r1 = reg=[(0,1),(0,2)] lane=[(0,4),(0,8),(1,0),(2,0),(4,0)] warp=[(8,0),(16,0)]
// #r2 = reg=[(0,1)] lane=[(0,2),(0,4),(0,8),(1,0),(2,0)] warp=[(4,0),(8,0)]
// #r3 = reg=[] lane=[(1,0),(2,0),(4,0),(8,0),(0,0)] warp=[(0,0),(0,0)]
// #r4 = reg=[] lane=[(0,1),(0,2),(0,4),(0,8),(0,0)] warp=[(0,0),(0,0)]
// #s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(1,0),(2,0),(4,0),(8,0)]
// #s1 = offset=[(0,1),(0,2),(0,4),(0,8),(1,0),(2,0),(4,0),(8,0),(16,0)]
// #s2 = offset=[(1,0),(2,0),(4,0),(8,0)]
// #s3 = offset=[(0,1),(0,2),(0,4),(0,8)]
// tileas.module @tests <target = "sm_80"> {
//   func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
//     %a = constant <value = 0x38> : tile<16x32xf8E4M3FN, #r0>
//     %b = constant <value = 0x38> : tile<32x16xf8E4M3FN, #r1>
//     %c = constant <value = 0.0> : tile<16x16xf32, #r2>
//     %sa = constant <value = 0x7f> : tile<16x1xf8E8M0FNU, #r3>
//     %sb = constant <value = 0x7f> : tile<1x16xf8E8M0FNU, #r4>
//     %0 = alloc_tensor : buffer<16x32xf8E4M3FN, #s0>
//     %1 = alloc_tensor : buffer<32x16xf8E4M3FN, #s1>
//     %2 = alloc_tensor : buffer<16x1xf8E8M0FNU, #s2>
//     %3 = alloc_tensor : buffer<1x16xf8E8M0FNU, #s3>
//     barrier
//     %4 = constant <value = 0> : i32
//     local_store %a, %0, [%4, %4] : tile<16x32xf8E4M3FN, #r0>, buffer<16x32xf8E4M3FN, #s0>, i32, i32
//     %5 = constant <value = 0> : i32
//     local_store %b, %1, [%5, %5] : tile<32x16xf8E4M3FN, #r1>, buffer<32x16xf8E4M3FN, #s1>, i32, i32
//     %6 = constant <value = 0> : i32
//     local_store %sa, %2, [%6, %6] : tile<16x1xf8E8M0FNU, #r3>, buffer<16x1xf8E8M0FNU, #s2>, i32, i32
//     %7 = constant <value = 0> : i32
//     local_store %sb, %3, [%7, %7] : tile<1x16xf8E8M0FNU, #r4>, buffer<1x16xf8E8M0FNU, #s3>, i32, i32
//     barrier
//     %d = fma_dot %0, %1, %c, [%2], [%3] : buffer<16x32xf8E4M3FN, #s0>, buffer<32x16xf8E4M3FN, #s1>, tile<16x16xf32, #r2>, buffer<16x1xf8E8M0FNU, #s2>, buffer<1x16xf8E8M0FNU, #s3> -> tile<16x16xf32, #r2>
//     %t = print [%d] <format = "%f"> : tile<16x16xf32, #r2> -> token
//     return
//   }
// }
//
// Scales of blocks go to shared memory with what they scale, and are multiplied in as elements are read.
#r0 = reg=[(0,1),(0,2)] lane=[(0,4),(0,8),(0,16),(1,0),(2,0)] warp=[(4,0),(8,0)]
#r1 = reg=[(0,1),(0,2)] lane=[(0,4),(0,8),(1,0),(2,0),(4,0)] warp=[(8,0),(16,0)]
#r2 = reg=[(0,1)] lane=[(0,2),(0,4),(0,8),(1,0),(2,0)] warp=[(4,0),(8,0)]
#r3 = reg=[] lane=[(1,0),(2,0),(4,0),(8,0),(0,0)] warp=[(0,0),(0,0)]
#r4 = reg=[] lane=[(0,1),(0,2),(0,4),(0,8),(0,0)] warp=[(0,0),(0,0)]
tileas.module @tests <target = "sm_80"> {
  func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
    %a = constant <value = 0x38> : tile<16x32xf8E4M3FN, #r0>
    %b = constant <value = 0x38> : tile<32x16xf8E4M3FN, #r1>
    %c = constant <value = 0.0> : tile<16x16xf32, #r2>
    %sa = constant <value = 0x7f> : tile<16x1xf8E8M0FNU, #r3>
    %sb = constant <value = 0x7f> : tile<1x16xf8E8M0FNU, #r4>
    %d = dot_scaled %a, %b, %c, %sa, %sb : tile<16x32xf8E4M3FN, #r0>, tile<32x16xf8E4M3FN, #r1>, tile<16x16xf32, #r2>, tile<16x1xf8E8M0FNU, #r3>, tile<1x16xf8E8M0FNU, #r4> -> tile<16x16xf32, #r2>
    %t = print [%d] <format = "%f"> : tile<16x16xf32, #r2> -> token
    return
  }
}
