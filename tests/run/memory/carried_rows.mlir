// RUN: run --entry running --grid 1 --arg 'y:f32[6,1024]=randint(-3,4,seed=1)' --arg 6 --arg 1024 --arg 1024 --print y
// y = [[ 2. -1.  0. ... -1. -3.  0.]
//      [ 4. -4.  3. ...  1. -5.  0.]
//      [ 3. -6.  5. ...  1. -8. -3.]
//      [ 6. -7.  4. ... -1. -5. -5.]
//      [ 3. -6.  2. ... -3. -2. -3.]
//      [ 3. -9.  2. ... -2. -2. -1.]]
//
// Each row becomes the sum of the rows up to it: an iteration loads what the one before has stored, in the order of tokens. No agent may
// copy rows ahead.

cuda_tile.module @carried_rows {
  entry @running(%x: tile<ptr<f32>>, %rows: tile<i32>, %cols: tile<i32>, %stride: tile<i32>) {
    %stride_16 = assume div_by<16>, %stride : tile<i32>
    %x_16 = assume div_by<16>, %x : tile<ptr<f32>>
    %blocks, %blocks_y, %blocks_z = get_num_tile_blocks : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %x_tensor = make_tensor_view %x_16, shape = [%rows, %cols], strides = [%stride_16, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %x_tiles = make_partition_view %x_tensor : partition_view<tile=(1x1024), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %start = make_token : token
    %end = for %row in (%one to %rows, step %one) : tile<i32> iter_values(%before = %start) -> (token) {
      %last = subi %row, %one : tile<i32>
      %above, %above_read = load_view_tko weak %x_tiles[%last, %zero] token = %before : partition_view<tile=(1x1024), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<1x1024xf32>, token
      %own, %own_read = load_view_tko weak %x_tiles[%row, %zero] token = %before : partition_view<tile=(1x1024), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<1x1024xf32>, token
      %both = join_tokens %above_read, %own_read : token
      %sum = addf %above, %own : tile<1x1024xf32>
      %written = store_view_tko weak %sum, %x_tiles[%row, %zero] token = %both : tile<1x1024xf32>, partition_view<tile=(1x1024), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
      continue %written : token
    }
    return
  }
}
