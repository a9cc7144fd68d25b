// RUN: run --sanitize --entry wrong --arg 'x:i32[1]=ones' --arg 'slot:i32[1]=zeros' --arg 5
// E0502 line 14, with 13: `atomic_rmw_tko`: an undefined value takes part in an atomic operation: a masked-off load lane without padding, made by `load_ptr_tko`
//   fix: give the load of %v a padding value, or mask what uses %v in the same way
// RUN: run --sanitize --entry right --arg 'x:i32[1]=ones' --arg 'slot:i32[1]=zeros' --arg 5
// clean
//
// A value that was masked off is put into a slot by an atomic exchange.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<i32>>, %slot: tile<ptr<i32>>, %k: tile<i32>) {
    %one = constant <i32: 1> : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %inside = cmpi less_than %k, %one, signed : tile<i32> -> tile<i1>
    %v, %t = load_ptr_tko weak %x, %inside : tile<ptr<i32>>, tile<i1> -> tile<i32>, token
    %old, %u = atomic_rmw_tko relaxed device %slot, xchg, %v : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    return
  }
  entry @right(%x: tile<ptr<i32>>, %slot: tile<ptr<i32>>, %k: tile<i32>) {
    %one = constant <i32: 1> : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %inside = cmpi less_than %k, %one, signed : tile<i32> -> tile<i1>
    %v, %t = load_ptr_tko weak %x, %inside, %zero : tile<ptr<i32>>, tile<i1>, tile<i32> -> tile<i32>, token
    %old, %u = atomic_rmw_tko relaxed device %slot, xchg, %v : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    return
  }
}
