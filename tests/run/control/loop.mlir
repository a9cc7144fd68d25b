// RUN: run --show steps
// %steps = 111
//
// loop runs until break, whose values are its results; types of results and of carried values may differ. Steps of the
// Collatz sequence from 27.
cuda_tile.module @tests {
  entry @k() {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %start = constant <i32: 27> : tile<i32>
    %steps = loop iter_values(%n = %start, %k = %zero) : tile<i32>, tile<i32> -> tile<i32> {
      %done = cmpi equal %n, %one, signed : tile<i32> -> tile<i1>
      if %done {
        break %k : tile<i32>
      }
      %k1 = addi %k, %one : tile<i32>
      %bit = remi %n, %two signed : tile<i32>
      %even = cmpi equal %bit, %zero, signed : tile<i32> -> tile<i1>
      if %even {
        %half = divi %n, %two signed : tile<i32>
        continue %half, %k1 : tile<i32>, tile<i32>
      }
      %triple = muli %n, %three : tile<i32>
      %next = addi %triple, %one : tile<i32>
      continue %next, %k1 : tile<i32>, tile<i32>
    }
    return
  }
}
