// RUN: check --strict
// The reference tools know none of them.
cuda_tile.module @older {
  entry @a(%t: tile<ptr<f32>>) {
    %p = make_partition_view %t : partition_view<masked tile=(8x8), tensor_view<?x?xf32, strides=[?,1]>>
    // ERROR: expected 'tile'
  }
  entry @b(%a: tile<ptr<f32>>, %n: tile<i32>) {
    %t = make_tensor_view %a, shape = [%n], strides = [1] : tensor_view<?xf32, strides=[1]>
    // ERROR: expected '->' and the tensor_view type
  }
  entry @c(%a: tile<ptr<f32>>) {
    %d = get_dim_size %a 1 : tile<ptr<f32>> -> tile<i32>
    // ERROR: custom op 'get_dim_size' is unknown (tried 'cuda_tile.get_dim_size' as well)
  }
}
