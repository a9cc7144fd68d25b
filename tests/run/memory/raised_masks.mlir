// RUN: run --grid 2 --arg 'x:i32[64]=arange(1)' --arg 'y:i32[512]=full(-1)' --arg 5 --arg 6 --print y
// y = [ 1  2  3  4  5  6  0  0  9 10 11 12 13 14  0  0 17 18 19 20 21 22  0  0
//      25 26 27 28 29 30  0  0  1  2  3  4  5  6  7  7  9 10 11 12 13 14  7  7
//      17 18 19 20 21 22  7  7 25 26 27 28 29 30  7  7  0  1  2  3  4  5 -1 -1
//       8  9 10 11 12 13 -1 -1 16 17 18 19 20 21 -1 -1 24 25 26 27 28 29 -1 -1
//       7  7  3  4  5  6  7  7  7  7 11 12 13 14  7  7  7  7 19 20 21 22  7  7
//       7  7 27 28 29 30  7  7  7  7  7  7  7  7  7 -1  7  7  7  7  7  7  7 -1
//       7  7  7  7  7  7  7 -1  7  7  7  7  7  7  7 -1  1  2  3  4  5  6  0  0
//       9 10 11 12 13 14  0  0 17 18 19 20 21 22  0  0 25 26 27 28 29 30  0  0
//       7  7  7  7  7  7 -1 -1  7  7  7  7  7  7 -1 -1  7  7  7  7  7  7 -1 -1
//       7  7  7  7  7  7 -1 -1  1  2  3  4  5  6  0  0  9 10 11 12 13  0  0  0
//      17 18 19 20  0  0  0  0 25 26 27  0  0  0  0  0 25 26 27 28 29 30  0  0
//      33 34 35 36 37 38  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0
//      25 26 27 28 29 30  7  7 33 34 35 36 37 38  7  7  7  7  7  7  7  7  7  7
//       7  7  7  7  7  7  7  7  0  1  2  3  4  5 -1 -1  8  9 10 11 12 13 -1 -1
//      -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1  7  7 27 28 29 30  7  7
//       7  7 35 36 37 38  7  7  7  7  7  7  7  7  7  7  7  7  7  7  7  7  7  7
//       7  7  7  7  7  7  7 -1  7  7  7  7  7  7  7 -1 -1 -1 -1 -1 -1 -1 -1 -1
//      -1 -1 -1 -1 -1 -1 -1 -1 25 26 27 28 29 30  0  0 33 34 35 36 37 38  0  0
//      41 42 43 44 45 46  0  0 49 50 51 52 53 54  0  0  7  7  7  7  7  7 -1 -1
//       7  7  7  7  7  7 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1
//      25 26 27 28 29 30  0  0 33 34 35 36 37  0  0  0  0  0  0  0  0  0  0  0
//       0  0  0  0  0  0  0  0]
// RUN: run --grid 2 --arg 'x:i32[64]=arange(1)' --arg 'y:i32[512]=full(-1)' --arg=-1 --arg=-3 --print y
// y = [ 0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0
//       0  0  0  0  0  0  0  0  7  7  7  7  7  7  7  7  7  7  7  7  7  7  7  7
//       7  7  7  7  7  7  7  7  7  7  7  7  7  7  7  7 -1 -1 -1 -1 -1 -1 -1 -1
//      -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1
//       7  7  7  7  7  7  7  7  7  7  7  7  7  7  7  7  7  7  7  7  7  7  7  7
//       7  7  7  7  7  7  7  7 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1
//      -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1  0  0  0  0  0  0  0  0
//       0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0
//      -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1
//      -1 -1 -1 -1 -1 -1 -1 -1  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0
//       0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0
//       0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0
//       7  7  7  7  7  7  7  7  7  7  7  7  7  7  7  7  7  7  7  7  7  7  7  7
//       7  7  7  7  7  7  7  7 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1
//      -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1  7  7  7  7  7  7  7  7
//       7  7  7  7  7  7  7  7  7  7  7  7  7  7  7  7  7  7  7  7  7  7  7  7
//      -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1
//      -1 -1 -1 -1 -1 -1 -1 -1  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0
//       0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0 -1 -1 -1 -1 -1 -1 -1 -1
//      -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1
//       0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0
//       0  0  0  0  0  0  0  0]
//
// Masks that say how far a tile reaches, and masks that do not: with zeros, with sevens, without anything; from a column on; up to
// and with a column; all or nothing; read without sign; below a diagonal. A limit may be negative.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>, %m: tile<i32>, %n: tile<i32>) {
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
    %ms_1 = reshape %m : tile<i32> -> tile<1x1xi32>
    %ms = broadcast %ms_1 : tile<1x1xi32> -> tile<4x8xi32>
    %ns_1 = reshape %n : tile<i32> -> tile<1x1xi32>
    %ns = broadcast %ns_1 : tile<1x1xi32> -> tile<4x8xi32>
    %b, %by, %bz = get_tile_block_id : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %b3 = muli %b, %three : tile<i32>
    %b3s_1 = reshape %b3 : tile<i32> -> tile<1x1xi32>
    %b3s = broadcast %b3s_1 : tile<1x1xi32> -> tile<4x8xi32>
    %row = addi %down, %b3s : tile<4x8xi32>
    %r8 = muli %row, %eight : tile<4x8xi32>
    %at = addi %r8, %across : tile<4x8xi32>
    %p = offset %xs, %at : tile<4x8xptr<i32>>, tile<4x8xi32> -> tile<4x8xptr<i32>>
    %rin = cmpi less_than %row, %ms, signed : tile<4x8xi32> -> tile<4x8xi1>
    %cin = cmpi greater_than %ns, %across, signed : tile<4x8xi32> -> tile<4x8xi1>
    %in = andi %rin, %cin : tile<4x8xi1>
    %zero = constant <i32: 0> : tile<4x8xi32>
    %seven = constant <i32: 7> : tile<4x8xi32>
    %base = constant <i32: 256> : tile<i32>
    %mine = muli %b, %base : tile<i32>
    %yb = offset %y, %mine : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %ybs_1 = reshape %yb : tile<ptr<i32>> -> tile<1x1xptr<i32>>
    %ybs = broadcast %ybs_1 : tile<1x1xptr<i32>> -> tile<4x8xptr<i32>>
    %v0, %v0_t = load_ptr_tko weak %p, %in, %zero : tile<4x8xptr<i32>>, tile<4x8xi1>, tile<4x8xi32> -> tile<4x8xi32>, token
    %o0 = constant <i32: 0> : tile<4x8xi32>
    %o0b = addi %o0, %flat : tile<4x8xi32>
    %o0p = offset %ybs, %o0b : tile<4x8xptr<i32>>, tile<4x8xi32> -> tile<4x8xptr<i32>>
    %w42 = store_ptr_tko weak %o0p, %v0 : tile<4x8xptr<i32>>, tile<4x8xi32> -> token
    %v1, %v1_t = load_ptr_tko weak %p, %in, %seven : tile<4x8xptr<i32>>, tile<4x8xi1>, tile<4x8xi32> -> tile<4x8xi32>, token
    %o1 = constant <i32: 32> : tile<4x8xi32>
    %o1b = addi %o1, %flat : tile<4x8xi32>
    %o1p = offset %ybs, %o1b : tile<4x8xptr<i32>>, tile<4x8xi32> -> tile<4x8xptr<i32>>
    %w47 = store_ptr_tko weak %o1p, %v1 : tile<4x8xptr<i32>>, tile<4x8xi32> -> token
    %o2 = constant <i32: 64> : tile<4x8xi32>
    %o2b = addi %o2, %flat : tile<4x8xi32>
    %o2p = offset %ybs, %o2b : tile<4x8xptr<i32>>, tile<4x8xi32> -> tile<4x8xptr<i32>>
    %w51 = store_ptr_tko weak %o2p, %flat, %in : tile<4x8xptr<i32>>, tile<4x8xi32>, tile<4x8xi1> -> token
    %two = constant <i32: 2> : tile<4x8xi32>
    %low = cmpi greater_than_or_equal %across, %two, signed : tile<4x8xi32> -> tile<4x8xi1>
    %mid = andi %in, %low : tile<4x8xi1>
    %v3, %v3_t = load_ptr_tko weak %p, %mid, %seven : tile<4x8xptr<i32>>, tile<4x8xi1>, tile<4x8xi32> -> tile<4x8xi32>, token
    %o3 = constant <i32: 96> : tile<4x8xi32>
    %o3b = addi %o3, %flat : tile<4x8xi32>
    %o3p = offset %ybs, %o3b : tile<4x8xptr<i32>>, tile<4x8xi32> -> tile<4x8xptr<i32>>
    %w59 = store_ptr_tko weak %o3p, %v3 : tile<4x8xptr<i32>>, tile<4x8xi32> -> token
    %ein = cmpi less_than_or_equal %across, %ns, signed : tile<4x8xi32> -> tile<4x8xi1>
    %le = andi %ein, %rin : tile<4x8xi1>
    %o4 = constant <i32: 128> : tile<4x8xi32>
    %o4b = addi %o4, %flat : tile<4x8xi32>
    %o4p = offset %ybs, %o4b : tile<4x8xptr<i32>>, tile<4x8xi32> -> tile<4x8xptr<i32>>
    %w65 = store_ptr_tko weak %o4p, %seven, %le : tile<4x8xptr<i32>>, tile<4x8xi32>, tile<4x8xi1> -> token
    %yes = cmpi less_than %m, %n, signed : tile<i32> -> tile<i1>
    %yess_1 = reshape %yes : tile<i1> -> tile<1x1xi1>
    %yess = broadcast %yess_1 : tile<1x1xi1> -> tile<4x8xi1>
    %both = andi %yess, %cin : tile<4x8xi1>
    %v5, %v5_t = load_ptr_tko weak %p, %both, %zero : tile<4x8xptr<i32>>, tile<4x8xi1>, tile<4x8xi32> -> tile<4x8xi32>, token
    %o5 = constant <i32: 160> : tile<4x8xi32>
    %o5b = addi %o5, %flat : tile<4x8xi32>
    %o5p = offset %ybs, %o5b : tile<4x8xptr<i32>>, tile<4x8xi32> -> tile<4x8xptr<i32>>
    %w74 = store_ptr_tko weak %o5p, %v5 : tile<4x8xptr<i32>>, tile<4x8xi32> -> token
    %un = cmpi less_than %row, %ms, unsigned : tile<4x8xi32> -> tile<4x8xi1>
    %unc = andi %un, %cin : tile<4x8xi1>
    %o6 = constant <i32: 192> : tile<4x8xi32>
    %o6b = addi %o6, %flat : tile<4x8xi32>
    %o6p = offset %ybs, %o6b : tile<4x8xptr<i32>>, tile<4x8xi32> -> tile<4x8xptr<i32>>
    %w80 = store_ptr_tko weak %o6p, %seven, %unc : tile<4x8xptr<i32>>, tile<4x8xi32>, tile<4x8xi1> -> token
    %diag = addi %down, %across : tile<4x8xi32>
    %dg = cmpi less_than %diag, %ns, signed : tile<4x8xi32> -> tile<4x8xi1>
    %tri = andi %dg, %rin : tile<4x8xi1>
    %v7, %v7_t = load_ptr_tko weak %p, %tri, %zero : tile<4x8xptr<i32>>, tile<4x8xi1>, tile<4x8xi32> -> tile<4x8xi32>, token
    %o7 = constant <i32: 224> : tile<4x8xi32>
    %o7b = addi %o7, %flat : tile<4x8xi32>
    %o7p = offset %ybs, %o7b : tile<4x8xptr<i32>>, tile<4x8xi32> -> tile<4x8xptr<i32>>
    %w88 = store_ptr_tko weak %o7p, %v7 : tile<4x8xptr<i32>>, tile<4x8xi32> -> token
    return
  }
}
