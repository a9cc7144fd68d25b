// RUN: run --entry narrow --grid 2 --arg 'f16[256,64]=randn(seed=1)' --arg 'f16[384,64]=randn(seed=2)' --arg 'f16[384,64]=randn(seed=3)' --arg 'o:f16[256,64]=ones' --arg 0.25 --arg 256 --arg 384 --print o
// o = [[ 0.0992    0.1769   -0.1735   ...  0.213     0.0584   -0.07623 ]
//      [ 0.065     0.067     0.03192  ...  0.0967    0.0692   -0.11975 ]
//      [ 0.164    -0.0688    0.1675   ...  0.087     0.2727   -0.013916]
//      ...
//      [-0.04492  -0.02763   0.09766  ... -0.02817  -0.00918  -0.05612 ]
//      [-0.0677    0.04013  -0.1161   ...  0.0697    0.2147   -0.1267  ]
//      [-0.03604  -0.05472  -0.02788  ...  0.243     0.0157    0.1008  ]]
// RUN: run --entry narrow --grid 1 --arg 'f16[100,64]=randn(seed=1)' --arg 'f16[40,64]=randn(seed=2)' --arg 'f16[40,64]=randn(seed=3)' --arg 'o:f16[100,64]=ones' --arg 0.25 --arg 100 --arg 40 --print o
// o = [[ 0.0605   0.3108  -0.0856  ... -0.1376   0.0764  -0.217  ]
//      [ 0.02557  0.01279 -0.2085  ... -0.04755 -0.284    0.05463]
//      [-0.09955  0.2717  -0.02014 ... -0.02814  0.1729  -0.1141 ]
//      ...
//      [ 0.05777  0.1144  -0.081   ... -0.03223 -0.0495   0.0363 ]
//      [ 0.1836   0.1609   0.0785  ... -0.0943  -0.08026 -0.0406 ]
//      [-0.12134  0.09045  0.08704 ... -0.189    0.2688   0.3037 ]]
// RUN: run --entry narrow --grid 1 --arg 'f16[128,64]=randn(seed=1)' --arg 'f16[1,64]=randn(seed=2)' --arg 'f16[1,64]=randn(seed=3)' --arg 'o:f16[128,64]=ones' --arg 0.25 --arg 128 --arg 0 --print o
// o = [[nan nan nan ... nan nan nan]
//      [nan nan nan ... nan nan nan]
//      [nan nan nan ... nan nan nan]
//      ...
//      [nan nan nan ... nan nan nan]
//      [nan nan nan ... nan nan nan]
//      [nan nan nan ... nan nan nan]]
// RUN: run --entry wide --grid 1 --arg 'f16[128,128]=randn(seed=1)' --arg 'f16[256,128]=randn(seed=2)' --arg 'f16[256,128]=randn(seed=3)' --arg 'o:f16[128,128]=ones' --arg 0.25 --arg 128 --arg 256 --print o
// o = [[ 0.2668   0.4185   0.1776  ...  0.1007  -0.00765 -0.2203 ]
//      [ 0.1896  -0.06903 -0.05838 ... -0.2444   0.1197   0.11615]
//      [ 0.1483   0.3699  -0.4563  ...  0.3716   0.2074   0.1726 ]
//      ...
//      [-0.05295 -0.02788  0.2175  ... -0.2783   0.1217  -0.5005 ]
//      [ 1.071    1.048   -0.905   ... -0.1203   0.8745  -1.708  ]
//      [-0.363   -0.6035  -0.03748 ... -1.116    0.1543  -0.588  ]]
// RUN: run --entry few --grid 1 --arg 'bf16[64,64]=randn(seed=1)' --arg 'bf16[960,64]=randn(seed=2)' --arg 'bf16[960,64]=randn(seed=3)' --arg 'o:bf16[64,64]=ones' --arg 0.25 --arg 64 --arg 960 --print o
// o = [[ 0.0476  -0.0201  -0.105   ...  0.0457  -0.03    -0.0366 ]
//      [ 0.1055   0.0342   0.0173  ...  0.0165  -0.00546 -0.106  ]
//      [-0.0498   0.0126   0.00714 ...  0.091    0.0938   0.1187 ]
//      ...
//      [-0.049    0.0723   0.072   ...  0.0171   0.0938  -0.1006 ]
//      [-0.0767   0.036   -0.069   ... -0.0435  -0.076   -0.118  ]
//      [ 0.037   -0.0153   0.029   ... -0.037   -0.0277  -0.0254 ]]
//
// Attention: scores of queries and keys, which become weights in registers, which are multiplied with values. Queries stay, keys and
// values come through pipelines of their own. One key tile, more than there are stages, and none at all.

