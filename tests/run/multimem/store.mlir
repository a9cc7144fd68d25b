// RUN: run --grid 2 --arg 'x:f64[2,6]=zeros@multicast(2)' --arg 'h:bf16[4,4]=zeros@multicast(3)' --print x --print h
// x = [[[0. 1. 2. 3. 4. 5.]
//       [0. 1. 2. 3. 4. 5.]]
//      [[0. 1. 2. 3. 4. 5.]
//       [0. 1. 2. 3. 4. 5.]]]
// h = [[[0. 4. 0. 4.]
//       [1. 5. 1. 5.]
//       [2. 6. 2. 6.]
//       [3. 7. 3. 7.]]
//      [[0. 4. 0. 4.]
//       [1. 5. 1. 5.]
//       [2. 6. 2. 6.]
//       [3. 7. 3. 7.]]
//      [[0. 4. 0. 4.]
//       [1. 5. 1. 5.]
//       [2. 6. 2. 6.]
//       [3. 7. 3. 7.]]]
//
// Each tile block stores a row of `x`, whose tiles reach outside, and a column of `h`: pairs lie in two rows of the tile.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<f64, <multicast>>>, %h: tile<ptr<bf16, <multicast>>>) {
    %b, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %i = iota : tile<8xi32>
    %w = reshape %i : tile<8xi32> -> tile<1x8xi32>
    %f = itof %w signed : tile<1x8xi32> -> tile<1x8xf64>
    %xv = make_tensor_view %x, shape = [2, 6], strides = [6, 1] : tile<ptr<f64, <multicast>>> -> tensor_view<2x6xf64, strides=[6,1], #cuda_tile.ptr_attr<multicast>>
    %xp = make_partition_view %xv : partition_view<tile=(1x8), tensor_view<2x6xf64, strides=[6,1], #cuda_tile.ptr_attr<multicast>>>
    %s = multimem_store_view_tko weak %xp, %f[%b, %zero]  : partition_view<tile=(1x8), tensor_view<2x6xf64, strides=[6,1], #cuda_tile.ptr_attr<multicast>>>, tile<1x8xf64>, tile<i32> -> token
    %v = reshape %i : tile<8xi32> -> tile<2x4xi32>
    %g = itof %v signed : tile<2x4xi32> -> tile<2x4xbf16>
    %hv = make_tensor_view %h, shape = [4, 4], strides = [4, 1] : tile<ptr<bf16, <multicast>>> -> tensor_view<4x4xbf16, strides=[4,1], #cuda_tile.ptr_attr<multicast>>
    %hp = make_partition_view %hv : partition_view<tile=(2x4), tensor_view<4x4xbf16, strides=[4,1], #cuda_tile.ptr_attr<multicast>>, dim_map=[1, 0]>
    %t = multimem_store_view_tko release device %hp, %g[%b, %zero] token = %s inbounds = [true, true] : partition_view<tile=(2x4), tensor_view<4x4xbf16, strides=[4,1], #cuda_tile.ptr_attr<multicast>>, dim_map=[1, 0]>, tile<2x4xbf16>, tile<i32>, token -> token
    return
  }
}
