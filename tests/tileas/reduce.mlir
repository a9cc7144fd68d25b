// RUN: compile --emit=tileas --target=sm_80
// #r0 = reg=[(0,1),(0,2),(4,0)] lane=[(0,4),(0,8),(0,16),(1,0),(2,0)] warp=[]
// #r1 = reg=[4] lane=[0,0,0,1,2] warp=[]
// tileas.module @m <target = "sm_80"> {
//   func @k <num_warps = 1, num_worker_warps_per_cta = 1, shared_bytes = 128> (%p: ptr) {
//     %a = constant <value = 1.0> : tile<8x32xf32, #r0>
//     %r = reduce [%a] <dim = 1, identities = [0]> : tile<8x32xf32, #r0> -> tile<8xf32, #r1> (%x: f32, %y: f32) {
//       %z = addf %x, %y : f32
//       yield [%z] : f32
//     }
//     print [%r] <format = "%f", scratch = [0, 32]> : tile<8xf32, #r1>
//     return
//   }
// }
//
// The result of a reduction is held by every thread that took part; then it goes to the layout of its shape.
tileaa.module @m {
  func @k <num_worker_warps_per_cta = 1> (%p: ptr) {
    %a = constant <value = 1.0> : tile<8x32xf32>
    %r = reduce [%a] <dim = 1, identities = [0]> : tile<8x32xf32> -> tile<8xf32> (%x: f32, %y: f32) {
      %z = addf %x, %y : f32
      yield [%z] : f32
    }
    %t = print [%r] <format = "%f"> : tile<8xf32> -> token
    return
  }
}
