// RUN: run --sanitize --entry wrong --arg 'out:i32[4]=zeros'
// E0505 line 19, with 13: `store_ptr_tko`: an undefined value is stored to memory: a division by zero, made by `divi`
//   fix: `select` a divisor that is not zero instead of %i, or guard %q with an `if`
// RUN: run --sanitize --entry right --arg 'out:i32[4]=zeros'
// clean
//
// A `select` behind the division chooses the wrong arm: the quotient where the divisor is zero.
cuda_tile.module @tests {
  entry @wrong(%out: tile<ptr<i32>>) {
    %i = iota : tile<4xi32>
    %zero = constant <i32: 0> : tile<4xi32>
    %hundred = constant <i32: 100> : tile<4xi32>
    %q = divi %hundred, %i signed : tile<4xi32>
    %empty = cmpi equal %i, %zero, signed : tile<4xi32> -> tile<4xi1>
    %r = select %empty, %q, %zero : tile<4xi1>, tile<4xi32>
    %p1 = reshape %out : tile<ptr<i32>> -> tile<1xptr<i32>>
    %pn = broadcast %p1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p = offset %pn, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %written = store_ptr_tko weak %p, %r : tile<4xptr<i32>>, tile<4xi32> -> token
    return
  }
  entry @right(%out: tile<ptr<i32>>) {
    %i = iota : tile<4xi32>
    %zero = constant <i32: 0> : tile<4xi32>
    %hundred = constant <i32: 100> : tile<4xi32>
    %q = divi %hundred, %i signed : tile<4xi32>
    %empty = cmpi equal %i, %zero, signed : tile<4xi32> -> tile<4xi1>
    %r = select %empty, %zero, %q : tile<4xi1>, tile<4xi32>
    %p1 = reshape %out : tile<ptr<i32>> -> tile<1xptr<i32>>
    %pn = broadcast %p1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p = offset %pn, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %written = store_ptr_tko weak %p, %r : tile<4xptr<i32>>, tile<4xi32> -> token
    return
  }
}
