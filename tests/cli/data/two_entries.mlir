cuda_tile.module @kernels {
  entry @first() {
    %printed = print_tko "first\0A" -> token
    return
  }
  entry @second() {
    %printed = print_tko "second\0A" -> token
    return
  }
}
