// RUN: check
// Tensor views, tiled views, and accesses through them.

cuda_tile.module @views {
  entry @right(%p: tile<ptr<f32>>, %n: tile<i32>, %l: tile<i64>) {
    %tv = make_tensor_view %p, shape = [%n, 64], strides = [%n, 1] : tile<i32> -> tensor_view<?x64xf32, strides=[?,1]>
    %pv = make_partition_view %tv : partition_view<tile=(8x16), padding_value = zero, tensor_view<?x64xf32, strides=[?,1]>, dim_map=[1, 0]>
    %sv = make_strided_view %tv : strided_view<tile=(8x16), traversal_strides=[3,5], tensor_view<?x64xf32, strides=[?,1]>>
    %gv = make_gather_scatter_view %tv : gather_scatter_view<tile=(8x16), tensor_view<?x64xf32, strides=[?,1]>, sparse_dim=0>
    %rows = iota : tile<8xi64>
    %d:2 = get_tensor_shape %tv : tensor_view<?x64xf32, strides=[?,1]> -> tile<i64>
    %e:2 = get_index_space_shape %pv : partition_view<tile=(8x16), padding_value = zero, tensor_view<?x64xf32, strides=[?,1]>, dim_map=[1, 0]> -> tile<i32>
    %0, %t0 = load_view_tko weak %pv[%n, %n] inbounds = [true, false] : partition_view<tile=(8x16), padding_value = zero, tensor_view<?x64xf32, strides=[?,1]>, dim_map=[1, 0]>, tile<i32> -> tile<8x16xf32>, token
    %1, %t1 = load_view_tko relaxed device %sv[%l, %l] token = %t0 : strided_view<tile=(8x16), traversal_strides=[3,5], tensor_view<?x64xf32, strides=[?,1]>>, tile<i64> -> tile<8x16xf32>, token
    %2, %t2 = load_view_tko acquire sys %gv[%rows, %n] : gather_scatter_view<tile=(8x16), tensor_view<?x64xf32, strides=[?,1]>, sparse_dim=0>, tile<8xi64>, tile<i32> -> tile<8x16xf32>, token
    %t3 = store_view_tko weak %0, %pv[%n, %n] : tile<8x16xf32>, partition_view<tile=(8x16), padding_value = zero, tensor_view<?x64xf32, strides=[?,1]>, dim_map=[1, 0]>, tile<i32> -> token
    %t4 = store_view_tko release device %0, %sv[%n, %n] : tile<8x16xf32>, strided_view<tile=(8x16), traversal_strides=[3,5], tensor_view<?x64xf32, strides=[?,1]>>, tile<i32> -> token
    %t5 = atomic_red_view_tko relaxed device %sv[%n, %l], addf, %0 : tile<8x16xf32>, strided_view<tile=(8x16), traversal_strides=[3,5], tensor_view<?x64xf32, strides=[?,1]>>, tile<i32>, tile<i64> -> token
    return
  }

  entry @tensor_views(%p: tile<ptr<f32>>, %n: tile<i32>, %l: tile<i64>) {
    %0 = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf16, strides=[1]>
    // ERROR: 'cuda_tile.make_tensor_view' op expected pointer to 'f16' to build tensor_view of this type, got 'f32'
    %1 = "cuda_tile.make_tensor_view"(%p) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (!cuda_tile.tile<ptr<f32>>) -> !cuda_tile.tensor_view<?xf32, strides=[1]>
    // ERROR: 'cuda_tile.make_tensor_view' op expected 1 dynamic shape operands, got 0
    %2 = "cuda_tile.make_tensor_view"(%p, %n) <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (!cuda_tile.tile<ptr<f32>>, !cuda_tile.tile<i32>) -> !cuda_tile.tensor_view<8xf32, strides=[1]>
    // ERROR: 'cuda_tile.make_tensor_view' op expected 0 dynamic stride operands, got 1
    %3 = "cuda_tile.make_tensor_view"(%p, %n, %l) <{operandSegmentSizes = array<i32: 1, 2, 0>}> : (!cuda_tile.tile<ptr<f32>>, !cuda_tile.tile<i32>, !cuda_tile.tile<i64>) -> !cuda_tile.tensor_view<?x?xf32, strides=[1,1]>
    // ERROR: expected dynamic shape index 1 to be of the same type as the other dynamic values ('!cuda_tile.tile<i32>'), got '!cuda_tile.tile<i64>'
    %4 = "cuda_tile.make_tensor_view"(%p, %n, %l) <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (!cuda_tile.tile<ptr<f32>>, !cuda_tile.tile<i32>, !cuda_tile.tile<i64>) -> !cuda_tile.tensor_view<?xf32, strides=[?]>
    // ERROR: expected dynamic stride index 0 to be of the same type as the other dynamic values ('!cuda_tile.tile<i32>'), got '!cuda_tile.tile<i64>'
    return
  }

  entry @pointer_attributes(%p: tile<ptr<f32>>, %q: tile<ptr<f32, <none>>>) {
    %0 = make_tensor_view %q, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1], #cuda_tile.ptr_attr<none>>
    %1 = make_tensor_view %q, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    // ERROR: 'cuda_tile.make_tensor_view' op tensor_view must preserve ptr_attr from base pointer (#cuda_tile.ptr_attr<none>)
    %2 = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1], #cuda_tile.ptr_attr<none>>
    // ERROR: 'cuda_tile.make_tensor_view' op pointer base without ptr_attr cannot produce tensor_view with ptr_attr
    return
  }

  entry @views_of_views(%p: tile<ptr<f32>>) {
    %tv = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    %0 = "cuda_tile.make_partition_view"(%tv) : (!cuda_tile.tensor_view<8xf32, strides=[1]>) -> !cuda_tile.partition_view<tile=(4), tensor_view<16xf32, strides=[1]>>
    // ERROR: expected the type of the provided tensor_view value ('!cuda_tile.tensor_view<8xf32, strides=[1]>') to be the same as the view's tensor_view type ('!cuda_tile.tensor_view<16xf32, strides=[1]>')
    %1 = "cuda_tile.make_strided_view"(%tv) : (!cuda_tile.tensor_view<8xf32, strides=[1]>) -> !cuda_tile.strided_view<tile=(4), traversal_strides=[4], tensor_view<16xf32, strides=[1]>>
    // ERROR: 'cuda_tile.make_strided_view' op expected the type of the provided tensor_view value
    %2 = "cuda_tile.make_gather_scatter_view"(%tv) : (!cuda_tile.tensor_view<8xf32, strides=[1]>) -> !cuda_tile.gather_scatter_view<tile=(4), tensor_view<16xf32, strides=[1]>, sparse_dim=0>
    // ERROR: 'cuda_tile.make_gather_scatter_view' op expected the type of the provided tensor_view value
    return
  }

  entry @shapes(%p: tile<ptr<f32>>) {
    %tv = make_tensor_view %p, shape = [8, 8], strides = [8, 1] : tensor_view<8x8xf32, strides=[8,1]>
    %pv = make_partition_view %tv : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>
    %0 = "cuda_tile.get_tensor_shape"(%tv) : (!cuda_tile.tensor_view<8x8xf32, strides=[8,1]>) -> !cuda_tile.tile<i32>
    // ERROR: 'cuda_tile.get_tensor_shape' op expected 2 results due to tensor rank, but got 1
    %1:3 = "cuda_tile.get_index_space_shape"(%pv) : (!cuda_tile.partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>) -> (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>, !cuda_tile.tile<i32>)
    // ERROR: 'cuda_tile.get_index_space_shape' op expected 2 results due to view index space rank, but got 3
    return
  }

  entry @accesses(%p: tile<ptr<f32>>, %n: tile<i32>, %l: tile<i64>) {
    %tv = make_tensor_view %p, shape = [8, 8], strides = [8, 1] : tensor_view<8x8xf32, strides=[8,1]>
    %pv = make_partition_view %tv : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>
    %v = constant <i32: 1> : tile<4xi32>
    %x = constant <f32: 1.0> : tile<4x4xf32>
    %y = constant <f32: 1.0> : tile<16xf32>
    %0, %t0 = load_view_tko weak %pv[%n] : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32> -> tile<4x4xf32>, token
    // ERROR: 'cuda_tile.load_view_tko' op expected 2 index operands (based on view type), got 1
    %1, %t1 = load_view_tko weak %pv[%n, %n] : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32> -> tile<4x4xf16>, token
    // ERROR: 'cuda_tile.load_view_tko' op expected tile type to be '!cuda_tile.tile<4x4xf32>' (based on view type), got '!cuda_tile.tile<4x4xf16>'
    %2, %t2 = load_view_tko weak %pv[%v, %v] : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<4xi32> -> tile<4x4xf32>, token
    // ERROR: 'cuda_tile.load_view_tko' op expected index type to be a scalar tile, got '!cuda_tile.tile<4xi32>'
    %3, %t3 = load_view_tko weak %pv[%n, %l] : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32>, tile<i64> -> tile<4x4xf32>, token
    // ERROR: expected index type 1 to be the same as other index types ('!cuda_tile.tile<i32>'), got '!cuda_tile.tile<i64>'
    %4, %t4 = load_view_tko release device %pv[%n, %n] : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32> -> tile<4x4xf32>, token
    // ERROR: 'cuda_tile.load_view_tko' op expect one of: weak, relaxed, or acquire, but got: release
    %5, %t5 = load_view_tko relaxed %pv[%n, %n] : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32> -> tile<4x4xf32>, token
    // ERROR: 'cuda_tile.load_view_tko' op memory scope is required for relaxed load
    %6, %t6 = load_view_tko weak %pv[%n, %n] inbounds = [true] : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32> -> tile<4x4xf32>, token
    // ERROR: 'cuda_tile.load_view_tko' op inbounds size (1) must match the number of index dimensions (2)
    %t7 = store_view_tko weak %y, %pv[%n, %n] : tile<16xf32>, partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32> -> token
    // ERROR: 'cuda_tile.store_view_tko' op expected tile type to be '!cuda_tile.tile<4x4xf32>' (based on view type), got '!cuda_tile.tile<16xf32>'
    %t8 = store_view_tko weak %x, %pv[%n, %n, %n] : tile<4x4xf32>, partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32> -> token
    // ERROR: 'cuda_tile.store_view_tko' op expected 2 index operands (based on view type), got 3
    %t9 = store_view_tko acquire device %x, %pv[%n, %n] : tile<4x4xf32>, partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32> -> token
    // ERROR: 'cuda_tile.store_view_tko' op expect one of: weak, relaxed, or release, but got: acquire
    %t10 = store_view_tko release %x, %pv[%n, %n] : tile<4x4xf32>, partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32> -> token
    // ERROR: 'cuda_tile.store_view_tko' op memory scope is required for release store
    %t11 = store_view_tko weak %x, %pv[%n, %n] inbounds = [true, true, true] : tile<4x4xf32>, partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32> -> token
    // ERROR: 'cuda_tile.store_view_tko' op inbounds size (3) must match the number of index dimensions (2)
    %t12 = store_view_tko weak %x, %pv[%v, %v] : tile<4x4xf32>, partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<4xi32> -> token
    // ERROR: 'cuda_tile.store_view_tko' op expected index type to be a scalar tile, got '!cuda_tile.tile<4xi32>'
    %13, %t13 = load_view_tko weak %tv[%n, %n] : tensor_view<8x8xf32, strides=[8,1]>, tile<i32> -> tile<4x4xf32>, token
    // ERROR: 'cuda_tile.load_view_tko' op operand #0 must be TileView instance, but got '!cuda_tile.tensor_view<8x8xf32, strides=[8,1]>'
    return
  }

  entry @gathers(%p: tile<ptr<f32>>, %n: tile<i32>, %l: tile<i64>) {
    %tv = make_tensor_view %p, shape = [8, 8, 8], strides = [64, 8, 1] : tensor_view<8x8x8xf32, strides=[64,8,1]>
    %gv = make_gather_scatter_view %tv : gather_scatter_view<tile=(4x4x2), tensor_view<8x8x8xf32, strides=[64,8,1]>, sparse_dim=1>
    %rows = constant <i32: 1> : tile<4xi32>
    %few = constant <i32: 1> : tile<2xi32>
    %0, %t0 = load_view_tko weak %gv[%n, %n, %n] : gather_scatter_view<tile=(4x4x2), tensor_view<8x8x8xf32, strides=[64,8,1]>, sparse_dim=1>, tile<i32> -> tile<4x4x2xf32>, token
    // ERROR: expected index at sparse_dim position 1 to be a 1D tensor for GatherScatterView, got rank 0
    %1, %t1 = load_view_tko weak %gv[%n, %few, %n] : gather_scatter_view<tile=(4x4x2), tensor_view<8x8x8xf32, strides=[64,8,1]>, sparse_dim=1>, tile<i32>, tile<2xi32>, tile<i32> -> tile<4x4x2xf32>, token
    // ERROR: expected gather/scatter index size (2) to match tile shape at gather/scatter dimension 1 (4)
    %2, %t2 = load_view_tko weak %gv[%n, %rows, %rows] : gather_scatter_view<tile=(4x4x2), tensor_view<8x8x8xf32, strides=[64,8,1]>, sparse_dim=1>, tile<i32>, tile<4xi32>, tile<4xi32> -> tile<4x4x2xf32>, token
    // ERROR: expected index 2 to be a scalar tile for GatherScatterView
    %3, %t3 = load_view_tko weak %gv[%n, %rows, %l] : gather_scatter_view<tile=(4x4x2), tensor_view<8x8x8xf32, strides=[64,8,1]>, sparse_dim=1>, tile<i32>, tile<4xi32>, tile<i64> -> tile<4x4x2xf32>, token
    // ERROR: expected scalar index 2 to have the same type as other scalar indices ('!cuda_tile.tile<i32>'), got '!cuda_tile.tile<i64>'
    return
  }

  entry @reductions_into_views(%p: tile<ptr<f32>>, %n: tile<i32>) {
    %tv = make_tensor_view %p, shape = [8, 8], strides = [8, 1] : tensor_view<8x8xf32, strides=[8,1]>
    %pv = make_partition_view %tv : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>
    %zv = make_partition_view %tv : partition_view<tile=(4x4), padding_value = zero, tensor_view<8x8xf32, strides=[8,1]>>
    %gv = make_gather_scatter_view %tv : gather_scatter_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>, sparse_dim=0>
    %rows = constant <i32: 1> : tile<4xi32>
    %x = constant <f32: 1.0> : tile<4x4xf32>
    %h = constant <f16: 1.0> : tile<4x4xf16>
    %y = constant <f32: 1.0> : tile<16xf32>
    %t0 = atomic_red_view_tko relaxed device %gv[%rows, %n], addf, %x : tile<4x4xf32>, gather_scatter_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>, sparse_dim=0>, tile<4xi32>, tile<i32> -> token
    // ERROR: 'cuda_tile.atomic_red_view_tko' op gather_scatter_view is not supported; use partition_view instead
    %t1 = atomic_red_view_tko relaxed device %zv[%n, %n], addf, %x : tile<4x4xf32>, partition_view<tile=(4x4), padding_value = zero, tensor_view<8x8xf32, strides=[8,1]>>, tile<i32> -> token
    // ERROR: views with padding_value are not supported for atomic reductions
    %t2 = atomic_red_view_tko relaxed device %pv[%n, %n], addf, %h : tile<4x4xf16>, partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32> -> token
    // ERROR: view element type ('f32') must match value element type ('f16')
    %t3 = atomic_red_view_tko relaxed device %pv[%n, %n], addf, %y : tile<16xf32>, partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32> -> token
    // ERROR: view tile shape 4, 4 must match value shape 16 for element-wise atomic operations
    %t4 = atomic_red_view_tko relaxed device %pv[%n, %n], xchg, %x : tile<4x4xf32>, partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32> -> token
    // ERROR: atomic_red_view_tko op cannot use xchg operation
    %t5 = atomic_red_view_tko relaxed device %pv[%n, %n], add, %x : tile<4x4xf32>, partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32> -> token
    // ERROR: 'add' works only with integers i32 and i64
    %t6 = atomic_red_view_tko release device %pv[%n, %n], addf, %x : tile<4x4xf32>, partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32> -> token
    // ERROR: only 'relaxed' memory ordering is supported for view-based atomic reductions
    %t7 = atomic_red_view_tko relaxed sys %pv[%n, %n], addf, %x : tile<4x4xf32>, partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32> -> token
    // ERROR: memory scope 'sys' is not supported for view-based atomic reductions; use 'tl_blk' or 'device' for TMA compatibility
    %t8 = atomic_red_view_tko relaxed device %pv[%n], addf, %x : tile<4x4xf32>, partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32> -> token
    // ERROR: expected 2 index operand(s) for view with tile rank 2, got 1
    %t9 = atomic_red_view_tko relaxed device %pv[%n, %rows], addf, %x : tile<4x4xf32>, partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32>, tile<4xi32> -> token
    // ERROR: index operand 1 must be a scalar tile (rank 0), got shape 4
    %t10 = atomic_red_view_tko relaxed %pv[%n, %n], addf, %x : tile<4x4xf32>, partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32> -> token
    // ERROR: 'cuda_tile.atomic_red_view_tko' op requires attribute 'memory_scope'
    return
  }
}
