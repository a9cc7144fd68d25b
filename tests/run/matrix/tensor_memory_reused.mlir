// RUN: run --grid 1 --arg 'c:f32[64,64]=zeros' --arg 'd:f32[64,16]=zeros' --arg 2 --print c --print d
// c = [[8. 8. 8. ... 8. 8. 8.]
//      [8. 8. 8. ... 8. 8. 8.]
//      [8. 8. 8. ... 8. 8. 8.]
//      ...
//      [8. 8. 8. ... 8. 8. 8.]
//      [8. 8. 8. ... 8. 8. 8.]
//      [8. 8. 8. ... 8. 8. 8.]]
// d = [[0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      ...
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]]
//
// Two sums use the same columns of tensor memory one after the other, in layouts that give them to different warpgroups. The
// operands come from outside of the loop, so no store into shared memory separates the two.

cuda_tile.module @tests {
  entry @reused(%c: tile<ptr<f32>>, %d: tile<ptr<f32>>, %n: tile<i32>) optimization_hints=<default = {num_worker_warps_per_cta = 8}> {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %a = constant <f16: 0.0> : tile<64x64xf16>
    %b = constant <f16: 0.0> : tile<64x16xf16>
    %u = constant <f16: 0.0> : tile<16x64xf16>
    %first = constant <f32: 0.0> : tile<64x16xf32>
    %other = constant <f32: 2.0> : tile<64x64xf32>
    %x, %y = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%p = %first, %q = %other) -> (tile<64x16xf32>, tile<64x64xf32>) {
      %q1 = mmaf %b, %u, %q : tile<64x16xf16>, tile<16x64xf16>, tile<64x64xf32>
      %q2 = addf %q1, %q1 : tile<64x64xf32>
      %p1 = addf %p, %p : tile<64x16xf32>
      %p2 = mmaf %a, %b, %p1 : tile<64x64xf16>, tile<64x16xf16>, tile<64x16xf32>
      continue %p2, %q2 : tile<64x16xf32>, tile<64x64xf32>
    }
    %cv = make_tensor_view %c, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %ct = make_partition_view %cv : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %cs = store_view_tko weak %y, %ct[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
    %dv = make_tensor_view %d, shape = [64, 16], strides = [16, 1] : tensor_view<64x16xf32, strides=[16,1]>
    %dt = make_partition_view %dv : partition_view<tile=(64x16), tensor_view<64x16xf32, strides=[16,1]>>
    %ds = store_view_tko weak %x, %dt[%zero, %zero] : tile<64x16xf32>, partition_view<tile=(64x16), tensor_view<64x16xf32, strides=[16,1]>>, tile<i32> -> token
    return
  }
}
