// RUN: run --arg 'x:f32[6,36]=arange(0)' --arg 'w:f32[36,16]=arange(-7)' --arg 'rows:i32[4]=arange(1)' --arg 'y:f32[4,8]=zeros' --arg 'z:f32[4,8]=zeros' --print y --print z
// y = [[6.033660e+05 6.052920e+05 6.072180e+05 6.091440e+05 6.110700e+05
//       6.129960e+05 6.149220e+05 6.168480e+05]
//      [9.675420e+05 9.707640e+05 9.739860e+05 9.772080e+05 9.804300e+05
//       9.836520e+05 9.868740e+05 9.900960e+05]
//      [1.331718e+06 1.336236e+06 1.340754e+06 1.345272e+06 1.349790e+06
//       1.354308e+06 1.358826e+06 1.363344e+06]
//      [1.695894e+06 1.701708e+06 1.707522e+06 1.713336e+06 1.719150e+06
//       1.724964e+06 1.730778e+06 1.736592e+06]]
// z = [[1.182272e+06 1.185808e+06 1.189344e+06 1.192880e+06 1.196416e+06
//       1.199952e+06 1.203488e+06 1.207024e+06]
//      [1.890752e+06 1.896592e+06 1.902432e+06 1.908272e+06 1.914112e+06
//       1.919952e+06 1.925792e+06 1.931632e+06]
//      [2.599232e+06 2.607376e+06 2.615520e+06 2.623664e+06 2.631808e+06
//       2.639952e+06 2.648096e+06 2.656240e+06]
//      [3.307712e+06 3.318160e+06 3.328608e+06 3.339056e+06 3.349504e+06
//       3.359952e+06 3.370400e+06 3.380848e+06]]
//
// Products of gathered rows, tile by tile along k, where the last tile is not full; then with columns that change on the way.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<f32>>, %w: tile<ptr<f32>>, %rows: tile<ptr<i32>>, %y: tile<ptr<f32>>, %z: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %eight = constant <i32: 8> : tile<i32>
    %row_tensor = make_tensor_view %rows, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
    %row_tiles = make_partition_view %row_tensor : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>
    %row, %row_read = load_view_tko weak %row_tiles[%zero] : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    %x_tensor = make_tensor_view %x, shape = [6, 36], strides = [36, 1] : tensor_view<6x36xf32, strides=[36,1]>
    %x_rows = make_gather_scatter_view %x_tensor : gather_scatter_view<tile=(4x8), padding_value = zero, tensor_view<6x36xf32, strides=[36,1]>, sparse_dim=0>
    %w_tensor = make_tensor_view %w, shape = [36, 16], strides = [16, 1] : tensor_view<36x16xf32, strides=[16,1]>
    %w_tiles = make_partition_view %w_tensor : partition_view<tile=(8x8), padding_value = zero, tensor_view<36x16xf32, strides=[16,1]>>
    %steps, %columns = get_index_space_shape %w_tiles : partition_view<tile=(8x8), padding_value = zero, tensor_view<36x16xf32, strides=[16,1]>> -> tile<i32>
    %nothing = constant <f32: 0.0> : tile<4x8xf32>
    %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%so_far = %nothing) -> (tile<4x8xf32>) {
      %element = muli %i, %eight : tile<i32>
      %x_tile, %x_read = load_view_tko weak %x_rows[%row, %element] : gather_scatter_view<tile=(4x8), padding_value = zero, tensor_view<6x36xf32, strides=[36,1]>, sparse_dim=0>, tile<4xi32>, tile<i32> -> tile<4x8xf32>, token
      %w_tile, %w_read = load_view_tko weak %w_tiles[%i, %one] : partition_view<tile=(8x8), padding_value = zero, tensor_view<36x16xf32, strides=[16,1]>>, tile<i32> -> tile<8x8xf32>, token
      %next = mmaf %x_tile, %w_tile, %so_far : tile<4x8xf32>, tile<8x8xf32>, tile<4x8xf32>
      continue %next : tile<4x8xf32>
    }
    %turning = for %i in (%one to %steps, step %one) : tile<i32> iter_values(%so_far = %sum) -> (tile<4x8xf32>) {
      %element = muli %eight, %i : tile<i32>
      %column = remi %i, %two unsigned : tile<i32>
      %x_tile, %x_read = load_view_tko weak %x_rows[%row, %element] : gather_scatter_view<tile=(4x8), padding_value = zero, tensor_view<6x36xf32, strides=[36,1]>, sparse_dim=0>, tile<4xi32>, tile<i32> -> tile<4x8xf32>, token
      %w_tile, %w_read = load_view_tko weak %w_tiles[%i, %column] : partition_view<tile=(8x8), padding_value = zero, tensor_view<36x16xf32, strides=[16,1]>>, tile<i32> -> tile<8x8xf32>, token
      %next = mmaf %x_tile, %w_tile, %so_far : tile<4x8xf32>, tile<8x8xf32>, tile<4x8xf32>
      continue %next : tile<4x8xf32>
    }
    %y_tensor = make_tensor_view %y, shape = [4, 8], strides = [8, 1] : tensor_view<4x8xf32, strides=[8,1]>
    %y_tiles = make_partition_view %y_tensor : partition_view<tile=(4x8), tensor_view<4x8xf32, strides=[8,1]>>
    %y_written = store_view_tko weak %sum, %y_tiles[%zero, %zero] : tile<4x8xf32>, partition_view<tile=(4x8), tensor_view<4x8xf32, strides=[8,1]>>, tile<i32> -> token
    %z_tensor = make_tensor_view %z, shape = [4, 8], strides = [8, 1] : tensor_view<4x8xf32, strides=[8,1]>
    %z_tiles = make_partition_view %z_tensor : partition_view<tile=(4x8), tensor_view<4x8xf32, strides=[8,1]>>
    %z_written = store_view_tko weak %turning, %z_tiles[%zero, %zero] : tile<4x8xf32>, partition_view<tile=(4x8), tensor_view<4x8xf32, strides=[8,1]>>, tile<i32> -> token
    return
  }
}
