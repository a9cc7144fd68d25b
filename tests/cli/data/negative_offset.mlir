cuda_tile.module @m {
  entry @k(%a: tile<ptr<f32>>, %s: tile<i32>) {
    %q = offset %a, %s : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %v, %r = load_ptr_tko weak %q : tile<ptr<f32>> -> tile<f32>, token
    print_tko "%f\n", %v : tile<f32> -> token
    return
  }
}
