// RUN: run --sanitize --entry wrong --arg 'm:i32[4,2]=zeros'
// E0570 line 17, with 16: `load_view_tko` reads element 3,0 of the buffer of argument 1 (`%m`), which `store_view_tko` writes; no token orders the two
//   fix: pass token %stored of the `store_view_tko` to the `load_view_tko`
// RUN: run --sanitize --entry right --arg 'm:i32[4,2]=zeros'
// clean
//
// Rows are scattered and gathered again through one view.
cuda_tile.module @tests {
  entry @wrong(%m: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %rows = constant <i32: [3, 1]> : tile<2xi32>
    %back = constant <i32: [0, 3]> : tile<2xi32>
    %t = constant <i32: 5> : tile<2x2xi32>
    %g_t = make_tensor_view %m, shape = [4, 2], strides = [2, 1] : tensor_view<4x2xi32, strides=[2,1]>
    %g = make_gather_scatter_view %g_t : gather_scatter_view<tile=(2x2), tensor_view<4x2xi32, strides=[2,1]>, sparse_dim=0>
    %stored = store_view_tko weak %t, %g[%rows, %zero] : tile<2x2xi32>, gather_scatter_view<tile=(2x2), tensor_view<4x2xi32, strides=[2,1]>, sparse_dim=0>, tile<2xi32>, tile<i32> -> token
    %r, %read = load_view_tko weak %g[%back, %zero] : gather_scatter_view<tile=(2x2), tensor_view<4x2xi32, strides=[2,1]>, sparse_dim=0>, tile<2xi32>, tile<i32> -> tile<2x2xi32>, token
    return
  }
  entry @right(%m: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %rows = constant <i32: [3, 1]> : tile<2xi32>
    %back = constant <i32: [0, 3]> : tile<2xi32>
    %t = constant <i32: 5> : tile<2x2xi32>
    %g_t = make_tensor_view %m, shape = [4, 2], strides = [2, 1] : tensor_view<4x2xi32, strides=[2,1]>
    %g = make_gather_scatter_view %g_t : gather_scatter_view<tile=(2x2), tensor_view<4x2xi32, strides=[2,1]>, sparse_dim=0>
    %stored = store_view_tko weak %t, %g[%rows, %zero] : tile<2x2xi32>, gather_scatter_view<tile=(2x2), tensor_view<4x2xi32, strides=[2,1]>, sparse_dim=0>, tile<2xi32>, tile<i32> -> token
    %r, %read = load_view_tko weak %g[%back, %zero] token=%stored : gather_scatter_view<tile=(2x2), tensor_view<4x2xi32, strides=[2,1]>, sparse_dim=0>, tile<2xi32>, tile<i32> -> tile<2x2xi32>, token
    return
  }
}
