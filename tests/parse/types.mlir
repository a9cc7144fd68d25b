// RUN: check
// Types that are not, in every place a type may stand.

cuda_tile.module @types {
  entry @tiles() {
    %0 = iota : tile<8xF32>
    // ERROR: unknown type: F32
    %1 = iota : tile<8xindex>
    // ERROR: failed to verify 'elementType'
    %2 = iota : tiles<8xi32>
    // ERROR: unknown type: tiles
    %3 = iota : tile<12xi32>
    // ERROR: all dimensions must be powers of two, got 12
    %4 = iota : tile<2x0xi32>
    // ERROR: all dimensions must be positive constants, got 2, 0
    %5 = iota : tile<?xi32>
    // ERROR: expected static shape
    %6 = iota : tile<4096x8192xi32>
    // ERROR: tile would exceed the maximum of 16777216 elements
    %7 = iota : tile<8xtile<i32>>
    // ERROR: failed to verify 'elementType'
    %8 = iota : tile<8 i32>
    // ERROR: expected 'x' in dimension list
    %9 = iota : tile<99999999999999999999xi32>
    // ERROR: invalid dimension
    %10 = iota : tile < 4 x 8 x i32 >
    // A comment between two ops, and blanks inside a type.
    %11 = iota : !cuda_tile.tile<0x8xi32>
    // ERROR: all dimensions must be positive constants, got 0, 8
    %12 = iota : tile<1xf4E2M1FN>
    // ERROR: F4E2M1FN tiles must have an even number of elements
    %13 = iota : tile<-4xi32>
    // ERROR: expected a positive extent
  }

  entry @pointers(%a: tile<ptr<i4>>) {
    // ERROR: failed to verify 'pointeeType'
  }

  entry @nested_pointers(%a: tile<ptr<ptr<f32>>>) {
    // ERROR: failed to verify 'pointeeType'
  }

  entry @tensors(%p: tile<ptr<f32>>, %n: tile<i32>) {
    %0 = make_tensor_view %p, shape = [4], strides = [1] : tensor_view<4xf32>
    // ERROR: expected 'strides'
    %1 = make_tensor_view %p, shape = [4], strides = [0] : tensor_view<4xf32, strides=[0]>
    // ERROR: expected strictly positive integer, got 0
    %2 = make_tensor_view %p, shape = [4], strides = [x] : tensor_view<4xf32, strides=[1]>
    // ERROR: expected either integer or SSA value
    %3 = make_tensor_view %p, shape = [4], strides = [1] : tensor_view<4xf32, strides=[x]>
    // ERROR: expected either 64-bit integer or question mark
    %4 = make_tensor_view %p, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1, 1]>
    // ERROR: expected shape and stride to be of same rank but got shape of rank 1 and stride of rank 2
    %5 = make_tensor_view %p, shape = [4, 4], strides = [1] : tensor_view<4xf32, strides=[1]>
    // ERROR: expected shape declaration to contain 1 elements due to tensor_view type, but 2 were provided
    %6 = make_tensor_view %p, shape = [%n], strides = [1] : tile<i32> -> tensor_view<4xf32, strides=[1]>
    // ERROR: input shape dimension 0 does not match tensor_view type (expected 4, got ?)
    %7 = make_tensor_view %p, shape = [4], strides = [2] : tensor_view<4xf32, strides=[1]>
    // ERROR: input stride dimension 0 does not match tensor_view type (expected 1, got 2)
    %8 = make_tensor_view %p, shape = [], strides = [] : tensor_view<f32>
    %9 = make_tensor_view %p, shape = [], strides = [] : tensor_view<f32, strides=[1]>
    // ERROR: strides must not be provided for 0-d tiles
    %10 = make_tensor_view %p, shape = [1], strides = [1] : tensor_view<0xf32, strides=[1]>
    // ERROR: dimensions must have strictly positive constant sizes but got [0]
    %11 = make_tensor_view %p, shape = [1], strides = [1] : tensor_view<1xf32, strides=[0]>
    // ERROR: expected strictly positive integer, got 0
    %12 = make_tensor_view %p, shape = [1], strides = [1] : tensor_view<1xi4, strides=[1]>
    // ERROR: failed to verify 'elementType'
  }

  entry @views(%t: tensor_view<8x8xf32, strides=[8,1]>, %i: tensor_view<8xi32, strides=[1]>) {
    %0 = make_partition_view %t : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>, dim_map=[1, 0]>
    %1 = make_partition_view %t : partition_view<tile=(4), tensor_view<8x8xf32, strides=[8,1]>>
    // ERROR: expected tensor_view rank and tile rank to match, got tensor_view of rank 2 and tiles of rank 1
    %2 = make_partition_view %t : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>,>
    // ERROR: expected 'dim_map'
    %3 = make_partition_view %t : partition_view<tile=(4x4), padding_value = one, tensor_view<8x8xf32, strides=[8,1]>>
    // ERROR: invalid padding_value attribute specification. Got "one" but expect one of: zero, neg_zero, nan, pos_inf, neg_inf
    %4 = make_partition_view %t : partition_view<tile=(4x4), tile<4xf32>>
    // ERROR: expected 'tensor_view' type, but got '!cuda_tile.tile<4xf32>'
    %5 = make_partition_view %t : tile<4xf32>
    // ERROR: expected 'partition_view' type, but got '!cuda_tile.tile<4xf32>'
    %6 = make_partition_view %t : partition_view<tile=(4x3), tensor_view<8x8xf32, strides=[8,1]>>
    // ERROR: tile shape dimensions must have power of two length but got [4, 3]
    %7 = make_partition_view %t : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>, dim_map=[0, 0]>
    // ERROR: target dimension 0 mapped at least twice (for tile dimensions 0 and 1)
    %8 = make_partition_view %i : partition_view<tile=(4), padding_value = nan, tensor_view<8xi32, strides=[1]>>
    // ERROR: padding_value nan can only be used with floating point element types, got 'i32'
    %9 = make_partition_view %t : partition_view<tile=(4294967296x4), tensor_view<8x8xf32, strides=[8,1]>>
    // ERROR: tile dimension 0 exceeds i32 limitations (got 4294967296, expected strictly positive and less than or equal to 2147483647)
    %10 = make_strided_view %t : strided_view<tile=(4x4), traversal_strides=[3,5], tensor_view<8x8xf32, strides=[8,1]>>
    %11 = make_strided_view %t : strided_view<tile=(4x4), traversal_strides=[3], tensor_view<8x8xf32, strides=[8,1]>>
    // ERROR: expected 2 traversal strides, got 1
    %12 = make_gather_scatter_view %t : gather_scatter_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>, sparse_dim=2>
    // ERROR: gather dimension is outside of tensor view dimensions, expected strictly less than 2, got 2
    %13 = make_partition_view %i : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>
    // ERROR: use of value '%i' expects different type than prior uses: '!cuda_tile.tensor_view<8x8xf32, strides=[8,1]>' vs '!cuda_tile.tensor_view<8xi32, strides=[1]>'
    %14 = get_index_space_shape %t : tensor_view<8x8xf32, strides=[8,1]> -> tile<i32>
    // ERROR: expected tile view, got '!cuda_tile.tensor_view<8x8xf32, strides=[8,1]>'
    %15 = get_tensor_shape %0 : tile<i32> -> tile<i32>
    // ERROR: expected tensor_view, got '!cuda_tile.tile<i32>'
  }

  entry @rules_of_views(%t: tensor_view<8x8xf32, strides=[8,1]>) {
    %0 = make_partition_view %t : partition_view<tile=(), tensor_view<8x8xf32, strides=[8,1]>>
    // ERROR: 0-dimension tile shape is not supported
    %1 = make_partition_view %t : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>, dim_map=[0]>
    // ERROR: expected dim_map to map exactly all 2 dimensions of the tile, got 1 mappings
    %2 = make_partition_view %t : partition_view<tile=(4x0), tensor_view<8x8xf32, strides=[8,1]>>
    // ERROR: tile dimension 1 exceeds i32 limitations (got 0, expected strictly positive and less than or equal to 2147483647)
    %3 = make_partition_view %t : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>, dim_map=[-1, 0]>
    // ERROR: target dimension must not be negative, got -1
    %4 = make_partition_view %t : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>, dim_map=[2, 0]>
    // ERROR: target dimension is outside of tensor view dimensions, expected strictly less than 2, got 2
    %5 = make_partition_view %t : partition_view<tile=(8192x8192), tensor_view<8x8xf32, strides=[8,1]>>
    // ERROR: tile would exceed the maximum of 16777216 elements
    %6 = make_strided_view %t : strided_view<tile=(4x4), traversal_strides=[3,0], tensor_view<8x8xf32, strides=[8,1]>>
    // ERROR: traversal strides must be strictly positive but got [3, 0]
    %7 = make_strided_view %t : strided_view<tile=(4x4), traversal_strides=[3,5], tensor_view<8x8xf32, strides=[8,1]>, dim_map=[1]>
    // ERROR: expected dim_map to map exactly all 2 dimensions of the tile, got 1 mappings
    %8 = make_strided_view %t : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>
    // ERROR: expected 'strided_view' type, but got '!cuda_tile.partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>'
    %9 = make_gather_scatter_view %t : gather_scatter_view<tile=(4x3), tensor_view<8x8xf32, strides=[8,1]>, sparse_dim=0>
    // ERROR: tile shape dimensions must have power of two length but got [4, 3]
    %10 = make_gather_scatter_view %t : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>
    // ERROR: expected 'gather_scatter_view' type, but got '!cuda_tile.partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>'
  }
}
