// RUN: run --show rest
// %rest = [0 0]
//
// The remainder of the least integer by -1 is 0, although the quotient is undefined.
cuda_tile.module @tests {
  entry @k() {
    %a = constant <i8: [-128, 127]> : tile<2xi8>
    %b = constant <i8: -1> : tile<2xi8>
    %rest = remi %a, %b signed : tile<2xi8>
    return
  }
}
