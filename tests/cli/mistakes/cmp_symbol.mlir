cuda_tile.module @m {
  entry @k(%x: tile<ptr<f32>>, %n: tile<i32>) {
    %m = cmpi lt %n, %n, signed : tile<i32> -> tile<i1>
    return
  }
}
