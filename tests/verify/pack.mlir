// RUN: check
// Tiles as bytes.

cuda_tile.module @pack {
  entry @right() {
    %f = constant <f32: 1.0> : tile<8xf32>
    %p = constant <i1: true> : tile<16xi1>
    %t = constant <tf32: 1.0> : tile<2xtf32>
    %0 = pack %f : tile<8xf32> -> tile<32xi8>
    %1 = unpack %0 : tile<32xi8> -> tile<4xf64>
    %2 = pack %p : tile<16xi1> -> tile<2xi8>
    %3 = unpack %2 : tile<2xi8> -> tile<4xi4>
    %4 = pack %t : tile<2xtf32> -> tile<8xi8>
    return
  }

  entry @wrong() {
    %f = constant <f32: 1.0> : tile<8xf32>
    %m = constant <f32: 1.0> : tile<2x4xf32>
    %i = constant <i8: 1> : tile<8xi8>
    %p = constant <i1: true> : tile<4xi1>
    %mi = constant <i8: 1> : tile<2x8xi8>
    %0 = pack %m : tile<2x4xf32> -> tile<2x16xi8>
    // ERROR: 'cuda_tile.pack' op expects source and result to be rank-1 tiles
    %1 = pack %m : tile<2x4xf32> -> tile<32xi8>
    // ERROR: 'cuda_tile.pack' op failed to verify that all of {source, result} have same rank
    %2 = pack %i : tile<8xi8> -> tile<8xi8>
    // ERROR: 'cuda_tile.pack' op expects source and result to have different element type widths
    %3 = pack %p : tile<4xi1> -> tile<1xi8>
    // ERROR: 'cuda_tile.pack' op expects source tile to be byte-aligned
    %4 = pack %f : tile<8xf32> -> tile<16xi8>
    // ERROR: 'cuda_tile.pack' op expects source and result to have the same size in bytes, but got source tile size 32 bytes and result tile size 16 bytes
    %5 = unpack %i : tile<8xi8> -> tile<4xf32>
    // ERROR: 'cuda_tile.unpack' op expects source and result to have the same size in bytes, but got source tile size 8 bytes and result tile size 16 bytes
    %6 = unpack %i : tile<8xi8> -> tile<2xi1>
    // ERROR: 'cuda_tile.unpack' op expects result tile to be byte-aligned
    %7 = unpack %mi : tile<2x8xi8> -> tile<2x2xf32>
    // ERROR: 'cuda_tile.unpack' op expects source and result to be rank-1 tiles
    %8 = unpack %i : tile<8xi8> -> tile<8xf8E5M2>
    // ERROR: 'cuda_tile.unpack' op expects source and result to have different element type widths
    %9 = unpack %f : tile<8xf32> -> tile<8xi32>
    // ERROR: 'cuda_tile.unpack' op operand #0 must be tile of i8 values, but got '!cuda_tile.tile<8xf32>'
    return
  }
}
