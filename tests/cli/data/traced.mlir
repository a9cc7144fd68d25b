#file = #cuda_tile.di_file<"kernel.py" in "/src">
#unit = #cuda_tile.di_compile_unit<file = #file>
#stale = #cuda_tile.di_subprogram<file = #file, line = 3, name = "stale", linkageName = "stale", compileUnit = #unit, scopeLine = 4>
cuda_tile.module @traced {
  entry @stale(%x: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32> loc(#cuda_tile.di_loc<loc("kernel.py":5:9) in #stale>)
    %stored = store_ptr_tko weak %x, %one : tile<ptr<i32>>, tile<i32> -> token loc(#cuda_tile.di_loc<loc("kernel.py":6:5) in #stale>)
    %v, %loaded = load_ptr_tko weak %x : tile<ptr<i32>> -> tile<i32>, token loc(#cuda_tile.di_loc<loc("kernel.py":7:9) in #stale>)
    return loc(#cuda_tile.di_loc<loc("kernel.py":8:5) in #stale>)
  } loc(#cuda_tile.di_loc<loc("kernel.py":3:1) in #stale>)
}
