// RUN: opt --passes=stage-tiles
// #r0 = reg=[] lane=[1,2,4,8,16] warp=[32,0]
// #s0 = offset=[1,2,4,8,16,32]
// #r1 = reg=[] lane=[1,2,4,8,0] warp=[0,0]
// tileas.module @tests <target = "sm_80"> {
//   func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
//     %a = make_range : tile<64xi32, #r0>
//     %0 = alloc_tensor : buffer<64xi32, #s0>
//     %1 = constant <value = 0> : i32
//     %2 = constant <value = 16> : i32
//     %3 = muli %i, %2 : i32
//     barrier
//     local_store %a, %0, [%1] : tile<64xi32, #r0>, buffer<64xi32, #s0>, i32
//     barrier
//     %d = local_load %0, [%3] : buffer<64xi32, #s0>, i32 -> tile<16xi32, #r1>
//     %t = print [%d] <format = "%i"> : tile<16xi32, #r1> -> token
//     return
//   }
// }
//
// The whole tile is stored, and the slice at the index is loaded from where it begins.
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
