// RUN: run --show signed --show unsigned --show packed
// %signed = [ 1  2 -8 -1]
// %unsigned = [ 1  2  8 15]
// %packed = [33 -8]
//
// i4 appears between unpack, exti, trunci and pack: two in a byte, the first in the low half.
cuda_tile.module @tests {
  entry @k() {
    %bytes = constant <i8: [0x21, 0xF8]> : tile<2xi8>
    %nibbles = unpack %bytes : tile<2xi8> -> tile<4xi4>
    %signed = exti %nibbles signed : tile<4xi4> -> tile<4xi32>
    %unsigned = exti %nibbles unsigned : tile<4xi4> -> tile<4xi32>
    %back = trunci %signed : tile<4xi32> -> tile<4xi4>
    %packed = pack %back : tile<4xi4> -> tile<2xi8>
    return
  }
}
