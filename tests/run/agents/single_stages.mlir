// RUN: run --entry wide --grid 2,1 --arg 'Q:f16[1,200,256]=randn(seed=1)' --arg 'K:f16[1,200,256]=randn(seed=2)' --arg 'V:f16[1,200,256]=randn(seed=3)' --arg 'O:f16[1,200,256]=zeros' --arg 0.0625 --arg 1 --arg 200 --print O
// O = [[[ 0.0988   -0.163     0.00489  ... -0.0839   -0.003832 -0.01469 ]
//       [-0.076     0.01938  -0.0825   ... -0.09247  -0.02634  -0.0411  ]
//       [ 0.00409  -0.1229   -0.0603   ...  0.01988  -0.1838   -0.05777 ]
//       ...
//       [-0.0647    0.12     -0.0414   ...  0.04877  -0.2246   -0.1537  ]
//       [ 0.0781   -0.1361    0.0436   ... -0.01378   0.1802   -0.0504  ]
//       [ 0.03964   0.08527   0.08777  ...  0.007793 -0.1315   -0.08044 ]]]
// RUN: run --entry two_sums --grid 1 --arg 'f16[128,840]=randint(-3,4,seed=1)' --arg 'f16[840,128]=randint(-3,4,seed=2)' --arg 'f16[128,840]=randint(-3,4,seed=3)' --arg 'f16[840,128]=randint(-3,4,seed=4)' --arg 'c:f32[128,256]=ones' --arg 840 --print c
// c = [[  50. -160.   32. ... -114. -167. -150.]
//      [  30.  -45.  117. ...  150.   -8. -193.]
//      [   9.  206.   11. ... -144. -190.  -14.]
//      ...
//      [ 137.   74.   35. ...  -96.   22. -131.]
//      [  16.   12.  -23. ...  -27.  129.  -42.]
//      [ 132.  -61.   -6. ... -111. -156.  119.]]
//
// Two stages of the tiles of two products have no room, but one of each has: 128 keys and values of heads of 256, and two
// sums of 128x128.

