// RUN: run --show and --show or --show xor --show left --show right --show logical
// %and = [0 0 5 3]
// %or = [   1 -127   87   -1]
// %xor = [   1 -127   82   -4]
// %left = [   1    0 -128   -8]
// %right = [  1 -64   0  -1]
// %logical = [ 1 64  0 31]
//
// Bitwise operations and shifts; a signed shift right fills with the sign, an unsigned one with zeros.
cuda_tile.module @tests {
  entry @k() {
    %a = constant <i8: [1, -128, 85, -1]> : tile<4xi8>
    %b = constant <i8: [0, 1, 7, 3]> : tile<4xi8>
    %and = andi %a, %b : tile<4xi8>
    %or = ori %a, %b : tile<4xi8>
    %xor = xori %a, %b : tile<4xi8>
    %left = shli %a, %b : tile<4xi8>
    %right = shri %a, %b signed : tile<4xi8>
    %logical = shri %a, %b unsigned : tile<4xi8>
    return
  }
}
