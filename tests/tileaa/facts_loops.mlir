// RUN: compile --emit=tileaa --print-facts
// %zero: is 0
// %step: is 32
// %limit: is 4096
// %sixteen: is 16
// %three: is 3
// %sum: divisor 16
// %i: divisor 32, range [0, 4064]
// %acc: divisor 16
// %next: divisor 16
// %half: divisor 2, range [0, 254]
// %low: divisor 4611686018427387904, range [0, 15]
// %range: runs [64 x 1], divisor 4611686018427387904, range [0, 63]
// %c16: is 16
// %group: runs [16 x 0], range [0, 3]
// %within: runs [16 x 1], divisor 4611686018427387904, range [0, 15]
//
// The counter of a loop is divisible by its step and below its bound; what is carried is joined over all runs.
// Numbers divided by 16 are equal in groups of 16, and their remainders rise within them.
cuda_tile.module @tests {
  entry @k(%n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %step = constant <i32: 32> : tile<i32>
    %limit = constant <i32: 4096> : tile<i32>
    %sixteen = constant <i32: 16> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %sum = for %i in (%zero to %limit, step %step) : tile<i32> iter_values(%acc = %zero) -> (tile<i32>) {
      %next = addi %acc, %sixteen : tile<i32>
      %half = divi %i, %sixteen unsigned : tile<i32>
      %low = remi %i, %sixteen unsigned : tile<i32>
      %t = print_tko "%d %d", %half, %low : tile<i32>, tile<i32> -> token
      continue %next : tile<i32>
    }
    %range = iota : tile<64xi32>
    %c16 = constant <i32: 16> : tile<64xi32>
    %group = divi %range, %c16 unsigned : tile<64xi32>
    %within = remi %range, %c16 unsigned : tile<64xi32>
    %t = print_tko "%d %d %d", %sum, %group, %within : tile<i32>, tile<64xi32>, tile<64xi32> -> token
    return
  }
}
