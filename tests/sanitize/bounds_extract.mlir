// RUN: run --sanitize --entry wrong --arg 2
// E0540 line 11: `extract`: block index 2 of dimension 0 is not below 2
//   fix: keep the index below the number of blocks
// RUN: run --sanitize --entry right --arg 2
// clean
//
// A tile of eight elements has two blocks of four; the third one does not exist.
cuda_tile.module @tests {
  entry @wrong(%k: tile<i32>) {
    %i = iota : tile<8xi32>
    %q = extract %i[%k] : tile<8xi32> -> tile<4xi32>
    return
  }
  entry @right(%k: tile<i32>) {
    %i = iota : tile<8xi32>
    %last = constant <i32: 1> : tile<i32>
    %c = mini %k, %last signed : tile<i32>
    %q = extract %i[%c] : tile<8xi32> -> tile<4xi32>
    return
  }
}
