// RUN: run --sanitize --entry wrong --grid 4 --arg 'p:i32[1]=zeros'
// E0571 line 13, with 15: `load_ptr_tko` reads element 0 of the buffer of argument 1 (`%p`), which `store_ptr_tko` writes in another tile block; nothing orders the two
//   fix: load, change and store the element in one atomic operation (`atomic_rmw_tko`)
// E0571 line 15, with 15: `store_ptr_tko` writes element 0 of the buffer of argument 1 (`%p`), which `store_ptr_tko` writes in another tile block; nothing orders the two
//   fix: give every tile block elements of its own, or make the `store_ptr_tko` an atomic operation
// RUN: run --sanitize --entry right --grid 4 --arg 'p:i32[1]=zeros'
// clean
//
// Blocks that count together must do it with atomics: a load and a store lose counts.
cuda_tile.module @tests {
  entry @wrong(%p: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %v, %read = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    %w = addi %v, %one : tile<i32>
    %written = store_ptr_tko weak %p, %w token=%read : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @right(%p: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %old, %t = atomic_rmw_tko relaxed device %p, add, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    return
  }
}
