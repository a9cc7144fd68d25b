// RUN: run --grid 3 --arg 'x:f32[40]=iota' --arg 'y:f32[40]=full(-1)' --print y
// y = [ 0.  2.  4.  6.  8. 10. 12. 14. 16. 18. 20. 22. 24. 26. 28. 30. 16. 18.
//      20. 22. 24. 26. 28. 30. 32. 34. 36. 38. 40. 42. 44. 46. 32. 34. 36. 38.
//      40. 42. 44. 46.]
//
// Each thread block of a cluster has half of a tile; the last tile reaches beyond the memory.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>) optimization_hints=<default = {num_cta_in_cga = 2}> {
    %xt = make_tensor_view %x, shape = [40], strides = [1] : tensor_view<40xf32, strides=[1]>
    %yt = make_tensor_view %y, shape = [40], strides = [1] : tensor_view<40xf32, strides=[1]>
    %xp = make_partition_view %xt : partition_view<tile=(16), padding_value = zero, tensor_view<40xf32, strides=[1]>>
    %yp = make_partition_view %yt : partition_view<tile=(16), tensor_view<40xf32, strides=[1]>>
    %i, %j, %l = get_tile_block_id : tile<i32>
    %v, %t0 = load_view_tko weak %xp[%i] : partition_view<tile=(16), padding_value = zero, tensor_view<40xf32, strides=[1]>>, tile<i32> -> tile<16xf32>, token
    %n = iota : tile<16xi32>
    %f = itof %n signed : tile<16xi32> -> tile<16xf32>
    %w = addf %v, %f : tile<16xf32>
    %t1 = store_view_tko weak %w, %yp[%i] : tile<16xf32>, partition_view<tile=(16), tensor_view<40xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}
