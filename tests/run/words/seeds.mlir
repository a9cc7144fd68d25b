// RUN: run --entry bits
// [8, 2, 15, 0]
// [14, 11, 255, -7]
// [6, 9, 240, -7]
// [-13, -11, -256, 7]
// [12288, 80, 8355840, -16]
// [0, 1, 0, -4]
// [0, 1, 0, 2147483644]
// RUN: run --entry memory --arg "x:f32[8]=arange(0)" --arg "y:f32[8]=zeros" --print y
// y = [ 0.  2.  4.  6.  8. 10. 12. 14.]
// RUN: run --entry atomics --arg "x:i32[1]=full(5)" --arg "o:i32[16]=zeros" --print x
// 5 8 5 7 3 0 3 -1 3 -1 3 -1 3; 1 0
// x = [3]
// RUN: run --entry shapes
// [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15]]
// [[2, 3], [6, 7]]
// [[5, 6], [9, 10]]
// [1, 5, 9, 13]
// [[1], [5], [9], [13]]
// [[1, 5, 9, 13], [1, 5, 9, 13]]
// [12, 13, 14, 15, 0, 1, 2, 3]
// RUN: run --entry rows --arg "x:f32[4,8]=arange(0)" --arg "o:f32[4,8]=zeros" --print o
// o = [[ 0.  0.  2.  3.  4.  5.  0.  0.]
//      [ 0.  0.  0.  0.  0.  0.  0.  0.]
//      [ 0.  0.  0.  0.  0.  0.  0.  0.]
//      [ 0.  0. 26. 27. 28. 29.  0.  0.]]
// RUN: run --entry inverse
// [0.00000, 0.52360, -0.52360, 1.57080]
// [1.57080, 1.04720, 2.09440, 0.00000]
// [0.00000, 0.46365, -0.46365, 0.78540]
// [0.00000, 0.48121, -0.48121, 0.88137]
// [0.00000, 0.96242, 5.29829, 69.77070]
// [0.00000, 0.54931, -0.54931, inf]
// RUN: run --entry never
// TRAP: reached code marked `unreachable`
// RUN: run --entry local
// [1, 2, 3, 4]

