// C = A x B with views, for matrices of any size: f16 inputs, f32 sums. Teaches how a padding value makes a ragged edge
// harmless, and how the number of loop iterations comes from the view itself.
//
// RUN: run --grid 3,3 --arg 'A:f16[40,20]=randint(-4,5,seed=1)' --arg 'B:f16[20,40]=randint(-4,5,seed=2)' \
// --arg 'C:f32[40,40]=zeros' --arg 'A.shape[0]' --arg 'B.shape[1]' --arg 'A.shape[1]' --print C
// C = [[ -7.  23.  38. ... -41.  33. -31.]
//      [-16.   2.  23. ...  49. -48. -11.]
//      [ 38.  28. -56. ...  42. -51.  19.]
//      ...
//      [-17.  -6.  16. ...  18. -29. -11.]
//      [-27.  44.  23. ... -28.  13. -14.]
//      [ 45.  26. -13. ...  42. -21. -15.]]

cuda_tile.module @gemm_views {
  entry @gemm(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>

    %a_tensor = make_tensor_view %a, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tensor = make_tensor_view %b, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %c_tensor = make_tensor_view %c, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>

    // What a tile reads outside of its tensor is the padding value. Zeros add nothing to a product, so the edge along k
    // needs no further thought. Without `padding_value` those elements would have no value, and would spoil the sum.
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(16x16), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(16x16), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(16x16), tensor_view<?x?xf32, strides=[?,1]>>

    // The index space of a view is its number of tiles along each dimension: here ceil(m / 16) and ceil(k / 16).
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(16x16), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>

    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<16x16xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<16x16xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(16x16), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<16x16xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(16x16), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<16x16xf16>, token
      // f16 times f16 into f32: the accumulator may be wider than the inputs.
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<16x16xf16>, tile<16x16xf16>, tile<16x16xf32>
      continue %sum_next : tile<16x16xf32>
    }

    // Elements outside of C are not written.
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<16x16xf32>, partition_view<tile=(16x16), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
