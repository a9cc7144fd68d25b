// RUN: opt --passes=canonicalize,cse,dce
// #r0 = reg=[] lane=[1,2,4,8,16] warp=[]
// #r1 = reg=[] lane=[16,8,4,2,1] warp=[]
// tileas.module @m <target = "sm_80"> {
//   func @k <num_warps = 1> (%x: f32) {
//     %a = constant <value = 1.0> : tile<32xf32, #r0>
//     %c = convert_layout %a : tile<32xf32, #r0> -> tile<32xf32, #r1>
//     %sum = addf %c, %c : tile<32xf32, #r1>
//     print [%sum] <format = "%f"> : tile<32xf32, #r1>
//     return
//   }
// }
//
// A conversion to the layout that a tile has is the tile, of two in a row the last is made, and equal ones are made once.
tileas.module @m <target = "sm_80"> {
  func @k <num_warps = 1> (%x: f32) {
    %a = constant <value = 1.0> : tile<32xf32, reg=[] lane=[1, 2, 4, 8, 16] warp=[]>
    %same = convert_layout %a : tile<32xf32, reg=[] lane=[1, 2, 4, 8, 16] warp=[]> -> tile<32xf32, reg=[] lane=[1, 2, 4, 8, 16] warp=[]>
    %b = convert_layout %same : tile<32xf32, reg=[] lane=[1, 2, 4, 8, 16] warp=[]> -> tile<32xf32, reg=[1] lane=[2, 4, 8, 16, 0] warp=[]>
    %c = convert_layout %b : tile<32xf32, reg=[1] lane=[2, 4, 8, 16, 0] warp=[]> -> tile<32xf32, reg=[] lane=[16, 8, 4, 2, 1] warp=[]>
    %d = convert_layout %a : tile<32xf32, reg=[] lane=[1, 2, 4, 8, 16] warp=[]> -> tile<32xf32, reg=[] lane=[16, 8, 4, 2, 1] warp=[]>
    %sum = addf %c, %d : tile<32xf32, reg=[] lane=[16, 8, 4, 2, 1] warp=[]>
    print [%sum] <format = "%f"> : tile<32xf32, reg=[] lane=[16, 8, 4, 2, 1] warp=[]>
    return
  }
}
