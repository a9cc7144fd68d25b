// RUN: run --grid 1 --arg 'x:f32[32]=iota' --print x
// x = [16. 17. 18. 19. 20. 21. 22. 23. 24. 25. 26. 27. 28. 29. 30. 31. 31. 30.
//      29. 28. 27. 26. 25. 24. 23. 22. 21. 20. 19. 18. 17. 16.]
//
// What is read behind a token is what another part has written: one thread block does it all.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<f32>>) optimization_hints=<default = {num_cta_in_cga = 2}> {
    %xt = make_tensor_view %x, shape = [32], strides = [1] : tensor_view<32xf32, strides=[1]>
    %xp = make_partition_view %xt : partition_view<tile=(16), tensor_view<32xf32, strides=[1]>>
    %lanes = iota : tile<16xi32>
    %last = constant <i32: 15> : tile<16xi32>
    %turned = subi %last, %lanes : tile<16xi32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %x_1 = reshape %x : tile<ptr<f32>> -> tile<1xptr<f32>>
    %x_all = broadcast %x_1 : tile<1xptr<f32>> -> tile<16xptr<f32>>
    %xs = offset %x_all, %turned : tile<16xptr<f32>>, tile<16xi32> -> tile<16xptr<f32>>
    %v, %t0 = load_view_tko weak %xp[%one] : partition_view<tile=(16), tensor_view<32xf32, strides=[1]>>, tile<i32> -> tile<16xf32>, token
    %t1 = store_view_tko weak %v, %xp[%zero] token = %t0 : tile<16xf32>, partition_view<tile=(16), tensor_view<32xf32, strides=[1]>>, tile<i32> -> token
    %w, %t2 = load_ptr_tko weak %xs token=%t1 : tile<16xptr<f32>> -> tile<16xf32>, token
    %t3 = store_view_tko weak %w, %xp[%one] token = %t2 : tile<16xf32>, partition_view<tile=(16), tensor_view<32xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}
