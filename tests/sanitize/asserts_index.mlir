// RUN: run --sanitize --entry wrong --arg 'idx:i32[4]=iota'
// E0560 line 17: `assert`: assertion failed: an index is out of range
//   fix: make %ok true, or correct the assertion
// RUN: run --sanitize --entry right --arg 'idx:i32[4]=iota'
// clean
//
// An assertion of the program itself: every index is below 3.
cuda_tile.module @tests {
  entry @wrong(%idx: tile<ptr<i32>>) {
    %i = iota : tile<4xi32>
    %n = constant <i32: 3> : tile<4xi32>
    %p1 = reshape %idx : tile<ptr<i32>> -> tile<1xptr<i32>>
    %pn = broadcast %p1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p = offset %pn, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %k, %t = load_ptr_tko weak %p : tile<4xptr<i32>> -> tile<4xi32>, token
    %ok = cmpi less_than %k, %n, signed : tile<4xi32> -> tile<4xi1>
    assert %ok, "an index is out of range" : tile<4xi1>
    return
  }
  entry @right(%idx: tile<ptr<i32>>) {
    %i = iota : tile<4xi32>
    %n = constant <i32: 4> : tile<4xi32>
    %p1 = reshape %idx : tile<ptr<i32>> -> tile<1xptr<i32>>
    %pn = broadcast %p1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p = offset %pn, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %k, %t = load_ptr_tko weak %p : tile<4xptr<i32>> -> tile<4xi32>, token
    %ok = cmpi less_than %k, %n, signed : tile<4xi32> -> tile<4xi1>
    assert %ok, "an index is out of range" : tile<4xi1>
    return
  }
}
