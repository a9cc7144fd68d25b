// RUN: run --grid 2,2 --arg 'Q:f16[2,200,256]=randn(seed=1)' --arg 'K:f16[2,200,256]=randn(seed=2)' --arg 'V:f16[2,200,256]=randn(seed=3)' --arg 'O:f16[2,200,256]=zeros' --arg 0.0625 --arg 2 --arg 200 --print O
// O = [[[ 0.0988   -0.163     0.00492  ... -0.084    -0.00386  -0.01466 ]
//       [-0.076     0.01938  -0.0825   ... -0.09247  -0.02634  -0.0411  ]
//       [ 0.00409  -0.1229   -0.0603   ...  0.01988  -0.1838   -0.05777 ]
//       ...
//       [-0.0647    0.12     -0.04138  ...  0.04877  -0.2246   -0.1537  ]
//       [ 0.0781   -0.1361    0.0436   ... -0.01378   0.1802   -0.0504  ]
//       [ 0.03964   0.08527   0.08777  ...  0.007793 -0.1315   -0.08044 ]]
//      [[ 0.09546  -0.04242  -0.1539   ...  0.03223  -0.11035   0.2054  ]
//       [-0.02538  -0.04166   0.01251  ...  0.01122   0.0456    0.11945 ]
//       [ 0.04062  -0.1214    0.0164   ... -0.1353   -0.1145   -0.03748 ]
//       ...
//       [ 0.0694   -0.03955   0.01292  ...  0.048    -0.1942   -0.08905 ]
//       [ 0.11475   0.0379    0.005646 ... -0.03177  -0.2211   -0.053   ]
//       [ 0.1508    0.04385  -0.0895   ... -0.01073  -0.0044   -0.05673 ]]]
//
// Attention with heads of 256 elements: 128 queries, 64 keys at a time, the last ones beyond the end.

