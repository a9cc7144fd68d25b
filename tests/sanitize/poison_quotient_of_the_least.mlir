// RUN: run --sanitize --entry wrong --arg 'x:i32[1]=full(-2147483648)' --arg 'y:i32[1]=zeros'
// E0506 line 14, with 13: `store_ptr_tko`: an undefined value is stored to memory: a division of the least integer by -1, made by `divi`
//   fix: `select` another divisor where %v is the least integer and %minus is -1
// RUN: run --sanitize --entry right --arg 'x:i32[1]=full(-2147483648)' --arg 'y:i32[1]=zeros'
// clean
//
// The least integer is divided by -1: its opposite does not exist.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>) {
    %minus = constant <i32: -1> : tile<i32>
    %greatest = constant <i32: 2147483647> : tile<i32>
    %v, %t = load_ptr_tko weak %x : tile<ptr<i32>> -> tile<i32>, token
    %q = divi %v, %minus signed : tile<i32>
    %written = store_ptr_tko weak %y, %q : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @right(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>) {
    %minus = constant <i32: -1> : tile<i32>
    %greatest = constant <i32: 2147483647> : tile<i32>
    %v, %t = load_ptr_tko weak %x : tile<ptr<i32>> -> tile<i32>, token
    %least = constant <i32: -2147483648> : tile<i32>
    %edge = cmpi equal %v, %least, signed : tile<i32> -> tile<i1>
    %one = constant <i32: 1> : tile<i32>
    %by = select %edge, %one, %minus : tile<i1>, tile<i32>
    %q = divi %v, %by signed : tile<i32>
    %written = store_ptr_tko weak %y, %q : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
