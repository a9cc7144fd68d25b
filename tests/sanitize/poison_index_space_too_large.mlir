// RUN: run --sanitize --entry wrong --arg 'out:i32[4]=zeros' --arg 1000
// E0511 line 14, with 12: `store_ptr_tko`: an undefined value is stored to memory: an extent that its result type cannot hold, made by `get_index_space_shape`
//   fix: give %tiles a wider type
// RUN: run --sanitize --entry right --arg 'out:i32[4]=zeros' --arg 1000
// clean
//
// 1000 elements by threes are 334 tiles, which a byte cannot count.
cuda_tile.module @tests {
  entry @wrong(%out: tile<ptr<i32>>, %n: tile<i32>) {
    %t = make_tensor_view %out, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %v = make_strided_view %t : strided_view<tile=(1), traversal_strides=[3], tensor_view<?xi32, strides=[1]>>
    %tiles = get_index_space_shape %v : strided_view<tile=(1), traversal_strides=[3], tensor_view<?xi32, strides=[1]>> -> tile<i8>
    %count = exti %tiles signed : tile<i8> -> tile<i32>
    %written = store_ptr_tko weak %out, %count : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @right(%out: tile<ptr<i32>>, %n: tile<i32>) {
    %t = make_tensor_view %out, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %v = make_strided_view %t : strided_view<tile=(1), traversal_strides=[3], tensor_view<?xi32, strides=[1]>>
    %count = get_index_space_shape %v : strided_view<tile=(1), traversal_strides=[3], tensor_view<?xi32, strides=[1]>> -> tile<i32>
    %written = store_ptr_tko weak %out, %count : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
