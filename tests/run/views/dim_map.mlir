// RUN: run --arg 'f32[6,4]=iota' --show a --show b --show tile --show edge
// %a = 2
// %b = 2
// %tile = [[ 2.  6. 10. 14.]
//          [ 3.  7. 11. 15.]]
// %edge = [[16. 20.  0.  0.]
//          [17. 21.  0.  0.]]
//
// With dim_map the first dimension of a tile runs along the second of the tensor: the same as loading without it and
// permuting. Extents and strides are values here.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<f32>>) {
    %h = constant <i32: 6> : tile<i32>
    %w = constant <i32: 4> : tile<i32>
    %v = make_tensor_view %x, shape = [%h, %w], strides = [%w, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %p = make_partition_view %v : partition_view<tile=(2x4), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>, dim_map=[1, 0]>
    %a, %b = get_index_space_shape %p : partition_view<tile=(2x4), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>, dim_map=[1, 0]> -> tile<i16>
    %one = constant <i32: 1> : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %tile, %t1 = load_view_tko weak %p[%one, %zero] : partition_view<tile=(2x4), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>, dim_map=[1, 0]>, tile<i32> -> tile<2x4xf32>, token
    %edge, %t2 = load_view_tko weak %p[%zero, %one] : partition_view<tile=(2x4), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>, dim_map=[1, 0]>, tile<i32> -> tile<2x4xf32>, token
    return
  }
}
