cuda_tile.module @m {
  entry @k(%x: tile<ptr<f32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    for %i in (%zero to %n, step %one) : tile<i32> {
      %inner = addi %i, %one : tile<i32>
      continue
    }
    %after = addi %inner, %one : tile<i32>
    return
  }
}
