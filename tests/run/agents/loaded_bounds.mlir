// Agents whose loop ends at a loaded bound. The one that multiplies in tensor memory loads it, too, in one warp.
// RUN: run --entry loaded --grid 1 --arg 'f16[256,64]=randn(seed=1)' --arg 'f16[512,64]=randn(seed=2)' --arg 'f16[512,64]=randn(seed=3)' --arg 'o:f16[256,64]=ones' --arg 0.25 --arg 256 --arg 512 --arg 'i32[1]=full(4)' --print o
// o = [[ 1.3745e-01  2.0520e-01 -2.4927e-01 ...  3.9233e-01 -1.4168e-02
//       -1.1127e-01]
//      [ 2.6636e-01  1.6431e-01 -3.5736e-02 ...  7.3914e-02  2.7512e-02
//       -2.4780e-01]
//      [ 2.1790e-01 -7.6660e-02  3.0811e-01 ...  1.9360e-01  2.0239e-01
//       -9.9792e-02]
//      ...
//      [-2.0361e-01  1.6577e-01 -9.9426e-02 ... -1.4136e-01  3.0884e-01
//       -7.6562e-01]
//      [-1.2793e-01  3.0884e-02 -4.9835e-02 ... -1.8585e-02  2.0020e-01
//       -2.1033e-01]
//      [-1.6687e-01 -1.6724e-01 -8.0322e-02 ...  1.5173e-01  1.1865e-01
//       -1.7846e-04]]

