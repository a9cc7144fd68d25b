// RUN: run --sanitize --entry wrong --arg 'x:f32[10]=iota' --arg 'y:f32[4]=zeros'
// E0503 line 20, with 13: `store_ptr_tko`: an undefined value is stored to memory: an element outside of the tensor, loaded without padding, made by `load_view_tko`
//   fix: give %w a `padding_value`, or mask what uses %v
// RUN: run --sanitize --entry right --arg 'x:f32[10]=iota' --arg 'y:f32[4]=zeros'
// clean
//
// Windows of four elements that start three apart: the last one hangs over the end, and its maximum is taken.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>) {
    %last = constant <i32: 3> : tile<i32>
    %w_t = make_tensor_view %x, shape = [10], strides = [1] : tensor_view<10xf32, strides=[1]>
    %w = make_strided_view %w_t : strided_view<tile=(4), traversal_strides=[3], tensor_view<10xf32, strides=[1]>>
    %v, %t = load_view_tko weak %w[%last] : strided_view<tile=(4), traversal_strides=[3], tensor_view<10xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    %m = reduce %v dim=0 identities=[0xFF800000 : f32] : tile<4xf32> -> tile<f32>
    (%a: tile<f32>, %b: tile<f32>) {
      %c = maxf %a, %b : tile<f32>
      yield %c : tile<f32>
    }
    %p = offset %y, %last : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %written = store_ptr_tko weak %p, %m : tile<ptr<f32>>, tile<f32> -> token
    return
  }
  entry @right(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>) {
    %last = constant <i32: 3> : tile<i32>
    %w_t = make_tensor_view %x, shape = [10], strides = [1] : tensor_view<10xf32, strides=[1]>
    %w = make_strided_view %w_t : strided_view<tile=(4), traversal_strides=[3], padding_value = neg_inf, tensor_view<10xf32, strides=[1]>>
    %v, %t = load_view_tko weak %w[%last] : strided_view<tile=(4), traversal_strides=[3], padding_value = neg_inf, tensor_view<10xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    %m = reduce %v dim=0 identities=[0xFF800000 : f32] : tile<4xf32> -> tile<f32>
    (%a: tile<f32>, %b: tile<f32>) {
      %c = maxf %a, %b : tile<f32>
      yield %c : tile<f32>
    }
    %p = offset %y, %last : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %written = store_ptr_tko weak %p, %m : tile<ptr<f32>>, tile<f32> -> token
    return
  }
}
