// RUN: opt --passes=allocate-shared
// TRAP: takes 512 bytes of shared memory from byte 768 on, and its function has 1024
//
// The launch asks for `shared_bytes` bytes. What is beyond them belongs to nobody, and an access there ends the kernel.
tileas.module @m <target = "sm_80"> {
  func @k <num_warps = 4, shared_bytes = 1024> (%x: f32) {
    %tile = constant <value = 1.0> : tile<128xf32, reg=[] lane=[1, 2, 4, 8, 16] warp=[32, 64]>
    print [%tile] <format = "%f", scratch = [768, 512]> : tile<128xf32, reg=[] lane=[1, 2, 4, 8, 16] warp=[32, 64]>
    return
  }
}
