cuda_tile.module @racy {
  entry @stale(%x: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32> loc("stale.py":3:5)
    %stored = store_ptr_tko weak %x, %one : tile<ptr<i32>>, tile<i32> -> token loc("stale.py":4:5)
    %v, %loaded = load_ptr_tko weak %x : tile<ptr<i32>> -> tile<i32>, token loc("stale.py":5:9)
    return
  }
}
