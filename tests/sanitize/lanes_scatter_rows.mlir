// RUN: run --sanitize --entry wrong --arg 'm:i32[4,2]=zeros'
// E0525 line 16: `store_view_tko`: writes two different values to element 2,0 of the buffer of argument 1 (`%m`)
//   fix: make the addresses of the lanes differ, or use an atomic operation
// RUN: run --sanitize --entry right --arg 'm:i32[4,2]=zeros'
// clean
//
// Two rows of a tile are scattered to one row of the tensor.
cuda_tile.module @tests {
  entry @wrong(%m: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %i = iota : tile<8xi32>
    %t = reshape %i : tile<8xi32> -> tile<4x2xi32>
    %rows = constant <i32: [0, 2, 3, 2]> : tile<4xi32>
    %g_t = make_tensor_view %m, shape = [4, 2], strides = [2, 1] : tensor_view<4x2xi32, strides=[2,1]>
    %g = make_gather_scatter_view %g_t : gather_scatter_view<tile=(4x2), tensor_view<4x2xi32, strides=[2,1]>, sparse_dim=0>
    %written = store_view_tko weak %t, %g[%rows, %zero] : tile<4x2xi32>, gather_scatter_view<tile=(4x2), tensor_view<4x2xi32, strides=[2,1]>, sparse_dim=0>, tile<4xi32>, tile<i32> -> token
    return
  }
  entry @right(%m: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %i = iota : tile<8xi32>
    %t = reshape %i : tile<8xi32> -> tile<4x2xi32>
    %rows = constant <i32: [0, 2, 3, 1]> : tile<4xi32>
    %g_t = make_tensor_view %m, shape = [4, 2], strides = [2, 1] : tensor_view<4x2xi32, strides=[2,1]>
    %g = make_gather_scatter_view %g_t : gather_scatter_view<tile=(4x2), tensor_view<4x2xi32, strides=[2,1]>, sparse_dim=0>
    %written = store_view_tko weak %t, %g[%rows, %zero] : tile<4x2xi32>, gather_scatter_view<tile=(4x2), tensor_view<4x2xi32, strides=[2,1]>, sparse_dim=0>, tile<4xi32>, tile<i32> -> token
    return
  }
}
