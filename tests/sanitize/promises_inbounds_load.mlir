// RUN: run --sanitize --entry wrong --grid 3 --arg 'src:f32[10]=iota' --arg 'out:f32[3]=zeros'
// E0533 line 13: `load_view_tko`: the tile reaches outside of the 10 elements of dimension 0
//   fix: drop `inbounds` for this dimension, or leave out the tiles at the edge
// RUN: run --sanitize --entry right --grid 3 --arg 'src:f32[10]=iota' --arg 'out:f32[3]=zeros'
// clean
//
// A kernel promises that no tile hangs over the edge; its last tile does.
cuda_tile.module @tests {
  entry @wrong(%src: tile<ptr<f32>>, %out: tile<ptr<f32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %v_t = make_tensor_view %src, shape = [10], strides = [1] : tensor_view<10xf32, strides=[1]>
    %v = make_partition_view %v_t : partition_view<tile=(4), padding_value = zero, tensor_view<10xf32, strides=[1]>>
    %t, %read = load_view_tko weak %v[%x] inbounds = [true] : partition_view<tile=(4), padding_value = zero, tensor_view<10xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    %s = reduce %t dim=0 identities=[0.0 : f32] : tile<4xf32> -> tile<f32>
    (%a: tile<f32>, %b: tile<f32>) {
      %c = addf %a, %b : tile<f32>
      yield %c : tile<f32>
    }
    %p = offset %out, %x : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %written = store_ptr_tko weak %p, %s : tile<ptr<f32>>, tile<f32> -> token
    return
  }
  entry @right(%src: tile<ptr<f32>>, %out: tile<ptr<f32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %v_t = make_tensor_view %src, shape = [10], strides = [1] : tensor_view<10xf32, strides=[1]>
    %v = make_partition_view %v_t : partition_view<tile=(4), padding_value = zero, tensor_view<10xf32, strides=[1]>>
    %t, %read = load_view_tko weak %v[%x] : partition_view<tile=(4), padding_value = zero, tensor_view<10xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    %s = reduce %t dim=0 identities=[0.0 : f32] : tile<4xf32> -> tile<f32>
    (%a: tile<f32>, %b: tile<f32>) {
      %c = addf %a, %b : tile<f32>
      yield %c : tile<f32>
    }
    %p = offset %out, %x : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %written = store_ptr_tko weak %p, %s : tile<ptr<f32>>, tile<f32> -> token
    return
  }
}
