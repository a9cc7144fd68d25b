// RUN: check
// Older words that mean nothing where they stand.
cuda_tile.module @older {
  entry @a(%a: tile<ptr<f32>>) {
    %t = make_tensor_view %a, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    %d = get_dim_size %t 1
    // NOTE: `get_dim_size` is not standard
    // ERROR: `get_dim_size` of dimension 1, but the view has 1
    %e = get_dim_size %a 0
    // NOTE: `get_dim_size` is not standard
    // ERROR: `get_dim_size` takes a view, not '!cuda_tile.tile<ptr<f32>>'
    return
  }
}
