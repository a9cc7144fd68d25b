// RUN: run --sanitize --entry wrong --grid 4 --arg 'sums:f32[4]=zeros' --arg 'out:f32[4]=zeros'
// E0571 line 17, with 18: `atomic_red_view_tko` atomically writes element 0 of the buffer of argument 1 (`%sums`), which `load_view_tko` reads in another tile block; nothing orders the two
//   fix: make the `load_view_tko` `relaxed` with the scope `device`, to see some value; or let it wait for what it is to see
// RUN: run --sanitize --entry right --grid 4 --arg 'sums:f32[4]=zeros' --arg 'out:f32[4]=zeros'
// clean
//
// All tile blocks add to the elements of a view, and each reads the total at once instead of waiting for the others.
cuda_tile.module @tests {
  entry @wrong(%sums: tile<ptr<f32>>, %out: tile<ptr<f32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %t = constant <f32: 1.0> : tile<4xf32>
    %s_t = make_tensor_view %sums, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
    %s = make_partition_view %s_t : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>
    %o_t = make_tensor_view %out, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
    %o = make_partition_view %o_t : partition_view<tile=(1), tensor_view<4xf32, strides=[1]>>
    %added = atomic_red_view_tko relaxed device %s[%zero], addf, %t : tile<4xf32>, partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> token
    %v, %read = load_view_tko weak %s[%zero] token=%added : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    %mine = extract %v[%x] : tile<4xf32> -> tile<1xf32>
    %written = store_view_tko weak %mine, %o[%x] : tile<1xf32>, partition_view<tile=(1), tensor_view<4xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  entry @right(%sums: tile<ptr<f32>>, %out: tile<ptr<f32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %t = constant <f32: 1.0> : tile<4xf32>
    %s_t = make_tensor_view %sums, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
    %s = make_partition_view %s_t : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>
    %o_t = make_tensor_view %out, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
    %o = make_partition_view %o_t : partition_view<tile=(1), tensor_view<4xf32, strides=[1]>>
    %added = atomic_red_view_tko relaxed device %s[%zero], addf, %t : tile<4xf32>, partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}
