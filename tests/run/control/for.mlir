// RUN: run --show sum --show squares --show last --show none --show n
// %sum = 45
// %squares = 285
// %last = 9
// %none = 3
// %n = 2
//
// The sum of the numbers 0 to 9, and their squares; a loop without iterations gives its initial values. The bounds of an
// unsigned loop may be large: -2 is 254.
cuda_tile.module @tests {
  entry @k() {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %ten = constant <i32: 10> : tile<i32>
    %sum, %squares = for %i in (%zero to %ten, step %one) : tile<i32>
        iter_values(%s = %zero, %q = %zero) -> (tile<i32>, tile<i32>) {
      %s1 = addi %s, %i : tile<i32>
      %i2 = muli %i, %i : tile<i32>
      %q1 = addi %q, %i2 : tile<i32>
      continue %s1, %q1 : tile<i32>, tile<i32>
    }
    %last = for %i in (%zero to %ten, step %three) : tile<i32> iter_values(%l = %zero) -> (tile<i32>) {
      continue %i : tile<i32>
    }
    %none = for %i in (%ten to %zero, step %one) : tile<i32> iter_values(%l = %three) -> (tile<i32>) {
      continue %i : tile<i32>
    }
    %a = constant <i8: 100> : tile<i8>
    %b = constant <i8: -2> : tile<i8>
    %c = constant <i8: 77> : tile<i8>
    %n = for unsigned %i in (%a to %b, step %c) : tile<i8> iter_values(%l = %zero) -> (tile<i32>) {
      %m = addi %l, %one : tile<i32>
      continue %m : tile<i32>
    }
    return
  }
}
