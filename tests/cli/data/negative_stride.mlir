cuda_tile.module @m {
  // The stride is computed, so that no launch knows it.
  entry @k(%a: tile<ptr<f32>>, %back: tile<i32>) {
    %z = constant <i32: 0> : tile<i32>
    %s = subi %z, %back : tile<i32>
    %t = make_tensor_view %a, shape = [4], strides = [%s] : tile<i32> -> tensor_view<4xf32, strides=[?]>
    %p = make_partition_view %t : partition_view<tile=(4), tensor_view<4xf32, strides=[?]>>
    %v, %r = load_view_tko weak %p[%z] : partition_view<tile=(4), tensor_view<4xf32, strides=[?]>>, tile<i32> -> tile<4xf32>, token
    print_tko "%f\n", %v : tile<4xf32> -> token
    return
  }
}
