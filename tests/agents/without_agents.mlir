// RUN: emulate --grid 2 --checks -a a:f16[256,{k}]=randint(-2,3,seed=1) -a b:f16[64,{k}]=randint(-2,3,seed=2) \
// -a c:f32[256,64]=zeros -a {k}
// with k=64
// with k=192
// product c = a rows/1 b transposed
// fault E0881 tcgen05.wait::ld.sync.aligned; =>
// fault E0882 fence.proxy.async.shared::cta; =>
//
// A product of all warps of a thread block, without agents: threads write the operands, a lane of the first warp starts the product, and
// all threads wait for it. The sum stays in tensor memory during the loop.
#t0 = part=[] column=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0)]
#r0 = reg=[(0,1),(0,2),(0,4),(16,0),(32,0),(64,0)] lane=[(0,8),(0,16),(0,32),(1,0),(2,0)] warp=[(4,0),(8,0)]
#r1 = reg=[(1,0),(2,0),(4,0),(0,16),(0,32)] lane=[(8,0),(16,0),(32,0),(0,1),(0,2)] warp=[(0,4),(0,8)]
#s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0),(64,0)]
#s1 = offset=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(8,1),(16,2),(32,4),(0,8),(0,16),(0,32)]
#r2 = reg=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[(32,0),(64,0)]
tileas.module @without_agents <target = "sm_100a"> {
  func @gemm <num_warps = 4> (%pa: ptr, %pb: ptr, %pc: ptr, %k: i32) {
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %block = get_program_id <axis = 0> : i32
    %ma = make_memref %pa, [%k], [%k] : ptr, i32, i32 -> memref<256x?xf16, [?, 1]>
    %mb = make_memref %pb, [%k], [%k] : ptr, i32, i32 -> memref<64x?xf16, [?, 1]>
    %mc = make_memref %pc : ptr -> memref<256x64xf32, [64, 1]>
    %a = block_tile %ma : memref<256x?xf16, [?, 1]> -> block_tile<[128, 64], memref<256x?xf16, [?, 1]>, step = [128, 64], dims = [0, 1]>
    %b = block_tile %mb : memref<64x?xf16, [?, 1]> -> block_tile<[64, 64], memref<64x?xf16, [?, 1]>, step = [64, 64], dims = [1, 0]>
    %c = block_tile %mc : memref<256x64xf32, [64, 1]> -> block_tile<[128, 64], memref<256x64xf32, [64, 1]>, step = [128, 64], dims = [0, 1]>
    %steps = get_tile_count %a <dim = 1> : block_tile<[128, 64], memref<256x?xf16, [?, 1]>, step = [128, 64], dims = [0, 1]> -> i32
    %acc = tcgen05.alloc : tmem<128x64xf32, #t0>
    for %zero, %steps, %one : i32, i32, i32 (%i: i32) {
      %ta = tiled_load %a, [%block, %i] : block_tile<[128, 64], memref<256x?xf16, [?, 1]>, step = [128, 64], dims = [0, 1]>, i32, i32 -> tile<128x64xf16, #r0>
      %tb = tiled_load %b, [%i, %zero] : block_tile<[64, 64], memref<64x?xf16, [?, 1]>, step = [64, 64], dims = [1, 0]>, i32, i32 -> tile<64x64xf16, #r1>
      %sa = alloc_tensor : buffer<128x64xf16, #s0>
      %sb = alloc_tensor : buffer<64x64xf16, #s1>
      barrier
      local_store %ta, %sa, [%zero, %zero] : tile<128x64xf16, #r0>, buffer<128x64xf16, #s0>, i32, i32
      local_store %tb, %sb, [%zero, %zero] : tile<64x64xf16, #r1>, buffer<64x64xf16, #s1>, i32, i32
      %more = cmpi %i, %zero <predicate = not_equal, signed> : i32, i32 -> i1
      tcgen05.mma %sa, %sb, %acc, [%more] : buffer<128x64xf16, #s0>, buffer<64x64xf16, #s1>, tmem<128x64xf32, #t0>, i1
      continue
    }
    %sum = tmem_load %acc : tmem<128x64xf32, #t0> -> tile<128x64xf32, #r2>
    tiled_store %sum, %c, [%block, %zero] : tile<128x64xf32, #r2>, block_tile<[128, 64], memref<256x64xf32, [64, 1]>, step = [128, 64], dims = [0, 1]>, i32, i32
    return
  }
}
