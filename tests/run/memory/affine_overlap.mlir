// RUN: run --arg 'x:i8[40]=arange(0)' --print x
// x = [ 0  1  2  0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20
//      21 22 23 24 25 26 27 28 29 30 31 35 36 37 38 39]
//
// A tile is moved by three places, onto itself: all is read before anything is written.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<i8>>) {
    %iota = iota : tile<32xi16>
    %xs_1 = reshape %x : tile<ptr<i8>> -> tile<1xptr<i8>>
    %xs = broadcast %xs_1 : tile<1xptr<i8>> -> tile<32xptr<i8>>
    %from = offset %xs, %iota : tile<32xptr<i8>>, tile<32xi16> -> tile<32xptr<i8>>
    %v, %t = load_ptr_tko weak %from : tile<32xptr<i8>> -> tile<32xi8>, token
    %three = constant <i16: 3> : tile<32xi16>
    %on = addi %iota, %three : tile<32xi16>
    %to = offset %xs, %on : tile<32xptr<i8>>, tile<32xi16> -> tile<32xptr<i8>>
    %t2 = store_ptr_tko weak %to, %v token=%t : tile<32xptr<i8>>, tile<32xi8> -> token
    return
  }
}
