// RUN: run --entry continues --arg 'a:f16[32,128]=randint(-1,2,seed=1)' --arg 'b:f16[128,32]=randint(-1,2,seed=2)' --arg 'c:f32[32,32]=zeros' --print c
// c = [[ -1.   6.   3. ...   9.  -3.   2.]
//      [  8.   5. -12. ...  -3.   0.  -1.]
//      [  0.  -3.   8. ...  -8.   7.   4.]
//      ...
//      [ -1.   1. -10. ...   1.   6.   2.]
//      [ -1.   3.  -5. ...  -7.  -4.  -2.]
//      [ -6.  -4.   6. ...  11.   3.  -2.]]
// RUN: run --entry continues_carrying --arg 'a:f16[32,128]=randint(-1,2,seed=1)' --arg 'b:f16[128,32]=randint(-1,2,seed=2)' --arg 'c:f32[32,32]=zeros' --print c
// c = [[-15.  12.   7. ...  -9.   4.  -1.]
//      [  9.  -1.  -5. ...  -5.  -3.   1.]
//      [ -7.   2.   6. ...   5.  -8.   5.]
//      ...
//      [ -4.  15.  -8. ...  12.  -5.  -4.]
//      [  4.   0.  -9. ...  -4.  -6. -13.]
//      [-13.  -6.   8. ...  -4.  -6.  -9.]]
// RUN: run --entry nested --arg 'a:f16[32,128]=randint(-1,2,seed=1)' --arg 'b:f16[128,32]=randint(-1,2,seed=2)' --arg 'c:f32[32,32]=zeros' --print c
// c = [[ -2.  10.  -5. ... -11. -24.   4.]
//      [  6. -35.  18. ...   6.  13.  16.]
//      [ -4.  16.   6. ...   3.   0.   5.]
//      ...
//      [  9.  25.  10. ... -16.  10.  -5.]
//      [ -5. -19. -10. ...  28.  15.   9.]
//      [ 12. -23.  -5. ...  24.   6.  30.]]
// RUN: run --entry narrow --arg 'a:f16[32,128]=randint(-1,2,seed=1)' --arg 'b:f16[128,32]=randint(-1,2,seed=2)' --arg 'c:f32[32,32]=zeros' --print c
// c = [[ -7.   4.   4. ...  -2.   2.   4.]
//      [  8.  -1.  -4. ...  -6.   2.   2.]
//      [  5.   2.  -3. ...   2.   3.   2.]
//      ...
//      [ -1.   5.  -4. ...  -1.   1.   0.]
//      [  7.  -1.  -3. ...  -2.   0. -10.]
//      [ -8.  -2.   8. ...   9.  -2.  -6.]]
// RUN: run --entry one_after_another --arg 'a:f16[32,128]=randint(-1,2,seed=1)' --arg 'b:f16[128,32]=randint(-1,2,seed=2)' --arg 'c:f32[32,32]=zeros' --arg 0 --print c
// c = [[ -1.  18.  14. ...   5.   8. -13.]
//      [124. 116. 105. ... 114. 102. 108.]
//      [-45. -44. -41. ... -54. -48. -44.]
//      ...
//      [ 66.  46.  48. ...  55.  44.  65.]
//      [ 64.  82.  88. ...  89.  77.  86.]
//      [-45. -54. -49. ... -51. -65. -64.]]
// RUN: run --entry one_after_another --arg 'a:f16[32,128]=randint(-1,2,seed=1)' --arg 'b:f16[128,32]=randint(-1,2,seed=2)' --arg 'c:f32[32,32]=zeros' --arg 2 --print c
// c = [[ -6.  22.  15. ...   3.   9. -13.]
//      [125. 116. 107. ... 112. 102. 109.]
//      [-43. -41. -45. ... -54. -49. -44.]
//      ...
//      [ 63.  52.  49. ...  57.  43.  64.]
//      [ 66.  80.  92. ...  90.  76.  81.]
//      [-51. -52. -46. ... -49. -68. -66.]]
// RUN: run --entry one_after_another --arg 'a:f16[32,128]=randint(-1,2,seed=1)' --arg 'b:f16[128,32]=randint(-1,2,seed=2)' --arg 'c:f32[32,32]=zeros' --arg 3 --print c
// c = [[ -5.  24.  15. ...   5.   8. -15.]
//      [125. 116. 107. ... 113.  98. 110.]
//      [-45. -46. -41. ... -52. -51. -42.]
//      ...
//      [ 61.  56.  44. ...  56.  42.  64.]
//      [ 61.  81.  94. ...  89.  75.  83.]
//      [-55. -52. -43. ... -52. -69. -65.]]
// RUN: run --entry one_after_another --arg 'a:f16[32,128]=randint(-1,2,seed=1)' --arg 'b:f16[128,32]=randint(-1,2,seed=2)' --arg 'c:f32[32,32]=zeros' --arg 8 --print c
// c = [[ -9.  32.   9. ...  18. -10.  -7.]
//      [126. 123. 110. ... 111. 101. 108.]
//      [-43. -48. -40. ... -61. -45. -40.]
//      ...
//      [ 60.  51.  42. ...  60.  50.  68.]
//      [ 58.  73.  90. ...  83.  72.  81.]
//      [-65. -52. -55. ... -46. -61. -69.]]
//
// Loops that become pipelines, or must not: runs that are left early, loops in loops with fewer runs than stages, counters whose
// type cannot hold some steps, one loop after another in the same shared memory.
cuda_tile.module @traps {
  entry @continues(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>) {
    %ap = assume div_by<16>, %a : tile<ptr<f16>>
    %bp = assume div_by<16>, %b : tile<ptr<f16>>
    %at = make_tensor_view %ap, shape = [32, 128], strides = [128, 1] : tensor_view<32x128xf16, strides=[128,1]>
    %bt = make_tensor_view %bp, shape = [128, 32], strides = [32, 1] : tensor_view<128x32xf16, strides=[32,1]>
    %ct = make_tensor_view %c, shape = [32, 32], strides = [32, 1] : tensor_view<32x32xf32, strides=[32,1]>
    %av = make_partition_view %at : partition_view<tile=(32x16), tensor_view<32x128xf16, strides=[128,1]>>
    %bv = make_partition_view %bt : partition_view<tile=(16x32), tensor_view<128x32xf16, strides=[32,1]>>
    %cv = make_partition_view %ct : partition_view<tile=(32x32), tensor_view<32x32xf32, strides=[32,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %eight = constant <i32: 8> : tile<i32>
    %none = constant <f32: 0.0> : tile<32x32xf32>
    %sum = for %i in (%zero to %eight, step %one) : tile<i32> iter_values(%so_far = %none) -> (tile<32x32xf32>) {
      %x, %tx = load_view_tko weak %av[%zero, %i] : partition_view<tile=(32x16), tensor_view<32x128xf16, strides=[128,1]>>, tile<i32> -> tile<32x16xf16>, token
      %y, %ty = load_view_tko weak %bv[%i, %zero] : partition_view<tile=(16x32), tensor_view<128x32xf16, strides=[32,1]>>, tile<i32> -> tile<16x32xf16>, token
      %bit = andi %i, %one : tile<i32>
      %odd = cmpi equal %bit, %one, signed : tile<i32> -> tile<i1>
      if %odd {
        continue %so_far : tile<32x32xf32>
      }
      %next = mmaf %x, %y, %so_far : tile<32x16xf16>, tile<16x32xf16>, tile<32x32xf32>
      continue %next : tile<32x32xf32>
    }
    %done = store_view_tko weak %sum, %cv[%zero, %zero] : tile<32x32xf32>, partition_view<tile=(32x32), tensor_view<32x32xf32, strides=[32,1]>>, tile<i32> -> token
    return
  }

  entry @continues_carrying(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>) {
    %ap = assume div_by<16>, %a : tile<ptr<f16>>
    %bp = assume div_by<16>, %b : tile<ptr<f16>>
    %at = make_tensor_view %ap, shape = [32, 128], strides = [128, 1] : tensor_view<32x128xf16, strides=[128,1]>
    %bt = make_tensor_view %bp, shape = [128, 32], strides = [32, 1] : tensor_view<128x32xf16, strides=[32,1]>
    %ct = make_tensor_view %c, shape = [32, 32], strides = [32, 1] : tensor_view<32x32xf32, strides=[32,1]>
    %av = make_partition_view %at : partition_view<tile=(32x16), tensor_view<32x128xf16, strides=[128,1]>>
    %bv = make_partition_view %bt : partition_view<tile=(16x32), tensor_view<128x32xf16, strides=[32,1]>>
    %cv = make_partition_view %ct : partition_view<tile=(32x32), tensor_view<32x32xf32, strides=[32,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %eight = constant <i32: 8> : tile<i32>
    %none = constant <f32: 0.0> : tile<32x32xf32>
    %sum, %last = for %i in (%zero to %eight, step %one) : tile<i32> iter_values(%so_far = %none, %at_y = %zero) -> (tile<32x32xf32>, tile<i32>) {
      %limit = cmpi greater_than %at_y, %two, signed : tile<i32> -> tile<i1>
      %after = addi %at_y, %one : tile<i32>
      if %limit {
        continue %so_far, %one : tile<32x32xf32>, tile<i32>
      }
      %x, %tx = load_view_tko weak %av[%zero, %i] : partition_view<tile=(32x16), tensor_view<32x128xf16, strides=[128,1]>>, tile<i32> -> tile<32x16xf16>, token
      %y, %ty = load_view_tko weak %bv[%at_y, %zero] : partition_view<tile=(16x32), tensor_view<128x32xf16, strides=[32,1]>>, tile<i32> -> tile<16x32xf16>, token
      %next = mmaf %x, %y, %so_far : tile<32x16xf16>, tile<16x32xf16>, tile<32x32xf32>
      continue %next, %after : tile<32x32xf32>, tile<i32>
    }
    %done = store_view_tko weak %sum, %cv[%zero, %zero] : tile<32x32xf32>, partition_view<tile=(32x32), tensor_view<32x32xf32, strides=[32,1]>>, tile<i32> -> token
    return
  }

  entry @nested(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>) {
    %ap = assume div_by<16>, %a : tile<ptr<f16>>
    %bp = assume div_by<16>, %b : tile<ptr<f16>>
    %at = make_tensor_view %ap, shape = [32, 128], strides = [128, 1] : tensor_view<32x128xf16, strides=[128,1]>
    %bt = make_tensor_view %bp, shape = [128, 32], strides = [32, 1] : tensor_view<128x32xf16, strides=[32,1]>
    %ct = make_tensor_view %c, shape = [32, 32], strides = [32, 1] : tensor_view<32x32xf32, strides=[32,1]>
    %av = make_partition_view %at : partition_view<tile=(32x16), tensor_view<32x128xf16, strides=[128,1]>>
    %bv = make_partition_view %bt : partition_view<tile=(16x32), tensor_view<128x32xf16, strides=[32,1]>>
    %cv = make_partition_view %ct : partition_view<tile=(32x32), tensor_view<32x32xf32, strides=[32,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %eight = constant <i32: 8> : tile<i32>
    %none = constant <f32: 0.0> : tile<32x32xf32>
    %all = for %i in (%zero to %eight, step %one) : tile<i32> iter_values(%before = %none) -> (tile<32x32xf32>) {
      %sum = for %j in (%zero to %i, step %one) : tile<i32> iter_values(%so_far = %before) -> (tile<32x32xf32>) {
        %x, %tx = load_view_tko weak %av[%zero, %j] : partition_view<tile=(32x16), tensor_view<32x128xf16, strides=[128,1]>>, tile<i32> -> tile<32x16xf16>, token
        %y, %ty = load_view_tko weak %bv[%i, %zero] : partition_view<tile=(16x32), tensor_view<128x32xf16, strides=[32,1]>>, tile<i32> -> tile<16x32xf16>, token
        %next = mmaf %x, %y, %so_far : tile<32x16xf16>, tile<16x32xf16>, tile<32x32xf32>
        continue %next : tile<32x32xf32>
      }
      continue %sum : tile<32x32xf32>
    }
    %done = store_view_tko weak %all, %cv[%zero, %zero] : tile<32x32xf32>, partition_view<tile=(32x32), tensor_view<32x32xf32, strides=[32,1]>>, tile<i32> -> token
    return
  }

  entry @narrow(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>) {
    %ap = assume div_by<16>, %a : tile<ptr<f16>>
    %bp = assume div_by<16>, %b : tile<ptr<f16>>
    %at = make_tensor_view %ap, shape = [32, 128], strides = [128, 1] : tensor_view<32x128xf16, strides=[128,1]>
    %bt = make_tensor_view %bp, shape = [128, 32], strides = [32, 1] : tensor_view<128x32xf16, strides=[32,1]>
    %ct = make_tensor_view %c, shape = [32, 32], strides = [32, 1] : tensor_view<32x32xf32, strides=[32,1]>
    %av = make_partition_view %at : partition_view<tile=(32x16), tensor_view<32x128xf16, strides=[128,1]>>
    %bv = make_partition_view %bt : partition_view<tile=(16x32), tensor_view<128x32xf16, strides=[32,1]>>
    %cv = make_partition_view %ct : partition_view<tile=(32x32), tensor_view<32x32xf32, strides=[32,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %eight = constant <i32: 8> : tile<i32>
    %none = constant <f32: 0.0> : tile<32x32xf32>
    %low = constant <i8: -128> : tile<i8>
    %high = constant <i8: 70> : tile<i8>
    %step = constant <i8: 100> : tile<i8>
    %rows = iota : tile<32xi32>
    %rows_2d = reshape %rows : tile<32xi32> -> tile<32x1xi32>
    %down = broadcast %rows_2d : tile<32x1xi32> -> tile<32x16xi32>
    %cols = iota : tile<16xi32>
    %cols_2d = reshape %cols : tile<16xi32> -> tile<1x16xi32>
    %across = broadcast %cols_2d : tile<1x16xi32> -> tile<32x16xi32>
    %c128 = constant <i32: 128> : tile<32x16xi32>
    %line = muli %down, %c128 : tile<32x16xi32>
    %spot = addi %line, %across : tile<32x16xi32>
    %a_1 = reshape %ap : tile<ptr<f16>> -> tile<1x1xptr<f16>>
    %a_2 = broadcast %a_1 : tile<1x1xptr<f16>> -> tile<32x16xptr<f16>>
    %a_3 = offset %a_2, %spot : tile<32x16xptr<f16>>, tile<32x16xi32> -> tile<32x16xptr<f16>>
    %far = constant <i32: 1048576> : tile<i32>
    %sum, %runs = for %i in (%low to %high, step %step) : tile<i8> iter_values(%so_far = %none, %run = %zero) -> (tile<32x32xf32>, tile<i32>) {
      %three = constant <i32: 3> : tile<i32>
      %beyond = cmpi greater_than_or_equal %run, %three, signed : tile<i32> -> tile<i1>
      %where = select %beyond, %far, %run : tile<i1>, tile<i32>
      %sixteen = constant <i32: 16> : tile<i32>
      %skip = muli %where, %sixteen : tile<i32>
      %skip_1 = reshape %skip : tile<i32> -> tile<1x1xi32>
      %skip_2 = broadcast %skip_1 : tile<1x1xi32> -> tile<32x16xi32>
      %ptrs = offset %a_3, %skip_2 : tile<32x16xptr<f16>>, tile<32x16xi32> -> tile<32x16xptr<f16>>
      %x, %tx = load_ptr_tko weak %ptrs : tile<32x16xptr<f16>> -> tile<32x16xf16>, token
      %y, %ty = load_view_tko weak %bv[%run, %zero] : partition_view<tile=(16x32), tensor_view<128x32xf16, strides=[32,1]>>, tile<i32> -> tile<16x32xf16>, token
      %next = mmaf %x, %y, %so_far : tile<32x16xf16>, tile<16x32xf16>, tile<32x32xf32>
      %run_after = addi %run, %one : tile<i32>
      continue %next, %run_after : tile<32x32xf32>, tile<i32>
    }
    %done = store_view_tko weak %sum, %cv[%zero, %zero] : tile<32x32xf32>, partition_view<tile=(32x32), tensor_view<32x32xf32, strides=[32,1]>>, tile<i32> -> token
    return
  }

  entry @one_after_another(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %n: tile<i32>) {
    %ap = assume div_by<16>, %a : tile<ptr<f16>>
    %bp = assume div_by<16>, %b : tile<ptr<f16>>
    %at = make_tensor_view %ap, shape = [32, 128], strides = [128, 1] : tensor_view<32x128xf16, strides=[128,1]>
    %bt = make_tensor_view %bp, shape = [128, 32], strides = [32, 1] : tensor_view<128x32xf16, strides=[32,1]>
    %ct = make_tensor_view %c, shape = [32, 32], strides = [32, 1] : tensor_view<32x32xf32, strides=[32,1]>
    %av = make_partition_view %at : partition_view<tile=(32x16), tensor_view<32x128xf16, strides=[128,1]>>
    %bv = make_partition_view %bt : partition_view<tile=(16x32), tensor_view<128x32xf16, strides=[32,1]>>
    %cv = make_partition_view %ct : partition_view<tile=(32x32), tensor_view<32x32xf32, strides=[32,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %eight = constant <i32: 8> : tile<i32>
    %none = constant <f32: 0.0> : tile<32x32xf32>
    %first = for %i in (%zero to %eight, step %one) : tile<i32> iter_values(%so_far = %none) -> (tile<32x32xf32>) {
      %x, %tx = load_view_tko weak %av[%zero, %i] : partition_view<tile=(32x16), tensor_view<32x128xf16, strides=[128,1]>>, tile<i32> -> tile<32x16xf16>, token
      %y, %ty = load_view_tko weak %bv[%i, %zero] : partition_view<tile=(16x32), tensor_view<128x32xf16, strides=[32,1]>>, tile<i32> -> tile<16x32xf16>, token
      %next = mmaf %x, %y, %so_far : tile<32x16xf16>, tile<16x32xf16>, tile<32x32xf32>
      continue %next : tile<32x32xf32>
    }
    %rows = reduce %first dim=1 identities=[0.0 : f32] : tile<32x32xf32> -> tile<32xf32> (%l: tile<f32>, %r: tile<f32>) {
      %s = addf %l, %r : tile<f32>
      yield %s : tile<f32>
    }
    %rows_2d = reshape %rows : tile<32xf32> -> tile<1x32xf32>
    %turned = broadcast %rows_2d : tile<1x32xf32> -> tile<32x32xf32>
    %second = for %i in (%zero to %eight, step %one) : tile<i32> iter_values(%so_far = %turned) -> (tile<32x32xf32>) {
      %x, %tx = load_view_tko weak %av[%zero, %i] : partition_view<tile=(32x16), tensor_view<32x128xf16, strides=[128,1]>>, tile<i32> -> tile<32x16xf16>, token
      %y, %ty = load_view_tko weak %bv[%i, %zero] : partition_view<tile=(16x32), tensor_view<128x32xf16, strides=[32,1]>>, tile<i32> -> tile<16x32xf16>, token
      %next = mmaf %x, %y, %so_far : tile<32x16xf16>, tile<16x32xf16>, tile<32x32xf32>
      continue %next : tile<32x32xf32>
    }
    %flipped = permute %second [1, 0] : tile<32x32xf32> -> tile<32x32xf32>
    %none_runs = for %i in (%one to %one, step %one) : tile<i32> iter_values(%so_far = %flipped) -> (tile<32x32xf32>) {
      %x, %tx = load_view_tko weak %av[%zero, %i] : partition_view<tile=(32x16), tensor_view<32x128xf16, strides=[128,1]>>, tile<i32> -> tile<32x16xf16>, token
      %y, %ty = load_view_tko weak %bv[%i, %zero] : partition_view<tile=(16x32), tensor_view<128x32xf16, strides=[32,1]>>, tile<i32> -> tile<16x32xf16>, token
      %next = mmaf %x, %y, %so_far : tile<32x16xf16>, tile<16x32xf16>, tile<32x32xf32>
      continue %next : tile<32x32xf32>
    }
    %third = for %i in (%one to %n, step %one) : tile<i32> iter_values(%so_far = %none_runs) -> (tile<32x32xf32>) {
      %x, %tx = load_view_tko weak %av[%zero, %i] : partition_view<tile=(32x16), tensor_view<32x128xf16, strides=[128,1]>>, tile<i32> -> tile<32x16xf16>, token
      %y, %ty = load_view_tko weak %bv[%i, %zero] : partition_view<tile=(16x32), tensor_view<128x32xf16, strides=[32,1]>>, tile<i32> -> tile<16x32xf16>, token
      %next = mmaf %x, %y, %so_far : tile<32x16xf16>, tile<16x32xf16>, tile<32x32xf32>
      continue %next : tile<32x32xf32>
    }
    %done = store_view_tko weak %third, %cv[%zero, %zero] : tile<32x32xf32>, partition_view<tile=(32x32), tensor_view<32x32xf32, strides=[32,1]>>, tile<i32> -> token
    return
  }
}
