// RUN: run --arg 'x:f32[1]=zeros' --arg 'h:f16[1]=ones' --show old --show half --show before --print x \
//   --print h
// %old = [0. 1. 3. 6.]
// %half = [1.  1.5]
// %before = 10.
// x = [9.]
// h = [2.05e+03]
//
// addf in f32 and f16, xchg of floats; lanes with one address take turns in their order.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<f32>>, %h: tile<ptr<f16>>) {
    %x1 = reshape %x : tile<ptr<f32>> -> tile<1xptr<f32>>
    %same = broadcast %x1 : tile<1xptr<f32>> -> tile<4xptr<f32>>
    %v = constant <f32: [1.0, 2.0, 3.0, 4.0]> : tile<4xf32>
    %old, %t = atomic_rmw_tko relaxed device %same, addf, %v : tile<4xptr<f32>>, tile<4xf32> -> tile<4xf32>, token
    %hx = reshape %h : tile<ptr<f16>> -> tile<1xptr<f16>>
    %h2 = broadcast %hx : tile<1xptr<f16>> -> tile<2xptr<f16>>
    %w = constant <f16: [0.5, 2048.0]> : tile<2xf16>
    %half, %t2 = atomic_rmw_tko acq_rel sys %h2, addf, %w : tile<2xptr<f16>>, tile<2xf16> -> tile<2xf16>, token
    %new = constant <f32: 9.0> : tile<f32>
    %before, %t3 = atomic_rmw_tko acquire tl_blk %x, xchg, %new token=%t : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
    return
  }
}
