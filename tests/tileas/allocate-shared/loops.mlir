// RUN: opt --passes=allocate-shared
// #r0 = reg=[] lane=[1,2,4,8,16] warp=[32,64]
// #s0 = offset=[1,2,4,8,16,32,64]
// tileas.module @m <target = "sm_80"> {
//   func @k <num_warps = 4, shared_bytes = 1024> (%n: i32) {
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %tile = constant <value = 1.0> : tile<128xf32, #r0>
//     %kept = alloc_tensor <offset = 0> : buffer<128xf32, #s0>
//     barrier
//     local_store %tile, %kept, [%zero] : tile<128xf32, #r0>, buffer<128xf32, #s0>, i32
//     barrier
//     %sum = for %zero, %n, %one, [%tile] : i32, i32, i32, tile<128xf32, #r0> -> tile<128xf32, #r0> (%i: i32, %so_far: tile<128xf32, #r0>) {
//       %before = local_load %kept, [%zero] : buffer<128xf32, #s0>, i32 -> tile<128xf32, #r0>
//       %each = alloc_tensor <offset = 512> : buffer<128xf32, #s0>
//       barrier
//       local_store %so_far, %each, [%zero] : tile<128xf32, #r0>, buffer<128xf32, #s0>, i32
//       barrier
//       %back = local_load %each, [%zero] : buffer<128xf32, #s0>, i32 -> tile<128xf32, #r0>
//       %next = addf %before, %back : tile<128xf32, #r0>
//       continue [%next] : tile<128xf32, #r0>
//     }
//     %all = reduce [%sum] <dim = 0, identities = [0], scratch = [0, 16]> : tile<128xf32, #r0> -> f32 (%a: f32, %b: f32) {
//       %c = addf %a, %b : f32
//       yield [%c] : f32
//     }
//     return
//   }
// }
//
// What a loop uses from in front of it is needed in every iteration, so the buffer `%kept` keeps its bytes to the end of the
// loop. `%each` belongs to the iteration, and gets a gap of its own. Behind the loop both are free: the reduction leaves one
// element per line and warp there, and its scratch is 4 warps x 4 bytes.
tileas.module @m <target = "sm_80"> {
  func @k <num_warps = 4> (%n: i32) {
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %tile = constant <value = 1.0> : tile<128xf32, reg=[] lane=[1, 2, 4, 8, 16] warp=[32, 64]>
    %kept = alloc_tensor : buffer<128xf32, offset=[1, 2, 4, 8, 16, 32, 64]>
    barrier
    local_store %tile, %kept, [%zero] : tile<128xf32, reg=[] lane=[1, 2, 4, 8, 16] warp=[32, 64]>, buffer<128xf32, offset=[1, 2, 4, 8, 16, 32, 64]>, i32
    barrier
    %sum = for %zero, %n, %one, [%tile] : i32, i32, i32, tile<128xf32, reg=[] lane=[1, 2, 4, 8, 16] warp=[32, 64]> -> tile<128xf32, reg=[] lane=[1, 2, 4, 8, 16] warp=[32, 64]> (%i: i32, %so_far: tile<128xf32, reg=[] lane=[1, 2, 4, 8, 16] warp=[32, 64]>) {
      %before = local_load %kept, [%zero] : buffer<128xf32, offset=[1, 2, 4, 8, 16, 32, 64]>, i32 -> tile<128xf32, reg=[] lane=[1, 2, 4, 8, 16] warp=[32, 64]>
      %each = alloc_tensor : buffer<128xf32, offset=[1, 2, 4, 8, 16, 32, 64]>
      barrier
      local_store %so_far, %each, [%zero] : tile<128xf32, reg=[] lane=[1, 2, 4, 8, 16] warp=[32, 64]>, buffer<128xf32, offset=[1, 2, 4, 8, 16, 32, 64]>, i32
      barrier
      %back = local_load %each, [%zero] : buffer<128xf32, offset=[1, 2, 4, 8, 16, 32, 64]>, i32 -> tile<128xf32, reg=[] lane=[1, 2, 4, 8, 16] warp=[32, 64]>
      %next = addf %before, %back : tile<128xf32, reg=[] lane=[1, 2, 4, 8, 16] warp=[32, 64]>
      continue [%next] : tile<128xf32, reg=[] lane=[1, 2, 4, 8, 16] warp=[32, 64]>
    }
    %all = reduce [%sum] <dim = 0, identities = [0]> : tile<128xf32, reg=[] lane=[1, 2, 4, 8, 16] warp=[32, 64]> -> f32 (%a: f32, %b: f32) {
      %c = addf %a, %b : f32
      yield [%c] : f32
    }
    return
  }
}
