// RUN: run --sanitize --entry wrong --arg 'idx:i32[8]=iota'
// E0530 line 13: `assume`: 2 is not divisible by 4
//   fix: correct the divisor, or drop the `assume` of %a
// RUN: run --sanitize --entry right --arg 'idx:i32[8]=iota'
// clean
//
// Indices are said to go up by one in runs of four that start at multiples of four: these start at 2.
cuda_tile.module @tests {
  entry @wrong(%idx: tile<ptr<i32>>) {
    %i = iota : tile<8xi32>
    %start = constant <i32: 2> : tile<8xi32>
    %k = addi %i, %start : tile<8xi32>
    %a = assume div_by<4, every 4 along 0>, %k : tile<8xi32>
    return
  }
  entry @right(%idx: tile<ptr<i32>>) {
    %i = iota : tile<8xi32>
    %start = constant <i32: 4> : tile<8xi32>
    %k = addi %i, %start : tile<8xi32>
    %a = assume div_by<4, every 4 along 0>, %k : tile<8xi32>
    return
  }
}
