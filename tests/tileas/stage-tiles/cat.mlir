// RUN: opt --passes=stage-tiles
// #r0 = reg=[] lane=[1,2,4,8,16] warp=[0,0]
// #s0 = offset=[1,2,4,8,16,32]
// #r1 = reg=[32] lane=[1,2,4,8,16] warp=[0,0]
// #r2 = reg=[] lane=[1,2,4,8,16] warp=[32,0]
// tileas.module @tests <target = "sm_80"> {
//   func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
//     %a = make_range : tile<32xi32, #r0>
//     %b = constant <value = 7> : tile<32xi32, #r0>
//     %1 = alloc_tensor : buffer<64xi32, #s0>
//     %2 = constant <value = 0> : i32
//     %3 = constant <value = 32> : i32
//     barrier
//     local_store %a, %1, [%2] : tile<32xi32, #r0>, buffer<64xi32, #s0>, i32
//     local_store %b, %1, [%3] : tile<32xi32, #r0>, buffer<64xi32, #s0>, i32
//     barrier
//     %0 = local_load %1, [%2] : buffer<64xi32, #s0>, i32 -> tile<64xi32, #r1>
//     %d = convert_layout %0 : tile<64xi32, #r1> -> tile<64xi32, #r2>
//     %t = print [%d] <format = "%i"> : tile<64xi32, #r2> -> token
//     return
//   }
// }
//
// Elements of both tiles go to other threads. They are stored one behind the other in a buffer, all threads meet, and
// the result is loaded.
#r0 = reg=[] lane=[1,2,4,8,16] warp=[0,0]
#r1 = reg=[32] lane=[1,2,4,8,16] warp=[0,0]
#r2 = reg=[] lane=[1,2,4,8,16] warp=[32,0]
tileas.module @tests <target = "sm_80"> {
  func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
    %a = make_range : tile<32xi32, #r0>
    %b = constant <value = 7> : tile<32xi32, #r0>
    %0 = cat %a, %b <dim = 0> : tile<32xi32, #r0>, tile<32xi32, #r0> -> tile<64xi32, #r1>
    %d = convert_layout %0 : tile<64xi32, #r1> -> tile<64xi32, #r2>
    %t = print [%d] <format = "%i"> : tile<64xi32, #r2> -> token
    return
  }
}
