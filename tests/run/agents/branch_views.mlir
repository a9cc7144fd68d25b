// RUN: run --grid 2 --arg 'f16[100,128]=randint(-3,4,seed=1)' --arg 'f16[100,128]=randint(-3,4,seed=2)' --arg 'f16[128,64]=randint(-3,4,seed=3)' --arg 'o:f32[100,64]=ones' --arg 100 --arg 1 --print o
// o = [[  -8.  104.   24. ...  -43.  -82.  -56.]
//      [ -90.  -26. -100. ...  -50.   -2.  -28.]
//      [ -63.   32.  -32. ...  -40.  -27.  -31.]
//      ...
//      [  67.   -6.  -53. ...  -68.  -62.  -64.]
//      [  -9.   54.   19. ...  -16.  -45.  -70.]
//      [ -53.   77.  -60. ...   63.   -3.   46.]]
// RUN: run --grid 1 --arg 'f16[64,128]=randint(-3,4,seed=1)' --arg 'f16[64,128]=randint(-3,4,seed=2)' --arg 'f16[128,64]=randint(-3,4,seed=3)' --arg 'o:f32[64,64]=ones' --arg 64 --arg 0 --print o
// o = [[ 31.  21. -73. ...   0. -42. -16.]
//      [-76.  53.  13. ...   9. -12. -13.]
//      [  8.  55.   6. ... -10. -32.   4.]
//      ...
//      [  3.  63.   8. ... 115.   0.  -1.]
//      [ 35. -24. -57. ... -28.  74. -44.]
//      [-22. -29. -48. ...  77.  43. -86.]]
//
// Views that are made in the branches in which they are read, of memory that is described outside: each branch multiplies other
// operands into the same sum.

cuda_tile.module @branch_views {
  entry @branch_views(%x: tile<ptr<f16>>, %y: tile<ptr<f16>>, %w: tile<ptr<f16>>, %o: tile<ptr<f32>>, %rows: tile<i32>, %mask: tile<i32>) {
    %x_16 = assume div_by<16>, %x : tile<ptr<f16>>
    %y_16 = assume div_by<16>, %y : tile<ptr<f16>>
    %w_16 = assume div_by<16>, %w : tile<ptr<f16>>
    %o_16 = assume div_by<16>, %o : tile<ptr<f32>>
    %block, %unused_y, %unused_z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    %x_tensor = make_tensor_view %x_16, shape = [%rows, 128], strides = [128, 1] : tile<i32> -> tensor_view<?x128xf16, strides=[128,1]>
    %y_tensor = make_tensor_view %y_16, shape = [%rows, 128], strides = [128, 1] : tile<i32> -> tensor_view<?x128xf16, strides=[128,1]>
    %w_tensor = make_tensor_view %w_16, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf16, strides=[64,1]>
    %o_tensor = make_tensor_view %o_16, shape = [%rows, 64], strides = [64, 1] : tile<i32> -> tensor_view<?x64xf32, strides=[64,1]>
    %none = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %k in (%zero to %four, step %one) : tile<i32> iter_values(%so_far = %none) -> (tile<64x64xf32>) {
      %bits = andi %k, %mask : tile<i32>
      %is_first = cmpi equal %bits, %zero, signed : tile<i32> -> tile<i1>
      %next = if %is_first -> (tile<64x64xf32>) {
        %x_tiles = make_partition_view %x_tensor : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x128xf16, strides=[128,1]>>
        %w_tiles = make_partition_view %w_tensor : partition_view<tile=(32x64), tensor_view<128x64xf16, strides=[64,1]>>
        %x_tile, %x_read = load_view_tko weak %x_tiles[%block, %k] : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x32xf16>, token
        %w_tile, %w_read = load_view_tko weak %w_tiles[%k, %zero] : partition_view<tile=(32x64), tensor_view<128x64xf16, strides=[64,1]>>, tile<i32> -> tile<32x64xf16>, token
        %added = mmaf %x_tile, %w_tile, %so_far : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
        yield %added : tile<64x64xf32>
      } else {
        %y_tiles = make_partition_view %y_tensor : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x128xf16, strides=[128,1]>>
        %w_tiles = make_partition_view %w_tensor : partition_view<tile=(32x64), tensor_view<128x64xf16, strides=[64,1]>>
        %y_tile, %y_read = load_view_tko weak %y_tiles[%block, %k] : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x32xf16>, token
        %w_tile, %w_read = load_view_tko weak %w_tiles[%k, %zero] : partition_view<tile=(32x64), tensor_view<128x64xf16, strides=[64,1]>>, tile<i32> -> tile<32x64xf16>, token
        %added = mmaf %y_tile, %w_tile, %so_far : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
        yield %added : tile<64x64xf32>
      }
      continue %next : tile<64x64xf32>
    }
    %o_tiles = make_partition_view %o_tensor : partition_view<tile=(64x64), tensor_view<?x64xf32, strides=[64,1]>>
    %written = store_view_tko weak %sum, %o_tiles[%block, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
}
