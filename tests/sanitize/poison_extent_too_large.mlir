// RUN: run --sanitize --entry wrong --arg 'out:i32[4]=zeros'
// E0511 line 14, with 11: `for`: an undefined value bounds a loop: an extent that its result type cannot hold, made by `get_tensor_shape`
//   fix: give %n a wider type
// RUN: run --sanitize --entry right --arg 'out:i32[4]=zeros'
// clean
//
// The extent of a tensor is asked for as a byte, and used as the bound of a loop.
cuda_tile.module @tests {
  entry @wrong(%out: tile<ptr<i32>>) {
    %big = make_tensor_view %out, shape = [300], strides = [1] : tensor_view<300xi32, strides=[1]>
    %n = get_tensor_shape %big : tensor_view<300xi32, strides=[1]> -> tile<i8>
    %zero = constant <i8: 0> : tile<i8>
    %one = constant <i8: 1> : tile<i8>
    for unsigned %i in (%zero to %n, step %one) : tile<i8> {
      continue
    }
    return
  }
  entry @right(%out: tile<ptr<i32>>) {
    %big = make_tensor_view %out, shape = [300], strides = [1] : tensor_view<300xi32, strides=[1]>
    %n = get_tensor_shape %big : tensor_view<300xi32, strides=[1]> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    for %i in (%zero to %n, step %one) : tile<i32> {
      continue
    }
    return
  }
}
