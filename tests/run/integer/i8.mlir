// RUN: run --arg 23 --arg=-1 --arg 100 --arg=-128 --show high --show quotient --show rest --show shifted --show magnitude
// %high = [ 2 -2  1 63]
// %quotient = [ 1  1 33 -1]
// %rest = [0 0 1 1]
// %shifted = [  5  -1  25 -32]
// %magnitude = [  23    1  100 -128]
//
// Elements of 8 bits are computed in wider registers: upper halves, signs and rests must be those of their width. Arguments
// keep compilers from computing them.
cuda_tile.module @tests {
  entry @k(%p: tile<i8>, %q: tile<i8>, %r: tile<i8>, %s: tile<i8>) {
    %0 = reshape %p : tile<i8> -> tile<1xi8>
    %1 = reshape %q : tile<i8> -> tile<1xi8>
    %2 = reshape %r : tile<i8> -> tile<1xi8>
    %3 = reshape %s : tile<i8> -> tile<1xi8>
    %4 = cat %0, %1 dim = 0 : tile<1xi8>, tile<1xi8> -> tile<2xi8>
    %5 = cat %2, %3 dim = 0 : tile<1xi8>, tile<1xi8> -> tile<2xi8>
    %a = cat %4, %5 dim = 0 : tile<2xi8>, tile<2xi8> -> tile<4xi8>
    %b = constant <i8: [23, -1, 3, 127]> : tile<4xi8>
    %high = mulhii %a, %b : tile<4xi8>
    %quotient = divi %a, %b signed : tile<4xi8>
    %rest = remi %a, %b unsigned : tile<4xi8>
    %two = constant <i8: 2> : tile<4xi8>
    %shifted = shri %a, %two signed : tile<4xi8>
    %magnitude = absi %a : tile<4xi8>
    return
  }
}
