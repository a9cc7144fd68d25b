// RUN: run --grid 3 --arg 'x:f32[48]=iota' --arg 'y:f32[48]=zeros' --arg 'n:i32[2]=zeros' --print y --print n
// y = [ 0.  1.  2.  3.  4.  5.  6.  7.  8.  9. 10. 11. 12. 13. 14. 15. 16. 17.
//      18. 19. 20. 21. 22. 23. 24. 25. 26. 27. 28. 29. 30. 31. 32. 33. 34. 35.
//      36. 37. 38. 39. 40. 41. 42. 43. 44. 45. 46. 47.]
// n = [3 9]
//
// Tiles are shared out; what is one number is counted once for a tile block, not once for a thread block.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>, %n: tile<ptr<i32>>) optimization_hints=<default = {num_cta_in_cga = 2}> {
    %xt = make_tensor_view %x, shape = [48], strides = [1] : tensor_view<48xf32, strides=[1]>
    %yt = make_tensor_view %y, shape = [48], strides = [1] : tensor_view<48xf32, strides=[1]>
    %xp = make_partition_view %xt : partition_view<tile=(16), tensor_view<48xf32, strides=[1]>>
    %yp = make_partition_view %yt : partition_view<tile=(16), tensor_view<48xf32, strides=[1]>>
    %i, %j, %l = get_tile_block_id : tile<i32>
    %many, %m1, %m2 = get_num_tile_blocks : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %v, %t0 = load_view_tko weak %xp[%i] : partition_view<tile=(16), tensor_view<48xf32, strides=[1]>>, tile<i32> -> tile<16xf32>, token
    %t1 = store_view_tko weak %v, %yp[%i] : tile<16xf32>, partition_view<tile=(16), tensor_view<48xf32, strides=[1]>>, tile<i32> -> token
    %old, %t2 = atomic_rmw_tko relaxed device %n, add, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %second = offset %n, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %old2, %t3 = atomic_rmw_tko relaxed device %second, add, %many : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    return
  }
}
