// RUN: run --arg 'x:i32[64]=arange(1)' --arg 'y:i32[256]=zeros' --arg=-10 --print y
// y = [64 63 62 61 60 59 58 57 56 55 54 53 52 51 50 49 48 47 46 45 44 43 42 41
//      40 39 38 37 36 35 34 33  1  5  9 13 17 21 25 29  2  6 10 14 18 22 26 30
//       3  7 11 15 19 23 27 31  4  8 12 16 20 24 28 32  1  2  3  4  5  6  7  8
//       2  3  4  5  6  7  8  9  3  4  5  6  7  8  9 10  4  5  6  7  8  9 10 11
//       1  1  1  1  1  1  1  1  2  2  2  2  2  2  2  2  3  3  3  3  3  3  3  3
//       4  4  4  4  4  4  4  4 41 42 43 44 45 46 47 48 31 32 33 34 35 36 37 38
//      21 22 23 24 25 26 27 28 11 12 13 14 15 16 17 18  1  2  3  4  5  6  7  8
//       9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32
//       1  5  9 13 17 21 25 29  2  6 10 14 18 22 26 30  3  7 11 15 19 23 27 31
//       4  8 12 16 20 24 28 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48
//      49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64]
//
// Tiles of addresses that are tiles of memory: rows backwards, columns as rows, rows that overlap, all of a row at one address, a
// stride that comes at launch and is negative, a row of numbers cut into four. Stored backwards, too.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>, %s: tile<i32>) {
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
    %last = constant <i32: 63> : tile<4x8xi32>
    %m8 = constant <i32: -8> : tile<4x8xi32>
    %m1 = constant <i32: -1> : tile<4x8xi32>
    %back = muli %down, %m8 : tile<4x8xi32>
    %ba = subi %back, %across : tile<4x8xi32>
    %b = addi %last, %ba : tile<4x8xi32>
    %bp = offset %xs, %b : tile<4x8xptr<i32>>, tile<4x8xi32> -> tile<4x8xptr<i32>>
    %v0, %v0_t = load_ptr_tko weak %bp : tile<4x8xptr<i32>> -> tile<4x8xi32>, token
    %o0 = constant <i32: 0> : tile<4x8xi32>
    %o0b = addi %o0, %flat : tile<4x8xi32>
    %o0p = offset %ys, %o0b : tile<4x8xptr<i32>>, tile<4x8xi32> -> tile<4x8xptr<i32>>
    %w26 = store_ptr_tko weak %o0p, %v0 : tile<4x8xptr<i32>>, tile<4x8xi32> -> token
    %four = constant <i32: 4> : tile<4x8xi32>
    %c4 = muli %across, %four : tile<4x8xi32>
    %tr = addi %c4, %down : tile<4x8xi32>
    %tp = offset %xs, %tr : tile<4x8xptr<i32>>, tile<4x8xi32> -> tile<4x8xptr<i32>>
    %v1, %v1_t = load_ptr_tko weak %tp : tile<4x8xptr<i32>> -> tile<4x8xi32>, token
    %o1 = constant <i32: 32> : tile<4x8xi32>
    %o1b = addi %o1, %flat : tile<4x8xi32>
    %o1p = offset %ys, %o1b : tile<4x8xptr<i32>>, tile<4x8xi32> -> tile<4x8xptr<i32>>
    %w35 = store_ptr_tko weak %o1p, %v1 : tile<4x8xptr<i32>>, tile<4x8xi32> -> token
    %hk = addi %down, %across : tile<4x8xi32>
    %hp = offset %xs, %hk : tile<4x8xptr<i32>>, tile<4x8xi32> -> tile<4x8xptr<i32>>
    %v2, %v2_t = load_ptr_tko weak %hp : tile<4x8xptr<i32>> -> tile<4x8xi32>, token
    %o2 = constant <i32: 64> : tile<4x8xi32>
    %o2b = addi %o2, %flat : tile<4x8xi32>
    %o2p = offset %ys, %o2b : tile<4x8xptr<i32>>, tile<4x8xi32> -> tile<4x8xptr<i32>>
    %w42 = store_ptr_tko weak %o2p, %v2 : tile<4x8xptr<i32>>, tile<4x8xi32> -> token
    %dp = offset %xs, %down : tile<4x8xptr<i32>>, tile<4x8xi32> -> tile<4x8xptr<i32>>
    %v3, %v3_t = load_ptr_tko weak %dp : tile<4x8xptr<i32>> -> tile<4x8xi32>, token
    %o3 = constant <i32: 96> : tile<4x8xi32>
    %o3b = addi %o3, %flat : tile<4x8xi32>
    %o3p = offset %ys, %o3b : tile<4x8xptr<i32>>, tile<4x8xi32> -> tile<4x8xptr<i32>>
    %w48 = store_ptr_tko weak %o3p, %v3 : tile<4x8xptr<i32>>, tile<4x8xi32> -> token
    %ss_1 = reshape %s : tile<i32> -> tile<1x1xi32>
    %ss = broadcast %ss_1 : tile<1x1xi32> -> tile<4x8xi32>
    %ws = exti %ss signed : tile<4x8xi32> -> tile<4x8xi64>
    %wd = exti %down signed : tile<4x8xi32> -> tile<4x8xi64>
    %wa = exti %across signed : tile<4x8xi32> -> tile<4x8xi64>
    %sd = muli %ws, %wd : tile<4x8xi64>
    %sa = addi %sd, %wa : tile<4x8xi64>
    %at40 = constant <i64: 40> : tile<4x8xi64>
    %s40 = addi %sa, %at40 : tile<4x8xi64>
    %sp = offset %xs, %s40 : tile<4x8xptr<i32>>, tile<4x8xi64> -> tile<4x8xptr<i32>>
    %v4, %v4_t = load_ptr_tko weak %sp : tile<4x8xptr<i32>> -> tile<4x8xi32>, token
    %o4 = constant <i32: 128> : tile<4x8xi32>
    %o4b = addi %o4, %flat : tile<4x8xi32>
    %o4p = offset %ys, %o4b : tile<4x8xptr<i32>>, tile<4x8xi32> -> tile<4x8xptr<i32>>
    %w63 = store_ptr_tko weak %o4p, %v4 : tile<4x8xptr<i32>>, tile<4x8xi32> -> token
    %flat32 = iota : tile<32xi32>
    %fl = reshape %flat32 : tile<32xi32> -> tile<4x8xi32>
    %fp = offset %xs, %fl : tile<4x8xptr<i32>>, tile<4x8xi32> -> tile<4x8xptr<i32>>
    %v5, %v5_t = load_ptr_tko weak %fp : tile<4x8xptr<i32>> -> tile<4x8xi32>, token
    %o5 = constant <i32: 160> : tile<4x8xi32>
    %o5b = addi %o5, %flat : tile<4x8xi32>
    %o5p = offset %ys, %o5b : tile<4x8xptr<i32>>, tile<4x8xi32> -> tile<4x8xptr<i32>>
    %w71 = store_ptr_tko weak %o5p, %v5 : tile<4x8xptr<i32>>, tile<4x8xi32> -> token
    %perm = reshape %flat32 : tile<32xi32> -> tile<8x4xi32>
    %permd = permute %perm [1, 0] : tile<8x4xi32> -> tile<4x8xi32>
    %pp = offset %xs, %permd : tile<4x8xptr<i32>>, tile<4x8xi32> -> tile<4x8xptr<i32>>
    %v6, %v6_t = load_ptr_tko weak %pp : tile<4x8xptr<i32>> -> tile<4x8xi32>, token
    %o6 = constant <i32: 192> : tile<4x8xi32>
    %o6b = addi %o6, %flat : tile<4x8xi32>
    %o6p = offset %ys, %o6b : tile<4x8xptr<i32>>, tile<4x8xi32> -> tile<4x8xptr<i32>>
    %w79 = store_ptr_tko weak %o6p, %v6 : tile<4x8xptr<i32>>, tile<4x8xi32> -> token
    %end7 = constant <i32: 255> : tile<4x8xi32>
    %e7 = addi %end7, %ba : tile<4x8xi32>
    %e7p = offset %ys, %e7 : tile<4x8xptr<i32>>, tile<4x8xi32> -> tile<4x8xptr<i32>>
    %w83 = store_ptr_tko weak %e7p, %v0 : tile<4x8xptr<i32>>, tile<4x8xi32> -> token
    return
  }
}
