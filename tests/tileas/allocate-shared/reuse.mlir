// RUN: opt --passes=allocate-shared
// #r0 = reg=[] lane=[1,2,4,8,16] warp=[32,64]
// #s0 = offset=[1,2,4,8,16,32,64]
// #r1 = reg=[] lane=[4,8,16,32,64] warp=[1,2]
// tileas.module @m <target = "sm_80"> {
//   func @k <num_warps = 4, shared_bytes = 1024> (%x: f32) {
//     %zero = constant <value = 0> : i32
//     %tile = constant <value = 1.0> : tile<128xf32, #r0>
//     %a = alloc_tensor <offset = 0> : buffer<128xf32, #s0>
//     %b = alloc_tensor <offset = 512> : buffer<128xf32, #s0>
//     barrier
//     local_store %tile, %a, [%zero] : tile<128xf32, #r0>, buffer<128xf32, #s0>, i32
//     local_store %tile, %b, [%zero] : tile<128xf32, #r0>, buffer<128xf32, #s0>, i32
//     barrier
//     %from_a = local_load %a, [%zero] : buffer<128xf32, #s0>, i32 -> tile<128xf32, #r0>
//     %from_b = local_load %b, [%zero] : buffer<128xf32, #s0>, i32 -> tile<128xf32, #r0>
//     %sum = addf %from_a, %from_b : tile<128xf32, #r0>
//     %c = alloc_tensor <offset = 0> : buffer<128xf32, #s0>
//     barrier
//     local_store %sum, %c, [%zero] : tile<128xf32, #r0>, buffer<128xf32, #s0>, i32
//     %moved = convert_layout %sum <scratch = [512, 512]> : tile<128xf32, #r0> -> tile<128xf32, #r1>
//     barrier
//     %from_c = local_load %c, [%zero] : buffer<128xf32, #s0>, i32 -> tile<128xf32, #r1>
//     %all = addf %from_c, %moved : tile<128xf32, #r1>
//     return
//   }
// }
//
// A buffer has its bytes from its op to its last use. `%a` and `%b` are needed at the same time, so they stand behind each
// other; `%c` begins when both are done, and gets the bytes of `%a`: a barrier stands between its op and its first use, so
// that every thread has read `%a` by then. The conversion moves its tile through 512 bytes of scratch while only `%c` is
// needed, which leaves it the lowest gap behind `%c`.
tileas.module @m <target = "sm_80"> {
  func @k <num_warps = 4> (%x: f32) {
    %zero = constant <value = 0> : i32
    %tile = constant <value = 1.0> : tile<128xf32, reg=[] lane=[1, 2, 4, 8, 16] warp=[32, 64]>
    %a = alloc_tensor : buffer<128xf32, offset=[1, 2, 4, 8, 16, 32, 64]>
    %b = alloc_tensor : buffer<128xf32, offset=[1, 2, 4, 8, 16, 32, 64]>
    barrier
    local_store %tile, %a, [%zero] : tile<128xf32, reg=[] lane=[1, 2, 4, 8, 16] warp=[32, 64]>, buffer<128xf32, offset=[1, 2, 4, 8, 16, 32, 64]>, i32
    local_store %tile, %b, [%zero] : tile<128xf32, reg=[] lane=[1, 2, 4, 8, 16] warp=[32, 64]>, buffer<128xf32, offset=[1, 2, 4, 8, 16, 32, 64]>, i32
    barrier
    %from_a = local_load %a, [%zero] : buffer<128xf32, offset=[1, 2, 4, 8, 16, 32, 64]>, i32 -> tile<128xf32, reg=[] lane=[1, 2, 4, 8, 16] warp=[32, 64]>
    %from_b = local_load %b, [%zero] : buffer<128xf32, offset=[1, 2, 4, 8, 16, 32, 64]>, i32 -> tile<128xf32, reg=[] lane=[1, 2, 4, 8, 16] warp=[32, 64]>
    %sum = addf %from_a, %from_b : tile<128xf32, reg=[] lane=[1, 2, 4, 8, 16] warp=[32, 64]>
    %c = alloc_tensor : buffer<128xf32, offset=[1, 2, 4, 8, 16, 32, 64]>
    barrier
    local_store %sum, %c, [%zero] : tile<128xf32, reg=[] lane=[1, 2, 4, 8, 16] warp=[32, 64]>, buffer<128xf32, offset=[1, 2, 4, 8, 16, 32, 64]>, i32
    %moved = convert_layout %sum : tile<128xf32, reg=[] lane=[1, 2, 4, 8, 16] warp=[32, 64]> -> tile<128xf32, reg=[] lane=[4, 8, 16, 32, 64] warp=[1, 2]>
    barrier
    %from_c = local_load %c, [%zero] : buffer<128xf32, offset=[1, 2, 4, 8, 16, 32, 64]>, i32 -> tile<128xf32, reg=[] lane=[4, 8, 16, 32, 64] warp=[1, 2]>
    %all = addf %from_c, %moved : tile<128xf32, reg=[] lane=[4, 8, 16, 32, 64] warp=[1, 2]>
    return
  }
}
