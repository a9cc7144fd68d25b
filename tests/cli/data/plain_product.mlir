cuda_tile.module @kernels {
  entry @product(%p: tile<ptr<f32>>) {
    %v, %r = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token
    %v_1 = reshape %v : tile<f32> -> tile<1x1xf32>
    %a = broadcast %v_1 : tile<1x1xf32> -> tile<4x4xf32>
    %c = mmaf %a, %a, %a : tile<4x4xf32>, tile<4x4xf32>, tile<4x4xf32>
    print_tko "%f\n", %c : tile<4x4xf32> -> token
    return
  }
}
