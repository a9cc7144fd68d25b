// RUN: run --sanitize --entry wrong --arg 'y:f32[4]=iota'
// E0572 line 15, with 13: `store_view_tko` updates element 0 of the buffer of argument 1 (`%y`), which `load_view_tko` reads; no token orders the two
//   fix: pass token %read of the `load_view_tko` to the `store_view_tko`
// RUN: run --sanitize --entry right --arg 'y:f32[4]=iota'
// clean
//
// A tile of a view is loaded, doubled and stored again; only the data leads from the load to the store.
cuda_tile.module @tests {
  entry @wrong(%y: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %v_t = make_tensor_view %y, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
    %v = make_partition_view %v_t : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>
    %t, %read = load_view_tko weak %v[%zero] : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    %d = addf %t, %t : tile<4xf32>
    %written = store_view_tko weak %d, %v[%zero] : tile<4xf32>, partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  entry @right(%y: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %v_t = make_tensor_view %y, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
    %v = make_partition_view %v_t : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>
    %t, %read = load_view_tko weak %v[%zero] : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    %d = addf %t, %t : tile<4xf32>
    %written = store_view_tko weak %d, %v[%zero] token=%read : tile<4xf32>, partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}
