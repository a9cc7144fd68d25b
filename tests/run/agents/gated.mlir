// RUN: run --grid 1 --arg 'f16[100,64]=randint(-1,2,seed=1)' --arg 'f16[64,128]=randint(-1,2,seed=2)' --arg 'f16[64,128]=randint(-1,2,seed=3)' --arg 'f16[128,128]=randint(-1,2,seed=4)' --arg 'o:f32[100,128]=ones' --arg 100 --print o
// o = [[ 36.  61.  60. ... -19. -82. -37.]
//      [ -4. -59. -13. ...  38.   4. -38.]
//      [-37.  12.   0. ... -16.  35.  75.]
//      ...
//      [-54.  60.  25. ... -14.  39.  25.]
//      [ 39. -19. -66. ... -47. -42.   7.]
//      [-27.  29. -27. ... -71. -16.  -4.]]
//
// A gated network of two layers: two products of the same rows are made in an inner loop while the sum of the outer loop stays, so
// that three sums are there at once, and too many for one warpgroup.

cuda_tile.module @gated {
  entry @gated(%x: tile<ptr<f16>>, %gates: tile<ptr<f16>>, %ups: tile<ptr<f16>>, %downs: tile<ptr<f16>>, %o: tile<ptr<f32>>, %rows: tile<i32>) {
    %x_16 = assume div_by<16>, %x : tile<ptr<f16>>
    %gates_16 = assume div_by<16>, %gates : tile<ptr<f16>>
    %ups_16 = assume div_by<16>, %ups : tile<ptr<f16>>
    %downs_16 = assume div_by<16>, %downs : tile<ptr<f16>>
    %o_16 = assume div_by<16>, %o : tile<ptr<f32>>
    %block, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %x_tensor = make_tensor_view %x_16, shape = [%rows, 64], strides = [64, 1] : tile<i32> -> tensor_view<?x64xf16, strides=[64,1]>
    %x_tiles = make_partition_view %x_tensor : partition_view<tile=(128x32), padding_value = zero, tensor_view<?x64xf16, strides=[64,1]>>
    %gates_tensor = make_tensor_view %gates_16, shape = [64, 128], strides = [128, 1] : tensor_view<64x128xf16, strides=[128,1]>
    %gates_tiles = make_partition_view %gates_tensor : partition_view<tile=(32x64), tensor_view<64x128xf16, strides=[128,1]>>
    %ups_tensor = make_tensor_view %ups_16, shape = [64, 128], strides = [128, 1] : tensor_view<64x128xf16, strides=[128,1]>
    %ups_tiles = make_partition_view %ups_tensor : partition_view<tile=(32x64), tensor_view<64x128xf16, strides=[128,1]>>
    %downs_tensor = make_tensor_view %downs_16, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xf16, strides=[128,1]>
    %downs_tiles = make_partition_view %downs_tensor : partition_view<tile=(64x128), tensor_view<128x128xf16, strides=[128,1]>>
    %o_tensor = make_tensor_view %o_16, shape = [%rows, 128], strides = [128, 1] : tile<i32> -> tensor_view<?x128xf32, strides=[128,1]>
    %o_tiles = make_partition_view %o_tensor : partition_view<tile=(128x128), tensor_view<?x128xf32, strides=[128,1]>>
    %none = constant <f32: 0.0> : tile<128x64xf32>
    %o_0 = constant <f32: 0.0> : tile<128x128xf32>
    %sum = for %f in (%zero to %two, step %one) : tile<i32> iter_values(%so_far = %o_0) -> (tile<128x128xf32>) {
      %gate, %up = for %k in (%zero to %two, step %one) : tile<i32> iter_values(%gate_so_far = %none, %up_so_far = %none) -> (tile<128x64xf32>, tile<128x64xf32>) {
        %x_tile, %x_read = load_view_tko weak %x_tiles[%block, %k] : partition_view<tile=(128x32), padding_value = zero, tensor_view<?x64xf16, strides=[64,1]>>, tile<i32> -> tile<128x32xf16>, token
        %gates_tile, %gates_read = load_view_tko weak %gates_tiles[%k, %f] : partition_view<tile=(32x64), tensor_view<64x128xf16, strides=[128,1]>>, tile<i32> -> tile<32x64xf16>, token
        %ups_tile, %ups_read = load_view_tko weak %ups_tiles[%k, %f] : partition_view<tile=(32x64), tensor_view<64x128xf16, strides=[128,1]>>, tile<i32> -> tile<32x64xf16>, token
        %gate_next = mmaf %x_tile, %gates_tile, %gate_so_far : tile<128x32xf16>, tile<32x64xf16>, tile<128x64xf32>
        %up_next = mmaf %x_tile, %ups_tile, %up_so_far : tile<128x32xf16>, tile<32x64xf16>, tile<128x64xf32>
        continue %gate_next, %up_next : tile<128x64xf32>, tile<128x64xf32>
      }
      %is_open = cmpf greater_than ordered %gate, %none : tile<128x64xf32> -> tile<128x64xi1>
      %passed = select %is_open, %up, %none : tile<128x64xi1>, tile<128x64xf32>
      %hidden = ftof %passed : tile<128x64xf32> -> tile<128x64xf16>
      %downs_tile, %downs_read = load_view_tko weak %downs_tiles[%f, %zero] : partition_view<tile=(64x128), tensor_view<128x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x128xf16>, token
      %next = mmaf %hidden, %downs_tile, %so_far : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
      continue %next : tile<128x128xf32>
    }
    %written = store_view_tko weak %sum, %o_tiles[%block, %zero] : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<?x128xf32, strides=[128,1]>>, tile<i32> -> token
    return
  }
}
