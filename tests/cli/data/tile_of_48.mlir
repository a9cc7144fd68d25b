cuda_tile.module @m {
  entry @k() {
    %i = iota : tile<48xi32>
    %j = addi %i, %i : tile<48xi32>
    %k = muli %j, %j : tile<48xi32>
    return
  }
}
