// RUN: run --sanitize --entry wrong --arg 'ends:i32[3]=ones' --arg 'out:i32[4]=zeros'
// E0503 line 18, with 15: `for`: an undefined value bounds a loop: an element outside of the tensor, loaded without padding, made by `load_view_tko`
//   fix: give %e a `padding_value`, or mask what uses %all
// RUN: run --sanitize --entry right --arg 'ends:i32[3]=ones' --arg 'out:i32[4]=zeros'
// clean
//
// The number of rounds of a loop is read from beyond the edge of a tensor.
cuda_tile.module @tests {
  entry @wrong(%ends: tile<ptr<i32>>, %out: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %e_t = make_tensor_view %ends, shape = [3], strides = [1] : tensor_view<3xi32, strides=[1]>
    %e = make_partition_view %e_t : partition_view<tile=(4), tensor_view<3xi32, strides=[1]>>
    %all, %t = load_view_tko weak %e[%zero] : partition_view<tile=(4), tensor_view<3xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    %n = extract %all[%three] : tile<4xi32> -> tile<1xi32>
    %end = reshape %n : tile<1xi32> -> tile<i32>
    for %i in (%zero to %end, step %one) : tile<i32> {
      %p = offset %out, %i : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %written = store_ptr_tko weak %p, %i : tile<ptr<i32>>, tile<i32> -> token
      continue
    }
    return
  }
  entry @right(%ends: tile<ptr<i32>>, %out: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %e_t = make_tensor_view %ends, shape = [3], strides = [1] : tensor_view<3xi32, strides=[1]>
    %e = make_partition_view %e_t : partition_view<tile=(4), padding_value = zero, tensor_view<3xi32, strides=[1]>>
    %all, %t = load_view_tko weak %e[%zero] : partition_view<tile=(4), padding_value = zero, tensor_view<3xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    %n = extract %all[%three] : tile<4xi32> -> tile<1xi32>
    %end = reshape %n : tile<1xi32> -> tile<i32>
    for %i in (%zero to %end, step %one) : tile<i32> {
      %p = offset %out, %i : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %written = store_ptr_tko weak %p, %i : tile<ptr<i32>>, tile<i32> -> token
      continue
    }
    return
  }
}
