// RUN: emulate --grid {tokens/64},{n/64} --checks -a a:bf16[{tokens},{k}]=randint(-1,2,seed=1) \
// -a b:bf16[2,{n},{k}]=randint(-1,2,seed=2) -a c:bf16[{tokens},{n}]=zeros -a i32[{tokens}]=iota -a i32[{tokens/64}]=ones \
// -a {tokens} -a 2 -a {n} -a {k} -a {nk} -a '{"tensor":"b","box":[64,64,1],"swizzle":"128B"}'
// with tokens=64 n=64 k=64 nk=4096
// with tokens=128 n=64 k=192 nk=12288
// with tokens=64 n=128 k=256 nk=32768
// product c = a rows/8 b transposed
// fault E0880 bar.warp.sync 4294967295; =>
//
// The mixture of experts of `tests/tileas/agents_moe.mlir` with the instruction of its product: a warpgroup copies rows that tokens
// pick, a warp brings the weights of an expert in boxes, and four warps multiply.
#s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,8),(2,16),(4,32),(8,0),(16,0),(32,0)]
#s1 = offset=[(0,1,0),(0,2,0),(0,4,0),(0,8,0),(0,16,0),(0,32,0),(0,8,1),(0,16,2),(0,32,4),(0,0,8),(0,0,16),(0,0,32)]
#r0 = reg=[(0,1),(8,0),(0,8),(0,16),(0,32)] lane=[(0,2),(0,4),(1,0),(2,0),(4,0)] warp=[(16,0),(32,0)]
#r1 = reg=[(0,1,0),(0,8,0),(0,0,8),(0,16,0),(0,32,0),(0,0,16),(0,0,32)] lane=[(0,2,0),(0,4,0),(0,0,1),(0,0,2),(0,0,4)] warp=[(0,0,0),(0,0,0)]
#r2 = reg=[(1,0),(8,0),(0,8),(16,0),(32,0),(0,16),(0,32)] lane=[(2,0),(4,0),(0,1),(0,2),(0,4)] warp=[(0,0),(0,0)]
#r3 = reg=[0,8,0,0,0] lane=[0,0,1,2,4] warp=[16,32]
#r4 = reg=[] lane=[1,2,4,8,16] warp=[32,0]
tileas.module @moe <target = "sm_90a"> {
  func @fused_moe <num_warps = 4> (%pa: ptr, %pb: ptr, %pc: ptr, %ptokens: ptr, %pexperts: ptr, %tokens: i32, %experts: i32, %n: i32, %k: i32, %size: i32) {
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %i = get_program_id <axis = 0> : i32
    %j = get_program_id <axis = 1> : i32
    %ids = make_memref %ptokens, [%tokens] : ptr, i32 -> memref<?xi32, [1]>
    %id_tiles = block_tile %ids : memref<?xi32, [1]> -> block_tile<[64], memref<?xi32, [1]>, step = [64], dims = [0]>
    %ma = make_memref %pa, [%tokens, %k], [%k] : ptr, i32, i32, i32 -> memref<?x?xbf16, [?, 1]>
    %rows = block_tile %ma : memref<?x?xbf16, [?, 1]> -> block_tile<[64, 64], memref<?x?xbf16, [?, 1]>, step = [1, 64], dims = [0, 1], gather = 0>
    %mb = make_memref %pb, [%experts, %n, %k], [%size, %k] : ptr, i32, i32, i32, i32, i32 -> memref<?x?x?xbf16, [?, ?, 1]>
    %weights = block_tile %mb : memref<?x?x?xbf16, [?, ?, 1]> -> block_tile<[1, 64, 64], memref<?x?x?xbf16, [?, ?, 1]>, step = [1, 64, 64], dims = [0, 2, 1]>
    %db = make_tiled_tma_desc %mb <tma_idx = 0> : memref<?x?x?xbf16, [?, ?, 1]> -> tma_desc<1x64x64xbf16, swizzle = 128>
    %mc = make_memref %pc, [%tokens, %n], [%n] : ptr, i32, i32, i32 -> memref<?x?xbf16, [?, 1]>
    %results = block_tile %mc : memref<?x?xbf16, [?, 1]> -> block_tile<[64, 64], memref<?x?xbf16, [?, 1]>, step = [1, 64], dims = [0, 1], gather = 0>
    %place = addptr %pexperts, %i <bytes = 4> : ptr, i32 -> ptr
    %expert = load %place : ptr -> i32
    %steps = get_tile_count %weights <dim = 1> : block_tile<[1, 64, 64], memref<?x?x?xbf16, [?, ?, 1]>, step = [1, 64, 64], dims = [0, 2, 1]> -> i32
    %a = async.pipeline.create_pipeline : pipeline<3, buffer<64x64xbf16, #s0>>
    %b = async.pipeline.create_pipeline : pipeline<3, buffer<1x64x64xbf16, #s1>>
    %wa0 = async.pipeline.create_iterator %a : pipeline<3, buffer<64x64xbf16, #s0>> -> iterator<3, producer>
    %ra0 = async.pipeline.create_iterator %a : pipeline<3, buffer<64x64xbf16, #s0>> -> iterator<3, consumer>
    %wb0 = async.pipeline.create_iterator %b : pipeline<3, buffer<1x64x64xbf16, #s1>> -> iterator<3, producer>
    %rb0 = async.pipeline.create_iterator %b : pipeline<3, buffer<1x64x64xbf16, #s1>> -> iterator<3, consumer>
    async.pipeline.agent_switch {
      async.pipeline.agent <name = "multiply", num_warps = 4> {
        %none = constant <value = 0.0> : tile<64x64xf32, #r0>
        %sum, %ra9, %rb9 = for %zero, %steps, %one, [%none, %ra0, %rb0] : i32, i32, i32, tile<64x64xf32, #r0>, iterator<3, consumer>, iterator<3, consumer> -> tile<64x64xf32, #r0>, iterator<3, consumer>, iterator<3, consumer> (%s: i32, %acc: tile<64x64xf32, #r0>, %ra: iterator<3, consumer>, %rb: iterator<3, consumer>) {
          %full_a = async.pipeline.consumer_wait %a, %ra : pipeline<3, buffer<64x64xbf16, #s0>>, iterator<3, consumer> -> stage<full>
          %read_a, %lhs = async.pipeline.consumer_read %a, %full_a : pipeline<3, buffer<64x64xbf16, #s0>>, stage<full> -> stage<read>, tile<64x64xbf16, #r0> (%sa: buffer<64x64xbf16, #s0>) {
            %t = local_load %sa, [%zero, %zero] : buffer<64x64xbf16, #s0>, i32, i32 -> tile<64x64xbf16, #r0>
            async.pipeline.yield [%t] : tile<64x64xbf16, #r0>
          }
          async.pipeline.consumer_release %a, %read_a : pipeline<3, buffer<64x64xbf16, #s0>>, stage<read>
          %full_b = async.pipeline.consumer_wait %b, %rb : pipeline<3, buffer<1x64x64xbf16, #s1>>, iterator<3, consumer> -> stage<full>
          %read_b, %slab = async.pipeline.consumer_read %b, %full_b : pipeline<3, buffer<1x64x64xbf16, #s1>>, stage<full> -> stage<read>, tile<1x64x64xbf16, #r1> (%sb: buffer<1x64x64xbf16, #s1>) {
            %t = local_load %sb, [%zero, %zero, %zero] : buffer<1x64x64xbf16, #s1>, i32, i32, i32 -> tile<1x64x64xbf16, #r1>
            async.pipeline.yield [%t] : tile<1x64x64xbf16, #r1>
          }
          async.pipeline.consumer_release %b, %read_b : pipeline<3, buffer<1x64x64xbf16, #s1>>, stage<read>
          %rhs = view %slab : tile<1x64x64xbf16, #r1> -> tile<64x64xbf16, #r2>
          %next = dot %lhs, %rhs, %acc <instruction = m16n8k16, warps = [4, 1], numbering = plain> : tile<64x64xbf16, #r0>, tile<64x64xbf16, #r2>, tile<64x64xf32, #r0> -> tile<64x64xf32, #r0>
          %ra1 = async.pipeline.inc_iter %ra : iterator<3, consumer>
          %rb1 = async.pipeline.inc_iter %rb : iterator<3, consumer>
          continue [%next, %ra1, %rb1] : tile<64x64xf32, #r0>, iterator<3, consumer>, iterator<3, consumer>
        }
        %half = fp_to_fp %sum : tile<64x64xf32, #r0> -> tile<64x64xbf16, #r0>
        %to = tiled_load %id_tiles, [%i] : block_tile<[64], memref<?xi32, [1]>, step = [64], dims = [0]>, i32 -> tile<64xi32, #r3>
        tiled_store %half, %results, [%to, %j] : tile<64x64xbf16, #r0>, block_tile<[64, 64], memref<?x?xbf16, [?, 1]>, step = [1, 64], dims = [0, 1], gather = 0>, tile<64xi32, #r3>, i32
        async.pipeline.yield
      }
      async.pipeline.agent <name = "gather", num_warps = 4> {
        %some = tiled_load %id_tiles, [%i] : block_tile<[64], memref<?xi32, [1]>, step = [64], dims = [0]>, i32 -> tile<64xi32, #r4>
        %times = constant <value = 8> : tile<64xi32, #r4>
        %from = divi %some, %times <signed> : tile<64xi32, #r4>
        %wa9 = for %zero, %steps, %one, [%wa0] : i32, i32, i32, iterator<3, producer> -> iterator<3, producer> (%s: i32, %wa: iterator<3, producer>) {
          %empty = async.pipeline.producer_acquire %a, %wa : pipeline<3, buffer<64x64xbf16, #s0>>, iterator<3, producer> -> stage<empty>
          %written = async.pipeline.producer_write %a, %empty : pipeline<3, buffer<64x64xbf16, #s0>>, stage<empty> -> stage<written> (%sa: buffer<64x64xbf16, #s0>) {
            async.tiled_load %rows, [%from, %s], %sa <contiguity = [1, 8], divisibility = 16> : block_tile<[64, 64], memref<?x?xbf16, [?, 1]>, step = [1, 64], dims = [0, 1], gather = 0>, tile<64xi32, #r4>, i32, buffer<64x64xbf16, #s0>
            async.pipeline.yield
          }
          async.pipeline.producer_commit %a, %written : pipeline<3, buffer<64x64xbf16, #s0>>, stage<written>
          %wa1 = async.pipeline.inc_iter %wa : iterator<3, producer>
          continue [%wa1] : iterator<3, producer>
        }
        async.pipeline.yield
      }
      async.pipeline.agent <name = "weights", num_warps = 1> {
        %wb9 = for %zero, %steps, %one, [%wb0] : i32, i32, i32, iterator<3, producer> -> iterator<3, producer> (%s: i32, %wb: iterator<3, producer>) {
          %empty = async.pipeline.producer_acquire %b, %wb : pipeline<3, buffer<1x64x64xbf16, #s1>>, iterator<3, producer> -> stage<empty>
          %written = async.pipeline.producer_write %b, %empty : pipeline<3, buffer<1x64x64xbf16, #s1>>, stage<empty> -> stage<written> (%sb: buffer<1x64x64xbf16, #s1>) {
            async.tiled_tma_load %weights, %sb, %db, [%expert, %s, %j] : block_tile<[1, 64, 64], memref<?x?x?xbf16, [?, ?, 1]>, step = [1, 64, 64], dims = [0, 2, 1]>, buffer<1x64x64xbf16, #s1>, tma_desc<1x64x64xbf16, swizzle = 128>, i32, i32, i32
            async.pipeline.yield
          }
          async.pipeline.producer_commit %b, %written : pipeline<3, buffer<1x64x64xbf16, #s1>>, stage<written>
          %wb1 = async.pipeline.inc_iter %wb : iterator<3, producer>
          continue [%wb1] : iterator<3, producer>
        }
        async.pipeline.yield
      }
      async.pipeline.yield
    }
    return
  }
}
