cuda_tile.module @m {
  entry @k(%x: tile<ptr<f32>>, %n: tile<i32>) {
    %m = cmpi less_than %n, %n : tile<i32> -> tile<i1>
    return
  }
}
