cuda_tile.module @m {
  entry @k(%x: tile<ptr<f32>>, %n: tile<i32>) {
    %v, %t = load_ptr_tko weak %x : tile<ptr<f32>> -> tile<f16>, token
    return
  }
}
