tileaa.module @m {
  func @k (%p: ptr) {
    %zero = constant <value = 0> : i32
    %v = make_memref %p : ptr -> memref<2048x2048xf32, [2048, 1]>
    %t = block_tile %v : memref<2048x2048xf32, [2048, 1]> -> block_tile<[2048, 2048], memref<2048x2048xf32, [2048, 1]>, step = [2048, 2048], dims = [0, 1]>
    %x, %read = tiled_load %t, [%zero, %zero] : block_tile<[2048, 2048], memref<2048x2048xf32, [2048, 1]>, step = [2048, 2048], dims = [0, 1]>, i32, i32 -> tile<2048x2048xf32>, token
    %y = addf %x, %x : tile<2048x2048xf32>
    %done = tiled_store %y, %t, [%zero, %zero], [%read] <ordering = release> : tile<2048x2048xf32>, block_tile<[2048, 2048], memref<2048x2048xf32, [2048, 1]>, step = [2048, 2048], dims = [0, 1]>, i32, i32, token -> token
    return
  }
}
