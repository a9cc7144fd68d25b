// RUN: run --arg 'x:i32[6,4]=iota'
// TRAP: error[E0541]: `load_view_tko`: view index 4 of dimension 1 is not below 4
//
// There are as many columns to begin at as the tensor has, not as there are tiles.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<i32>>) {
    %v = make_tensor_view %x, shape = [6, 4], strides = [4, 1] : tensor_view<6x4xi32, strides=[4,1]>
    %g = make_gather_scatter_view %v : gather_scatter_view<tile=(4x2), padding_value = zero, tensor_view<6x4xi32, strides=[4,1]>, sparse_dim=0>
    %rows = constant <i32: [5, 0, 3, 2]> : tile<4xi32>
    %three = constant <i32: 3> : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    %last, %t0 = load_view_tko weak %g[%rows, %three] : gather_scatter_view<tile=(4x2), padding_value = zero, tensor_view<6x4xi32, strides=[4,1]>, sparse_dim=0>, tile<4xi32>, tile<i32> -> tile<4x2xi32>, token
    %behind, %t1 = load_view_tko weak %g[%rows, %four] : gather_scatter_view<tile=(4x2), padding_value = zero, tensor_view<6x4xi32, strides=[4,1]>, sparse_dim=0>, tile<4xi32>, tile<i32> -> tile<4x2xi32>, token
    return
  }
}
