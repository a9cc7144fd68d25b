cuda_tile.module @narrow {
  entry @k(%p: tile<ptr<f8E4M3FN>>, %q: tile<ptr<f8E8M0FNU>>) {
    %x, %t = load_ptr_tko weak %p : tile<ptr<f8E4M3FN>> -> tile<f8E4M3FN>, token
    %wide = ftof %x : tile<f8E4M3FN> -> tile<f32>
    %scale = ftof %wide rounding<zero> : tile<f32> -> tile<f8E8M0FNU>
    %u = store_ptr_tko weak %q, %scale : tile<ptr<f8E8M0FNU>>, tile<f8E8M0FNU> -> token
    return
  }
}
