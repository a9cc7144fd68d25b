// Adds 1 to eight numbers and says so.
cuda_tile.module @kernels {
  entry @add_one(%data: tile<ptr<f32>>) {
    %one = constant <f32: 1.0> : tile<8xf32>
    %lanes = iota : tile<8xi32>
    %data_1 = reshape %data : tile<ptr<f32>> -> tile<1xptr<f32>>
    %data_8 = broadcast %data_1 : tile<1xptr<f32>> -> tile<8xptr<f32>>
    %pointers = offset %data_8, %lanes : tile<8xptr<f32>>, tile<8xi32> -> tile<8xptr<f32>>
    %old, %read = load_ptr_tko weak %pointers : tile<8xptr<f32>> -> tile<8xf32>, token
    %new = addf %old, %one : tile<8xf32>
    %stored = store_ptr_tko weak %pointers, %new token=%read : tile<8xptr<f32>>, tile<8xf32> -> token
    %printed = print_tko "added\0A" -> token
    return
  }
}
