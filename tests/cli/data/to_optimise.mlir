cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %n: tile<i32>) {
    %two = constant <i32: 2> : tile<i32>
    %four = addi %two, %two : tile<i32>
    %size = muli %n, %four : tile<i32>
    %again = muli %n, %four : tile<i32>
    %sum = addi %size, %again : tile<i32>
    %done = store_ptr_tko weak %p, %sum : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
