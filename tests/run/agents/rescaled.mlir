// RUN: run --entry narrow --grid 1 --arg 'f16[128,64]=randn(seed=1)' --arg 'f16[512,64]=ones' --arg 'f16[512,64]=randn(seed=3)' --arg 'o:f16[128,64]=ones' --arg 0.25 --arg 128 --arg 512 --arg 0 --arg 0 --arg 0 --print o
// o = [[ 0.012794  0.004658 -0.00582  ...  0.03693   0.0773   -0.09406 ]
//      [ 0.012794  0.004658 -0.00582  ...  0.03693   0.0773   -0.09406 ]
//      [ 0.012794  0.004658 -0.00582  ...  0.03693   0.0773   -0.09406 ]
//      ...
//      [ 0.012794  0.004658 -0.00582  ...  0.03693   0.0773   -0.09406 ]
//      [ 0.012794  0.004658 -0.00582  ...  0.03693   0.0773   -0.09406 ]
//      [ 0.012794  0.004658 -0.00582  ...  0.03693   0.0773   -0.09406 ]]
// RUN: run --entry narrow --grid 1 --arg 'f16[128,64]=randn(seed=1)' --arg 'f16[512,64]=ones' --arg 'f16[512,64]=randn(seed=3)' --arg 'o:f16[128,64]=ones' --arg 0.25 --arg 128 --arg 512 --arg 70 --arg 71 --arg 3 --print o
// o = [[ 0.012794  0.004658 -0.00582  ...  0.03693   0.0773   -0.09406 ]
//      [ 0.012794  0.004658 -0.00582  ...  0.03693   0.0773   -0.09406 ]
//      [ 0.012794  0.004658 -0.00582  ...  0.03693   0.0773   -0.09406 ]
//      ...
//      [ 0.012794  0.004658 -0.00582  ...  0.03693   0.0773   -0.09406 ]
//      [ 0.012794  0.004658 -0.00582  ...  0.03693   0.0773   -0.09406 ]
//      [ 0.012794  0.004658 -0.00582  ...  0.03693   0.0773   -0.09406 ]]
// RUN: run --entry narrow --grid 1 --arg 'f16[128,64]=randn(seed=1)' --arg 'f16[640,64]=ones' --arg 'f16[640,64]=randn(seed=3)' --arg 'o:f16[128,64]=ones' --arg 0.25 --arg 128 --arg 640 --arg 0 --arg 128 --arg 4 --print o
// o = [[-0.01359  0.0198  -0.0425  ... -0.03168 -0.04913 -0.0811 ]
//      [-0.01359  0.0198  -0.0425  ... -0.03168 -0.04913 -0.0811 ]
//      [-0.01359  0.0198  -0.0425  ... -0.03168 -0.04913 -0.0811 ]
//      ...
//      [-0.01359  0.0198  -0.0425  ... -0.03168 -0.04913 -0.0811 ]
//      [-0.01359  0.0198  -0.0425  ... -0.03168 -0.04913 -0.0811 ]
//      [-0.01359  0.0198  -0.0425  ... -0.03168 -0.04913 -0.0811 ]]
// RUN: run --entry narrow --grid 1 --arg 'f16[128,64]=randn(seed=1)' --arg 'f16[640,64]=ones' --arg 'f16[640,64]=randn(seed=3)' --arg 'o:f16[128,64]=ones' --arg 0.25 --arg 128 --arg 640 --arg 32 --arg 64 --arg 2 --print o
// o = [[ 0.002243  0.01071  -0.02051  ...  0.00949   0.02672  -0.0889  ]
//      [ 0.002243  0.01071  -0.02051  ...  0.00949   0.02672  -0.0889  ]
//      [ 0.002243  0.01071  -0.02051  ...  0.00949   0.02672  -0.0889  ]
//      ...
//      [ 0.002243  0.01071  -0.02051  ...  0.00949   0.02672  -0.0889  ]
//      [ 0.002243  0.01071  -0.02051  ...  0.00949   0.02672  -0.0889  ]
//      [ 0.002243  0.01071  -0.02051  ...  0.00949   0.02672  -0.0889  ]]
// RUN: run --entry wide --grid 1 --arg 'f16[128,128]=randn(seed=1)' --arg 'f16[512,128]=ones' --arg 'f16[512,128]=randn(seed=3)' --arg 'o:f16[128,128]=ones' --arg 0.25 --arg 128 --arg 512 --arg 127 --arg 128 --arg 2 --print o
// o = [[-0.01443  0.01421 -0.05484 ... -0.0228  -0.03268 -0.0491 ]
//      [-0.01443  0.01421 -0.05484 ... -0.0228  -0.03268 -0.0491 ]
//      [-0.01443  0.01421 -0.05484 ... -0.0228  -0.03268 -0.0491 ]
//      ...
//      [-0.01443  0.01421 -0.05484 ... -0.0228  -0.03268 -0.0491 ]
//      [-0.01443  0.01421 -0.05484 ... -0.0228  -0.03268 -0.0491 ]
//      [-0.0713   0.02094 -0.01576 ... -0.02965 -0.05316 -0.02972]]
// RUN: run --entry wide --grid 1 --arg 'f16[128,128]=randn(seed=1)' --arg 'f16[512,128]=ones' --arg 'f16[512,128]=randn(seed=3)' --arg 'o:f16[128,128]=ones' --arg 0.25 --arg 128 --arg 512 --arg 0 --arg 128 --arg 3 --print o
// o = [[ 0.00658   0.012825 -0.08624  ... -0.02144  -0.0769    0.011215]
//      [ 0.00658   0.012825 -0.08624  ... -0.02144  -0.0769    0.011215]
//      [ 0.00658   0.012825 -0.08624  ... -0.02144  -0.0769    0.011215]
//      ...
//      [ 0.00658   0.012825 -0.08624  ... -0.02144  -0.0769    0.011215]
//      [ 0.00658   0.012825 -0.08624  ... -0.02144  -0.0769    0.011215]
//      [ 0.00658   0.012825 -0.08624  ... -0.02144  -0.0769    0.011215]]
//
// Attention whose maxima grow where the program says: all keys are equal, and scores of the rows from `first` to `end` are larger by 2
// in the key tile `late`. No row, one row of a warp, all rows of a warp, or all rows of all warps. Where sums are in tensor memory,
// warps rescale them if one of their rows has a larger maximum.

