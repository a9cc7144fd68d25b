// RUN: check
// Accesses to the memory of several devices: which views, elements, reductions and orderings there are.

cuda_tile.module @multimem {
  entry @right(%x: tile<ptr<f32, <multicast>>>, %n: tile<ptr<i32, <multicast>>>, %h: tile<ptr<f16, <multicast>>>, %i: tile<i32>) {
    %x_t = make_tensor_view %x, shape = [8], strides = [1] : tile<ptr<f32, <multicast>>> -> tensor_view<8xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %x_v = make_partition_view %x_t : partition_view<tile=(4), tensor_view<8xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %n_t = make_tensor_view %n, shape = [8], strides = [1] : tile<ptr<i32, <multicast>>> -> tensor_view<8xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %n_v = make_partition_view %n_t : partition_view<tile=(4), tensor_view<8xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %h_t = make_tensor_view %h, shape = [8], strides = [1] : tile<ptr<f16, <multicast>>> -> tensor_view<8xf16, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %h_v = make_partition_view %h_t : partition_view<tile=(4), tensor_view<8xf16, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %0, %t0 = multimem_load_reduce_view_tko weak %x_v[%i]  : partition_view<tile=(4), tensor_view<8xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<4xf32>, token
    %1, %t1 = multimem_load_reduce_view_tko acquire tl_blk %n_v[%i] token = %t0 inbounds = [true] attributes {reduction = #cuda_tile.multimem_reduction_kind<umin>} : partition_view<tile=(4), tensor_view<8xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32>, token -> tile<4xi32>, token
    %2, %t2 = multimem_load_reduce_view_tko relaxed sys %h_v[%i]  attributes {reduction = #cuda_tile.multimem_reduction_kind<max>} : partition_view<tile=(4), tensor_view<8xf16, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<4xf16>, token
    %t3 = multimem_reduce_view_tko relaxed device %x_v, %0[%i]  : partition_view<tile=(4), tensor_view<8xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<4xf32>, tile<i32> -> token
    %t4 = multimem_reduce_view_tko release sys %n_v, %1[%i] token = %t3  attributes {reduction = #cuda_tile.multimem_reduction_kind<xor>} : partition_view<tile=(4), tensor_view<8xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<4xi32>, tile<i32>, token -> token
    %t5 = multimem_store_view_tko weak %h_v, %2[%i]  : partition_view<tile=(4), tensor_view<8xf16, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<4xf16>, tile<i32> -> token
    %t6 = multimem_store_view_tko release device %x_v, %0[%i] inbounds = [true] : partition_view<tile=(4), tensor_view<8xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<4xf32>, tile<i32> -> token
    return
  }

  entry @views(%p: tile<ptr<f32>>, %u: tile<ptr<f32, <unicast>>>, %x: tile<ptr<f32, <multicast>>>, %i: tile<i32>) {
    %value = constant <f32: 1.0> : tile<4xf32>
    %p_t = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    %p_v = make_partition_view %p_t : partition_view<tile=(4), tensor_view<8xf32, strides=[1]>>
    %0, %t0 = multimem_load_reduce_view_tko weak %p_v[%i]  : partition_view<tile=(4), tensor_view<8xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    // ERROR: 'cuda_tile.multimem_load_reduce_view_tko' op expected a multicast pointer, but got none
    %u_t = make_tensor_view %u, shape = [8], strides = [1] : tile<ptr<f32, <unicast>>> -> tensor_view<8xf32, strides=[1], #cuda_tile.ptr_attr<unicast>>
    %u_v = make_partition_view %u_t : partition_view<tile=(4), tensor_view<8xf32, strides=[1], #cuda_tile.ptr_attr<unicast>>>
    %t1 = multimem_store_view_tko weak %u_v, %value[%i]  : partition_view<tile=(4), tensor_view<8xf32, strides=[1], #cuda_tile.ptr_attr<unicast>>>, tile<4xf32>, tile<i32> -> token
    // ERROR: 'cuda_tile.multimem_store_view_tko' op expected a multicast pointer, but got unicast
    %x_t = make_tensor_view %x, shape = [8], strides = [1] : tile<ptr<f32, <multicast>>> -> tensor_view<8xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %x_v = make_strided_view %x_t : strided_view<tile=(4), traversal_strides=[4], tensor_view<8xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %t2 = multimem_reduce_view_tko relaxed device %x_v, %value[%i]  : strided_view<tile=(4), traversal_strides=[4], tensor_view<8xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<4xf32>, tile<i32> -> token
    // ERROR: 'cuda_tile.multimem_reduce_view_tko' op multimem view operations support only partition_view; got
    %y_v = make_partition_view %x_t : partition_view<tile=(4), tensor_view<8xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %1, %t3 = multimem_load_reduce_view_tko weak %y_v[%i, %i]  : partition_view<tile=(4), tensor_view<8xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<4xf32>, token
    // ERROR: 'cuda_tile.multimem_load_reduce_view_tko' op expected 1 index operands (based on view type), got 2
    %2, %t4 = multimem_load_reduce_view_tko weak %y_v[%i]  : partition_view<tile=(4), tensor_view<8xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<8xf32>, token
    // ERROR: expected tile type to be '!cuda_tile.tile<4xf32>' (based on view type), got '!cuda_tile.tile<8xf32>'
    %t5 = multimem_store_view_tko weak %y_v, %value[%i] inbounds = [true, false] : partition_view<tile=(4), tensor_view<8xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<4xf32>, tile<i32> -> token
    // ERROR: 'cuda_tile.multimem_store_view_tko' op inbounds size (2) must match the number of index dimensions (1)
    return
  }

  entry @elements(%s: tile<ptr<i16, <multicast>>>, %e: tile<ptr<f8E5M2, <multicast>>>, %x: tile<ptr<f32, <multicast>>>, %h: tile<ptr<f16, <multicast>>>, %i: tile<i32>) {
    %s_t = make_tensor_view %s, shape = [8], strides = [1] : tile<ptr<i16, <multicast>>> -> tensor_view<8xi16, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %s_v = make_partition_view %s_t : partition_view<tile=(4), tensor_view<8xi16, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %0, %t0 = multimem_load_reduce_view_tko weak %s_v[%i]  : partition_view<tile=(4), tensor_view<8xi16, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<4xi16>, token
    // ERROR: multimem requires 32- or 64-bit integer/index element types; got 16 bits
    %e_t = make_tensor_view %e, shape = [8], strides = [1] : tile<ptr<f8E5M2, <multicast>>> -> tensor_view<8xf8E5M2, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %e_v = make_partition_view %e_t : partition_view<tile=(4), tensor_view<8xf8E5M2, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %1, %t1 = multimem_load_reduce_view_tko weak %e_v[%i]  : partition_view<tile=(4), tensor_view<8xf8E5M2, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<4xf8E5M2>, token
    // ERROR: multimem supports only f16, bf16, f32, and f64 floating-point element types
    %x_t = make_tensor_view %x, shape = [8], strides = [1] : tile<ptr<f32, <multicast>>> -> tensor_view<8xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %x_v = make_partition_view %x_t : partition_view<tile=(4), tensor_view<8xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %2, %t2 = multimem_load_reduce_view_tko weak %x_v[%i]  attributes {reduction = #cuda_tile.multimem_reduction_kind<min>} : partition_view<tile=(4), tensor_view<8xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<4xf32>, token
    // ERROR: min/max supports f16 and bf16 float types only; got 'f32'
    %3, %t3 = multimem_load_reduce_view_tko weak %x_v[%i]  attributes {reduction = #cuda_tile.multimem_reduction_kind<and>} : partition_view<tile=(4), tensor_view<8xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<4xf32>, token
    // ERROR: and/or/xor/umin/umax reductions require integer element types
    %h_t = make_tensor_view %h, shape = [8], strides = [2] : tile<ptr<f16, <multicast>>> -> tensor_view<8xf16, strides=[2], #cuda_tile.ptr_attr<multicast>>
    %h_v = make_partition_view %h_t : partition_view<tile=(4), tensor_view<8xf16, strides=[2], #cuda_tile.ptr_attr<multicast>>>
    %value = constant <f16: 1.0> : tile<4xf16>
    %t4 = multimem_store_view_tko weak %h_v, %value[%i]  : partition_view<tile=(4), tensor_view<8xf16, strides=[2], #cuda_tile.ptr_attr<multicast>>>, tile<4xf16>, tile<i32> -> token
    // ERROR: f16/bf16 multimem views must have exactly one element stride statically known to equal 1; got 0
    %k_t = make_tensor_view %h, shape = [8], strides = [1] : tile<ptr<f16, <multicast>>> -> tensor_view<8xf16, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %k_v = make_partition_view %k_t : partition_view<tile=(1), tensor_view<8xf16, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %one = constant <f16: 1.0> : tile<1xf16>
    %t5 = multimem_store_view_tko weak %k_v, %one[%i]  : partition_view<tile=(1), tensor_view<8xf16, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<1xf16>, tile<i32> -> token
    // ERROR: multimem op requires tile total size to be a multiple of 4 bytes for float element types; got 1 element(s) of 16 bits (total 16 bits)
    %l_v = make_partition_view %k_t : partition_view<tile=(4), tensor_view<8xf16, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %t6 = multimem_reduce_view_tko relaxed device %l_v, %value[%i]  attributes {reduction = #cuda_tile.multimem_reduction_kind<max>} : partition_view<tile=(4), tensor_view<8xf16, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<4xf16>, tile<i32> -> token
    // ERROR: 'cuda_tile.multimem_reduce_view_tko' op supports only add for floating-point element types
    return
  }

  entry @pairs(%h: tile<ptr<f16, <multicast>>>, %i: tile<i32>) {
    %value = constant <f16: 1.0> : tile<1x4xf16>
    %h_t = make_tensor_view %h, shape = [2, 7], strides = [7, 1] : tile<ptr<f16, <multicast>>> -> tensor_view<2x7xf16, strides=[7,1], #cuda_tile.ptr_attr<multicast>>
    %h_v = make_partition_view %h_t : partition_view<tile=(1x4), tensor_view<2x7xf16, strides=[7,1], #cuda_tile.ptr_attr<multicast>>>
    %t0 = multimem_store_view_tko weak %h_v, %value[%i, %i]  : partition_view<tile=(1x4), tensor_view<2x7xf16, strides=[7,1], #cuda_tile.ptr_attr<multicast>>>, tile<1x4xf16>, tile<i32> -> token
    // WARNING: f16 is accessed in pairs on several devices, but the extent 7 of dimension 1, which has stride 1, is odd: undefined behavior
    // WARNING: f16 is accessed in pairs on several devices, but the stride 7 of dimension 0 is odd: undefined behavior
    return
  }

  entry @orderings(%x: tile<ptr<f32, <multicast>>>, %i: tile<i32>) {
    %value = constant <f32: 1.0> : tile<4xf32>
    %x_t = make_tensor_view %x, shape = [8], strides = [1] : tile<ptr<f32, <multicast>>> -> tensor_view<8xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %x_v = make_partition_view %x_t : partition_view<tile=(4), tensor_view<8xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %0, %t0 = multimem_load_reduce_view_tko release device %x_v[%i]  : partition_view<tile=(4), tensor_view<8xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<4xf32>, token
    // ERROR: 'cuda_tile.multimem_load_reduce_view_tko' op expect one of: weak, relaxed, or acquire, but got: release
    %1, %t1 = multimem_load_reduce_view_tko relaxed %x_v[%i]  : partition_view<tile=(4), tensor_view<8xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<4xf32>, token
    // ERROR: memory scope is required for relaxed load
    %t2 = multimem_store_view_tko acquire device %x_v, %value[%i]  : partition_view<tile=(4), tensor_view<8xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<4xf32>, tile<i32> -> token
    // ERROR: expect one of: weak, relaxed, or release, but got: acquire
    %t3 = multimem_store_view_tko release %x_v, %value[%i]  : partition_view<tile=(4), tensor_view<8xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<4xf32>, tile<i32> -> token
    // ERROR: memory scope is required for release store
    %t4 = multimem_reduce_view_tko weak %x_v, %value[%i]  : partition_view<tile=(4), tensor_view<8xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<4xf32>, tile<i32> -> token
    // ERROR: requires attribute 'memory_scope'
    %t5 = multimem_reduce_view_tko acquire device %x_v, %value[%i]  : partition_view<tile=(4), tensor_view<8xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<4xf32>, tile<i32> -> token
    // ERROR: memory ordering semantics must be one of: relaxed, release
    return
  }
}
