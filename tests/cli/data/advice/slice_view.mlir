// The same slice, which a view of its size loads: the rest of the 256x256 elements stays in memory.
cuda_tile.module @tests {
  entry @k(%a: tile<ptr<f32>>, %o: tile<ptr<f32>>) {
    %z = constant <i32: 0> : tile<i32>
    %aa = assume div_by<16>, %a : tile<ptr<f32>>
    %at = make_tensor_view %aa, shape = [256, 256], strides = [256, 1] : tensor_view<256x256xf32, strides=[256,1]>
    %ap = make_partition_view %at : partition_view<tile=(64x64), tensor_view<256x256xf32, strides=[256,1]>>
    %i0c = constant <i32: 1> : tile<i32>
    %bx0, %by0, %bz0 = get_tile_block_id : tile<i32>
    %i0 = addi %i0c, %bx0 : tile<i32>
    %i1c = constant <i32: 2> : tile<i32>
    %bx1, %by1, %bz1 = get_tile_block_id : tile<i32>
    %i1 = addi %i1c, %bx1 : tile<i32>
    %av, %ak = load_view_tko weak %ap[%i0, %i1] : partition_view<tile=(64x64), tensor_view<256x256xf32, strides=[256,1]>>, tile<i32> -> tile<64x64xf32>, token
    %oa = assume div_by<16>, %o : tile<ptr<f32>>
    %ot = make_tensor_view %oa, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %op = make_partition_view %ot : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %ok = store_view_tko weak %av, %op[%z, %z] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
}
