// RUN: run --grid 2 --arg 'x:f32[1300]=iota' --arg 'h:f16[1300]=randint(-9,9,seed=1)' --arg 'b:i8[1300]=randint(-100,100,seed=2)' \
//   --arg 'd:f64[1300]=iota' --arg 'y:f32[1300]=zeros' --arg 1296 --print y --print h --print b --print d
// y = [-46.  77. -24. ...   0.   0.   0.]
// h = [ 8. -6. -4. ...  5. -4. -5.]
// b = [-100 -100  -52 ...  -29   96   -1]
// d = [   0.    2.    4. ... 1297. 1298. 1299.]
//
// Elements in a row behind addresses that the program promises to be divisible by 16, up to a bound divisible by 16: a thread
// may move several at once. Elements of 1, 2, 4 and 8 bytes meet in one tile.
cuda_tile.module @tests {
  entry @k(%x0: tile<ptr<f32>>, %h0: tile<ptr<f16>>, %b0: tile<ptr<i8>>, %d0: tile<ptr<f64>>, %y0: tile<ptr<f32>>, %n0: tile<i32>) {
    %n = assume div_by<16>, %n0 : tile<i32>
    %block, %by, %bz = get_tile_block_id : tile<i32>
    %length = constant <i32: 1024> : tile<i32>
    %start = muli %block, %length : tile<i32>
    %start1 = reshape %start : tile<i32> -> tile<1xi32>
    %starts = broadcast %start1 : tile<1xi32> -> tile<1024xi32>
    %i = iota : tile<1024xi32>
    %at = addi %starts, %i : tile<1024xi32>
    %n1 = reshape %n : tile<i32> -> tile<1xi32>
    %ns = broadcast %n1 : tile<1xi32> -> tile<1024xi32>
    %inside = cmpi less_than %at, %ns, signed : tile<1024xi32> -> tile<1024xi1>
    %x = assume div_by<16>, %x0 : tile<ptr<f32>>
    %x1 = reshape %x : tile<ptr<f32>> -> tile<1xptr<f32>>
    %xs = broadcast %x1 : tile<1xptr<f32>> -> tile<1024xptr<f32>>
    %xp = offset %xs, %at : tile<1024xptr<f32>>, tile<1024xi32> -> tile<1024xptr<f32>>
    %h = assume div_by<16>, %h0 : tile<ptr<f16>>
    %h1 = reshape %h : tile<ptr<f16>> -> tile<1xptr<f16>>
    %hs = broadcast %h1 : tile<1xptr<f16>> -> tile<1024xptr<f16>>
    %hp = offset %hs, %at : tile<1024xptr<f16>>, tile<1024xi32> -> tile<1024xptr<f16>>
    %b = assume div_by<16>, %b0 : tile<ptr<i8>>
    %b1 = reshape %b : tile<ptr<i8>> -> tile<1xptr<i8>>
    %bs = broadcast %b1 : tile<1xptr<i8>> -> tile<1024xptr<i8>>
    %bp = offset %bs, %at : tile<1024xptr<i8>>, tile<1024xi32> -> tile<1024xptr<i8>>
    %d = assume div_by<16>, %d0 : tile<ptr<f64>>
    %d1 = reshape %d : tile<ptr<f64>> -> tile<1xptr<f64>>
    %ds = broadcast %d1 : tile<1xptr<f64>> -> tile<1024xptr<f64>>
    %dp = offset %ds, %at : tile<1024xptr<f64>>, tile<1024xi32> -> tile<1024xptr<f64>>
    %y = assume div_by<16>, %y0 : tile<ptr<f32>>
    %y1 = reshape %y : tile<ptr<f32>> -> tile<1xptr<f32>>
    %ys = broadcast %y1 : tile<1xptr<f32>> -> tile<1024xptr<f32>>
    %yp = offset %ys, %at : tile<1024xptr<f32>>, tile<1024xi32> -> tile<1024xptr<f32>>
    %xv, %xt = load_ptr_tko weak %xp, %inside : tile<1024xptr<f32>>, tile<1024xi1> -> tile<1024xf32>, token
    %ho = constant <f16: 0.5> : tile<1024xf16>
    %hv, %ht = load_ptr_tko weak %hp, %inside, %ho : tile<1024xptr<f16>>, tile<1024xi1>, tile<1024xf16> -> tile<1024xf16>, token
    %bo = constant <i8: 7> : tile<1024xi8>
    %bv, %bt = load_ptr_tko weak %bp, %inside, %bo : tile<1024xptr<i8>>, tile<1024xi1>, tile<1024xi8> -> tile<1024xi8>, token
    %dv, %dt = load_ptr_tko weak %dp, %inside : tile<1024xptr<f64>>, tile<1024xi1> -> tile<1024xf64>, token
    %hf = ftof %hv : tile<1024xf16> -> tile<1024xf32>
    %bf = itof %bv signed : tile<1024xi8> -> tile<1024xf32>
    %df = ftof %dv : tile<1024xf64> -> tile<1024xf32>
    %s0 = addf %xv, %hf : tile<1024xf32>
    %s1 = addf %s0, %bf : tile<1024xf32>
    %s2 = addf %s1, %df : tile<1024xf32>
    %t = join_tokens %xt, %ht, %bt, %dt : token
    %w0 = store_ptr_tko weak %yp, %s2, %inside token = %t : tile<1024xptr<f32>>, tile<1024xf32>, tile<1024xi1> -> token
    %h2 = addf %hv, %hv : tile<1024xf16>
    %w1 = store_ptr_tko weak %hp, %h2, %inside token = %t : tile<1024xptr<f16>>, tile<1024xf16>, tile<1024xi1> -> token
    %b2 = addi %bv, %bv : tile<1024xi8>
    %w2 = store_ptr_tko weak %bp, %b2, %inside token = %t : tile<1024xptr<i8>>, tile<1024xi8>, tile<1024xi1> -> token
    %d2 = addf %dv, %dv : tile<1024xf64>
    %w3 = store_ptr_tko weak %dp, %d2, %inside token = %t : tile<1024xptr<f64>>, tile<1024xf64>, tile<1024xi1> -> token
    return
  }
}
