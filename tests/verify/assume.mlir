// RUN: check
// Predicates of assume.

cuda_tile.module @assume {
  entry @right(%p: tile<ptr<f32>>, %i: tile<i32>) {
    %v = constant <i32: 1> : tile<8x4xi32>
    %tv = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    %0 = assume div_by<16>, %p : tile<ptr<f32>>
    %1 = assume div_by<4611686018427387904>, %i : tile<i32>
    %2 = assume div_by<4, every 8 along 0>, %v : tile<8x4xi32>
    %3 = assume div_by<4>, %tv : tensor_view<8xf32, strides=[1]>
    %4 = assume same_elements<[8, 1]>, %v : tile<8x4xi32>
    %5 = assume same_elements<[]>, %i : tile<i32>
    %6 = assume bounded<0, ?>, %i : tile<i32>
    %7 = assume bounded<?, ?>, %i : tile<i32>
    %8 = assume bounded<-2147483648, 2147483647>, %i : tile<i32>
    return
  }

  entry @divisors(%p: tile<ptr<f32>>, %i: tile<i32>, %f: tile<f32>) {
    %v = constant <i32: 1> : tile<8x4xi32>
    %t = make_token : token
    %tv = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    %0 = assume div_by<12>, %i : tile<i32>
    // ERROR: 'cuda_tile.div_by' divisor must be a power of 2
    %1 = assume div_by<0>, %i : tile<i32>
    // ERROR: 'cuda_tile.div_by' divisor must be a power of 2
    %2 = assume div_by<4>, %f : tile<f32>
    // ERROR: 'cuda_tile.div_by' is valid only for tile of integer/pointer or tensor_view values
    %3 = assume div_by<4>, %t : token
    // ERROR: 'cuda_tile.div_by' is valid only for tile of integer/pointer or tensor_view values
    %4 = assume div_by<4, every 4 along 0>, %i : tile<i32>
    // ERROR: 'cuda_tile.div_by' 'every'/'along' cannot be used if the constrained value is a 0D tile
    %5 = assume div_by<4, every 4 along 0>, %tv : tensor_view<8xf32, strides=[1]>
    // ERROR: 'cuda_tile.div_by' 'every'/'along' cannot be used if the constrained value is a tensor_view
    %6 = assume div_by<4, every 4 along 2>, %v : tile<8x4xi32>
    // ERROR: every_dim (2) must be >= 0 and < tile rank (2)
    %7 = assume div_by<4, every 16 along 0>, %v : tile<8x4xi32>
    // ERROR: expected 'cuda_tile.div_by' every_dim to be within 0 and the size of the respective dimension (8)
    %8 = assume div_by<4, every 4>, %v : tile<8x4xi32>
    // ERROR: 'cuda_tile.div_by' 'every'/'along' must be used in combination
    %9 = assume div_by<4, along 0>, %v : tile<8x4xi32>
    // ERROR: 'cuda_tile.div_by' 'every'/'along' must be used in combination
    %10 = assume div_by<-9223372036854775808>, %i : tile<i32>
    // ERROR: 'cuda_tile.div_by' divisor is too large
    return
  }

  entry @equal_elements(%f: tile<f32>) {
    %v = constant <i32: 1> : tile<8x4xi32>
    %0 = assume same_elements<[8]>, %v : tile<8x4xi32>
    // ERROR: expected number of values in 'cuda_tile.same_elements' (1) to match rank of constrained tile (2)
    %1 = assume same_elements<[8, 8]>, %v : tile<8x4xi32>
    // ERROR: expected 'cuda_tile.same_elements' value 1 to be within 0 and the size of the respective dimension (4)
    %2 = assume same_elements<[]>, %f : tile<f32>
    // ERROR: 'cuda_tile.same_elements' is valid only for tile of integer/pointer values
    return
  }

  entry @bounds(%p: tile<ptr<f32>>, %b: tile<i8>) {
    %0 = assume bounded<0, 128>, %b : tile<i8>
    // ERROR: 'cuda_tile.bounded' expects upper bound to be within [-128, 127]
    %1 = assume bounded<-129, ?>, %b : tile<i8>
    // ERROR: 'cuda_tile.bounded' expects lower bound to be within [-128, 127]
    %2 = assume bounded<4, 3>, %b : tile<i8>
    // ERROR: 'cuda_tile.bounded' expects lower bound to be less than or equal to upper bound
    %3 = assume bounded<0, 1>, %p : tile<ptr<f32>>
    // ERROR: 'cuda_tile.bounded' is valid only for tile of integer values
    return
  }
}
