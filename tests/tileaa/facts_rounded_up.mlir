// RUN: compile --emit=tileaa --print-facts
// %base: divisor 16
// %known: range [0, 2147483647]
// %count: divisor 8, range [0, 2147483647]
// %zero: is 0
// %one: is 1
// %c32: is 32
// %parts: range [0, 67108864]
// %lanes: runs [32 x 1], divisor 4611686018427387904, range [0, 31]
// %base_1: divisor 16
// %base_all: runs [32 x 0], divisor 16
// %count_1: divisor 8, range [0, 2147483647]
// %count_all: runs [32 x 0], divisor 8, range [0, 2147483647]
// %i: range [0, 67108863]
// %first: divisor 32, range [0, 2147483616]
// %first_1: divisor 32, range [0, 2147483616]
// %first_all: runs [32 x 0], divisor 32, range [0, 2147483616]
// %index: runs [32 x 1], divisor 32, range [0, 2147483647]
// %inside: runs [8 x 0]
// %wide: runs [32 x 1], divisor 32, range [0, 2147483647]
// %there: runs [32 x 2], divisor 16
//
// The number of parts of a loop is a quotient that is rounded up. It bounds the counter, so that the first index of a part
// does not wrap, and neighbours are neighbours in memory, too.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<f16>>, %n: tile<i32>) {
    %base = assume div_by<16>, %x : tile<ptr<f16>>
    %known = assume bounded<0, ?>, %n : tile<i32>
    %count = assume div_by<8>, %known : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %c32 = constant <i32: 32> : tile<i32>
    %parts = divi %count, %c32 signed rounding<positive_inf> : tile<i32>
    %lanes = iota : tile<32xi32>
    %base_1 = reshape %base : tile<ptr<f16>> -> tile<1xptr<f16>>
    %base_all = broadcast %base_1 : tile<1xptr<f16>> -> tile<32xptr<f16>>
    %count_1 = reshape %count : tile<i32> -> tile<1xi32>
    %count_all = broadcast %count_1 : tile<1xi32> -> tile<32xi32>
    for %i in (%zero to %parts, step %one) : tile<i32> {
      %first = muli %i, %c32 : tile<i32>
      %first_1 = reshape %first : tile<i32> -> tile<1xi32>
      %first_all = broadcast %first_1 : tile<1xi32> -> tile<32xi32>
      %index = addi %first_all, %lanes : tile<32xi32>
      %inside = cmpi less_than %index, %count_all, signed : tile<32xi32> -> tile<32xi1>
      %wide = exti %index signed : tile<32xi32> -> tile<32xi64>
      %there = offset %base_all, %wide : tile<32xptr<f16>>, tile<32xi64> -> tile<32xptr<f16>>
      %value, %read = load_ptr_tko weak %there, %inside : tile<32xptr<f16>>, tile<32xi1> -> tile<32xf16>, token
      %t = print_tko "%f", %value : tile<32xf16> -> token
      continue
    }
    return
  }
}
