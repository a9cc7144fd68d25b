// RUN: run --arg 'x:i32[96]=arange(1)' --arg 'y:i32[160]=zeros' --arg 20 --arg 8 --print y
// y = [  1   2   3   4   5   6   7   8  10  12  14  16  18  20  22  24  27  30
//       33  36   0   0   0   0  25  26  27  28  29  30  31  32  58  60  62  64
//       66  68  70  72  99 102 105 108   0   0   0   0  49  50  51  52  53  54
//       55  56 106 108 110 112 114 116 118 120 171 174 177 180   0   0   0   0
//       73  74  75  76  77  78  79  80 154 156 158 160 162 164 166 168 243 246
//      249 252   0   0   0   0   1   2   3   4   5   6   7   8  25  26  27  28
//       29  30  31  32  49  50  51  52  53  54  55  56  73  74  75  76  77  78
//       79  80  20  24  28  32  36  40  44  48 116 120 124 128 132 136 140 144
//      212 216 220 224 228 232 236 240 308 312 316 320 324 328 332 336]
//
// Tiles of addresses that loops move on: by a constant, by a number that comes at launch, by the counter, in a loop in a loop; and
// where they end, behind the loop. The mask compares what the counter reaches.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>, %n: tile<i32>, %s: tile<i32>) {
    %i4 = iota : tile<4xi32>
    %i8 = iota : tile<8xi32>
    %down_1 = reshape %i4 : tile<4xi32> -> tile<4x1xi32>
    %down = broadcast %down_1 : tile<4x1xi32> -> tile<4x8xi32>
    %across_1 = reshape %i8 : tile<8xi32> -> tile<1x8xi32>
    %across = broadcast %across_1 : tile<1x8xi32> -> tile<4x8xi32>
    %xs_1 = reshape %x : tile<ptr<i32>> -> tile<1x1xptr<i32>>
    %xs = broadcast %xs_1 : tile<1x1xptr<i32>> -> tile<4x8xptr<i32>>
    %ys_1 = reshape %y : tile<ptr<i32>> -> tile<1x1xptr<i32>>
    %ys = broadcast %ys_1 : tile<1x1xptr<i32>> -> tile<4x8xptr<i32>>
    %eight = constant <i32: 8> : tile<4x8xi32>
    %rows8 = muli %down, %eight : tile<4x8xi32>
    %flat = addi %rows8, %across : tile<4x8xi32>
    %lo = constant <i32: 0> : tile<i32>
    %st = constant <i32: 8> : tile<i32>
    %zero = constant <i32: 0> : tile<4x8xi32>
    %ns_1 = reshape %n : tile<i32> -> tile<1x1xi32>
    %ns = broadcast %ns_1 : tile<1x1xi32> -> tile<4x8xi32>
    %ss_1 = reshape %s : tile<i32> -> tile<1x1xi32>
    %ss = broadcast %ss_1 : tile<1x1xi32> -> tile<4x8xi32>
    %row = constant <i32: 24> : tile<4x8xi32>
    %r24 = muli %down, %row : tile<4x8xi32>
    %at = addi %r24, %across : tile<4x8xi32>
    %first = offset %xs, %at : tile<4x8xptr<i32>>, tile<4x8xi32> -> tile<4x8xptr<i32>>
    %yfirst = offset %ys, %at : tile<4x8xptr<i32>>, tile<4x8xi32> -> tile<4x8xptr<i32>>
    %sum, %xe, %ye = for %k in (%lo to %n, step %st) : tile<i32> iter_values(%acc = %zero, %xp = %first, %yp = %yfirst) -> (tile<4x8xi32>, tile<4x8xptr<i32>>, tile<4x8xptr<i32>>) {
      %ks_1 = reshape %k : tile<i32> -> tile<1x1xi32>
      %ks = broadcast %ks_1 : tile<1x1xi32> -> tile<4x8xi32>
      %kc = addi %ks, %across : tile<4x8xi32>
      %near = cmpi less_than %kc, %ns, signed : tile<4x8xi32> -> tile<4x8xi1>
      %v, %v_t = load_ptr_tko weak %xp, %near, %zero : tile<4x8xptr<i32>>, tile<4x8xi1>, tile<4x8xi32> -> tile<4x8xi32>, token
      %next = addi %acc, %v : tile<4x8xi32>
      %w34 = store_ptr_tko weak %yp, %next, %near : tile<4x8xptr<i32>>, tile<4x8xi32>, tile<4x8xi1> -> token
      %xn0 = offset %xp, %eight : tile<4x8xptr<i32>>, tile<4x8xi32> -> tile<4x8xptr<i32>>
      %xn = offset %xn0, %zero : tile<4x8xptr<i32>>, tile<4x8xi32> -> tile<4x8xptr<i32>>
      %yn = offset %yp, %ss : tile<4x8xptr<i32>>, tile<4x8xi32> -> tile<4x8xptr<i32>>
      continue %next, %xn, %yn : tile<4x8xi32>, tile<4x8xptr<i32>>, tile<4x8xptr<i32>>
    }
    %m24 = constant <i32: -24> : tile<4x8xi32>
    %xl = offset %xe, %m24 : tile<4x8xptr<i32>>, tile<4x8xi32> -> tile<4x8xptr<i32>>
    %after, %after_t = load_ptr_tko weak %xl : tile<4x8xptr<i32>> -> tile<4x8xi32>, token
    %o96 = constant <i32: 96> : tile<4x8xi32>
    %ao = addi %o96, %flat : tile<4x8xi32>
    %ap = offset %ys, %ao : tile<4x8xptr<i32>>, tile<4x8xi32> -> tile<4x8xptr<i32>>
    %w46 = store_ptr_tko weak %ap, %after : tile<4x8xptr<i32>>, tile<4x8xi32> -> token
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %s2, %xo = for %i in (%lo to %two, step %one) : tile<i32> iter_values(%acc1 = %zero, %xq = %first) -> (tile<4x8xi32>, tile<4x8xptr<i32>>) {
      %s3, %xi = for %j in (%lo to %two, step %one) : tile<i32> iter_values(%acc2 = %acc1, %xr = %xq) -> (tile<4x8xi32>, tile<4x8xptr<i32>>) {
        %u, %u_t = load_ptr_tko weak %xr : tile<4x8xptr<i32>> -> tile<4x8xi32>, token
        %nu = addi %acc2, %u : tile<4x8xi32>
        %js_1 = reshape %j : tile<i32> -> tile<1x1xi32>
        %js = broadcast %js_1 : tile<1x1xi32> -> tile<4x8xi32>
        %xrn = offset %xr, %js : tile<4x8xptr<i32>>, tile<4x8xi32> -> tile<4x8xptr<i32>>
        continue %nu, %xrn : tile<4x8xi32>, tile<4x8xptr<i32>>
      }
      %xqn = offset %xq, %eight : tile<4x8xptr<i32>>, tile<4x8xi32> -> tile<4x8xptr<i32>>
      continue %s3, %xqn : tile<4x8xi32>, tile<4x8xptr<i32>>
    }
    %o128 = constant <i32: 128> : tile<4x8xi32>
    %no = addi %o128, %flat : tile<4x8xi32>
    %np = offset %ys, %no : tile<4x8xptr<i32>>, tile<4x8xi32> -> tile<4x8xptr<i32>>
    %w64 = store_ptr_tko weak %np, %s2 : tile<4x8xptr<i32>>, tile<4x8xi32> -> token
    return
  }
}
