// RUN: run --entry narrow --grid 1,2 --arg 'f16[2,128,64]=randn(seed=1)' --arg 'f16[2,128,64]=randn(seed=2)' --arg 'f16[2,128,64]=randn(seed=3)' --arg 'o:f16[2,128,64]=ones' --arg 0.25 --arg 2 --arg 128 --arg 8192 --print o
// o = [[[ 0.9746    1.837    -1.106    ...  0.1127    1.924     0.3213  ]
//       [ 0.954     1.815    -1.105    ...  0.1267    1.9       0.3022  ]
//       [ 0.843     1.694    -1.068    ... -0.00228   1.724     0.2146  ]
//       ...
//       [ 0.574     0.2634    0.4111   ... -0.4985   -0.5767   -0.2942  ]
//       [ 0.0866    0.362     0.03214  ...  0.1641   -0.1792   -0.2417  ]
//       [ 0.1583    0.2688   -0.7593   ...  0.067     0.003185 -0.1165  ]]
//      [[ 0.1444   -0.36     -0.1593   ... -0.3938    0.1236   -1.475   ]
//       [ 0.2654   -0.1355   -0.1847   ... -0.2471    0.10895  -0.987   ]
//       [ 0.04498  -0.2996   -0.2236   ... -0.3616    0.09845  -1.513   ]
//       ...
//       [-0.4727    0.1389   -0.2072   ... -0.3015   -0.11346   0.0698  ]
//       [-0.3328   -0.3186   -0.285    ... -0.1514    0.1735   -0.2686  ]
//       [-0.3765   -0.334     0.0647   ...  0.06494   0.0418   -0.0091  ]]]
// RUN: run --entry narrow --grid 2,1 --arg 'f16[1,208,64]=randn(seed=1)' --arg 'f16[1,208,64]=randn(seed=2)' --arg 'f16[1,208,64]=randn(seed=3)' --arg 'o:f16[1,208,64]=ones' --arg 0.25 --arg 1 --arg 208 --arg 13312 --print o
// o = [[[ 0.9746    1.837    -1.106    ...  0.1127    1.924     0.3213  ]
//       [ 0.954     1.815    -1.105    ...  0.1267    1.9       0.3022  ]
//       [ 0.843     1.694    -1.068    ... -0.00228   1.724     0.2146  ]
//       ...
//       [-0.26      0.3123    0.852    ... -0.574     1.355     0.1559  ]
//       [ 0.371     0.3252   -0.06506  ...  0.1644    0.1808   -0.1174  ]
//       [ 0.0162    0.007652 -0.12305  ...  0.1965   -0.1545   -0.00984 ]]]
// RUN: run --entry few --grid 4,1 --arg 'f16[1,256,64]=randn(seed=1)' --arg 'f16[1,256,64]=randn(seed=2)' --arg 'f16[1,256,64]=randn(seed=3)' --arg 'o:f16[1,256,64]=ones' --arg 0.25 --arg 1 --arg 256 --arg 16384 --print o
// o = [[[ 0.9746    1.837    -1.106    ...  0.1127    1.924     0.3213  ]
//       [ 0.954     1.815    -1.105    ...  0.1267    1.9       0.3022  ]
//       [ 0.843     1.694    -1.068    ... -0.00228   1.724     0.2146  ]
//       ...
//       [-0.134     0.1212    0.00663  ... -0.189    -0.2556   -0.06726 ]
//       [ 0.07196   0.1209   -0.3975   ...  0.004005  0.4233   -0.2384  ]
//       [-0.0869   -0.1013   -0.1897   ...  0.2778   -0.1937    0.1233  ]]]
// RUN: run --entry few --grid 3,2 --arg 'f16[2,144,64]=randn(seed=1)' --arg 'f16[2,144,64]=randn(seed=2)' --arg 'f16[2,144,64]=randn(seed=3)' --arg 'o:f16[2,144,64]=ones' --arg 0.25 --arg 2 --arg 144 --arg 9216 --print o
// o = [[[ 9.7461e-01  1.8369e+00 -1.1064e+00 ...  1.1267e-01  1.9238e+00
//         3.2129e-01]
//       [ 9.5410e-01  1.8154e+00 -1.1055e+00 ...  1.2671e-01  1.9004e+00
//         3.0225e-01]
//       [ 8.4277e-01  1.6943e+00 -1.0684e+00 ... -2.2793e-03  1.7236e+00
//         2.1460e-01]
//       ...
//       [-7.9102e-02  4.4434e-01 -2.7954e-01 ...  2.6538e-01  2.4707e-01
//        -3.1830e-02]
//       [-6.8213e-01  1.0608e-01 -3.9282e-01 ...  2.2876e-01  9.0088e-02
//         2.1680e-01]
//       [ 1.4685e-01  2.2632e-01  2.6587e-01 ... -7.9651e-02 -3.3374e-01
//         1.8164e-01]]
//      [[ 2.3523e-01  1.4756e+00  3.8062e-01 ...  1.0713e+00  2.4316e+00
//        -1.0635e+00]
//       [ 1.1975e-01  1.1943e+00  4.0015e-01 ...  8.8867e-01  1.0254e+00
//        -9.4043e-01]
//       [ 9.7168e-02  8.3203e-01  3.6230e-01 ...  6.3330e-01 -7.7051e-01
//        -7.4512e-01]
//       ...
//       [ 3.5675e-02 -3.5767e-01  4.7241e-01 ... -3.4766e-01 -1.1734e-02
//         3.2690e-01]
//       [ 2.7979e-01  6.0498e-01 -1.0699e-01 ...  8.0176e-01  1.9958e-01
//         5.0879e-01]
//       [ 3.2768e-03 -7.5146e-01 -5.3369e-01 ... -9.9304e-02  5.4871e-02
//        -8.1055e-02]]]
// RUN: run --entry wide --grid 3,1 --arg 'f16[1,336,128]=randn(seed=1)' --arg 'f16[1,336,128]=randn(seed=2)' --arg 'f16[1,336,128]=randn(seed=3)' --arg 'o:f16[1,336,128]=ones' --arg 0.125 --arg 1 --arg 336 --arg 43008 --print o
// o = [[[ 0.9746    1.837    -1.106    ...  0.5       1.276    -0.202   ]
//       [ 0.4136    1.221    -0.9116   ...  0.4395    1.139     0.01326 ]
//       [ 0.1838    0.878    -0.389    ...  0.01714   0.924    -0.5713  ]
//       ...
//       [-0.11316  -0.1704   -0.133    ... -0.1581    0.08136  -0.249   ]
//       [-0.0718    0.02335  -0.082    ... -0.06836  -0.0597   -0.315   ]
//       [ 0.002518 -0.2261   -0.0672   ... -0.131    -0.05942  -0.1754  ]]]
// RUN: run --entry apart --grid 1,1 --arg 'f16[1,384,64]=randn(seed=1)' --arg 'f16[1,384,64]=randn(seed=2)' --arg 'f16[1,384,64]=randn(seed=3)' --arg 'o:f16[1,384,64]=ones' --arg 0.125 --arg 1 --arg 384 --arg 24576 --arg 2 --arg 3 --print o
// o = [[[ 0.953   0.1908 -0.9385 ...  1.735   1.892  -1.292 ]
//       [-0.4612  1.71    0.6284 ...  0.9385  2.514  -1.414 ]
//       [ 1.067  -1.033   1.261  ...  3.016   4.418  -0.49  ]
//       ...
//       [ 1.      1.      1.     ...  1.      1.      1.    ]
//       [ 1.      1.      1.     ...  1.      1.      1.    ]
//       [ 1.      1.      1.     ...  1.      1.      1.    ]]]
// RUN: run --entry apart --grid 1,1 --arg 'f16[1,384,64]=randn(seed=1)' --arg 'f16[1,384,64]=randn(seed=2)' --arg 'f16[1,384,64]=randn(seed=3)' --arg 'o:f16[1,384,64]=ones' --arg 0.125 --arg 1 --arg 384 --arg 24576 --arg 1 --arg 1 --print o
// o = [[[ 0.3328   1.126   -0.7266  ...  0.671    0.0711  -0.3586 ]
//       [ 0.4807   0.03842 -0.1326  ...  0.4836  -1.09    -0.3506 ]
//       [ 0.1898   0.07623  0.08795 ...  0.3665   0.691   -0.1963 ]
//       ...
//       [ 1.       1.       1.      ...  1.       1.       1.     ]
//       [ 1.       1.       1.      ...  1.       1.       1.     ]
//       [ 1.       1.       1.      ...  1.       1.       1.     ]]]
// RUN: run --entry apart --grid 1,1 --arg 'f16[1,384,64]=randn(seed=1)' --arg 'f16[1,384,64]=randn(seed=2)' --arg 'f16[1,384,64]=randn(seed=3)' --arg 'o:f16[1,384,64]=ones' --arg 0.125 --arg 1 --arg 384 --arg 24576 --arg 0 --arg 0 --print o
// o = [[[0.125 0.125 0.125 ... 0.125 0.125 0.125]
//       [0.125 0.125 0.125 ... 0.125 0.125 0.125]
//       [0.125 0.125 0.125 ... 0.125 0.125 0.125]
//       ...
//       [1.    1.    1.    ... 1.    1.    1.   ]
//       [1.    1.    1.    ... 1.    1.    1.   ]
//       [1.    1.    1.    ... 1.    1.    1.   ]]]
//
// Causal attention by two loops, whose keys and values, and whose scores, weights and sums in tensor memory, go through the same
// pipelines: no tile in front of the diagonal, several of them, and an edge. Heads of 128 fit for that reason only. In `apart`,
// the sum of the first loop is changed before the second one goes on; either may have no iteration.

