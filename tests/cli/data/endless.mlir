// Never ends; prints a line in each round.
cuda_tile.module @kernels {
  entry @endless() {
    loop {
      %printed = print_tko "round\0A" -> token
      continue
    }
    return
  }
  entry @silent() {
    loop {
      continue
    }
    return
  }
}
