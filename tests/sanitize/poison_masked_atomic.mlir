// RUN: run --sanitize --entry wrong --arg 'next:i32[1]=zeros' --arg 'out:i32[4]=zeros'
// E0504 line 22, with 21: `store_ptr_tko`: an undefined value is stored to memory: the result of a masked-off atomic lane, made by `atomic_rmw_tko`
//   fix: `select` another value than %ticket for the lanes that are masked off
// RUN: run --sanitize --entry right --arg 'next:i32[1]=zeros' --arg 'out:i32[4]=zeros'
// clean
//
// Only two lanes draw a ticket, but all four use theirs.
cuda_tile.module @tests {
  entry @wrong(%next: tile<ptr<i32>>, %out: tile<ptr<i32>>) {
    %i = iota : tile<4xi32>
    %nothing = constant <i32: 0> : tile<4xi32>
    %one = constant <i32: 1> : tile<4xi32>
    %two = constant <i32: 2> : tile<4xi32>
    %takes = cmpi less_than %i, %two, signed : tile<4xi32> -> tile<4xi1>
    %n1 = reshape %next : tile<ptr<i32>> -> tile<1xptr<i32>>
    %nn = broadcast %n1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %n = offset %nn, %nothing : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %q1 = reshape %out : tile<ptr<i32>> -> tile<1xptr<i32>>
    %qn = broadcast %q1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %q = offset %qn, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %ticket, %t = atomic_rmw_tko relaxed device %n, add, %one, %takes : tile<4xptr<i32>>, tile<4xi32>, tile<4xi1> -> tile<4xi32>, token
    %written = store_ptr_tko weak %q, %ticket : tile<4xptr<i32>>, tile<4xi32> -> token
    return
  }
  entry @right(%next: tile<ptr<i32>>, %out: tile<ptr<i32>>) {
    %i = iota : tile<4xi32>
    %nothing = constant <i32: 0> : tile<4xi32>
    %one = constant <i32: 1> : tile<4xi32>
    %two = constant <i32: 2> : tile<4xi32>
    %takes = cmpi less_than %i, %two, signed : tile<4xi32> -> tile<4xi1>
    %n1 = reshape %next : tile<ptr<i32>> -> tile<1xptr<i32>>
    %nn = broadcast %n1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %n = offset %nn, %nothing : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %q1 = reshape %out : tile<ptr<i32>> -> tile<1xptr<i32>>
    %qn = broadcast %q1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %q = offset %qn, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %ticket, %t = atomic_rmw_tko relaxed device %n, add, %one, %takes : tile<4xptr<i32>>, tile<4xi32>, tile<4xi1> -> tile<4xi32>, token
    %kept = select %takes, %ticket, %nothing : tile<4xi1>, tile<4xi32>
    %written = store_ptr_tko weak %q, %kept : tile<4xptr<i32>>, tile<4xi32> -> token
    return
  }
}
