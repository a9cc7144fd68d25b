// RUN: run --show tensor --show tensor_u --show e5m2 --show e4m3
// %tensor = [ 9.00719925e+15  9.01599535e+15 -9.01599535e+15  9.22337204e+18
//            -9.22337204e+18  5.00000000e+00 -7.00000000e+00  0.00000000e+00]
// %tensor_u = [9.00719925e+15 9.01599535e+15 1.84377369e+19 9.22337204e+18
//              9.22337204e+18 5.00000000e+00 1.84467441e+19 0.00000000e+00]
// %e5m2 = [ 20.  20. -20. 448.  16.  24.  96.   1.]
// %e4m3 = [ 20.  20. -20. 448.  16.  24.  96.   1.]
//
// 64-bit integers become floats of few bits in one rounding: what the low bits hold decides between two neighbours.
cuda_tile.module @tests {
  entry @k() {
    %a = constant <i64: [9011597301252096, 9011597301252097, -9011597301252097, 9223372036854775807, -9223372036854775808, 5, -7, 0]> : tile<8xi64>
    %t = itof %a signed : tile<8xi64> -> tile<8xtf32>
    %tensor = ftof %t : tile<8xtf32> -> tile<8xf64>
    %tu = itof %a unsigned : tile<8xi64> -> tile<8xtf32>
    %tensor_u = ftof %tu : tile<8xtf32> -> tile<8xf64>
    %b = constant <i64: [20, 21, -20, 448, 17, 25, 100, 1]> : tile<8xi64>
    %f = itof %b signed : tile<8xi64> -> tile<8xf8E5M2>
    %e5m2 = ftof %f : tile<8xf8E5M2> -> tile<8xf32>
    %g = itof %b signed : tile<8xi64> -> tile<8xf8E4M3FN>
    %e4m3 = ftof %g : tile<8xf8E4M3FN> -> tile<8xf32>
    return
  }
}
