// RUN: run --arg 'f32[6]=zeros'
// TRAP: error[E0503]
// TRAP: `print_tko`: an undefined value is printed: an element outside of the tensor, loaded without padding, made by `load_view_tko`
//
// The k edge of a product is summed without padding: every element of the row is undefined.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<f32>>) {
    %one = constant <i32: 1> : tile<i32>
    %v = make_tensor_view %x, shape = [6], strides = [1] : tensor_view<6xf32, strides=[1]>
    %p = make_partition_view %v : partition_view<tile=(4), tensor_view<6xf32, strides=[1]>>
    %a, %t = load_view_tko weak %p[%one] : partition_view<tile=(4), tensor_view<6xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    %s = reduce %a dim=0 identities=[0.0 : f32] : tile<4xf32> -> tile<f32>
    (%e: tile<f32>, %acc: tile<f32>) {
      %n = addf %e, %acc : tile<f32>
      yield %n : tile<f32>
    }
    print_tko "%f", %s : tile<f32> -> token
    return
  }
}
