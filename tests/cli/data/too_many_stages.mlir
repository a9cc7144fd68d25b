tileas.module @m <target = "sm_86"> {
  func @k <num_warps = 1> (%p: ptr) {
    %ring = create_pipeline <stages = 16> : buffer<64x64xf32, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,0),(2,0),(4,0),(8,0),(16,0),(32,0)]>
    %small = alloc_tensor : buffer<64x64xf32, offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,0),(2,0),(4,0),(8,0),(16,0),(32,0)]>
    return
  }
}