cuda_tile.module @rescaled {
  entry @narrow(%q: tile<ptr<f16>>, %k: tile<ptr<f16>>, %v: tile<ptr<f16>>, %o: tile<ptr<f16>>, %scale: tile<f32>, %queries: tile<i32>, %keys: tile<i32>, %first: tile<i32>, %end: tile<i32>, %late: tile<i32>) {
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
    %q_tiles = make_partition_view %q_tensor : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x64xf16, strides=[64,1]>>
    %k_tiles = make_partition_view %k_tensor : partition_view<tile=(64x128), padding_value = zero, tensor_view<64x?xf16, strides=[1,64]>>
    %v_tiles = make_partition_view %v_tensor : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x64xf16, strides=[64,1]>>
    %o_tiles = make_partition_view %o_tensor : partition_view<tile=(128x64), tensor_view<?x64xf16, strides=[64,1]>>
    %key_tiles, %v_columns = get_index_space_shape %v_tiles : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x64xf16, strides=[64,1]>> -> tile<i32>
    %q_tile, %q_read = load_view_tko weak %q_tiles[%block, %zero] : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x64xf16, strides=[64,1]>>, tile<i32> -> tile<128x64xf16>, token
    %scale_1x1 = reshape %scale : tile<f32> -> tile<1x1xf32>
    %scale_all = broadcast %scale_1x1 : tile<1x1xf32> -> tile<128x128xf32>
    %no_score = constant <f32: 0.0> : tile<128x128xf32>
    %row = iota : tile<128xi32>
    %first_all = reshape %first : tile<i32> -> tile<1xi32>
    %first_rows = broadcast %first_all : tile<1xi32> -> tile<128xi32>
    %end_all = reshape %end : tile<i32> -> tile<1xi32>
    %end_rows = broadcast %end_all : tile<1xi32> -> tile<128xi32>
    %is_behind = cmpi greater_than_or_equal %row, %first_rows, signed : tile<128xi32> -> tile<128xi1>
    %is_before = cmpi less_than %row, %end_rows, signed : tile<128xi32> -> tile<128xi1>
    %is_chosen = andi %is_behind, %is_before : tile<128xi1>
    %more = constant <f32: 2.0> : tile<128xf32>
    %no_more = constant <f32: 0.0> : tile<128xf32>
    %grown_row = select %is_chosen, %more, %no_more : tile<128xi1>, tile<128xf32>
    %grown = reshape %grown_row : tile<128xf32> -> tile<128x1xf32>
    %largest_0 = constant <f32: 0xFF800000> : tile<128x1xf32>
    %weight_0 = constant <f32: 0.0> : tile<128x1xf32>
    %sum_0 = constant <f32: 0.0> : tile<128x64xf32>
    %largest, %weight, %sum = for %i in (%zero to %key_tiles, step %one) : tile<i32> iter_values(%largest_so_far = %largest_0, %weight_so_far = %weight_0, %sum_so_far = %sum_0) -> (tile<128x1xf32>, tile<128x1xf32>, tile<128x64xf32>) {
      %k_tile, %k_read = load_view_tko weak %k_tiles[%zero, %i] : partition_view<tile=(64x128), padding_value = zero, tensor_view<64x?xf16, strides=[1,64]>>, tile<i32> -> tile<64x128xf16>, token
      %products = mmaf %q_tile, %k_tile, %no_score : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
      %scaled = mulf %products, %scale_all : tile<128x128xf32>
      %is_late = cmpi equal %i, %late, signed : tile<i32> -> tile<i1>
      %number = exti %is_late unsigned : tile<i1> -> tile<i32>
      %weight_of_growth = itof %number unsigned : tile<i32> -> tile<f32>
      %growth_1x1 = reshape %weight_of_growth : tile<f32> -> tile<1x1xf32>
      %growth_rows = broadcast %growth_1x1 : tile<1x1xf32> -> tile<128x1xf32>
      %growth = mulf %growth_rows, %grown : tile<128x1xf32>
      %growth_all = broadcast %growth : tile<128x1xf32> -> tile<128x128xf32>
      %scores = addf %scaled, %growth_all : tile<128x128xf32>
      %largest_row = reduce %scores dim=1 identities=[0xFF800000 : f32] : tile<128x128xf32> -> tile<128xf32> (%element: tile<f32>, %folded: tile<f32>) {
        %both = maxf %element, %folded : tile<f32>
        yield %both : tile<f32>
      }
      %largest_here = reshape %largest_row : tile<128xf32> -> tile<128x1xf32>
      %largest_next = maxf %largest_so_far, %largest_here : tile<128x1xf32>
      %largest_all = broadcast %largest_next : tile<128x1xf32> -> tile<128x128xf32>
      %below = subf %scores, %largest_all : tile<128x128xf32>
      %powers = exp2 %below flush_to_zero : tile<128x128xf32>
      %shrunk = subf %largest_so_far, %largest_next : tile<128x1xf32>
      %factor = exp2 %shrunk flush_to_zero : tile<128x1xf32>
      %weight_row = reduce %powers dim=1 identities=[0.0 : f32] : tile<128x128xf32> -> tile<128xf32> (%element: tile<f32>, %folded: tile<f32>) {
        %both = addf %element, %folded : tile<f32>
        yield %both : tile<f32>
      }
      %weight_here = reshape %weight_row : tile<128xf32> -> tile<128x1xf32>
      %weight_next = fma %weight_so_far, %factor, %weight_here : tile<128x1xf32>
      %v_tile, %v_read = load_view_tko weak %v_tiles[%i, %zero] : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x64xf16, strides=[64,1]>>, tile<i32> -> tile<128x64xf16>, token
      %factor_all = broadcast %factor : tile<128x1xf32> -> tile<128x64xf32>
      %sum_rescaled = mulf %sum_so_far, %factor_all : tile<128x64xf32>
      %weights = ftof %powers : tile<128x128xf32> -> tile<128x128xf16>
      %sum_next = mmaf %weights, %v_tile, %sum_rescaled : tile<128x128xf16>, tile<128x64xf16>, tile<128x64xf32>
      continue %largest_next, %weight_next, %sum_next : tile<128x1xf32>, tile<128x1xf32>, tile<128x64xf32>
    }
    %weight_all = broadcast %weight : tile<128x1xf32> -> tile<128x64xf32>
    %result = divf %sum, %weight_all : tile<128x64xf32>
    %narrow = ftof %result : tile<128x64xf32> -> tile<128x64xf16>
    %written = store_view_tko weak %narrow, %o_tiles[%block, %zero] : tile<128x64xf16>, partition_view<tile=(128x64), tensor_view<?x64xf16, strides=[64,1]>>, tile<i32> -> token
    return
  }

  entry @wide(%q: tile<ptr<f16>>, %k: tile<ptr<f16>>, %v: tile<ptr<f16>>, %o: tile<ptr<f16>>, %scale: tile<f32>, %queries: tile<i32>, %keys: tile<i32>, %first: tile<i32>, %end: tile<i32>, %late: tile<i32>) {
    %q_16 = assume div_by<16>, %q : tile<ptr<f16>>
    %k_16 = assume div_by<16>, %k : tile<ptr<f16>>
    %v_16 = assume div_by<16>, %v : tile<ptr<f16>>
    %o_16 = assume div_by<16>, %o : tile<ptr<f16>>
    %block, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %q_tensor = make_tensor_view %q_16, shape = [%queries, 128], strides = [128, 1] : tile<i32> -> tensor_view<?x128xf16, strides=[128,1]>
    %k_tensor = make_tensor_view %k_16, shape = [128, %keys], strides = [1, 128] : tile<i32> -> tensor_view<128x?xf16, strides=[1,128]>
    %v_tensor = make_tensor_view %v_16, shape = [%keys, 128], strides = [128, 1] : tile<i32> -> tensor_view<?x128xf16, strides=[128,1]>
    %o_tensor = make_tensor_view %o_16, shape = [%queries, 128], strides = [128, 1] : tile<i32> -> tensor_view<?x128xf16, strides=[128,1]>
    %q_tiles = make_partition_view %q_tensor : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x128xf16, strides=[128,1]>>
    %k_tiles = make_partition_view %k_tensor : partition_view<tile=(128x128), padding_value = zero, tensor_view<128x?xf16, strides=[1,128]>>
    %v_tiles = make_partition_view %v_tensor : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x128xf16, strides=[128,1]>>
    %o_tiles = make_partition_view %o_tensor : partition_view<tile=(128x128), tensor_view<?x128xf16, strides=[128,1]>>
    %key_tiles, %v_columns = get_index_space_shape %v_tiles : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x128xf16, strides=[128,1]>> -> tile<i32>
    %q_tile, %q_read = load_view_tko weak %q_tiles[%block, %zero] : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x128xf16, strides=[128,1]>>, tile<i32> -> tile<128x128xf16>, token
    %scale_1x1 = reshape %scale : tile<f32> -> tile<1x1xf32>
    %scale_all = broadcast %scale_1x1 : tile<1x1xf32> -> tile<128x128xf32>
    %no_score = constant <f32: 0.0> : tile<128x128xf32>
    %row = iota : tile<128xi32>
    %first_all = reshape %first : tile<i32> -> tile<1xi32>
    %first_rows = broadcast %first_all : tile<1xi32> -> tile<128xi32>
    %end_all = reshape %end : tile<i32> -> tile<1xi32>
    %end_rows = broadcast %end_all : tile<1xi32> -> tile<128xi32>
    %is_behind = cmpi greater_than_or_equal %row, %first_rows, signed : tile<128xi32> -> tile<128xi1>
    %is_before = cmpi less_than %row, %end_rows, signed : tile<128xi32> -> tile<128xi1>
    %is_chosen = andi %is_behind, %is_before : tile<128xi1>
    %more = constant <f32: 2.0> : tile<128xf32>
    %no_more = constant <f32: 0.0> : tile<128xf32>
    %grown_row = select %is_chosen, %more, %no_more : tile<128xi1>, tile<128xf32>
    %grown = reshape %grown_row : tile<128xf32> -> tile<128x1xf32>
    %largest_0 = constant <f32: 0xFF800000> : tile<128x1xf32>
    %weight_0 = constant <f32: 0.0> : tile<128x1xf32>
    %sum_0 = constant <f32: 0.0> : tile<128x128xf32>
    %largest, %weight, %sum = for %i in (%zero to %key_tiles, step %one) : tile<i32> iter_values(%largest_so_far = %largest_0, %weight_so_far = %weight_0, %sum_so_far = %sum_0) -> (tile<128x1xf32>, tile<128x1xf32>, tile<128x128xf32>) {
      %k_tile, %k_read = load_view_tko weak %k_tiles[%zero, %i] : partition_view<tile=(128x128), padding_value = zero, tensor_view<128x?xf16, strides=[1,128]>>, tile<i32> -> tile<128x128xf16>, token
      %products = mmaf %q_tile, %k_tile, %no_score : tile<128x128xf16>, tile<128x128xf16>, tile<128x128xf32>
      %scaled = mulf %products, %scale_all : tile<128x128xf32>
      %is_late = cmpi equal %i, %late, signed : tile<i32> -> tile<i1>
      %number = exti %is_late unsigned : tile<i1> -> tile<i32>
      %weight_of_growth = itof %number unsigned : tile<i32> -> tile<f32>
      %growth_1x1 = reshape %weight_of_growth : tile<f32> -> tile<1x1xf32>
      %growth_rows = broadcast %growth_1x1 : tile<1x1xf32> -> tile<128x1xf32>
      %growth = mulf %growth_rows, %grown : tile<128x1xf32>
      %growth_all = broadcast %growth : tile<128x1xf32> -> tile<128x128xf32>
      %scores = addf %scaled, %growth_all : tile<128x128xf32>
      %largest_row = reduce %scores dim=1 identities=[0xFF800000 : f32] : tile<128x128xf32> -> tile<128xf32> (%element: tile<f32>, %folded: tile<f32>) {
        %both = maxf %element, %folded : tile<f32>
        yield %both : tile<f32>
      }
      %largest_here = reshape %largest_row : tile<128xf32> -> tile<128x1xf32>
      %largest_next = maxf %largest_so_far, %largest_here : tile<128x1xf32>
      %largest_all = broadcast %largest_next : tile<128x1xf32> -> tile<128x128xf32>
      %below = subf %scores, %largest_all : tile<128x128xf32>
      %powers = exp2 %below flush_to_zero : tile<128x128xf32>
      %shrunk = subf %largest_so_far, %largest_next : tile<128x1xf32>
      %factor = exp2 %shrunk flush_to_zero : tile<128x1xf32>
      %weight_row = reduce %powers dim=1 identities=[0.0 : f32] : tile<128x128xf32> -> tile<128xf32> (%element: tile<f32>, %folded: tile<f32>) {
        %both = addf %element, %folded : tile<f32>
        yield %both : tile<f32>
      }
      %weight_here = reshape %weight_row : tile<128xf32> -> tile<128x1xf32>
      %weight_next = fma %weight_so_far, %factor, %weight_here : tile<128x1xf32>
      %v_tile, %v_read = load_view_tko weak %v_tiles[%i, %zero] : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x128xf16, strides=[128,1]>>, tile<i32> -> tile<128x128xf16>, token
      %factor_all = broadcast %factor : tile<128x1xf32> -> tile<128x128xf32>
      %sum_rescaled = mulf %sum_so_far, %factor_all : tile<128x128xf32>
      %weights = ftof %powers : tile<128x128xf32> -> tile<128x128xf16>
      %sum_next = mmaf %weights, %v_tile, %sum_rescaled : tile<128x128xf16>, tile<128x128xf16>, tile<128x128xf32>
      continue %largest_next, %weight_next, %sum_next : tile<128x1xf32>, tile<128x1xf32>, tile<128x128xf32>
    }
    %weight_all = broadcast %weight : tile<128x1xf32> -> tile<128x128xf32>
    %result = divf %sum, %weight_all : tile<128x128xf32>
    %narrow = ftof %result : tile<128x128xf32> -> tile<128x128xf16>
    %written = store_view_tko weak %narrow, %o_tiles[%block, %zero] : tile<128x128xf16>, partition_view<tile=(128x128), tensor_view<?x128xf16, strides=[128,1]>>, tile<i32> -> token
    return
  }
}
