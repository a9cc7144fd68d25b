// RUN: run --show f --show g
// %f = 55
// %g = 89
//
// Values that are handed to the next iteration change places at once: Fibonacci numbers.
cuda_tile.module @tests {
  entry @k() {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %ten = constant <i32: 10> : tile<i32>
    %f, %g = for %i in (%zero to %ten, step %one) : tile<i32> iter_values(%a = %zero, %b = %one) -> (tile<i32>, tile<i32>) {
      %c = addi %a, %b : tile<i32>
      continue %b, %c : tile<i32>, tile<i32>
    }
    return
  }
}