cuda_tile.module @single_stages {
  entry @wide(%q: tile<ptr<f16>>, %k: tile<ptr<f16>>, %v: tile<ptr<f16>>, %o: tile<ptr<f16>>, %scale: tile<f32>, %heads: tile<i32>, %length: tile<i32>) {
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
    %k_tiles = make_partition_view %k_tensor : partition_view<tile=(1x256x128), padding_value = zero, tensor_view<?x?x256xf16, strides=[?,256,1]>, dim_map=[0, 2, 1]>
    %v_tiles = make_partition_view %v_tensor : partition_view<tile=(1x128x256), padding_value = zero, tensor_view<?x?x256xf16, strides=[?,256,1]>>
    %o_tiles = make_partition_view %o_tensor : partition_view<tile=(1x128x256), tensor_view<?x?x256xf16, strides=[?,256,1]>>
    %v_heads, %key_tiles, %v_columns = get_index_space_shape %v_tiles : partition_view<tile=(1x128x256), padding_value = zero, tensor_view<?x?x256xf16, strides=[?,256,1]>> -> tile<i32>
    %q_1, %q_read = load_view_tko weak %q_tiles[%head, %block, %zero] : partition_view<tile=(1x128x256), padding_value = zero, tensor_view<?x?x256xf16, strides=[?,256,1]>>, tile<i32> -> tile<1x128x256xf16>, token
    %q_tile = reshape %q_1 : tile<1x128x256xf16> -> tile<128x256xf16>
    %log2_e = constant <f32: 1.44269504> : tile<f32>
    %scale_2 = mulf %scale, %log2_e : tile<f32>
    %scale_1x1 = reshape %scale_2 : tile<f32> -> tile<1x1xf32>
    %scale_all = broadcast %scale_1x1 : tile<1x1xf32> -> tile<128x128xf32>
    %scale_rows = broadcast %scale_1x1 : tile<1x1xf32> -> tile<128x1xf32>
    %no_score = constant <f32: 0.0> : tile<128x128xf32>
    %largest_0 = constant <f32: 0xFF800000> : tile<128x1xf32>
    %weight_0 = constant <f32: 0.0> : tile<128x1xf32>
    %sum_0 = constant <f32: 0.0> : tile<128x256xf32>
    %largest, %weight, %sum = for %i in (%zero to %key_tiles, step %one) : tile<i32> iter_values(%largest_so_far = %largest_0, %weight_so_far = %weight_0, %sum_so_far = %sum_0) -> (tile<128x1xf32>, tile<128x1xf32>, tile<128x256xf32>) {
      %k_1, %k_read = load_view_tko weak %k_tiles[%head, %zero, %i] : partition_view<tile=(1x256x128), padding_value = zero, tensor_view<?x?x256xf16, strides=[?,256,1]>, dim_map=[0, 2, 1]>, tile<i32> -> tile<1x256x128xf16>, token
      %k_tile = reshape %k_1 : tile<1x256x128xf16> -> tile<256x128xf16>
      %products = mmaf %q_tile, %k_tile, %no_score : tile<128x256xf16>, tile<256x128xf16>, tile<128x128xf32>
      %largest_here_row = reduce %products dim=1 identities=[0xFF800000 : f32] : tile<128x128xf32> -> tile<128xf32> (%element: tile<f32>, %folded: tile<f32>) {
        %both = maxf %element, %folded : tile<f32>
        yield %both : tile<f32>
      }
      %largest_here = reshape %largest_here_row : tile<128xf32> -> tile<128x1xf32>
      %largest_next = maxf %largest_so_far, %largest_here : tile<128x1xf32>
      %top = mulf %largest_next, %scale_rows : tile<128x1xf32>
      %minus_top = negf %top : tile<128x1xf32>
      %minus_top_all = broadcast %minus_top : tile<128x1xf32> -> tile<128x128xf32>
      %below = fma %products, %scale_all, %minus_top_all : tile<128x128xf32>
      %powers = exp2 %below flush_to_zero : tile<128x128xf32>
      %shrunk = subf %largest_so_far, %largest_next : tile<128x1xf32>
      %shrunk_2 = mulf %shrunk, %scale_rows : tile<128x1xf32>
      %factor = exp2 %shrunk_2 flush_to_zero : tile<128x1xf32>
      %weight_here_row = reduce %powers dim=1 identities=[0.0 : f32] : tile<128x128xf32> -> tile<128xf32> (%element: tile<f32>, %folded: tile<f32>) {
        %both = addf %element, %folded : tile<f32>
        yield %both : tile<f32>
      }
      %weight_here = reshape %weight_here_row : tile<128xf32> -> tile<128x1xf32>
      %weight_next = fma %weight_so_far, %factor, %weight_here : tile<128x1xf32>
      %v_1, %v_read = load_view_tko weak %v_tiles[%head, %i, %zero] : partition_view<tile=(1x128x256), padding_value = zero, tensor_view<?x?x256xf16, strides=[?,256,1]>>, tile<i32> -> tile<1x128x256xf16>, token
      %v_tile = reshape %v_1 : tile<1x128x256xf16> -> tile<128x256xf16>
      %factor_all = broadcast %factor : tile<128x1xf32> -> tile<128x256xf32>
      %sum_rescaled = mulf %sum_so_far, %factor_all : tile<128x256xf32>
      %weights = ftof %powers : tile<128x128xf32> -> tile<128x128xf16>
      %sum_next = mmaf %weights, %v_tile, %sum_rescaled : tile<128x128xf16>, tile<128x256xf16>, tile<128x256xf32>
      continue %largest_next, %weight_next, %sum_next : tile<128x1xf32>, tile<128x1xf32>, tile<128x256xf32>
    }
    %weight_all = broadcast %weight : tile<128x1xf32> -> tile<128x256xf32>
    %result = divf %sum, %weight_all rounding<approx> flush_to_zero : tile<128x256xf32>
    %narrow = ftof %result : tile<128x256xf32> -> tile<128x256xf16>
    %result_1 = reshape %narrow : tile<128x256xf16> -> tile<1x128x256xf16>
    %written = store_view_tko weak %result_1, %o_tiles[%head, %block, %zero] : tile<1x128x256xf16>, partition_view<tile=(1x128x256), tensor_view<?x?x256xf16, strides=[?,256,1]>>, tile<i32> -> token
    return
  }

  entry @two_sums(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %d: tile<ptr<f16>>, %e: tile<ptr<f16>>, %c: tile<ptr<f32>>, %k: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %d_16 = assume div_by<16>, %d : tile<ptr<f16>>
    %e_16 = assume div_by<16>, %e : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %k_8 = assume div_by<8>, %k : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [128, %k_8], strides = [%k_8, 1] : tile<i32> -> tensor_view<128x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(128x128), padding_value = zero, tensor_view<128x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k_8, 128], strides = [128, 1] : tile<i32> -> tensor_view<?x128xf16, strides=[128,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x128xf16, strides=[128,1]>>
    %d_tensor = make_tensor_view %d_16, shape = [128, %k_8], strides = [%k_8, 1] : tile<i32> -> tensor_view<128x?xf16, strides=[?,1]>
    %d_tiles = make_partition_view %d_tensor : partition_view<tile=(128x128), padding_value = zero, tensor_view<128x?xf16, strides=[?,1]>>
    %e_tensor = make_tensor_view %e_16, shape = [%k_8, 128], strides = [128, 1] : tile<i32> -> tensor_view<?x128xf16, strides=[128,1]>
    %e_tiles = make_partition_view %e_tensor : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x128xf16, strides=[128,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [128, 256], strides = [256, 1] : tensor_view<128x256xf32, strides=[256,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(128x128), tensor_view<128x256xf32, strides=[256,1]>>
    %rows, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(128x128), padding_value = zero, tensor_view<128x?xf16, strides=[?,1]>> -> tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<128x128xf32>
    %first, %second = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%first_so_far = %sum_0, %second_so_far = %sum_0) -> (tile<128x128xf32>, tile<128x128xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%zero, %i] : partition_view<tile=(128x128), padding_value = zero, tensor_view<128x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x128xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %zero] : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x128xf16, strides=[128,1]>>, tile<i32> -> tile<128x128xf16>, token
      %first_next = mmaf %a_tile, %b_tile, %first_so_far : tile<128x128xf16>, tile<128x128xf16>, tile<128x128xf32>
      %d_tile, %d_read = load_view_tko weak %d_tiles[%zero, %i] : partition_view<tile=(128x128), padding_value = zero, tensor_view<128x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x128xf16>, token
      %e_tile, %e_read = load_view_tko weak %e_tiles[%i, %zero] : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x128xf16, strides=[128,1]>>, tile<i32> -> tile<128x128xf16>, token
      %second_next = mmaf %d_tile, %e_tile, %second_so_far : tile<128x128xf16>, tile<128x128xf16>, tile<128x128xf32>
      continue %first_next, %second_next : tile<128x128xf32>, tile<128x128xf32>
    }
    %stored_1 = store_view_tko weak %first, %c_tiles[%zero, %zero] : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<128x256xf32, strides=[256,1]>>, tile<i32> -> token
    %stored_2 = store_view_tko weak %second, %c_tiles[%zero, %one] : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<128x256xf32, strides=[256,1]>>, tile<i32> -> token
    return
  }
}
