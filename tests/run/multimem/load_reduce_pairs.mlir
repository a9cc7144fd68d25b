// RUN: run --grid 2,2 --arg 'x:f16[6,14]=iota@multicast(2)' --arg 'y:f16[4,16]=full(-1)' --arg 'z:bf16[4,16]=full(-1)' --arg 'w:bf16[14,6]=iota@multicast(2)' --print y --print z
//
// Elements of 16 bits are moved in pairs: along rows of `x`, along columns of `w`, whose tiles lie the other way round. Tiles at
// the edge are padded with zeros.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<f16, <multicast>>>, %y: tile<ptr<f16>>, %z: tile<ptr<bf16>>, %w: tile<ptr<bf16, <multicast>>>) {
    %i, %j, %k = get_tile_block_id : tile<i32>
    %xv = make_tensor_view %x, shape = [6, 14], strides = [14, 1] : tile<ptr<f16, <multicast>>> -> tensor_view<6x14xf16, strides=[14,1], #cuda_tile.ptr_attr<multicast>>
    %xp = make_partition_view %xv : partition_view<tile=(2x8), padding_value = zero, tensor_view<6x14xf16, strides=[14,1], #cuda_tile.ptr_attr<multicast>>>
    %yv = make_tensor_view %y, shape = [4, 16], strides = [16, 1] : tensor_view<4x16xf16, strides=[16,1]>
    %yp = make_partition_view %yv : partition_view<tile=(2x8), tensor_view<4x16xf16, strides=[16,1]>>
    %sum, %a = multimem_load_reduce_view_tko weak %xp[%i, %j]  : partition_view<tile=(2x8), padding_value = zero, tensor_view<6x14xf16, strides=[14,1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<2x8xf16>, token
    %s = store_view_tko weak %sum, %yp[%i, %j] : tile<2x8xf16>, partition_view<tile=(2x8), tensor_view<4x16xf16, strides=[16,1]>>, tile<i32> -> token
    %wv = make_tensor_view %w, shape = [14, 6], strides = [6, 1] : tile<ptr<bf16, <multicast>>> -> tensor_view<14x6xbf16, strides=[6,1], #cuda_tile.ptr_attr<multicast>>
    %wp = make_partition_view %wv : partition_view<tile=(2x8), padding_value = zero, tensor_view<14x6xbf16, strides=[6,1], #cuda_tile.ptr_attr<multicast>>, dim_map=[1, 0]>
    %zv = make_tensor_view %z, shape = [4, 16], strides = [16, 1] : tensor_view<4x16xbf16, strides=[16,1]>
    %zp = make_partition_view %zv : partition_view<tile=(2x8), tensor_view<4x16xbf16, strides=[16,1]>>
    %most, %b = multimem_load_reduce_view_tko relaxed device %wp[%i, %j]  attributes {reduction = #cuda_tile.multimem_reduction_kind<max>} : partition_view<tile=(2x8), padding_value = zero, tensor_view<14x6xbf16, strides=[6,1], #cuda_tile.ptr_attr<multicast>>, dim_map=[1, 0]>, tile<i32> -> tile<2x8xbf16>, token
    %t = store_view_tko weak %most, %zp[%i, %j] : tile<2x8xbf16>, partition_view<tile=(2x8), tensor_view<4x16xbf16, strides=[16,1]>>, tile<i32> -> token
    return
  }
}
