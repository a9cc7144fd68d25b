// A mixture-of-experts layer with one expert per token: y = p * x W, where W is the matrix of the expert with the
// largest score and p the softmax of that score. Teaches a `reduce` of two tiles at once (the largest value and where it
// is), and the view that gathers: its first index is a tile, one row number for each row. Tokens and results have 16
// elements; there may be up to 8 experts; a block takes 16 tokens.
// Below the scores are far apart, so that p is 1, and x is all ones: a row of y holds the column sums of one matrix.
//
// RUN: run --grid 1 --arg 'x:f32[3,16]=ones' --arg 'scores:f32[3,4]=randint(0,1000,seed=6)' --arg 'w:f32[4,16,16]=iota' \
// --arg 'y:f32[3,16]=zeros' --arg 'chosen:i32[3]=zeros' --arg 'x.shape[0]' --arg 'w.shape[0]' --print scores --print chosen --print y
// scores = [[ 60. 339. 419. 927.]
//           [802. 989. 932. 105.]
//           [937. 784. 816. 622.]]
// chosen = [3 1 0]
// y = [[14208. 14224. 14240. 14256. 14272. 14288. 14304. 14320. 14336. 14352.
//       14368. 14384. 14400. 14416. 14432. 14448.]
//      [ 6016.  6032.  6048.  6064.  6080.  6096.  6112.  6128.  6144.  6160.
//        6176.  6192.  6208.  6224.  6240.  6256.]
//      [ 1920.  1936.  1952.  1968.  1984.  2000.  2016.  2032.  2048.  2064.
//        2080.  2096.  2112.  2128.  2144.  2160.]]

