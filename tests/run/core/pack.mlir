// RUN: run --show bytes --show halves --show byte --show back --show float_bytes --show wide
// %bytes = [ 1  2  3  4 -2 -1 -1 -1]
// %halves = [ 513 1027   -2   -1]
// %byte = [-115]
// %back = [ True False  True  True False False False  True]
// %float_bytes = [   0    0 -128   63    0    0 -128  -65]
// %wide = [ 0.   0.   0.   0.   0.  -0.  -6.   1.5  0.   0.   0.   0.   0.  -0.
//          -6.  -1.5]
//
// pack and unpack see a tile as bytes, little-endian; i1 takes one bit.
cuda_tile.module @tests {
  entry @k() {
    %a = constant <i32: [0x04030201, -2]> : tile<2xi32>
    %bytes = pack %a : tile<2xi32> -> tile<8xi8>
    %halves = unpack %bytes : tile<8xi8> -> tile<4xi16>
    %bits = constant <i1: [true, false, true, true, false, false, false, true]> : tile<8xi1>
    %byte = pack %bits : tile<8xi1> -> tile<1xi8>
    %back = unpack %byte : tile<1xi8> -> tile<8xi1>
    %f = constant <f32: [1.0, -1.0]> : tile<2xf32>
    %float_bytes = pack %f : tile<2xf32> -> tile<8xi8>
    %quarters = unpack %float_bytes : tile<8xi8> -> tile<16xf4E2M1FN>
    %wide = ftof %quarters : tile<16xf4E2M1FN> -> tile<16xf32>
    return
  }
}
