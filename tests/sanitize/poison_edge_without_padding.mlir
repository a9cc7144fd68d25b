// RUN: run --sanitize --entry wrong --arg 'x:f32[3]=iota' --arg 'out:f32[1]=zeros'
// E0503 line 18, with 13: `store_ptr_tko`: an undefined value is stored to memory: an element outside of the tensor, loaded without padding, made by `load_view_tko`
//   fix: give %v a `padding_value`, or mask what uses %tile
// RUN: run --sanitize --entry right --arg 'x:f32[3]=iota' --arg 'out:f32[1]=zeros'
// clean
//
// A tile that reaches past the edge of its tensor is summed; without a padding value the sum is undefined.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<f32>>, %out: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %t = make_tensor_view %x, shape = [3], strides = [1] : tensor_view<3xf32, strides=[1]>
    %v = make_partition_view %t : partition_view<tile=(4), tensor_view<3xf32, strides=[1]>>
    %tile, %read = load_view_tko weak %v[%zero] : partition_view<tile=(4), tensor_view<3xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    %sum = reduce %tile dim=0 identities=[0.0 : f32] : tile<4xf32> -> tile<f32> (%e: tile<f32>, %acc: tile<f32>) {
      %s = addf %e, %acc : tile<f32>
      yield %s : tile<f32>
    }
    %written = store_ptr_tko weak %out, %sum : tile<ptr<f32>>, tile<f32> -> token
    return
  }
  entry @right(%x: tile<ptr<f32>>, %out: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %t = make_tensor_view %x, shape = [3], strides = [1] : tensor_view<3xf32, strides=[1]>
    %v = make_partition_view %t : partition_view<tile=(4), padding_value = zero, tensor_view<3xf32, strides=[1]>>
    %tile, %read = load_view_tko weak %v[%zero] : partition_view<tile=(4), padding_value = zero, tensor_view<3xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    %sum = reduce %tile dim=0 identities=[0.0 : f32] : tile<4xf32> -> tile<f32> (%e: tile<f32>, %acc: tile<f32>) {
      %s = addf %e, %acc : tile<f32>
      yield %s : tile<f32>
    }
    %written = store_ptr_tko weak %out, %sum : tile<ptr<f32>>, tile<f32> -> token
    return
  }
}