// The words of the operations chapter of the seeds, and what they compute.
cuda_tile.module @words {
  entry @bits() {
    %a = constant <i32: [12, 10, 255, -8]> : tile<4xi32>
    %b = constant <i32: [10, 3, 15, 1]> : tile<4xi32>
    %and = and %a, %b : tile<4xi32>
    %or = or %a %b
    %xor = cuda_tile.xor %a, %b
    %not = not %a : tile<4xi32>
    %shl = shl %a, %b : tile<4xi32>
    %shr = shr %a, %b signed
    %ushr = shr %a, %b unsigned
    %all = concatenate %and, %or, %xor, %not, 0
    print_tko "%d\n%d\n%d\n%d\n%d\n%d\n%d\n", %and, %or, %xor, %not, %shl, %shr, %ushr : tile<4xi32>, tile<4xi32>, tile<4xi32>, tile<4xi32>, tile<4xi32>, tile<4xi32>, tile<4xi32> -> token
    barrier
    comment "nothing happens"
  }

  // One pointer stands for consecutive elements.
  entry @memory(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>) {
    %v = load %x 16 false always : tile<ptr<f32>> -> tile<8xf32>
    store %y, %v alignment = 16
    %w = load %y 16 true never : tile<ptr<f32>> -> tile<2x4xf32>
    %two = constant <f32: 2.0> : tile<2x4xf32>
    %z = constant <f32: 0.0> : tile<2x4xf32>
    %d = fmaf %w, %two, %z : tile<2x4xf32>
    store %y %d 16 false global
  }

  entry @atomics(%x: tile<ptr<i32>>, %o: tile<ptr<i32>>) {
    %three = constant <i32: 3> : tile<i32>
    %minus = constant <i32: -1> : tile<i32>
    %0 = atomic_add %x, %three relaxed
    %1 = atomic_sub %x, %three acq_rel device
    %2 = atomic_or %x, %three
    %3 = atomic_and %x, %three
    %4 = atomic_xor %x, %three
    %5 = atomic_max %x, %three
    %6 = atomic_max %x, %minus relaxed device unsigned
    %7 = atomic_min %x, %three relaxed sys unsigned
    %8 = atomic_min %x, %minus
    %9 = atomic_exchange %x, %three
    %10, %ok = atomic_compare_exchange %x, %three, %minus seq_cst relaxed
    %11, %no = atomic_compare_exchange %x, %three, %minus
    atomic_store %x, %three release
    %12 = atomic_load %x acquire
    %yes = exti %ok unsigned : tile<i1> -> tile<i32>
    %not = exti %no unsigned : tile<i1> -> tile<i32>
    print_tko "%d %d %d %d %d %d %d %d %d %d %d %d %d; %d %d\n", %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %yes, %not : tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32> -> token
  }

  entry @shapes() {
    %i = iota : tile<16xi32>
    %m = reshape %i [4, 4]
    %t = transpose %m [1, 0]
    %aligned = slice %m [0, 2] [2, 4] [1, 1]
    %between = slice %m [1, 1] [3, 3]
    %steps = slice %i [1] [16] [4]
    %column = expand_dims %steps [1]
    %back = squeeze %column [1] : tile<4xi32>
    %wide = broadcast %back [2, 4]
    %parts:4 = split %i 0 4
    %joined = concatenate %parts#3, %parts#0 axis = 0
    print_tko "%d\n%d\n%d\n%d\n%d\n%d\n%d\n", %t, %aligned, %between, %steps, %column, %wide, %joined : tile<4x4xi32>, tile<2x2xi32>, tile<2x2xi32>, tile<4xi32>, tile<4x1xi32>, tile<2x4xi32>, tile<8xi32> -> token
  }

  // Rows 3 and 0 of a 4x8 tensor, from column 2 on.
  entry @rows(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>) {
    %from = view %p [0, 0] [8, 1] [4, 8]
    %into = make_tensor_view %q, shape = [4, 8], strides = [8, 1] : tensor_view<4x8xf32, strides=[8,1]>
    %index = constant <i32: [3, 0]> : tile<2xi32>
    %offset = constant <i32: 2> : tile<i32>
    %tile = experimental$gather_load %from, %index, [%offset] <{dim = 0 : i64}> : tensor_view<4x8xf32, strides=[8,1]>, tile<2xi32>, tile<i32> -> tile<2x4xf32>
    %token = make_token : token
    %done = experimental$scatter_store %tile, %into, %index, [%offset] token = %token <{dim = 0 : i64}> : tile<2x4xf32>, tensor_view<4x8xf32, strides=[8,1]>, tile<2xi32>, tile<i32>, token -> token
  }

  entry @inverse() {
    %x = constant <f32: [0.0, 0.5, -0.5, 1.0]> : tile<4xf32>
    %big = constant <f32: [1.0, 1.5, 100.0, 1.0e30]> : tile<4xf32>
    %asin = experimental$asin %x : tile<4xf32>
    %acos = experimental$acos %x : tile<4xf32>
    %atan = experimental$atan %x : tile<4xf32>
    %asinh = experimental$asinh %x : tile<4xf32>
    %acosh = cuda_tile.experimental.acosh %big : tile<4xf32>
    %atanh = atanh %x : tile<4xf32>
    print_tko "%.5f\n%.5f\n%.5f\n%.5f\n%.5f\n%.5f\n", %asin, %acos, %atan, %asinh, %acosh, %atanh : tile<4xf32>, tile<4xf32>, tile<4xf32>, tile<4xf32>, tile<4xf32>, tile<4xf32> -> token
  }

  entry @never() {
    unreachable
  }

  entry @local() {
    %p = alloca 16 16 : tile<ptr<i32>>
    %v = constant <i32: [1, 2, 3, 4]> : tile<4xi32>
    store %p, %v
    %w = load %p : tile<ptr<i32>> -> tile<4xi32>
    print_tko "%d\n", %w : tile<4xi32> -> token
  }
}
