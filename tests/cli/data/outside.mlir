cuda_tile.module @kernels {
  entry @outside(%x: tile<ptr<f32>>, %n: tile<i32>) {
    %start = make_token : token
    %n_0 = assume bounded<0, ?>, %n : tile<i32>
    %t = make_tensor_view %x, shape = [%n_0], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %p = make_partition_view %t : partition_view<tile=(4), padding_value = zero, tensor_view<?xf32, strides=[1]>>
    %far = constant <i32: 7> : tile<i32>
    %v, %r = load_view_tko weak %p[%far] token = %start : partition_view<tile=(4), padding_value = zero, tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    print_tko "%f\n", %v : tile<4xf32> -> token
    return
  }
}
