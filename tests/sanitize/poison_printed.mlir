// RUN: run --sanitize --entry wrong --arg 3 --arg 0
// E0505 line 12, with 11: `print_tko`: an undefined value is printed: a division by zero, made by `divi`
//   fix: `select` a divisor that is not zero instead of %b, or guard %q with an `if`
// RUN: run --sanitize --entry right --arg 3 --arg 0
// clean
//
// A quotient is printed whose divisor is 0.
cuda_tile.module @tests {
  entry @wrong(%a: tile<i32>, %b: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %q = divi %a, %b signed : tile<i32>
    print_tko "%d\n", %q : tile<i32> -> token
    return
  }
  entry @right(%a: tile<i32>, %b: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %none = cmpi equal %b, %zero, signed : tile<i32> -> tile<i1>
    if %none {
      print_tko "nothing\n" -> token
    } else {
      %q = divi %a, %b signed : tile<i32>
      print_tko "%d\n", %q : tile<i32> -> token
    }
    return
  }
}
