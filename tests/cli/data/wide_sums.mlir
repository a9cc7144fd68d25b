// Two sums of 256x256: 1,024 columns of tensor memory.

cuda_tile.module @wide_sums {
  entry @two_sums(
      %a: tile<ptr<f16>>,
      %b: tile<ptr<f16>>,
      %d: tile<ptr<f16>>,
      %e: tile<ptr<f16>>,
      %c: tile<ptr<f32>>,
      %k: tile<i32>
  ) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %d_16 = assume div_by<16>, %d : tile<ptr<f16>>
    %e_16 = assume div_by<16>, %e : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %k_8 = assume div_by<8>, %k : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [256, %k_8], strides = [%k_8, 1] : tile<i32> -> tensor_view<256x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(256x128), padding_value = zero, tensor_view<256x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k_8, 256], strides = [256, 1] : tile<i32> -> tensor_view<?x256xf16, strides=[256,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(128x256), padding_value = zero, tensor_view<?x256xf16, strides=[256,1]>>
    %d_tensor = make_tensor_view %d_16, shape = [256, %k_8], strides = [%k_8, 1] : tile<i32> -> tensor_view<256x?xf16, strides=[?,1]>
    %d_tiles = make_partition_view %d_tensor : partition_view<tile=(256x128), padding_value = zero, tensor_view<256x?xf16, strides=[?,1]>>
    %e_tensor = make_tensor_view %e_16, shape = [%k_8, 256], strides = [256, 1] : tile<i32> -> tensor_view<?x256xf16, strides=[256,1]>
    %e_tiles = make_partition_view %e_tensor : partition_view<tile=(128x256), padding_value = zero, tensor_view<?x256xf16, strides=[256,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [256, 512], strides = [512, 1] : tensor_view<256x512xf32, strides=[512,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(256x256), tensor_view<256x512xf32, strides=[512,1]>>
    %rows, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(256x128), padding_value = zero, tensor_view<256x?xf16, strides=[?,1]>> -> tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<256x256xf32>
    %first, %second = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%first_so_far = %sum_0, %second_so_far = %sum_0) -> (tile<256x256xf32>, tile<256x256xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%zero, %i] : partition_view<tile=(256x128), padding_value = zero, tensor_view<256x?xf16, strides=[?,1]>>, tile<i32> -> tile<256x128xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %zero] : partition_view<tile=(128x256), padding_value = zero, tensor_view<?x256xf16, strides=[256,1]>>, tile<i32> -> tile<128x256xf16>, token
      %first_next = mmaf %a_tile, %b_tile, %first_so_far : tile<256x128xf16>, tile<128x256xf16>, tile<256x256xf32>
      %d_tile, %d_read = load_view_tko weak %d_tiles[%zero, %i] : partition_view<tile=(256x128), padding_value = zero, tensor_view<256x?xf16, strides=[?,1]>>, tile<i32> -> tile<256x128xf16>, token
      %e_tile, %e_read = load_view_tko weak %e_tiles[%i, %zero] : partition_view<tile=(128x256), padding_value = zero, tensor_view<?x256xf16, strides=[256,1]>>, tile<i32> -> tile<128x256xf16>, token
      %second_next = mmaf %d_tile, %e_tile, %second_so_far : tile<256x128xf16>, tile<128x256xf16>, tile<256x256xf32>
      continue %first_next, %second_next : tile<256x256xf32>, tile<256x256xf32>
    }
    %stored_1 = store_view_tko weak %first, %c_tiles[%zero, %zero] : tile<256x256xf32>, partition_view<tile=(256x256), tensor_view<256x512xf32, strides=[512,1]>>, tile<i32> -> token
    %stored_2 = store_view_tko weak %second, %c_tiles[%zero, %one] : tile<256x256xf32>, partition_view<tile=(256x256), tensor_view<256x512xf32, strides=[512,1]>>, tile<i32> -> token
    return
  }
}
