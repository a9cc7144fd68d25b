cuda_tile.module @kernels {
  entry @wrong_type() {
    %lanes = iota : tile<4xi32>
    %one = constant <f32: 1.0> : tile<4xf32>
    %sum = addf %lanes, %one : tile<4xf32>
    %more = addf %lanes, %lanes : tile<4xi32>
    return
  }
}
