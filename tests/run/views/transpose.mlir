// RUN: run --grid 2,2 --arg 'x:f32[64,96]=iota' --arg 'y:f32[96,64]=zeros' --print y
// y = [[0.000e+00 9.600e+01 1.920e+02 ... 5.856e+03 5.952e+03 6.048e+03]
//      [1.000e+00 9.700e+01 1.930e+02 ... 5.857e+03 5.953e+03 6.049e+03]
//      [2.000e+00 9.800e+01 1.940e+02 ... 5.858e+03 5.954e+03 6.050e+03]
//      ...
//      [9.300e+01 1.890e+02 2.850e+02 ... 5.949e+03 6.045e+03 6.141e+03]
//      [9.400e+01 1.900e+02 2.860e+02 ... 5.950e+03 6.046e+03 6.142e+03]
//      [9.500e+01 1.910e+02 2.870e+02 ... 5.951e+03 6.047e+03 6.143e+03]]
//
// A transpose: memory is contiguous along columns where it is read, and along rows where it is written. Each access has the
// layout that suits it, and the tile changes from one to the other. The second tile of rows reaches beyond the view.
cuda_tile.module @tests {
  entry @k(%x0: tile<ptr<f32>>, %y0: tile<ptr<f32>>) {
    %x = assume div_by<16>, %x0 : tile<ptr<f32>>
    %y = assume div_by<16>, %y0 : tile<ptr<f32>>
    %xv = make_tensor_view %x, shape = [96, 64], strides = [1, 96] : tensor_view<96x64xf32, strides=[1,96]>
    %yv = make_tensor_view %y, shape = [96, 64], strides = [64, 1] : tensor_view<96x64xf32, strides=[64,1]>
    %xt = make_partition_view %xv : partition_view<tile=(64x32), padding_value = zero, tensor_view<96x64xf32, strides=[1,96]>>
    %yt = make_partition_view %yv : partition_view<tile=(64x32), tensor_view<96x64xf32, strides=[64,1]>>
    %row, %column, %unused = get_tile_block_id : tile<i32>
    %a, %read = load_view_tko weak %xt[%row, %column] : partition_view<tile=(64x32), padding_value = zero, tensor_view<96x64xf32, strides=[1,96]>>, tile<i32> -> tile<64x32xf32>, token
    %written = store_view_tko weak %a, %yt[%row, %column] token = %read : tile<64x32xf32>, partition_view<tile=(64x32), tensor_view<96x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
}
