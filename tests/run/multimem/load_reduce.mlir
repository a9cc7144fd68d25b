// RUN: run --arg 'x:f32[8]=iota@multicast(3)' --arg 'y:f32[8]=zeros' --arg 'm:i32[8]=arange(-3)@multicast(3)' --arg 'z:i32[2,8]=zeros' --print y --print z
// y = [24. 27. 30. 33. 36. 39. 42. 45.]
// z = [[-3 -2 -1  0  1  2  3  4]
//      [-3 -2 -1 16 17 18 19 20]]
//
// Device 0 holds 0 to 7, device 1 holds 8 to 15, device 2 holds 16 to 23. The integers begin at -3: read as unsigned, those of
// the first device are the largest.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<f32, <multicast>>>, %y: tile<ptr<f32>>, %m: tile<ptr<i32, <multicast>>>, %z: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %xv = make_tensor_view %x, shape = [8], strides = [1] : tile<ptr<f32, <multicast>>> -> tensor_view<8xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %xp = make_partition_view %xv : partition_view<tile=(8), tensor_view<8xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %yv = make_tensor_view %y, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    %yp = make_partition_view %yv : partition_view<tile=(8), tensor_view<8xf32, strides=[1]>>
    %sum, %a = multimem_load_reduce_view_tko weak %xp[%zero] inbounds = [true] : partition_view<tile=(8), tensor_view<8xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<8xf32>, token
    %s = store_view_tko weak %sum, %yp[%zero] : tile<8xf32>, partition_view<tile=(8), tensor_view<8xf32, strides=[1]>>, tile<i32> -> token
    %mv = make_tensor_view %m, shape = [8], strides = [1] : tile<ptr<i32, <multicast>>> -> tensor_view<8xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %mp = make_partition_view %mv : partition_view<tile=(8), tensor_view<8xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %zv = make_tensor_view %z, shape = [2, 8], strides = [8, 1] : tensor_view<2x8xi32, strides=[8,1]>
    %zp = make_partition_view %zv : partition_view<tile=(1x8), tensor_view<2x8xi32, strides=[8,1]>>
    %least, %b = multimem_load_reduce_view_tko relaxed sys %mp[%zero] attributes {reduction = #cuda_tile.multimem_reduction_kind<min>} : partition_view<tile=(8), tensor_view<8xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<8xi32>, token
    %most, %c = multimem_load_reduce_view_tko acquire device %mp[%zero] token = %b attributes {reduction = #cuda_tile.multimem_reduction_kind<umax>} : partition_view<tile=(8), tensor_view<8xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32>, token -> tile<8xi32>, token
    %l = reshape %least : tile<8xi32> -> tile<1x8xi32>
    %u = reshape %most : tile<8xi32> -> tile<1x8xi32>
    %t = store_view_tko weak %l, %zp[%zero, %zero] : tile<1x8xi32>, partition_view<tile=(1x8), tensor_view<2x8xi32, strides=[8,1]>>, tile<i32> -> token
    %v = store_view_tko weak %u, %zp[%one, %zero] : tile<1x8xi32>, partition_view<tile=(1x8), tensor_view<2x8xi32, strides=[8,1]>>, tile<i32> -> token
    return
  }
}
