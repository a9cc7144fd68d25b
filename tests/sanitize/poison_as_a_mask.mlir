// RUN: run --sanitize --entry wrong --arg 'keep:i1[3]=ones' --arg 'y:i32[4]=zeros'
// E0502 line 20, with 19: `store_ptr_tko`: an undefined value is used as a mask: a masked-off load lane without padding, made by `load_ptr_tko`
//   fix: give the load of %m a padding value, or mask what uses %m in the same way
// RUN: run --sanitize --entry right --arg 'keep:i1[3]=ones' --arg 'y:i32[4]=zeros'
// clean
//
// A mask that is loaded itself: its masked-off lanes decide which lanes of the store act.
cuda_tile.module @tests {
  entry @wrong(%keep: tile<ptr<i1>>, %y: tile<ptr<i32>>) {
    %i = iota : tile<4xi32>
    %three = constant <i32: 3> : tile<4xi32>
    %inside = cmpi less_than %i, %three, signed : tile<4xi32> -> tile<4xi1>
    %k1 = reshape %keep : tile<ptr<i1>> -> tile<1xptr<i1>>
    %kn = broadcast %k1 : tile<1xptr<i1>> -> tile<4xptr<i1>>
    %k = offset %kn, %i : tile<4xptr<i1>>, tile<4xi32> -> tile<4xptr<i1>>
    %q1 = reshape %y : tile<ptr<i32>> -> tile<1xptr<i32>>
    %qn = broadcast %q1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %q = offset %qn, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %m, %t = load_ptr_tko weak %k, %inside : tile<4xptr<i1>>, tile<4xi1> -> tile<4xi1>, token
    %written = store_ptr_tko weak %q, %i, %m : tile<4xptr<i32>>, tile<4xi32>, tile<4xi1> -> token
    return
  }
  entry @right(%keep: tile<ptr<i1>>, %y: tile<ptr<i32>>) {
    %i = iota : tile<4xi32>
    %three = constant <i32: 3> : tile<4xi32>
    %inside = cmpi less_than %i, %three, signed : tile<4xi32> -> tile<4xi1>
    %k1 = reshape %keep : tile<ptr<i1>> -> tile<1xptr<i1>>
    %kn = broadcast %k1 : tile<1xptr<i1>> -> tile<4xptr<i1>>
    %k = offset %kn, %i : tile<4xptr<i1>>, tile<4xi32> -> tile<4xptr<i1>>
    %q1 = reshape %y : tile<ptr<i32>> -> tile<1xptr<i32>>
    %qn = broadcast %q1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %q = offset %qn, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %no = constant <i1: false> : tile<4xi1>
    %m, %t = load_ptr_tko weak %k, %inside, %no : tile<4xptr<i1>>, tile<4xi1>, tile<4xi1> -> tile<4xi1>, token
    %written = store_ptr_tko weak %q, %i, %m : tile<4xptr<i32>>, tile<4xi32>, tile<4xi1> -> token
    return
  }
}
