cuda_tile.module @m {
  entry @double(%data: tile<ptr<bf16>>) {
    %lanes = iota : tile<4xi32>
    %data_1 = reshape %data : tile<ptr<bf16>> -> tile<1xptr<bf16>>
    %data_4 = broadcast %data_1 : tile<1xptr<bf16>> -> tile<4xptr<bf16>>
    %pointers = offset %data_4, %lanes : tile<4xptr<bf16>>, tile<4xi32> -> tile<4xptr<bf16>>
    %old, %read = load_ptr_tko weak %pointers : tile<4xptr<bf16>> -> tile<4xbf16>, token
    %new = addf %old, %old : tile<4xbf16>
    %stored = store_ptr_tko weak %pointers, %new token=%read : tile<4xptr<bf16>>, tile<4xbf16> -> token
    return
  }
}
