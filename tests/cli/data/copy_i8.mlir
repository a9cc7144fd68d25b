cuda_tile.module @m {
  entry @show(%data: tile<ptr<i8>>, %wide: tile<i64>) {
    %lanes = iota : tile<4xi32>
    %data_1 = reshape %data : tile<ptr<i8>> -> tile<1xptr<i8>>
    %data_4 = broadcast %data_1 : tile<1xptr<i8>> -> tile<4xptr<i8>>
    %pointers = offset %data_4, %lanes : tile<4xptr<i8>>, tile<4xi32> -> tile<4xptr<i8>>
    %old, %read = load_ptr_tko weak %pointers : tile<4xptr<i8>> -> tile<4xi8>, token
    print_tko "%u %i\n", %old, %wide : tile<4xi8>, tile<i64> -> token
    return
  }
}
