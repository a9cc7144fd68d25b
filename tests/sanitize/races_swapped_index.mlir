// RUN: run --sanitize --entry wrong --grid 2,2 --arg 'a:f32[4,4]=iota' --arg 'b:f32[4,4]=zeros'
// E0571 line 15, with 17: `load_view_tko` reads element 0,2 of the buffer of argument 1 (`%a`), which `store_view_tko` writes in another tile block; nothing orders the two
//   fix: give every tile block elements of its own, or write to another buffer; or else publish the `store_view_tko` by a `release` that takes its token %written, and let the `load_view_tko` take the token of an `acquire` that reads what was released
// RUN: run --sanitize --entry right --grid 2,2 --arg 'a:f32[4,4]=iota' --arg 'b:f32[4,4]=zeros'
// clean
//
// A matrix is transposed, in place by mistake: each block writes the tile that another one reads.
cuda_tile.module @tests {
  entry @wrong(%a: tile<ptr<f32>>, %b: tile<ptr<f32>>) {
    %bx, %by, %bz = get_tile_block_id : tile<i32>
    %a_t = make_tensor_view %a, shape = [4, 4], strides = [4, 1] : tensor_view<4x4xf32, strides=[4,1]>
    %a_v = make_partition_view %a_t : partition_view<tile=(2x2), tensor_view<4x4xf32, strides=[4,1]>>
    %b_t = make_tensor_view %b, shape = [4, 4], strides = [4, 1] : tensor_view<4x4xf32, strides=[4,1]>
    %b_v = make_partition_view %b_t : partition_view<tile=(2x2), tensor_view<4x4xf32, strides=[4,1]>>
    %tile, %read = load_view_tko weak %a_v[%bx, %by] : partition_view<tile=(2x2), tensor_view<4x4xf32, strides=[4,1]>>, tile<i32> -> tile<2x2xf32>, token
    %turned = permute %tile [1, 0] : tile<2x2xf32> -> tile<2x2xf32>
    %written = store_view_tko weak %turned, %a_v[%by, %bx] token=%read : tile<2x2xf32>, partition_view<tile=(2x2), tensor_view<4x4xf32, strides=[4,1]>>, tile<i32> -> token
    return
  }
  entry @right(%a: tile<ptr<f32>>, %b: tile<ptr<f32>>) {
    %bx, %by, %bz = get_tile_block_id : tile<i32>
    %a_t = make_tensor_view %a, shape = [4, 4], strides = [4, 1] : tensor_view<4x4xf32, strides=[4,1]>
    %a_v = make_partition_view %a_t : partition_view<tile=(2x2), tensor_view<4x4xf32, strides=[4,1]>>
    %b_t = make_tensor_view %b, shape = [4, 4], strides = [4, 1] : tensor_view<4x4xf32, strides=[4,1]>
    %b_v = make_partition_view %b_t : partition_view<tile=(2x2), tensor_view<4x4xf32, strides=[4,1]>>
    %tile, %read = load_view_tko weak %a_v[%bx, %by] : partition_view<tile=(2x2), tensor_view<4x4xf32, strides=[4,1]>>, tile<i32> -> tile<2x2xf32>, token
    %turned = permute %tile [1, 0] : tile<2x2xf32> -> tile<2x2xf32>
    %written = store_view_tko weak %turned, %b_v[%by, %bx] token=%read : tile<2x2xf32>, partition_view<tile=(2x2), tensor_view<4x4xf32, strides=[4,1]>>, tile<i32> -> token
    return
  }
}
