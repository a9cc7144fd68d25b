// RUN: run --show signed --show unsigned --show low --show bit --show kept
// %signed = [  -1  127 -128    2]
// %unsigned = [255 127 128   2]
// %low = [  -1 -128    1    2]
// %bit = [ True False  True False]
// %kept = [  -1  127 -128    2]
//
// exti fills with the sign or with zeros, trunci keeps the low bits; to i1 that is bit 0.
cuda_tile.module @tests {
  entry @k() {
    %a = constant <i8: [-1, 127, -128, 2]> : tile<4xi8>
    %signed = exti %a signed : tile<4xi8> -> tile<4xi32>
    %unsigned = exti %a unsigned : tile<4xi8> -> tile<4xi32>
    %w = constant <i32: [-1, 128, 257, 2]> : tile<4xi32>
    %low = trunci %w : tile<4xi32> -> tile<4xi8>
    %bit = trunci %w : tile<4xi32> -> tile<4xi1>
    %small = constant <i32: [-1, 127, -128, 2]> : tile<4xi32>
    %kept = trunci %small overflow<no_signed_wrap> : tile<4xi32> -> tile<4xi8>
    return
  }
}
