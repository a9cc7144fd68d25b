// RUN: opt --passes=allocate-shared
// TRAP: takes bytes 256 to 768 of shared memory while `%a` needs bytes 0 to 512
//
// `%a` is read after `%b` was written, and half of its bytes are those of `%b`: the second store would change what the load
// gives. The verifier says so before any pass runs, at the op that comes later.
tileas.module @m <target = "sm_80"> {
  func @k <num_warps = 4, shared_bytes = 1024> (%x: f32) {
    %zero = constant <value = 0> : i32
    %tile = constant <value = 1.0> : tile<128xf32, reg=[] lane=[1, 2, 4, 8, 16] warp=[32, 64]>
    %a = alloc_tensor <offset = 0> : buffer<128xf32, offset=[1, 2, 4, 8, 16, 32, 64]>
    %b = alloc_tensor <offset = 256> : buffer<128xf32, offset=[1, 2, 4, 8, 16, 32, 64]>
    barrier
    local_store %tile, %a, [%zero] : tile<128xf32, reg=[] lane=[1, 2, 4, 8, 16] warp=[32, 64]>, buffer<128xf32, offset=[1, 2, 4, 8, 16, 32, 64]>, i32
    local_store %tile, %b, [%zero] : tile<128xf32, reg=[] lane=[1, 2, 4, 8, 16] warp=[32, 64]>, buffer<128xf32, offset=[1, 2, 4, 8, 16, 32, 64]>, i32
    barrier
    %back = local_load %a, [%zero] : buffer<128xf32, offset=[1, 2, 4, 8, 16, 32, 64]>, i32 -> tile<128xf32, reg=[] lane=[1, 2, 4, 8, 16] warp=[32, 64]>
    return
  }
}
