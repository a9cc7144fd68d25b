// RUN: compile --emit=tileas --target=sm_80
// #r0 = reg=[(0,1),(0,2),(0,4),(0,8)] lane=[(0,16),(0,32),(1,0),(2,0),(4,0)] warp=[(8,0),(16,0)]
// #r1 = reg=[(0,1),(0,2),(0,4),(0,8)] lane=[(0,16),(1,0),(2,0),(4,0),(8,0)] warp=[(16,0),(32,0)]
// #r2 = reg=[(0,1),(1,0),(8,0)] lane=[(2,0),(4,0),(0,2),(0,4),(0,8)] warp=[(0,16),(16,0)]
// #s0 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(0,32),(1,0),(2,16),(4,32),(8,0),(16,0)]
// #s1 = offset=[(0,1),(0,2),(0,4),(0,8),(0,16),(1,0),(2,0),(4,0),(8,0),(16,16),(34,0)]
// #r3 = reg=[(0,1),(0,2),(0,4),(0,8),(8,0)] lane=[(0,16),(0,32),(1,0),(2,0),(4,0)] warp=[(0,0),(16,0)]
// #r4 = reg=[(1,0),(2,0),(0,1),(4,0),(8,0)] lane=[(16,0),(32,0),(0,2),(0,4),(0,8)] warp=[(0,16),(0,0)]
// tileas.module @m <target = "sm_80"> {
//   func @k <num_warps = 4, shared_bytes = 4096> (%a: ptr, %b: ptr, %c: ptr) {
//     %at = make_memref %a : ptr -> memref<32x64xi8, [64, 1]>
//     %bt = make_memref %b : ptr -> memref<64x32xi8, [32, 1]>
//     %ct = make_memref %c : ptr -> memref<32x32xi32, [32, 1]>
//     %av = block_tile %at : memref<32x64xi8, [64, 1]> -> block_tile<[32, 64], memref<32x64xi8, [64, 1]>, step = [32, 64], dims = [0, 1]>
//     %bv = block_tile %bt : memref<64x32xi8, [32, 1]> -> block_tile<[64, 32], memref<64x32xi8, [32, 1]>, step = [64, 32], dims = [0, 1]>
//     %cv = block_tile %ct : memref<32x32xi32, [32, 1]> -> block_tile<[32, 32], memref<32x32xi32, [32, 1]>, step = [32, 32], dims = [0, 1]>
//     %zero = constant <value = 0> : i32
//     %x = tiled_load %av, [%zero, %zero] <contiguity = [1, 64], divisibility = 16> : block_tile<[32, 64], memref<32x64xi8, [64, 1]>, step = [32, 64], dims = [0, 1]>, i32, i32 -> tile<32x64xi8, #r0>
//     %y = tiled_load %bv, [%zero, %zero] <contiguity = [1, 32], divisibility = 16> : block_tile<[64, 32], memref<64x32xi8, [32, 1]>, step = [64, 32], dims = [0, 1]>, i32, i32 -> tile<64x32xi8, #r1>
//     %0 = constant <value = 0> : tile<32x32xi32, #r2>
//     %1 = alloc_tensor <offset = 0> : buffer<32x64xi8, #s0>
//     %2 = alloc_tensor <offset = 2048> : buffer<64x32xi8, #s1>
//     %3 = constant <value = 0> : i32
//     barrier
//     local_store %x, %1, [%3, %3] : tile<32x64xi8, #r0>, buffer<32x64xi8, #s0>, i32, i32
//     local_store %y, %2, [%3, %3] : tile<64x32xi8, #r1>, buffer<64x32xi8, #s1>, i32, i32
//     barrier
//     %4 = local_load %1, [%3, %3] : buffer<32x64xi8, #s0>, i32, i32 -> tile<32x64xi8, #r3>
//     %5 = local_load %2, [%3, %3] : buffer<64x32xi8, #s1>, i32, i32 -> tile<64x32xi8, #r4>
//     %sum = dot %4, %5, %0 <signed_lhs, signed_rhs, instruction = m16n8k32, warps = [2, 2], numbering = transposed> : tile<32x64xi8, #r3>, tile<64x32xi8, #r4>, tile<32x32xi32, #r2> -> tile<32x32xi32, #r2>
//     tiled_store %sum, %cv, [%zero, %zero] <contiguity = [1, 32], divisibility = 1> : tile<32x32xi32, #r2>, block_tile<[32, 32], memref<32x32xi32, [32, 1]>, step = [32, 32], dims = [0, 1]>, i32, i32
//     return
//   }
// }
//
// Bytes of matrices that lie in rows in memory. The instruction computes the transposed product: a lane has 16 neighbours of a row of the
// left operand, which one load takes from its buffer, and two neighbours of rows of the right one, which are transposed, and of the sum.
cuda_tile.module @m {
  entry @k(%a: tile<ptr<i8>>, %b: tile<ptr<i8>>, %c: tile<ptr<i32>>) {
    %ap = assume div_by<16>, %a : tile<ptr<i8>>
    %bp = assume div_by<16>, %b : tile<ptr<i8>>
    %at = make_tensor_view %ap, shape = [32, 64], strides = [64, 1] : tensor_view<32x64xi8, strides=[64,1]>
    %bt = make_tensor_view %bp, shape = [64, 32], strides = [32, 1] : tensor_view<64x32xi8, strides=[32,1]>
    %ct = make_tensor_view %c, shape = [32, 32], strides = [32, 1] : tensor_view<32x32xi32, strides=[32,1]>
    %av = make_partition_view %at : partition_view<tile=(32x64), tensor_view<32x64xi8, strides=[64,1]>>
    %bv = make_partition_view %bt : partition_view<tile=(64x32), tensor_view<64x32xi8, strides=[32,1]>>
    %cv = make_partition_view %ct : partition_view<tile=(32x32), tensor_view<32x32xi32, strides=[32,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %none = constant <i32: 0> : tile<32x32xi32>
    %x, %t0 = load_view_tko weak %av[%zero, %zero] : partition_view<tile=(32x64), tensor_view<32x64xi8, strides=[64,1]>>, tile<i32> -> tile<32x64xi8>, token
    %y, %t1 = load_view_tko weak %bv[%zero, %zero] : partition_view<tile=(64x32), tensor_view<64x32xi8, strides=[32,1]>>, tile<i32> -> tile<64x32xi8>, token
    %sum = mmai %x, %y, %none signed signed : tile<32x64xi8>, tile<64x32xi8>, tile<32x32xi32>
    %done = store_view_tko weak %sum, %cv[%zero, %zero] : tile<32x32xi32>, partition_view<tile=(32x32), tensor_view<32x32xi32, strides=[32,1]>>, tile<i32> -> token
    return
  }
}
