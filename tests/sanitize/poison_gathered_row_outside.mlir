// RUN: run --sanitize --entry wrong --arg 'x:i32[6,2]=iota' --arg 'y:i32[4,2]=zeros'
// E0503 line 17, with 16: `store_view_tko`: an undefined value is stored to memory: an element outside of the tensor, loaded without padding, made by `load_view_tko`
//   fix: give %g a `padding_value`, or mask what uses %v
// RUN: run --sanitize --entry right --arg 'x:i32[6,2]=iota' --arg 'y:i32[4,2]=zeros'
// clean
//
// A gathered row lies outside of the tensor, and the view has no padding value.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %rows = constant <i32: [5, 0, 6, 1]> : tile<4xi32>
    %g_t = make_tensor_view %x, shape = [6, 2], strides = [2, 1] : tensor_view<6x2xi32, strides=[2,1]>
    %g = make_gather_scatter_view %g_t : gather_scatter_view<tile=(4x2), tensor_view<6x2xi32, strides=[2,1]>, sparse_dim=0>
    %yv_t = make_tensor_view %y, shape = [4, 2], strides = [2, 1] : tensor_view<4x2xi32, strides=[2,1]>
    %yv = make_partition_view %yv_t : partition_view<tile=(4x2), tensor_view<4x2xi32, strides=[2,1]>>
    %v, %t = load_view_tko weak %g[%rows, %zero] : gather_scatter_view<tile=(4x2), tensor_view<6x2xi32, strides=[2,1]>, sparse_dim=0>, tile<4xi32>, tile<i32> -> tile<4x2xi32>, token
    %written = store_view_tko weak %v, %yv[%zero, %zero] : tile<4x2xi32>, partition_view<tile=(4x2), tensor_view<4x2xi32, strides=[2,1]>>, tile<i32> -> token
    return
  }
  entry @right(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %rows = constant <i32: [5, 0, 2, 1]> : tile<4xi32>
    %g_t = make_tensor_view %x, shape = [6, 2], strides = [2, 1] : tensor_view<6x2xi32, strides=[2,1]>
    %g = make_gather_scatter_view %g_t : gather_scatter_view<tile=(4x2), tensor_view<6x2xi32, strides=[2,1]>, sparse_dim=0>
    %yv_t = make_tensor_view %y, shape = [4, 2], strides = [2, 1] : tensor_view<4x2xi32, strides=[2,1]>
    %yv = make_partition_view %yv_t : partition_view<tile=(4x2), tensor_view<4x2xi32, strides=[2,1]>>
    %v, %t = load_view_tko weak %g[%rows, %zero] : gather_scatter_view<tile=(4x2), tensor_view<6x2xi32, strides=[2,1]>, sparse_dim=0>, tile<4xi32>, tile<i32> -> tile<4x2xi32>, token
    %written = store_view_tko weak %v, %yv[%zero, %zero] : tile<4x2xi32>, partition_view<tile=(4x2), tensor_view<4x2xi32, strides=[2,1]>>, tile<i32> -> token
    return
  }
}
