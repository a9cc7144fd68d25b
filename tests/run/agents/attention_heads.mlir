// RUN: run --entry heads --grid 2,4 --arg 'Q:f16[4,256,64]=randn(seed=1)' --arg 'K:f16[4,256,64]=randn(seed=2)' --arg 'V:f16[4,256,64]=randn(seed=3)' --arg 'O:f16[1024,64]=zeros' --arg 0.25 --arg 4 --arg 256 --arg 16384 --print O
// O = [[ 0.1086   0.506   -0.3655  ...  0.581   -0.0988  -0.0551 ]
//      [ 0.3     -0.1925   0.0964  ...  0.268   -0.157   -0.05624]
//      [ 0.3284  -0.04688  0.4224  ...  0.033    0.3645  -0.03333]
//      ...
//      [-0.5283  -0.02373  0.3381  ... -0.1125  -0.2218  -0.401  ]
//      [-0.3413  -0.4167   0.02904 ...  0.0786   0.268    0.1987 ]
//      [ 0.0807  -0.2925   0.2278  ...  0.0798   0.05627 -0.1923 ]]
//
// Attention of several heads, whose matrices are tiles of three dimensions: two heads of queries share one of keys and values.

cuda_tile.module @heads {
  entry @heads(%q: tile<ptr<f16>>, %k: tile<ptr<f16>>, %v: tile<ptr<f16>>, %o: tile<ptr<f16>>, %scale: tile<f32>, %heads: tile<i32>, %length: tile<i32>, %stride: tile<i32>) {
    %q_16 = assume div_by<16>, %q : tile<ptr<f16>>
    %k_16 = assume div_by<16>, %k : tile<ptr<f16>>
    %v_16 = assume div_by<16>, %v : tile<ptr<f16>>
    %o_16 = assume div_by<16>, %o : tile<ptr<f16>>
        %length_16 = assume div_by<16>, %length : tile<i32>
    %block, %head, %unused = get_tile_block_id : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %key_head = divi %head, %two signed : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %head_stride = assume div_by<64>, %stride : tile<i32>
    %q_tensor = make_tensor_view %q_16, shape = [%heads, %length_16, 64], strides = [%head_stride, 64, 1] : tile<i32> -> tensor_view<?x?x64xf16, strides=[?,64,1]>
    %k_tensor = make_tensor_view %k_16, shape = [%heads, %length_16, 64], strides = [%head_stride, 64, 1] : tile<i32> -> tensor_view<?x?x64xf16, strides=[?,64,1]>
    %v_tensor = make_tensor_view %v_16, shape = [%heads, %length_16, 64], strides = [%head_stride, 64, 1] : tile<i32> -> tensor_view<?x?x64xf16, strides=[?,64,1]>
    %o_tensor = make_tensor_view %o_16, shape = [%heads, %length_16, 64], strides = [%head_stride, 64, 1] : tile<i32> -> tensor_view<?x?x64xf16, strides=[?,64,1]>
    %q_tiles = make_partition_view %q_tensor : partition_view<tile=(1x128x64), padding_value = zero, tensor_view<?x?x64xf16, strides=[?,64,1]>>
    %k_tiles = make_partition_view %k_tensor : partition_view<tile=(1x64x128), padding_value = zero, tensor_view<?x?x64xf16, strides=[?,64,1]>, dim_map=[0, 2, 1]>
    %v_tiles = make_partition_view %v_tensor : partition_view<tile=(1x128x64), padding_value = zero, tensor_view<?x?x64xf16, strides=[?,64,1]>>
    %o_tiles = make_partition_view %o_tensor : partition_view<tile=(1x128x64), tensor_view<?x?x64xf16, strides=[?,64,1]>>
    %v_heads, %key_tiles, %v_columns = get_index_space_shape %v_tiles : partition_view<tile=(1x128x64), padding_value = zero, tensor_view<?x?x64xf16, strides=[?,64,1]>> -> tile<i32>
    %q_1, %q_read = load_view_tko weak %q_tiles[%head, %block, %zero] : partition_view<tile=(1x128x64), padding_value = zero, tensor_view<?x?x64xf16, strides=[?,64,1]>>, tile<i32> -> tile<1x128x64xf16>, token
    %q_tile = reshape %q_1 : tile<1x128x64xf16> -> tile<128x64xf16>
    %scale_1x1 = reshape %scale : tile<f32> -> tile<1x1xf32>
    %scale_all = broadcast %scale_1x1 : tile<1x1xf32> -> tile<128x128xf32>
    %no_score = constant <f32: 0.0> : tile<128x128xf32>
    %largest_0 = constant <f32: 0xFF800000> : tile<128x1xf32>
    %weight_0 = constant <f32: 0.0> : tile<128x1xf32>
    %sum_0 = constant <f32: 0.0> : tile<128x64xf32>
    %largest, %weight, %sum = for %i in (%zero to %key_tiles, step %one) : tile<i32> iter_values(%largest_so_far = %largest_0, %weight_so_far = %weight_0, %sum_so_far = %sum_0) -> (tile<128x1xf32>, tile<128x1xf32>, tile<128x64xf32>) {
      %k_1, %k_read = load_view_tko weak %k_tiles[%key_head, %zero, %i] : partition_view<tile=(1x64x128), padding_value = zero, tensor_view<?x?x64xf16, strides=[?,64,1]>, dim_map=[0, 2, 1]>, tile<i32> -> tile<1x64x128xf16>, token
      %k_tile = reshape %k_1 : tile<1x64x128xf16> -> tile<64x128xf16>
      %products = mmaf %q_tile, %k_tile, %no_score : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
      %scores = mulf %products, %scale_all : tile<128x128xf32>
      %largest_here_row = reduce %scores dim=1 identities=[0xFF800000 : f32] : tile<128x128xf32> -> tile<128xf32> (%element: tile<f32>, %folded: tile<f32>) {
        %both = maxf %element, %folded : tile<f32>
        yield %both : tile<f32>
      }
      %largest_here = reshape %largest_here_row : tile<128xf32> -> tile<128x1xf32>
      %largest_next = maxf %largest_so_far, %largest_here : tile<128x1xf32>
      %largest_all = broadcast %largest_next : tile<128x1xf32> -> tile<128x128xf32>
      %below = subf %scores, %largest_all : tile<128x128xf32>
      %powers = exp %below : tile<128x128xf32>
      %shrunk = subf %largest_so_far, %largest_next : tile<128x1xf32>
      %factor = exp %shrunk : tile<128x1xf32>
      %weight_here_row = reduce %powers dim=1 identities=[0.0 : f32] : tile<128x128xf32> -> tile<128xf32> (%element: tile<f32>, %folded: tile<f32>) {
        %both = addf %element, %folded : tile<f32>
        yield %both : tile<f32>
      }
      %weight_here = reshape %weight_here_row : tile<128xf32> -> tile<128x1xf32>
      %weight_next = fma %weight_so_far, %factor, %weight_here : tile<128x1xf32>
      %v_1, %v_read = load_view_tko weak %v_tiles[%key_head, %i, %zero] : partition_view<tile=(1x128x64), padding_value = zero, tensor_view<?x?x64xf16, strides=[?,64,1]>>, tile<i32> -> tile<1x128x64xf16>, token
      %v_tile = reshape %v_1 : tile<1x128x64xf16> -> tile<128x64xf16>
      %factor_all = broadcast %factor : tile<128x1xf32> -> tile<128x64xf32>
      %sum_rescaled = mulf %sum_so_far, %factor_all : tile<128x64xf32>
      %weights = ftof %powers : tile<128x128xf32> -> tile<128x128xf16>
      %sum_next = mmaf %weights, %v_tile, %sum_rescaled : tile<128x128xf16>, tile<128x64xf16>, tile<128x64xf32>
      continue %largest_next, %weight_next, %sum_next : tile<128x1xf32>, tile<128x1xf32>, tile<128x64xf32>
    }
    %weight_all = broadcast %weight : tile<128x1xf32> -> tile<128x64xf32>
    %result = divf %sum, %weight_all : tile<128x64xf32>
    %narrow = ftof %result : tile<128x64xf32> -> tile<128x64xf16>
    %result_1 = reshape %narrow : tile<128x64xf16> -> tile<1x128x64xf16>
    %written = store_view_tko weak %result_1, %o_tiles[%head, %block, %zero] : tile<1x128x64xf16>, partition_view<tile=(1x128x64), tensor_view<?x?x64xf16, strides=[?,64,1]>>, tile<i32> -> token
    return
  }
}
