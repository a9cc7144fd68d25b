// RUN: check
// The brace of the loop is missing.

cuda_tile.module @unclosed {
  entry @k() {
    loop {
      break
  }
}
// ERROR: the text ends inside a region: expected '}'