cuda_tile.module @loaded_bounds {
  entry @loaded(%q: tile<ptr<f16>>, %k: tile<ptr<f16>>, %v: tile<ptr<f16>>, %o: tile<ptr<f16>>, %scale: tile<f32>, %queries: tile<i32>, %keys: tile<i32>, %count: tile<ptr<i32>>) {
    %q_16 = assume div_by<16>, %q : tile<ptr<f16>>
    %k_16 = assume div_by<16>, %k : tile<ptr<f16>>
    %v_16 = assume div_by<16>, %v : tile<ptr<f16>>
    %o_16 = assume div_by<16>, %o : tile<ptr<f16>>
    %block, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %q_tensor = make_tensor_view %q_16, shape = [%queries, 64], strides = [64, 1] : tile<i32> -> tensor_view<?x64xf16, strides=[64,1]>
    %k_tensor = make_tensor_view %k_16, shape = [64, %keys], strides = [1, 64] : tile<i32> -> tensor_view<64x?xf16, strides=[1,64]>
    %v_tensor = make_tensor_view %v_16, shape = [%keys, 64], strides = [64, 1] : tile<i32> -> tensor_view<?x64xf16, strides=[64,1]>
    %o_tensor = make_tensor_view %o_16, shape = [%queries, 64], strides = [64, 1] : tile<i32> -> tensor_view<?x64xf16, strides=[64,1]>
    %q_tiles = make_partition_view %q_tensor : partition_view<tile=(256x64), padding_value = zero, tensor_view<?x64xf16, strides=[64,1]>>
    %k_tiles = make_partition_view %k_tensor : partition_view<tile=(64x128), padding_value = zero, tensor_view<64x?xf16, strides=[1,64]>>
    %v_tiles = make_partition_view %v_tensor : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x64xf16, strides=[64,1]>>
    %o_tiles = make_partition_view %o_tensor : partition_view<tile=(256x64), tensor_view<?x64xf16, strides=[64,1]>>
    %count_tensor = make_tensor_view %count, shape = [1], strides = [1] : tensor_view<1xi32, strides=[1]>
    %counts = make_partition_view %count_tensor : partition_view<tile=(1), tensor_view<1xi32, strides=[1]>>
    %count_1, %count_read = load_view_tko weak %counts[%zero] : partition_view<tile=(1), tensor_view<1xi32, strides=[1]>>, tile<i32> -> tile<1xi32>, token
    %key_tiles = reshape %count_1 : tile<1xi32> -> tile<i32>
    %q_tile, %q_read = load_view_tko weak %q_tiles[%block, %zero] : partition_view<tile=(256x64), padding_value = zero, tensor_view<?x64xf16, strides=[64,1]>>, tile<i32> -> tile<256x64xf16>, token
    %log2_e = constant <f32: 1.44269504> : tile<f32>
    %scale_2 = mulf %scale, %log2_e : tile<f32>
    %scale_1x1 = reshape %scale_2 : tile<f32> -> tile<1x1xf32>
    %scale_all = broadcast %scale_1x1 : tile<1x1xf32> -> tile<256x128xf32>
    %scale_rows = broadcast %scale_1x1 : tile<1x1xf32> -> tile<256x1xf32>
    %no_score = constant <f32: 0.0> : tile<256x128xf32>
    %largest_0 = constant <f32: 0xFF800000> : tile<256x1xf32>
    %weight_0 = constant <f32: 0.0> : tile<256x1xf32>
    %sum_0 = constant <f32: 0.0> : tile<256x64xf32>
    %largest, %weight, %sum = for %i in (%zero to %key_tiles, step %one) : tile<i32> iter_values(%largest_so_far = %largest_0, %weight_so_far = %weight_0, %sum_so_far = %sum_0) -> (tile<256x1xf32>, tile<256x1xf32>, tile<256x64xf32>) {
      %k_tile, %k_read = load_view_tko weak %k_tiles[%zero, %i] : partition_view<tile=(64x128), padding_value = zero, tensor_view<64x?xf16, strides=[1,64]>>, tile<i32> -> tile<64x128xf16>, token
      %products = mmaf %q_tile, %k_tile, %no_score : tile<256x64xf16>, tile<64x128xf16>, tile<256x128xf32>
      %largest_row = reduce %products dim=1 identities=[0xFF800000 : f32] : tile<256x128xf32> -> tile<256xf32> (%element: tile<f32>, %folded: tile<f32>) {
        %both = maxf %element, %folded : tile<f32>
        yield %both : tile<f32>
      }
      %largest_here = reshape %largest_row : tile<256xf32> -> tile<256x1xf32>
      %largest_next = maxf %largest_so_far, %largest_here : tile<256x1xf32>
      %top = mulf %largest_next, %scale_rows : tile<256x1xf32>
      %minus_top = negf %top : tile<256x1xf32>
      %minus_top_all = broadcast %minus_top : tile<256x1xf32> -> tile<256x128xf32>
      %below = fma %products, %scale_all, %minus_top_all : tile<256x128xf32>
      %powers = exp2 %below flush_to_zero : tile<256x128xf32>
      %shrunk = subf %largest_so_far, %largest_next : tile<256x1xf32>
      %shrunk_2 = mulf %shrunk, %scale_rows : tile<256x1xf32>
      %factor = exp2 %shrunk_2 flush_to_zero : tile<256x1xf32>
      %weight_row = reduce %powers dim=1 identities=[0.0 : f32] : tile<256x128xf32> -> tile<256xf32> (%element: tile<f32>, %folded: tile<f32>) {
        %both = addf %element, %folded : tile<f32>
        yield %both : tile<f32>
      }
      %weight_here = reshape %weight_row : tile<256xf32> -> tile<256x1xf32>
      %weight_next = fma %weight_so_far, %factor, %weight_here : tile<256x1xf32>
      %v_tile, %v_read = load_view_tko weak %v_tiles[%i, %zero] : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x64xf16, strides=[64,1]>>, tile<i32> -> tile<128x64xf16>, token
      %factor_all = broadcast %factor : tile<256x1xf32> -> tile<256x64xf32>
      %sum_rescaled = mulf %sum_so_far, %factor_all : tile<256x64xf32>
      %weights = ftof %powers : tile<256x128xf32> -> tile<256x128xf16>
      %sum_next = mmaf %weights, %v_tile, %sum_rescaled : tile<256x128xf16>, tile<128x64xf16>, tile<256x64xf32>
      continue %largest_next, %weight_next, %sum_next : tile<256x1xf32>, tile<256x1xf32>, tile<256x64xf32>
    }
    %weight_all = broadcast %weight : tile<256x1xf32> -> tile<256x64xf32>
    %result = divf %sum, %weight_all : tile<256x64xf32>
    %narrow = ftof %result : tile<256x64xf32> -> tile<256x64xf16>
    %written = store_view_tko weak %narrow, %o_tiles[%block, %zero] : tile<256x64xf16>, partition_view<tile=(256x64), tensor_view<?x64xf16, strides=[64,1]>>, tile<i32> -> token
    return
  }
}
