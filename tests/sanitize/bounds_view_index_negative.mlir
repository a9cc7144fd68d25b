// RUN: run --sanitize --entry wrong --grid 2 --arg 'src:f32[8]=iota'
// E0541 line 16: `load_view_tko`: view index 4294967295 of dimension 0 is not below 2
//   fix: keep the index below the extent that `get_index_space_shape` gives of %v
// RUN: run --sanitize --entry right --grid 2 --arg 'src:f32[8]=iota'
// clean
//
// The tile to the left of the first one has index -1, which as an unsigned number is large.
cuda_tile.module @tests {
  entry @wrong(%src: tile<ptr<f32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %left = subi %x, %one : tile<i32>
    %v_t = make_tensor_view %src, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    %v = make_partition_view %v_t : partition_view<tile=(4), padding_value = zero, tensor_view<8xf32, strides=[1]>>
    %t, %read = load_view_tko weak %v[%left] : partition_view<tile=(4), padding_value = zero, tensor_view<8xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    return
  }
  entry @right(%src: tile<ptr<f32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %left = subi %x, %one : tile<i32>
    %v_t = make_tensor_view %src, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    %v = make_partition_view %v_t : partition_view<tile=(4), padding_value = zero, tensor_view<8xf32, strides=[1]>>
    %none = cmpi less_than %left, %zero, signed : tile<i32> -> tile<i1>
    %some = constant <i1: true> : tile<i1>
    %yes = xori %none, %some : tile<i1>
    if %yes {
      %t, %read = load_view_tko weak %v[%left] : partition_view<tile=(4), padding_value = zero, tensor_view<8xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    }
    return
  }
}
