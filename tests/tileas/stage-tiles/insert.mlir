// RUN: opt --passes=stage-tiles
// #r0 = reg=[] lane=[1,2,4,8,16] warp=[32,0]
// #r1 = reg=[] lane=[1,2,4,8,0] warp=[0,0]
// #s0 = offset=[1,2,4,8,16,32]
// tileas.module @tests <target = "sm_80"> {
//   func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
//     %a = make_range : tile<64xi32, #r0>
//     %b = constant <value = 7> : tile<16xi32, #r1>
//     %0 = alloc_tensor : buffer<64xi32, #s0>
//     %1 = constant <value = 0> : i32
//     %2 = constant <value = 16> : i32
//     %3 = muli %i, %2 : i32
//     barrier
//     local_store %a, %0, [%1] : tile<64xi32, #r0>, buffer<64xi32, #s0>, i32
//     barrier
//     local_store %b, %0, [%3] : tile<16xi32, #r1>, buffer<64xi32, #s0>, i32
//     barrier
//     %d = local_load %0, [%1] : buffer<64xi32, #s0>, i32 -> tile<64xi32, #r0>
//     %t = print [%d] <format = "%i"> : tile<64xi32, #r0> -> token
//     return
//   }
// }
//
// The slice is stored over the tile that it replaces a part of. Between the two stores all threads meet, because they
// write the same bytes.
#r0 = reg=[] lane=[1,2,4,8,16] warp=[32,0]
#r1 = reg=[] lane=[1,2,4,8,0] warp=[0,0]
tileas.module @tests <target = "sm_80"> {
  func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
    %a = make_range : tile<64xi32, #r0>
    %b = constant <value = 7> : tile<16xi32, #r1>
    %d = insert_slice %b, %a, [%i] : tile<16xi32, #r1>, tile<64xi32, #r0>, i32 -> tile<64xi32, #r0>
    %t = print [%d] <format = "%i"> : tile<64xi32, #r0> -> token
    return
  }
}
