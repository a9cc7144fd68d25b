// RUN: opt --passes=allocate-shared
// #r0 = reg=[] lane=[1,2,4,8,16] warp=[]
// #s0 = offset=[1,2,4,8,16]
// tileas.module @m <target = "sm_80"> {
//   func @k <num_warps = 1, shared_bytes = 384> (%x: f32) {
//     %zero = constant <value = 0> : i32
//     %memory = alloca <bytes = 64, alignment = 8, offset = 0> : ptr
//     %more = alloca <bytes = 64, alignment = 8, offset = 8> : ptr
//     %tile = constant <value = 1.0> : tile<32xf32, #r0>
//     %early = alloc_tensor <offset = 128> : buffer<32xf32, #s0>
//     barrier
//     local_store %tile, %early, [%zero] : tile<32xf32, #r0>, buffer<32xf32, #s0>, i32
//     barrier
//     %read = local_load %early, [%zero] : buffer<32xf32, #s0>, i32 -> tile<32xf32, #r0>
//     %late = alloc_tensor <offset = 256> : buffer<32xf32, #s0>
//     local_store %read, %late, [%zero] : tile<32xf32, #r0>, buffer<32xf32, #s0>, i32
//     return
//   }
// }
//
// No barrier stands between `%late` and its first use, so a thread may write it while another still reads `%early` or the slot
// of the `alloca`: `%late` shares its bytes with nobody. Slots keep the addresses of `alloca`, 8 bytes each, as long as the
// function runs, and come first.
tileas.module @m <target = "sm_80"> {
  func @k <num_warps = 1> (%x: f32) {
    %zero = constant <value = 0> : i32
    %memory = alloca <bytes = 64, alignment = 8> : ptr
    %more = alloca <bytes = 64, alignment = 8> : ptr
    %tile = constant <value = 1.0> : tile<32xf32, reg=[] lane=[1, 2, 4, 8, 16] warp=[]>
    %early = alloc_tensor : buffer<32xf32, offset=[1, 2, 4, 8, 16]>
    barrier
    local_store %tile, %early, [%zero] : tile<32xf32, reg=[] lane=[1, 2, 4, 8, 16] warp=[]>, buffer<32xf32, offset=[1, 2, 4, 8, 16]>, i32
    barrier
    %read = local_load %early, [%zero] : buffer<32xf32, offset=[1, 2, 4, 8, 16]>, i32 -> tile<32xf32, reg=[] lane=[1, 2, 4, 8, 16] warp=[]>
    %late = alloc_tensor : buffer<32xf32, offset=[1, 2, 4, 8, 16]>
    local_store %read, %late, [%zero] : tile<32xf32, reg=[] lane=[1, 2, 4, 8, 16] warp=[]>, buffer<32xf32, offset=[1, 2, 4, 8, 16]>, i32
    return
  }
}
