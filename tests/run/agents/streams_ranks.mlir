// RUN: run --entry vector --grid 2 --arg 'f32[5000]=randint(-9,10,seed=19)' --arg 'y:f32[5000]=zeros' --arg 5000 --print y
// y = [-16.  16. -16. ...  10.   2.  14.]
// RUN: run --entry planes --grid 1 --arg 'f16[3,20,72]=randint(-9,10,seed=20)' --arg 'f16[3,20,72]=randint(-9,10,seed=21)' --arg 'y:f16[3,20,72]=zeros' --arg 3 --print y
// y = [[[ 10.  -8.  -7. ...  -2.  13.  -1.]
//       [ -2. -10.  -5. ...   0.  -7. -15.]
//       [ -6.   4.  -1. ...   3.   8.   0.]
//       ...
//       [  3.   5.   1. ...  17.  -5.   6.]
//       [  4.   2. -13. ...  -1.  -9.   7.]
//       [  9.   0.  -5. ...  -4.  -6.  -1.]]
//      [[  1.  -1.  -1. ...   8.  -1.  -6.]
//       [ 10.  13.   5. ...   4.  -8.   9.]
//       [  4. -15.   2. ...   4.  -4.  -4.]
//       ...
//       [ -7.  -6.   4. ...  -6.  10.  11.]
//       [ 10. -10. -15. ...  13.   7. -11.]
//       [ -8.   3.  -7. ...   3. -13.   4.]]
//      [[  2. -10.  -2. ...  -9.   6.   8.]
//       [  5. -10.  10. ...   0.  -7.   5.]
//       [ -2.  -4.  -6. ...  -4. -13.   3.]
//       ...
//       [ -2.  15. -11. ...   6.   6.  -5.]
//       [ 11.  -4.   7. ... -10.   7.   7.]
//       [ -6.   9.   0. ...  -9. -11. -10.]]]
//
// Streams of tiles of one dimension, and of three, of which one has one element.

cuda_tile.module @streams_ranks {
  // Tiles of one dimension.
  entry @vector(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>, %n: tile<i32>) {
    %x_16 = assume div_by<16>, %x : tile<ptr<f32>>
    %y_16 = assume div_by<16>, %y : tile<ptr<f32>>
    %first, %block_y, %block_z = get_tile_block_id : tile<i32>
    %blocks, %blocks_y, %blocks_z = get_num_tile_blocks : tile<i32>
    %x_tensor = make_tensor_view %x_16, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %x_tiles = make_partition_view %x_tensor : partition_view<tile=(1024), padding_value = nan, tensor_view<?xf32, strides=[1]>>
    %y_tensor = make_tensor_view %y_16, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %y_tiles = make_partition_view %y_tensor : partition_view<tile=(1024), tensor_view<?xf32, strides=[1]>>
    %count = get_index_space_shape %x_tiles : partition_view<tile=(1024), padding_value = nan, tensor_view<?xf32, strides=[1]>> -> tile<i32>
    %two = constant <f32: 2.0> : tile<1024xf32>
    for %i in (%first to %count, step %blocks) : tile<i32> {
      %x_tile, %x_read = load_view_tko weak %x_tiles[%i] : partition_view<tile=(1024), padding_value = nan, tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<1024xf32>, token
      %twice = mulf %x_tile, %two : tile<1024xf32>
      %written = store_view_tko weak %twice, %y_tiles[%i] : tile<1024xf32>, partition_view<tile=(1024), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    }
    return
  }
  // Tiles with a dimension of one element.
  entry @planes(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %y: tile<ptr<f16>>, %planes: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%planes, 20, 72], strides = [1440, 72, 1] : tile<i32> -> tensor_view<?x20x72xf16, strides=[1440,72,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(1x16x64), padding_value = zero, tensor_view<?x20x72xf16, strides=[1440,72,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%planes, 20, 72], strides = [1440, 72, 1] : tile<i32> -> tensor_view<?x20x72xf16, strides=[1440,72,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(1x16x64), padding_value = zero, tensor_view<?x20x72xf16, strides=[1440,72,1]>>
    %y_tensor = make_tensor_view %y, shape = [%planes, 20, 72], strides = [1440, 72, 1] : tile<i32> -> tensor_view<?x20x72xf16, strides=[1440,72,1]>
    %y_tiles = make_partition_view %y_tensor : partition_view<tile=(1x16x64), padding_value = zero, tensor_view<?x20x72xf16, strides=[1440,72,1]>>
    for %plane in (%zero to %planes, step %one) : tile<i32> {
      for %row in (%zero to %two, step %one) : tile<i32> {
        for %column in (%zero to %two, step %one) : tile<i32> {
          %a_tile, %a_read = load_view_tko weak %a_tiles[%plane, %row, %column] : partition_view<tile=(1x16x64), padding_value = zero, tensor_view<?x20x72xf16, strides=[1440,72,1]>>, tile<i32> -> tile<1x16x64xf16>, token
          %b_tile, %b_read = load_view_tko weak %b_tiles[%plane, %row, %column] : partition_view<tile=(1x16x64), padding_value = zero, tensor_view<?x20x72xf16, strides=[1440,72,1]>>, tile<i32> -> tile<1x16x64xf16>, token
          %sum = addf %a_tile, %b_tile : tile<1x16x64xf16>
          %written = store_view_tko weak %sum, %y_tiles[%plane, %row, %column] : tile<1x16x64xf16>, partition_view<tile=(1x16x64), padding_value = zero, tensor_view<?x20x72xf16, strides=[1440,72,1]>>, tile<i32> -> token
        }
      }
    }
    return
  }
}
