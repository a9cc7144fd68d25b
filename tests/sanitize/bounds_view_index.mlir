// RUN: run --sanitize --entry wrong --grid 3 --arg 'src:f32[8]=iota'
// E0541 line 13: `load_view_tko`: view index 2 of dimension 0 is not below 2
//   fix: keep the index below the extent that `get_index_space_shape` gives of %v
// RUN: run --sanitize --entry right --grid 3 --arg 'src:f32[8]=iota'
// clean
//
// There are two tiles of four; the third one lies outside as a whole, which is not padded.
cuda_tile.module @tests {
  entry @wrong(%src: tile<ptr<f32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %v_t = make_tensor_view %src, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    %v = make_partition_view %v_t : partition_view<tile=(4), padding_value = zero, tensor_view<8xf32, strides=[1]>>
    %t, %read = load_view_tko weak %v[%x] : partition_view<tile=(4), padding_value = zero, tensor_view<8xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    return
  }
  entry @right(%src: tile<ptr<f32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %v_t = make_tensor_view %src, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    %v = make_partition_view %v_t : partition_view<tile=(4), padding_value = zero, tensor_view<8xf32, strides=[1]>>
    %n = get_index_space_shape %v : partition_view<tile=(4), padding_value = zero, tensor_view<8xf32, strides=[1]>> -> tile<i32>
    %inside = cmpi less_than %x, %n, signed : tile<i32> -> tile<i1>
    if %inside {
      %t, %read = load_view_tko weak %v[%x] : partition_view<tile=(4), padding_value = zero, tensor_view<8xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    }
    return
  }
}
