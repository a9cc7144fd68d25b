// `clustered` asks for clusters; `deep` has too deep a product for two stages until its loop is sliced.
cuda_tile.module @paths {
  entry @clustered(%x: tile<ptr<f16>>, %y: tile<ptr<f16>>, %z: tile<ptr<f32>>, %n: tile<i32>) optimization_hints=<sm_90 = {num_cta_in_cga = 2}> {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %x16 = assume div_by<16>, %x : tile<ptr<f16>>
    %y16 = assume div_by<16>, %y : tile<ptr<f16>>
    %av = make_tensor_view %x16, shape = [128, 2048], strides = [2048, 1] : tensor_view<128x2048xf16, strides=[2048,1]>
    %bv = make_tensor_view %y16, shape = [128, 2048], strides = [2048, 1] : tensor_view<128x2048xf16, strides=[2048,1]>
    %cv = make_tensor_view %z, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xf32, strides=[128,1]>
    %a = make_partition_view %av : partition_view<tile=(128x64), tensor_view<128x2048xf16, strides=[2048,1]>>
    %b = make_partition_view %bv : partition_view<tile=(128x64), tensor_view<128x2048xf16, strides=[2048,1]>>
    %c = make_partition_view %cv : partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>
    %start = constant <f32: 0.0> : tile<128x128xf32>
    %sum = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%acc = %start) -> (tile<128x128xf32>) {
      %at, %ta = load_view_tko weak %a[%zero, %i] : partition_view<tile=(128x64), tensor_view<128x2048xf16, strides=[2048,1]>>, tile<i32> -> tile<128x64xf16>, token
      %bt, %tb = load_view_tko weak %b[%zero, %i] : partition_view<tile=(128x64), tensor_view<128x2048xf16, strides=[2048,1]>>, tile<i32> -> tile<128x64xf16>, token
      %br = permute %bt [1, 0] : tile<128x64xf16> -> tile<64x128xf16>
      %next = mmaf %at, %br, %acc : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
      continue %next : tile<128x128xf32>
    }
    %u = store_view_tko weak %sum, %c[%zero, %zero] : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>, tile<i32> -> token
    return
  }
  entry @deep(%x: tile<ptr<f16>>, %y: tile<ptr<f16>>, %z: tile<ptr<f32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %x16 = assume div_by<16>, %x : tile<ptr<f16>>
    %y16 = assume div_by<16>, %y : tile<ptr<f16>>
    %av = make_tensor_view %x16, shape = [64, 2048], strides = [2048, 1] : tensor_view<64x2048xf16, strides=[2048,1]>
    %bv = make_tensor_view %y16, shape = [64, 2048], strides = [2048, 1] : tensor_view<64x2048xf16, strides=[2048,1]>
    %cv = make_tensor_view %z, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %a = make_partition_view %av : partition_view<tile=(64x1024), tensor_view<64x2048xf16, strides=[2048,1]>>
    %b = make_partition_view %bv : partition_view<tile=(64x1024), tensor_view<64x2048xf16, strides=[2048,1]>>
    %c = make_partition_view %cv : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %start = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%acc = %start) -> (tile<64x64xf32>) {
      %at, %ta = load_view_tko weak %a[%zero, %i] : partition_view<tile=(64x1024), tensor_view<64x2048xf16, strides=[2048,1]>>, tile<i32> -> tile<64x1024xf16>, token
      %bt, %tb = load_view_tko weak %b[%zero, %i] : partition_view<tile=(64x1024), tensor_view<64x2048xf16, strides=[2048,1]>>, tile<i32> -> tile<64x1024xf16>, token
      %br = permute %bt [1, 0] : tile<64x1024xf16> -> tile<1024x64xf16>
      %next = mmaf %at, %br, %acc : tile<64x1024xf16>, tile<1024x64xf16>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %u = store_view_tko weak %sum, %c[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
}
