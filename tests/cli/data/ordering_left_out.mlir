cuda_tile.module @m {
  entry @k(%x: tile<ptr<f32>>) {
    %v, %t = load_ptr_tko %x : tile<ptr<f32>> -> tile<f32>, token
    %w, %u = load_ptr_tko weak %x : tile<ptr<f32>> -> tile<f32>, token
    %s = store_ptr_tko %x, %w : tile<ptr<f32>>, tile<f32> -> token
    return
  }
}
