// RUN: opt --passes=assign-dot-layouts
// #r0 = reg=[(0,1),(0,2),(0,4),(0,8)] lane=[(0,16),(0,32),(1,0),(2,0),(4,0)] warp=[(8,0),(16,0)]
// #r1 = reg=[(0,1),(0,2),(0,4)] lane=[(0,8),(1,0),(2,0),(4,0),(8,0)] warp=[(16,0),(32,0)]
// #r2 = reg=[(0,1),(0,2)] lane=[(0,4),(0,8),(1,0),(2,0),(4,0)] warp=[(8,0),(16,0)]
// #r3 = reg=[(0,1)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(0,0),(0,0)]
// #r4 = reg=[(0,1)] lane=[(0,2),(0,4),(0,8),(1,0),(0,0)] warp=[(0,0),(0,0)]
// #r5 = reg=[(0,1),(0,2),(8,0),(0,16),(0,32)] lane=[(0,4),(0,8),(1,0),(2,0),(4,0)] warp=[(16,0),(0,0)]
// #r6 = reg=[(1,0),(2,0),(16,0),(32,0)] lane=[(4,0),(8,0),(0,1),(0,2),(0,4)] warp=[(0,0),(0,8)]
// #r7 = reg=[(0,1),(8,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(0,8)]
// #r8 = reg=[(0,1)] lane=[(8,0),(0,0),(1,0),(2,0),(4,0)] warp=[(16,0),(0,0)]
// #r9 = reg=[(1,0)] lane=[(0,0),(0,0),(0,1),(0,2),(0,4)] warp=[(0,0),(0,8)]
// #r10 = reg=[(0,1),(0,2),(0,4),(8,0),(0,32)] lane=[(0,8),(0,16),(1,0),(2,0),(4,0)] warp=[(16,0),(0,0)]
// #r11 = reg=[(1,0),(2,0),(4,0),(32,0)] lane=[(8,0),(16,0),(0,1),(0,2),(0,4)] warp=[(0,0),(0,8)]
// tileas.module @tests <target = "sm_120a"> {
//   func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
//     %a = constant <value = 0x38> : tile<32x64xf8E4M3FN, #r0>
//     %b = constant <value = 0x38> : tile<64x16xf8E4M3FN, #r1>
//     %c = constant <value = 0.0> : tile<32x16xf32, #r2>
//     %sa = constant <value = 0x7f> : tile<32x2xf8E8M0FNU, #r3>
//     %sb = constant <value = 0x7f> : tile<2x16xf8E8M0FNU, #r4>
//     %0 = convert_layout %a : tile<32x64xf8E4M3FN, #r0> -> tile<32x64xf8E4M3FN, #r5>
//     %1 = convert_layout %b : tile<64x16xf8E4M3FN, #r1> -> tile<64x16xf8E4M3FN, #r6>
//     %2 = convert_layout %c : tile<32x16xf32, #r2> -> tile<32x16xf32, #r7>
//     %3 = convert_layout %sa : tile<32x2xf8E8M0FNU, #r3> -> tile<32x2xf8E8M0FNU, #r8>
//     %4 = convert_layout %sb : tile<2x16xf8E8M0FNU, #r4> -> tile<2x16xf8E8M0FNU, #r9>
//     %d = dot_scaled %0, %1, %2, %3, %4 <instruction = m16n8k32, warps = [2, 2], numbering = plain> : tile<32x64xf8E4M3FN, #r5>, tile<64x16xf8E4M3FN, #r6>, tile<32x16xf32, #r7>, tile<32x2xf8E8M0FNU, #r8>, tile<2x16xf8E8M0FNU, #r9> -> tile<32x16xf32, #r7>
//     %d_0 = convert_layout %d : tile<32x16xf32, #r7> -> tile<32x16xf32, #r2>
//     %f = constant <value = 0x2> : tile<32x64xf4E2M1FN, #r0>
//     %g = constant <value = 0x2> : tile<64x16xf4E2M1FN, #r1>
//     %5 = convert_layout %f : tile<32x64xf4E2M1FN, #r0> -> tile<32x64xf4E2M1FN, #r10>
//     %6 = convert_layout %g : tile<64x16xf4E2M1FN, #r1> -> tile<64x16xf4E2M1FN, #r11>
//     %7 = convert_layout %d_0 : tile<32x16xf32, #r2> -> tile<32x16xf32, #r7>
//     %8 = convert_layout %sa : tile<32x2xf8E8M0FNU, #r3> -> tile<32x2xf8E8M0FNU, #r8>
//     %9 = convert_layout %sb : tile<2x16xf8E8M0FNU, #r4> -> tile<2x16xf8E8M0FNU, #r9>
//     %h = dot_scaled %5, %6, %7, %8, %9 <instruction = m16n8k64, warps = [2, 2], numbering = plain> : tile<32x64xf4E2M1FN, #r10>, tile<64x16xf4E2M1FN, #r11>, tile<32x16xf32, #r7>, tile<32x2xf8E8M0FNU, #r8>, tile<2x16xf8E8M0FNU, #r9> -> tile<32x16xf32, #r7>
//     %h_1 = convert_layout %h : tile<32x16xf32, #r7> -> tile<32x16xf32, #r2>
//     %se = constant <value = 0x38> : tile<32x2xf8E4M3FN, #r3>
//     %sf = constant <value = 0x38> : tile<2x16xf8E4M3FN, #r4>
//     %e = dot_scaled %f, %g, %h_1, %se, %sf : tile<32x64xf4E2M1FN, #r0>, tile<64x16xf4E2M1FN, #r1>, tile<32x16xf32, #r2>, tile<32x2xf8E4M3FN, #r3>, tile<2x16xf8E4M3FN, #r4> -> tile<32x16xf32, #r2>
//     %t = print [%e] <format = "%f"> : tile<32x16xf32, #r2> -> token
//     return
//   }
// }
//
// Scales of blocks are in fragments too: quads of lanes hold those of rows of two instructions and of columns of four, and
// registers those of four blocks. Scales of f8E4M3FN for blocks of 32 have no instruction; that product is left to `legalize-fma-dot`.
#r0 = reg=[(0,1),(0,2),(0,4),(0,8)] lane=[(0,16),(0,32),(1,0),(2,0),(4,0)] warp=[(8,0),(16,0)]
#r1 = reg=[(0,1),(0,2),(0,4)] lane=[(0,8),(1,0),(2,0),(4,0),(8,0)] warp=[(16,0),(32,0)]
#r2 = reg=[(0,1),(0,2)] lane=[(0,4),(0,8),(1,0),(2,0),(4,0)] warp=[(8,0),(16,0)]
#r3 = reg=[(0,1)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(0,0),(0,0)]
#r4 = reg=[(0,1)] lane=[(0,2),(0,4),(0,8),(1,0),(0,0)] warp=[(0,0),(0,0)]
tileas.module @tests <target = "sm_120a"> {
  func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
    %a = constant <value = 0x38> : tile<32x64xf8E4M3FN, #r0>
    %b = constant <value = 0x38> : tile<64x16xf8E4M3FN, #r1>
    %c = constant <value = 0.0> : tile<32x16xf32, #r2>
    %sa = constant <value = 0x7f> : tile<32x2xf8E8M0FNU, #r3>
    %sb = constant <value = 0x7f> : tile<2x16xf8E8M0FNU, #r4>
    %d = dot_scaled %a, %b, %c, %sa, %sb : tile<32x64xf8E4M3FN, #r0>, tile<64x16xf8E4M3FN, #r1>, tile<32x16xf32, #r2>, tile<32x2xf8E8M0FNU, #r3>, tile<2x16xf8E8M0FNU, #r4> -> tile<32x16xf32, #r2>
    %f = constant <value = 0x2> : tile<32x64xf4E2M1FN, #r0>
    %g = constant <value = 0x2> : tile<64x16xf4E2M1FN, #r1>
    %h = dot_scaled %f, %g, %d, %sa, %sb : tile<32x64xf4E2M1FN, #r0>, tile<64x16xf4E2M1FN, #r1>, tile<32x16xf32, #r2>, tile<32x2xf8E8M0FNU, #r3>, tile<2x16xf8E8M0FNU, #r4> -> tile<32x16xf32, #r2>
    %se = constant <value = 0x38> : tile<32x2xf8E4M3FN, #r3>
    %sf = constant <value = 0x38> : tile<2x16xf8E4M3FN, #r4>
    %e = dot_scaled %f, %g, %h, %se, %sf : tile<32x64xf4E2M1FN, #r0>, tile<64x16xf4E2M1FN, #r1>, tile<32x16xf32, #r2>, tile<32x2xf8E4M3FN, #r3>, tile<2x16xf8E4M3FN, #r4> -> tile<32x16xf32, #r2>
    %t = print [%e] <format = "%f"> : tile<32x16xf32, #r2> -> token
    return
  }
}
