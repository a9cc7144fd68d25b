// RUN: run --arg 'i32[4]=zeros'
// TRAP: error[E0510]
// TRAP: is used as an address: pointer arithmetic that overflows, made by `offset`
//
// An offset of 2^62 elements of four bytes.
cuda_tile.module @tests {
  entry @k(%out: tile<ptr<i32>>) {
    %n = constant <i64: 4611686018427387904> : tile<i64>
    %p = offset %out, %n : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
    %r, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    return
  }
}
