// Numbers of 32 bits have no sign either: row 1 of a view with the stride -2147483648 lies 2147483648 elements behind row 0, and
// an extent of -16 rows has one with the number 2147483648, which is -2147483648.
//
// RUN: run --grid 1 --arg 'x:i8[16]=arange(1)' --arg 'y:i8[16]=zeros' --arg 'z:i8[8]=zeros' --arg 'w:i8[8]=zeros' --arg 'g:i8[2]=zeros' --arg -2147483648 --arg -16 --arg 0 --print y --print z --print w --print g
// y = [ 1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16]
// z = [1 2 3 4 5 6 7 8]
// w = [1 2 3 4 5 6 7 8]
// g = [1 1]
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<i8>>, %y: tile<ptr<i8>>, %z: tile<ptr<i8>>, %w: tile<ptr<i8>>, %g: tile<ptr<i8>>, %far: tile<i32>, %many: tile<i32>, %none: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %x_before = offset %x, %far : tile<ptr<i8>>, tile<i32> -> tile<ptr<i8>>
    %y_before = offset %y, %far : tile<ptr<i8>>, tile<i32> -> tile<ptr<i8>>

    // A stride.
    %x_rows = make_tensor_view %x_before, shape = [2, 16], strides = [%far, 1] : tile<i32> -> tensor_view<2x16xi8, strides=[?,1]>
    %x_tiles = make_partition_view %x_rows : partition_view<tile=(1x16), tensor_view<2x16xi8, strides=[?,1]>>
    %row, %t0 = load_view_tko weak %x_tiles[%one, %zero] : partition_view<tile=(1x16), tensor_view<2x16xi8, strides=[?,1]>>, tile<i32> -> tile<1x16xi8>, token
    %y_rows = make_tensor_view %y_before, shape = [2, 16], strides = [%far, 1] : tile<i32> -> tensor_view<2x16xi8, strides=[?,1]>
    %y_tiles = make_partition_view %y_rows : partition_view<tile=(1x16), tensor_view<2x16xi8, strides=[?,1]>>
    %t1 = store_view_tko weak %row, %y_tiles[%one, %zero] : tile<1x16xi8>, partition_view<tile=(1x16), tensor_view<2x16xi8, strides=[?,1]>>, tile<i32> -> token

    // An index, and an extent: every row is the same.
    %x_same = make_tensor_view %x, shape = [%many, 8], strides = [%none, 1] : tile<i32> -> tensor_view<?x8xi8, strides=[?,1]>
    %same_tiles = make_partition_view %x_same : partition_view<tile=(1x8), padding_value = zero, tensor_view<?x8xi8, strides=[?,1]>>
    %same, %t2 = load_view_tko weak %same_tiles[%far, %zero] : partition_view<tile=(1x8), padding_value = zero, tensor_view<?x8xi8, strides=[?,1]>>, tile<i32> -> tile<1x8xi8>, token
    %same_8 = reshape %same : tile<1x8xi8> -> tile<8xi8>
    %z_view = make_tensor_view %z, shape = [8], strides = [1] : tensor_view<8xi8, strides=[1]>
    %z_tiles = make_partition_view %z_view : partition_view<tile=(8), tensor_view<8xi8, strides=[1]>>
    %t3 = store_view_tko weak %same_8, %z_tiles[%zero] : tile<8xi8>, partition_view<tile=(8), tensor_view<8xi8, strides=[1]>>, tile<i32> -> token

    // Both at once: the last row there is.
    %last = subi %many, %one : tile<i32>
    %w_same = make_tensor_view %w, shape = [%many, 8], strides = [%none, 1] : tile<i32> -> tensor_view<?x8xi8, strides=[?,1]>
    %w_tiles = make_partition_view %w_same : partition_view<tile=(1x8), tensor_view<?x8xi8, strides=[?,1]>>
    %t4 = store_view_tko weak %same, %w_tiles[%last, %zero] : tile<1x8xi8>, partition_view<tile=(1x8), tensor_view<?x8xi8, strides=[?,1]>>, tile<i32> -> token

    // Gathered rows.
    %rows = constant <i32: [-17, -2147483648]> : tile<2xi32>
    %g_same = make_tensor_view %x, shape = [%many, 1], strides = [%none, 1] : tile<i32> -> tensor_view<?x1xi8, strides=[?,1]>
    %g_tiles = make_gather_scatter_view %g_same : gather_scatter_view<tile=(2x1), padding_value = zero, tensor_view<?x1xi8, strides=[?,1]>, sparse_dim=0>
    %gathered, %t5 = load_view_tko weak %g_tiles[%rows, %zero] : gather_scatter_view<tile=(2x1), padding_value = zero, tensor_view<?x1xi8, strides=[?,1]>, sparse_dim=0>, tile<2xi32>, tile<i32> -> tile<2x1xi8>, token
    %pair = reshape %gathered : tile<2x1xi8> -> tile<2xi8>
    %g_view = make_tensor_view %g, shape = [2], strides = [1] : tensor_view<2xi8, strides=[1]>
    %g_out = make_partition_view %g_view : partition_view<tile=(2), tensor_view<2xi8, strides=[1]>>
    %t6 = store_view_tko weak %pair, %g_out[%zero] : tile<2xi8>, partition_view<tile=(2), tensor_view<2xi8, strides=[1]>>, tile<i32> -> token
    return
  }
}
