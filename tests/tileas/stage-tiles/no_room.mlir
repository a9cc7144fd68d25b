// RUN: opt --passes=stage-tiles{buffers=128}
// #r0 = reg=[] lane=[1,2,4,8,16] warp=[32,0]
// #r1 = reg=[] lane=[1,2,4,8,0] warp=[0,0]
// tileas.module @tests <target = "sm_80"> {
//   func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
//     %a = make_range : tile<64xi32, #r0>
//     %d = extract_slice %a, [%i] : tile<64xi32, #r0>, i32 -> tile<16xi32, #r1>
//     %t = print [%d] <format = "%i"> : tile<16xi32, #r1> -> token
//     return
//   }
// }
//
// The tile takes 256 bytes and may have 128, so it is left alone: level 4 moves it in rounds.
#r0 = reg=[] lane=[1,2,4,8,16] warp=[32,0]
#r1 = reg=[] lane=[1,2,4,8,0] warp=[0,0]
tileas.module @tests <target = "sm_80"> {
  func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
    %a = make_range : tile<64xi32, #r0>
    %d = extract_slice %a, [%i] : tile<64xi32, #r0>, i32 -> tile<16xi32, #r1>
    %t = print [%d] <format = "%i"> : tile<16xi32, #r1> -> token
    return
  }
}
