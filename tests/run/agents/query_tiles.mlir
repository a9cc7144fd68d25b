// RUN: run --entry narrow --grid 1 --arg 'f16[256,64]=randn(seed=1)' --arg 'f16[512,64]=randn(seed=2)' --arg 'f16[512,64]=randn(seed=3)' --arg 'o:f16[256,64]=ones' --arg 0.25 --arg 256 --arg 512 --print o
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
// RUN: run --entry narrow --grid 2 --arg 'f16[400,64]=randn(seed=1)' --arg 'f16[128,64]=randn(seed=2)' --arg 'f16[128,64]=randn(seed=3)' --arg 'o:f16[400,64]=ones' --arg 0.25 --arg 400 --arg 128 --print o
// o = [[ 1.1914e-01  8.9209e-01 -5.4639e-01 ...  8.3154e-01 -8.1482e-02
//       -1.1755e-01]
//      [ 8.9172e-02 -1.4978e-01 -1.1151e-01 ...  3.1250e-01 -4.6387e-01
//        3.8116e-02]
//      [ 1.0095e-01  3.8208e-02  2.2400e-01 ...  2.8467e-01  4.3994e-01
//        2.0279e-02]
//      ...
//      [ 2.8174e-01  4.0210e-01 -2.5903e-01 ... -2.1460e-01 -7.8979e-02
//       -5.3883e-04]
//      [ 6.8994e-01  2.2253e-01 -3.9258e-01 ... -3.6804e-02  2.2852e-01
//       -5.7666e-01]
//      [ 2.8442e-01  1.8347e-01  1.6891e-02 ...  6.0120e-02  2.0532e-01
//        4.8370e-02]]
// RUN: run --entry narrow --grid 1 --arg 'f16[256,64]=randn(seed=1)' --arg 'f16[1,64]=randn(seed=2)' --arg 'f16[1,64]=randn(seed=3)' --arg 'o:f16[256,64]=ones' --arg 0.25 --arg 256 --arg 0 --print o
// o = [[nan nan nan ... nan nan nan]
//      [nan nan nan ... nan nan nan]
//      [nan nan nan ... nan nan nan]
//      ...
//      [nan nan nan ... nan nan nan]
//      [nan nan nan ... nan nan nan]
//      [nan nan nan ... nan nan nan]]
// RUN: run --entry narrow --grid 1 --arg 'f16[130,64]=randn(seed=1)' --arg 'f16[300,64]=randn(seed=2)' --arg 'f16[300,64]=randn(seed=3)' --arg 'o:f16[130,64]=ones' --arg 0.25 --arg 130 --arg 300 --print o
// o = [[ 0.1483    0.4075   -0.3438   ...  0.4707   -0.05807  -0.04285 ]
//      [ 0.1538    0.0721    0.02608  ... -0.00911   0.02588  -0.3057  ]
//      [ 0.29     -0.04358   0.372    ...  0.010925  0.3137   -0.009575]
//      ...
//      [ 0.012405 -0.0337   -0.05118  ... -0.02534   0.263    -0.1559  ]
//      [ 0.04263   0.3562    0.02213  ...  0.08185   0.2075   -0.0528  ]
//      [ 0.3374    0.0761    0.6035   ... -0.58      0.395    -0.441   ]]
// RUN: run --entry wide --grid 1 --arg 'f16[256,128]=randn(seed=1)' --arg 'f16[384,128]=randn(seed=2)' --arg 'f16[384,128]=randn(seed=3)' --arg 'o:f16[256,128]=ones' --arg 0.25 --arg 256 --arg 384 --print o
// o = [[ 0.2512   0.691    0.555   ... -0.01035  0.02393 -0.3455 ]
//      [-0.3306  -0.4563  -0.06726 ... -0.592   -0.11395  0.02986]
//      [-0.2338   0.0748  -1.032   ...  0.258   -1.236    1.182  ]
//      ...
//      [ 0.0619  -0.0551   0.1919  ... -0.745    0.3748  -0.09607]
//      [ 0.1758   0.01595  0.11176 ... -0.789   -0.802   -0.438  ]
//      [ 0.1757  -0.5386  -0.2345  ... -0.2786   0.3098  -0.1855 ]]
// RUN: run --entry wide --grid 1 --arg 'f16[200,128]=randn(seed=1)' --arg 'f16[100,128]=randn(seed=2)' --arg 'f16[100,128]=randn(seed=3)' --arg 'o:f16[200,128]=ones' --arg 0.25 --arg 200 --arg 100 --print o
// o = [[ 0.4968   1.264    0.8853  ...  0.2466   0.3293  -0.3975 ]
//      [-0.08124 -0.518   -0.3267  ... -0.5166  -0.2974  -0.03403]
//      [ 0.281    0.936   -1.318   ...  0.9443   0.4326   0.613  ]
//      ...
//      [ 0.1131  -0.1843  -0.2837  ... -0.01682 -0.1693  -0.1068 ]
//      [-0.00634  1.118   -0.329   ...  0.4187  -1.157    0.3032 ]
//      [ 0.02005  0.4094  -0.1571  ...  0.1923  -0.02507  0.112  ]]
// RUN: run --entry wide --grid 1 --arg 'f16[256,128]=randn(seed=1)' --arg 'f16[1,128]=randn(seed=2)' --arg 'f16[1,128]=randn(seed=3)' --arg 'o:f16[256,128]=ones' --arg 0.25 --arg 256 --arg 0 --print o
// o = [[nan nan nan ... nan nan nan]
//      [nan nan nan ... nan nan nan]
//      [nan nan nan ... nan nan nan]
//      ...
//      [nan nan nan ... nan nan nan]
//      [nan nan nan ... nan nan nan]
//      [nan nan nan ... nan nan nan]]
// RUN: run --entry nested --grid 1 --arg 'f16[400,128]=randn(seed=1)' --arg 'f16[200,128]=randn(seed=2)' --arg 'f16[200,128]=randn(seed=3)' --arg 'o:f16[400,128]=ones' --arg 0.25 --arg 400 --arg 200 --print o
// o = [[ 0.52     0.8774   0.701   ...  0.227    0.1349  -0.3745 ]
//      [-0.0232  -0.2957  -0.0766  ... -0.5527   0.09045  0.2261 ]
//      [ 0.2634   0.8394  -1.141   ...  0.7964   0.401    0.4863 ]
//      ...
//      [-0.3035   0.1362  -0.3047  ... -0.0327   0.02077 -0.0885 ]
//      [-0.637   -0.0947  -0.3794  ... -0.491   -0.5005   0.3496 ]
//      [-0.1802   0.339   -0.569   ...  0.422   -0.399    0.1053 ]]
// RUN: run --entry causal --grid 2,1 --arg 'f16[1,464,128]=randn(seed=1)' --arg 'f16[1,464,128]=randn(seed=2)' --arg 'f16[1,464,128]=randn(seed=3)' --arg 'o:f16[1,464,128]=ones' --arg 0.125 --arg 1 --arg 464 --arg 59392 --print o
// o = [[[ 0.9746   1.837   -1.106   ...  0.5      1.276   -0.202  ]
//       [ 0.4136   1.221   -0.9116  ...  0.4395   1.139    0.01326]
//       [ 0.1838   0.878   -0.389   ...  0.01714  0.924   -0.5713 ]
//       ...
//       [-0.03397 -0.159   -0.0887  ...  0.00642 -0.0835   0.2205 ]
//       [ 0.04126 -0.0209  -0.10486 ... -0.0919   0.04462 -0.02426]
//       [-0.1299   0.1013  -0.1548  ...  0.0358  -0.05032 -0.2245 ]]]
//
// Attention with 256 queries in a tile: where sums are in tensor memory, they are two tiles of 128, each with threads of its own.
// `narrow` has heads of 64; `wide` has heads of 128, whose weights replace the scores that they are computed from. There are
// several tiles of keys, one, a part of one, and none. In `nested` a thread block goes on with the next 256 queries.

