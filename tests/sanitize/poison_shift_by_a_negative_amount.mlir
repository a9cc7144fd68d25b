// RUN: run --sanitize --entry wrong --arg 'x:i64[4]=iota' --arg 'out:i64[4]=zeros'
// E0507 line 20, with 19: `store_ptr_tko`: an undefined value is stored to memory: a shift by the width of the type or more, made by `shri`
//   fix: keep %by below the width of its type
// RUN: run --sanitize --entry right --arg 'x:i64[4]=iota' --arg 'out:i64[4]=zeros'
// clean
//
// An amount of -1 does not shift the other way: amounts are unsigned.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<i64>>, %out: tile<ptr<i64>>) {
    %i = iota : tile<4xi32>
    %p1 = reshape %x : tile<ptr<i64>> -> tile<1xptr<i64>>
    %pn = broadcast %p1 : tile<1xptr<i64>> -> tile<4xptr<i64>>
    %p = offset %pn, %i : tile<4xptr<i64>>, tile<4xi32> -> tile<4xptr<i64>>
    %q1 = reshape %out : tile<ptr<i64>> -> tile<1xptr<i64>>
    %qn = broadcast %q1 : tile<1xptr<i64>> -> tile<4xptr<i64>>
    %q = offset %qn, %i : tile<4xptr<i64>>, tile<4xi32> -> tile<4xptr<i64>>
    %v, %t = load_ptr_tko weak %p : tile<4xptr<i64>> -> tile<4xi64>, token
    %by = constant <i64: [2, 1, 0, -1]> : tile<4xi64>
    %w = shri %v, %by signed : tile<4xi64>
    %written = store_ptr_tko weak %q, %w : tile<4xptr<i64>>, tile<4xi64> -> token
    return
  }
  entry @right(%x: tile<ptr<i64>>, %out: tile<ptr<i64>>) {
    %i = iota : tile<4xi32>
    %p1 = reshape %x : tile<ptr<i64>> -> tile<1xptr<i64>>
    %pn = broadcast %p1 : tile<1xptr<i64>> -> tile<4xptr<i64>>
    %p = offset %pn, %i : tile<4xptr<i64>>, tile<4xi32> -> tile<4xptr<i64>>
    %q1 = reshape %out : tile<ptr<i64>> -> tile<1xptr<i64>>
    %qn = broadcast %q1 : tile<1xptr<i64>> -> tile<4xptr<i64>>
    %q = offset %qn, %i : tile<4xptr<i64>>, tile<4xi32> -> tile<4xptr<i64>>
    %v, %t = load_ptr_tko weak %p : tile<4xptr<i64>> -> tile<4xi64>, token
    %by = constant <i64: [2, 1, 0, 1]> : tile<4xi64>
    %w = shri %v, %by signed : tile<4xi64>
    %written = store_ptr_tko weak %q, %w : tile<4xptr<i64>>, tile<4xi64> -> token
    return
  }
}
