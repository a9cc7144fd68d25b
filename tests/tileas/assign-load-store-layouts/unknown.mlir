// RUN: opt --passes=assign-load-store-layouts
// #r0 = reg=[] lane=[0,0,0,0,0] warp=[0,0]
// #r1 = reg=[] lane=[1,2,4,8,16] warp=[32,64]
// tileas.module @tests <target = "sm_80"> {
//   func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
//     %0 = view %x : ptr -> tile<1xptr, #r0>
//     %1 = broadcast %0 : tile<1xptr, #r0> -> tile<128xptr, #r1>
//     %o, %o_t = load %1 : tile<128xptr, #r1> -> tile<128xi32, #r1>, token
//     %p = addptr %1, %o <bytes = 4> : tile<128xptr, #r1>, tile<128xi32, #r1> -> tile<128xptr, #r1>
//     %v, %v_t = load %p : tile<128xptr, #r1> -> tile<128xf32, #r1>, token
//     %t = print [%v] <format = "%f"> : tile<128xf32, #r1> -> token
//     return
//   }
// }
//
// Nothing is known of these addresses. The layout is that of a vector of four in a row, a guess, which is the default:
// nothing changes.
#r0 = reg=[] lane=[0,0,0,0,0] warp=[0,0]
#r1 = reg=[] lane=[1,2,4,8,16] warp=[32,64]
tileas.module @tests <target = "sm_80"> {
  func @k <num_warps = 4> (%x: ptr, %y: ptr, %z: ptr, %i: i32, %n: i32) {
    %0 = view %x : ptr -> tile<1xptr, #r0>
    %1 = broadcast %0 : tile<1xptr, #r0> -> tile<128xptr, #r1>
    %o, %o_t = load %1 : tile<128xptr, #r1> -> tile<128xi32, #r1>, token
    %p = addptr %1, %o <bytes = 4> : tile<128xptr, #r1>, tile<128xi32, #r1> -> tile<128xptr, #r1>
    %v, %v_t = load %p : tile<128xptr, #r1> -> tile<128xf32, #r1>, token
    %t = print [%v] <format = "%f"> : tile<128xf32, #r1> -> token
    return
  }
}
