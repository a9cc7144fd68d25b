cuda_tile.module @nothing {
}
