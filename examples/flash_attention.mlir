// Attention, softmax(Q K^T * scale) V, without ever holding a whole row of scores: keys and values come tile by tile, and
// what was summed so far is rescaled whenever a larger score turns up. Teaches how everything comes together: views of
// rank 3, a transposed view, a loop that carries three tiles, products and reductions. Heads have 16 elements; a block
// takes 16 queries of one head; any number of queries and keys.
// Below all keys are 0, so that every key weighs the same, and a result is the mean of 20 values: 152, 153, .. in head 0.
//
// RUN: run --grid 1,2 --arg 'Q:f32[2,2,16]=randn(seed=1)' --arg 'K:f32[2,20,16]=zeros' --arg 'V:f32[2,20,16]=iota' \
// --arg 'O:f32[4,16]=zeros' --arg 0.25 --arg 2 --arg 2 --arg 20 --print O
// O = [[152. 153. 154. 155. 156. 157. 158. 159. 160. 161. 162. 163. 164. 165.
//       166. 167.]
//      [152. 153. 154. 155. 156. 157. 158. 159. 160. 161. 162. 163. 164. 165.
//       166. 167.]
//      [472. 473. 474. 475. 476. 477. 478. 479. 480. 481. 482. 483. 484. 485.
//       486. 487.]
//      [472. 473. 474. 475. 476. 477. 478. 479. 480. 481. 482. 483. 484. 485.
//       486. 487.]]