cuda_tile.module @query_tiles {
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
    %q_tiles = make_partition_view %q_tensor : partition_view<tile=(256x64), padding_value = zero, tensor_view<?x64xf16, strides=[64,1]>>
    %k_tiles = make_partition_view %k_tensor : partition_view<tile=(64x128), padding_value = zero, tensor_view<64x?xf16, strides=[1,64]>>
    %v_tiles = make_partition_view %v_tensor : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x64xf16, strides=[64,1]>>
    %o_tiles = make_partition_view %o_tensor : partition_view<tile=(256x64), tensor_view<?x64xf16, strides=[64,1]>>
    %key_tiles, %v_columns = get_index_space_shape %v_tiles : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x64xf16, strides=[64,1]>> -> tile<i32>
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
    %q_tiles = make_partition_view %q_tensor : partition_view<tile=(256x128), padding_value = zero, tensor_view<?x128xf16, strides=[128,1]>>
    %k_tiles = make_partition_view %k_tensor : partition_view<tile=(128x128), padding_value = zero, tensor_view<128x?xf16, strides=[1,128]>>
    %v_tiles = make_partition_view %v_tensor : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x128xf16, strides=[128,1]>>
    %o_tiles = make_partition_view %o_tensor : partition_view<tile=(256x128), tensor_view<?x128xf16, strides=[128,1]>>
    %key_tiles, %v_columns = get_index_space_shape %v_tiles : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x128xf16, strides=[128,1]>> -> tile<i32>
    %q_tile, %q_read = load_view_tko weak %q_tiles[%block, %zero] : partition_view<tile=(256x128), padding_value = zero, tensor_view<?x128xf16, strides=[128,1]>>, tile<i32> -> tile<256x128xf16>, token
    %log2_e = constant <f32: 1.44269504> : tile<f32>
    %scale_2 = mulf %scale, %log2_e : tile<f32>
    %scale_1x1 = reshape %scale_2 : tile<f32> -> tile<1x1xf32>
    %scale_all = broadcast %scale_1x1 : tile<1x1xf32> -> tile<256x128xf32>
    %scale_rows = broadcast %scale_1x1 : tile<1x1xf32> -> tile<256x1xf32>
    %no_score = constant <f32: 0.0> : tile<256x128xf32>
    %largest_0 = constant <f32: 0xFF800000> : tile<256x1xf32>
    %weight_0 = constant <f32: 0.0> : tile<256x1xf32>
    %sum_0 = constant <f32: 0.0> : tile<256x128xf32>
    %largest, %weight, %sum = for %i in (%zero to %key_tiles, step %one) : tile<i32> iter_values(%largest_so_far = %largest_0, %weight_so_far = %weight_0, %sum_so_far = %sum_0) -> (tile<256x1xf32>, tile<256x1xf32>, tile<256x128xf32>) {
      %k_tile, %k_read = load_view_tko weak %k_tiles[%zero, %i] : partition_view<tile=(128x128), padding_value = zero, tensor_view<128x?xf16, strides=[1,128]>>, tile<i32> -> tile<128x128xf16>, token
      %products = mmaf %q_tile, %k_tile, %no_score : tile<256x128xf16>, tile<128x128xf16>, tile<256x128xf32>
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
      %v_tile, %v_read = load_view_tko weak %v_tiles[%i, %zero] : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x128xf16, strides=[128,1]>>, tile<i32> -> tile<128x128xf16>, token
      %factor_all = broadcast %factor : tile<256x1xf32> -> tile<256x128xf32>
      %sum_rescaled = mulf %sum_so_far, %factor_all : tile<256x128xf32>
      %weights = ftof %powers : tile<256x128xf32> -> tile<256x128xf16>
      %sum_next = mmaf %weights, %v_tile, %sum_rescaled : tile<256x128xf16>, tile<128x128xf16>, tile<256x128xf32>
      continue %largest_next, %weight_next, %sum_next : tile<256x1xf32>, tile<256x1xf32>, tile<256x128xf32>
    }
    %weight_all = broadcast %weight : tile<256x1xf32> -> tile<256x128xf32>
    %result = divf %sum, %weight_all : tile<256x128xf32>
    %narrow = ftof %result : tile<256x128xf32> -> tile<256x128xf16>
    %written = store_view_tko weak %narrow, %o_tiles[%block, %zero] : tile<256x128xf16>, partition_view<tile=(256x128), tensor_view<?x128xf16, strides=[128,1]>>, tile<i32> -> token
    return
  }

  entry @nested(%q: tile<ptr<f16>>, %k: tile<ptr<f16>>, %v: tile<ptr<f16>>, %o: tile<ptr<f16>>, %scale: tile<f32>, %queries: tile<i32>, %keys: tile<i32>) {
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
    %q_tiles = make_partition_view %q_tensor : partition_view<tile=(256x128), padding_value = zero, tensor_view<?x128xf16, strides=[128,1]>>
    %k_tiles = make_partition_view %k_tensor : partition_view<tile=(128x128), padding_value = zero, tensor_view<128x?xf16, strides=[1,128]>>
    %v_tiles = make_partition_view %v_tensor : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x128xf16, strides=[128,1]>>
    %o_tiles = make_partition_view %o_tensor : partition_view<tile=(256x128), tensor_view<?x128xf16, strides=[128,1]>>
    %key_tiles, %v_columns = get_index_space_shape %v_tiles : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x128xf16, strides=[128,1]>> -> tile<i32>
    %two = constant <i32: 2> : tile<i32>
    for %t in (%block to %two, step %one) : tile<i32> {
    %q_tile, %q_read = load_view_tko weak %q_tiles[%t, %zero] : partition_view<tile=(256x128), padding_value = zero, tensor_view<?x128xf16, strides=[128,1]>>, tile<i32> -> tile<256x128xf16>, token
    %log2_e = constant <f32: 1.44269504> : tile<f32>
    %scale_2 = mulf %scale, %log2_e : tile<f32>
    %scale_1x1 = reshape %scale_2 : tile<f32> -> tile<1x1xf32>
    %scale_all = broadcast %scale_1x1 : tile<1x1xf32> -> tile<256x128xf32>
    %scale_rows = broadcast %scale_1x1 : tile<1x1xf32> -> tile<256x1xf32>
    %no_score = constant <f32: 0.0> : tile<256x128xf32>
    %largest_0 = constant <f32: 0xFF800000> : tile<256x1xf32>
    %weight_0 = constant <f32: 0.0> : tile<256x1xf32>
    %sum_0 = constant <f32: 0.0> : tile<256x128xf32>
    %largest, %weight, %sum = for %i in (%zero to %key_tiles, step %one) : tile<i32> iter_values(%largest_so_far = %largest_0, %weight_so_far = %weight_0, %sum_so_far = %sum_0) -> (tile<256x1xf32>, tile<256x1xf32>, tile<256x128xf32>) {
      %k_tile, %k_read = load_view_tko weak %k_tiles[%zero, %i] : partition_view<tile=(128x128), padding_value = zero, tensor_view<128x?xf16, strides=[1,128]>>, tile<i32> -> tile<128x128xf16>, token
      %products = mmaf %q_tile, %k_tile, %no_score : tile<256x128xf16>, tile<128x128xf16>, tile<256x128xf32>
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
      %v_tile, %v_read = load_view_tko weak %v_tiles[%i, %zero] : partition_view<tile=(128x128), padding_value = zero, tensor_view<?x128xf16, strides=[128,1]>>, tile<i32> -> tile<128x128xf16>, token
      %factor_all = broadcast %factor : tile<256x1xf32> -> tile<256x128xf32>
      %sum_rescaled = mulf %sum_so_far, %factor_all : tile<256x128xf32>
      %weights = ftof %powers : tile<256x128xf32> -> tile<256x128xf16>
      %sum_next = mmaf %weights, %v_tile, %sum_rescaled : tile<256x128xf16>, tile<128x128xf16>, tile<256x128xf32>
      continue %largest_next, %weight_next, %sum_next : tile<256x1xf32>, tile<256x1xf32>, tile<256x128xf32>
    }
    %weight_all = broadcast %weight : tile<256x1xf32> -> tile<256x128xf32>
    %result = divf %sum, %weight_all : tile<256x128xf32>
    %narrow = ftof %result : tile<256x128xf32> -> tile<256x128xf16>
    %written = store_view_tko weak %narrow, %o_tiles[%t, %zero] : tile<256x128xf16>, partition_view<tile=(256x128), tensor_view<?x128xf16, strides=[128,1]>>, tile<i32> -> token
      continue
    }
    return
  }

  // Two loops of each chain share scores, weights and sums in tensor memory.
  entry @causal(%q: tile<ptr<f16>>, %k: tile<ptr<f16>>, %v: tile<ptr<f16>>, %o: tile<ptr<f16>>, %scale: tile<f32>, %heads: tile<i32>, %length: tile<i32>, %stride: tile<i32>) {
    %q_16 = assume div_by<16>, %q : tile<ptr<f16>>
    %k_16 = assume div_by<16>, %k : tile<ptr<f16>>
    %v_16 = assume div_by<16>, %v : tile<ptr<f16>>
    %o_16 = assume div_by<16>, %o : tile<ptr<f16>>
    %length_16 = assume div_by<16>, %length : tile<i32>
    %from_the_end, %head, %unused = get_tile_block_id : tile<i32>
    %blocks, %all_heads, %all_unused = get_num_tile_blocks : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %last = subi %blocks, %one : tile<i32>
    %block = subi %last, %from_the_end : tile<i32>
    %head_stride = assume div_by<16>, %stride : tile<i32>
    %q_tensor = make_tensor_view %q_16, shape = [%heads, %length_16, 128], strides = [%head_stride, 128, 1] : tile<i32> -> tensor_view<?x?x128xf16, strides=[?,128,1]>
    %k_tensor = make_tensor_view %k_16, shape = [%heads, %length_16, 128], strides = [%head_stride, 128, 1] : tile<i32> -> tensor_view<?x?x128xf16, strides=[?,128,1]>
    %v_tensor = make_tensor_view %v_16, shape = [%heads, %length_16, 128], strides = [%head_stride, 128, 1] : tile<i32> -> tensor_view<?x?x128xf16, strides=[?,128,1]>
    %o_tensor = make_tensor_view %o_16, shape = [%heads, %length_16, 128], strides = [%head_stride, 128, 1] : tile<i32> -> tensor_view<?x?x128xf16, strides=[?,128,1]>
    %q_tiles = make_partition_view %q_tensor : partition_view<tile=(1x256x128), padding_value = zero, tensor_view<?x?x128xf16, strides=[?,128,1]>>
    %k_tiles = make_partition_view %k_tensor : partition_view<tile=(1x128x128), padding_value = zero, tensor_view<?x?x128xf16, strides=[?,128,1]>, dim_map=[0, 2, 1]>
    %v_tiles = make_partition_view %v_tensor : partition_view<tile=(1x128x128), padding_value = zero, tensor_view<?x?x128xf16, strides=[?,128,1]>>
    %o_tiles = make_partition_view %o_tensor : partition_view<tile=(1x256x128), tensor_view<?x?x128xf16, strides=[?,128,1]>>
    %q_1, %q_read = load_view_tko weak %q_tiles[%head, %block, %zero] : partition_view<tile=(1x256x128), padding_value = zero, tensor_view<?x?x128xf16, strides=[?,128,1]>>, tile<i32> -> tile<1x256x128xf16>, token
    %q_tile = reshape %q_1 : tile<1x256x128xf16> -> tile<256x128xf16>
    %log2_e = constant <f32: 1.44269504> : tile<f32>
    %scale_2 = mulf %scale, %log2_e : tile<f32>
    %scale_1x1 = reshape %scale_2 : tile<f32> -> tile<1x1xf32>
    %scale_all = broadcast %scale_1x1 : tile<1x1xf32> -> tile<256x128xf32>
    %scale_rows = broadcast %scale_1x1 : tile<1x1xf32> -> tile<256x1xf32>
    %no_score = constant <f32: 0.0> : tile<256x128xf32>
    %largest_0 = constant <f32: 0xFF800000> : tile<256x1xf32>
    %weight_0 = constant <f32: 0.0> : tile<256x1xf32>
    %sum_0 = constant <f32: 0.0> : tile<256x128xf32>
    %two = constant <i32: 2> : tile<i32>
    %keys_before = muli %block, %two : tile<i32>
    %key_tiles = addi %keys_before, %two : tile<i32>
    %rows_numbers = iota : tile<256xi32>
    %rows_column = reshape %rows_numbers : tile<256xi32> -> tile<256x1xi32>
    %tile = constant <i32: 128> : tile<i32>
    %numbers = iota : tile<128xi32>
    %numbers_row = reshape %numbers : tile<128xi32> -> tile<1x128xi32>
    %numbers_column = reshape %numbers : tile<128xi32> -> tile<128x1xi32>
    %tile_q = constant <i32: 256> : tile<i32>
    %first_query = muli %block, %tile_q : tile<i32>
    %first_query_1 = reshape %first_query : tile<i32> -> tile<1x1xi32>
    %first_query_all = broadcast %first_query_1 : tile<1x1xi32> -> tile<256x1xi32>
    %queries = addi %first_query_all, %rows_column : tile<256x1xi32>
    %queries_all = broadcast %queries : tile<256x1xi32> -> tile<256x128xi32>
    %unseen = constant <f32: 0xFF800000> : tile<256x128xf32>
    %largest_1, %weight_1, %sum_1 = for %i in (%zero to %keys_before, step %one) : tile<i32> iter_values(%largest_so_far = %largest_0, %weight_so_far = %weight_0, %sum_so_far = %sum_0) -> (tile<256x1xf32>, tile<256x1xf32>, tile<256x128xf32>) {
      %k_1, %k_read = load_view_tko weak %k_tiles[%head, %zero, %i] : partition_view<tile=(1x128x128), padding_value = zero, tensor_view<?x?x128xf16, strides=[?,128,1]>, dim_map=[0, 2, 1]>, tile<i32> -> tile<1x128x128xf16>, token
      %k_tile = reshape %k_1 : tile<1x128x128xf16> -> tile<128x128xf16>
      %products = mmaf %q_tile, %k_tile, %no_score : tile<256x128xf16>, tile<128x128xf16>, tile<256x128xf32>
      %largest_here_row = reduce %products dim=1 identities=[0xFF800000 : f32] : tile<256x128xf32> -> tile<256xf32> (%element: tile<f32>, %folded: tile<f32>) {
        %both = maxf %element, %folded : tile<f32>
        yield %both : tile<f32>
      }
      %largest_here = reshape %largest_here_row : tile<256xf32> -> tile<256x1xf32>
      %largest_next = maxf %largest_so_far, %largest_here : tile<256x1xf32>
      %top = mulf %largest_next, %scale_rows : tile<256x1xf32>
      %minus_top = negf %top : tile<256x1xf32>
      %minus_top_all = broadcast %minus_top : tile<256x1xf32> -> tile<256x128xf32>
      %below = fma %products, %scale_all, %minus_top_all : tile<256x128xf32>
      %powers = exp2 %below flush_to_zero : tile<256x128xf32>
      %shrunk = subf %largest_so_far, %largest_next : tile<256x1xf32>
      %shrunk_2 = mulf %shrunk, %scale_rows : tile<256x1xf32>
      %factor = exp2 %shrunk_2 flush_to_zero : tile<256x1xf32>
      %weight_here_row = reduce %powers dim=1 identities=[0.0 : f32] : tile<256x128xf32> -> tile<256xf32> (%element: tile<f32>, %folded: tile<f32>) {
        %both = addf %element, %folded : tile<f32>
        yield %both : tile<f32>
      }
      %weight_here = reshape %weight_here_row : tile<256xf32> -> tile<256x1xf32>
      %weight_next = fma %weight_so_far, %factor, %weight_here : tile<256x1xf32>
      %v_1, %v_read = load_view_tko weak %v_tiles[%head, %i, %zero] : partition_view<tile=(1x128x128), padding_value = zero, tensor_view<?x?x128xf16, strides=[?,128,1]>>, tile<i32> -> tile<1x128x128xf16>, token
      %v_tile = reshape %v_1 : tile<1x128x128xf16> -> tile<128x128xf16>
      %factor_all = broadcast %factor : tile<256x1xf32> -> tile<256x128xf32>
      %sum_rescaled = mulf %sum_so_far, %factor_all : tile<256x128xf32>
      %weights = ftof %powers : tile<256x128xf32> -> tile<256x128xf16>
      %sum_next = mmaf %weights, %v_tile, %sum_rescaled : tile<256x128xf16>, tile<128x128xf16>, tile<256x128xf32>
      continue %largest_next, %weight_next, %sum_next : tile<256x1xf32>, tile<256x1xf32>, tile<256x128xf32>
    }
    %largest, %weight, %sum = for %i in (%keys_before to %key_tiles, step %one) : tile<i32> iter_values(%largest_so_far = %largest_1, %weight_so_far = %weight_1, %sum_so_far = %sum_1) -> (tile<256x1xf32>, tile<256x1xf32>, tile<256x128xf32>) {
      %k_1, %k_read = load_view_tko weak %k_tiles[%head, %zero, %i] : partition_view<tile=(1x128x128), padding_value = zero, tensor_view<?x?x128xf16, strides=[?,128,1]>, dim_map=[0, 2, 1]>, tile<i32> -> tile<1x128x128xf16>, token
      %k_tile = reshape %k_1 : tile<1x128x128xf16> -> tile<128x128xf16>
      %all_products = mmaf %q_tile, %k_tile, %no_score : tile<256x128xf16>, tile<128x128xf16>, tile<256x128xf32>
      %first_key = muli %i, %tile : tile<i32>
      %first_key_row = reshape %first_key : tile<i32> -> tile<1x1xi32>
      %first_key_all = broadcast %first_key_row : tile<1x1xi32> -> tile<1x128xi32>
      %keys = addi %first_key_all, %numbers_row : tile<1x128xi32>
      %keys_all = broadcast %keys : tile<1x128xi32> -> tile<256x128xi32>
      %is_seen = cmpi less_than_or_equal %keys_all, %queries_all, signed : tile<256x128xi32> -> tile<256x128xi1>
      %products = select %is_seen, %all_products, %unseen : tile<256x128xi1>, tile<256x128xf32>
      %largest_here_row = reduce %products dim=1 identities=[0xFF800000 : f32] : tile<256x128xf32> -> tile<256xf32> (%element: tile<f32>, %folded: tile<f32>) {
        %both = maxf %element, %folded : tile<f32>
        yield %both : tile<f32>
      }
      %largest_here = reshape %largest_here_row : tile<256xf32> -> tile<256x1xf32>
      %largest_next = maxf %largest_so_far, %largest_here : tile<256x1xf32>
      %top = mulf %largest_next, %scale_rows : tile<256x1xf32>
      %minus_top = negf %top : tile<256x1xf32>
      %minus_top_all = broadcast %minus_top : tile<256x1xf32> -> tile<256x128xf32>
      %below = fma %products, %scale_all, %minus_top_all : tile<256x128xf32>
      %powers = exp2 %below flush_to_zero : tile<256x128xf32>
      %shrunk = subf %largest_so_far, %largest_next : tile<256x1xf32>
      %shrunk_2 = mulf %shrunk, %scale_rows : tile<256x1xf32>
      %factor = exp2 %shrunk_2 flush_to_zero : tile<256x1xf32>
      %weight_here_row = reduce %powers dim=1 identities=[0.0 : f32] : tile<256x128xf32> -> tile<256xf32> (%element: tile<f32>, %folded: tile<f32>) {
        %both = addf %element, %folded : tile<f32>
        yield %both : tile<f32>
      }
      %weight_here = reshape %weight_here_row : tile<256xf32> -> tile<256x1xf32>
      %weight_next = fma %weight_so_far, %factor, %weight_here : tile<256x1xf32>
      %v_1, %v_read = load_view_tko weak %v_tiles[%head, %i, %zero] : partition_view<tile=(1x128x128), padding_value = zero, tensor_view<?x?x128xf16, strides=[?,128,1]>>, tile<i32> -> tile<1x128x128xf16>, token
      %v_tile = reshape %v_1 : tile<1x128x128xf16> -> tile<128x128xf16>
      %factor_all = broadcast %factor : tile<256x1xf32> -> tile<256x128xf32>
      %sum_rescaled = mulf %sum_so_far, %factor_all : tile<256x128xf32>
      %weights = ftof %powers : tile<256x128xf32> -> tile<256x128xf16>
      %sum_next = mmaf %weights, %v_tile, %sum_rescaled : tile<256x128xf16>, tile<128x128xf16>, tile<256x128xf32>
      continue %largest_next, %weight_next, %sum_next : tile<256x1xf32>, tile<256x1xf32>, tile<256x128xf32>
    }
    %weight_all = broadcast %weight : tile<256x1xf32> -> tile<256x128xf32>
    %result = divf %sum, %weight_all rounding<approx> flush_to_zero : tile<256x128xf32>
    %narrow = ftof %result : tile<256x128xf32> -> tile<256x128xf16>
    %result_1 = reshape %narrow : tile<256x128xf16> -> tile<1x256x128xf16>
    %written = store_view_tko weak %result_1, %o_tiles[%head, %block, %zero] : tile<1x256x128xf16>, partition_view<tile=(1x256x128), tensor_view<?x?x128xf16, strides=[?,128,1]>>, tile<i32> -> token
    return
  }
}
