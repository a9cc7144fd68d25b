// RUN: run --sanitize --entry wrong --arg 'idx:i32[3]=zeros' --arg 'x:i32[8]=iota'
// E0502 line 20, with 16: `load_ptr_tko`: an undefined value is used as an address: a masked-off load lane without padding, made by `load_ptr_tko`
//   fix: give the load of %k a padding value, or mask what uses %k in the same way
// RUN: run --sanitize --entry right --arg 'idx:i32[3]=zeros' --arg 'x:i32[8]=iota'
// clean
//
// A gather takes its indices from a masked load without padding.
cuda_tile.module @tests {
  entry @wrong(%idx: tile<ptr<i32>>, %x: tile<ptr<i32>>) {
    %i = iota : tile<4xi32>
    %three = constant <i32: 3> : tile<4xi32>
    %inside = cmpi less_than %i, %three, signed : tile<4xi32> -> tile<4xi1>
    %ip1 = reshape %idx : tile<ptr<i32>> -> tile<1xptr<i32>>
    %ipn = broadcast %ip1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %ip = offset %ipn, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %k, %t = load_ptr_tko weak %ip, %inside : tile<4xptr<i32>>, tile<4xi1> -> tile<4xi32>, token
    %p1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
    %pn = broadcast %p1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p = offset %pn, %k : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %v, %u = load_ptr_tko weak %p : tile<4xptr<i32>> -> tile<4xi32>, token
    return
  }
  entry @right(%idx: tile<ptr<i32>>, %x: tile<ptr<i32>>) {
    %i = iota : tile<4xi32>
    %three = constant <i32: 3> : tile<4xi32>
    %inside = cmpi less_than %i, %three, signed : tile<4xi32> -> tile<4xi1>
    %ip1 = reshape %idx : tile<ptr<i32>> -> tile<1xptr<i32>>
    %ipn = broadcast %ip1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %ip = offset %ipn, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %k, %t = load_ptr_tko weak %ip, %inside : tile<4xptr<i32>>, tile<4xi1> -> tile<4xi32>, token
    %p1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
    %pn = broadcast %p1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p = offset %pn, %k : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %v, %u = load_ptr_tko weak %p, %inside : tile<4xptr<i32>>, tile<4xi1> -> tile<4xi32>, token
    return
  }
}
