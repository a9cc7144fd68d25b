// RUN: run --grid 2,2 --arg 'Q:f32[2,40,32]=randint(-2,3,seed=1)' --arg 'K:f32[2,40,32]=zeros' --arg 'V:f32[2,40,32]=randint(-2,3,seed=2)' --arg 'O:f32[80,32]=zeros' --arg 0.25 --arg 2 --arg 40 --arg 40 --print O
// O = [[-0.2   -0.125  0.3   ...  0.375  0.     0.075]
//      [-0.2   -0.125  0.3   ...  0.375  0.     0.075]
//      [-0.2   -0.125  0.3   ...  0.375  0.     0.075]
//      ...
//      [-0.225  0.05   0.15  ...  0.275  0.15   0.05 ]
//      [-0.225  0.05   0.15  ...  0.275  0.15   0.05 ]
//      [-0.225  0.05   0.15  ...  0.275  0.15   0.05 ]]
//
// Attention: each thread block of a cluster has half of the queries, and all keys.
cuda_tile.module @tests {
  entry @attention(%q: tile<ptr<f32>>, %k: tile<ptr<f32>>, %v: tile<ptr<f32>>, %o: tile<ptr<f32>>, %scale: tile<f32>, %heads: tile<i32>, %queries: tile<i32>, %keys: tile<i32>) optimization_hints=<default = {num_cta_in_cga = 2}> {
    %block, %head, %unused = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %width = constant <i32: 32> : tile<i32>
    %q_head = muli %queries, %width : tile<i32>
    %k_head = muli %keys, %width : tile<i32>
    %q_tensor = make_tensor_view %q, shape = [%heads, %queries, 32], strides = [%q_head, 32, 1] : tile<i32> -> tensor_view<?x?x32xf32, strides=[?,32,1]>
    %k_tensor = make_tensor_view %k, shape = [%heads, %keys, 32], strides = [%k_head, 32, 1] : tile<i32> -> tensor_view<?x?x32xf32, strides=[?,32,1]>
    %v_tensor = make_tensor_view %v, shape = [%heads, %keys, 32], strides = [%k_head, 32, 1] : tile<i32> -> tensor_view<?x?x32xf32, strides=[?,32,1]>
    %o_tensor = make_tensor_view %o, shape = [%heads, %queries, 32], strides = [%q_head, 32, 1] : tile<i32> -> tensor_view<?x?x32xf32, strides=[?,32,1]>
    %q_tiles = make_partition_view %q_tensor : partition_view<tile=(1x32x32), padding_value = zero, tensor_view<?x?x32xf32, strides=[?,32,1]>>
    %k_tiles = make_partition_view %k_tensor : partition_view<tile=(1x32x32), padding_value = zero, tensor_view<?x?x32xf32, strides=[?,32,1]>, dim_map=[0, 2, 1]>
    %v_tiles = make_partition_view %v_tensor : partition_view<tile=(1x32x32), padding_value = zero, tensor_view<?x?x32xf32, strides=[?,32,1]>>
    %o_tiles = make_partition_view %o_tensor : partition_view<tile=(1x32x32), tensor_view<?x?x32xf32, strides=[?,32,1]>>
    %v_heads, %key_tiles, %v_columns = get_index_space_shape %v_tiles : partition_view<tile=(1x32x32), padding_value = zero, tensor_view<?x?x32xf32, strides=[?,32,1]>> -> tile<i32>
    %q_1, %q_read = load_view_tko weak %q_tiles[%head, %block, %zero] : partition_view<tile=(1x32x32), padding_value = zero, tensor_view<?x?x32xf32, strides=[?,32,1]>>, tile<i32> -> tile<1x32x32xf32>, token
    %q_tile = reshape %q_1 : tile<1x32x32xf32> -> tile<32x32xf32>
    %scale_1x1 = reshape %scale : tile<f32> -> tile<1x1xf32>
    %scale_all = broadcast %scale_1x1 : tile<1x1xf32> -> tile<32x32xf32>
    %keys_1x1 = reshape %keys : tile<i32> -> tile<1x1xi32>
    %keys_all = broadcast %keys_1x1 : tile<1x1xi32> -> tile<32x32xi32>
    %lanes = iota : tile<32xi32>
    %lanes_1x32 = reshape %lanes : tile<32xi32> -> tile<1x32xi32>
    %across = broadcast %lanes_1x32 : tile<1x32xi32> -> tile<32x32xi32>
    %minus_infinity = constant <f32: 0xFF800000> : tile<32x32xf32>
    %no_score = constant <f32: 0.0> : tile<32x32xf32>
    %largest_0 = constant <f32: 0xFF800000> : tile<32x1xf32>
    %weight_0 = constant <f32: 0.0> : tile<32x1xf32>
    %sum_0 = constant <f32: 0.0> : tile<32x32xf32>
    %largest, %weight, %sum = for %i in (%zero to %key_tiles, step %one) : tile<i32> iter_values(%largest_so_far = %largest_0, %weight_so_far = %weight_0, %sum_so_far = %sum_0) -> (tile<32x1xf32>, tile<32x1xf32>, tile<32x32xf32>) {
      %k_1, %k_read = load_view_tko weak %k_tiles[%head, %zero, %i] : partition_view<tile=(1x32x32), padding_value = zero, tensor_view<?x?x32xf32, strides=[?,32,1]>, dim_map=[0, 2, 1]>, tile<i32> -> tile<1x32x32xf32>, token
      %k_tile = reshape %k_1 : tile<1x32x32xf32> -> tile<32x32xf32>
      %products = mmaf %q_tile, %k_tile, %no_score : tile<32x32xf32>, tile<32x32xf32>, tile<32x32xf32>
      %scaled = mulf %products, %scale_all : tile<32x32xf32>
      %key_0 = muli %i, %width : tile<i32>
      %key_0_1x1 = reshape %key_0 : tile<i32> -> tile<1x1xi32>
      %key_0_all = broadcast %key_0_1x1 : tile<1x1xi32> -> tile<32x32xi32>
      %key = addi %key_0_all, %across : tile<32x32xi32>
      %exists = cmpi less_than %key, %keys_all, signed : tile<32x32xi32> -> tile<32x32xi1>
      %scores = select %exists, %scaled, %minus_infinity : tile<32x32xi1>, tile<32x32xf32>
      %largest_here = reduce %scores dim=1 identities=[0xFF800000 : f32] : tile<32x32xf32> -> tile<32xf32> (%element: tile<f32>, %so_far: tile<f32>) {
        %larger = maxf %element, %so_far : tile<f32>
        yield %larger : tile<f32>
      }
      %largest_here_32x1 = reshape %largest_here : tile<32xf32> -> tile<32x1xf32>
      %largest_next = maxf %largest_so_far, %largest_here_32x1 : tile<32x1xf32>
      %largest_all = broadcast %largest_next : tile<32x1xf32> -> tile<32x32xf32>
      %below = subf %scores, %largest_all : tile<32x32xf32>
      %powers = exp %below : tile<32x32xf32>
      %shrunk = subf %largest_so_far, %largest_next : tile<32x1xf32>
      %factor = exp %shrunk : tile<32x1xf32>
      %weight_here = reduce %powers dim=1 identities=[0.0 : f32] : tile<32x32xf32> -> tile<32xf32> (%element: tile<f32>, %so_far: tile<f32>) {
        %total = addf %element, %so_far : tile<f32>
        yield %total : tile<f32>
      }
      %weight_here_32x1 = reshape %weight_here : tile<32xf32> -> tile<32x1xf32>
      %weight_next = fma %weight_so_far, %factor, %weight_here_32x1 : tile<32x1xf32>
      %v_1, %v_read = load_view_tko weak %v_tiles[%head, %i, %zero] : partition_view<tile=(1x32x32), padding_value = zero, tensor_view<?x?x32xf32, strides=[?,32,1]>>, tile<i32> -> tile<1x32x32xf32>, token
      %v_tile = reshape %v_1 : tile<1x32x32xf32> -> tile<32x32xf32>
      %factor_all = broadcast %factor : tile<32x1xf32> -> tile<32x32xf32>
      %sum_rescaled = mulf %sum_so_far, %factor_all : tile<32x32xf32>
      %sum_next = mmaf %powers, %v_tile, %sum_rescaled : tile<32x32xf32>, tile<32x32xf32>, tile<32x32xf32>
      continue %largest_next, %weight_next, %sum_next : tile<32x1xf32>, tile<32x1xf32>, tile<32x32xf32>
    }
    %weight_all = broadcast %weight : tile<32x1xf32> -> tile<32x32xf32>
    %result = divf %sum, %weight_all : tile<32x32xf32>
    %result_1 = reshape %result : tile<32x32xf32> -> tile<1x32x32xf32>
    %written = store_view_tko weak %result_1, %o_tiles[%head, %block, %zero] : tile<1x32x32xf32>, partition_view<tile=(1x32x32), tensor_view<?x?x32xf32, strides=[?,32,1]>>, tile<i32> -> token
    return
  }
}
