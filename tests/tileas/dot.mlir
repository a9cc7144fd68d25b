// RUN: compile --emit=tileas --target=sm_80
// #r0 = reg=[(0,1),(8,0),(0,8)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[]
// #r1 = reg=[(1,0),(8,0)] lane=[(2,0),(4,0),(0,1),(0,2),(0,4)] warp=[]
// #r2 = reg=[(0,1),(8,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[]
// tileas.module @m <target = "sm_80"> {
//   func @k <num_warps = 1, num_worker_warps_per_cta = 1, shared_bytes = 512> (%x: f32) {
//     %0 = constant <value = 0x3c00> : tile<16x16xf16, #r0>
//     %1 = constant <value = 0x3c00> : tile<16x8xf16, #r1>
//     %2 = constant <value = 0.0> : tile<16x8xf32, #r2>
//     %d = dot %0, %1, %2 <instruction = m16n8k16, warps = [1, 1], numbering = plain> : tile<16x16xf16, #r0>, tile<16x8xf16, #r1>, tile<16x8xf32, #r2> -> tile<16x8xf32, #r2>
//     print [%d] <format = "%f", scratch = [0, 512]> : tile<16x8xf32, #r2>
//     return
//   }
// }
//
// A product that the target has an instruction for: operands and sum are converted to its fragments, and the result back.
tileaa.module @m {
  func @k <num_worker_warps_per_cta = 1> (%x: f32) {
    %a = constant <value = 0x3c00> : tile<16x16xf16>
    %b = constant <value = 0x3c00> : tile<16x8xf16>
    %c = constant <value = 0.0> : tile<16x8xf32>
    %d = dot %a, %b, %c : tile<16x16xf16>, tile<16x8xf16>, tile<16x8xf32> -> tile<16x8xf32>
    %t = print [%d] <format = "%f"> : tile<16x8xf32> -> token
    return
  }
}
