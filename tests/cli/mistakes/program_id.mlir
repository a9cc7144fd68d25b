cuda_tile.module @m {
  entry @k(%x: tile<ptr<f32>>, %n: tile<i32>) {
    %p = program_id 0 : tile<i32>
    return
  }
}
