// RUN: run --arg 'a:f32[256,256]=iota' --arg 'o:f32[64,64]=zeros' --print o
// o = [[16512. 16513. 16514. ... 16573. 16574. 16575.]
//      [16768. 16769. 16770. ... 16829. 16830. 16831.]
//      [17024. 17025. 17026. ... 17085. 17086. 17087.]
//      ...
//      [32128. 32129. 32130. ... 32189. 32190. 32191.]
//      [32384. 32385. 32386. ... 32445. 32446. 32447.]
//      [32640. 32641. 32642. ... 32701. 32702. 32703.]]
//
// A slice of a tile of 256 KiB, at an index that is known at run time: the slice alone goes through shared memory.
cuda_tile.module @tests {
  entry @k(%a: tile<ptr<f32>>, %o: tile<ptr<f32>>) {
    %z = constant <i32: 0> : tile<i32>
    %aa = assume div_by<16>, %a : tile<ptr<f32>>
    %at = make_tensor_view %aa, shape = [256,256], strides = [256,1] : tensor_view<256x256xf32, strides=[256,1]>
    %ap = make_partition_view %at : partition_view<tile=(256x256), tensor_view<256x256xf32, strides=[256,1]>>
    %av, %ak = load_view_tko weak %ap[%z, %z] : partition_view<tile=(256x256), tensor_view<256x256xf32, strides=[256,1]>>, tile<i32> -> tile<256x256xf32>, token
    %i0c = constant <i32: 1> : tile<i32>
    %bx0, %by0, %bz0 = get_tile_block_id : tile<i32>
    %i0 = addi %i0c, %bx0 : tile<i32>
    %i1c = constant <i32: 2> : tile<i32>
    %bx1, %by1, %bz1 = get_tile_block_id : tile<i32>
    %i1 = addi %i1c, %bx1 : tile<i32>
    %p = extract %av[%i0, %i1] : tile<256x256xf32> -> tile<64x64xf32>
    %oa = assume div_by<16>, %o : tile<ptr<f32>>
    %ot = make_tensor_view %oa, shape = [64,64], strides = [64,1] : tensor_view<64x64xf32, strides=[64,1]>
    %op = make_partition_view %ot : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %ok = store_view_tko weak %p, %op[%z, %z] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
}
