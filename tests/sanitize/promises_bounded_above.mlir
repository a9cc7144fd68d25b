// RUN: run --sanitize --entry wrong --arg 'idx:i32[4]=arange(5,1)' --arg 'x:i32[8]=iota'
// E0532 line 15: `assume`: 8 is above 7
//   fix: correct the bounds, or drop the `assume` of %j
// RUN: run --sanitize --entry right --arg 'idx:i32[4]=arange(5,1)' --arg 'x:i32[8]=iota'
// clean
//
// Indices are assumed to be at most 7; the last one is 8.
cuda_tile.module @tests {
  entry @wrong(%idx: tile<ptr<i32>>, %x: tile<ptr<i32>>) {
    %i = iota : tile<4xi32>
    %ip1 = reshape %idx : tile<ptr<i32>> -> tile<1xptr<i32>>
    %ipn = broadcast %ip1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %ip = offset %ipn, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %k, %t = load_ptr_tko weak %ip : tile<4xptr<i32>> -> tile<4xi32>, token
    %j = assume bounded<0, 7>, %k : tile<4xi32>
    return
  }
  entry @right(%idx: tile<ptr<i32>>, %x: tile<ptr<i32>>) {
    %i = iota : tile<4xi32>
    %ip1 = reshape %idx : tile<ptr<i32>> -> tile<1xptr<i32>>
    %ipn = broadcast %ip1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %ip = offset %ipn, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %k, %t = load_ptr_tko weak %ip : tile<4xptr<i32>> -> tile<4xi32>, token
    %greatest = constant <i32: 7> : tile<4xi32>
    %c = mini %k, %greatest signed : tile<4xi32>
    %j = assume bounded<0, 7>, %c : tile<4xi32>
    return
  }
}
