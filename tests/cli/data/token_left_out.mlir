cuda_tile.module @m {
  entry @unnamed(%x: tile<ptr<f32>>) {
    %v = load_ptr_tko weak %x : tile<ptr<f32>> -> tile<f32>, token
    return
  }
  entry @untyped(%x: tile<ptr<f32>>) {
    %v, %t = load_ptr_tko weak %x : tile<ptr<f32>> -> tile<f32>
    return
  }
}
