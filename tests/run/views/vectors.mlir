// RUN: run --grid 3,3 --arg 'x:f16[72,160]=randint(-9,9,seed=1)' --arg 'y:f16[72,160]=zeros' --arg 70 --arg 152 --arg 160 --print y
// y = [[  8.  -6.  -4. ...   0.   0.   0.]
//      [  2.   4.  12. ...   0.   0.   0.]
//      [-10.   6.   6. ...   0.   0.   0.]
//      ...
//      [ 16.  14.  -4. ...   0.   0.   0.]
//      [  0.   0.   0. ...   0.   0.   0.]
//      [  0.   0.   0. ...   0.   0.   0.]]
//
// Rows whose starts and whose ends are at multiples of 8 elements: a vector is in the view as a whole or not at all, at the
// edge as well. The last rows and columns of the buffer are outside of the view.
cuda_tile.module @tests {
  entry @k(%x0: tile<ptr<f16>>, %y0: tile<ptr<f16>>, %h: tile<i32>, %w0: tile<i32>, %s0: tile<i32>) {
    %x = assume div_by<16>, %x0 : tile<ptr<f16>>
    %y = assume div_by<16>, %y0 : tile<ptr<f16>>
    %w = assume div_by<8>, %w0 : tile<i32>
    %s = assume div_by<8>, %s0 : tile<i32>
    %xv = make_tensor_view %x, shape = [%h, %w], strides = [%s, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %yv = make_tensor_view %y, shape = [%h, %w], strides = [%s, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %xt = make_partition_view %xv : partition_view<tile=(32x64), padding_value = neg_inf, tensor_view<?x?xf16, strides=[?,1]>>
    %yt = make_partition_view %yv : partition_view<tile=(32x64), tensor_view<?x?xf16, strides=[?,1]>>
    %column, %row, %unused = get_tile_block_id : tile<i32>
    %a, %read = load_view_tko weak %xt[%row, %column] : partition_view<tile=(32x64), padding_value = neg_inf, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x64xf16>, token
    %b = maxf %a, %a : tile<32x64xf16>
    %c = addf %a, %b : tile<32x64xf16>
    %written = store_view_tko weak %c, %yt[%row, %column] token = %read : tile<32x64xf16>, partition_view<tile=(32x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
