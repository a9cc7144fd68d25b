// RUN: run --show sums --show narrow --show twice
// %sums = [ 0  2  4  6  8 10 12 14]
// %narrow = [ 0.  1.  4.  9. 16. 25. 36. 49.]
// %twice = [ 0  2  4  6  8 10 12 14]
//
// Numbers of elements in several widths next to each other: each type counts for itself.
cuda_tile.module @tests {
  entry @k() {
    %words = iota : tile<8xi32>
    %longs = iota : tile<8xi64>
    %bytes = iota : tile<8xi8>
    %sums = addi %words, %words : tile<8xi32>
    %squares = muli %longs, %longs : tile<8xi64>
    %narrow = itof %squares signed : tile<8xi64> -> tile<8xf32>
    %twice = addi %bytes, %bytes : tile<8xi8>
    return
  }
}
