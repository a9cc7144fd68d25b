// RUN: opt --passes=allocate-shared
// #r0 = reg=[] lane=[1,2,4,8,16] warp=[32,64]
// tileas.module @m <target = "sm_80"> {
//   func @k <num_warps = 4, shared_bytes = 4096> (%x: f32) {
//     %tile = constant <value = 1.0> : tile<128xf32, #r0>
//     print [%tile] <format = "%f", scratch = [1024, 512]> : tile<128xf32, #r0>
//     return
//   }
// }
//
// A function with `shared_bytes` is allocated already, and stays as it is, even where the pass would have found a lower place:
// text of level 3 says where things are, and is compiled as it says.
tileas.module @m <target = "sm_80"> {
  func @k <num_warps = 4, shared_bytes = 4096> (%x: f32) {
    %tile = constant <value = 1.0> : tile<128xf32, reg=[] lane=[1, 2, 4, 8, 16] warp=[32, 64]>
    print [%tile] <format = "%f", scratch = [1024, 512]> : tile<128xf32, reg=[] lane=[1, 2, 4, 8, 16] warp=[32, 64]>
    return
  }
}
