module {
  func.func @add(%x: memref<4xf32>) {
    return
  }
}
