// Layer normalisation of every row: (x - mean) / sqrt(variance + epsilon) * gamma + beta. Teaches views of different
// ranks side by side, and the case where no padding value is right and a `select` must do it: the padded columns would
// add (0 - mean)^2 to the variance. Rows may have up to 32 elements; a block takes one of them.
//
// RUN: run --grid 2 --arg 'x:f32[2,4]=iota' --arg 'gamma:f32[4]=full(2)' --arg 'beta:f32[4]=ones' --arg 'y:f32[2,4]=zeros' \
// --arg 1e-5 --arg 'x.shape[0]' --arg 'x.shape[1]' --print y
// y = [[-1.6832709  0.1055764  1.8944236  3.683271 ]
//      [-1.6832709  0.1055764  1.8944236  3.683271 ]]

cuda_tile.module @layer_norm {
  entry @layer_norm(
      %x: tile<ptr<f32>>,
      %gamma: tile<ptr<f32>>,
      %beta: tile<ptr<f32>>,
      %y: tile<ptr<f32>>,
      %epsilon: tile<f32>,
      %rows: tile<i32>,
      %cols: tile<i32>
  ) {
    %row, %block_y, %block_z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>

    %x_tensor = make_tensor_view %x, shape = [%rows, %cols], strides = [%cols, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %x_tiles = make_partition_view %x_tensor : partition_view<tile=(1x32), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %x_row, %x_read = load_view_tko weak %x_tiles[%row, %zero] : partition_view<tile=(1x32), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<1x32xf32>, token
    %x_tile = reshape %x_row : tile<1x32xf32> -> tile<32xf32>

    // The mean. A reduce of rank 1 has a result of rank 0.
    %sum = reduce %x_tile dim=0 identities=[0.0 : f32] : tile<32xf32> -> tile<f32> (%element: tile<f32>, %so_far: tile<f32>) {
      %total = addf %element, %so_far : tile<f32>
      yield %total : tile<f32>
    }
    %count = itof %cols signed : tile<i32> -> tile<f32>
    %mean = divf %sum, %count : tile<f32>
    %mean_1 = reshape %mean : tile<f32> -> tile<1xf32>
    %mean_32 = broadcast %mean_1 : tile<1xf32> -> tile<32xf32>

    // The distance of every element from the mean; 0 in the columns that do not exist.
    %distance = subf %x_tile, %mean_32 : tile<32xf32>
    %lanes = iota : tile<32xi32>
    %cols_1 = reshape %cols : tile<i32> -> tile<1xi32>
    %cols_32 = broadcast %cols_1 : tile<1xi32> -> tile<32xi32>
    %exists = cmpi less_than %lanes, %cols_32, signed : tile<32xi32> -> tile<32xi1>
    %nothing = constant <f32: 0.0> : tile<32xf32>
    %centred = select %exists, %distance, %nothing : tile<32xi1>, tile<32xf32>

    // 1 / sqrt(variance + epsilon).
    %square = mulf %centred, %centred : tile<32xf32>
    %square_sum = reduce %square dim=0 identities=[0.0 : f32] : tile<32xf32> -> tile<f32> (%element: tile<f32>, %so_far: tile<f32>) {
      %total = addf %element, %so_far : tile<f32>
      yield %total : tile<f32>
    }
    %variance = divf %square_sum, %count : tile<f32>
    %above_zero = addf %variance, %epsilon : tile<f32>
    %scale = rsqrt %above_zero : tile<f32>
    %scale_1 = reshape %scale : tile<f32> -> tile<1xf32>
    %scale_32 = broadcast %scale_1 : tile<1xf32> -> tile<32xf32>
    %normal = mulf %centred, %scale_32 : tile<32xf32>

    // gamma and beta are vectors: views of rank 1. Here padding is not needed, for these columns are never stored.
    %gamma_tensor = make_tensor_view %gamma, shape = [%cols], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %gamma_tiles = make_partition_view %gamma_tensor : partition_view<tile=(32), tensor_view<?xf32, strides=[1]>>
    %gamma_tile, %gamma_read = load_view_tko weak %gamma_tiles[%zero] : partition_view<tile=(32), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<32xf32>, token
    %beta_tensor = make_tensor_view %beta, shape = [%cols], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %beta_tiles = make_partition_view %beta_tensor : partition_view<tile=(32), tensor_view<?xf32, strides=[1]>>
    %beta_tile, %beta_read = load_view_tko weak %beta_tiles[%zero] : partition_view<tile=(32), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<32xf32>, token

    // `fma` multiplies and adds with one rounding.
    %result = fma %normal, %gamma_tile, %beta_tile : tile<32xf32>
    %result_row = reshape %result : tile<32xf32> -> tile<1x32xf32>
    %y_tensor = make_tensor_view %y, shape = [%rows, %cols], strides = [%cols, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %y_tiles = make_partition_view %y_tensor : partition_view<tile=(1x32), tensor_view<?x?xf32, strides=[?,1]>>
    %written = store_view_tko weak %result_row, %y_tiles[%row, %zero] : tile<1x32xf32>, partition_view<tile=(1x32), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
