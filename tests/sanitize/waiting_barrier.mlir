// RUN: run --sanitize --entry wrong --grid 4 --arg 'count:i32[1]=zeros'
// E0562 line 15: `load_ptr_tko` waits for element 0 of the buffer of argument 1 (`%count`) to change, and no tile block is left that could change it
//   fix: let a tile block write what is waited for before it ends or waits itself
// RUN: run --sanitize --entry right --grid 4 --arg 'count:i32[1]=zeros'
// clean
//
// A barrier that waits for one tile block more than there are.
cuda_tile.module @tests {
  entry @wrong(%count: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %n, %ny, %nz = get_num_tile_blocks : tile<i32>
    %all = addi %n, %one : tile<i32>
    %old, %arrived = atomic_rmw_tko acq_rel device %count, add, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %passed = loop iter_values(%before = %arrived) : token -> token {
      %f, %tried = load_ptr_tko acquire device %count token=%before : tile<ptr<i32>> -> tile<i32>, token
      %set = cmpi equal %f, %all, signed : tile<i32> -> tile<i1>
      if %set {
        break %tried : token
      }
      continue %tried : token
    }
    return
  }
  entry @right(%count: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %n, %ny, %nz = get_num_tile_blocks : tile<i32>
    %old, %arrived = atomic_rmw_tko acq_rel device %count, add, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %passed = loop iter_values(%before = %arrived) : token -> token {
      %f, %tried = load_ptr_tko acquire device %count token=%before : tile<ptr<i32>> -> tile<i32>, token
      %set = cmpi equal %f, %n, signed : tile<i32> -> tile<i1>
      if %set {
        break %tried : token
      }
      continue %tried : token
    }
    return
  }
}
