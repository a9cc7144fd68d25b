// Grьяe
cuda_tile.module @k {
}
