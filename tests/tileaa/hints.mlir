// RUN: compile --emit=tileaa --target=sm_80
// tileaa.module @tests {
//   func @k <num_worker_warps_per_cta = 8, num_cta_in_cga = 1, occupancy = 2> (%x: ptr) {
//     %v = make_memref %x : ptr -> memref<64xf32, [1]>
//     %p = block_tile %v : memref<64xf32, [1]> -> block_tile<[16], memref<64xf32, [1]>, step = [16], dims = [0]>
//     %i = constant <value = 3> : i32
//     %a, %t = tiled_load %p, [%i] <latency = 4, allow_tma = 0> : block_tile<[16], memref<64xf32, [1]>, step = [16], dims = [0]>, i32 -> tile<16xf32>, token
//     return
//   }
// }
//
// Hints are those of the target, else the default ones; what is not legal for the target is not taken.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<f32>>) optimization_hints=<default = {num_cta_in_cga = 2, occupancy = 2}, sm_80 = {num_worker_warps_per_cta = 8}, sm_90 = {occupancy = 4}> {
    %v = make_tensor_view %x, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %p = make_partition_view %v : partition_view<tile=(16), tensor_view<64xf32, strides=[1]>>
    %i = constant <i32: 3> : tile<i32>
    %a, %t = load_view_tko weak %p[%i] optimization_hints = <default = {allow_tma = false, latency = 4}> : partition_view<tile=(16), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<16xf32>, token
    return
  }
}
