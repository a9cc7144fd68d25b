// RUN: run --sanitize --entry wrong --arg 'x:i32[8]=iota' --arg 0
// E0505 line 14, with 12: `load_ptr_tko`: an undefined value is used as an address: a division by zero, made by `remi`
//   fix: `select` a divisor that is not zero instead of %size, or guard %slot with an `if`
// RUN: run --sanitize --entry right --arg 'x:i32[8]=iota' --arg 0
// clean
//
// A hash is taken modulo the size of a table that is empty, and used as an index.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<i32>>, %size: tile<i32>) {
    %one = constant <i32: 1> : tile<i32>
    %hash = constant <i32: 12345> : tile<i32>
    %slot = remi %hash, %size unsigned : tile<i32>
    %p = offset %x, %slot : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %v, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    return
  }
  entry @right(%x: tile<ptr<i32>>, %size: tile<i32>) {
    %one = constant <i32: 1> : tile<i32>
    %hash = constant <i32: 12345> : tile<i32>
    %some = maxi %size, %one signed : tile<i32>
    %slot = remi %hash, %some unsigned : tile<i32>
    %p = offset %x, %slot : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %v, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    return
  }
}
