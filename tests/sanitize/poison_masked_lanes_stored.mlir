// RUN: run --sanitize --entry wrong --arg 'x:i32[3]=iota' --arg 'y:i32[4]=zeros'
// E0502 line 20, with 19: `store_ptr_tko`: an undefined value is stored to memory: a masked-off load lane without padding, made by `load_ptr_tko`
//   fix: give the load of %v a padding value, or mask what uses %v in the same way
// RUN: run --sanitize --entry right --arg 'x:i32[3]=iota' --arg 'y:i32[4]=zeros'
// clean
//
// A load is masked to the three elements that there are, the store of what it gave is not.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>) {
    %i = iota : tile<4xi32>
    %three = constant <i32: 3> : tile<4xi32>
    %inside = cmpi less_than %i, %three, signed : tile<4xi32> -> tile<4xi1>
    %p1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
    %pn = broadcast %p1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p = offset %pn, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %q1 = reshape %y : tile<ptr<i32>> -> tile<1xptr<i32>>
    %qn = broadcast %q1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %q = offset %qn, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %v, %t = load_ptr_tko weak %p, %inside : tile<4xptr<i32>>, tile<4xi1> -> tile<4xi32>, token
    %written = store_ptr_tko weak %q, %v : tile<4xptr<i32>>, tile<4xi32> -> token
    return
  }
  entry @right(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>) {
    %i = iota : tile<4xi32>
    %three = constant <i32: 3> : tile<4xi32>
    %inside = cmpi less_than %i, %three, signed : tile<4xi32> -> tile<4xi1>
    %p1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
    %pn = broadcast %p1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p = offset %pn, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %q1 = reshape %y : tile<ptr<i32>> -> tile<1xptr<i32>>
    %qn = broadcast %q1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %q = offset %qn, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %v, %t = load_ptr_tko weak %p, %inside : tile<4xptr<i32>>, tile<4xi1> -> tile<4xi32>, token
    %written = store_ptr_tko weak %q, %v, %inside : tile<4xptr<i32>>, tile<4xi32>, tile<4xi1> -> token
    return
  }
}
