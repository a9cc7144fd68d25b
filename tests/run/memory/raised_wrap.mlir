// RUN: run --arg 'x:i32[256]=arange(1)' --arg 'y:i32[192]=zeros' --arg 1073741824 --arg 2147483644 --print y
// y = [139 140 141 142 143 144 145 146 189 190 191 192 193 194 195 196 239 240
//      241 242 243 244 245 246  33  34  35  36  37  38  39  40 129 130 131 132
//      133 134 135 136 129 130 131 132 133 134 135 136 129 130 131 132 133 134
//      135 136 129 130 131 132 133 134 135 136 129 130 131 132 133 134 135 136
//        0   0   0   0   0   0   0   0   0   0   0   0   0   0   0   0   0   0
//        0   0   0   0   0   0  11  12  13  14  15  16  17  18  61  62  63  64
//       65  66  67  68 111 112 113 114 115 116 117 118 161 162 163 164 165 166
//      167 168   0   0   0   0 133 134 135 136   0   0   0   0 141 142 143 144
//        0   0   0   0 149 150 151 152   0   0   0   0 157 158 159 160 129 130
//      131 132 133 134 135 136 132 133 134 135 136 137 138 139 135 136 137 138
//      139 140 141 142 138 139 140 141 142 143 144 145]
//
// Indices that wrap before they are widened are not where their sums would be: of 8 bits, of 32 bits by constants and by a number
// that comes at launch, without sign, and in a mask. Those of 64 bits wrap as addresses do.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>, %s: tile<i32>, %far: tile<i32>) {
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
    %xm = constant <i32: 128> : tile<i32>
    %xc = offset %x, %xm : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %xcs_1 = reshape %xc : tile<ptr<i32>> -> tile<1x1xptr<i32>>
    %xcs = broadcast %xcs_1 : tile<1x1xptr<i32>> -> tile<4x8xptr<i32>>
    %j4 = iota : tile<4xi8>
    %j8 = iota : tile<8xi8>
    %jd_1 = reshape %j4 : tile<4xi8> -> tile<4x1xi8>
    %jd = broadcast %jd_1 : tile<4x1xi8> -> tile<4x8xi8>
    %ja_1 = reshape %j8 : tile<8xi8> -> tile<1x8xi8>
    %ja = broadcast %ja_1 : tile<1x8xi8> -> tile<4x8xi8>
    %j50 = constant <i8: 50> : tile<4x8xi8>
    %j10 = constant <i8: 10> : tile<4x8xi8>
    %jr = muli %jd, %j50 : tile<4x8xi8>
    %jo = addi %jr, %ja : tile<4x8xi8>
    %jw = addi %jo, %j10 : tile<4x8xi8>
    %jp = offset %xcs, %jw : tile<4x8xptr<i32>>, tile<4x8xi8> -> tile<4x8xptr<i32>>
    %v0, %v0_t = load_ptr_tko weak %jp : tile<4x8xptr<i32>> -> tile<4x8xi32>, token
    %o0 = constant <i32: 0> : tile<4x8xi32>
    %o0b = addi %o0, %flat : tile<4x8xi32>
    %o0p = offset %ys, %o0b : tile<4x8xptr<i32>>, tile<4x8xi32> -> tile<4x8xptr<i32>>
    %w35 = store_ptr_tko weak %o0p, %v0 : tile<4x8xptr<i32>>, tile<4x8xi32> -> token
    %huge = constant <i32: 1073741824> : tile<4x8xi32>
    %four = constant <i32: 4> : tile<4x8xi32>
    %h = muli %down, %huge : tile<4x8xi32>
    %h4 = muli %h, %four : tile<4x8xi32>
    %ho = addi %h4, %across : tile<4x8xi32>
    %hp = offset %xcs, %ho : tile<4x8xptr<i32>>, tile<4x8xi32> -> tile<4x8xptr<i32>>
    %v1, %v1_t = load_ptr_tko weak %hp : tile<4x8xptr<i32>> -> tile<4x8xi32>, token
    %o1 = constant <i32: 32> : tile<4x8xi32>
    %o1b = addi %o1, %flat : tile<4x8xi32>
    %o1p = offset %ys, %o1b : tile<4x8xptr<i32>>, tile<4x8xi32> -> tile<4x8xptr<i32>>
    %w46 = store_ptr_tko weak %o1p, %v1 : tile<4x8xptr<i32>>, tile<4x8xi32> -> token
    %ss_1 = reshape %s : tile<i32> -> tile<1x1xi32>
    %ss = broadcast %ss_1 : tile<1x1xi32> -> tile<4x8xi32>
    %sr = muli %down, %ss : tile<4x8xi32>
    %so = addi %sr, %across : tile<4x8xi32>
    %so2 = addi %so, %ss : tile<4x8xi32>
    %neg = constant <i32: -1> : tile<4x8xi32>
    %inside = cmpi greater_than_or_equal %so, %neg, signed : tile<4x8xi32> -> tile<4x8xi1>
    %inside2 = cmpi less_than %so, %eight, signed : tile<4x8xi32> -> tile<4x8xi1>
    %ii = andi %inside, %inside2 : tile<4x8xi1>
    %zero = constant <i32: 0> : tile<4x8xi32>
    %v2, %v2_t = load_ptr_tko weak %hp, %ii, %zero : tile<4x8xptr<i32>>, tile<4x8xi1>, tile<4x8xi32> -> tile<4x8xi32>, token
    %o2 = constant <i32: 64> : tile<4x8xi32>
    %o2b = addi %o2, %flat : tile<4x8xi32>
    %o2p = offset %ys, %o2b : tile<4x8xptr<i32>>, tile<4x8xi32> -> tile<4x8xptr<i32>>
    %w61 = store_ptr_tko weak %o2p, %v2 : tile<4x8xptr<i32>>, tile<4x8xi32> -> token
    %uw = exti %jw unsigned : tile<4x8xi8> -> tile<4x8xi32>
    %m128 = constant <i32: -128> : tile<4x8xi32>
    %uo = addi %uw, %m128 : tile<4x8xi32>
    %up = offset %xcs, %uo : tile<4x8xptr<i32>>, tile<4x8xi32> -> tile<4x8xptr<i32>>
    %v3, %v3_t = load_ptr_tko weak %up : tile<4x8xptr<i32>> -> tile<4x8xi32>, token
    %o3 = constant <i32: 96> : tile<4x8xi32>
    %o3b = addi %o3, %flat : tile<4x8xi32>
    %o3p = offset %ys, %o3b : tile<4x8xptr<i32>>, tile<4x8xi32> -> tile<4x8xptr<i32>>
    %w70 = store_ptr_tko weak %o3p, %v3 : tile<4x8xptr<i32>>, tile<4x8xi32> -> token
    %fars_1 = reshape %far : tile<i32> -> tile<1x1xi32>
    %fars = broadcast %fars_1 : tile<1x1xi32> -> tile<4x8xi32>
    %fa = addi %fars, %across : tile<4x8xi32>
    %fin = cmpi less_than %fa, %fars, signed : tile<4x8xi32> -> tile<4x8xi1>
    %fp = offset %xcs, %flat : tile<4x8xptr<i32>>, tile<4x8xi32> -> tile<4x8xptr<i32>>
    %v4, %v4_t = load_ptr_tko weak %fp, %fin, %zero : tile<4x8xptr<i32>>, tile<4x8xi1>, tile<4x8xi32> -> tile<4x8xi32>, token
    %o4 = constant <i32: 128> : tile<4x8xi32>
    %o4b = addi %o4, %flat : tile<4x8xi32>
    %o4p = offset %ys, %o4b : tile<4x8xptr<i32>>, tile<4x8xi32> -> tile<4x8xptr<i32>>
    %w80 = store_ptr_tko weak %o4p, %v4 : tile<4x8xptr<i32>>, tile<4x8xi32> -> token
    %wd = exti %down signed : tile<4x8xi32> -> tile<4x8xi64>
    %wa = exti %across signed : tile<4x8xi32> -> tile<4x8xi64>
    %q = constant <i64: -2305843009213693952> : tile<4x8xi64>
    %q3 = constant <i64: 3> : tile<4x8xi64>
    %w3 = muli %wd, %q3 : tile<4x8xi64>
    %wq = addi %w3, %wa : tile<4x8xi64>
    %wq1 = addi %wq, %q : tile<4x8xi64>
    %wq2 = subi %wq1, %q : tile<4x8xi64>
    %wp = offset %xcs, %wq2 : tile<4x8xptr<i32>>, tile<4x8xi64> -> tile<4x8xptr<i32>>
    %v5, %v5_t = load_ptr_tko weak %wp : tile<4x8xptr<i32>> -> tile<4x8xi32>, token
    %o5 = constant <i32: 160> : tile<4x8xi32>
    %o5b = addi %o5, %flat : tile<4x8xi32>
    %o5p = offset %ys, %o5b : tile<4x8xptr<i32>>, tile<4x8xi32> -> tile<4x8xptr<i32>>
    %w94 = store_ptr_tko weak %o5p, %v5 : tile<4x8xptr<i32>>, tile<4x8xi32> -> token
    return
  }
}