cuda_tile.module @attention {
  entry @narrow(%q: tile<ptr<f16>>, %k: tile<ptr<f16>>, %v: tile<ptr<f16>>, %o: tile<ptr<f16>>, %scale: tile<f32>, %queries: tile<i32>, %keys: tile<i32>) {
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
    %largest_0 = constant <f32: 0xFF800000> : tile<128x1xf32>
    %weight_0 = constant <f32: 0.0> : tile<128x1xf32>
    %sum_0 = constant <f32: 0.0> : tile<128x64xf32>
    %largest, %weight, %sum = for %i in (%zero to %key_tiles, step %one) : tile<i32> iter_values(%largest_so_far = %largest_0, %weight_so_far = %weight_0, %sum_so_far = %sum_0) -> (tile<128x1xf32>, tile<128x1xf32>, tile<128x64xf32>) {
      %k_tile, %k_read = load_view_tko weak %k_tiles[%zero, %i] : partition_view<tile=(64x128), padding_value = zero, tensor_view<64x?xf16, strides=[1,64]>>, tile<i32> -> tile<64x128xf16>, token
      %products = mmaf %q_tile, %k_tile, %no_score : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
      %scores = mulf %products, %scale_all : tile<128x128xf32>
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

  entry @wide(%q: tile<ptr<f16>>, %k: tile<ptr<f16>>, %v: tile<ptr<f16>>, %o: tile<ptr<f16>>, %scale: tile<f32>, %queries: tile<i32>, %keys: tile<i32>) {
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
    %largest_0 = constant <f32: 0xFF800000> : tile<128x1xf32>
    %weight_0 = constant <f32: 0.0> : tile<128x1xf32>
    %sum_0 = constant <f32: 0.0> : tile<128x128xf32>
    %largest, %weight, %sum = for %i in (%zero to %key_tiles, step %one) : tile<i32> iter_values(%largest_so_far = %largest_0, %weight_so_far = %weight_0, %sum_so_far = %sum_0) -> (tile<128x1xf32>, tile<128x1xf32>, tile<128x128xf32>) {
      %k_tile, %k_read = load_view_tko weak %k_tiles[%zero, %i] : partition_view<tile=(128x128), padding_value = zero, tensor_view<128x?xf16, strides=[1,128]>>, tile<i32> -> tile<128x128xf16>, token
      %products = mmaf %q_tile, %k_tile, %no_score : tile<128x128xf16>, tile<128x128xf16>, tile<128x128xf32>
      %scores = mulf %products, %scale_all : tile<128x128xf32>
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

  entry @few(%q: tile<ptr<bf16>>, %k: tile<ptr<bf16>>, %v: tile<ptr<bf16>>, %o: tile<ptr<bf16>>, %scale: tile<f32>, %queries: tile<i32>, %keys: tile<i32>) {
    %q_16 = assume div_by<16>, %q : tile<ptr<bf16>>
    %k_16 = assume div_by<16>, %k : tile<ptr<bf16>>
    %v_16 = assume div_by<16>, %v : tile<ptr<bf16>>
    %o_16 = assume div_by<16>, %o : tile<ptr<bf16>>
    %block, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %q_tensor = make_tensor_view %q_16, shape = [%queries, 64], strides = [64, 1] : tile<i32> -> tensor_view<?x64xbf16, strides=[64,1]>
    %k_tensor = make_tensor_view %k_16, shape = [64, %keys], strides = [1, 64] : tile<i32> -> tensor_view<64x?xbf16, strides=[1,64]>
    %v_tensor = make_tensor_view %v_16, shape = [%keys, 64], strides = [64, 1] : tile<i32> -> tensor_view<?x64xbf16, strides=[64,1]>
    %o_tensor = make_tensor_view %o_16, shape = [%queries, 64], strides = [64, 1] : tile<i32> -> tensor_view<?x64xbf16, strides=[64,1]>
    %q_tiles = make_partition_view %q_tensor : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x64xbf16, strides=[64,1]>>
    %k_tiles = make_partition_view %k_tensor : partition_view<tile=(64x64), padding_value = zero, tensor_view<64x?xbf16, strides=[1,64]>>
    %v_tiles = make_partition_view %v_tensor : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x64xbf16, strides=[64,1]>>
    %o_tiles = make_partition_view %o_tensor : partition_view<tile=(64x64), tensor_view<?x64xbf16, strides=[64,1]>>
    %key_tiles, %v_columns = get_index_space_shape %v_tiles : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x64xbf16, strides=[64,1]>> -> tile<i32>
    %q_tile, %q_read = load_view_tko weak %q_tiles[%block, %zero] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x64xbf16, strides=[64,1]>>, tile<i32> -> tile<64x64xbf16>, token
    %scale_1x1 = reshape %scale : tile<f32> -> tile<1x1xf32>
    %scale_all = broadcast %scale_1x1 : tile<1x1xf32> -> tile<64x64xf32>
    %no_score = constant <f32: 0.0> : tile<64x64xf32>
    %largest_0 = constant <f32: 0xFF800000> : tile<64x1xf32>
    %weight_0 = constant <f32: 0.0> : tile<64x1xf32>
    %sum_0 = constant <f32: 0.0> : tile<64x64xf32>
    %largest, %weight, %sum = for %i in (%zero to %key_tiles, step %one) : tile<i32> iter_values(%largest_so_far = %largest_0, %weight_so_far = %weight_0, %sum_so_far = %sum_0) -> (tile<64x1xf32>, tile<64x1xf32>, tile<64x64xf32>) {
      %k_tile, %k_read = load_view_tko weak %k_tiles[%zero, %i] : partition_view<tile=(64x64), padding_value = zero, tensor_view<64x?xbf16, strides=[1,64]>>, tile<i32> -> tile<64x64xbf16>, token
      %products = mmaf %q_tile, %k_tile, %no_score : tile<64x64xbf16>, tile<64x64xbf16>, tile<64x64xf32>
      %scores = mulf %products, %scale_all : tile<64x64xf32>
      %largest_row = reduce %scores dim=1 identities=[0xFF800000 : f32] : tile<64x64xf32> -> tile<64xf32> (%element: tile<f32>, %folded: tile<f32>) {
        %both = maxf %element, %folded : tile<f32>
        yield %both : tile<f32>
      }
      %largest_here = reshape %largest_row : tile<64xf32> -> tile<64x1xf32>
      %largest_next = maxf %largest_so_far, %largest_here : tile<64x1xf32>
      %largest_all = broadcast %largest_next : tile<64x1xf32> -> tile<64x64xf32>
      %below = subf %scores, %largest_all : tile<64x64xf32>
      %powers = exp2 %below flush_to_zero : tile<64x64xf32>
      %shrunk = subf %largest_so_far, %largest_next : tile<64x1xf32>
      %factor = exp2 %shrunk flush_to_zero : tile<64x1xf32>
      %weight_row = reduce %powers dim=1 identities=[0.0 : f32] : tile<64x64xf32> -> tile<64xf32> (%element: tile<f32>, %folded: tile<f32>) {
        %both = addf %element, %folded : tile<f32>
        yield %both : tile<f32>
      }
      %weight_here = reshape %weight_row : tile<64xf32> -> tile<64x1xf32>
      %weight_next = fma %weight_so_far, %factor, %weight_here : tile<64x1xf32>
      %v_tile, %v_read = load_view_tko weak %v_tiles[%i, %zero] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x64xbf16, strides=[64,1]>>, tile<i32> -> tile<64x64xbf16>, token
      %factor_all = broadcast %factor : tile<64x1xf32> -> tile<64x64xf32>
      %sum_rescaled = mulf %sum_so_far, %factor_all : tile<64x64xf32>
      %weights = ftof %powers : tile<64x64xf32> -> tile<64x64xbf16>
      %sum_next = mmaf %weights, %v_tile, %sum_rescaled : tile<64x64xbf16>, tile<64x64xbf16>, tile<64x64xf32>
      continue %largest_next, %weight_next, %sum_next : tile<64x1xf32>, tile<64x1xf32>, tile<64x64xf32>
    }
    %weight_all = broadcast %weight : tile<64x1xf32> -> tile<64x64xf32>
    %result = divf %sum, %weight_all : tile<64x64xf32>
    %narrow = ftof %result : tile<64x64xf32> -> tile<64x64xbf16>
    %written = store_view_tko weak %narrow, %o_tiles[%block, %zero] : tile<64x64xbf16>, partition_view<tile=(64x64), tensor_view<?x64xbf16, strides=[64,1]>>, tile<i32> -> token
    return
  }
}
