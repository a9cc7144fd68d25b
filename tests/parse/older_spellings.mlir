// RUN: check
// Spellings of versions before the first public one, as they stand in older files: each gives a note.
cuda_tile.module @older {
  entry @k(%a: tile<ptr<f32>>, %n: tile<i32>, %m: tile<i32>) {
    %z = constant <i32: 0> : tile<i32>
    %t = make_tensor_view %a, shape = [%n, %m], strides = [%m, 1] : tensor_view<?x?xf32, strides=[?,1]>
    // NOTE: `make_tensor_view` without the type of its indices or extents is not standard
    %p = make_partition_view %t : partition_view<masked tile=(8x8), tensor_view<?x?xf32, strides=[?,1]>, dim_map=[0, 1]>
    // NOTE: `masked` is not standard
    %d = get_dim_size %p 1 : partition_view<tile=(8x8), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>, dim_map=[0, 1]> -> tile<i32>
    // NOTE: `get_dim_size` is not standard
    %e = get_dim_size %t 0 : tensor_view<?x?xf32, strides=[?,1]> -> tile<i32>
    // NOTE: `get_dim_size` is not standard
    %v, %r = load_view_tko weak %p[%d, %z] : partition_view<tile=(8x8), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<8x8xf32>, token
    %w, %s = load_from_view_unordered weak %p[%e, %z] : partition_view<tile=(8x8), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>> -> tile<8x8xf32>, token
    // NOTE: `load_from_view_unordered` is not standard
    // NOTE: `load_view_tko` without the type of its indices or extents is not standard
    %x = mma %v, %w, %v : tile<8x8xf32>, tile<8x8xf32>, tile<8x8xf32>
    // NOTE: `mma` is not standard
    %u = store_to_view_unordered weak %x, %p[%z, %z] : tile<8x8xf32>, partition_view<tile=(8x8), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>> -> token
    // NOTE: `store_to_view_unordered` is not standard
    // NOTE: `store_view_tko` without the type of its indices or extents is not standard
    %i = constant <i8: 1> : tile<8x8xi8>
    %j = constant <i32: 1> : tile<8x8xi32>
    %y = mma %i, %i, %j : tile<8x8xi8>, tile<8x8xi8>, tile<8x8xi32>
    // NOTE: `mma` is not standard
    return
  }
}
