// RUN: opt --passes=allocate-shared
// #r0 = reg=[128,256,512,1024,2048,4096,8192] lane=[1,2,4,8,16] warp=[32,64]
// #s0 = offset=[1,2,4,8,16,32,64,128,256,512,1024,2048,4096,8192]
// #r1 = reg=[1,2,4,8,16,32,64] lane=[128,256,512,1024,2048] warp=[4096,8192]
// tileas.module @m <target = "sm_86"> {
//   func @k <num_warps = 4, shared_bytes = 98304> (%x: f32) {
//     %zero = constant <value = 0> : i32
//     %tile = constant <value = 1.0> : tile<16384xf32, #r0>
//     %buffer = alloc_tensor <offset = 0> : buffer<16384xf32, #s0>
//     barrier
//     local_store %tile, %buffer, [%zero] : tile<16384xf32, #r0>, buffer<16384xf32, #s0>, i32
//     %moved = convert_layout %tile <scratch = [65536, 32768]> : tile<16384xf32, #r0> -> tile<16384xf32, #r1>
//     barrier
//     %back = local_load %buffer, [%zero] : buffer<16384xf32, #s0>, i32 -> tile<16384xf32, #r1>
//     %sum = addf %moved, %back : tile<16384xf32, #r1>
//     print [%sum] <format = "%f", scratch = [0, 65536]> : tile<16384xf32, #r1>
//     return
//   }
// }
//
// A tile of 64 KiB changes its layout while a buffer of 64 KiB is needed, and a thread block of sm_86 has 99 KiB. The scratch
// gets a power of two of what is free, 32 KiB: `convert_layout` moves the tile in two rounds of that, with barriers between.
// The print has no buffer beside it and gets all that it needs at once.
tileas.module @m <target = "sm_86"> {
  func @k <num_warps = 4> (%x: f32) {
    %zero = constant <value = 0> : i32
    %tile = constant <value = 1.0> : tile<16384xf32, reg=[128, 256, 512, 1024, 2048, 4096, 8192] lane=[1, 2, 4, 8, 16] warp=[32, 64]>
    %buffer = alloc_tensor : buffer<16384xf32, offset=[1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192]>
    barrier
    local_store %tile, %buffer, [%zero] : tile<16384xf32, reg=[128, 256, 512, 1024, 2048, 4096, 8192] lane=[1, 2, 4, 8, 16] warp=[32, 64]>, buffer<16384xf32, offset=[1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192]>, i32
    %moved = convert_layout %tile : tile<16384xf32, reg=[128, 256, 512, 1024, 2048, 4096, 8192] lane=[1, 2, 4, 8, 16] warp=[32, 64]> -> tile<16384xf32, reg=[1, 2, 4, 8, 16, 32, 64] lane=[128, 256, 512, 1024, 2048] warp=[4096, 8192]>
    barrier
    %back = local_load %buffer, [%zero] : buffer<16384xf32, offset=[1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192]>, i32 -> tile<16384xf32, reg=[1, 2, 4, 8, 16, 32, 64] lane=[128, 256, 512, 1024, 2048] warp=[4096, 8192]>
    %sum = addf %moved, %back : tile<16384xf32, reg=[1, 2, 4, 8, 16, 32, 64] lane=[128, 256, 512, 1024, 2048] warp=[4096, 8192]>
    print [%sum] <format = "%f"> : tile<16384xf32, reg=[1, 2, 4, 8, 16, 32, 64] lane=[128, 256, 512, 1024, 2048] warp=[4096, 8192]>
    return
  }
}
