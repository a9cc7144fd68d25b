// RUN: check --hints=warn
// What is said about hints when it is asked for.

cuda_tile.module @hints {
  entry @right() optimization_hints=<default = {num_cta_in_cga = 16}, sm_100 = {num_cta_in_cga = 2, num_worker_warps_per_cta = 8, occupancy = 32}, sm_80 = {num_cta_in_cga = 1}> {
    return
  }
  entry @unknown() optimization_hints=<sm_1 = {}, sm_100 = {colour = 3}> {
  // WARNING: unknown hint key sm_1
  // WARNING: colour is not known hint for current Operation
    return
  }
  entry @values() optimization_hints=<sm_80 = {num_cta_in_cga = 2}, sm_90 = {num_cta_in_cga = 3, num_worker_warps_per_cta = 64, occupancy = 33}, sm_100 = {occupancy = true, latency = 3}> {
  // WARNING: value 2 clamped to 1 for sm_80.num_cta_in_cga
  // WARNING: power-of-2 expected for sm_90.num_cta_in_cga
  // WARNING: value 64 clamped to 32 for sm_90.num_worker_warps_per_cta
  // WARNING: value 33 clamped to 32 for sm_90.occupancy
  // WARNING: value -1 clamped to 1 for sm_100.occupancy
  // WARNING: latency is not known hint for current Operation
    return
  }
  entry @accesses(%p: tile<ptr<f32>>, %n: tile<i32>) {
    %tv = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    %pv = make_partition_view %tv : partition_view<tile=(4), tensor_view<8xf32, strides=[1]>>
    %0, %t0 = load_view_tko weak %pv[%n] optimization_hints = <sm_90 = {allow_tma = false, latency = 10}> : partition_view<tile=(4), tensor_view<8xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    %1, %t1 = load_view_tko weak %pv[%n] optimization_hints = <sm_90 = {allow_tma = 1, latency = 11}> : partition_view<tile=(4), tensor_view<8xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    // WARNING: boolean value expected for sm_90.allow_tma
    // WARNING: value 11 clamped to 10 for sm_90.latency
    %2, %t2 = load_ptr_tko weak %p optimization_hints = <sm_90 = {allow_tma = true}> : tile<ptr<f32>> -> tile<f32>, token
    // WARNING: allow_tma is not known hint for current Operation
    return
  }
}