cuda_tile.module @flash_attention {
  entry @attention(
      %q: tile<ptr<f32>>,
      %k: tile<ptr<f32>>,
      %v: tile<ptr<f32>>,
      %o: tile<ptr<f32>>,
      %scale: tile<f32>,
      %heads: tile<i32>,
      %queries: tile<i32>,
      %keys: tile<i32>
  ) {
    %block, %head, %unused = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sixteen = constant <i32: 16> : tile<i32>

    // Tensors are heads x rows x 16.
    %q_head = muli %queries, %sixteen : tile<i32>
    %k_head = muli %keys, %sixteen : tile<i32>
    %q_tensor = make_tensor_view %q, shape = [%heads, %queries, 16], strides = [%q_head, 16, 1] : tile<i32> -> tensor_view<?x?x16xf32, strides=[?,16,1]>
    %k_tensor = make_tensor_view %k, shape = [%heads, %keys, 16], strides = [%k_head, 16, 1] : tile<i32> -> tensor_view<?x?x16xf32, strides=[?,16,1]>
    %v_tensor = make_tensor_view %v, shape = [%heads, %keys, 16], strides = [%k_head, 16, 1] : tile<i32> -> tensor_view<?x?x16xf32, strides=[?,16,1]>
    %o_tensor = make_tensor_view %o, shape = [%heads, %queries, 16], strides = [%q_head, 16, 1] : tile<i32> -> tensor_view<?x?x16xf32, strides=[?,16,1]>

    // `dim_map` says which dimension of the tensor each dimension of the tile runs along. [0, 2, 1] swaps the last two:
    // tiles of K come transposed, 16 elements x 16 keys.
    %q_tiles = make_partition_view %q_tensor : partition_view<tile=(1x16x16), padding_value = zero, tensor_view<?x?x16xf32, strides=[?,16,1]>>
    %k_tiles = make_partition_view %k_tensor : partition_view<tile=(1x16x16), padding_value = zero, tensor_view<?x?x16xf32, strides=[?,16,1]>, dim_map=[0, 2, 1]>
    %v_tiles = make_partition_view %v_tensor : partition_view<tile=(1x16x16), padding_value = zero, tensor_view<?x?x16xf32, strides=[?,16,1]>>
    %o_tiles = make_partition_view %o_tensor : partition_view<tile=(1x16x16), tensor_view<?x?x16xf32, strides=[?,16,1]>>
    %v_heads, %key_tiles, %v_columns = get_index_space_shape %v_tiles : partition_view<tile=(1x16x16), padding_value = zero, tensor_view<?x?x16xf32, strides=[?,16,1]>> -> tile<i32>

    %q_1, %q_read = load_view_tko weak %q_tiles[%head, %block, %zero] : partition_view<tile=(1x16x16), padding_value = zero, tensor_view<?x?x16xf32, strides=[?,16,1]>>, tile<i32> -> tile<1x16x16xf32>, token
    %q_tile = reshape %q_1 : tile<1x16x16xf32> -> tile<16x16xf32>

    %scale_1x1 = reshape %scale : tile<f32> -> tile<1x1xf32>
    %scale_all = broadcast %scale_1x1 : tile<1x1xf32> -> tile<16x16xf32>
    %keys_1x1 = reshape %keys : tile<i32> -> tile<1x1xi32>
    %keys_all = broadcast %keys_1x1 : tile<1x1xi32> -> tile<16x16xi32>
    %lanes = iota : tile<16xi32>
    %lanes_1x16 = reshape %lanes : tile<16xi32> -> tile<1x16xi32>
    %across = broadcast %lanes_1x16 : tile<1x16xi32> -> tile<16x16xi32>
    %minus_infinity = constant <f32: 0xFF800000> : tile<16x16xf32>
    %no_score = constant <f32: 0.0> : tile<16x16xf32>

    // Per query: the largest score so far, the sum of exp(score - largest), and the sum of exp(score - largest) * value.
    %largest_0 = constant <f32: 0xFF800000> : tile<16x1xf32>
    %weight_0 = constant <f32: 0.0> : tile<16x1xf32>
    %sum_0 = constant <f32: 0.0> : tile<16x16xf32>
    %largest, %weight, %sum = for %i in (%zero to %key_tiles, step %one) : tile<i32> iter_values(%largest_so_far = %largest_0, %weight_so_far = %weight_0, %sum_so_far = %sum_0) -> (tile<16x1xf32>, tile<16x1xf32>, tile<16x16xf32>) {
      // The scores of 16 queries against 16 keys; keys that do not exist get minus infinity.
      %k_1, %k_read = load_view_tko weak %k_tiles[%head, %zero, %i] : partition_view<tile=(1x16x16), padding_value = zero, tensor_view<?x?x16xf32, strides=[?,16,1]>, dim_map=[0, 2, 1]>, tile<i32> -> tile<1x16x16xf32>, token
      %k_tile = reshape %k_1 : tile<1x16x16xf32> -> tile<16x16xf32>
      %products = mmaf %q_tile, %k_tile, %no_score : tile<16x16xf32>, tile<16x16xf32>, tile<16x16xf32>
      %scaled = mulf %products, %scale_all : tile<16x16xf32>
      %key_0 = muli %i, %sixteen : tile<i32>
      %key_0_1x1 = reshape %key_0 : tile<i32> -> tile<1x1xi32>
      %key_0_all = broadcast %key_0_1x1 : tile<1x1xi32> -> tile<16x16xi32>
      %key = addi %key_0_all, %across : tile<16x16xi32>
      %exists = cmpi less_than %key, %keys_all, signed : tile<16x16xi32> -> tile<16x16xi1>
      %scores = select %exists, %scaled, %minus_infinity : tile<16x16xi1>, tile<16x16xf32>

      // The largest score of each query, in this tile and before.
      %largest_here = reduce %scores dim=1 identities=[0xFF800000 : f32] : tile<16x16xf32> -> tile<16xf32> (%element: tile<f32>, %so_far: tile<f32>) {
        %larger = maxf %element, %so_far : tile<f32>
        yield %larger : tile<f32>
      }
      %largest_here_16x1 = reshape %largest_here : tile<16xf32> -> tile<16x1xf32>
      %largest_next = maxf %largest_so_far, %largest_here_16x1 : tile<16x1xf32>

      // exp(score - largest), and the factor that brings the older sums to the new largest score. In the first iteration
      // the older one is minus infinity, and the factor is exp(-inf) = 0.
      %largest_all = broadcast %largest_next : tile<16x1xf32> -> tile<16x16xf32>
      %below = subf %scores, %largest_all : tile<16x16xf32>
      %powers = exp %below : tile<16x16xf32>
      %shrunk = subf %largest_so_far, %largest_next : tile<16x1xf32>
      %factor = exp %shrunk : tile<16x1xf32>

      %weight_here = reduce %powers dim=1 identities=[0.0 : f32] : tile<16x16xf32> -> tile<16xf32> (%element: tile<f32>, %so_far: tile<f32>) {
        %total = addf %element, %so_far : tile<f32>
        yield %total : tile<f32>
      }
      %weight_here_16x1 = reshape %weight_here : tile<16xf32> -> tile<16x1xf32>
      %weight_next = fma %weight_so_far, %factor, %weight_here_16x1 : tile<16x1xf32>

      %v_1, %v_read = load_view_tko weak %v_tiles[%head, %i, %zero] : partition_view<tile=(1x16x16), padding_value = zero, tensor_view<?x?x16xf32, strides=[?,16,1]>>, tile<i32> -> tile<1x16x16xf32>, token
      %v_tile = reshape %v_1 : tile<1x16x16xf32> -> tile<16x16xf32>
      %factor_all = broadcast %factor : tile<16x1xf32> -> tile<16x16xf32>
      %sum_rescaled = mulf %sum_so_far, %factor_all : tile<16x16xf32>
      %sum_next = mmaf %powers, %v_tile, %sum_rescaled : tile<16x16xf32>, tile<16x16xf32>, tile<16x16xf32>
      continue %largest_next, %weight_next, %sum_next : tile<16x1xf32>, tile<16x1xf32>, tile<16x16xf32>
    }

    %weight_all = broadcast %weight : tile<16x1xf32> -> tile<16x16xf32>
    %result = divf %sum, %weight_all : tile<16x16xf32>
    %result_1 = reshape %result : tile<16x16xf32> -> tile<1x16x16xf32>
    %written = store_view_tko weak %result_1, %o_tiles[%head, %block, %zero] : tile<1x16x16xf32>, partition_view<tile=(1x16x16), tensor_view<?x?x16xf32, strides=[?,16,1]>>, tile<i32> -> token
    return
  }
}
