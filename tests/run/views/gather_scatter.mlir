// RUN: run --arg 'x:i32[6,4]=iota' --show picked --show shifted --print x --show rows_of --show columns_of
// %picked = [[22 23]
//            [ 2  3]
//            [14 15]
//            [ 0  0]]
// %shifted = [[23  0]
//             [ 3  0]
//             [15  0]
//             [ 0  0]]
// %rows_of = 6
// %columns_of = 4
// x = [[  0 102 103   3]
//      [  4   5   6   7]
//      [  8   9  10  11]
//      [ 12 104 105  15]
//      [ 16  17  18  19]
//      [ 20 100 101  23]]
//
// Rows picked one by one; an index of the columns is the one at which a tile begins. A row outside of the tensor is padded
// on loads and dropped on stores, and so is what hangs over the last column. The index space is that of elements.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<i32>>) {
    %v = make_tensor_view %x, shape = [6, 4], strides = [4, 1] : tensor_view<6x4xi32, strides=[4,1]>
    %g = make_gather_scatter_view %v : gather_scatter_view<tile=(4x2), padding_value = zero, tensor_view<6x4xi32, strides=[4,1]>, sparse_dim=0>
    %rows_of, %columns_of = get_index_space_shape %g : gather_scatter_view<tile=(4x2), padding_value = zero, tensor_view<6x4xi32, strides=[4,1]>, sparse_dim=0> -> tile<i32>
    %rows = constant <i32: [5, 0, 3, 9]> : tile<4xi32>
    %zero = constant <i32: 0> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %picked, %t1 = load_view_tko weak %g[%rows, %two] : gather_scatter_view<tile=(4x2), padding_value = zero, tensor_view<6x4xi32, strides=[4,1]>, sparse_dim=0>, tile<4xi32>, tile<i32> -> tile<4x2xi32>, token
    %shifted, %t0 = load_view_tko weak %g[%rows, %three] : gather_scatter_view<tile=(4x2), padding_value = zero, tensor_view<6x4xi32, strides=[4,1]>, sparse_dim=0>, tile<4xi32>, tile<i32> -> tile<4x2xi32>, token
    %i = iota : tile<8xi32>
    %hundred = constant <i32: 100> : tile<8xi32>
    %j = addi %i, %hundred : tile<8xi32>
    %new = reshape %j : tile<8xi32> -> tile<4x2xi32>
    %one = constant <i32: 1> : tile<i32>
    %t2 = store_view_tko weak %new, %g[%rows, %one] token = %t1 : tile<4x2xi32>, gather_scatter_view<tile=(4x2), padding_value = zero, tensor_view<6x4xi32, strides=[4,1]>, sparse_dim=0>, tile<4xi32>, tile<i32> -> token
    return
  }
}
