// RUN: run --sanitize --entry wrong --arg 'x:i64[4]=iota' --arg 4611686018427387904
// E0510 line 13, with 12: `load_ptr_tko`: an undefined value is used as an address: pointer arithmetic that overflows, made by `offset`
//   fix: keep the offset %row inside of the buffer
// RUN: run --sanitize --entry right --arg 'x:i64[4]=iota' --arg 4611686018427387904
// clean
//
// The row of a matrix is so large that its offset in bytes does not fit 64 bits.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<i64>>, %row: tile<i64>) {
    %stride = constant <i64: 4> : tile<i64>
    %rows = constant <i64: 1> : tile<i64>
    %p = offset %x, %row : tile<ptr<i64>>, tile<i64> -> tile<ptr<i64>>
    %v, %t = load_ptr_tko weak %p : tile<ptr<i64>> -> tile<i64>, token
    return
  }
  entry @right(%x: tile<ptr<i64>>, %row: tile<i64>) {
    %stride = constant <i64: 4> : tile<i64>
    %rows = constant <i64: 1> : tile<i64>
    %none = constant <i64: 0> : tile<i64>
    %ok = cmpi less_than %row, %rows, unsigned : tile<i64> -> tile<i1>
    %some = select %ok, %row, %none : tile<i1>, tile<i64>
    %p = offset %x, %some : tile<ptr<i64>>, tile<i64> -> tile<ptr<i64>>
    %v, %t = load_ptr_tko weak %p : tile<ptr<i64>> -> tile<i64>, token
    return
  }
}
