// RUN: run --arg 'x:f32[5,6]=iota' --show rows --show columns --show h --show w --show inner --show edge \
//   --print x
// %rows = 3
// %columns = 2
// %h = 5
// %w = 6
// %inner = [[12. 13. 14. 15.]
//           [18. 19. 20. 21.]]
// %edge = [[28. 29.  0.  0.]
//          [ 0.  0.  0.  0.]]
// x = [[ 0.  1.  2.  3.  4.  5.]
//      [ 6.  7.  8.  9. 10. 11.]
//      [12. 13. 14. 15. 16. 17.]
//      [18. 19. 20. 21. 22. 23.]
//      [24. 25. 26. 27. -1. -1.]]
//
// A partition: tile (2, 1) reaches beyond the tensor on both sides and is padded; a store drops what lies outside.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<f32>>) {
    %v = make_tensor_view %x, shape = [5, 6], strides = [6, 1] : tensor_view<5x6xf32, strides=[6,1]>
    %p = make_partition_view %v : partition_view<tile=(2x4), padding_value = zero, tensor_view<5x6xf32, strides=[6,1]>>
    %rows, %columns = get_index_space_shape %p : partition_view<tile=(2x4), padding_value = zero, tensor_view<5x6xf32, strides=[6,1]>> -> tile<i32>
    %h, %w = get_tensor_shape %v : tensor_view<5x6xf32, strides=[6,1]> -> tile<i64>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %inner, %t1 = load_view_tko weak %p[%one, %zero] : partition_view<tile=(2x4), padding_value = zero, tensor_view<5x6xf32, strides=[6,1]>>, tile<i32> -> tile<2x4xf32>, token
    %edge, %t2 = load_view_tko weak %p[%two, %one] : partition_view<tile=(2x4), padding_value = zero, tensor_view<5x6xf32, strides=[6,1]>>, tile<i32> -> tile<2x4xf32>, token
    %new = constant <f32: -1.0> : tile<2x4xf32>
    %t = join_tokens %t1, %t2 : token
    %t3 = store_view_tko weak %new, %p[%two, %one] token = %t : tile<2x4xf32>, partition_view<tile=(2x4), padding_value = zero, tensor_view<5x6xf32, strides=[6,1]>>, tile<i32> -> token
    return
  }
}
