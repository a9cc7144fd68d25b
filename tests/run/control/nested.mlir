// RUN: run --show sum
// %sum = 12
//
// break leaves the innermost loop only; continue from a branch skips the rest: 3 outer rounds of 0 + 1 + 3.
cuda_tile.module @tests {
  entry @k() {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    %sum = for %i in (%zero to %three, step %one) : tile<i32> iter_values(%s = %zero) -> (tile<i32>) {
      %inner = loop iter_values(%j = %zero, %t = %s) : tile<i32>, tile<i32> -> tile<i32> {
        %end = cmpi equal %j, %four, signed : tile<i32> -> tile<i1>
        if %end {
          break %t : tile<i32>
        }
        %j1 = addi %j, %one : tile<i32>
        %skip = cmpi equal %j, %two, signed : tile<i32> -> tile<i1>
        if %skip {
          continue %j1, %t : tile<i32>, tile<i32>
        }
        %t1 = addi %t, %j : tile<i32>
        continue %j1, %t1 : tile<i32>, tile<i32>
      }
      continue %inner : tile<i32>
    }
    return
  }
}