cuda_tile.module @moe_routing {
  entry @moe(
      %x: tile<ptr<f32>>,
      %scores: tile<ptr<f32>>,
      %w: tile<ptr<f32>>,
      %y: tile<ptr<f32>>,
      %chosen: tile<ptr<i32>>,
      %tokens: tile<i32>,
      %experts: tile<i32>
  ) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>

    // The scores of 16 tokens; an expert that does not exist is never the best.
    %scores_tensor = make_tensor_view %scores, shape = [%tokens, %experts], strides = [%experts, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %scores_tiles = make_partition_view %scores_tensor : partition_view<tile=(16x8), padding_value = neg_inf, tensor_view<?x?xf32, strides=[?,1]>>
    %scores_tile, %scores_read = load_view_tko weak %scores_tiles[%block, %zero] : partition_view<tile=(16x8), padding_value = neg_inf, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<16x8xf32>, token

    // The number of the expert of each score.
    %lanes = iota : tile<8xi32>
    %lanes_1x8 = reshape %lanes : tile<8xi32> -> tile<1x8xi32>
    %numbers = broadcast %lanes_1x8 : tile<1x8xi32> -> tile<16x8xi32>

    // Largest score and its number in one go. Of equal scores the smaller number wins, whatever the order in which pairs
    // are taken; the identity loses against everything.
    %best, %expert = reduce %scores_tile, %numbers dim=1 identities=[0xFF800000 : f32, 2147483647 : i32] : tile<16x8xf32>, tile<16x8xi32> -> tile<16xf32>, tile<16xi32> (%score: tile<f32>, %score_so_far: tile<f32>, %number: tile<i32>, %number_so_far: tile<i32>) {
      %greater = cmpf greater_than ordered %score, %score_so_far : tile<f32> -> tile<i1>
      %same = cmpf equal ordered %score, %score_so_far : tile<f32> -> tile<i1>
      %smaller = cmpi less_than %number, %number_so_far, signed : tile<i32> -> tile<i1>
      %tie = andi %same, %smaller : tile<i1>
      %wins = ori %greater, %tie : tile<i1>
      %better = select %wins, %score, %score_so_far : tile<i1>, tile<f32>
      %better_number = select %wins, %number, %number_so_far : tile<i1>, tile<i32>
      yield %better, %better_number : tile<f32>, tile<i32>
    }

    // p = exp(best - best) / sum(exp(score - best)) = 1 / sum(..).
    %best_16x1 = reshape %best : tile<16xf32> -> tile<16x1xf32>
    %best_all = broadcast %best_16x1 : tile<16x1xf32> -> tile<16x8xf32>
    %below = subf %scores_tile, %best_all : tile<16x8xf32>
    %powers = exp %below : tile<16x8xf32>
    %sum = reduce %powers dim=1 identities=[0.0 : f32] : tile<16x8xf32> -> tile<16xf32> (%element: tile<f32>, %so_far: tile<f32>) {
      %total = addf %element, %so_far : tile<f32>
      yield %total : tile<f32>
    }
    %ones = constant <f32: 1.0> : tile<16xf32>
    %p = divf %ones, %sum : tile<16xf32>

    // One matrix for each token: all experts are in a tensor of experts x 16 x 16, and along dimension 0 the view takes
    // the rows that `%expert` lists. The other indices say at which element a tile begins.
    %w_tensor = make_tensor_view %w, shape = [%experts, 16, 16], strides = [256, 16, 1] : tile<i32> -> tensor_view<?x16x16xf32, strides=[256,16,1]>
    %w_rows = make_gather_scatter_view %w_tensor : gather_scatter_view<tile=(16x16x16), tensor_view<?x16x16xf32, strides=[256,16,1]>, sparse_dim=0>
    %w_tile, %w_read = load_view_tko weak %w_rows[%expert, %zero, %zero] : gather_scatter_view<tile=(16x16x16), tensor_view<?x16x16xf32, strides=[256,16,1]>, sparse_dim=0>, tile<16xi32>, tile<i32>, tile<i32> -> tile<16x16x16xf32>, token

    // A product of rank 3 is a batch of products: for each of the 16 tokens 1 x 16 times 16 x 16.
    %x_tensor = make_tensor_view %x, shape = [%tokens, 16], strides = [16, 1] : tile<i32> -> tensor_view<?x16xf32, strides=[16,1]>
    %x_tiles = make_partition_view %x_tensor : partition_view<tile=(16x16), padding_value = zero, tensor_view<?x16xf32, strides=[16,1]>>
    %x_tile, %x_read = load_view_tko weak %x_tiles[%block, %zero] : partition_view<tile=(16x16), padding_value = zero, tensor_view<?x16xf32, strides=[16,1]>>, tile<i32> -> tile<16x16xf32>, token
    %x_rows = reshape %x_tile : tile<16x16xf32> -> tile<16x1x16xf32>
    %nothing = constant <f32: 0.0> : tile<16x1x16xf32>
    %product = mmaf %x_rows, %w_tile, %nothing : tile<16x1x16xf32>, tile<16x16x16xf32>, tile<16x1x16xf32>

    %product_rows = reshape %product : tile<16x1x16xf32> -> tile<16x16xf32>
    %p_16x1 = reshape %p : tile<16xf32> -> tile<16x1xf32>
    %p_all = broadcast %p_16x1 : tile<16x1xf32> -> tile<16x16xf32>
    %result = mulf %p_all, %product_rows : tile<16x16xf32>
    %y_tensor = make_tensor_view %y, shape = [%tokens, 16], strides = [16, 1] : tile<i32> -> tensor_view<?x16xf32, strides=[16,1]>
    %y_tiles = make_partition_view %y_tensor : partition_view<tile=(16x16), tensor_view<?x16xf32, strides=[16,1]>>
    %y_written = store_view_tko weak %result, %y_tiles[%block, %zero] : tile<16x16xf32>, partition_view<tile=(16x16), tensor_view<?x16xf32, strides=[16,1]>>, tile<i32> -> token

    %chosen_tensor = make_tensor_view %chosen, shape = [%tokens], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %chosen_tiles = make_partition_view %chosen_tensor : partition_view<tile=(16), tensor_view<?xi32, strides=[1]>>
    %chosen_written = store_view_tko weak %expert, %chosen_tiles[%block] : tile<16xi32>, partition_view<tile=(16), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
