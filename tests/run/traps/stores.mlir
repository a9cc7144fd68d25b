// RUN: run --entry own_elements --arg 'a:f16[32,128]=randint(-1,2,seed=1)' --arg 'b:f16[128,32]=randint(-1,2,seed=2)' --arg 'c:f32[32,32]=zeros' --print c --print a
// c = [[-18.   10.5  10.5 ...  22.5   3.    3. ]
//      [-18.   10.5  10.5 ...  22.5   3.    3. ]
//      [-18.   10.5  10.5 ...  22.5   3.    3. ]
//      ...
//      [-18.   10.5  10.5 ...  22.5   3.    3. ]
//      [-18.   10.5  10.5 ...  22.5   3.    3. ]
//      [-18.   10.5  10.5 ...  22.5   3.    3. ]]
// a = [[ 1.  0.  0. ... -1.  0.  0.]
//      [ 0.  1.  1. ...  0. -1. -1.]
//      [ 0.  0. -1. ...  0. -1. -1.]
//      ...
//      [ 0.  1.  0. ...  0.  1.  1.]
//      [-1.  0.  0. ...  1. -1.  1.]
//      [-1.  1.  0. ... -1.  1. -1.]]
// RUN: run --entry within_a_run --arg 'a:f16[32,128]=randint(-1,2,seed=1)' --arg 'b:f16[128,32]=randint(-1,2,seed=2)' --arg 'c:f32[32,32]=zeros' --print c --print a
// c = [[-69.   58.5  27.  ...  76.5  13.5 -12. ]
//      [-69.   58.5  27.  ...  76.5  13.5 -12. ]
//      [-69.   58.5  27.  ...  76.5  13.5 -12. ]
//      ...
//      [-69.   58.5  27.  ...  76.5  13.5 -12. ]
//      [-69.   58.5  27.  ...  76.5  13.5 -12. ]
//      [-69.   58.5  27.  ...  76.5  13.5 -12. ]]
// a = [[ 1.5  1.5  1.5 ... 12.  12.  12. ]
//      [ 1.5  1.5  1.5 ... 12.  12.  12. ]
//      [ 1.5  1.5  1.5 ... 12.  12.  12. ]
//      ...
//      [ 1.5  1.5  1.5 ... 12.  12.  12. ]
//      [ 1.5  1.5  1.5 ... 12.  12.  12. ]
//      [ 1.5  1.5  1.5 ... 12.  12.  12. ]]
// RUN: run --entry in_place --arg 'a:f16[32,128]=randint(-1,2,seed=1)' --arg 'b:f16[128,32]=randint(-1,2,seed=2)' --arg 'c:f32[32,32]=zeros' --print c --print a
// c = [[  6512.    932.   6174. ...    856.  -6293.   7256.]
//      [  6330.  -7396.   4990. ...  -6236.   -264.    134.]
//      [  6648.   5022.   3266. ...   2506.  -5328.  -1327.]
//      ...
//      [  9133.  -4066.   4392. ...  -4190.  -1747.   -640.]
//      [  8713.   3575.   4068. ...   1152.  -3995.  -5399.]
//      [-11581.  16152.  -6502. ...  11003.    490.  -5761.]]
// a = [[-6.820e+03  2.318e+03 -3.596e+03 ... -1.000e+00  0.000e+00  0.000e+00]
//      [ 2.676e+03  2.184e+03 -9.740e+02 ...  0.000e+00 -1.000e+00 -1.000e+00]
//      [-5.876e+03 -3.472e+03  4.056e+03 ...  0.000e+00 -1.000e+00 -1.000e+00]
//      ...
//      [-2.854e+03  2.880e+03  1.060e+02 ...  0.000e+00  1.000e+00  1.000e+00]
//      [-1.198e+04 -5.460e+03  4.148e+03 ...  1.000e+00 -1.000e+00  1.000e+00]
//      [-2.124e+03 -1.174e+04  1.027e+04 ... -1.000e+00  1.000e+00 -1.000e+00]]
// RUN: run --entry aliased --arg 'a:f16[32,128]=randint(-1,2,seed=1)' --arg 'b:f16[128,32]=randint(-1,2,seed=2)' --arg 'c:f32[32,32]=zeros' --print c --print a
// c = [[ -1187.  -2594.   3912. ...  -7134.   2373.  -9476.]
//      [-17306.    936.  -3203. ...  -3688.   6552. -12190.]
//      [-11806.   4264.   6210. ...  -6441.  13014. -11148.]
//      ...
//      [-27912.  11399.  -5242. ... -10083.  13032. -14609.]
//      [-24371.  -5865.  -6944. ...  -4561.   3362.  -3296.]
//      [ 42569. -11822.  25549. ... -14575.  -4223.  24941.]]
// a = [[ 1.  0.  0. ... -1.  0.  0.]
//      [ 0.  1.  1. ...  0. -1. -1.]
//      [ 0.  0. -1. ...  0. -1. -1.]
//      ...
//      [ 0.  1.  0. ...  0.  1.  1.]
//      [-1.  0.  0. ...  1. -1.  1.]
//      [-1.  1.  0. ... -1.  1. -1.]]
// RUN: run --entry sometimes --arg 'a:f16[32,128]=randint(-1,2,seed=1)' --arg 'b:f16[128,32]=randint(-1,2,seed=2)' --arg 'c:f32[32,32]=zeros' --print c --print a
// c = [[-291.   58.  -42. ...  101. -407. -320.]
//      [ 256.  -39.   79. ...  108. -272.  -99.]
//      [-264.  212.   88. ...  -27.   26.   55.]
//      ...
//      [-325.  -89. -256. ... -456. -247. -433.]
//      [ 590.  211. -234. ...  525. -232.  376.]
//      [ 250.  128.  304. ...  270.  126.  289.]]
// a = [[ 1.  0.  0. ... -1.  0.  0.]
//      [ 0.  1.  1. ...  0. -1. -1.]
//      [ 0.  0. -1. ...  0. -1. -1.]
//      ...
//      [ 0.  1.  0. ...  0.  1.  1.]
//      [-1.  0.  0. ...  1. -1.  1.]
//      [-1.  1.  0. ... -1.  1. -1.]]
// RUN: run --entry before_and_behind --arg 'a:f16[32,128]=randint(-1,2,seed=1)' --arg 'b:f16[128,32]=randint(-1,2,seed=2)' --arg 'c:f32[32,32]=zeros' --print c --print a
// c = [[-22.  46. -24. ...  51. -16. -23.]
//      [-38.  -2. -24. ...  13.  -8. -21.]
//      [ 22.   5. -11. ...  -9.   8.  22.]
//      ...
//      [-55.  12. -23. ...  11.  29. -16.]
//      [ -1.   7.  27. ...  -9.   1.  -3.]
//      [-38. -11.  -5. ...  19. -12. -33.]]
// a = [[ -1.  -1.  -1. ...  15. -19.   6.]
//      [  0.   1.   0. ...  -8.  -2.  -1.]
//      [ -1.  -1.  -1. ...  -5.   1.   6.]
//      ...
//      [  0.   1.  -1. ...  11.   6.  -1.]
//      [  1.  -1.   0. ...  -6.  -3.  -1.]
//      [  0.   0.   1. ...   3.   2.  -4.]]
//
// Loops that load what they, or what stands around them, store: nothing is copied ahead over a store that it may meet.
cuda_tile.module @traps {
  entry @own_elements(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>) {
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
    %halves = constant <f16: 1.5> : tile<32x16xf16>
    %told = store_view_tko weak %halves, %av[%zero, %one] : tile<32x16xf16>, partition_view<tile=(32x16), tensor_view<32x128xf16, strides=[128,1]>>, tile<i32> -> token
    %sum = for %i in (%zero to %eight, step %one) : tile<i32> iter_values(%so_far = %none) -> (tile<32x32xf32>) {
      %x, %tx = load_view_tko weak %av[%zero, %one] token=%told : partition_view<tile=(32x16), tensor_view<32x128xf16, strides=[128,1]>>, tile<i32> -> tile<32x16xf16>, token
      %y, %ty = load_view_tko weak %bv[%i, %zero] : partition_view<tile=(16x32), tensor_view<128x32xf16, strides=[32,1]>>, tile<i32> -> tile<16x32xf16>, token
      %next = mmaf %x, %y, %so_far : tile<32x16xf16>, tile<16x32xf16>, tile<32x32xf32>
      continue %next : tile<32x32xf32>
    }
    %done = store_view_tko weak %sum, %cv[%zero, %zero] : tile<32x32xf32>, partition_view<tile=(32x32), tensor_view<32x32xf32, strides=[32,1]>>, tile<i32> -> token
    return
  }

  entry @within_a_run(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>) {
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
    %halves = constant <f16: 1.5> : tile<32x16xf16>
    %sum, %last = for %i in (%zero to %eight, step %one) : tile<i32> iter_values(%so_far = %none, %v = %halves) -> (tile<32x32xf32>, tile<32x16xf16>) {
      %told = store_view_tko weak %v, %av[%zero, %i] : tile<32x16xf16>, partition_view<tile=(32x16), tensor_view<32x128xf16, strides=[128,1]>>, tile<i32> -> token
      %x, %tx = load_view_tko weak %av[%zero, %i] token=%told : partition_view<tile=(32x16), tensor_view<32x128xf16, strides=[128,1]>>, tile<i32> -> tile<32x16xf16>, token
      %y, %ty = load_view_tko weak %bv[%i, %zero] : partition_view<tile=(16x32), tensor_view<128x32xf16, strides=[32,1]>>, tile<i32> -> tile<16x32xf16>, token
      %next = mmaf %x, %y, %so_far : tile<32x16xf16>, tile<16x32xf16>, tile<32x32xf32>
      %more = addf %v, %halves : tile<32x16xf16>
      continue %next, %more : tile<32x32xf32>, tile<32x16xf16>
    }
    %done = store_view_tko weak %sum, %cv[%zero, %zero] : tile<32x32xf32>, partition_view<tile=(32x32), tensor_view<32x32xf32, strides=[32,1]>>, tile<i32> -> token
    return
  }

  entry @in_place(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>) {
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
    %start = make_token : token
    %sum, %end = for %i in (%zero to %eight, step %one) : tile<i32> iter_values(%so_far = %none, %before = %start) -> (tile<32x32xf32>, token) {
      %x, %tx = load_view_tko weak %av[%zero, %zero] token=%before : partition_view<tile=(32x16), tensor_view<32x128xf16, strides=[128,1]>>, tile<i32> -> tile<32x16xf16>, token
      %y, %ty = load_view_tko weak %bv[%i, %zero] : partition_view<tile=(16x32), tensor_view<128x32xf16, strides=[32,1]>>, tile<i32> -> tile<16x32xf16>, token
      %next = mmaf %x, %y, %so_far : tile<32x16xf16>, tile<16x32xf16>, tile<32x32xf32>
      %part = extract %next[%zero, %one] : tile<32x32xf32> -> tile<32x16xf32>
      %half = ftof %part : tile<32x16xf32> -> tile<32x16xf16>
      %after = store_view_tko weak %half, %av[%zero, %zero] token=%tx : tile<32x16xf16>, partition_view<tile=(32x16), tensor_view<32x128xf16, strides=[128,1]>>, tile<i32> -> token
      continue %next, %after : tile<32x32xf32>, token
    }
    %done = store_view_tko weak %sum, %cv[%zero, %zero] : tile<32x32xf32>, partition_view<tile=(32x32), tensor_view<32x32xf32, strides=[32,1]>>, tile<i32> -> token
    return
  }

  entry @aliased(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>) {
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
    %turned = make_partition_view %at : partition_view<tile=(16x32), tensor_view<32x128xf16, strides=[128,1]>, dim_map=[1, 0]>
    %start = make_token : token
    %sum, %end = for %i in (%zero to %eight, step %one) : tile<i32> iter_values(%so_far = %none, %before = %start) -> (tile<32x32xf32>, token) {
      %x, %tx = load_view_tko weak %av[%zero, %one] token=%before : partition_view<tile=(32x16), tensor_view<32x128xf16, strides=[128,1]>>, tile<i32> -> tile<32x16xf16>, token
      %y, %ty = load_view_tko weak %bv[%i, %zero] : partition_view<tile=(16x32), tensor_view<128x32xf16, strides=[32,1]>>, tile<i32> -> tile<16x32xf16>, token
      %next = mmaf %x, %y, %so_far : tile<32x16xf16>, tile<16x32xf16>, tile<32x32xf32>
      %part = extract %next[%one, %zero] : tile<32x32xf32> -> tile<16x32xf32>
      %half = ftof %part : tile<16x32xf32> -> tile<16x32xf16>
      %after = store_view_tko weak %half, %turned[%one, %zero] token=%tx : tile<16x32xf16>, partition_view<tile=(16x32), tensor_view<32x128xf16, strides=[128,1]>, dim_map=[1, 0]>, tile<i32> -> token
      continue %next, %after : tile<32x32xf32>, token
    }
    %done = store_view_tko weak %sum, %cv[%zero, %zero] : tile<32x32xf32>, partition_view<tile=(32x32), tensor_view<32x32xf32, strides=[32,1]>>, tile<i32> -> token
    return
  }

  entry @sometimes(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>) {
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
    %start = make_token : token
    %sum, %end = for %i in (%zero to %eight, step %one) : tile<i32> iter_values(%so_far = %none, %before = %start) -> (tile<32x32xf32>, token) {
      %x, %tx = load_view_tko weak %av[%zero, %one] token=%before : partition_view<tile=(32x16), tensor_view<32x128xf16, strides=[128,1]>>, tile<i32> -> tile<32x16xf16>, token
      %y, %ty = load_view_tko weak %bv[%i, %zero] : partition_view<tile=(16x32), tensor_view<128x32xf16, strides=[32,1]>>, tile<i32> -> tile<16x32xf16>, token
      %next = mmaf %x, %y, %so_far : tile<32x16xf16>, tile<16x32xf16>, tile<32x32xf32>
      %bit = andi %i, %two : tile<i32>
      %now = cmpi equal %bit, %two, signed : tile<i32> -> tile<i1>
      %after = if %now -> (token) {
        %part = extract %next[%zero, %zero] : tile<32x32xf32> -> tile<32x16xf32>
        %half = ftof %part : tile<32x16xf32> -> tile<32x16xf16>
        %stored = store_view_tko weak %half, %av[%zero, %one] token=%tx : tile<32x16xf16>, partition_view<tile=(32x16), tensor_view<32x128xf16, strides=[128,1]>>, tile<i32> -> token
        yield %stored : token
      } else {
        yield %tx : token
      }
      continue %next, %after : tile<32x32xf32>, token
    }
    %done = store_view_tko weak %sum, %cv[%zero, %zero] : tile<32x32xf32>, partition_view<tile=(32x32), tensor_view<32x32xf32, strides=[32,1]>>, tile<i32> -> token
    return
  }

  entry @before_and_behind(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>) {
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
    %eight_less = constant <i32: 7> : tile<i32>
    %first, %t0 = load_view_tko weak %av[%zero, %eight_less] : partition_view<tile=(32x16), tensor_view<32x128xf16, strides=[128,1]>>, tile<i32> -> tile<32x16xf16>, token
    %t1 = store_view_tko weak %first, %av[%zero, %zero] token=%t0 : tile<32x16xf16>, partition_view<tile=(32x16), tensor_view<32x128xf16, strides=[128,1]>>, tile<i32> -> token
    %sum, %end = for %i in (%zero to %eight, step %one) : tile<i32> iter_values(%so_far = %none, %before = %t1) -> (tile<32x32xf32>, token) {
      %x, %tx = load_view_tko weak %av[%zero, %i] token=%t1 : partition_view<tile=(32x16), tensor_view<32x128xf16, strides=[128,1]>>, tile<i32> -> tile<32x16xf16>, token
      %y, %ty = load_view_tko weak %bv[%i, %zero] : partition_view<tile=(16x32), tensor_view<128x32xf16, strides=[32,1]>>, tile<i32> -> tile<16x32xf16>, token
      %next = mmaf %x, %y, %so_far : tile<32x16xf16>, tile<16x32xf16>, tile<32x32xf32>
      %both = join_tokens %before, %tx : token
      continue %next, %both : tile<32x32xf32>, token
    }
    %part = extract %sum[%zero, %one] : tile<32x32xf32> -> tile<32x16xf32>
    %half = ftof %part : tile<32x16xf32> -> tile<32x16xf16>
    %t2 = store_view_tko weak %half, %av[%zero, %eight_less] token=%end : tile<32x16xf16>, partition_view<tile=(32x16), tensor_view<32x128xf16, strides=[128,1]>>, tile<i32> -> token
    %again = for %i in (%zero to %eight, step %one) : tile<i32> iter_values(%so_far = %sum) -> (tile<32x32xf32>) {
      %x, %tx = load_view_tko weak %av[%zero, %i] token=%t2 : partition_view<tile=(32x16), tensor_view<32x128xf16, strides=[128,1]>>, tile<i32> -> tile<32x16xf16>, token
      %y, %ty = load_view_tko weak %bv[%i, %zero] : partition_view<tile=(16x32), tensor_view<128x32xf16, strides=[32,1]>>, tile<i32> -> tile<16x32xf16>, token
      %next = mmaf %x, %y, %so_far : tile<32x16xf16>, tile<16x32xf16>, tile<32x32xf32>
      continue %next : tile<32x32xf32>
    }
    %done = store_view_tko weak %again, %cv[%zero, %zero] : tile<32x32xf32>, partition_view<tile=(32x32), tensor_view<32x32xf32, strides=[32,1]>>, tile<i32> -> token
    return
  }
}
