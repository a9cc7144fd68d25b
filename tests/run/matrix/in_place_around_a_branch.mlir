// RUN: run --grid 1 --arg 'f16[128,256]=randint(-2,3,seed=1)' --arg 'f16[256,16]=randint(-2,3,seed=2)' --arg 'c:f32[128,16]=zeros' --arg 1 --print c
// c = [[  33.   51. -108. ... -117.  -81.  261.]
//      [-132.   99.  -54. ...   12.    6.   60.]
//      [  30.   75. -132. ...   -9.  -33.  -78.]
//      ...
//      [  15.    0.  -39. ...   93.   48.   75.]
//      [ -60.  180.   48. ...  105.   12.  210.]
//      [  21.    9.   39. ...   18.   21.  141.]]
//
// Large tiles are copied in place before and after a branch that copies some, too.

cuda_tile.module @tests {
  entry @around(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %times: tile<i32>) optimization_hints=<default = {num_worker_warps_per_cta = 4}> {
    %zero = constant <i32: 0> : tile<i32>
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %av = make_tensor_view %a_16, shape = [128, 256], strides = [256, 1] : tensor_view<128x256xf16, strides=[256,1]>
    %at = make_partition_view %av : partition_view<tile=(128x256), tensor_view<128x256xf16, strides=[256,1]>>
    %bv = make_tensor_view %b_16, shape = [256, 16], strides = [16, 1] : tensor_view<256x16xf16, strides=[16,1]>
    %bt = make_partition_view %bv : partition_view<tile=(256x16), tensor_view<256x16xf16, strides=[16,1]>>
    %cv = make_tensor_view %c, shape = [128, 16], strides = [16, 1] : tensor_view<128x16xf32, strides=[16,1]>
    %ct = make_partition_view %cv : partition_view<tile=(128x16), tensor_view<128x16xf32, strides=[16,1]>>
    %none = constant <f32: 0.0> : tile<128x16xf32>
    %x1, %x1_t = load_view_tko weak %at[%zero, %zero] : partition_view<tile=(128x256), tensor_view<128x256xf16, strides=[256,1]>>, tile<i32> -> tile<128x256xf16>, token
    %y1, %y1_t = load_view_tko weak %bt[%zero, %zero] : partition_view<tile=(256x16), tensor_view<256x16xf16, strides=[16,1]>>, tile<i32> -> tile<256x16xf16>, token
    %first = mmaf %x1, %y1, %none : tile<128x256xf16>, tile<256x16xf16>, tile<128x16xf32>
    %some = cmpi greater_than %times, %zero, signed : tile<i32> -> tile<i1>
    %second = if %some -> (tile<128x16xf32>) {
      %x2, %x2_t = load_view_tko weak %at[%zero, %zero] : partition_view<tile=(128x256), tensor_view<128x256xf16, strides=[256,1]>>, tile<i32> -> tile<128x256xf16>, token
      %y2, %y2_t = load_view_tko weak %bt[%zero, %zero] : partition_view<tile=(256x16), tensor_view<256x16xf16, strides=[16,1]>>, tile<i32> -> tile<256x16xf16>, token
      %sum = mmaf %x2, %y2, %first : tile<128x256xf16>, tile<256x16xf16>, tile<128x16xf32>
      yield %sum : tile<128x16xf32>
    } else {
      yield %first : tile<128x16xf32>
    }
    %x3, %x3_t = load_view_tko weak %at[%zero, %zero] : partition_view<tile=(128x256), tensor_view<128x256xf16, strides=[256,1]>>, tile<i32> -> tile<128x256xf16>, token
    %y3, %y3_t = load_view_tko weak %bt[%zero, %zero] : partition_view<tile=(256x16), tensor_view<256x16xf16, strides=[16,1]>>, tile<i32> -> tile<256x16xf16>, token
    %third = mmaf %x3, %y3, %second : tile<128x256xf16>, tile<256x16xf16>, tile<128x16xf32>
    %done = store_view_tko weak %third, %ct[%zero, %zero] : tile<128x16xf32>, partition_view<tile=(128x16), tensor_view<128x16xf32, strides=[16,1]>>, tile<i32> -> token
    return
  }
}