cuda_tile.module @heads {
  entry @heads(%q: tile<ptr<f16>>, %k: tile<ptr<f16>>, %v: tile<ptr<f16>>, %o: tile<ptr<f16>>, %scale: tile<f32>, %heads: tile<i32>, %length: tile<i32>) {
    %q_16 = assume div_by<16>, %q : tile<ptr<f16>>
    %k_16 = assume div_by<16>, %k : tile<ptr<f16>>
    %v_16 = assume div_by<16>, %v : tile<ptr<f16>>
    %o_16 = assume div_by<16>, %o : tile<ptr<f16>>
    %length_8 = assume div_by<8>, %length : tile<i32>
    %block, %head, %unused = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %width = constant <i32: 256> : tile<i32>
    %head_stride = muli %length_8, %width : tile<i32>
    %q_tensor = make_tensor_view %q_16, shape = [%heads, %length_8, 256], strides = [%head_stride, 256, 1] : tile<i32> -> tensor_view<?x?x256xf16, strides=[?,256,1]>
    %k_tensor = make_tensor_view %k_16, shape = [%heads, %length_8, 256], strides = [%head_stride, 256, 1] : tile<i32> -> tensor_view<?x?x256xf16, strides=[?,256,1]>
    %v_tensor = make_tensor_view %v_16, shape = [%heads, %length_8, 256], strides = [%head_stride, 256, 1] : tile<i32> -> tensor_view<?x?x256xf16, strides=[?,256,1]>
    %o_tensor = make_tensor_view %o_16, shape = [%heads, %length_8, 256], strides = [%head_stride, 256, 1] : tile<i32> -> tensor_view<?x?x256xf16, strides=[?,256,1]>
    %q_tiles = make_partition_view %q_tensor : partition_view<tile=(1x128x256), padding_value = zero, tensor_view<?x?x256xf16, strides=[?,256,1]>>
    %k_tiles = make_partition_view %k_tensor : partition_view<tile=(1x256x64), padding_value = zero, tensor_view<?x?x256xf16, strides=[?,256,1]>, dim_map=[0, 2, 1]>
    %v_tiles = make_partition_view %v_tensor : partition_view<tile=(1x64x256), padding_value = zero, tensor_view<?x?x256xf16, strides=[?,256,1]>>
    %o_tiles = make_partition_view %o_tensor : partition_view<tile=(1x128x256), tensor_view<?x?x256xf16, strides=[?,256,1]>>
    %v_heads, %key_tiles, %v_columns = get_index_space_shape %v_tiles : partition_view<tile=(1x64x256), padding_value = zero, tensor_view<?x?x256xf16, strides=[?,256,1]>> -> tile<i32>
    %q_1, %q_read = load_view_tko weak %q_tiles[%head, %block, %zero] : partition_view<tile=(1x128x256), padding_value = zero, tensor_view<?x?x256xf16, strides=[?,256,1]>>, tile<i32> -> tile<1x128x256xf16>, token
    %q_tile = reshape %q_1 : tile<1x128x256xf16> -> tile<128x256xf16>
    %log2_e = constant <f32: 1.44269504> : tile<f32>
    %scale_2 = mulf %scale, %log2_e : tile<f32>
    %scale_1x1 = reshape %scale_2 : tile<f32> -> tile<1x1xf32>
    %scale_all = broadcast %scale_1x1 : tile<1x1xf32> -> tile<128x64xf32>
    %scale_rows = broadcast %scale_1x1 : tile<1x1xf32> -> tile<128x1xf32>
    %no_score = constant <f32: 0.0> : tile<128x64xf32>
    %largest_0 = constant <f32: 0xFF800000> : tile<128x1xf32>
    %weight_0 = constant <f32: 0.0> : tile<128x1xf32>
    %sum_0 = constant <f32: 0.0> : tile<128x256xf32>
    %largest, %weight, %sum = for %i in (%zero to %key_tiles, step %one) : tile<i32> iter_values(%largest_so_far = %largest_0, %weight_so_far = %weight_0, %sum_so_far = %sum_0) -> (tile<128x1xf32>, tile<128x1xf32>, tile<128x256xf32>) {
      %k_1, %k_read = load_view_tko weak %k_tiles[%head, %zero, %i] : partition_view<tile=(1x256x64), padding_value = zero, tensor_view<?x?x256xf16, strides=[?,256,1]>, dim_map=[0, 2, 1]>, tile<i32> -> tile<1x256x64xf16>, token
      %k_tile = reshape %k_1 : tile<1x256x64xf16> -> tile<256x64xf16>
      %products = mmaf %q_tile, %k_tile, %no_score : tile<128x256xf16>, tile<256x64xf16>, tile<128x64xf32>
      %largest_here_row = reduce %products dim=1 identities=[0xFF800000 : f32] : tile<128x64xf32> -> tile<128xf32> (%element: tile<f32>, %folded: tile<f32>) {
        %both = maxf %element, %folded : tile<f32>
        yield %both : tile<f32>
      }
      %largest_here = reshape %largest_here_row : tile<128xf32> -> tile<128x1xf32>
      %largest_next = maxf %largest_so_far, %largest_here : tile<128x1xf32>
      %top = mulf %largest_next, %scale_rows : tile<128x1xf32>
      %minus_top = negf %top : tile<128x1xf32>
      %minus_top_all = broadcast %minus_top : tile<128x1xf32> -> tile<128x64xf32>
      %below = fma %products, %scale_all, %minus_top_all : tile<128x64xf32>
      %powers = exp2 %below flush_to_zero : tile<128x64xf32>
      %shrunk = subf %largest_so_far, %largest_next : tile<128x1xf32>
      %shrunk_2 = mulf %shrunk, %scale_rows : tile<128x1xf32>
      %factor = exp2 %shrunk_2 flush_to_zero : tile<128x1xf32>
      %weight_here_row = reduce %powers dim=1 identities=[0.0 : f32] : tile<128x64xf32> -> tile<128xf32> (%element: tile<f32>, %folded: tile<f32>) {
        %both = addf %element, %folded : tile<f32>
        yield %both : tile<f32>
      }
      %weight_here = reshape %weight_here_row : tile<128xf32> -> tile<128x1xf32>
      %weight_next = fma %weight_so_far, %factor, %weight_here : tile<128x1xf32>
      %v_1, %v_read = load_view_tko weak %v_tiles[%head, %i, %zero] : partition_view<tile=(1x64x256), padding_value = zero, tensor_view<?x?x256xf16, strides=[?,256,1]>>, tile<i32> -> tile<1x64x256xf16>, token
      %v_tile = reshape %v_1 : tile<1x64x256xf16> -> tile<64x256xf16>
      %factor_all = broadcast %factor : tile<128x1xf32> -> tile<128x256xf32>
      %sum_rescaled = mulf %sum_so_far, %factor_all : tile<128x256xf32>
      %weights = ftof %powers : tile<128x64xf32> -> tile<128x64xf16>
      %sum_next = mmaf %weights, %v_tile, %sum_rescaled : tile<128x64xf16>, tile<64x256xf16>, tile<128x256xf32>
      continue %largest_next, %weight_next, %sum_next : tile<128x1xf32>, tile<128x1xf32>, tile<128x256xf32>
    }
    %weight_all = broadcast %weight : tile<128x1xf32> -> tile<128x256xf32>
    %result = divf %sum, %weight_all rounding<approx> flush_to_zero : tile<128x256xf32>
    %narrow = ftof %result : tile<128x256xf32> -> tile<128x256xf16>
    %result_1 = reshape %narrow : tile<128x256xf16> -> tile<1x128x256xf16>
    %written = store_view_tko weak %result_1, %o_tiles[%head, %block, %zero] : tile<1x128x256xf16>, partition_view<tile=(1x128x256), tensor_view<?x?x256xf16, strides=[?,256,1]>>, tile<i32> -> token
    return
  }
}
