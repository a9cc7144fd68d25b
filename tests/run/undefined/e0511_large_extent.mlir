// RUN: run --engine=reference --arg 'i32[4]=zeros'
// TRAP: error[E0511]
// TRAP: an extent that its result type cannot hold, made by `get_tensor_shape`
//
// An extent of 300 read as a byte.
cuda_tile.module @tests {
  entry @k(%out: tile<ptr<i32>>) {
    %v = make_tensor_view %out, shape = [300], strides = [1] : tensor_view<300xi32, strides=[1]>
    %n = get_tensor_shape %v : tensor_view<300xi32, strides=[1]> -> tile<i8>
    print_tko "%d", %n : tile<i8> -> token
    return
  }
}
