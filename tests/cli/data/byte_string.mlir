cuda_tile.module @kernels {
  entry @bytes() {
    %bytes = constant <i8: "0x0102"> : tile<2xi8>
    return
  }
}
