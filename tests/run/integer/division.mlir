// RUN: run --show zero --show down --show up --show rest --show unsigned --show unsigned_up \
//   --show unsigned_rest
// %zero = [ 3 -3 -3  3]
// %down = [ 3 -4 -4  3]
// %up = [ 4 -3 -3  4]
// %rest = [ 1 -1  1 -1]
// %unsigned = [         3 2147483644          3 2147483644]
// %unsigned_up = [         4 2147483645          4 2147483645]
// %unsigned_rest = [1 1 1 1]
//
// Quotients toward zero, down and up; the remainder has the sign of the dividend. Unsigned, -7 is 4294967289.
cuda_tile.module @tests {
  entry @k() {
    %a = constant <i32: [7, -7, 7, -7]> : tile<4xi32>
    %b = constant <i32: [2, 2, -2, -2]> : tile<4xi32>
    %two = constant <i32: 2> : tile<4xi32>
    %zero = divi %a, %b signed : tile<4xi32>
    %down = divi %a, %b signed rounding<negative_inf> : tile<4xi32>
    %up = divi %a, %b signed rounding<positive_inf> : tile<4xi32>
    %rest = remi %a, %b signed : tile<4xi32>
    %unsigned = divi %a, %two unsigned : tile<4xi32>
    %unsigned_up = divi %a, %two unsigned rounding<positive_inf> : tile<4xi32>
    %unsigned_rest = remi %a, %two unsigned : tile<4xi32>
    return
  }
}
