// RUN: run --sanitize --entry wrong --arg 'sum:i32[4]=iota' --arg 'count:i32[4]=iota' --arg 'mean:i32[4]=zeros'
// E0505 line 24, with 23: `store_ptr_tko`: an undefined value is stored to memory: a division by zero, made by `divi`
//   fix: `select` a divisor that is not zero instead of %c, or guard %m with an `if`
// RUN: run --sanitize --entry right --arg 'sum:i32[4]=iota' --arg 'count:i32[4]=iota' --arg 'mean:i32[4]=zeros'
// clean
//
// A mean of nothing: the count of the first group is 0.
cuda_tile.module @tests {
  entry @wrong(%sum: tile<ptr<i32>>, %count: tile<ptr<i32>>, %mean: tile<ptr<i32>>) {
    %i = iota : tile<4xi32>
    %one = constant <i32: 1> : tile<4xi32>
    %sp1 = reshape %sum : tile<ptr<i32>> -> tile<1xptr<i32>>
    %spn = broadcast %sp1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %sp = offset %spn, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %cp1 = reshape %count : tile<ptr<i32>> -> tile<1xptr<i32>>
    %cpn = broadcast %cp1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %cp = offset %cpn, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %mp1 = reshape %mean : tile<ptr<i32>> -> tile<1xptr<i32>>
    %mpn = broadcast %mp1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %mp = offset %mpn, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %s, %t1 = load_ptr_tko weak %sp : tile<4xptr<i32>> -> tile<4xi32>, token
    %c, %t2 = load_ptr_tko weak %cp : tile<4xptr<i32>> -> tile<4xi32>, token
    %m = divi %s, %c signed : tile<4xi32>
    %written = store_ptr_tko weak %mp, %m : tile<4xptr<i32>>, tile<4xi32> -> token
    return
  }
  entry @right(%sum: tile<ptr<i32>>, %count: tile<ptr<i32>>, %mean: tile<ptr<i32>>) {
    %i = iota : tile<4xi32>
    %one = constant <i32: 1> : tile<4xi32>
    %sp1 = reshape %sum : tile<ptr<i32>> -> tile<1xptr<i32>>
    %spn = broadcast %sp1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %sp = offset %spn, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %cp1 = reshape %count : tile<ptr<i32>> -> tile<1xptr<i32>>
    %cpn = broadcast %cp1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %cp = offset %cpn, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %mp1 = reshape %mean : tile<ptr<i32>> -> tile<1xptr<i32>>
    %mpn = broadcast %mp1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %mp = offset %mpn, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %s, %t1 = load_ptr_tko weak %sp : tile<4xptr<i32>> -> tile<4xi32>, token
    %c, %t2 = load_ptr_tko weak %cp : tile<4xptr<i32>> -> tile<4xi32>, token
    %safe = maxi %c, %one signed : tile<4xi32>
    %m = divi %s, %safe signed : tile<4xi32>
    %written = store_ptr_tko weak %mp, %m : tile<4xptr<i32>>, tile<4xi32> -> token
    return
  }
}