cuda_tile.module @causal {
  entry @narrow(%q: tile<ptr<f16>>, %k: tile<ptr<f16>>, %v: tile<ptr<f16>>, %o: tile<ptr<f16>>, %scale: tile<f32>, %heads: tile<i32>, %length: tile<i32>, %stride: tile<i32>) {
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
    %q_tensor = make_tensor_view %q_16, shape = [%heads, %length_16, 64], strides = [%head_stride, 64, 1] : tile<i32> -> tensor_view<?x?x64xf16, strides=[?,64,1]>
    %k_tensor = make_tensor_view %k_16, shape = [%heads, %length_16, 64], strides = [%head_stride, 64, 1] : tile<i32> -> tensor_view<?x?x64xf16, strides=[?,64,1]>
    %v_tensor = make_tensor_view %v_16, shape = [%heads, %length_16, 64], strides = [%head_stride, 64, 1] : tile<i32> -> tensor_view<?x?x64xf16, strides=[?,64,1]>
    %o_tensor = make_tensor_view %o_16, shape = [%heads, %length_16, 64], strides = [%head_stride, 64, 1] : tile<i32> -> tensor_view<?x?x64xf16, strides=[?,64,1]>
    %q_tiles = make_partition_view %q_tensor : partition_view<tile=(1x128x64), padding_value = zero, tensor_view<?x?x64xf16, strides=[?,64,1]>>
    %k_tiles = make_partition_view %k_tensor : partition_view<tile=(1x64x128), padding_value = zero, tensor_view<?x?x64xf16, strides=[?,64,1]>, dim_map=[0, 2, 1]>
    %v_tiles = make_partition_view %v_tensor : partition_view<tile=(1x128x64), padding_value = zero, tensor_view<?x?x64xf16, strides=[?,64,1]>>
    %o_tiles = make_partition_view %o_tensor : partition_view<tile=(1x128x64), tensor_view<?x?x64xf16, strides=[?,64,1]>>
    %q_1, %q_read = load_view_tko weak %q_tiles[%head, %block, %zero] : partition_view<tile=(1x128x64), padding_value = zero, tensor_view<?x?x64xf16, strides=[?,64,1]>>, tile<i32> -> tile<1x128x64xf16>, token
    %q_tile = reshape %q_1 : tile<1x128x64xf16> -> tile<128x64xf16>
    %log2_e = constant <f32: 1.44269504> : tile<f32>
    %scale_2 = mulf %scale, %log2_e : tile<f32>
    %scale_1x1 = reshape %scale_2 : tile<f32> -> tile<1x1xf32>
    %scale_all = broadcast %scale_1x1 : tile<1x1xf32> -> tile<128x128xf32>
    %scale_rows = broadcast %scale_1x1 : tile<1x1xf32> -> tile<128x1xf32>
    %no_score = constant <f32: 0.0> : tile<128x128xf32>
    %largest_0 = constant <f32: 0xFF800000> : tile<128x1xf32>
    %weight_0 = constant <f32: 0.0> : tile<128x1xf32>
    %sum_0 = constant <f32: 0.0> : tile<128x64xf32>
    %key_tiles = addi %block, %one : tile<i32>
    %tile = constant <i32: 128> : tile<i32>
    %numbers = iota : tile<128xi32>
    %numbers_row = reshape %numbers : tile<128xi32> -> tile<1x128xi32>
    %numbers_column = reshape %numbers : tile<128xi32> -> tile<128x1xi32>
    %first_query = muli %block, %tile : tile<i32>
    %first_query_1 = reshape %first_query : tile<i32> -> tile<1x1xi32>
    %first_query_all = broadcast %first_query_1 : tile<1x1xi32> -> tile<128x1xi32>
    %queries = addi %first_query_all, %numbers_column : tile<128x1xi32>
    %queries_all = broadcast %queries : tile<128x1xi32> -> tile<128x128xi32>
    %unseen = constant <f32: 0xFF800000> : tile<128x128xf32>
    %largest_1, %weight_1, %sum_1 = for %i in (%zero to %block, step %one) : tile<i32> iter_values(%largest_so_far = %largest_0, %weight_so_far = %weight_0, %sum_so_far = %sum_0) -> (tile<128x1xf32>, tile<128x1xf32>, tile<128x64xf32>) {
      %k_1, %k_read = load_view_tko weak %k_tiles[%head, %zero, %i] : partition_view<tile=(1x64x128), padding_value = zero, tensor_view<?x?x64xf16, strides=[?,64,1]>, dim_map=[0, 2, 1]>, tile<i32> -> tile<1x64x128xf16>, token
      %k_tile = reshape %k_1 : tile<1x64x128xf16> -> tile<64x128xf16>
      %products = mmaf %q_tile, %k_tile, %no_score : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
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
      %v_1, %v_read = load_view_tko weak %v_tiles[%head, %i, %zero] : partition_view<tile=(1x128x64), padding_value = zero, tensor_view<?x?x64xf16, strides=[?,64,1]>>, tile<i32> -> tile<1x128x64xf16>, token
      %v_tile = reshape %v_1 : tile<1x128x64xf16> -> tile<128x64xf16>
      %factor_all = broadcast %factor : tile<128x1xf32> -> tile<128x64xf32>
      %sum_rescaled = mulf %sum_so_far, %factor_all : tile<128x64xf32>
      %weights = ftof %powers : tile<128x128xf32> -> tile<128x128xf16>
      %sum_next = mmaf %weights, %v_tile, %sum_rescaled : tile<128x128xf16>, tile<128x64xf16>, tile<128x64xf32>
      continue %largest_next, %weight_next, %sum_next : tile<128x1xf32>, tile<128x1xf32>, tile<128x64xf32>
    }
    %largest, %weight, %sum = for %i in (%block to %key_tiles, step %one) : tile<i32> iter_values(%largest_so_far = %largest_1, %weight_so_far = %weight_1, %sum_so_far = %sum_1) -> (tile<128x1xf32>, tile<128x1xf32>, tile<128x64xf32>) {
      %k_1, %k_read = load_view_tko weak %k_tiles[%head, %zero, %i] : partition_view<tile=(1x64x128), padding_value = zero, tensor_view<?x?x64xf16, strides=[?,64,1]>, dim_map=[0, 2, 1]>, tile<i32> -> tile<1x64x128xf16>, token
      %k_tile = reshape %k_1 : tile<1x64x128xf16> -> tile<64x128xf16>
      %all_products = mmaf %q_tile, %k_tile, %no_score : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
      %first_key = muli %i, %tile : tile<i32>
      %first_key_row = reshape %first_key : tile<i32> -> tile<1x1xi32>
      %first_key_all = broadcast %first_key_row : tile<1x1xi32> -> tile<1x128xi32>
      %keys = addi %first_key_all, %numbers_row : tile<1x128xi32>
      %keys_all = broadcast %keys : tile<1x128xi32> -> tile<128x128xi32>
      %is_seen = cmpi less_than_or_equal %keys_all, %queries_all, signed : tile<128x128xi32> -> tile<128x128xi1>
      %products = select %is_seen, %all_products, %unseen : tile<128x128xi1>, tile<128x128xf32>
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
      %v_1, %v_read = load_view_tko weak %v_tiles[%head, %i, %zero] : partition_view<tile=(1x128x64), padding_value = zero, tensor_view<?x?x64xf16, strides=[?,64,1]>>, tile<i32> -> tile<1x128x64xf16>, token
      %v_tile = reshape %v_1 : tile<1x128x64xf16> -> tile<128x64xf16>
      %factor_all = broadcast %factor : tile<128x1xf32> -> tile<128x64xf32>
      %sum_rescaled = mulf %sum_so_far, %factor_all : tile<128x64xf32>
      %weights = ftof %powers : tile<128x128xf32> -> tile<128x128xf16>
      %sum_next = mmaf %weights, %v_tile, %sum_rescaled : tile<128x128xf16>, tile<128x64xf16>, tile<128x64xf32>
      continue %largest_next, %weight_next, %sum_next : tile<128x1xf32>, tile<128x1xf32>, tile<128x64xf32>
    }
    %weight_all = broadcast %weight : tile<128x1xf32> -> tile<128x64xf32>
    %result = divf %sum, %weight_all rounding<approx> flush_to_zero : tile<128x64xf32>
    %narrow = ftof %result : tile<128x64xf32> -> tile<128x64xf16>
    %result_1 = reshape %narrow : tile<128x64xf16> -> tile<1x128x64xf16>
    %written = store_view_tko weak %result_1, %o_tiles[%head, %block, %zero] : tile<1x128x64xf16>, partition_view<tile=(1x128x64), tensor_view<?x?x64xf16, strides=[?,64,1]>>, tile<i32> -> token
    return
  }

  entry @few(%q: tile<ptr<f16>>, %k: tile<ptr<f16>>, %v: tile<ptr<f16>>, %o: tile<ptr<f16>>, %scale: tile<f32>, %heads: tile<i32>, %length: tile<i32>, %stride: tile<i32>) {
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
    %q_tensor = make_tensor_view %q_16, shape = [%heads, %length_16, 64], strides = [%head_stride, 64, 1] : tile<i32> -> tensor_view<?x?x64xf16, strides=[?,64,1]>
    %k_tensor = make_tensor_view %k_16, shape = [%heads, %length_16, 64], strides = [%head_stride, 64, 1] : tile<i32> -> tensor_view<?x?x64xf16, strides=[?,64,1]>
    %v_tensor = make_tensor_view %v_16, shape = [%heads, %length_16, 64], strides = [%head_stride, 64, 1] : tile<i32> -> tensor_view<?x?x64xf16, strides=[?,64,1]>
    %o_tensor = make_tensor_view %o_16, shape = [%heads, %length_16, 64], strides = [%head_stride, 64, 1] : tile<i32> -> tensor_view<?x?x64xf16, strides=[?,64,1]>
    %q_tiles = make_partition_view %q_tensor : partition_view<tile=(1x64x64), padding_value = zero, tensor_view<?x?x64xf16, strides=[?,64,1]>>
    %k_tiles = make_partition_view %k_tensor : partition_view<tile=(1x64x64), padding_value = zero, tensor_view<?x?x64xf16, strides=[?,64,1]>, dim_map=[0, 2, 1]>
    %v_tiles = make_partition_view %v_tensor : partition_view<tile=(1x64x64), padding_value = zero, tensor_view<?x?x64xf16, strides=[?,64,1]>>
    %o_tiles = make_partition_view %o_tensor : partition_view<tile=(1x64x64), tensor_view<?x?x64xf16, strides=[?,64,1]>>
    %q_1, %q_read = load_view_tko weak %q_tiles[%head, %block, %zero] : partition_view<tile=(1x64x64), padding_value = zero, tensor_view<?x?x64xf16, strides=[?,64,1]>>, tile<i32> -> tile<1x64x64xf16>, token
    %q_tile = reshape %q_1 : tile<1x64x64xf16> -> tile<64x64xf16>
    %log2_e = constant <f32: 1.44269504> : tile<f32>
    %scale_2 = mulf %scale, %log2_e : tile<f32>
    %scale_1x1 = reshape %scale_2 : tile<f32> -> tile<1x1xf32>
    %scale_all = broadcast %scale_1x1 : tile<1x1xf32> -> tile<64x64xf32>
    %scale_rows = broadcast %scale_1x1 : tile<1x1xf32> -> tile<64x1xf32>
    %no_score = constant <f32: 0.0> : tile<64x64xf32>
    %largest_0 = constant <f32: 0xFF800000> : tile<64x1xf32>
    %weight_0 = constant <f32: 0.0> : tile<64x1xf32>
    %sum_0 = constant <f32: 0.0> : tile<64x64xf32>
    %key_tiles = addi %block, %one : tile<i32>
    %tile = constant <i32: 64> : tile<i32>
    %numbers = iota : tile<64xi32>
    %numbers_row = reshape %numbers : tile<64xi32> -> tile<1x64xi32>
    %numbers_column = reshape %numbers : tile<64xi32> -> tile<64x1xi32>
    %first_query = muli %block, %tile : tile<i32>
    %first_query_1 = reshape %first_query : tile<i32> -> tile<1x1xi32>
    %first_query_all = broadcast %first_query_1 : tile<1x1xi32> -> tile<64x1xi32>
    %queries = addi %first_query_all, %numbers_column : tile<64x1xi32>
    %queries_all = broadcast %queries : tile<64x1xi32> -> tile<64x64xi32>
    %unseen = constant <f32: 0xFF800000> : tile<64x64xf32>
    %largest_1, %weight_1, %sum_1 = for %i in (%zero to %block, step %one) : tile<i32> iter_values(%largest_so_far = %largest_0, %weight_so_far = %weight_0, %sum_so_far = %sum_0) -> (tile<64x1xf32>, tile<64x1xf32>, tile<64x64xf32>) {
      %k_1, %k_read = load_view_tko weak %k_tiles[%head, %zero, %i] : partition_view<tile=(1x64x64), padding_value = zero, tensor_view<?x?x64xf16, strides=[?,64,1]>, dim_map=[0, 2, 1]>, tile<i32> -> tile<1x64x64xf16>, token
      %k_tile = reshape %k_1 : tile<1x64x64xf16> -> tile<64x64xf16>
      %products = mmaf %q_tile, %k_tile, %no_score : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      %largest_here_row = reduce %products dim=1 identities=[0xFF800000 : f32] : tile<64x64xf32> -> tile<64xf32> (%element: tile<f32>, %folded: tile<f32>) {
        %both = maxf %element, %folded : tile<f32>
        yield %both : tile<f32>
      }
      %largest_here = reshape %largest_here_row : tile<64xf32> -> tile<64x1xf32>
      %largest_next = maxf %largest_so_far, %largest_here : tile<64x1xf32>
      %top = mulf %largest_next, %scale_rows : tile<64x1xf32>
      %minus_top = negf %top : tile<64x1xf32>
      %minus_top_all = broadcast %minus_top : tile<64x1xf32> -> tile<64x64xf32>
      %below = fma %products, %scale_all, %minus_top_all : tile<64x64xf32>
      %powers = exp2 %below flush_to_zero : tile<64x64xf32>
      %shrunk = subf %largest_so_far, %largest_next : tile<64x1xf32>
      %shrunk_2 = mulf %shrunk, %scale_rows : tile<64x1xf32>
      %factor = exp2 %shrunk_2 flush_to_zero : tile<64x1xf32>
      %weight_here_row = reduce %powers dim=1 identities=[0.0 : f32] : tile<64x64xf32> -> tile<64xf32> (%element: tile<f32>, %folded: tile<f32>) {
        %both = addf %element, %folded : tile<f32>
        yield %both : tile<f32>
      }
      %weight_here = reshape %weight_here_row : tile<64xf32> -> tile<64x1xf32>
      %weight_next = fma %weight_so_far, %factor, %weight_here : tile<64x1xf32>
      %v_1, %v_read = load_view_tko weak %v_tiles[%head, %i, %zero] : partition_view<tile=(1x64x64), padding_value = zero, tensor_view<?x?x64xf16, strides=[?,64,1]>>, tile<i32> -> tile<1x64x64xf16>, token
      %v_tile = reshape %v_1 : tile<1x64x64xf16> -> tile<64x64xf16>
      %factor_all = broadcast %factor : tile<64x1xf32> -> tile<64x64xf32>
      %sum_rescaled = mulf %sum_so_far, %factor_all : tile<64x64xf32>
      %weights = ftof %powers : tile<64x64xf32> -> tile<64x64xf16>
      %sum_next = mmaf %weights, %v_tile, %sum_rescaled : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      continue %largest_next, %weight_next, %sum_next : tile<64x1xf32>, tile<64x1xf32>, tile<64x64xf32>
    }
    %largest, %weight, %sum = for %i in (%block to %key_tiles, step %one) : tile<i32> iter_values(%largest_so_far = %largest_1, %weight_so_far = %weight_1, %sum_so_far = %sum_1) -> (tile<64x1xf32>, tile<64x1xf32>, tile<64x64xf32>) {
      %k_1, %k_read = load_view_tko weak %k_tiles[%head, %zero, %i] : partition_view<tile=(1x64x64), padding_value = zero, tensor_view<?x?x64xf16, strides=[?,64,1]>, dim_map=[0, 2, 1]>, tile<i32> -> tile<1x64x64xf16>, token
      %k_tile = reshape %k_1 : tile<1x64x64xf16> -> tile<64x64xf16>
      %all_products = mmaf %q_tile, %k_tile, %no_score : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      %first_key = muli %i, %tile : tile<i32>
      %first_key_row = reshape %first_key : tile<i32> -> tile<1x1xi32>
      %first_key_all = broadcast %first_key_row : tile<1x1xi32> -> tile<1x64xi32>
      %keys = addi %first_key_all, %numbers_row : tile<1x64xi32>
      %keys_all = broadcast %keys : tile<1x64xi32> -> tile<64x64xi32>
      %is_seen = cmpi less_than_or_equal %keys_all, %queries_all, signed : tile<64x64xi32> -> tile<64x64xi1>
      %products = select %is_seen, %all_products, %unseen : tile<64x64xi1>, tile<64x64xf32>
      %largest_here_row = reduce %products dim=1 identities=[0xFF800000 : f32] : tile<64x64xf32> -> tile<64xf32> (%element: tile<f32>, %folded: tile<f32>) {
        %both = maxf %element, %folded : tile<f32>
        yield %both : tile<f32>
      }
      %largest_here = reshape %largest_here_row : tile<64xf32> -> tile<64x1xf32>
      %largest_next = maxf %largest_so_far, %largest_here : tile<64x1xf32>
      %top = mulf %largest_next, %scale_rows : tile<64x1xf32>
      %minus_top = negf %top : tile<64x1xf32>
      %minus_top_all = broadcast %minus_top : tile<64x1xf32> -> tile<64x64xf32>
      %below = fma %products, %scale_all, %minus_top_all : tile<64x64xf32>
      %powers = exp2 %below flush_to_zero : tile<64x64xf32>
      %shrunk = subf %largest_so_far, %largest_next : tile<64x1xf32>
      %shrunk_2 = mulf %shrunk, %scale_rows : tile<64x1xf32>
      %factor = exp2 %shrunk_2 flush_to_zero : tile<64x1xf32>
      %weight_here_row = reduce %powers dim=1 identities=[0.0 : f32] : tile<64x64xf32> -> tile<64xf32> (%element: tile<f32>, %folded: tile<f32>) {
        %both = addf %element, %folded : tile<f32>
        yield %both : tile<f32>
      }
      %weight_here = reshape %weight_here_row : tile<64xf32> -> tile<64x1xf32>
      %weight_next = fma %weight_so_far, %factor, %weight_here : tile<64x1xf32>
      %v_1, %v_read = load_view_tko weak %v_tiles[%head, %i, %zero] : partition_view<tile=(1x64x64), padding_value = zero, tensor_view<?x?x64xf16, strides=[?,64,1]>>, tile<i32> -> tile<1x64x64xf16>, token
      %v_tile = reshape %v_1 : tile<1x64x64xf16> -> tile<64x64xf16>
      %factor_all = broadcast %factor : tile<64x1xf32> -> tile<64x64xf32>
      %sum_rescaled = mulf %sum_so_far, %factor_all : tile<64x64xf32>
      %weights = ftof %powers : tile<64x64xf32> -> tile<64x64xf16>
      %sum_next = mmaf %weights, %v_tile, %sum_rescaled : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      continue %largest_next, %weight_next, %sum_next : tile<64x1xf32>, tile<64x1xf32>, tile<64x64xf32>
    }
    %weight_all = broadcast %weight : tile<64x1xf32> -> tile<64x64xf32>
    %result = divf %sum, %weight_all rounding<approx> flush_to_zero : tile<64x64xf32>
    %narrow = ftof %result : tile<64x64xf32> -> tile<64x64xf16>
    %result_1 = reshape %narrow : tile<64x64xf16> -> tile<1x64x64xf16>
    %written = store_view_tko weak %result_1, %o_tiles[%head, %block, %zero] : tile<1x64x64xf16>, partition_view<tile=(1x64x64), tensor_view<?x?x64xf16, strides=[?,64,1]>>, tile<i32> -> token
    return
  }

  entry @wide(%q: tile<ptr<f16>>, %k: tile<ptr<f16>>, %v: tile<ptr<f16>>, %o: tile<ptr<f16>>, %scale: tile<f32>, %heads: tile<i32>, %length: tile<i32>, %stride: tile<i32>) {
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
    %q_tiles = make_partition_view %q_tensor : partition_view<tile=(1x128x128), padding_value = zero, tensor_view<?x?x128xf16, strides=[?,128,1]>>
    %k_tiles = make_partition_view %k_tensor : partition_view<tile=(1x128x128), padding_value = zero, tensor_view<?x?x128xf16, strides=[?,128,1]>, dim_map=[0, 2, 1]>
    %v_tiles = make_partition_view %v_tensor : partition_view<tile=(1x128x128), padding_value = zero, tensor_view<?x?x128xf16, strides=[?,128,1]>>
    %o_tiles = make_partition_view %o_tensor : partition_view<tile=(1x128x128), tensor_view<?x?x128xf16, strides=[?,128,1]>>
    %q_1, %q_read = load_view_tko weak %q_tiles[%head, %block, %zero] : partition_view<tile=(1x128x128), padding_value = zero, tensor_view<?x?x128xf16, strides=[?,128,1]>>, tile<i32> -> tile<1x128x128xf16>, token
    %q_tile = reshape %q_1 : tile<1x128x128xf16> -> tile<128x128xf16>
    %log2_e = constant <f32: 1.44269504> : tile<f32>
    %scale_2 = mulf %scale, %log2_e : tile<f32>
    %scale_1x1 = reshape %scale_2 : tile<f32> -> tile<1x1xf32>
    %scale_all = broadcast %scale_1x1 : tile<1x1xf32> -> tile<128x128xf32>
    %scale_rows = broadcast %scale_1x1 : tile<1x1xf32> -> tile<128x1xf32>
    %no_score = constant <f32: 0.0> : tile<128x128xf32>
    %largest_0 = constant <f32: 0xFF800000> : tile<128x1xf32>
    %weight_0 = constant <f32: 0.0> : tile<128x1xf32>
    %sum_0 = constant <f32: 0.0> : tile<128x128xf32>
    %key_tiles = addi %block, %one : tile<i32>
    %tile = constant <i32: 128> : tile<i32>
    %numbers = iota : tile<128xi32>
    %numbers_row = reshape %numbers : tile<128xi32> -> tile<1x128xi32>
    %numbers_column = reshape %numbers : tile<128xi32> -> tile<128x1xi32>
    %first_query = muli %block, %tile : tile<i32>
    %first_query_1 = reshape %first_query : tile<i32> -> tile<1x1xi32>
    %first_query_all = broadcast %first_query_1 : tile<1x1xi32> -> tile<128x1xi32>
    %queries = addi %first_query_all, %numbers_column : tile<128x1xi32>
    %queries_all = broadcast %queries : tile<128x1xi32> -> tile<128x128xi32>
    %unseen = constant <f32: 0xFF800000> : tile<128x128xf32>
    %largest_1, %weight_1, %sum_1 = for %i in (%zero to %block, step %one) : tile<i32> iter_values(%largest_so_far = %largest_0, %weight_so_far = %weight_0, %sum_so_far = %sum_0) -> (tile<128x1xf32>, tile<128x1xf32>, tile<128x128xf32>) {
      %k_1, %k_read = load_view_tko weak %k_tiles[%head, %zero, %i] : partition_view<tile=(1x128x128), padding_value = zero, tensor_view<?x?x128xf16, strides=[?,128,1]>, dim_map=[0, 2, 1]>, tile<i32> -> tile<1x128x128xf16>, token
      %k_tile = reshape %k_1 : tile<1x128x128xf16> -> tile<128x128xf16>
      %products = mmaf %q_tile, %k_tile, %no_score : tile<128x128xf16>, tile<128x128xf16>, tile<128x128xf32>
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
      %v_1, %v_read = load_view_tko weak %v_tiles[%head, %i, %zero] : partition_view<tile=(1x128x128), padding_value = zero, tensor_view<?x?x128xf16, strides=[?,128,1]>>, tile<i32> -> tile<1x128x128xf16>, token
      %v_tile = reshape %v_1 : tile<1x128x128xf16> -> tile<128x128xf16>
      %factor_all = broadcast %factor : tile<128x1xf32> -> tile<128x128xf32>
      %sum_rescaled = mulf %sum_so_far, %factor_all : tile<128x128xf32>
      %weights = ftof %powers : tile<128x128xf32> -> tile<128x128xf16>
      %sum_next = mmaf %weights, %v_tile, %sum_rescaled : tile<128x128xf16>, tile<128x128xf16>, tile<128x128xf32>
      continue %largest_next, %weight_next, %sum_next : tile<128x1xf32>, tile<128x1xf32>, tile<128x128xf32>
    }
    %largest, %weight, %sum = for %i in (%block to %key_tiles, step %one) : tile<i32> iter_values(%largest_so_far = %largest_1, %weight_so_far = %weight_1, %sum_so_far = %sum_1) -> (tile<128x1xf32>, tile<128x1xf32>, tile<128x128xf32>) {
      %k_1, %k_read = load_view_tko weak %k_tiles[%head, %zero, %i] : partition_view<tile=(1x128x128), padding_value = zero, tensor_view<?x?x128xf16, strides=[?,128,1]>, dim_map=[0, 2, 1]>, tile<i32> -> tile<1x128x128xf16>, token
      %k_tile = reshape %k_1 : tile<1x128x128xf16> -> tile<128x128xf16>
      %all_products = mmaf %q_tile, %k_tile, %no_score : tile<128x128xf16>, tile<128x128xf16>, tile<128x128xf32>
      %first_key = muli %i, %tile : tile<i32>
      %first_key_row = reshape %first_key : tile<i32> -> tile<1x1xi32>
      %first_key_all = broadcast %first_key_row : tile<1x1xi32> -> tile<1x128xi32>
      %keys = addi %first_key_all, %numbers_row : tile<1x128xi32>
      %keys_all = broadcast %keys : tile<1x128xi32> -> tile<128x128xi32>
      %is_seen = cmpi less_than_or_equal %keys_all, %queries_all, signed : tile<128x128xi32> -> tile<128x128xi1>
      %products = select %is_seen, %all_products, %unseen : tile<128x128xi1>, tile<128x128xf32>
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
      %v_1, %v_read = load_view_tko weak %v_tiles[%head, %i, %zero] : partition_view<tile=(1x128x128), padding_value = zero, tensor_view<?x?x128xf16, strides=[?,128,1]>>, tile<i32> -> tile<1x128x128xf16>, token
      %v_tile = reshape %v_1 : tile<1x128x128xf16> -> tile<128x128xf16>
      %factor_all = broadcast %factor : tile<128x1xf32> -> tile<128x128xf32>
      %sum_rescaled = mulf %sum_so_far, %factor_all : tile<128x128xf32>
      %weights = ftof %powers : tile<128x128xf32> -> tile<128x128xf16>
      %sum_next = mmaf %weights, %v_tile, %sum_rescaled : tile<128x128xf16>, tile<128x128xf16>, tile<128x128xf32>
      continue %largest_next, %weight_next, %sum_next : tile<128x1xf32>, tile<128x1xf32>, tile<128x128xf32>
    }
    %weight_all = broadcast %weight : tile<128x1xf32> -> tile<128x128xf32>
    %result = divf %sum, %weight_all rounding<approx> flush_to_zero : tile<128x128xf32>
    %narrow = ftof %result : tile<128x128xf32> -> tile<128x128xf16>
    %result_1 = reshape %narrow : tile<128x128xf16> -> tile<1x128x128xf16>
    %written = store_view_tko weak %result_1, %o_tiles[%head, %block, %zero] : tile<1x128x128xf16>, partition_view<tile=(1x128x128), tensor_view<?x?x128xf16, strides=[?,128,1]>>, tile<i32> -> token
    return
  }

  entry @apart(%q: tile<ptr<f16>>, %k: tile<ptr<f16>>, %v: tile<ptr<f16>>, %o: tile<ptr<f16>>, %scale: tile<f32>, %heads: tile<i32>, %length: tile<i32>, %stride: tile<i32>, %first: tile<i32>, %second: tile<i32>) {
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
    %q_tensor = make_tensor_view %q_16, shape = [%heads, %length_16, 64], strides = [%head_stride, 64, 1] : tile<i32> -> tensor_view<?x?x64xf16, strides=[?,64,1]>
    %k_tensor = make_tensor_view %k_16, shape = [%heads, %length_16, 64], strides = [%head_stride, 64, 1] : tile<i32> -> tensor_view<?x?x64xf16, strides=[?,64,1]>
    %v_tensor = make_tensor_view %v_16, shape = [%heads, %length_16, 64], strides = [%head_stride, 64, 1] : tile<i32> -> tensor_view<?x?x64xf16, strides=[?,64,1]>
    %o_tensor = make_tensor_view %o_16, shape = [%heads, %length_16, 64], strides = [%head_stride, 64, 1] : tile<i32> -> tensor_view<?x?x64xf16, strides=[?,64,1]>
    %q_tiles = make_partition_view %q_tensor : partition_view<tile=(1x128x64), padding_value = zero, tensor_view<?x?x64xf16, strides=[?,64,1]>>
    %k_tiles = make_partition_view %k_tensor : partition_view<tile=(1x64x128), padding_value = zero, tensor_view<?x?x64xf16, strides=[?,64,1]>, dim_map=[0, 2, 1]>
    %v_tiles = make_partition_view %v_tensor : partition_view<tile=(1x128x64), padding_value = zero, tensor_view<?x?x64xf16, strides=[?,64,1]>>
    %o_tiles = make_partition_view %o_tensor : partition_view<tile=(1x128x64), tensor_view<?x?x64xf16, strides=[?,64,1]>>
    %q_1, %q_read = load_view_tko weak %q_tiles[%head, %block, %zero] : partition_view<tile=(1x128x64), padding_value = zero, tensor_view<?x?x64xf16, strides=[?,64,1]>>, tile<i32> -> tile<1x128x64xf16>, token
    %q_tile = reshape %q_1 : tile<1x128x64xf16> -> tile<128x64xf16>
    %log2_e = constant <f32: 1.44269504> : tile<f32>
    %scale_2 = mulf %scale, %log2_e : tile<f32>
    %scale_1x1 = reshape %scale_2 : tile<f32> -> tile<1x1xf32>
    %scale_all = broadcast %scale_1x1 : tile<1x1xf32> -> tile<128x128xf32>
    %scale_rows = broadcast %scale_1x1 : tile<1x1xf32> -> tile<128x1xf32>
    %no_score = constant <f32: 0.0> : tile<128x128xf32>
    %largest_0 = constant <f32: 0.0> : tile<128x1xf32>
    %weight_0 = constant <f32: 0.0> : tile<128x1xf32>
    %sum_0 = constant <f32: 0.5> : tile<128x64xf32>
    %key_tiles = addi %block, %one : tile<i32>
    %tile = constant <i32: 128> : tile<i32>
    %numbers = iota : tile<128xi32>
    %numbers_row = reshape %numbers : tile<128xi32> -> tile<1x128xi32>
    %numbers_column = reshape %numbers : tile<128xi32> -> tile<128x1xi32>
    %first_query = muli %block, %tile : tile<i32>
    %first_query_1 = reshape %first_query : tile<i32> -> tile<1x1xi32>
    %first_query_all = broadcast %first_query_1 : tile<1x1xi32> -> tile<128x1xi32>
    %queries = addi %first_query_all, %numbers_column : tile<128x1xi32>
    %queries_all = broadcast %queries : tile<128x1xi32> -> tile<128x128xi32>
    %unseen = constant <f32: 0xFF800000> : tile<128x128xf32>
    %largest_1, %weight_1, %sum_1 = for %i in (%zero to %first, step %one) : tile<i32> iter_values(%largest_so_far = %largest_0, %weight_so_far = %weight_0, %sum_so_far = %sum_0) -> (tile<128x1xf32>, tile<128x1xf32>, tile<128x64xf32>) {
      %k_1, %k_read = load_view_tko weak %k_tiles[%head, %zero, %i] : partition_view<tile=(1x64x128), padding_value = zero, tensor_view<?x?x64xf16, strides=[?,64,1]>, dim_map=[0, 2, 1]>, tile<i32> -> tile<1x64x128xf16>, token
      %k_tile = reshape %k_1 : tile<1x64x128xf16> -> tile<64x128xf16>
      %products = mmaf %q_tile, %k_tile, %no_score : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
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
      %v_1, %v_read = load_view_tko weak %v_tiles[%head, %i, %zero] : partition_view<tile=(1x128x64), padding_value = zero, tensor_view<?x?x64xf16, strides=[?,64,1]>>, tile<i32> -> tile<1x128x64xf16>, token
      %v_tile = reshape %v_1 : tile<1x128x64xf16> -> tile<128x64xf16>
      %factor_all = broadcast %factor : tile<128x1xf32> -> tile<128x64xf32>
      %sum_rescaled = mulf %sum_so_far, %factor_all : tile<128x64xf32>
      %weights = ftof %powers : tile<128x128xf32> -> tile<128x128xf16>
      %sum_next = mmaf %weights, %v_tile, %sum_rescaled : tile<128x128xf16>, tile<128x64xf16>, tile<128x64xf32>
      continue %largest_next, %weight_next, %sum_next : tile<128x1xf32>, tile<128x1xf32>, tile<128x64xf32>
    }
    %quarter = constant <f32: 0.25> : tile<128x64xf32>
    %sum_2 = mulf %sum_1, %quarter : tile<128x64xf32>
    %largest, %weight, %sum = for %i in (%first to %second, step %one) : tile<i32> iter_values(%largest_so_far = %largest_1, %weight_so_far = %weight_1, %sum_so_far = %sum_2) -> (tile<128x1xf32>, tile<128x1xf32>, tile<128x64xf32>) {
      %k_1, %k_read = load_view_tko weak %k_tiles[%head, %zero, %i] : partition_view<tile=(1x64x128), padding_value = zero, tensor_view<?x?x64xf16, strides=[?,64,1]>, dim_map=[0, 2, 1]>, tile<i32> -> tile<1x64x128xf16>, token
      %k_tile = reshape %k_1 : tile<1x64x128xf16> -> tile<64x128xf16>
      %all_products = mmaf %q_tile, %k_tile, %no_score : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
      %first_key = muli %i, %tile : tile<i32>
      %first_key_row = reshape %first_key : tile<i32> -> tile<1x1xi32>
      %first_key_all = broadcast %first_key_row : tile<1x1xi32> -> tile<1x128xi32>
      %keys = addi %first_key_all, %numbers_row : tile<1x128xi32>
      %keys_all = broadcast %keys : tile<1x128xi32> -> tile<128x128xi32>
      %is_seen = cmpi greater_than_or_equal %keys_all, %queries_all, signed : tile<128x128xi32> -> tile<128x128xi1>
      %products = select %is_seen, %all_products, %unseen : tile<128x128xi1>, tile<128x128xf32>
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
      %v_1, %v_read = load_view_tko weak %v_tiles[%head, %i, %zero] : partition_view<tile=(1x128x64), padding_value = zero, tensor_view<?x?x64xf16, strides=[?,64,1]>>, tile<i32> -> tile<1x128x64xf16>, token
      %v_tile = reshape %v_1 : tile<1x128x64xf16> -> tile<128x64xf16>
      %factor_all = broadcast %factor : tile<128x1xf32> -> tile<128x64xf32>
      %sum_rescaled = mulf %sum_so_far, %factor_all : tile<128x64xf32>
      %weights = ftof %powers : tile<128x128xf32> -> tile<128x128xf16>
      %sum_next = mmaf %weights, %v_tile, %sum_rescaled : tile<128x128xf16>, tile<128x64xf16>, tile<128x64xf32>
      continue %largest_next, %weight_next, %sum_next : tile<128x1xf32>, tile<128x1xf32>, tile<128x64xf32>
    }
    %narrow = ftof %sum : tile<128x64xf32> -> tile<128x64xf16>
    %result_1 = reshape %narrow : tile<128x64xf16> -> tile<1x128x64xf16>
    %written = store_view_tko weak %result_1, %o_tiles[%head, %block, %zero] : tile<1x128x64xf16>, partition_view<tile=(1x128x64), tensor_view<?x?x64xf16, strides=[?,64,1]>>, tile<i32> -> token
    return
  }
}
