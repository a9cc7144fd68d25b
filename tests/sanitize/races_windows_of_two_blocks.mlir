// RUN: run --sanitize --entry wrong --grid 3 --arg 'a:f32[10]=zeros'
// E0571 line 14, with 14: `store_view_tko` writes element 3 of the buffer of argument 1 (`%a`), which `store_view_tko` writes in another tile block; nothing orders the two
//   fix: give every tile block elements of its own, or make the `store_view_tko` an atomic operation
// RUN: run --sanitize --entry right --grid 3 --arg 'a:f32[10]=zeros'
// clean
//
// Windows of a strided view overlap by one element, and each is filled by another tile block.
cuda_tile.module @tests {
  entry @wrong(%a: tile<ptr<f32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %t = constant <f32: 1.0> : tile<4xf32>
    %w_t = make_tensor_view %a, shape = [10], strides = [1] : tensor_view<10xf32, strides=[1]>
    %w = make_strided_view %w_t : strided_view<tile=(4), traversal_strides=[3], tensor_view<10xf32, strides=[1]>>
    %written = store_view_tko weak %t, %w[%x] : tile<4xf32>, strided_view<tile=(4), traversal_strides=[3], tensor_view<10xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  entry @right(%a: tile<ptr<f32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %t = constant <f32: 1.0> : tile<4xf32>
    %w_t = make_tensor_view %a, shape = [10], strides = [1] : tensor_view<10xf32, strides=[1]>
    %w = make_strided_view %w_t : strided_view<tile=(4), traversal_strides=[4], tensor_view<10xf32, strides=[1]>>
    %written = store_view_tko weak %t, %w[%x] : tile<4xf32>, strided_view<tile=(4), traversal_strides=[4], tensor_view<10xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}
