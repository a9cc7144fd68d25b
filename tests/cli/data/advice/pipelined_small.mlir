// The loop of pipelined_aligned.mlir by tiles of a quarter of the size and depth: four thread blocks share a multiprocessor.
cuda_tile.module @pipelined {
  entry @gemm(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %k: tile<i32>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %ta = make_tensor_view %a_16, shape = [128, 256], strides = [256, 1] : tensor_view<128x256xf16, strides=[256,1]>
    %tb = make_tensor_view %b_16, shape = [256, 128], strides = [128, 1] : tensor_view<256x128xf16, strides=[128,1]>
    %tc = make_tensor_view %c_16, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xf32, strides=[128,1]>
    %pa = make_partition_view %ta : partition_view<tile=(64x32), tensor_view<128x256xf16, strides=[256,1]>>
    %pb = make_partition_view %tb : partition_view<tile=(32x64), tensor_view<256x128xf16, strides=[128,1]>>
    %pc = make_partition_view %tc : partition_view<tile=(64x64), tensor_view<128x128xf32, strides=[128,1]>>
    %start = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%zero to %k, step %one) : tile<i32> iter_values(%acc = %start) -> (tile<64x64xf32>) {
      %left, %t0 = load_view_tko weak %pa[%x, %i] : partition_view<tile=(64x32), tensor_view<128x256xf16, strides=[256,1]>>, tile<i32> -> tile<64x32xf16>, token
      %right, %t1 = load_view_tko weak %pb[%i, %y] : partition_view<tile=(32x64), tensor_view<256x128xf16, strides=[128,1]>>, tile<i32> -> tile<32x64xf16>, token
      %next = mmaf %left, %right, %acc : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %stored = store_view_tko weak %sum, %pc[%x, %y] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<128x128xf32, strides=[128,1]>>, tile<i32> -> token
    return
  }
}
