// RUN: run --sanitize --entry wrong --arg 'x:i32[4]=arange(6,1)' --arg 'bins:i32[8]=zeros'
// E0520 line 20: `atomic_rmw_tko`: writes (relaxed, device) 4 bytes just past the end of the buffer of argument 2 (`%bins`) of 32 bytes
//   fix: mask off the lanes out of bounds, or check sizes before
// RUN: run --sanitize --entry right --arg 'x:i32[4]=arange(6,1)' --arg 'bins:i32[8]=zeros'
// clean
//
// A histogram of values up to 9 has eight bins.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<i32>>, %bins: tile<ptr<i32>>) {
    %i = iota : tile<4xi32>
    %one = constant <i32: 1> : tile<4xi32>
    %n = constant <i32: 8> : tile<4xi32>
    %p1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
    %pn = broadcast %p1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p = offset %pn, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %v, %t = load_ptr_tko weak %p : tile<4xptr<i32>> -> tile<4xi32>, token
    %b1 = reshape %bins : tile<ptr<i32>> -> tile<1xptr<i32>>
    %bn = broadcast %b1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %b = offset %bn, %v : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %old, %u = atomic_rmw_tko relaxed device %b, add, %one : tile<4xptr<i32>>, tile<4xi32> -> tile<4xi32>, token
    return
  }
  entry @right(%x: tile<ptr<i32>>, %bins: tile<ptr<i32>>) {
    %i = iota : tile<4xi32>
    %one = constant <i32: 1> : tile<4xi32>
    %n = constant <i32: 8> : tile<4xi32>
    %p1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
    %pn = broadcast %p1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p = offset %pn, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %v, %t = load_ptr_tko weak %p : tile<4xptr<i32>> -> tile<4xi32>, token
    %b1 = reshape %bins : tile<ptr<i32>> -> tile<1xptr<i32>>
    %bn = broadcast %b1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %b = offset %bn, %v : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %inside = cmpi less_than %v, %n, signed : tile<4xi32> -> tile<4xi1>
    %old, %u = atomic_rmw_tko relaxed device %b, add, %one, %inside : tile<4xptr<i32>>, tile<4xi32>, tile<4xi1> -> tile<4xi32>, token
    return
  }
}
