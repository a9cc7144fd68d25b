// RUN: run --entry overwritten --arg 'x:f32[8,8]=randint(-3,4,seed=1)' --print x
// x = [[ 0.  0.  0.  0. -2.  1.  0. -2.]
//      [ 0.  0.  0.  0.  3. -2. -2.  0.]
//      [ 0.  0.  0.  0. -2. -1.  3.  1.]
//      [ 0.  0.  0.  0.  1. -3.  1.  0.]
//      [-1. -1. -1.  0. -4. -5.  5. -4.]
//      [-2. -3.  1. -1. 11. -7. -6.  2.]
//      [-3.  1. -2.  1.  6. -3.  0.  6.]
//      [ 3.  3.  3. -2.  9. -5. -2.  8.]]
// RUN: run --entry behind --arg 'x:f32[8,8]=randint(-3,4,seed=1)' --print x
// x = [[-4. -5.  5. -4.  0.  0.  0.  0.]
//      [11. -7. -6.  2.  0.  0.  0.  0.]
//      [ 6. -3.  0.  6.  0.  0.  0.  0.]
//      [ 9. -5. -2.  8.  0.  0.  0.  0.]
//      [-1. -1. -1.  0.  0. -1.  3. -1.]
//      [-2. -3.  1. -1. -2. -1.  1. -2.]
//      [-3.  1. -2.  1. -3.  0.  2.  0.]
//      [ 3.  3.  3. -2.  0.  3.  3. -1.]]
// RUN: run --entry in_a_loop --arg 'x:f32[8,8]=randint(-3,4,seed=1)' --print x
// x = [[-6. -7. -3.  3. -2.  1.  0. -2.]
//      [ 7.  1. -1.  0.  3. -2. -2.  0.]
//      [-2. 11. -2.  2. -2. -1.  3.  1.]
//      [ 2.  9. -6.  4.  1. -3.  1.  0.]
//      [-1. -1. -1.  0.  0. -1.  3. -1.]
//      [-2. -3.  1. -1. -2. -1.  1. -2.]
//      [-3.  1. -2.  1. -3.  0.  2.  0.]
//      [ 3.  3.  3. -2.  0.  3.  3. -1.]]
// RUN: run --entry in_a_branch --arg 'x:f32[8,8]=randint(-3,4,seed=1)' --print x
// x = [[ 0.  0.  0.  0. -2.  1.  0. -2.]
//      [ 0.  0.  0.  0.  3. -2. -2.  0.]
//      [ 0.  0.  0.  0. -2. -1.  3.  1.]
//      [ 0.  0.  0.  0.  1. -3.  1.  0.]
//      [-1. -1. -1.  0. -4. -5.  5. -4.]
//      [-2. -3.  1. -1. 11. -7. -6.  2.]
//      [-3.  1. -2.  1.  6. -3.  0.  6.]
//      [ 3.  3.  3. -2.  9. -5. -2.  8.]]
// RUN: run --entry twice --arg 'x:f32[8,8]=randint(-3,4,seed=1)' --print x
// x = [[  2.  -1.   0.   3.  -2.   1.   0.  -2.]
//      [ -1.   3.   0.   0.   3.  -2.  -2.   0.]
//      [ -3.   0.   0.   0.  -2.  -1.   3.   1.]
//      [ -3.   3.   2.  -2.   1.  -3.   1.   0.]
//      [ -1.  -1.  -1.   0.  17.  -2. -10. -13.]
//      [ -2.  -3.   1.  -1. -10.  17.  -1.   4.]
//      [ -3.   1.  -2.   1. -12.  -4.  24.  17.]
//      [  3.   3.   3.  -2. -27.  15.  19.  25.]]
// RUN: run --entry carried --arg 'x:f32[8,8]=randint(-3,4,seed=1)' --print x
// x = [[ 2. -1.  0.  3. -2.  1.  0. -2.]
//      [-1.  3.  0.  0.  3. -2. -2.  0.]
//      [-3.  0.  0.  0. -2. -1.  3.  1.]
//      [-3.  3.  2. -2.  1. -3.  1.  0.]
//      [-1. -1. -1.  0. -7.  0.  6.  6.]
//      [-2. -3.  1. -1.  5. 14.  2.  0.]
//      [-3.  1. -2.  1. -5. 17.  1. -4.]
//      [ 3.  3.  3. -2. -4. 18. -7.  2.]]
// RUN: run --entry gathered --arg 'x:f32[8,8]=randint(-3,4,seed=1)' --print x
// x = [[  2.  -1.   0.   3.  -2.   1.   0.  -2.]
//      [ -1.   3.   0.   0.   3.  -2.  -2.   0.]
//      [ -3.   0.   0.   0.  -2.  -1.   3.   1.]
//      [ -3.   3.   2.  -2.   1.  -3.   1.   0.]
//      [ -1.  -1.  -1.   0.  -7.  15. -10.  -1.]
//      [ -2.  -3.   1.  -1. -10.  -3.   3.   3.]
//      [ -3.   1.  -2.   1.   0.   0.   0.   0.]
//      [  3.   3.   3.  -2.  -8.  14.  -2.  -7.]]
// RUN: run --entry batches --arg 'f32[4,4,4]=randint(-3,4,seed=1)' --arg 'y:f32[8,4]=zeros' --print y
// y = [[ -8.  -4.  -2.  -5.]
//      [  6.   3.   3.   3.]
//      [  1.  -2.  10.  -3.]
//      [  1.   5. -11.   4.]
//      [  9.  -3.   6.  -3.]
//      [ 18.  10.  14.  -9.]
//      [  6.  -3.  12.  -5.]
//      [  9.   4.  -5.  -1.]]
//
// Operands of products that lie in memory when the memory changes: a store between a load and its product, behind it, in
// a branch and in the next iteration. Tiles that two products read, that something else reads, gathered rows, batches.
cuda_tile.module @tests {
  entry @overwritten(%x: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %nothing = constant <f32: 0.0> : tile<4x4xf32>
    %tensor = make_tensor_view %x, shape = [8, 8], strides = [8, 1] : tensor_view<8x8xf32, strides=[8,1]>
    %tiles = make_partition_view %tensor : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>
    %a, %t0 = load_view_tko weak %tiles[%zero, %zero] : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32> -> tile<4x4xf32>, token
    %b, %t1 = load_view_tko weak %tiles[%zero, %one] : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32> -> tile<4x4xf32>, token
    %t2 = store_view_tko weak %nothing, %tiles[%zero, %zero] token=%t0 : tile<4x4xf32>, partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32> -> token
    %d = mmaf %a, %b, %nothing : tile<4x4xf32>, tile<4x4xf32>, tile<4x4xf32>
    %t3 = store_view_tko weak %d, %tiles[%one, %one] token=%t2 : tile<4x4xf32>, partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32> -> token
    return
  }

  entry @behind(%x: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %nothing = constant <f32: 0.0> : tile<4x4xf32>
    %tensor = make_tensor_view %x, shape = [8, 8], strides = [8, 1] : tensor_view<8x8xf32, strides=[8,1]>
    %tiles = make_partition_view %tensor : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>
    %a, %t0 = load_view_tko weak %tiles[%zero, %zero] : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32> -> tile<4x4xf32>, token
    %b, %t1 = load_view_tko weak %tiles[%zero, %one] : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32> -> tile<4x4xf32>, token
    %d = mmaf %a, %b, %nothing : tile<4x4xf32>, tile<4x4xf32>, tile<4x4xf32>
    %both = join_tokens %t0, %t1 : token
    %t2 = store_view_tko weak %d, %tiles[%zero, %zero] token=%both : tile<4x4xf32>, partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32> -> token
    %t3 = store_view_tko weak %nothing, %tiles[%zero, %one] token=%both : tile<4x4xf32>, partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32> -> token
    return
  }

  entry @in_a_loop(%x: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %nothing = constant <f32: 0.0> : tile<4x4xf32>
    %tensor = make_tensor_view %x, shape = [8, 8], strides = [8, 1] : tensor_view<8x8xf32, strides=[8,1]>
    %tiles = make_partition_view %tensor : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>
    %t = make_token : token
    %last = for %i in (%zero to %two, step %one) : tile<i32> iter_values(%before = %t) -> (token) {
      %a, %t0 = load_view_tko weak %tiles[%zero, %i] token=%before : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32> -> tile<4x4xf32>, token
      %b, %t1 = load_view_tko weak %tiles[%i, %zero] token=%before : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32> -> tile<4x4xf32>, token
      %d = mmaf %a, %b, %nothing : tile<4x4xf32>, tile<4x4xf32>, tile<4x4xf32>
      %both = join_tokens %t0, %t1 : token
      %t2 = store_view_tko weak %d, %tiles[%zero, %zero] token=%both : tile<4x4xf32>, partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32> -> token
      continue %t2 : token
    }
    return
  }

  entry @in_a_branch(%x: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %nothing = constant <f32: 0.0> : tile<4x4xf32>
    %tensor = make_tensor_view %x, shape = [8, 8], strides = [8, 1] : tensor_view<8x8xf32, strides=[8,1]>
    %tiles = make_partition_view %tensor : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>
    %a, %t0 = load_view_tko weak %tiles[%zero, %zero] : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32> -> tile<4x4xf32>, token
    %b, %t1 = load_view_tko weak %tiles[%zero, %one] : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32> -> tile<4x4xf32>, token
    %yes = cmpi equal %one, %one, signed : tile<i32> -> tile<i1>
    %t2 = if %yes -> (token) {
      %t3 = store_view_tko weak %nothing, %tiles[%zero, %zero] token=%t0 : tile<4x4xf32>, partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32> -> token
      yield %t3 : token
    } else {
      %t4 = make_token : token
      yield %t4 : token
    }
    %d = mmaf %a, %b, %nothing : tile<4x4xf32>, tile<4x4xf32>, tile<4x4xf32>
    %t5 = store_view_tko weak %d, %tiles[%one, %one] token=%t2 : tile<4x4xf32>, partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32> -> token
    return
  }

  entry @twice(%x: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %nothing = constant <f32: 0.0> : tile<4x4xf32>
    %tensor = make_tensor_view %x, shape = [8, 8], strides = [8, 1] : tensor_view<8x8xf32, strides=[8,1]>
    %tiles = make_partition_view %tensor : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>
    %a, %t0 = load_view_tko weak %tiles[%zero, %zero] : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32> -> tile<4x4xf32>, token
    %b, %t1 = load_view_tko weak %tiles[%zero, %one] : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32> -> tile<4x4xf32>, token
    %turned = permute %a [1, 0] : tile<4x4xf32> -> tile<4x4xf32>
    %c = mmaf %a, %turned, %nothing : tile<4x4xf32>, tile<4x4xf32>, tile<4x4xf32>
    %d = mmaf %b, %b, %c : tile<4x4xf32>, tile<4x4xf32>, tile<4x4xf32>
    %sum = addf %d, %b : tile<4x4xf32>
    %both = join_tokens %t0, %t1 : token
    %t2 = store_view_tko weak %sum, %tiles[%one, %one] token=%both : tile<4x4xf32>, partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32> -> token
    return
  }

  entry @carried(%x: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %nothing = constant <f32: 0.0> : tile<4x4xf32>
    %tensor = make_tensor_view %x, shape = [8, 8], strides = [8, 1] : tensor_view<8x8xf32, strides=[8,1]>
    %tiles = make_partition_view %tensor : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>
    %d, %n = for %i in (%zero to %two, step %one) : tile<i32> iter_values(%sum = %nothing, %count = %one) -> (tile<4x4xf32>, tile<i32>) {
      %a, %t0 = load_view_tko weak %tiles[%zero, %i] : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32> -> tile<4x4xf32>, token
      %b, %t1 = load_view_tko weak %tiles[%i, %zero] : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32> -> tile<4x4xf32>, token
      %next = mmaf %a, %b, %sum : tile<4x4xf32>, tile<4x4xf32>, tile<4x4xf32>
      %more = addi %count, %one : tile<i32>
      continue %next, %more : tile<4x4xf32>, tile<i32>
    }
    %s = itof %n signed : tile<i32> -> tile<f32>
    %s1 = reshape %s : tile<f32> -> tile<1x1xf32>
    %s4 = broadcast %s1 : tile<1x1xf32> -> tile<4x4xf32>
    %sum2 = addf %d, %s4 : tile<4x4xf32>
    %t2 = store_view_tko weak %sum2, %tiles[%one, %one] : tile<4x4xf32>, partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32> -> token
    return
  }

  entry @gathered(%x: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %nothing = constant <f32: 0.0> : tile<4x4xf32>
    %tensor = make_tensor_view %x, shape = [8, 8], strides = [8, 1] : tensor_view<8x8xf32, strides=[8,1]>
    %tiles = make_partition_view %tensor : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>
    %rows = constant <i32: [3, 0, 9, 2]> : tile<4xi32>
    %four = constant <i32: 4> : tile<i32>
    %picked = make_gather_scatter_view %tensor : gather_scatter_view<tile=(4x4), padding_value = zero, tensor_view<8x8xf32, strides=[8,1]>, sparse_dim=0>
    %d = for %i in (%zero to %two, step %one) : tile<i32> iter_values(%sum = %nothing) -> (tile<4x4xf32>) {
      %element = muli %i, %four : tile<i32>
      %a, %t0 = load_view_tko weak %picked[%rows, %element] : gather_scatter_view<tile=(4x4), padding_value = zero, tensor_view<8x8xf32, strides=[8,1]>, sparse_dim=0>, tile<4xi32>, tile<i32> -> tile<4x4xf32>, token
      %b, %t1 = load_view_tko weak %tiles[%i, %zero] : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32> -> tile<4x4xf32>, token
      %next = mmaf %a, %b, %sum : tile<4x4xf32>, tile<4x4xf32>, tile<4x4xf32>
      continue %next : tile<4x4xf32>
    }
    %t2 = store_view_tko weak %d, %tiles[%one, %one] : tile<4x4xf32>, partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32> -> token
    return
  }

  entry @batches(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %nothing = constant <f32: 0.0> : tile<2x4x4xf32>
    %tensor = make_tensor_view %x, shape = [4, 4, 4], strides = [16, 4, 1] : tensor_view<4x4x4xf32, strides=[16,4,1]>
    %tall = make_partition_view %tensor : partition_view<tile=(2x4x2), tensor_view<4x4x4xf32, strides=[16,4,1]>>
    %wide = make_partition_view %tensor : partition_view<tile=(2x2x4), tensor_view<4x4x4xf32, strides=[16,4,1]>>
    %rows = make_tensor_view %y, shape = [8, 4], strides = [4, 1] : tensor_view<8x4xf32, strides=[4,1]>
    %whole = make_partition_view %rows : partition_view<tile=(8x4), tensor_view<8x4xf32, strides=[4,1]>>
    %d = for %i in (%zero to %two, step %one) : tile<i32> iter_values(%sum = %nothing) -> (tile<2x4x4xf32>) {
      %a, %t0 = load_view_tko weak %tall[%zero, %zero, %i] : partition_view<tile=(2x4x2), tensor_view<4x4x4xf32, strides=[16,4,1]>>, tile<i32> -> tile<2x4x2xf32>, token
      %b, %t1 = load_view_tko weak %wide[%one, %i, %zero] : partition_view<tile=(2x2x4), tensor_view<4x4x4xf32, strides=[16,4,1]>>, tile<i32> -> tile<2x2x4xf32>, token
      %next = mmaf %a, %b, %sum : tile<2x4x2xf32>, tile<2x2x4xf32>, tile<2x4x4xf32>
      continue %next : tile<2x4x4xf32>
    }
    %all = reshape %d : tile<2x4x4xf32> -> tile<8x4xf32>
    %t2 = store_view_tko weak %all, %whole[%zero, %zero] : tile<8x4xf32>, partition_view<tile=(8x4), tensor_view<8x4xf32, strides=[4,1]>>, tile<i32> -> token
    return
  }
}
