// Extents, strides and indices have no sign: an i8 of -56 is 200, one of -128 is 128, and true is 1.
//
// RUN: run --grid 1 --arg 'x:i32[25600]=iota' --arg 'y:i32[8]=zeros' --arg 'z:i32[16]=zeros' --arg -56 --arg -128 --arg true --print y --print z
// y = [16392 16393 16394 16395 16396 16397 16398 16399]
// z = [200 200   0   0   0   0   0   0   0   0   0   0   0   0   0   0]
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>, %z: tile<ptr<i32>>, %n: tile<i8>, %m: tile<i8>, %t: tile<i1>) {
    %zero = constant <i32: 0> : tile<i32>
    %o = exti %t unsigned : tile<i1> -> tile<i8>
    %v = make_tensor_view %x, shape = [%n, 128], strides = [%m, 1] : tile<i8> -> tensor_view<?x128xi32, strides=[?,1]>
    %p = make_partition_view %v : partition_view<tile=(1x8), tensor_view<?x128xi32, strides=[?,1]>>
    %extent, %columns = get_tensor_shape %v : tensor_view<?x128xi32, strides=[?,1]> -> tile<i32>
    %rows, %groups = get_index_space_shape %p : partition_view<tile=(1x8), tensor_view<?x128xi32, strides=[?,1]>> -> tile<i32>
    %a, %t0 = load_view_tko weak %p[%m, %o] : partition_view<tile=(1x8), tensor_view<?x128xi32, strides=[?,1]>>, tile<i8> -> tile<1x8xi32>, token
    %flat = reshape %a : tile<1x8xi32> -> tile<8xi32>
    %yv = make_tensor_view %y, shape = [8], strides = [1] : tensor_view<8xi32, strides=[1]>
    %yp = make_partition_view %yv : partition_view<tile=(8), tensor_view<8xi32, strides=[1]>>
    %t1 = store_view_tko weak %flat, %yp[%zero] : tile<8xi32>, partition_view<tile=(8), tensor_view<8xi32, strides=[1]>>, tile<i32> -> token
    %t2 = store_ptr_tko weak %z, %extent : tile<ptr<i32>>, tile<i32> -> token
    %one = constant <i32: 1> : tile<i32>
    %z1 = offset %z, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %t3 = store_ptr_tko weak %z1, %rows : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
