// RUN: run --sanitize --entry wrong --arg 'x:i32[7]=ones' --arg 'y:i32[8]=zeros'
// E0503 line 21, with 15: `store_view_tko`: an undefined value is stored to memory: an element outside of the tensor, loaded without padding, made by `load_view_tko`
//   fix: give %xv a `padding_value`, or mask what uses %v
// RUN: run --sanitize --entry right --arg 'x:i32[7]=ones' --arg 'y:i32[8]=zeros'
// clean
//
// A scan from the last element to the first starts outside of the tensor.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %xv_t = make_tensor_view %x, shape = [7], strides = [1] : tensor_view<7xi32, strides=[1]>
    %xv = make_partition_view %xv_t : partition_view<tile=(8), tensor_view<7xi32, strides=[1]>>
    %yv_t = make_tensor_view %y, shape = [8], strides = [1] : tensor_view<8xi32, strides=[1]>
    %yv = make_partition_view %yv_t : partition_view<tile=(8), tensor_view<8xi32, strides=[1]>>
    %v, %t = load_view_tko weak %xv[%zero] : partition_view<tile=(8), tensor_view<7xi32, strides=[1]>>, tile<i32> -> tile<8xi32>, token
    %s = scan %v dim=0 reverse=true identities=[0 : i32] : tile<8xi32> -> tile<8xi32>
    (%a: tile<i32>, %b: tile<i32>) {
      %c = addi %a, %b : tile<i32>
      yield %c : tile<i32>
    }
    %written = store_view_tko weak %s, %yv[%zero] : tile<8xi32>, partition_view<tile=(8), tensor_view<8xi32, strides=[1]>>, tile<i32> -> token
    return
  }
  entry @right(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %xv_t = make_tensor_view %x, shape = [7], strides = [1] : tensor_view<7xi32, strides=[1]>
    %xv = make_partition_view %xv_t : partition_view<tile=(8), padding_value = zero, tensor_view<7xi32, strides=[1]>>
    %yv_t = make_tensor_view %y, shape = [8], strides = [1] : tensor_view<8xi32, strides=[1]>
    %yv = make_partition_view %yv_t : partition_view<tile=(8), tensor_view<8xi32, strides=[1]>>
    %v, %t = load_view_tko weak %xv[%zero] : partition_view<tile=(8), padding_value = zero, tensor_view<7xi32, strides=[1]>>, tile<i32> -> tile<8xi32>, token
    %s = scan %v dim=0 reverse=true identities=[0 : i32] : tile<8xi32> -> tile<8xi32>
    (%a: tile<i32>, %b: tile<i32>) {
      %c = addi %a, %b : tile<i32>
      yield %c : tile<i32>
    }
    %written = store_view_tko weak %s, %yv[%zero] : tile<8xi32>, partition_view<tile=(8), tensor_view<8xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
