// RUN: compile --emit=tileas --target=sm_80
// #r0 = reg=[(0,1),(8,0),(0,8)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[]
// #r1 = reg=[(1,0),(8,0),(0,8)] lane=[(2,0),(4,0),(0,1),(0,2),(0,4)] warp=[]
// #r2 = reg=[8] lane=[0,0,1,2,4] warp=[]
// #r3 = reg=[(8,0)] lane=[(0,0),(0,0),(1,0),(2,0),(4,0)] warp=[]
// #r4 = reg=[(0,0),(8,0),(0,0)] lane=[(0,0),(0,0),(1,0),(2,0),(4,0)] warp=[]
// tileas.module @m <target = "sm_80"> {
//   func @k <num_warps = 1, num_worker_warps_per_cta = 1, shared_bytes = 1024> (%p: ptr, %n: i32) {
//     %low = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %0 = constant <value = 0x3c00> : tile<16x16xf16, #r0>
//     %1 = constant <value = 0x3c00> : tile<16x16xf16, #r1>
//     %2 = constant <value = 0.0> : tile<16x16xf32, #r0>
//     %s = dot %0, %1, %2 <instruction = m16n8k16, warps = [1, 1], numbering = plain> : tile<16x16xf16, #r0>, tile<16x16xf16, #r1>, tile<16x16xf32, #r0> -> tile<16x16xf32, #r0>
//     %m = reduce [%s] <dim = 1, identities = [0]> : tile<16x16xf32, #r0> -> tile<16xf32, #r2> (%x: f32, %y: f32) {
//       %z = maxf %x, %y : f32
//       yield [%z] : f32
//     }
//     %c = view %m : tile<16xf32, #r2> -> tile<16x1xf32, #r3>
//     %3 = constant <value = -1.0> : tile<16x1xf32, #r3>
//     %r = for %low, %n, %one, [%3] : i32, i32, i32, tile<16x1xf32, #r3> -> tile<16x1xf32, #r3> (%i: i32, %before: tile<16x1xf32, #r3>) {
//       %l = maxf %c, %before : tile<16x1xf32, #r3>
//       %4 = convert_layout %l : tile<16x1xf32, #r3> -> tile<16x1xf32, #r4>
//       %5 = broadcast %4 : tile<16x1xf32, #r4> -> tile<16x16xf32, #r0>
//       %d = subf %s, %5 : tile<16x16xf32, #r0>
//       print [%d] <format = "%f", scratch = [0, 1024]> : tile<16x16xf32, #r0>
//       continue [%l] : tile<16x1xf32, #r3>
//     }
//     print [%r] <format = "%f", scratch = [0, 64]> : tile<16x1xf32, #r3>
//     return
//   }
// }
//
// The largest numbers of rows go back to the rows by names of registers: the broadcast is made of the value itself, not of
// what was converted to the layout of its shape before.
tileaa.module @m {
  func @k <num_worker_warps_per_cta = 1> (%p: ptr, %n: i32) {
    %a = constant <value = 0x3c00> : tile<16x16xf16>
    %none = constant <value = 0.0> : tile<16x16xf32>
    %small = constant <value = -1.0> : tile<16x1xf32>
    %low = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %r = for %low, %n, %one, [%small] : i32, i32, i32, tile<16x1xf32> -> tile<16x1xf32> (%i: i32, %before: tile<16x1xf32>) {
      %s = dot %a, %a, %none : tile<16x16xf16>, tile<16x16xf16>, tile<16x16xf32> -> tile<16x16xf32>
      %m = reduce [%s] <dim = 1, identities = [0]> : tile<16x16xf32> -> tile<16xf32> (%x: f32, %y: f32) {
        %z = maxf %x, %y : f32
        yield [%z] : f32
      }
      %c = view %m : tile<16xf32> -> tile<16x1xf32>
      %l = maxf %c, %before : tile<16x1xf32>
      %b = broadcast %l : tile<16x1xf32> -> tile<16x16xf32>
      %d = subf %s, %b : tile<16x16xf32>
      %t = print [%d] <format = "%f"> : tile<16x16xf32> -> token
      continue [%l] : tile<16x1xf32>
    }
    %t = print [%r] <format = "%f"> : tile<16x1xf32> -> token
    return
  }
}
