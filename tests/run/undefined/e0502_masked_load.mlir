// RUN: run --arg 'i32[4]=zeros'
// TRAP: error[E0502]
// TRAP: `if`: an undefined value decides a branch: a masked-off load lane without padding, made by `load_ptr_tko`
// TRAP: makes the value undefined here
//
// A masked-off lane without padding decides a branch.
cuda_tile.module @tests {
  entry @k(%out: tile<ptr<i32>>) {
    %no = constant <i1: false> : tile<i1>
    %r, %t = load_ptr_tko weak %out, %no : tile<ptr<i32>>, tile<i1> -> tile<i32>, token
    %c = cmpi equal %r, %r, signed : tile<i32> -> tile<i1>
    if %c {
      print_tko "?" -> token
    }
    return
  }
}
