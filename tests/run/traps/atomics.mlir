// RUN: run --entry relaxed --arg 'a:f16[32,128]=randint(-1,2,seed=1)' --arg 'b:f16[128,32]=randint(-1,2,seed=2)' --arg 'c:f32[32,32]=zeros' --print c --print a
// c = [[  6232.  -5215.  -3506. ...  13238.  -8766.   8118.]
//      [ -9248. -19459. -12490. ...  -6483.  17328.  -7664.]
//      [  7201.  16283.  10222. ...   4232.  -9115.   1985.]
//      ...
//      [ 15734. -15277.   4475. ... -13542.   2622.     94.]
//      [-12998.  13078.   9185. ... -19252.  10479. -19117.]
//      [ -7379.  34654.  15804. ...   1465.  -8900.  -7903.]]
// a = [[ 3.794e+03  6.600e+03 -1.382e+04 ... -1.000e+00  0.000e+00  0.000e+00]
//      [ 2.211e+04  1.530e+04 -7.580e+03 ...  0.000e+00 -1.000e+00 -1.000e+00]
//      [-1.867e+04 -1.477e+04  6.848e+03 ...  0.000e+00 -1.000e+00 -1.000e+00]
//      ...
//      [-2.560e+03  1.075e+04 -5.900e+02 ...  0.000e+00  1.000e+00  1.000e+00]
//      [-9.616e+03 -2.970e+04  2.928e+04 ...  1.000e+00 -1.000e+00  1.000e+00]
//      [-2.134e+04 -3.846e+04  2.904e+04 ... -1.000e+00  1.000e+00 -1.000e+00]]
// RUN: run --entry acquiring --arg 'a:f16[32,128]=randint(-1,2,seed=1)' --arg 'b:f16[128,32]=randint(-1,2,seed=2)' --arg 'c:f32[32,32]=zeros' --print c --print a
// c = [[  6232.  -5215.  -3506. ...  13238.  -8766.   8118.]
//      [ -9248. -19459. -12490. ...  -6483.  17328.  -7664.]
//      [  7201.  16283.  10222. ...   4232.  -9115.   1985.]
//      ...
//      [ 15734. -15277.   4475. ... -13542.   2622.     94.]
//      [-12998.  13078.   9185. ... -19252.  10479. -19117.]
//      [ -7379.  34654.  15804. ...   1465.  -8900.  -7903.]]
// a = [[ 3.794e+03  6.600e+03 -1.382e+04 ... -1.000e+00  0.000e+00  0.000e+00]
//      [ 2.211e+04  1.530e+04 -7.580e+03 ...  0.000e+00 -1.000e+00 -1.000e+00]
//      [-1.867e+04 -1.477e+04  6.848e+03 ...  0.000e+00 -1.000e+00 -1.000e+00]
//      ...
//      [-2.560e+03  1.075e+04 -5.900e+02 ...  0.000e+00  1.000e+00  1.000e+00]
//      [-9.616e+03 -2.970e+04  2.928e+04 ...  1.000e+00 -1.000e+00  1.000e+00]
//      [-2.134e+04 -3.846e+04  2.904e+04 ... -1.000e+00  1.000e+00 -1.000e+00]]
// RUN: run --entry turns --arg 'a:f16[32,128]=randint(-1,2,seed=1)' --arg 'b:f16[128,32]=randint(-1,2,seed=2)' --arg 'c:f32[32,32]=zeros' --arg 'n:i32[1]=zeros' --print c
// c = [[-10.  14.  -2. ...  13. -17.  10.]
//      [  9.   6.  -1. ...  -7.   1.   1.]
//      [  5.  -5.   2. ...  -5.   7.   6.]
//      ...
//      [ -4.   4. -11. ...   2.   8.   4.]
//      [ -1.  -8.  -5. ...  -9.  -4. -10.]
//      [-22.  -2.  -1. ...  12.   5.  -9.]]
//
// Atomics in loops of products: the tile that a run loads is what the atomics of the run before have made.
cuda_tile.module @traps {
  entry @relaxed(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>) {
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
    %ptrs = offset %a_2, %spot : tile<32x16xptr<f16>>, tile<32x16xi32> -> tile<32x16xptr<f16>>
    %start = make_token : token
    %sum, %end = for %i in (%zero to %eight, step %one) : tile<i32> iter_values(%so_far = %none, %before = %start) -> (tile<32x32xf32>, token) {
      %x, %tx = load_view_tko weak %av[%zero, %zero] token=%before : partition_view<tile=(32x16), tensor_view<32x128xf16, strides=[128,1]>>, tile<i32> -> tile<32x16xf16>, token
      %y, %ty = load_view_tko weak %bv[%i, %zero] : partition_view<tile=(16x32), tensor_view<128x32xf16, strides=[32,1]>>, tile<i32> -> tile<16x32xf16>, token
      %next = mmaf %x, %y, %so_far : tile<32x16xf16>, tile<16x32xf16>, tile<32x32xf32>
      %part = extract %next[%zero, %one] : tile<32x32xf32> -> tile<32x16xf32>
      %half = ftof %part : tile<32x16xf32> -> tile<32x16xf16>
      %old, %after = atomic_rmw_tko relaxed device %ptrs, addf, %half token=%tx : tile<32x16xptr<f16>>, tile<32x16xf16> -> tile<32x16xf16>, token
      continue %next, %after : tile<32x32xf32>, token
    }
    %done = store_view_tko weak %sum, %cv[%zero, %zero] : tile<32x32xf32>, partition_view<tile=(32x32), tensor_view<32x32xf32, strides=[32,1]>>, tile<i32> -> token
    return
  }

  entry @acquiring(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>) {
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
    %ptrs = offset %a_2, %spot : tile<32x16xptr<f16>>, tile<32x16xi32> -> tile<32x16xptr<f16>>
    %start = make_token : token
    %sum, %end = for %i in (%zero to %eight, step %one) : tile<i32> iter_values(%so_far = %none, %before = %start) -> (tile<32x32xf32>, token) {
      %x, %tx = load_view_tko weak %av[%zero, %zero] token=%before : partition_view<tile=(32x16), tensor_view<32x128xf16, strides=[128,1]>>, tile<i32> -> tile<32x16xf16>, token
      %y, %ty = load_view_tko weak %bv[%i, %zero] : partition_view<tile=(16x32), tensor_view<128x32xf16, strides=[32,1]>>, tile<i32> -> tile<16x32xf16>, token
      %next = mmaf %x, %y, %so_far : tile<32x16xf16>, tile<16x32xf16>, tile<32x32xf32>
      %part = extract %next[%zero, %one] : tile<32x32xf32> -> tile<32x16xf32>
      %half = ftof %part : tile<32x16xf32> -> tile<32x16xf16>
      %old, %after = atomic_rmw_tko acq_rel device %ptrs, addf, %half token=%tx : tile<32x16xptr<f16>>, tile<32x16xf16> -> tile<32x16xf16>, token
      continue %next, %after : tile<32x32xf32>, token
    }
    %done = store_view_tko weak %sum, %cv[%zero, %zero] : tile<32x32xf32>, partition_view<tile=(32x32), tensor_view<32x32xf32, strides=[32,1]>>, tile<i32> -> token
    return
  }

  entry @turns(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %n: tile<ptr<i32>>) {
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
    %number, %u0, %u1 = get_tile_block_id : tile<i32>
    %n_1 = offset %n, %number : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %sum, %end = for %i in (%zero to %eight, step %one) : tile<i32> iter_values(%so_far = %none, %before = %start) -> (tile<32x32xf32>, token) {
      %turn, %told = atomic_rmw_tko acq_rel device %n_1, add, %one token=%before : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
      %x, %tx = load_view_tko weak %av[%zero, %turn] token=%told : partition_view<tile=(32x16), tensor_view<32x128xf16, strides=[128,1]>>, tile<i32> -> tile<32x16xf16>, token
      %y, %ty = load_view_tko weak %bv[%i, %zero] token=%told : partition_view<tile=(16x32), tensor_view<128x32xf16, strides=[32,1]>>, tile<i32> -> tile<16x32xf16>, token
      %next = mmaf %x, %y, %so_far : tile<32x16xf16>, tile<16x32xf16>, tile<32x32xf32>
      %both = join_tokens %tx, %ty : token
      continue %next, %both : tile<32x32xf32>, token
    }
    %done = store_view_tko weak %sum, %cv[%zero, %zero] : tile<32x32xf32>, partition_view<tile=(32x32), tensor_view<32x32xf32, strides=[32,1]>>, tile<i32> -> token
    return
  }
}
