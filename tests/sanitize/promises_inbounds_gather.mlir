// RUN: run --sanitize --entry wrong --arg 'x:i32[6,4]=iota'
// E0533 line 14: `load_view_tko`: the tile reaches outside of the 6 elements of dimension 0
//   fix: drop `inbounds` for this dimension, or leave out the tiles at the edge
// RUN: run --sanitize --entry right --arg 'x:i32[6,4]=iota'
// clean
//
// Rows that are gathered are promised to lie inside of the tensor.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %rows = constant <i32: [0, 6, 2, 1]> : tile<4xi32>
    %g_t = make_tensor_view %x, shape = [6, 4], strides = [4, 1] : tensor_view<6x4xi32, strides=[4,1]>
    %g = make_gather_scatter_view %g_t : gather_scatter_view<tile=(4x4), padding_value = zero, tensor_view<6x4xi32, strides=[4,1]>, sparse_dim=0>
    %t, %read = load_view_tko weak %g[%rows, %zero] inbounds = [true, true] : gather_scatter_view<tile=(4x4), padding_value = zero, tensor_view<6x4xi32, strides=[4,1]>, sparse_dim=0>, tile<4xi32>, tile<i32> -> tile<4x4xi32>, token
    return
  }
  entry @right(%x: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %rows = constant <i32: [0, 5, 2, 1]> : tile<4xi32>
    %g_t = make_tensor_view %x, shape = [6, 4], strides = [4, 1] : tensor_view<6x4xi32, strides=[4,1]>
    %g = make_gather_scatter_view %g_t : gather_scatter_view<tile=(4x4), padding_value = zero, tensor_view<6x4xi32, strides=[4,1]>, sparse_dim=0>
    %t, %read = load_view_tko weak %g[%rows, %zero] inbounds = [true, true] : gather_scatter_view<tile=(4x4), padding_value = zero, tensor_view<6x4xi32, strides=[4,1]>, sparse_dim=0>, tile<4xi32>, tile<i32> -> tile<4x4xi32>, token
    return
  }
}
