#r0 = reg=[] lane=[1,2] warp=[]
tileas.module @m {
  func @k <num_warps = 1> {
    %a = constant <value = 0> : tile<4xi32, #r0>
    return
  }
}
