// RUN: run --arg 'x:i64[16]=arange(0)' --arg 'y:i64[40]=full(-1)' --arg -1 --arg 0 --arg 4 --show back --show same --show across --print y
// %back = [3 2 1 0]
// %same = [3 3 3 3]
// %across = [[ 0  4  8 12]
//            [ 1  5  9 13]
//            [ 2  6 10 14]
//            [ 3  7 11 15]]
// y = [ 0 -1  4 -1  8 -1 12 -1 -1 -1  1 -1  5 -1  9 -1 13 -1 -1 -1  2 -1  6 -1
//      10 -1 14 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1]
//
// Strides that are scalars: backwards, all lanes at one place, and rows that lie as columns.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<i64>>, %y: tile<ptr<i64>>, %minus: tile<i32>, %zero: tile<i32>, %four: tile<i32>) {
    %iota = iota : tile<4xi32>
    %three = constant <i64: 3> : tile<i64>
    %last = offset %x, %three : tile<ptr<i64>>, tile<i64> -> tile<ptr<i64>>
    %lasts_1 = reshape %last : tile<ptr<i64>> -> tile<1xptr<i64>>
    %lasts = broadcast %lasts_1 : tile<1xptr<i64>> -> tile<4xptr<i64>>
    %minuses_1 = reshape %minus : tile<i32> -> tile<1xi32>
    %minuses = broadcast %minuses_1 : tile<1xi32> -> tile<4xi32>
    %down = muli %iota, %minuses : tile<4xi32>
    %bp = offset %lasts, %down : tile<4xptr<i64>>, tile<4xi32> -> tile<4xptr<i64>>
    %back, %t0 = load_ptr_tko weak %bp : tile<4xptr<i64>> -> tile<4xi64>, token
    %zeros_1 = reshape %zero : tile<i32> -> tile<1xi32>
    %zeros = broadcast %zeros_1 : tile<1xi32> -> tile<4xi32>
    %still = muli %zeros, %iota : tile<4xi32>
    %sp = offset %lasts, %still : tile<4xptr<i64>>, tile<4xi32> -> tile<4xptr<i64>>
    %same, %t1 = load_ptr_tko weak %sp : tile<4xptr<i64>> -> tile<4xi64>, token
    %column = reshape %iota : tile<4xi32> -> tile<4x1xi32>
    %row = reshape %iota : tile<4xi32> -> tile<1x4xi32>
    %downs = broadcast %column : tile<4x1xi32> -> tile<4x4xi32>
    %acrosses = broadcast %row : tile<1x4xi32> -> tile<4x4xi32>
    %fours_1 = reshape %four : tile<i32> -> tile<1x1xi32>
    %fours = broadcast %fours_1 : tile<1x1xi32> -> tile<4x4xi32>
    %steps = muli %acrosses, %fours : tile<4x4xi32>
    %index = addi %steps, %downs : tile<4x4xi32>
    %xs_1 = reshape %x : tile<ptr<i64>> -> tile<1x1xptr<i64>>
    %xs = broadcast %xs_1 : tile<1x1xptr<i64>> -> tile<4x4xptr<i64>>
    %xp = offset %xs, %index : tile<4x4xptr<i64>>, tile<4x4xi32> -> tile<4x4xptr<i64>>
    %across, %t2 = load_ptr_tko weak %xp : tile<4x4xptr<i64>> -> tile<4x4xi64>, token
    // Every second element of every row but the last one, rows ten apart.
    %ten = constant <i32: 10> : tile<4x4xi32>
    %tens = muli %downs, %ten : tile<4x4xi32>
    %twos = addi %acrosses, %acrosses : tile<4x4xi32>
    %to = addi %tens, %twos : tile<4x4xi32>
    %ys_1 = reshape %y : tile<ptr<i64>> -> tile<1x1xptr<i64>>
    %ys = broadcast %ys_1 : tile<1x1xptr<i64>> -> tile<4x4xptr<i64>>
    %yp = offset %ys, %to : tile<4x4xptr<i64>>, tile<4x4xi32> -> tile<4x4xptr<i64>>
    %most = constant <i32: 3> : tile<4x4xi32>
    %inside = cmpi less_than %downs, %most, signed : tile<4x4xi32> -> tile<4x4xi1>
    %t3 = store_ptr_tko weak %yp, %across, %inside : tile<4x4xptr<i64>>, tile<4x4xi64>, tile<4x4xi1> -> token
    return
  }
}
